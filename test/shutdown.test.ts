import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { KEY, startServer, temporaryFolder } from './support/server-process.ts';

t.test('a kept connection with a request under way is answered, closed, and the server ends', async (t) => {
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
});
