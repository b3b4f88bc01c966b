/** The floor of pages: Fastify that sends the same answer as a page, header lines and body, and does nothing else. */
import { request } from 'node:http';
import Fastify from 'fastify';

const [page] = process.argv.slice(2);
const { headers, bytes } = await new Promise((resolve) => {
  request(page, { headers: { 'accept-encoding': 'br' } }, (answer) => {
    const chunks = [];
    answer
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
  }).end();
});
// Node writes these for each answer.
for (const name of ['connection', 'keep-alive', 'date', 'content-length']) delete headers[name];
const app = Fastify();
app.get('/', (_request, reply) => reply.headers(headers).send(bytes));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
