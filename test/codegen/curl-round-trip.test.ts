/** What the curl generator writes, the parser reads as the same request. */
import { spawnSync } from 'node:child_process';
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { notInstalled } from '../support/installed.ts';
import { CASES } from './support/cases.ts';
import { essence } from './support/essence.ts';

/** A literal `{{x}}` cannot be told from a placeholder once it stands in a command. */
function hasLiteralPlaceholder(request: RequestShape, code: string): boolean {
  return request.variables === undefined && (JSON.stringify(request) + code).includes('{{');
}

/** A request that curl cannot be told says so. */
function isSaid(request: RequestShape): boolean {
  return generateCode(request, 'curl').warnings.length === 0;
}

for (const { name, request } of CASES) {
  const { code } = generateCode(request, 'curl');
  const parsed = parseCurl(code);
  // What the parser cannot say of a part, it tells.
  const isTold = parsed.warnings?.some((warning) => warning.code === 'form_part') === true;
  if (!hasLiteralPlaceholder(request, code) && isSaid(request) && !isTold)
    t.strictSame(essence(parsed), essence(request), `${name} reads back`);
  const { warnings: _, ...first } = parsed;
  const { warnings: __, ...second } = parseCurl(generateCode(parsed, 'curl').code);
  t.strictSame(second, first, `${name} is stable once it has been read`);
}

t.test('curl is told nothing that it would wait for ever with', async (t) => {
  // curl 7 does with an empty -d that asks first.
  const upload = parseCurl('curl -T /dev/null http://h.example/x');
  const again = generateCode(upload, 'curl');
  t.match(again.code, "-T '/dev/null'");
  t.match(parseCurl(again.code), { method: 'PUT', options: upload.options ?? {} });
  // With -d it would wait for the body of the answer, and without one nobody sends the end of the chunks.
  const head = generateCode(parseCurl("curl -I -H 'Transfer-Encoding: chunked' http://h.example/"), 'curl');
  t.match(head.code, '-I');
  t.notMatch(head.code, /-d|chunked/);
  t.match(head.warnings, [{ code: 'option_unsupported' }]);
});

t.test('a file for a path that ends in a slash is no -T, which adds its name', async (t) => {
  for (const url of ['http://h.example/a/?x=1', 'http://h.example?x=1', 'http://h.example/a/']) {
    const { code, warnings } = generateCode(
      { method: 'PUT', url, body_file: 'file.txt', options: { follow_redirects: true } },
      'curl',
    );
    t.match(code, '-X PUT');
    t.match(code, "--data-binary '@file.txt'");
    t.match(warnings, [{ code: 'redirect_differs', option: '-T' }]);
  }
});

t.test('what no argument can hold comes in through standard input', async (t) => {
  const bytes = Uint8Array.from({ length: 140_000 }, (_, at) => 1 + (at % 255));
  const text = `-'%\\ ${'\u4f60 "line"\n'.repeat(20_000)}`;
  const table: [what: string, request: RequestShape, sent: Uint8Array][] = [
    ['bytes', { url: 'http://h/', body_base64: Buffer.from(bytes).toString('base64') }, bytes],
    ['text', { url: 'http://h/', body: text }, new TextEncoder().encode(text)],
  ];
  for (const [what, request, sent] of table) {
    const [producer = '', command = ''] = generateCode(request, 'curl').code.split(' | curl ');
    t.ok(producer.startsWith('printf '), what);
    t.ok(command.length < 200, `${what} are no argument of curl`);
    const shell = spawnSync('bash', { input: producer, maxBuffer: 1 << 24 });
    const skip = shell.error === undefined ? false : notInstalled('bash');
    t.ok(skip !== false || shell.stdout.equals(sent), `${what} are what bash writes`, { skip });
  }
});
