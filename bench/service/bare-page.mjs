/** The floor of pages: Fastify that sends the bytes of one page, and does nothing else. */
import { request } from 'node:http';
import Fastify from 'fastify';

const [page] = process.argv.slice(2);
const bytes = await new Promise((resolve) => {
  request(page, { headers: { 'accept-encoding': 'br' } }, (answer) => {
    const chunks = [];
    answer.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
  }).end();
});
const app = Fastify();
app.get('/', (_request, reply) =>
  reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(bytes),
);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
