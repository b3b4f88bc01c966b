/** HTTP/2 targets: the same guard, the same limits, and frames that only an enemy sends. */
import { once } from 'node:events';
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { good } from '../support/certificates.ts';
import { startProxy } from '../support/proxy.ts';
import { CRUMBS, END_STREAM, frame, HEADERS_200, SETTINGS, tinyFrames } from './hostile/frames.ts';

const PRIOR = { http_version: '2-prior-knowledge' } as const;
const KEPT = 64 * 1024;

interface Listening {
  origin: string;
  /** Passes once no connection is open. */
  noneLeft(): Promise<void>;
}

async function listen(t: Test, server: Server | Http2Server, secure = false): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return {
    // listen() on a host and port always gives an AddressInfo.
    origin: `http${secure ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async noneLeft() {
      for (let waited = 0; sockets.size > 0 && waited < 2000; waited += 20) await sleep(20);
      t.equal(sockets.size, 0, 'no connection is left open');
      for (const socket of sockets) socket.destroy();
    },
  };
}

function start(t: Test, timeoutMs = 5000) {
  const proxy = startProxy({ timeoutMs, maxResponseBytes: KEPT });
  t.teardown(() => proxy.close());
  return (url: string, request: Omit<RequestShape, 'url'> = {}) => proxy.send({ ...request, url });
}

const echo = (stream: ServerHttp2Stream, headers: Record<string, unknown>) => {
  const chunks: Buffer[] = [];
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    stream.respond({ ':status': 201, 'set-cookie': ['a=1', 'b=2'], 'x-a': 'b' });
    stream.end(JSON.stringify({ ...headers, body: Buffer.concat(chunks).toString() }));
  });
};

t.test('over TLS by ALPN, in the clear by prior knowledge', async (t) => {
  const secure = createSecureServer(good);
  const plain = createServer();
  secure.on('stream', echo);
  plain.on('stream', echo);
  const send = start(t);
  const request = { method: 'pUT', headers: { 'X-Case': 'ü', Host: 'other.example' }, body: 'data' };
  const overTls = await listen(t, secure, true);
  const inTheClear = await listen(t, plain);
  for (const [{ origin }, options] of [
    [overTls, { http_version: '2', insecure: true }],
    [overTls, { ...PRIOR, insecure: true }],
    [inTheClear, PRIOR],
  ] as const) {
    const { response, error, warnings } = await send(`${origin}/a/../b?c=%zz`, { ...request, options });
    t.equal(error, null);
    t.strictSame(warnings, []);
    t.match(response, {
      status: 201,
      status_text: '',
      http_version: '2',
      headers: { 'set-cookie': 'a=1\nb=2', 'x-a': 'b' },
    });
    t.match(JSON.parse(response?.body ?? ''), {
      ':method': 'pUT',
      ':path': '/a/../b?c=%zz',
      ':authority': 'other.example',
      'content-length': '4',
      'user-agent': 'playgrounds/test',
      accept: '*/*',
      body: 'data',
    });
    t.equal(response?.tls === null, origin.startsWith('http:'));
  }
});

t.test('a target that speaks only HTTP/2, and one that does not', async (t) => {
  const only = createSecureServer({ ...good, allowHTTP1: false });
  only.on('stream', (stream) => {
    stream.respond();
    stream.end('h2');
  });
  const { origin } = await listen(t, only, true);
  const send = start(t);
  t.match(
    (await send(origin, { options: { insecure: true } })).error,
    { code: 'tls_error', message: /use HTTP\/2 \(`--http2`\)/ },
    'HTTP/1.1 is not taken',
  );
  t.equal((await send(origin, { options: { insecure: true, http_version: '2' } })).response?.body, 'h2');
  t.match(await send(origin, { options: { insecure: true, http_version: '3' } }), {
    response: { http_version: '2' },
    warnings: [{ code: 'http_version_not_supported' }],
  });
  const clear = createServer();
  clear.on('stream', (stream) => stream.respond({}, { endStream: true }));
  t.match(
    (await send((await listen(t, clear)).origin)).error,
    { code: 'invalid_response', message: /Use HTTP\/2 \(`--http2`.*`--http2-prior-knowledge`/ },
    'the error says how',
  );
  const old = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  const { origin: oldOrigin } = await listen(t, old);
  t.match(await send(oldOrigin, { options: { http_version: '2' } }), {
    response: { http_version: '1.1' },
    warnings: [{ code: 'http_version_downgraded' }],
  });
  const { error } = await send(oldOrigin, { options: PRIOR });
  t.match(error?.code, /^(?:invalid_response|connection_reset)$/, 'prior knowledge that is wrong');
  for (const url of ['http://10.0.0.1/', 'https://[::ffff:127.0.0.1]/'])
    t.match((await start(t)(url, { options: PRIOR }).catch((refused: Error) => refused)) as Error, {
      message:
        'This destination is not allowed: only public addresses are, unless the operator allows others.',
    });
});

/** Server streams that misbehave, and how their tests end. */
const STREAMS: readonly (readonly [
  name: string,
  serve: (stream: ServerHttp2Stream) => void,
  expected: string,
])[] = [
  ['silence', () => {}, 'timeout'],
  ['a reset', (stream) => stream.close(2), 'connection_reset'],
  ['refused', (stream) => stream.close(7), 'connection_reset'],
  ['the end of the session', (stream) => stream.session?.destroy(), 'connection_reset'],
  ['goaway', (stream) => stream.session?.goaway(11), 'connection_reset'],
  ['headers, then silence', (stream) => stream.respond(), 'timeout'],
  ['a short body', answer({ 'content-length': '10' }, 'x'), 'connection_reset invalid_response'],
  ['an endless body', endlessBody, 'completed truncated'],
  ['a trickle', half((stream) => every(stream, () => stream.write('x'))), 'timeout'],
  [
    'a gzip bomb',
    answer({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(32 * 1024 * 1024))),
    'completed truncated',
  ],
  [
    'a header block of 200 KiB',
    answer(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`x-${i}`, 'y'.repeat(5000)])), ''),
    'response_too_large connection_reset invalid_response timeout',
  ],
  ['a flood of 103', hints(200), 'invalid_response'],
  ['a few 103', hints(3), 'completed'],
  ['trailers', trailers, 'completed'],
  ['204', (stream) => stream.respond({ ':status': 204 }, { endStream: true }), 'completed'],
  [
    'a refused redirect',
    answer({ ':status': 302, location: 'http://169.254.169.254/' }, ''),
    'destination_refused',
  ],
];

function answer(headers: OutgoingHttpHeaders, body: string | Uint8Array) {
  return (stream: ServerHttp2Stream) => {
    stream.respond(headers);
    stream.end(body);
  };
}

function half(then: (stream: ServerHttp2Stream) => void) {
  return (stream: ServerHttp2Stream) => {
    stream.respond();
    stream.write('x');
    setTimeout(() => then(stream), 20);
  };
}

function endlessBody(stream: ServerHttp2Stream): void {
  stream.respond();
  const pump = () => {
    while (!stream.destroyed && stream.write(Buffer.alloc(16_384)));
  };
  stream.on('drain', pump);
  pump();
}

function hints(count: number) {
  return (stream: ServerHttp2Stream) => {
    for (let index = 0; index < count; index += 1) stream.additionalHeaders({ ':status': 103 });
    answer({}, 'ok')(stream);
  };
}

function trailers(stream: ServerHttp2Stream): void {
  stream.respond(undefined, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'x-t': '1' }));
  stream.end('ok');
}

function every(stream: ServerHttp2Stream, work: () => void): void {
  const timer = setInterval(work, 50);
  stream.on('close', () => clearInterval(timer));
}

t.test('streams that misbehave', async (t) => {
  const server = createServer();
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    stream.session?.on('error', () => {});
    STREAMS[Number(headers[':path']?.slice(1))]?.[1](stream);
  });
  const { origin, noneLeft } = await listen(t, server);
  const send = start(t, 1500);
  await Promise.all(
    STREAMS.map(async ([name, , expected], index) => {
      const { error, response, status } = await send(`${origin}/${index}`, {
        options: { ...PRIOR, follow_redirects: true },
      });
      const got = error?.code ?? `${status}${response?.truncated === true ? ' truncated' : ''}`;
      t.ok(expected === got || expected.split(' ').includes(got), `${name}: ${got} ${error?.message ?? ''}`);
    }),
  );
  await noneLeft();
});

const RAW: readonly (readonly [name: string, start: Buffer, repeated: Buffer | undefined])[] = [
  ['an endless flood of SETTINGS', SETTINGS, SETTINGS],
  ['an endless flood of PING', SETTINGS, frame(6, 0, 0, Buffer.alloc(8))],
  ['an endless flood of PRIORITY', SETTINGS, frame(2, 0, 1, Buffer.alloc(5))],
  [
    'an endless flood of empty CONTINUATION',
    Buffer.concat([SETTINGS, frame(1, 0, 1, Buffer.from([0x88]))]),
    frame(9, 0, 1),
  ],
  [
    'an endless header block',
    Buffer.concat([SETTINGS, frame(1, 0, 1, Buffer.from([0x88]))]),
    frame(9, 0, 1, Buffer.alloc(16_000, 0x88)),
  ],
  [
    'an endless flood of empty DATA',
    Buffer.concat([SETTINGS, frame(1, 4, 1, Buffer.from([0x88]))]),
    frame(0, 0, 1),
  ],
  ['an endless flood of WINDOW_UPDATE', SETTINGS, frame(8, 0, 0, Buffer.from([0, 0, 0, 1]))],
  [
    'a frame beyond the size allowed',
    Buffer.concat([SETTINGS, frame(0, 0, 1, Buffer.alloc(100_000))]),
    undefined,
  ],
  ['DATA before HEADERS', Buffer.concat([SETTINGS, frame(0, 1, 1, Buffer.from('x'))]), undefined],
  [
    'a push that was switched off',
    Buffer.concat([SETTINGS, frame(5, 4, 1, Buffer.from([0, 0, 0, 2, 0x82]))]),
    undefined,
  ],
  [
    'broken HPACK',
    Buffer.concat([SETTINGS, frame(1, 4, 1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))]),
    undefined,
  ],
  [
    'more than the window',
    Buffer.concat([
      SETTINGS,
      frame(1, 4, 1, Buffer.from([0x88])),
      ...Array<Buffer>(8).fill(frame(0, 0, 1, Buffer.alloc(16_000))),
    ]),
    undefined,
  ],
  ['garbage', Buffer.alloc(1000, 0x41), undefined],
];

const HALF_A_BODY = Buffer.concat([SETTINGS, HEADERS_200, frame(0, 0, 1, Buffer.from('half'))]);

t.test('half a body is never taken for a whole one', async (t) => {
  const send = start(t, 1500);
  for (const [name, more] of [
    ['RST_STREAM with an error', frame(3, 0, 1, Buffer.from([0, 0, 0, 2]))],
    ['RST_STREAM that cancels', frame(3, 0, 1, Buffer.from([0, 0, 0, 8]))],
    ['RST_STREAM without an error', frame(3, 0, 1, Buffer.alloc(4))],
    ['GOAWAY', frame(7, 0, 0, Buffer.from([0, 0, 0, 0, 0, 0, 0, 2]))],
    ['the end', Buffer.alloc(0)],
  ] as const) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.resume();
        socket.write(HALF_A_BODY);
        setTimeout(() => socket.end(more), 50);
      });
    });
    const { origin, noneLeft } = await listen(t, server);
    const { error, status } = await send(origin, { options: PRIOR });
    t.equal(error?.code ?? status, 'connection_reset', `${name}: ${error?.message}`);
    await noneLeft();
  }
});

t.test('a whole body is one, whatever comes after it', async (t) => {
  const send = start(t, 1500);
  // content-length (28 in the static table of HPACK, not indexed): 5
  const withLength = frame(1, 4, 1, Buffer.from([0x88, 0x0f, 0x0d, 1, 0x35]));
  const reset = frame(3, 0, 1, Buffer.alloc(4));
  for (const [name, ...frames] of [
    ['END_STREAM', HEADERS_200, frame(0, 1, 1, Buffer.from('whole'))],
    ['END_STREAM, then RST_STREAM', HEADERS_200, frame(0, 1, 1, Buffer.from('whole')), reset],
    ['END_STREAM in an empty DATA', HEADERS_200, frame(0, 0, 1, Buffer.from('whole')), frame(0, 1, 1), reset],
    ['its length, then RST_STREAM', withLength, frame(0, 0, 1, Buffer.from('whole')), reset],
  ] as const) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.resume();
        socket.write(Buffer.concat([SETTINGS, ...frames]));
      });
    });
    const { origin, noneLeft } = await listen(t, server);
    const { error, response } = await send(origin, { options: PRIOR });
    t.equal(response?.body ?? error?.message, 'whole', name);
    await noneLeft();
  }
});

t.test('a whole body in frames of one byte is no flood', async (t) => {
  const batches = 260;
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    // Open for long enough that whoever counts what the connection brings looks at it once more.
    const end = () => setTimeout(() => socket.write(END_STREAM), 200);
    socket.once('data', (data) => {
      socket.resume();
      tinyFrames(socket, data, batches, end);
    });
  });
  const { origin, noneLeft } = await listen(t, server);
  const proxy = startProxy({ timeoutMs: 30_000, maxResponseBytes: batches * CRUMBS });
  t.teardown(() => proxy.close());
  const { error, response } = await proxy.send({ url: origin, options: PRIOR });
  t.equal(error, null);
  t.match(response, { body: 'x'.repeat(batches * CRUMBS), truncated: false });
  await noneLeft();
});

t.test('frames that only an enemy sends', async (t) => {
  const before = process.memoryUsage().rss;
  const send = start(t, 1500);
  const ended = RAW.map(async ([name, first, repeated]) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
      socket.write(first);
      if (repeated === undefined) return;
      const block = Buffer.concat(Array<Buffer>(Math.ceil(16_384 / repeated.length)).fill(repeated));
      const pump = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', pump);
      pump();
    });
    const { origin, noneLeft } = await listen(t, server);
    const { error, status } = await send(origin, { options: PRIOR });
    t.match(
      error?.code ?? status,
      /^(?:invalid_response|connection_reset|timeout|response_too_large|completed)$/,
      `${name}: ${error?.code ?? status}`,
    );
    await noneLeft();
  });
  await Promise.all(ended);
  const grown = process.memoryUsage().rss - before;
  t.ok(grown < 700e6, `${Math.round(grown / 1e6)} MB more after the floods`);
});
