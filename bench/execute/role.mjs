/**
 * The other processes of bench/execute.ts, as plain JavaScript: tsx wraps every function that is made, which costs
 * the more the more a program is its own. Prints its URL.
 */
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import Fastify from 'fastify';
import got from 'got';

async function target() {
  const server = createServer((incoming, answer) => {
    incoming.resume();
    incoming.on('end', () => {
      answer.setHeader('content-type', 'application/json');
      answer.end('{"ok":true,"items":[1,2,3]}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

/** What anybody would write first: no guard, no account, no record. */
function floor() {
  const app = Fastify();
  const agent = { http: new Agent({ keepAlive: false }) };
  app.post('/execute', async ({ body: { method, url, headers, body } }) => {
    const answer = await got(url, {
      method,
      headers,
      json: body,
      agent,
      retry: { limit: 0 },
      throwHttpErrors: false,
      followRedirect: false,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

console.log(await (process.argv[2] === 'target' ? target() : floor()));
