/** Clients that send many requests at once, or read slowly or never: over sockets, as Node's own parser reads them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { testApp } from '../helper.ts';
import { long } from '../support/full.ts';

const DOCUMENT = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

async function open(t: Test, app: FastifyInstance): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo; // a TCP server's address
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the server may close it before all is sent
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A request that executes a test of a URL, as bytes. */
function execute(key: string, url: string): string {
  const body = JSON.stringify({ url });
  return [
    'POST /api/tests/execute HTTP/1.1',
    ...['Host: a', `Authorization: Bearer ${key}`, 'Content-Type: application/json'],
    ...[`Content-Length: ${body.length}`, '', body],
  ].join('\r\n');
}

const connections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

t.test('pipelined requests begin one after the other and are answered in order', async (t) => {
  let running = 0;
  let most = 0;
  const target = createServer(async (request, response) => {
    most = Math.max(most, ++running);
    await wait(20);
    running -= 1;
    response.end(request.url);
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => target.close());
  const { port } = target.address() as AddressInfo; // a TCP server's address
  const { app, key } = await testApp(t, 'pglite', { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = await open(t, app);
  const paths = Array.from({ length: 30 }, (_, at) => `/${at}-`);
  socket.write(paths.map((path) => execute(key, `http://127.0.0.1:${port}${path}`)).join(''));
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    if (received.includes('"/29-"')) break;
  }
  const bodies = [...received.matchAll(/"body":"(\/\d+-)"/g)].map(([, body]) => body);
  t.strictSame(bodies, paths);
  t.equal(most, 1);
});

t.test('a connection on which too many requests wait is closed', async (t) => {
  const { app } = await testApp(t, 'pglite');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = await open(t, app);
  socket.write(DOCUMENT.repeat(500));
  socket.resume();
  await once(socket, 'close');
  const after = await open(t, app);
  after.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  t.match(String((await once(after, 'data'))[0]), /^HTTP\/1\.1 200/);
});

t.test('a client that reads nothing is disconnected', async (t) => {
  const { app } = await testApp(t, 'pglite', { env: { REQUEST_TIMEOUT_MS: '500' } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  for (let count = 0; count < 20; count += 1) (await open(t, app)).write(DOCUMENT.repeat(30));
  const asked = performance.now();
  while ((await connections(app)) > 0 && performance.now() - asked < 20_000) await wait(50);
  t.equal(await connections(app), 0);
});

t.test(
  'a request that waits takes its own time, and none runs whose client has left',
  { skip: long },
  async (t) => {
    const seen: (string | undefined)[] = [];
    const target = createServer(async (request, response) => {
      seen.push(request.url);
      await wait(2_500);
      response.end('late');
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    t.teardown(() => target.close());
    const { port } = target.address() as AddressInfo; // a TCP server's address
    const env = { EGRESS_ALLOW: `127.0.0.1:${port}`, REQUEST_TIMEOUT_MS: '800' };
    const { app, key } = await testApp(t, 'pglite', { env });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = await open(t, app);
    socket.write(
      `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${execute(key, `http://127.0.0.1:${port}/own-time`)}`,
    );
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (received.includes('"late"')) break;
    }
    t.match(received, /^HTTP\/1\.1 200[\s\S]*HTTP\/1\.1 200/);

    const leaving = await open(t, app);
    leaving.write(
      ['/left-0', '/left-1', '/left-2']
        .map((path) => execute(key, `http://127.0.0.1:${port}${path}`))
        .join(''),
    );
    while (!seen.includes('/left-0')) await wait(20);
    leaving.destroy();
    await wait(3_000);
    t.strictSame(seen, ['/own-time', '/left-0']);
  },
);

t.test('twenty slow readers hold up nobody, and get everything', { skip: long }, async (t) => {
  const { app, key } = await testApp(t, 'pglite');
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const { length } = (await app.inject('/openapi.json')).rawPayload;
  let fast = false;
  const slow = Array.from({ length: 20 }, async () => {
    const socket = await open(t, app);
    socket.write(DOCUMENT.repeat(20));
    const closed = once(socket, 'close');
    let bytes = 0;
    while (bytes < 20 * length) {
      if (!fast) await wait(100);
      const chunk = socket.read(fast ? undefined : 16 * 1024) as Buffer | null; // no encoding is set
      bytes += chunk?.length ?? 0;
      if (socket.destroyed) throw new Error(`disconnected after ${bytes} bytes`);
      if (chunk === null) await Promise.race([once(socket, 'readable'), closed]);
    }
    t.equal(fast, true, 'no slow reader was done before');
  });
  for (let count = 0; count < 100; count += 1) {
    const response = await fetch(`${origin}/api/parse-curl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"curl":"curl http://a.example"}',
    });
    t.equal(response.status, 200);
    await response.arrayBuffer();
  }
  fast = true;
  await Promise.all(slow);
});
