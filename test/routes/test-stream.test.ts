/** POST /api/tests/stream: events as they come, what is kept when they break off, and what is refused. */
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createGzip, gzipSync } from 'node:zlib';
import t from 'tap';
import { onEachDatabase, testConfig } from '../helper.ts';
import { missing } from '../support/installed.ts';
import {
  bytesOf,
  chunk,
  collect,
  HEAD,
  type ReceivedEvent,
  startStreamTarget,
  writeAll,
  writeSlowly,
} from '../support/stream-target.ts';
import { isWhole, streaming } from '../support/streaming.ts';

onEachDatabase(t, 'events come when the target writes them', async (t, driver) => {
  const world = await streaming(t, driver);
  const written: number[] = [];
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\nSet-Cookie: id=secret\r\n\r\n`);
    for (let index = 0; index < 5; index += 1) {
      await delay(250);
      written.push(performance.now());
      socket.write(chunk(`data: {"token":${index}}\n\n`));
    }
    socket.end('0\r\nX-Trailer: yes\r\n\r\n');
  });
  const { status, headers, events } = await world.stream({
    url,
    headers: { Authorization: 'Bearer abc' },
  });
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'text/event-stream');
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    t.ok(headers.get(name), name);
  t.equal(headers.get('cache-control'), 'private, no-store');
  t.equal(headers.get('access-control-allow-origin'), '*');
  const all = await collect(events);
  await isWhole(t, world, all);
  t.equal(all[0]?.data.headers.Authorization, 'Bearer ***', 'masked');
  t.match(all[1]?.data, { status: 200, headers: { 'set-cookie': 'id=***' } });
  const data = all.filter(({ event }) => event === 'data');
  t.equal(data.length, 5);
  for (const [index, { at }] of data.entries())
    t.ok(
      at < (written[index + 1] ?? Infinity),
      `${Math.round(at - (written[index] ?? 0))} ms after it was written, before the next one`,
    );
  t.equal(all.at(-1)?.data.status, 'completed');
  t.equal(all.at(-1)?.data.response.chunks.length, 5);
  // Trailers end the body; they are no part of it, nor of the headers (RFC 9110, section 6.5).
  t.notMatch(JSON.stringify(all), /trailer/i);
});

onEachDatabase(t, 'comments keep the connection open while nothing comes', async (t, driver) => {
  t.equal(testConfig().streamHeartbeatMs, 15_000, 'every 15 s unless set');
  const world = await streaming(t, driver, { env: { STREAM_HEARTBEAT_MS: '300' } });
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    await delay(1100);
    socket.end('data: late\n\n');
  });
  const began = performance.now();
  const { body } = await world.stream({ url });
  const comments: number[] = [];
  let text = '';
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    const { length } = text.match(/^: heartbeat$/gm) ?? [];
    while (comments.length < length) comments.push(performance.now() - began);
  }
  t.ok(comments.length >= 3, `${comments.length} comments`);
  for (const [index, at] of comments.entries())
    t.ok(at > 300 * (index + 1) - 100, `number ${index + 1} after ${Math.round(at)} ms`);
  t.match(
    text,
    /: heartbeat\n\nevent: data\n.*late.*\n\n(?:: heartbeat\n\n)*event: result\n/,
    'events go on',
  );
});

/** What curl printed of a target until it or the target ended. */
function curlPrints(args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve) => {
    execFile('curl', ['-q', '-sN', ...args], { encoding: 'buffer' }, (_error, stdout) => resolve(stdout));
  });
}

const LONG = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `${index} `).join(''));
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

/** When a reset comes, what was not read yet is lost, curl's and ours alike: readers get the time to read. */
const BEFORE_RESET_MS = 1500;
const DEADLINE_S = 3;

/** What a target does before it or the deadline ends the response; those called gzip are decoded. */
const ENDS: Record<string, (socket: Socket) => void | Promise<void>> = {
  'a reset behind 300 KB': async (socket) => {
    socket.write(CHUNKED);
    await writeAll(socket, chunk(LONG));
    await delay(BEFORE_RESET_MS);
    socket.resetAndDestroy();
  },
  'an end in the middle of a chunk': (socket) => void socket.end(`${CHUNKED}ff\r\nhalf`),
  'an end short of the length': (socket) => void socket.end(`${HEAD}Content-Length: 99\r\n\r\nhalf`),
  'a deadline': (socket) => void socket.write(`${HEAD}Content-Length: 99\r\n\r\nhalf`),
  'a deadline after some events': async (socket) => {
    socket.write(CHUNKED);
    await writeSlowly(socket, ['data: 1\n\n', 'data: é\n\n', 'data: 3\n\n'].map(chunk), 100);
  },
  'gzip, flushed, then a deadline': async (socket) => {
    socket.write(`${HEAD}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const compressed = createGzip({ flush: constants.Z_SYNC_FLUSH });
    compressed.on('data', (bytes) => socket.write(chunk(bytes)));
    compressed.write('data: 1\n\n');
    await delay(100);
    compressed.write('data: 2\n\n');
  },
  'gzip without flush points, cut in half by a reset': async (socket) => {
    const zipped = gzipSync(LONG);
    socket.write(`${HEAD}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`);
    await writeAll(socket, chunk(zipped.subarray(0, zipped.length / 2)));
    await delay(BEFORE_RESET_MS);
    socket.resetAndDestroy();
  },
};

onEachDatabase(
  t,
  'what is kept is what curl -N has printed',
  async (t, driver) => {
    const world = await streaming(t, driver, { env: { EGRESS_MAX_PER_ACCOUNT: '20' } });
    const compare = async ([what, respond]: [string, (typeof ENDS)[string]]) => {
      const { url } = await startStreamTarget(t, respond);
      const compressed = what.startsWith('gzip');
      const request = { url, options: { timeout_ms: DEADLINE_S * 1000, compressed } };
      const [printed, executed, events] = await Promise.all([
        curlPrints(['-m', String(DEADLINE_S), ...(compressed ? ['--compressed'] : []), url]),
        world.call('POST', '/api/tests/execute', request).then((response) => response.json()),
        world.stream(request).then((response) => collect(response.events)),
      ]);
      t.ok(printed.length > 0, `${what}: ${printed.length} bytes`);
      t.equal(executed.status, 'failed', what);
      t.ok(Buffer.from(executed.response.body).equals(printed), `${what}: execute`);
      t.ok(bytesOf(events).equals(printed), `${what}: stream`);
    };
    await Promise.all(Object.entries(ENDS).map(compare));
  },
  missing('curl', 'curl', '--version'),
);

/** How a response breaks off, with the code it fails with. */
const BROKEN: Record<
  string,
  { head: string; end: 'reset' | 'close' | 'nothing'; code: string; options?: object }
> = {
  'at the deadline': {
    head: 'Transfer-Encoding: chunked',
    end: 'nothing',
    code: 'timeout',
    options: { timeout_ms: 400 },
  },
  'with a reset': { head: 'Transfer-Encoding: chunked', end: 'reset', code: 'connection_reset' },
  'short of its length': { head: 'Content-Length: 1000', end: 'close', code: 'connection_reset' },
  'in the middle of its chunks': {
    head: 'Transfer-Encoding: chunked',
    end: 'close',
    code: 'connection_reset',
  },
};

for (const [what, { head, end, code, options }] of Object.entries(BROKEN))
  onEachDatabase(t, `a response that breaks off ${what} is kept`, async (t, driver) => {
    const world = await streaming(t, driver);
    const { url } = await startStreamTarget(t, async (socket) => {
      socket.write(`${HEAD}${head}\r\n\r\n`);
      const parts = ['data: one\n\n', 'data: two\n\n'];
      await writeSlowly(socket, head.startsWith('Content') ? parts : parts.map(chunk), 30);
      if (end === 'reset') socket.resetAndDestroy();
      else if (end === 'close') socket.end();
    });
    const body = { url, options };
    for (const way of ['stream', 'execute']) {
      const result =
        way === 'stream'
          ? (await collect((await world.stream(body)).events)).at(-1)?.data
          : (await world.call('POST', '/api/tests/execute', body)).json();
      const stored = (await world.call('GET', `/api/tests/${result.id}`)).json();
      t.match(stored, {
        status: 'failed',
        error: { code },
        response: { status: 200, headers: { 'content-type': 'text/event-stream' }, truncated: true },
      });
      t.equal(stored.response.body, 'data: one\n\ndata: two\n\n', `${way}: what came is kept`);
      t.equal(stored.response.body_size, 22);
      t.type(stored.timings.first_byte_ms, 'number');
    }
    const { data } = (await world.call('GET', '/api/tests')).json();
    t.ok(
      data.every(({ response }: { response: object }) => !('chunks' in response) && !('body' in response)),
    );
    t.match(data[0], { response: { status: 200, truncated: true }, error: { code } }, 'lists say so');
  });

t.test('no header block: no response', async (t) => {
  const world = await streaming(t, 'pglite');
  const { url } = await startStreamTarget(t, (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-'));
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  t.match(all.at(-1)?.data, { status: 'failed', response: null });
  const refused = await collect((await world.stream({ url: 'http://127.0.0.1:1/' })).events);
  await isWhole(t, world, refused);
  t.match(refused.at(-1)?.data, { error: { code: 'connection_refused' }, response: null });
});

onEachDatabase(t, 'what is refused before it is dialled is ordinary JSON', async (t, driver) => {
  const world = await streaming(t, driver);
  const table: [unknown, number, string][] = [
    [{ url: 'http://169.254.169.254/' }, 400, 'destination_refused'],
    [{ url: 'ws://example.com/socket' }, 400, 'unsupported_scheme'],
    [{ url: 'wss://example.com/socket' }, 400, 'unsupported_scheme'],
    [{ url: 'nonsense' }, 400, 'invalid_url'],
    [{}, 400, 'required'],
    [{ playground_id: '019300a1-1000-7a51-8000-5a4e1d1f2b3c' }, 404, ''],
  ];
  for (const [body, status, code] of table) {
    const response = await world.stream(body);
    t.equal(response.status, status);
    t.match(response.headers.get('content-type'), /^application\/json/);
    const { error } = (await response.json()) as { error: { details?: { code: string }[] } };
    if (code !== '') t.equal(error.details?.[0]?.code, code);
  }
  t.equal((await world.stream({ url: 'http://x' }, { authorization: 'Bearer no' })).status, 401);
  const { key } = await world.account({ scopes: ['tests:read'] });
  t.equal((await world.stream({ url: 'http://x' }, { authorization: `Bearer ${key}` })).status, 403);
  t.equal((await world.call('GET', '/api/tests/stream')).statusCode, 405);
  t.equal((await world.call('GET', '/api/tests')).json().pagination.total, 0, 'nothing is stored');
});

onEachDatabase(t, 'redirects are events, and the URL of the last hop answers', async (t, driver) => {
  const world = await streaming(t, driver);
  const { url } = await startStreamTarget(t, (socket) => void socket.end(`${HEAD}\r\nend`));
  const first = await startStreamTarget(
    t,
    (socket) =>
      void socket.end(`HTTP/1.1 302 Found\r\nLocation: ${url}?token=abc\r\nContent-Length: 0\r\n\r\n`),
  );
  const all = await collect(
    (await world.stream({ url: first.url, options: { follow_redirects: true } })).events,
  );
  await isWhole(t, world, all);
  t.match(all[1], { event: 'redirect', data: { status: 302, url: first.url, location: `${url}?token=***` } });
});

onEachDatabase(t, 'a stream is charged as one request, and refused without a quota', async (t, driver) => {
  const world = await streaming(t, driver);
  const { url, sockets } = await startStreamTarget(t, async (socket) => {
    socket.end(`${HEAD}\r\ndata: 1\n\n`);
  });
  const { key } = await world.account({ plan: 'enterprise', dailyLimit: 2 });
  const authorization = `Bearer ${key}`;
  for (const remaining of ['1', '0']) {
    const { status, headers, events } = await world.stream({ url }, { authorization });
    t.equal(status, 200);
    t.equal(headers.get('x-ratelimit-remaining'), remaining);
    await collect(events);
  }
  const refused = await world.stream({ url }, { authorization });
  t.equal(refused.status, 429);
  t.match(refused.headers.get('content-type'), 'application/json');
  t.match(await refused.json(), { error: { code: 'rate_limit_exceeded' } });
  t.equal(sockets.length, 2, 'nothing was sent');
});

onEachDatabase(t, 'a known Idempotency-Key sends the events of the stored result', async (t, driver) => {
  const world = await streaming(t, driver);
  const { url, sockets } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    await writeSlowly(socket, ['data: 🎉', '\n\n', 'data: 2\n\n'], 30);
    socket.end();
  });
  const headers = { 'idempotency-key': 'once' };
  const first = await world.stream({ url }, headers);
  const before = await collect(first.events);
  t.equal(first.headers.get('idempotent-replayed'), null);
  const second = await world.stream({ url }, headers);
  t.equal(second.headers.get('idempotent-replayed'), 'true');
  const after = await collect(second.events);
  await isWhole(t, world, after);
  const what = (events: ReceivedEvent[]) =>
    events.filter(({ event }) => event !== 'response').map(({ event, data }) => ({ event, data }));
  t.same(what(after), what(before), 'the same events, the times of the response apart');
  t.equal(sockets.length, 1, 'sent once');
  t.equal((await world.stream({ url: `${url}other` }, headers)).status, 409);
});

t.test('a replayed body that came in another charset is whole', async (t) => {
  const world = await streaming(t, 'pglite');
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\nConnection: close\r\n\r\n',
    );
    const pieces = ['caf\xe9 ', 'cr\xe8me'].map((text) => Buffer.from(text, 'latin1'));
    await writeSlowly(socket, pieces, 100);
    socket.end();
  });
  const headers = { 'idempotency-key': 'latin' };
  await collect((await world.stream({ url }, headers)).events);
  const replayed = await collect((await world.stream({ url }, headers)).events);
  t.equal(bytesOf(replayed).toString(), 'café crème');
});
