/** No value of a caller ends the process: hostile values where they become header lines, and exceptions in hooks. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { fieldValue } from '../src/runtime/field-values.ts';
import { hasCommonHeaders, testApp } from './helper.ts';
import { long } from './support/full.ts';
import { KEY, startServer, temporaryFolder } from './support/server-process.ts';

/** Texts that are no legal field value, or no path of the account, or both. */
const HOSTILE = [
  ...['€', '\r\nX-Evil: 1', '\n', '\0', '\x7f', '\x01', '\ud800', '\u{1f600}', '\u2028', 'é', '%0d%0a', '\t'],
  ...[
    '../../p/x',
    '%2e%2e/%2e%2e/p/x',
    '..\\..\\p',
    '?a=€',
    '#€',
    '?next=/account/%E2%82%AC',
    '//evil.example',
    ' ',
  ],
  ...['constructor', '__proto__', 'x'.repeat(20_000)],
];
const NEXT = [
  ...HOSTILE.map((value) => `/account/${value}`),
  ...HOSTILE,
  ...['//evil.example/account/', 'https://evil.example/account/keys', '/\\evil.example/account/x'],
  ...[
    'javascript:alert(1)',
    'blob:http://x/account/keys',
    '/account',
    '/accounts/x',
    '\t//evil.example/account/',
  ],
];

t.test('a field value is ASCII without control characters, and says the same', (t) => {
  t.equal(fieldValue('W/"a" <b>; c="d"\té'), 'W/"a" <b>; c="d"\t%C3%A9');
  for (const value of [...HOSTILE, ...NEXT]) t.match(fieldValue(value), /^[\t\x20-\x7e]*$/, 'legal');
  t.equal(fieldValue('/a?b=€\r\n\u{1f600}\ud800'), '/a?b=%E2%82%AC%0D%0A%F0%9F%98%80%EF%BF%BD');
  t.end();
});

t.test('hostile addresses and fields at every page that redirects', { timeout: 120_000 }, async (t) => {
  const server = await startServer(t, { DATA_DIR: temporaryFolder(t), TRUST_PROXY: 'true' });
  let address = 0;
  const send = async (method: string, path: string, cookie: string, fields?: Record<string, string>) => {
    address += 1;
    const headers = {
      cookie,
      accept: 'text/html',
      'x-forwarded-for': `10.1.${address >> 8}.${address & 255}`,
    };
    const body = fields && new URLSearchParams(fields).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = httpRequest(server.origin + path, { method, headers: { ...headers, ...(body && type) } });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const page = await text(response);
    const { statusCode = 0, headers: received } = response;
    const location = received.location ?? '';
    if (statusCode >= 500) t.fail(`${statusCode} for ${method} ${path} ${body}`);
    if (statusCode === 303 && !/^\/account(?:$|[/?])[\x21-\x7e]*$/.test(location))
      t.fail(`${JSON.stringify(location)} for ${method} ${path} ${body}`);
    if (received['x-evil'] !== undefined || received['x-request-id'] === undefined)
      t.fail(`headers of ${path}`);
    const cookies = new Map(
      (received['set-cookie'] ?? []).map((line) => {
        const [name = '', value = ''] = line.replace(/;.*/s, '').split(/=(.*)/s);
        return [name, value];
      }),
    );
    return { location, page, cookies: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  };
  const tokenIn = (page: string) => /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const form = await send('GET', '/account', '');
  const signIn = (next: string) =>
    send('POST', '/account/sign-in', form.cookies, { _csrf: tokenIn(form.page), key: KEY, next });

  for (const next of NEXT) await signIn(next);
  t.equal((await signIn('/account/keys?page=2#x')).location, '/account/keys?page=2#x');
  t.equal((await signIn(`${server.origin}/account/keys`)).location, '/account/keys');
  t.equal((await signIn('/account/€')).location, '/account/%E2%82%AC');
  t.equal((await signIn('/account/../p/x')).location, '/account/playgrounds');

  const { cookies } = await signIn('');
  const session = `${cookies}; ${form.cookies}`;
  for (const next of NEXT)
    await send('GET', `/account?next=${encodeURIComponent(next.toWellFormed())}`, session);
  const _csrf = tokenIn((await send('GET', '/account/keys', session)).page) || tokenIn(form.page);
  const PATHS = ['keys/ID/revoke', 'playgrounds/ID', 'playgrounds/ID/delete'];
  for (const path of [...PATHS, 'tests/ID/example', 'playgrounds/ID/remove-example', 'playgrounds', 'ID'])
    for (const value of HOSTILE) {
      const escaped = encodeURIComponent(value.toWellFormed());
      await send('GET', `/account/${path.replace('ID', escaped)}?next=${escaped}`, '');
      await send('POST', `/account/${path.replace('ID', escaped)}`, session, {
        _csrf,
        name: value,
        access: value,
      });
    }
  t.equal((await server.fetch('/healthz')).status, 200, 'alive');
  t.equal(server.child.exitCode, null);
});

t.test('whatever a handler sets becomes a legal header', async (t) => {
  const { app } = await testApp(t, 'pglite', {
    prepare: (app) =>
      app.get('/hostile', async (_request, reply) => {
        for (const name of ['location', 'link', 'etag', 'content-disposition', 'www-authenticate', 'allow'])
          reply.header(name, `a\r\nx-evil: 1\0€`);
        return reply.header('set-cookie', ['a=€', 'b=\n']).send('x');
      }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a TCP server's address
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/hostile`);
  t.equal(status, 200);
  t.equal(headers.get('link'), 'a%0D%0Ax-evil: 1%00%E2%82%AC');
  t.equal(headers.get('x-evil'), null);
});

t.test('an exception in a hook is a 500 with a request id', async (t) => {
  const lines: string[] = [];
  const { app } = await testApp(t, 'pglite', {
    env: { LOG_LEVEL: 'error' },
    logStream: { write: (line) => lines.push(line) },
    prepare: (app) =>
      app.register(async (own) => {
        own.addHook('onSend', async ({ url }) => {
          if (url.startsWith('/api/async')) throw new Error('a secret of ours');
        });
        own.addHook('onSend', ({ url }, _reply, payload, done) => {
          if (url === '/api/thrown') throw new Error('a secret of ours');
          const error = url === '/api/called' ? new Error('a secret of ours') : null;
          done(error as null, payload); // its type lacks the error
        });
        for (const path of ['/api/async', '/api/thrown', '/api/called']) own.get(path, async () => 'fine');
      }),
  });
  for (const url of ['/api/async', '/api/thrown', '/api/called'])
    for (const accept of ['application/json', 'text/html']) {
      const answer = await app.inject({ url, headers: { accept } });
      t.equal(answer.statusCode, 500, url);
      hasCommonHeaders(t, answer);
      t.match(answer.json(), {
        error: { code: 'internal_error', request_id: answer.headers['x-request-id'] },
      });
      t.notMatch(answer.body, 'secret');
    }
  t.match(lines.join(''), 'a secret of ours', 'the reason is in the log');
});

t.test(
  'after an uncaught exception the process finishes what is under way and exits',
  { skip: long },
  async (t) => {
    // Stands for a fault of ours: the exception is thrown outside of any request.
    const fault = 'process.on("SIGUSR2", () => setTimeout(() => { throw new Error("a fault of ours") }))';
    for (const thrown of [fault, fault.replace(/throw (.*\)) /, 'Promise.reject($1) ')]) {
      const FAULT = `data:text/javascript,${encodeURIComponent(thrown)}`;
      // `$3` is Node and `$4` the server.
      const withFault = ['sh', '-c', 'unset NODE_OPTIONS; exec "$3" --import "$FAULT" "$4"'];
      const server = await startServer(t, { DATA_DIR: temporaryFolder(t), FAULT }, withFault);
      const { port } = new URL(server.origin);
      const slow = connect(Number(port), '127.0.0.1');
      slow.on('error', () => {});
      let answer = '';
      slow.setEncoding('utf8').on('data', (data) => {
        answer += data;
      });
      const body = JSON.stringify({ curl: 'curl https://a.example' });
      slow.write(
        `POST /api/parse-curl HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
      );
      await server.fetch('/healthz');
      server.child.kill('SIGUSR2');
      setTimeout(() => slow.write(body.slice(5)), 1_000);
      const { code, stdout } = await server.exited;
      t.equal(code, 1, 'a supervisor starts it again');
      t.match(stdout, /"level":60.*a fault of ours/, 'logged');
      t.match(answer, /^HTTP\/1\.1 200 /, 'the request under way was answered');
    }
  },
);
