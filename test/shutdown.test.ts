import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { freshPostgresUrl, onEachDatabase } from './helper.ts';
import { long } from './support/full.ts';
import { KEY, startServer, temporaryFolder } from './support/server-process.ts';
import { collect, HEAD, readEvents, startStreamTarget } from './support/stream-target.ts';

t.test(
  'a kept connection with a request under way is answered, closed, and the server ends',
  { skip: long },
  async (t) => {
    let terminate = () => {};
    const target = createServer((_request, response) => {
      terminate();
      setTimeout(() => response.end('late'), 1_000);
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    t.teardown(() => target.close());
    const { port } = target.address() as AddressInfo; // of a TCP server
    const server = await startServer(t, { DATA_DIR: temporaryFolder(t) });
    terminate = () => server.child.kill('SIGTERM');
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const execute = httpRequest(`${server.origin}/api/tests/execute`, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    execute.end(JSON.stringify({ url: `http://127.0.0.1:${port}/` }));
    const [response] = (await once(execute, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response) body += chunk;
    t.equal(response.statusCode, 200);
    t.equal(JSON.parse(body).response.body, 'late', 'the request under way is finished');
    t.equal(response.headers.connection, 'close', 'the client is told to let go of the connection');
    const { code, stderr } = await server.exited;
    t.same({ code, stderr }, { code: 0, stderr: '' }, 'well before the grace period is over');
  },
);

t.test(
  'an answer that is being sent is sent to its end, and its connection holds nothing up',
  { skip: long },
  async (t) => {
    const server = await startServer(t, { DATA_DIR: temporaryFolder(t) });
    const command = `curl https://api.example.com -d ${'x'.repeat(60_000)}`;
    const body = JSON.stringify({ curl_command: command });
    const create = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const created = Array.from({ length: 100 }, () => server.fetch('/api/playgrounds', create));
    for (const { status } of await Promise.all(created)) t.equal(status, 201);
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const headers = { authorization: `Bearer ${KEY}` };
    const asked = httpRequest(`${server.origin}/api/playgrounds?limit=100`, { agent, headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    t.not(response.headers.connection, 'close', 'the head is older than the signal');
    server.child.kill('SIGTERM');
    // Nothing is read for a while: most of the answer waits in the server.
    await new Promise((resolve) => setTimeout(resolve, 500));
    let answer = '';
    for await (const chunk of response) answer += chunk;
    t.equal(JSON.parse(answer).data.length, 100);
    const { code, stderr } = await server.exited;
    t.same({ code, stderr }, { code: 0, stderr: '' }, 'well before the grace period is over');
  },
);

t.test('connections without a request under way hold nothing up', { skip: long }, async (t) => {
  const server = await startServer(t, { DATA_DIR: temporaryFolder(t) });
  const { port } = new URL(server.origin);
  const open = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {}); // the server lets go of it
    if (text !== '') socket.write(text);
    return once(socket, 'close');
  };
  const silent = [...Array(5)].map(() => open(''));
  const half = open('GET /healthz HTTP/1.1\r\nHost: a');
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const kept = httpRequest(`${server.origin}/healthz`, { agent }).end();
  const [response] = (await once(kept, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  server.child.kill('SIGTERM');
  await Promise.all([...silent, half]);
  const { code, stderr } = await server.exited;
  t.same({ code, stderr }, { code: 0, stderr: '' });
});

t.test(
  'before it stops the server says so, and serves until load balancers have noticed',
  { skip: long },
  async (t) => {
    const server = await startServer(t, { DATA_DIR: temporaryFolder(t), SHUTDOWN_DELAY_MS: '3000' });
    const status = async (path: string) => (await server.fetch(path)).status;
    t.equal(await status('/readyz'), 200);
    const told = performance.now();
    server.child.kill('SIGTERM');
    while ((await status('/readyz')) !== 503) await new Promise((resolve) => setTimeout(resolve, 10));
    t.equal(await status('/api/usage'), 200, 'requests are served');
    t.equal(await status('/healthz'), 200);
    t.match(await server.exited, { code: 0, stderr: '' });
    t.ok(performance.now() - told >= 3_000, 'for as long as it was told to');
  },
);

t.test(
  'a kept connection is served when the server listens no more, and closed then',
  { skip: long },
  async (t) => {
    const server = await startServer(t, { DATA_DIR: temporaryFolder(t), SHUTDOWN_DELAY_MS: '1500' });
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const create = async () => {
      const sent = httpRequest(`${server.origin}/api/playgrounds`, { method: 'POST', agent, headers });
      sent.end(JSON.stringify({ curl_command: 'curl https://api.example.com' }));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return {
        reused: sent.reusedSocket,
        status: response.statusCode,
        connection: response.headers.connection,
      };
    };
    const refused = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => resolve(false));
        socket.on('error', () => resolve(true)).on('connect', () => socket.destroy());
      });
    t.match(await create(), { status: 201 });
    server.child.kill('SIGTERM');
    while (!(await refused())) await new Promise((resolve) => setTimeout(resolve, 20));
    t.same(await create(), { reused: true, status: 201, connection: 'close' });
    t.match(await server.exited, { code: 0, stderr: '' });
  },
);

onEachDatabase(
  t,
  'SIGTERM while tests stream: those that end in time are complete, the others end with a result',
  async (t, driver) => {
    const { url } = await startStreamTarget(t, async (socket, request) => {
      socket.write(`${HEAD}\r\ndata: 1\n\n`);
      if (request.includes('/short')) setTimeout(() => socket.end('data: 2\n\n'), 1_000);
    });
    const server = await startServer(t, {
      DATA_DIR: temporaryFolder(t),
      ...(driver === 'postgres' && { DATABASE_URL: await freshPostgresUrl() }),
      SHUTDOWN_GRACE_MS: '5000',
    });
    const stream = async (path: string) => {
      const response = await server.fetch('/api/tests/stream', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: new URL(path, url).href }),
      });
      t.equal(response.status, 200);
      return readEvents(response.body ?? new ReadableStream());
    };
    const streams = await Promise.all(['/short', '/endless', '/endless'].map(stream));
    for (const events of streams) {
      for (let event = await events.next(); ; event = await events.next()) {
        if (event.done) throw new Error('the stream ended before its body');
        if (event.value.event === 'data') break;
      }
    }
    server.child.kill('SIGTERM');
    const ends = await Promise.all(streams.map(async (events) => (await collect(events)).at(-1)));
    t.match(ends, [
      { event: 'result', data: { status: 'completed', response: { body_size: 18, truncated: false } } },
      {
        event: 'result',
        data: { status: 'failed', error: { code: 'cancelled' }, response: { body_size: 9 } },
      },
      {
        event: 'result',
        data: { status: 'failed', error: { code: 'cancelled' }, response: { body_size: 9 } },
      },
    ]);
    t.match(await server.exited, { code: 0, stderr: '' });
  },
);
