/** A process with the server that executed tests are sent to. */
import { createServer } from 'node:http';

const body = JSON.stringify({ users: Array.from({ length: 20 }, (_, id) => ({ id, name: `user ${id}` })) });

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
