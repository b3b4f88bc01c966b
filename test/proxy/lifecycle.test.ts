/** Caps, clients that leave, shutdown, and what accounts share: nothing. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import t, { type Test } from 'tap';
import { ApiError } from '../../src/errors.ts';
import { good } from '../support/certificates.ts';
import { startProxy } from '../support/proxy.ts';
import { startRecorder } from '../support/recorder.ts';

/** A server that accepts and never answers; `arrived(n)` resolves when n connections have come. */
async function startSilent(t: Test) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
    sockets.push(socket);
    server.emit('arrived');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    // listen() on a host and port always gives an AddressInfo.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sockets,
    async arrived(count: number) {
      while (sockets.length < count) await once(server, 'arrived');
    },
    async allClosed() {
      await Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close'))));
    },
  };
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

t.test('caps per account and in all: 503 with Retry-After, free again afterwards', async (t) => {
  const silent = await startSilent(t);
  const recorder = await startRecorder();
  const proxy = startProxy({ maxPerAccount: 2, maxTotal: 3 });
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const stop = new AbortController();
  const held = ['a', 'a', 'b'].map((account) =>
    rejection(proxy.execute({ url: silent.url }, account, stop.signal)),
  );
  await silent.arrived(3);
  for (const [account, message] of [
    ['a', /The account already has 2 tests in progress/],
    ['c', /The service has too many tests in progress/],
  ] as const) {
    const error = await rejection(proxy.execute({ url: recorder.origin }, account));
    t.type(error, ApiError);
    t.match(error, {
      code: 'service_unavailable',
      statusCode: 503,
      message,
      headers: { 'retry-after': /^\d+$/ },
    });
  }
  t.match(await rejection(proxy.execute({ url: 'http://10.0.0.1/' }, 'd')), { code: 'service_unavailable' });
  stop.abort(new Error('gone'));
  for (const error of await Promise.all(held)) t.match(error, { message: 'gone' });
  for (const account of ['a', 'a', 'b', 'c'])
    t.equal((await proxy.execute({ url: recorder.origin }, account)).response?.status, 200, 'free again');
});

t.test('a refused request gives its place back', async (t) => {
  const proxy = startProxy({ maxPerAccount: 1, maxTotal: 1 });
  t.teardown(() => proxy.close());
  for (let index = 0; index < 5; index += 1) {
    t.match(await proxy.refused({ url: 'http://10.0.0.1/' }), [{ code: 'destination_refused' }]);
    t.match(await proxy.refused({ url: 'nonsense' }), [{ code: 'invalid_url' }]);
  }
});

t.test('a client that leaves takes the outbound request with it', async (t) => {
  const silent = await startSilent(t);
  const proxy = startProxy();
  t.teardown(() => proxy.close());
  const left = new AbortController();
  const reason = new Error('the client went away');
  const running = rejection(proxy.execute({ url: silent.url }, 'a', left.signal));
  await silent.arrived(1);
  left.abort(reason);
  t.equal(await running, reason);
  await silent.allClosed();
  t.equal(
    await rejection(proxy.execute({ url: silent.url }, 'a', left.signal)),
    reason,
    'gone before it began',
  );
  t.equal(silent.sockets.length, 1);
});

t.test('leaving while connecting, while reading, while a body goes out', async (t) => {
  const silent = await startSilent(t);
  const endless = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx');
    endless.emit('arrived', socket);
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const proxy = startProxy();
  t.teardown(async () => {
    await proxy.close();
    endless.close();
  });
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
  const left = new AbortController();
  const reading = rejection(proxy.execute({ url }, 'a', left.signal));
  const [socket]: Socket[] = await once(endless, 'arrived');
  const sending = rejection(
    proxy.execute({ url: silent.url, body: 'x'.repeat(1_000_000) }, 'a', left.signal),
  );
  await silent.arrived(1);
  const handshake = rejection(
    proxy.execute({ url: silent.url.replace('http:', 'https:') }, 'a', left.signal),
  );
  await silent.arrived(2);
  left.abort(new Error('gone'));
  for (const error of await Promise.all([reading, sending, handshake])) t.match(error, { message: 'gone' });
  if (socket !== undefined && !socket.closed) await once(socket.resume(), 'close');
  await silent.allClosed();
});

t.test('shutdown ends what is under way and takes nothing new', async (t) => {
  const silent = await startSilent(t);
  const proxy = startProxy();
  const running = Array.from({ length: 5 }, (_, index) =>
    rejection(proxy.execute({ url: silent.url }, `a${index}`)),
  );
  await silent.arrived(5);
  await proxy.close();
  for (const error of [...(await Promise.all(running)), await rejection(proxy.send({ url: silent.url }))])
    t.match(error, { code: 'service_unavailable', headers: { 'retry-after': /^\d+$/ } });
  await silent.allClosed();
  await proxy.close();
});

t.test('nothing is shared: connections, TLS sessions, cookies, unsolicited answers', async (t) => {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      const own = `answer for connection ${connections.indexOf(socket)}`;
      const say = (body: string) =>
        `HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nSet-Cookie: who=${connections.indexOf(socket)}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      // The second answer is for whoever uses the connection next.
      socket.write(say(own) + say('poison'));
    });
  });
  const sessions: boolean[] = [];
  const secure = createTlsServer({ ...good, sessionTimeout: 300 }, (socket) => {
    sessions.push(socket.isSessionReused());
    socket.on('error', () => {});
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  for (const listening of [server, secure]) {
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
  }
  const proxy = startProxy();
  t.teardown(async () => {
    await proxy.close();
    server.close();
    secure.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (let index = 0; index < 10; index += 1) {
    const { response, request } = await proxy.execute({ url }, index % 2 === 0 ? 'a' : 'b');
    t.equal(response?.body, `answer for connection ${index}`);
    t.notOk('Cookie' in request.headers);
  }
  t.equal(connections.length, 10, 'a connection each');
  const tlsUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  for (let index = 0; index < 4; index += 1)
    t.equal((await proxy.execute({ url: tlsUrl, options: { insecure: true } }, 'a')).response?.body, 'ok');
  t.strictSame(sessions, [false, false, false, false], 'no session is resumed');
});

t.test('many at once leave no socket and no timer behind', async (t) => {
  const recorder = await startRecorder();
  const proxy = startProxy();
  t.teardown(() => recorder.close());
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => proxy.send({ url: recorder.origin })));
  t.ok(outcomes.every(({ response }) => response?.status === 200));
  await proxy.close();
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  t.ok(timers <= before, `${timers} timers, ${before} before`);
});
