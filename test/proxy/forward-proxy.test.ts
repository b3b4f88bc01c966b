/** EGRESS_PROXY_URL with a real forward proxy, and with ones that misbehave. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Server as ForwardProxyServer } from 'proxy-chain';
import t, { type Test } from 'tap';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import { createForwardProxy } from '../../src/proxy/connect/forward-proxy.ts';
import { startProxy } from '../support/proxy.ts';
import { startRecorder } from '../support/recorder.ts';
import { ok } from './hostile/behaviour.ts';
import { startHostileServers } from './hostile/servers.ts';

const LOOPBACK = parseAddressRules('127.0.0.1');

async function startForward(t: Test) {
  const asked: string[] = [];
  const server = new ForwardProxyServer({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password, hostname, port, isHttp }) => {
      asked.push(`${isHttp ? 'http' : 'connect'} ${username}:${password} ${hostname}:${port}`);
      return { requestAuthentication: username !== 'us@er' || password !== 'p:w' };
    },
  });
  await server.listen();
  t.teardown(() => server.close(true));
  return { asked, address: `127.0.0.1:${server.port}` };
}

t.test('http in absolute form, https through a tunnel, with credentials', async (t) => {
  const forward = await startForward(t);
  const recorder = await startRecorder();
  const secure = await startHostileServers([
    { name: 'x', server: 'good', serve: (socket) => socket.write(ok('tls')), expect: 'completed' },
  ]);
  const proxy = startProxy({ allow: LOOPBACK, proxyUrl: `http://us%40er:p%3Aw@${forward.address}` });
  t.teardown(() => Promise.all([proxy.close(), recorder.close(), secure.close()]));
  const { response, request } = await proxy.send({
    url: `${recorder.origin}/a%2Fb?c`,
    body: 'x',
    headers: { 'X-A': '1' },
  });
  t.match(response, { status: 200, remote_address: null });
  const got = await recorder.next();
  t.match(got, { method: 'POST', target: '/a%2Fb?c' });
  t.notOk(
    got.headers.some(([name]) => name.toLowerCase() === 'proxy-authorization'),
    'the target does not see the credentials',
  );
  t.notOk('Proxy-Authorization' in request.headers, 'nor does the record');
  const url = secure.urlOf(0).replace('target.test', '127.0.0.1');
  t.match((await proxy.send({ url, options: { insecure: true } })).response, {
    body: 'tls',
    tls: { subject: 'CN=good' },
    remote_address: null,
  });
  const port = new URL(url).port;
  t.strictSame(forward.asked, [`http us@er:p:w ${recorder.host}`, `connect us@er:p:w 127.0.0.1:${port}`]);
});

t.test('what is still checked here: literals, internal names, hygiene, every hop', async (t) => {
  const forward = await startForward(t);
  const recorder = await startRecorder(() => ({
    status: 302,
    headers: [['Location', 'http://169.254.169.254/']],
  }));
  const proxy = startProxy({ allow: LOOPBACK, proxyUrl: `http://us%40er:p%3Aw@${forward.address}` });
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  for (const host of ['10.0.0.1', '[::1]', 'localhost', 'db', 'metadata.google.internal', '0x7f.2'])
    for (const scheme of ['http', 'https'])
      t.match(
        await proxy.refused({ url: `${scheme}://${host}/` }),
        [{ code: 'destination_refused' }],
        `${scheme}://${host}`,
      );
  t.match(await proxy.refused({ url: recorder.origin, options: { request_target: 'http://10.0.0.1/' } }), [
    { field: '/options/request_target' },
  ]);
  t.equal(forward.asked.length, 0);
  t.match(await proxy.send({ url: recorder.origin, options: { follow_redirects: true } }), {
    error: { code: 'destination_refused' },
  });
  t.equal(forward.asked.length, 1);
});

t.test("a forward proxy's own answer to a request in absolute form", async (t) => {
  const answer = (status: string, ...headers: string[]) =>
    [`HTTP/1.1 ${status}`, ...headers, 'Content-Length: 0', '', ''].join('\r\n');
  for (const [said, expected, warned] of [
    [answer('407 Proxy Authentication Required'), 'refused', false],
    [answer('403 Forbidden', 'X-Squid-Error: ERR_ACCESS_DENIED 0'), 'refused', false],
    [answer('403 Forbidden', 'Proxy-Status: proxy.example; error="http_request_denied"'), 'refused', false],
    [answer('407 No', 'X-Smokescreen-Error: denied by policy'), 'refused', false],
    [answer('503 Unavailable', 'X-Squid-Error: ERR_CONNECT_FAIL 111'), 'connection_refused', false],
    [answer('504 Timeout', 'Proxy-Status: p; error=connection_timeout'), 'timeout', false],
    [answer('403 Forbidden'), 'completed', true],
    [answer('502 Bad Gateway'), 'completed', true],
    [answer('200 OK', 'Proxy-Status: proxy.example; fwd=miss'), 'completed', false],
    [answer('404 Not Found'), 'completed', false],
  ] as const) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(said));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = startProxy({ proxyUrl: `http://127.0.0.1:${port}` });
    if (expected === 'refused')
      t.match(await proxy.refused({ url: 'http://example.com/' }), [{ code: 'destination_refused' }], said);
    else {
      const { status, error, warnings } = await proxy.send({ url: 'http://example.com/' });
      t.equal(error?.code ?? status, expected, said);
      t.same(
        warnings.map(({ code }) => code),
        warned ? ['forward_proxy_answer'] : [],
      );
    }
    await proxy.close();
    server.close();
  }
});

t.test('a forward proxy that refuses, breaks or is not there', async (t) => {
  const table: readonly (readonly [answer: string | undefined, expected: string])[] = [
    ['HTTP/1.1 502 Bad Gateway\r\n\r\n', 'connection_refused'],
    ['HTTP/1.1 504 Gateway Timeout\r\n\r\n', 'timeout'],
    ['nonsense\r\n\r\n', 'invalid_response'],
    ['x'.repeat(20_000), 'invalid_response'],
    ['', 'connection_reset'],
    [undefined, 'timeout'],
  ];
  for (const [answer, expected] of table) {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', () => {
        if (answer !== undefined) socket.end(answer);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = startProxy({ proxyUrl: `http://127.0.0.1:${port}`, timeoutMs: 500 });
    const { error } = await proxy.send({ url: 'https://example.com/' });
    t.equal(error?.code, expected, `${answer?.slice(0, 30)}: ${error?.message}`);
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  const refusing = await startForward(t);
  const wrong = startProxy({ proxyUrl: `http://${refusing.address}` });
  t.match(await wrong.refused({ url: 'https://example.com/' }), [{ code: 'destination_refused' }], '407');
  await wrong.close();
  const absent = startProxy({ proxyUrl: 'http://127.0.0.1:1' });
  t.match((await absent.send({ url: 'https://example.com/' })).error, {
    code: 'connection_refused',
    message: 'The forward proxy cannot be reached.',
  });
  await absent.close();
  for (const url of ['', 'socks5://x', 'x', 'http://', 'ftp://x'])
    t.throws(() => createForwardProxy(url), /forward proxy must be/);
});
