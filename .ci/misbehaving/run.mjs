/**
 * Lets the four libraries talk to a server that misbehaves, and prints what their callers get as a table:
 *   node .ci/misbehaving/run.mjs <language>=<command>...
 * Each command is a probe: with BASE_URL it makes one call for each case and prints "<case>\t<outcome>". An outcome is the
 * kind of error with status (Retry-After, request id, and the first nine characters of a body that is not the API's), or "ok" with
 * the value. The last line is "misbehaving: N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const USAGE = {
  plan: 'pro',
  limit: 50_000,
  used: 1,
  remaining: 49_999,
  reset: 1_800_000_000,
  storage: { used_bytes: 0, limit_bytes: 1 },
  days: [{ date: '2026-11-23', requests: 1 }],
};
const BIG = '9007199254740993';
const json = (value, status = '200 OK') => [
  `HTTP/1.1 ${status}\r\nContent-Type: application/json`,
  JSON.stringify(value),
];
const error = (status, code, header) => {
  const [head, body] = json({ error: { code, message: 'Later.', request_id: 'r' } }, status);
  return [`${head}\r\nX-Request-Id: r\r\nRetry-After: ${header}`, body];
};
/** The date has whole seconds: it is 10 to 11 seconds from now, and the probes round down. On a busy machine it is 9. */
const inTenSeconds = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 10_000).toUTCString();
const event = {
  id: 'e',
  action: 'key.create',
  actor: { via: 'key', key_id: null },
  target: { type: 'key', id: 'k' },
  details: { n: 0 },
  request_id: null,
  address: null,
  created_at: '2026-11-23T09:30:00.000Z',
};
const pagination = { page: 1, limit: 20, total: 1, total_pages: 1, next_cursor: null };
const result = {
  id: 't',
  playground_id: null,
  status: 'completed',
  request: { method: 'GET', url: 'http://a/', headers: {}, body_size: 0 },
  response: null,
  error: null,
  timings: { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null, total_ms: 1 },
  warnings: [],
  created_at: '2026-11-23T09:30:00.000Z',
};
const SSE = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8';
const data = 'event: data\ndata: {"at_ms":1,"text":"a"}\n\n';
const end = `event: result\ndata: ${JSON.stringify(result)}\n\n`;
/** Comments, unknown events and fields, CRLF, data in two lines, what a chunk may cut in two, and what comes after the result. */
const whole = [
  ': heartbeat\r\n\r\nevent: colour\r\ndata: blue\r\n\r\nid: 7\r\nretry: 10\r\n',
  'event: data\r\ndata: {"at_ms":1.5,\r\ndata: "text":"é\u2028🎈","colour":{}}\r\n\r\n',
  end,
  'event: data\ndata: after the result\n\n',
].join('');
let isLeft = false;
const html = '<!doctype html><title>Welcome</title>';

/** Case → [what callers get, the response: head and body, or how the socket is used]. */
const CASES = {
  'HTML with 200': [
    'UnexpectedResponse 200 r "<!doctype"',
    () => ['HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Request-Id: r', html],
  ],
  'empty 200': ['UnexpectedResponse 200', () => ['HTTP/1.1 200 OK', '']],
  'a list for an object': ['UnexpectedResponse 200 "[]"', () => json([])],
  'an object of another shape': ['UnexpectedResponse 200 "{"data":["', () => json({ data: [], pagination })],
  'null for a number': ['UnexpectedResponse 200 "{"plan":""', () => json({ ...USAGE, limit: null })],
  'a text for a number': ['UnexpectedResponse 200 "{"plan":""', () => json({ ...USAGE, limit: '50000' })],
  '204 for an object': ['UnexpectedResponse 204', () => ['HTTP/1.1 204 No Content', '']],
  'a redirect, 301': [
    'UnexpectedResponse 301 "<!doctype"',
    () => ['HTTP/1.1 301 Moved\r\nLocation: /elsewhere', html],
  ],
  'a proxy, 502 with text': [
    'UnexpectedResponse 502 "upstream "',
    () => ['HTTP/1.1 502 Bad Gateway', 'upstream is away'],
  ],
  'a proxy, 500 with JSON': [
    'UnexpectedResponse 500 "{"error":"',
    () => json({ error: 'oops' }, '500 Internal Server Error'),
  ],
  'a body that ends too early': [
    'ConnectionFailed 0',
    (socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${JSON.stringify(USAGE).slice(0, 50)}`),
  ],
  'chunks that end too early': [
    'ConnectionFailed 0',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"pla\r\n'),
  ],
  'no HTTP': ['ConnectionFailed 0', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  'a body with a byte a second': [
    'RequestTimeout 0',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n', JSON.stringify(USAGE)),
  ],
  'headers with a byte a second': [
    'RequestTimeout 0',
    (socket) => drip(socket, 'HTTP', '/1.1 200 OK\r\nA: b'),
  ],
  'no response': ['RequestTimeout 0', () => undefined],
  '429, Retry-After in seconds': [
    'RateLimit 429 after 10 r',
    () => error('429 Too Many', 'rate_limit_exceeded', '10'),
  ],
  '429, Retry-After as a date': [
    'RateLimit 429 after 10 r',
    () => error('429 Too Many', 'rate_limit_exceeded', inTenSeconds()),
  ],
  '503, Retry-After in seconds': [
    'ServiceUnavailable 503 after 10 r',
    () => error('503 Unavailable', 'service_unavailable', '10'),
  ],
  '503, Retry-After as a date': [
    'ServiceUnavailable 503 after 10 r',
    () => error('503 Unavailable', 'service_unavailable', inTenSeconds()),
  ],
  'a proxy, 503 with text': ['ServiceUnavailable 503', () => ['HTTP/1.1 503 Unavailable', 'maintenance']],
  'unknown fields and values': [
    'ok galactic',
    () => json({ ...USAGE, plan: 'galactic', colour: { a: [1] } }),
  ],
  'a number beyond 2^53 in free JSON': [
    `ok ${BIG}`,
    () => {
      const [head, body] = json({ data: [event], pagination });
      return [head, body.replace('"n":0', `"n":${BIG}`)];
    },
  ],
  // JavaScript has no number for it; the document says that limits are smaller.
  'a number beyond 2^53 in a field': [
    { javascript: 'UnexpectedResponse 200 "{"plan":""', other: `ok ${BIG}` },
    () => {
      const [head, body] = json(USAGE);
      return [head, body.replace('50000', BIG)];
    },
  ],
  'a read that breaks once': ['ok pro', (socket, nth) => (nth === 1 ? socket.destroy() : json(USAGE))],
  'a change that breaks once': [
    'ConnectionFailed 0',
    (socket, nth) => (nth === 1 ? socket.destroy() : json({})),
  ],
  'a deletion whose response is lost': [
    'ok',
    (socket, nth) => (nth === 1 ? socket.destroy() : error('404 Not Found', 'not_found', '0')),
  ],
  'stream: a byte at a time': ['ok 2 completed', (socket) => drip(socket, `${SSE}\r\n\r\n`, whole, 1)],
  'stream: heartbeats longer than the timeout': [
    'ok 1 completed',
    (socket) => drip(socket, `${SSE}\r\n\r\n`, [...Array(5).fill(': heartbeat\n\n'), end], 500),
  ],
  'stream: HTML with 200': [
    'UnexpectedResponse 200 "<!doctype"',
    () => ['HTTP/1.1 200 OK\r\nContent-Type: text/html', html],
  ],
  'stream: JSON with 200': ['UnexpectedResponse 200 "{"id":"t""', () => json(result)],
  'stream: empty 200': ['UnexpectedResponse 200', () => ['HTTP/1.1 200 OK', '']],
  'stream: a redirect, 301': [
    'UnexpectedResponse 301 "<!doctype"',
    () => ['HTTP/1.1 301 Moved\r\nLocation: /elsewhere', html],
  ],
  'stream: a proxy, 502 with text': [
    'UnexpectedResponse 502 "upstream "',
    () => ['HTTP/1.1 502 Bad Gateway', 'upstream is away'],
  ],
  'stream: a proxy, 503 with text': [
    'ServiceUnavailable 503',
    () => ['HTTP/1.1 503 Unavailable', 'maintenance'],
  ],
  'stream: 429, Retry-After in seconds': [
    'RateLimit 429 after 10 r',
    () => error('429 Too Many', 'rate_limit_exceeded', '10'),
  ],
  'stream: 429, Retry-After as a date': [
    'RateLimit 429 after 10 r',
    () => error('429 Too Many', 'rate_limit_exceeded', inTenSeconds()),
  ],
  'stream: 503, Retry-After in seconds': [
    'ServiceUnavailable 503 after 10 r',
    () => error('503 Unavailable', 'service_unavailable', '10'),
  ],
  'stream: 503, Retry-After as a date': [
    'ServiceUnavailable 503 after 10 r',
    () => error('503 Unavailable', 'service_unavailable', inTenSeconds()),
  ],
  'stream: unknown fields and values': [
    'ok 2 galactic',
    () => [SSE, data.replace('}', ',"colour":{"a":[1]}}') + end.replace('completed', 'galactic')],
  ],
  'stream: a number beyond 2^53 in free JSON': [
    `ok ${BIG}`,
    () => [
      SSE,
      `event: request\ndata: ${JSON.stringify(result.request).replace('"body_size"', `"body":{"n":${BIG}},"body_size"`)}\n\n${end}`,
    ],
  ],
  // JavaScript has no number for it; the document says that sizes are smaller.
  'stream: a number beyond 2^53 in a field': [
    { javascript: 'UnexpectedResponse 200 "{"id":"t""', other: `ok 1 completed ${BIG}` },
    () => [SSE, end.replace('"body_size":0', `"body_size":${BIG}`)],
  ],
  'stream: an event without JSON': [
    'UnexpectedResponse 200 "{"at_ms""',
    () => [SSE, `${data}event: data\ndata: {"at_ms"\n\n${end}`],
  ],
  'stream: an event of another shape': [
    'UnexpectedResponse 200 "{"at_ms":"',
    () => [SSE, `event: data\ndata: {"at_ms":"1"}\n\n${end}`],
  ],
  'stream: an error event': [
    'Playgrounds 200',
    () => [SSE, `${data}event: error\ndata: ${error('200 OK', 'internal_error', '0')[1]}\n\n`],
  ],
  'stream: no result at the end': ['ConnectionFailed 0', () => [SSE, data + end.slice(0, -1)]],
  'stream: chunks that end too early': [
    'ConnectionFailed 0',
    (socket) => socket.end(`${SSE}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\neve`),
  ],
  'stream: a reset in the middle, once': [
    'ConnectionFailed 0',
    (socket) => socket.write(`${SSE}\r\n\r\n${data}`, () => setTimeout(() => socket.resetAndDestroy(), 100)),
  ],
  'stream: a reset before it begins, once': [
    'ok 2 completed',
    (socket, nth) => (nth === 1 ? socket.destroy() : [SSE, data + end]),
  ],
  'stream: headers with a byte a second': [
    'RequestTimeout 0',
    (socket) => drip(socket, 'HTTP', '/1.1 200 OK\r\nA: b'),
  ],
  'stream: an event with a byte a second': [
    'RequestTimeout 0',
    (socket) => drip(socket, `${SSE}\r\n\r\n${data}`, end),
  ],
  'stream: silence after an event': [
    'RequestTimeout 0',
    (socket) => void socket.write(`${SSE}\r\n\r\n${data}`),
  ],
  'stream: cancelled while silent': ['Cancelled', (socket) => void socket.write(`${SSE}\r\n\r\n${data}`)],
  // The second request asks whether the first connection is closed.
  'stream: left early': [
    'ok closed',
    (socket, nth) => {
      if (nth === 1) {
        isLeft = false;
        socket.on('close', () => {
          isLeft = true;
        });
        socket.write(`${SSE}\r\n\r\n${data}`);
      } else setTimeout(() => answer(socket, json({ ...USAGE, plan: isLeft ? 'closed' : 'open' })), 500);
    },
  ],
  'cancelled while waiting to try again': [
    'Cancelled',
    () => error('503 Unavailable', 'service_unavailable', '30'),
  ],
};

/** Writes a text byte by byte, or a list item by item. */
function drip(socket, start, rest, everyMs = 1000) {
  socket.setNoDelay().write(start);
  const items = typeof rest === 'string' ? [...Buffer.from(rest)].map((byte) => Buffer.from([byte])) : rest;
  let index = 0;
  const timer = setInterval(
    () => (socket.writable ? socket.write(items[index++] ?? ' ') : undefined),
    everyMs,
  );
  socket.on('close', () => clearInterval(timer));
}

function answer(socket, [head, body]) {
  const length = head.includes(' 204 ') ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  socket.end(`${head}\r\n${length}Connection: close\r\n\r\n${body}`);
}

const names = Object.keys(CASES);
const counts = new Map();
const sockets = new Set();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
    const end = text.indexOf('\r\n\r\n');
    if (end === -1 || text.length < end + 4 + length) return;
    const name = names[Number(/^\w+ \/(\d+)\//.exec(text)?.[1])];
    text = '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const reply = CASES[name]?.[1](socket, counts.get(name));
    if (Array.isArray(reply)) answer(socket, reply);
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const outcomes = {};
let failed = 0;
let passed = 0;
for (const argument of process.argv.slice(2)) {
  const at = argument.indexOf('=');
  const language = argument.slice(0, at);
  counts.clear();
  const child = spawn('bash', ['-c', argument.slice(at + 1)], {
    env: {
      ...process.env,
      BASE_URL: `http://127.0.0.1:${server.address().port}`,
      PLAYGROUNDS_API_KEY: 'pgk_for_a_server_that_misbehaves_0123',
      CASES: JSON.stringify(names),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  outcomes[language] = Object.fromEntries(output.split('\n').map((line) => line.split('\t')));
}
const width = Math.max(...names.map((name) => name.length));
const languages = Object.keys(outcomes);
const row = (cells) =>
  console.log(
    cells
      .map((cell, index) => cell.padEnd(index === 0 ? width : 34))
      .join('  ')
      .trimEnd(),
  );
row(['', ...languages]);
for (const name of names) {
  const cells = languages.map((language) => {
    const [expected] = CASES[name];
    const wanted = expected.other === undefined ? expected : (expected[language] ?? expected.other);
    const seen = outcomes[language][name] ?? 'nothing';
    const got = name.endsWith('as a date') ? seen.replace('after 9 ', 'after 10 ') : seen;
    if (got === wanted) passed += 1;
    else failed += 1;
    return got === wanted ? got : `NOT ${wanted}: ${got}`;
  });
  row([name, ...cells]);
}
for (const socket of sockets) socket.destroy();
server.close();
console.log(`misbehaving: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
