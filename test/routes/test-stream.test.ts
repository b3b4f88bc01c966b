/** POST /api/tests/stream: events as they come, what is kept when they break off, and who slows or ends whom. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import {
  type Driver,
  matchesSchema,
  onEachDatabase,
  type TestApp,
  type TestAppOptions,
  testApp,
} from '../helper.ts';
import { long } from '../support/full.ts';
import {
  bytesOf,
  chunk,
  closed,
  collect,
  HEAD,
  type ReceivedEvent,
  readEvents,
  startStreamTarget,
  writeAll,
  writeSlowly,
} from '../support/stream-target.ts';

interface Streaming extends TestApp {
  /** Sends the request and gives the response with its events still to come. */
  stream(
    body: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Response & { events: AsyncGenerator<ReceivedEvent> }>;
  origin: string;
  /** The newest stored result, once there is one. */
  newest(): Promise<{ id: string; status: string; [field: string]: unknown }>;
}

async function streaming(t: Test, driver: Driver, options: TestAppOptions = {}): Promise<Streaming> {
  const world = await testApp(t, driver, options);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo; // a TCP server's address
  const origin = `http://127.0.0.1:${port}`;
  return {
    ...world,
    origin,
    async stream(body, headers = {}, signal) {
      const response = await fetch(`${origin}/api/tests/stream`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
      return Object.assign(response, { events: readEvents(response.body ?? new ReadableStream()) });
    },
    async newest() {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const { data } = (await world.call('GET', '/api/tests')).json();
        if (data.length > 0) return (await world.call('GET', `/api/tests/${data[0].id}`)).json();
        await delay(25);
      }
      throw new Error('nothing was stored');
    },
  };
}

const SCHEMAS: Record<string, string> = {
  request: 'TestStreamRequest',
  redirect: 'TestStreamRedirect',
  response: 'TestStreamResponse',
  data: 'TestStreamData',
  result: 'TestStreamResult',
};

/** Asserts what holds of every stream, and that its result is the stored one. */
async function isWhole(t: Test, world: Streaming, events: readonly ReceivedEvent[]): Promise<void> {
  for (const { event, data } of events) matchesSchema(t, SCHEMAS[event] ?? event, data, event);
  t.match(
    events.map(({ event }) => event).join(' '),
    /^request (?:redirect )*(?:response (?:data )*)?result$/,
  );
  const result = events.at(-1)?.data;
  const stored = (await world.call('GET', `/api/tests/${result.id}`)).json();
  const { response, ...rest } = stored;
  if (response === null) return void t.same(result, stored);
  const { body, ...head } = response;
  t.same(result, { ...rest, response: head }, 'the result is the stored one');
  const bytes = Buffer.from(body, response.body_encoding);
  // Half a character at a broken end is not kept, and not sent.
  t.ok(bytesOf(events).equals(bytes), 'the pieces are the body');
  const sum = response.chunks.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0);
  t.equal(sum, response.body_size, 'the chunks are the body');
  t.ok(response.chunks.length <= 1000);
}

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
      at - (written[index] ?? 0) < 90,
      `${Math.round(at - (written[index] ?? 0))} ms after it was written`,
    );
  t.equal(all.at(-1)?.data.status, 'completed');
  t.equal(all.at(-1)?.data.response.chunks.length, 5);
  // Trailers end the body; they are no part of it, nor of the headers (RFC 9110, section 6.5).
  t.notMatch(JSON.stringify(all), /trailer/i);
});

t.test('a comment every 15 s while nothing comes', { skip: long }, async (t) => {
  const world = await streaming(t, 'pglite');
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    await delay(31_000);
    socket.end('data: late\n\n');
  });
  const { body } = await world.stream({ url });
  const started = performance.now();
  const comments: number[] = [];
  let text = '';
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    const { length } = text.match(/^: heartbeat$/gm) ?? [];
    while (comments.length < length) comments.push(performance.now() - started);
  }
  t.equal(comments.length, 2);
  for (const [index, at] of comments.entries()) {
    const expected = 15_000 * (index + 1);
    t.ok(Math.abs(at - expected) < 1500, `after ${Math.round(at)} ms`);
  }
  t.match(text, /^: heartbeat\n\nevent: data\n.*late.*\n\nevent: result\n/m, 'events go on after it');
});

onEachDatabase(t, 'characters split between chunks and chunk headers stay whole', async (t, driver) => {
  const world = await streaming(t, driver);
  const text = 'data: {"text":"Grüße, 東京 🎉🎉"}\n\n';
  const { url } = await startStreamTarget(t, async (socket) => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`),
      ...Array.from(Buffer.from(text), (byte) => chunk(Uint8Array.of(byte))),
      Buffer.from('0\r\n\r\n'),
    ]);
    // Every write ends anywhere: in a character, in a chunk's header.
    for (let at = 0; at < bytes.length; at += 7) {
      socket.write(bytes.subarray(at, at + 7));
      await delay(2);
    }
    socket.end();
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  t.equal(bytesOf(all).toString(), text);
  t.ok(
    all.every(({ data }) => data.base64 === undefined),
    'all of it is text',
  );
});

onEachDatabase(t, 'bytes that are no text are base64 from there on', async (t, driver) => {
  const world = await streaming(t, driver);
  const parts = [
    Buffer.from('text, then '),
    Buffer.from([0xe2, 0x82]),
    Buffer.from([0xff, 0x00, 0x41]),
    Buffer.from('more'),
  ];
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    await writeSlowly(socket, parts, 30);
    socket.end();
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  t.ok(bytesOf(all).equals(Buffer.concat(parts)));
  t.match(all.map(({ data }) => ('text' in data ? 't' : 'base64' in data ? 'b' : '')).join(''), /^tb+$/);
});

/** Compressors that flush after each event, by content coding. */
const FLUSHING = {
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  deflate: () => createDeflate({ flush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
};

onEachDatabase(t, 'an event in a compressed stream is seen when it comes', async (t, driver) => {
  const world = await streaming(t, driver);
  const watch = async ([coding, compressor]: [string, (typeof FLUSHING)[keyof typeof FLUSHING]]) => {
    const written: number[] = [];
    const { url } = await startStreamTarget(t, async (socket) => {
      socket.write(`${HEAD}Content-Encoding: ${coding}\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const compressed = compressor();
      compressed.on('data', (bytes) => socket.write(chunk(bytes)));
      for (let index = 0; index < 3; index += 1) {
        written.push(performance.now());
        compressed.write(`data: ${index}\n\n`);
        await delay(1500);
      }
      compressed.end();
      await once(compressed, 'end');
      socket.end('0\r\n\r\n');
    });
    const all = await collect((await world.stream({ url })).events);
    await isWhole(t, world, all);
    const data = all.filter(({ event }) => event === 'data');
    t.equal(data.length, 3, coding);
    // Before the next one is written.
    for (const [index, { at }] of data.entries())
      t.ok(at - (written[index] ?? 0) < 1400, `${coding}: ${Math.round(at - (written[index] ?? 0))} ms`);
  };
  await Promise.all(Object.entries(FLUSHING).map(watch));
});

onEachDatabase(t, 'an event in a zstd stream is seen when it comes', async (t, driver) => {
  const world = await streaming(t, driver);
  // A frame of raw blocks (RFC 8878, section 3.1.1.2), the first of a few bytes.
  const block = (text: string, isLast = 0) =>
    Buffer.from([(text.length << 3) | isLast, text.length >> 5, 0, ...Buffer.from(text)]);
  const written: number[] = [];
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}Content-Encoding: zstd\r\n\r\n`);
    socket.write(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]));
    for (const text of [':\n', 'data: 1\n\n', ':\n\n']) {
      written.push(performance.now());
      socket.write(block(text));
      await delay(300);
    }
    socket.end(block('', 1));
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  const data = all.filter(({ event }) => event === 'data');
  t.same(
    data.map(({ data }) => data.text),
    [':\n', 'data: 1\n\n', ':\n\n'],
  );
  for (const [index, { at }] of data.entries())
    t.ok(at - (written[index] ?? 0) < 280, `${Math.round(at - (written[index] ?? 0))} ms`);
});

/** What curl printed of a target until it or the target ended. */
function curlPrints(args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve) => {
    execFile('curl', ['-q', '-sN', ...args], { encoding: 'buffer' }, (_error, stdout) => resolve(stdout));
  });
}

t.test(
  'what is kept is what curl has printed',
  { skip: spawnSync('curl', ['--version']).status === 0 ? false : 'there is no curl here' },
  async (t) => {
    const world = await streaming(t, 'pglite');
    const long = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `${index} `).join(''));
    const ends: Record<string, (socket: Socket) => void | Promise<void>> = {
      'a reset right behind 300 KB': async (socket) => {
        socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
        await writeAll(socket, chunk(long));
        await delay(20);
        socket.resetAndDestroy();
      },
      'an end in the middle of a chunk': (socket) =>
        void socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nhalf`),
      'an end short of the length': (socket) => void socket.end(`${HEAD}Content-Length: 99\r\n\r\nhalf`),
      'a deadline': (socket) => void socket.write(`${HEAD}Content-Length: 99\r\n\r\nhalf`),
    };
    for (const [what, respond] of Object.entries(ends)) {
      const { url } = await startStreamTarget(t, respond);
      const printed = await curlPrints(['-m', '1', url]);
      const run = await world.call('POST', '/api/tests/execute', { url, options: { timeout_ms: 1000 } });
      const { status, response } = run.json();
      t.equal(status, 'failed', what);
      t.ok(printed.length > 0, `${what}: ${printed.length} bytes`);
      t.equal(response.body_size, printed.length, what);
      t.ok(Buffer.from(response.body).equals(printed), what);
    }
  },
);

onEachDatabase(t, 'HTTP/2 streams, too', async (t, driver) => {
  const target = await startHttp2Stream(t);
  const world = await streaming(t, driver);
  const body = { url: target, options: { http_version: '2-prior-knowledge' } };
  const all = await collect((await world.stream(body)).events);
  await isWhole(t, world, all);
  t.equal(all.filter(({ event }) => event === 'data').length, 3);
  t.match(all.at(-1)?.data, {
    status: 'failed',
    error: { code: 'connection_reset' },
    response: { http_version: '2', truncated: true },
  });
});

/** Three events, then the end of the connection. */
async function startHttp2Stream(t: Test): Promise<string> {
  const server = createHttp2Server();
  server.on('stream', async (stream) => {
    stream.on('error', () => {});
    stream.respond({ ':status': 200, 'content-type': 'text/event-stream' });
    for (let index = 0; index < 3; index += 1) {
      stream.write(`data: ${index}\n\n`);
      await delay(50);
    }
    stream.session?.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
}

onEachDatabase(
  t,
  'a gzip stream without flush points, cut off: what is decodable is kept',
  async (t, driver) => {
    const world = await streaming(t, driver);
    const text = Array.from({ length: 20_000 }, (_, index) => `${index * 7919} `).join('');
    const zipped = gzipSync(text);
    const { url } = await startStreamTarget(t, async (socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`);
      socket.write(chunk(zipped.subarray(0, zipped.length / 2)));
      await delay(50);
      socket.resetAndDestroy();
    });
    const all = await collect((await world.stream({ url })).events);
    await isWhole(t, world, all);
    const body = bytesOf(all).toString();
    t.ok(body.length > text.length / 4, `${body.length} of ${text.length}`);
    t.ok(text.startsWith(body));
    t.match(all.at(-1)?.data, {
      status: 'failed',
      error: { code: 'connection_reset' },
      response: { truncated: true },
    });
  },
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

onEachDatabase(t, 'a caller that leaves ends the run, and what came is stored', async (t, driver) => {
  const world = await streaming(t, driver);
  const { url, sockets } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    while (!socket.destroyed) {
      socket.write('data: again\n\n');
      await delay(20);
    }
  });
  const leaving = new AbortController();
  const { events } = await world.stream({ url }, {}, leaving.signal);
  for await (const { event } of events) if (event === 'data') break;
  const left = performance.now();
  leaving.abort();
  const [socket] = sockets;
  if (socket !== undefined) await closed(socket);
  t.ok(performance.now() - left < 500, 'the target is let go at once');
  const stored = await world.newest();
  t.match(stored, {
    status: 'failed',
    error: { code: 'cancelled' },
    response: { status: 200, truncated: true },
  });
  t.match((stored['response'] as { body: string }).body, /^data: again\n\n/);
});

onEachDatabase(t, 'a caller that does not read slows the target, and is ended', async (t, driver) => {
  const world = await streaming(t, driver, {
    env: { STREAM_TIMEOUT_MS: '1500', EGRESS_MAX_RESPONSE_BYTES: String(256 * 1024 * 1024) },
  });
  let written = 0;
  const { url, sockets } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    const piece = Buffer.alloc(65_536, 'x');
    while (!socket.destroyed) {
      written += piece.length;
      await writeAll(socket, piece);
    }
  });
  const response = await world.stream({ url });
  await delay(1000);
  const after1 = written;
  t.ok(after1 < 24 * 1024 * 1024, `${Math.round(after1 / 1024)} KiB were taken from the target`);
  const [socket] = sockets;
  if (socket !== undefined) await closed(socket);
  const stored = await world.newest();
  t.match(stored, { status: 'failed', error: { code: 'timeout' }, response: { truncated: true } });
  await response.body?.cancel().catch(() => {});
});

onEachDatabase(t, 'an endless stream ends at the size limit', async (t, driver) => {
  const world = await streaming(t, driver, { env: { EGRESS_MAX_RESPONSE_BYTES: '100000' } });
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    while (!socket.destroyed) {
      await writeAll(socket, Buffer.alloc(5000, 'é'));
      await delay(0);
    }
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  t.match(all.at(-1)?.data, { status: 'completed', response: { truncated: true, body_size: 100_000 } });
});

onEachDatabase(t, 'one byte at a time: chunks are merged beyond a thousand', async (t, driver) => {
  const world = await streaming(t, driver);
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.setNoDelay(true);
    socket.write(`${HEAD}\r\n`);
    for (let index = 0; index < 2500; index += 1) {
      socket.write('x');
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  const { chunks } = (all.at(-1) as ReceivedEvent).data.response; // isWhole has seen it
  t.ok(chunks.length <= 1000);
  const times = chunks.map(({ at_ms }: { at_ms: number }) => at_ms);
  t.same(
    times,
    times.toSorted((a: number, b: number) => a - b),
    'in order',
  );
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

onEachDatabase(t, 'streams at once against the caps', async (t, driver) => {
  const world = await streaming(t, driver, {
    env: { EGRESS_MAX_PER_ACCOUNT: '60', EGRESS_MAX_TOTAL: '80' },
  });
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    await writeSlowly(socket, ['data: 1\n\n', 'data: 2\n\n'], 1500);
    socket.end();
  });
  const responses = await Promise.all(Array.from({ length: 300 }, () => world.stream({ url })));
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  t.equal(count(200) + count(503), 300);
  t.ok(count(200) >= 60, `${count(200)} were taken`);
  t.ok(responses.every(({ status, headers }) => status === 200 || headers.get('retry-after') !== null));
  const ends = await Promise.all(
    responses
      .filter(({ status }) => status === 200)
      .map(async ({ events }) => (await collect(events)).at(-1)),
  );
  t.ok(ends.every((last) => last?.event === 'result' && last.data.status === 'completed'));
  t.equal(world.app.proxy.underWay, 0);
});

onEachDatabase(t, 'at shutdown streams end with their result', async (t, driver) => {
  const world = await streaming(t, driver, { env: { SHUTDOWN_GRACE_MS: '1500' } });
  const { url } = await startStreamTarget(t, (socket) => void socket.write(`${HEAD}\r\ndata: 1\n\n`));
  const { events } = await world.stream({ url });
  const seen: ReceivedEvent[] = [];
  let closing: Promise<unknown> | undefined;
  for await (const event of events) {
    seen.push(event);
    if (event.event === 'data') closing = world.app.close();
  }
  t.match(seen.at(-1), { event: 'result', data: { status: 'failed', error: { code: 'cancelled' } } });
  await closing;
});
