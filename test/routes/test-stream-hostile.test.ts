/** POST /api/tests/stream with targets and callers that misbehave, on both databases. */
import { once } from 'node:events';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { onEachDatabase } from '../helper.ts';
import { long } from '../support/full.ts';
import {
  bytesOf,
  chunk,
  closed,
  collect,
  HEAD,
  type ReceivedEvent,
  startStreamTarget,
  writeAll,
  writeSlowly,
} from '../support/stream-target.ts';
import { isWhole, streaming } from '../support/streaming.ts';
import { zstdMissing } from '../support/zstd.ts';

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

onEachDatabase(
  t,
  'an event in a compressed stream is seen when it comes',
  async (t, driver) => {
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
  },
  long,
);

onEachDatabase(
  t,
  'an event in a zstd stream is seen when it comes',
  async (t, driver) => {
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
  },
  zstdMissing,
);

onEachDatabase(
  t,
  'one byte at a time: chunks are merged beyond a thousand',
  async (t, driver) => {
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
  },
  long,
);

onEachDatabase(
  t,
  'one byte a second: each is an event when it comes',
  async (t, driver) => {
    const world = await streaming(t, driver);
    const written: number[] = [];
    const { url } = await startStreamTarget(t, async (socket) => {
      socket.write(`${HEAD}\r\n`);
      for (const byte of ['a', 'b', 'c', '\n']) {
        written.push(performance.now());
        socket.write(byte);
        await delay(1000);
      }
      socket.end();
    });
    const all = await collect((await world.stream({ url })).events);
    await isWhole(t, world, all);
    const data = all.filter(({ event }) => event === 'data');
    t.same(
      data.map(({ data }) => data.text),
      ['a', 'b', 'c', '\n'],
    );
    for (const [index, { at }] of data.entries())
      t.ok(at - (written[index] ?? 0) < 900, `${Math.round(at - (written[index] ?? 0))} ms`);
    t.equal(all.at(-1)?.data.status, 'completed');
  },
  long,
);

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

onEachDatabase(t, 'an endless stream ends at the time limit, and what came is kept', async (t, driver) => {
  const world = await streaming(t, driver, { env: { STREAM_TIMEOUT_MS: '1000' } });
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}\r\n`);
    while (!socket.destroyed) {
      socket.write('data: again\n\n');
      await delay(50);
    }
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  t.match(all.at(-1)?.data, { status: 'failed', error: { code: 'timeout' }, response: { truncated: true } });
  t.ok(bytesOf(all).length > 13);
});

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

onEachDatabase(t, 'a gzip stream without flush points comes whole', async (t, driver) => {
  const world = await streaming(t, driver);
  const text = Array.from({ length: 20_000 }, (_, index) => `${index * 7919} `).join('');
  const zipped = gzipSync(text);
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const size = Math.ceil(zipped.length / 20);
    const parts = Array.from({ length: 20 }, (_, index) => zipped.subarray(index * size, (index + 1) * size));
    await writeSlowly(socket, parts.map(chunk), 20);
    socket.end('0\r\n\r\n');
  });
  const all = await collect((await world.stream({ url })).events);
  await isWhole(t, world, all);
  t.equal(bytesOf(all).toString(), text);
  t.match(all.at(-1)?.data, { status: 'completed', response: { truncated: false } });
});

onEachDatabase(t, 'trailers end the body and are no part of it', async (t, driver) => {
  const world = await streaming(t, driver);
  const { url } = await startStreamTarget(t, async (socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\nTrailer: X-Trailer\r\n\r\n`);
    // In pieces that end within the trailers.
    await writeSlowly(socket, [chunk('data: 1\n\n'), '0\r\nX-Tra', 'iler: yes\r\n', '\r\n'], 30);
    socket.end();
  });
  const target = await startHttp2Stream(t, (stream) => {
    stream.once('wantTrailers', () => stream.sendTrailers({ 'x-trailer': 'yes' }));
    stream.end('data: 1\n\n');
  });
  for (const request of [{ url }, { url: target, options: { http_version: '2-prior-knowledge' } }]) {
    const all = await collect((await world.stream(request)).events);
    await isWhole(t, world, all);
    t.equal(bytesOf(all).toString(), 'data: 1\n\n');
    t.equal(all.at(-1)?.data.status, 'completed');
    t.notMatch(JSON.stringify(all), /x-trailer"?:/i);
  }
});

onEachDatabase(t, 'HTTP/2 streams, too', async (t, driver) => {
  const target = await startHttp2Stream(t, async (stream) => {
    for (let index = 0; index < 3; index += 1) {
      stream.write(`data: ${index}\n\n`);
      await delay(50);
    }
    stream.session?.destroy();
  });
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

/** A server that responds to each request with the header block, then as the test says. */
async function startHttp2Stream(
  t: Test,
  respond: (stream: ServerHttp2Stream) => void | Promise<void>,
): Promise<string> {
  const server = createHttp2Server();
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    stream.respond({ ':status': 200, 'content-type': 'text/event-stream' }, { waitForTrailers: true });
    void respond(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
}

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

onEachDatabase(
  t,
  'streams at once against the caps',
  async (t, driver) => {
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
  },
  long,
);

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
