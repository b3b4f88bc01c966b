/** What pages refuse before they read a body: the body is announced and never sent. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { testApp } from '../helper.ts';
import { Visitor } from '../support/visitor.ts';

const FORM = 'application/x-www-form-urlencoded';

t.test('session, origin, type, size and limit come before the body', async (t) => {
  const { app, key } = await testApp(t, 'pglite', {
    env: { ANONYMOUS_PER_MINUTE: '60', TRUST_PROXY: 'true' },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a TCP server's address
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  /** The status of a request whose body never comes. */
  const status = async (path: string, length: number, headers: Record<string, string>): Promise<number> => {
    const lines = Object.entries({ Host: 'a', 'Content-Length': String(length), ...headers });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data', { signal: AbortSignal.timeout(15_000) })) as [Buffer];
    socket.destroy();
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(head))?.[1]);
  };
  const BIG = 2_000_000;
  const [json, form] = [{ 'Content-Type': 'application/json' }, { 'Content-Type': FORM }];
  const routes = [
    'keys',
    'playgrounds',
    'playgrounds/x',
    'playgrounds/x/delete',
    'playgrounds/picked',
    'playgrounds/restore',
    'playgrounds/import',
    'run',
    'preview',
    'tests/x/example',
  ];
  const paths = [...routes, 'sign-in', 'sign-out', 'keys/x/revoke'].map((path) => `/account/${path}`);
  for (const path of [...paths, '/', '/p/x/run']) {
    t.equal(await status(path, BIG, json), 415, `${path} takes no JSON`);
    t.equal(await status(path, BIG, { ...json, Cookie: cookie }), 415, `${path} with a session, too`);
    t.equal(
      await status(path, 10, { ...form, Origin: 'https://evil.example' }),
      403,
      `${path} from another site`,
    );
  }
  // A run with files, and a document.
  const LARGER = new Map([
    ['run', 50_000_000],
    ['playgrounds/import', 50_000_000],
  ]);
  for (const path of routes) {
    t.equal(
      await status(`/account/${path}`, 10, { ...form, Accept: 'text/html' }),
      303,
      `${path} needs a session`,
    );
    t.equal(await status(`/account/${path}`, 10, { ...form, Accept: 'application/json' }), 401);
    const bytes = LARGER.get(path) ?? 300_000;
    t.equal(await status(`/account/${path}`, bytes, { ...form, Cookie: cookie }), 413, 'at most 256 KiB');
  }
  t.equal(
    await status('/account/rewrite', BIG, { ...json, Accept: 'application/json' }),
    401,
    'a script needs a session',
  );
  const evil = { ...json, Cookie: cookie, 'Sec-Fetch-Site': 'same-site' };
  t.equal(await status('/account/rewrite', 9, evil), 403, 'of our own origin');
  t.equal(await status('/account/rewrite', BIG, { ...json, Cookie: cookie }), 413);
  const from = { ...form, 'X-Forwarded-For': '192.0.2.7', Accept: 'application/json' };
  let refused = false;
  // A minute may end meanwhile.
  for (let count = 0; count < 124 && !refused; count += 1)
    refused = (await status('/account/keys', 10, from)) === 429;
  t.ok(refused, 'the limit of an address comes before the body');
  t.equal((await visitor.open('/account/keys')).statusCode, 200, 'a session is not an address');
});
