/**
 * A server to try things against: answers every request with what it was sent, as JSON.
 *   node examples/echo.mjs [port]
 */
import { createServer } from 'node:http';

const port = Number(process.argv[2] ?? 4000);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { 'content-type': contentType, authorization } = request.headers;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      method: request.method,
      url: request.url,
      content_type: contentType,
      authorization,
      body: Buffer.concat(chunks).toString(),
    }),
  );
}).listen(port, '127.0.0.1', () => console.log(`echo listens on http://127.0.0.1:${port}`));
