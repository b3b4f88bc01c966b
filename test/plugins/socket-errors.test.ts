/** What Node or Fastify would answer alone: raw bytes on a socket against a listening server. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t, { type Test } from 'tap';
import { matchesSchema, type TestApp, testApp } from '../helper.ts';

interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

interface World extends TestApp {
  port: number;
}

async function listening(t: Test, prepare: (server: Server) => void = () => {}): Promise<World> {
  const world = await testApp(t, 'pglite');
  prepare(world.app.server);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...world, port: (world.app.server.address() as AddressInfo).port }; // a TCP server's address
}

/** Sends bytes and reads until the server closes the connection, or until so many answers have come. */
async function exchange(
  port: number,
  bytes: string | Buffer,
  answers = Number.POSITIVE_INFINITY,
): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = Buffer.alloc(0);
  const done = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (readAnswers(received).length >= answers) resolve();
    });
    socket.on('close', () => resolve());
  });
  await once(socket, 'connect');
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), 10_000);
  await done;
  clearTimeout(timer);
  socket.destroy();
  return readAnswers(received);
}

/** Complete answers in what was received. Fails on anything that is none. */
function readAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) break;
    answers.push({ status, headers, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

function isError(t: Test, answer: RawAnswer | undefined, status: number, code: string, what: string): void {
  if (answer === undefined) {
    t.fail(`${what} gets an answer`);
    return;
  }
  t.equal(answer.status, status, `${what} is ${status}`);
  const body = JSON.parse(answer.body);
  matchesSchema(t, 'ErrorResponse', body, `${what} has the shape of an error`);
  t.equal(body.error.code, code, `${what} has its code`);
  t.equal(answer.headers['x-request-id'], body.error.request_id, `${what} has its request id`);
  for (const name of ['limit', 'remaining', 'reset'])
    t.match(answer.headers[`x-ratelimit-${name}`], /^\d+$/, `${what} has X-RateLimit-${name}`);
  t.equal(answer.headers['access-control-allow-origin'], '*', `${what} can be read by browsers`);
  t.match(answer.headers['content-type'], /^application\/json/);
}

t.test('broken requests get an answer in the shape of an error', async (t) => {
  const { port, key } = await listening(t);
  const auth = `Authorization: Bearer ${key}\r\n`;
  const host = 'Host: x\r\n';
  const post = `POST /api/parse-curl HTTP/1.1\r\n${host}${auth}Content-Type: application/json\r\n`;
  for (const [what, bytes, status = 400, code = 'invalid_request'] of [
    ['garbage', 'hello\r\n\r\n'],
    ['binary garbage', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['no target', `GET HTTP/1.1\r\n${host}\r\n`],
    ['HTTP/0.9', 'GET /nothing\r\n\r\n', 404, 'not_found'],
    ['HTTP/3.0', `GET / HTTP/3.0\r\n${host}\r\n`],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', `FROB /api/usage HTTP/1.1\r\n${host}\r\n`],
    ['a lower-case method', `get /api/usage HTTP/1.1\r\n${host}\r\n`],
    ['a header without a colon', `GET / HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ['a space before the colon', `GET / HTTP/1.1\r\n${host}a : b\r\n\r\n`],
    ['NUL in a header', `GET / HTTP/1.1\r\n${host}a: \0\r\n\r\n`],
    ['a bare CR in a header', `GET / HTTP/1.1\r\n${host}a: b\rc: d\r\n\r\n`],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['length and chunked', `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n`],
    ['an unknown transfer coding', `${post}Transfer-Encoding: gzip\r\n\r\n{}`],
    ['broken chunks', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
    ['a broken chunk after a good one', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nxyz\r\n`],
    ['no Host', 'GET /api/usage HTTP/1.1\r\n\r\n'],
    ['two Hosts', `GET /api/usage HTTP/1.1\r\n${host}Host: y\r\nConnection: close\r\n\r\n`],
    ['a malformed URL', `GET /api/%zz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
    ['a malformed URL elsewhere', `GET /%zz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
    ['an expectation', `${post}Expect: x\r\nContent-Length: 2\r\n\r\n`, 417],
    ['headers that are too large', `GET / HTTP/1.1\r\n${host}a: ${'b'.repeat(40_000)}\r\n\r\n`, 431],
    ['a URL that is too long', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`, 431],
    [
      'a body that says it is too large',
      `${post}Content-Length: 999999999\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, 'method_not_allowed'],
    [
      'a method that no path takes',
      `PROPFIND /api/usage HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      405,
      'method_not_allowed',
    ],
    ['an unknown path', `GET /nothing HTTP/1.0\r\n\r\n`, 404, 'not_found'],
    [
      'an id that is far too long',
      `GET /api/playgrounds/${'a'.repeat(1_001)} HTTP/1.1\r\n${host}${auth}Connection: close\r\n\r\n`,
      404,
      'not_found',
    ],
  ] as const) {
    const answers = await exchange(port, bytes, 1);
    t.equal(answers.length, 1, `${what} gets one answer`);
    isError(t, answers[0], status, code, what);
  }
});

t.test('unusual but valid requests are served', async (t) => {
  const { port, key } = await listening(t);
  const auth = `Authorization: Bearer ${key}\r\nConnection: close\r\n`;
  for (const [what, bytes] of [
    ['HTTP/1.0 without Host', `GET /api/usage HTTP/1.0\r\n${auth}\r\n`],
    ['the absolute form', `GET http://example.com/api/usage HTTP/1.1\r\nHost: example.com\r\n${auth}\r\n`],
    [
      'an Upgrade that is not taken',
      `GET /api/usage HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n${auth}\r\n`,
    ],
    ['an empty Host', `GET /api/usage HTTP/1.1\r\nHost:\r\n${auth}\r\n`],
    ['a percent-encoded path', `GET /%61pi/usage HTTP/1.1\r\nHost: x\r\n${auth}\r\n`],
    ['blank lines first', `\r\n\r\nGET /api/usage HTTP/1.1\r\nHost: x\r\n${auth}\r\n`],
    [
      'chunks',
      `POST /api/parse-curl HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"cur\r\n11\r\nl":"curl x.test"}\r\n0\r\n\r\n`,
    ],
  ] as const) {
    const [answer] = await exchange(port, bytes, 1);
    t.equal(answer?.status, 200, what);
    t.equal(answer?.headers['x-ratelimit-limit'], '500000', `${what} is counted for its account`);
  }
  const continued = await exchange(
    port,
    `POST /api/parse-curl HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 22\r\n\r\n{"curl":"curl x.test"}`,
    2,
  );
  t.same(
    continued.map(({ status }) => status),
    [100, 200],
  );
});

t.test('pipelined requests are answered in order, also before a broken one', async (t) => {
  const { port, key } = await listening(t);
  const get = `GET /api/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const answers = await exchange(port, get.repeat(5), 5);
  t.same(
    answers.map(({ headers }) => headers['x-ratelimit-remaining']),
    ['499999', '499998', '499997', '499996', '499995'],
  );
  const [good, broken, ...more] = await exchange(port, `${get}garbage\r\n\r\n`);
  t.equal(good?.status, 200, 'a whole request gets its own answer');
  t.equal(JSON.parse(good?.body ?? '{}').used, 6);
  isError(t, broken, 400, 'invalid_request', 'the broken one');
  t.same(more, []);
});

t.test('a body that is refused does not cost the connection', async (t) => {
  const { port, key } = await listening(t);
  const head = (length: number) =>
    `POST /api/parse-curl HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const large = 'x'.repeat(2_200_000); // a proxy sends it all before it reads the answer
  const [tooLarge, after] = await exchange(port, head(large.length) + large + next, 2);
  isError(t, tooLarge, 413, 'payload_too_large', 'a body that is too large');
  t.equal(after?.status, 200, 'what follows is read');
  const [broken, afterBroken] = await exchange(port, `${head(1)}{${next}`, 2);
  isError(t, broken, 400, 'invalid_request', 'a body that is no JSON');
  t.equal(afterBroken?.status, 200, 'what follows is read');
  const [endless] = await exchange(port, head(99_999_999));
  t.equal(endless?.headers['connection'], 'close', 'nobody waits for the end of a hundred megabytes');
});

t.test('a request that does not arrive is given up', async (t) => {
  const { port, key } = await listening(t, (server) => {
    server.headersTimeout = 200;
    server.requestTimeout = 200;
    // Not in the types: how often Node looks for late requests; read when the server starts to listen.
    Object.assign(server, { connectionsCheckingInterval: 50 });
  });
  const head = `POST /api/parse-curl HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  for (const [what, bytes] of [
    ['half a request line', 'GET /api/us'],
    ['half the headers', 'GET /api/usage HTTP/1.1\r\nHost: x\r\n'],
    ['half a body', `${head}Content-Length: 100\r\n\r\n{`],
  ] as const) {
    const [answer] = await exchange(port, bytes);
    isError(t, answer, 408, 'invalid_request', what);
  }
});

t.test('what Node refuses by itself is limited per address like the rest', async (t) => {
  const { port, app } = await listening(t);
  const remaining = (answer: RawAnswer | undefined) => Number(answer?.headers['x-ratelimit-remaining']);
  const [before] = await exchange(port, 'garbage\r\n\r\n', 1);
  const unknown = await app.inject({ url: '/nothing', remoteAddress: '127.0.0.1' });
  const [after] = await exchange(port, 'garbage\r\n\r\n', 1);
  t.equal(unknown.statusCode, 404);
  t.ok(
    remaining(after) < remaining(before) ||
      Number(after?.headers['x-ratelimit-reset']) > Number(before?.headers['x-ratelimit-reset']),
  );
});
