/** The other processes of bench/stream.ts, as plain JavaScript. Prints its URL. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream';

const EVENTS = 50;
const PAUSE_MS = 100;

/** Writes events like those of an LLM API, each with the time at which it is written: nanoseconds of the system's clock. */
function target(_request, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let left = EVENTS;
  const timer = setInterval(() => {
    response.write(`data: {"written":"${process.hrtime.bigint()}","delta":"some words of it"}\n\n`);
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    response.end();
  }, PAUSE_MS);
  response.on('close', () => clearInterval(timer));
}

/** A proxy that does nothing but pass on: the URL comes as the body. */
async function floor(incoming, response) {
  let body = '';
  for await (const bytes of incoming) body += bytes;
  request(JSON.parse(body).url, { agent: false }, (received) => {
    response.writeHead(received.statusCode, received.headers);
    pipeline(received, response, () => {});
  }).end();
}

const server = createServer(process.argv[2] === 'target' ? target : floor);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${server.address().port}/`);
