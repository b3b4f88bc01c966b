/**
 * What programs do with a response: save it byte for byte, fail on a status, show headers, print a stream. And that they
 * use the certificates and the socket of the command, and repeat the request, if they do not warn that they leave it out.
 */
import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import t, { type Test } from 'tap';
import { EMITTERS, generateCode, LANGUAGES } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { ca, good } from '../support/certificates.ts';
import { isFull } from '../support/full.ts';
import { startRecorder } from '../support/recorder.ts';
import { type Prepared, RUNNERS, WINDOWS, workspace } from './support/runners.ts';

const BYTES = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7) % 256));
const TEXT = 'what was missing';

/** By name, a command, whether it ends well, and what it prints. */
const CASES: readonly [name: string, command: string, isWell: boolean, shown: RegExp | undefined][] = [
  ['output', 'curl -o saved.bin ORIGIN/bytes', true, /^(?!.*what)/s],
  ['remote-name', 'curl -O --output-dir sub ORIGIN/bytes.bin?x=1', true, undefined],
  ['fail', 'curl -f ORIGIN/missing', false, /^(?!.*what was missing)/s],
  ['fail-and-save', 'curl -f -o failed.bin ORIGIN/missing', false, undefined],
  ['fail-stream', 'curl -fN ORIGIN/missing', false, /^(?!.*what was missing)/s],
  ['fail-not-moved', 'curl -f ORIGIN/moved', true, undefined],
  ['fail-with-body-not-moved', 'curl --fail-with-body ORIGIN/moved', true, undefined],
  ['fail-with-body', 'curl --fail-with-body ORIGIN/missing', false, /what was missing/],
  ['no-fail', 'curl ORIGIN/missing', true, /what was missing/],
  ['headers', 'curl -i ORIGIN/text', true, /x-seen: yes.*what was missing/is],
  ['head', 'curl -I ORIGIN/text', true, /200.*x-seen: yes/is],
  ['stream', 'curl -N ORIGIN/text', true, /what was missing/],
  ['events', "curl ORIGIN/text -H 'Accept: text/event-stream'", true, /what was missing/],
];

/** The same; a program that warns is not run. */
const LOCAL_CASES: typeof CASES = [
  ['certificates', 'curl --cacert ca.pem --cert client.pem --key client.key SECURE/', true, /client good/],
  ['certificate-with-key', 'curl --cacert ca.pem --cert both.pem SECURE/', true, /client good/],
  ['certificate-insecure', 'curl -k --cert both.pem SECURE/', true, /client good/],
  ['socket', 'curl --unix-socket server.sock http://localhost/', true, /through the socket/],
  ['retry', 'curl --retry 2 ORIGIN/busy', true, /what was missing/],
  ['retry-with-body', 'curl -f --retry 2 -d x=1 ORIGIN/busy-form', true, /what was missing/],
  ['retry-after-timeout', 'curl -m 1 --retry 1 ORIGIN/silent', true, /what was missing/],
  ['retry-exhausted', 'curl --retry 1 ORIGIN/missing/retried', true, /what was missing/],
];

/** Starts a server on a port of 127.0.0.1, or on a socket, until the test ends. */
async function listen(t: Test, server: Server, path?: string): Promise<void> {
  await new Promise<void>((resolve) =>
    path === undefined ? server.listen(0, '127.0.0.1', resolve) : server.listen(path, resolve),
  );
  t.teardown(() => server.close());
}

/** The cases of the short run. */
const SHORT = new Set(['output', 'remote-name', 'fail', 'fail-and-save', 'headers', 'stream']);

const PROGRAMS = LANGUAGES.flatMap((language) =>
  EMITTERS[language].libraries
    .filter(({ name }) => !WINDOWS.has(name))
    .map(({ name }) => [language, name] as const),
);

for (const [language, library] of PROGRAMS)
  t.test(`${language} with ${library}`, async (t) => {
    const runner = RUNNERS[language];
    if (runner === undefined) return t.fail('there is no runner for it');
    const skip = runner.missing();
    if (skip !== false) return t.pass('not run', { skip });
    const busy = new Set(['/busy', '/busy-form', '/silent']);
    const recorder = await startRecorder(({ target, body }) =>
      busy.delete(target)
        ? { status: 503, body: 'not yet', isSilent: target === '/silent' }
        : {
            status:
              target.startsWith('/missing') || (target === '/busy-form' && `${body}` !== 'x=1')
                ? 404
                : target.startsWith('/moved')
                  ? 302
                  : 200,
            headers: [['X-Seen', 'yes']],
            body: target.startsWith('/bytes') ? BYTES : TEXT,
          },
    );
    const { root, cwd, remove } = await workspace();
    t.teardown(async () => {
      await recorder.close();
      await remove();
    });
    const secure = createServer(
      { ...good, ca: ca.cert, requestCert: true, rejectUnauthorized: true },
      ({ socket }, response) =>
        response.end(`client ${(socket as TLSSocket).getPeerCertificate().subject.CN}`),
    );
    await listen(t, secure);
    const { port } = secure.address() as AddressInfo;
    await listen(
      t,
      createPlainServer((_request, response) => response.end('through the socket')),
      join(cwd, 'server.sock'),
    );
    await writeFile(join(cwd, 'ca.pem'), ca.cert);
    await writeFile(join(cwd, 'client.pem'), good.cert);
    const key = createPrivateKey(good.key).export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(cwd, 'client.key'), key);
    await writeFile(join(cwd, 'both.pem'), `${key}${good.cert}`);
    await mkdir(join(cwd, 'sub'));
    const programs: Prepared[] = [];
    const run: (typeof CASES)[number][] = [];
    for (const one of [...CASES, ...LOCAL_CASES].filter(([name]) => isFull || SHORT.has(name))) {
      const [name, command] = one;
      const { code, warnings: all } = generateCode(
        parseCurl(command.replace('ORIGIN', recorder.origin).replace('SECURE', `https://127.0.0.1:${port}`)),
        language,
        { library },
      );
      const warnings = all.filter(({ message }) => !message.includes('PKCS #8'));
      if (LOCAL_CASES.includes(one) && warnings.length > 0) {
        t.ok(
          warnings.every((warning) => warning.code === 'option_unsupported'),
          `${name}: the warnings say what is left out`,
        );
        continue;
      }
      t.same(warnings, [], `${name}: nothing is left out`);
      run.push(one);
      const folder = join(root, 'programs', name);
      await mkdir(folder, { recursive: true });
      programs.push({ name, code, folder });
    }
    const outcomes = await runner.run(programs, cwd);
    for (const [index, [name, , isWell, shown]] of run.entries()) {
      const { status, output } = outcomes[index] ?? { status: -1, output: '' };
      t.equal(status === 0, isWell, `${name}: ends ${isWell ? 'well' : 'with another status than 0'}`) ||
        t.comment(`${status} ${output}\n${programs[index]?.code}`);
      if (shown !== undefined) t.match(output, shown, `${name}: what is shown`);
    }
    t.notOk(
      existsSync(join(cwd, 'failed.bin')) && (await readFile(join(cwd, 'failed.bin'))).length > 0,
      'the body of a failure is not saved',
    );
    for (const file of ['saved.bin', 'sub/bytes.bin'])
      t.ok((await readFile(join(cwd, file))).equals(BYTES), `${file} has the bytes`);
  });
