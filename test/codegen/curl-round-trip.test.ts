/** What the curl generator writes, the parser reads as the same request. */
import { spawnSync } from 'node:child_process';
import t from 'tap';
import { urlPieces } from '../../src/codegen/generator.ts';
import { generateCode } from '../../src/codegen/index.ts';
import { isForcedMethod } from '../../src/codegen/redirects.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { normalize } from '../../src/request/normalize.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { CASES } from './support/cases.ts';

/** A request as it is compared: everything that is sent; header names that differ have no order. */
function essence(request: RequestShape): unknown {
  const normal = normalize(request);
  const { url, hasPlainUrl: _, isOrdinary: __, body, headers, variables, options, ...rest } = normal;
  const { request_target: exact, custom_method: ___, ...others } = options;
  const { authority, scheme, target } = urlPieces(url) ?? {};
  // Without redirects there is nobody else to trust.
  if (others.follow_redirects !== true) delete others.auth_on_redirect;
  return {
    ...rest,
    // A method that curl can only be told with -X is always a forced one.
    isForced: isForcedMethod(normal),
    // Without a scheme a proxy is an HTTP proxy.
    options:
      others.proxy?.includes('://') === false ? { ...others, proxy: `http://${others.proxy}` } : others,
    // A proxy is told the whole URL.
    where: [scheme, authority, (exact ?? target ?? url).replace(`${scheme}://${authority}/`, '/')],
    body: body.kind === 'text' ? body.text : body,
    headers: headers
      .toSorted((a, b) => a.lower.localeCompare(b.lower))
      // Of blanks alone curl sends nothing.
      .map(({ name, value }) => ({ name, value: value.trim() === '' ? '' : value })),
    variables: variables.map((variable) => variable.text).toSorted(),
  };
}

/** A literal `{{x}}` cannot be told from a placeholder once it stands in a command. */
function hasLiteralPlaceholder(request: RequestShape): boolean {
  return request.variables === undefined && JSON.stringify(request).includes('{{');
}

/** A form that -F cannot say stands in the command as the bytes of a body. */
function isWritten({ form }: RequestShape, code: string): boolean {
  return form !== undefined && !/ (?:-F|--form-string) /.test(code);
}

for (const { name, request } of CASES) {
  const { code } = generateCode(request, 'curl');
  const parsed = parseCurl(code);
  if (!hasLiteralPlaceholder(request) && !isWritten(request, code))
    t.strictSame(essence(parsed), essence(request), `${name} reads back`);
  const { warnings: _, ...first } = parsed;
  const { warnings: __, ...second } = parseCurl(generateCode(parsed, 'curl').code);
  t.strictSame(second, first, `${name} is stable once it has been read`);
}

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
    if (shell.error === undefined) t.ok(shell.stdout.equals(sent), `${what} are what bash writes`);
    else t.comment(`bash cannot be started: ${shell.error.message}`);
  }
});
