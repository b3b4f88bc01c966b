/** The worst targets, in a process of their own: what they burn must not be blamed on the request runner. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RequestShape } from '../../../src/schemas/request-shape.ts';
import { endless, head, ok, say, trickle } from './behaviour.ts';
import { PREFACE, tinyFrames } from './frames.ts';

const ZEROS = Buffer.alloc(64 * 1024 * 1024);
const ZSTD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]);

/** Started when first asked for: the bombs take a moment to make. */
const SERVE: Readonly<Record<string, () => (socket: Socket, head: string, origin: string) => void>> = {
  'gzip-bomb': () => say(ok(gzipSync(ZEROS), ['Content-Encoding: gzip'])),
  'double-gzip-bomb': () => say(ok(gzipSync(gzipSync(ZEROS)), ['Content-Encoding: gzip, gzip'])),
  'brotli-bomb': () => say(ok(brotliCompressSync(ZEROS), ['Content-Encoding: br'])),
  'zstd-bomb': () =>
    endless(
      Buffer.concat([Buffer.from(head('Content-Encoding: zstd')), ZSTD_START]),
      Buffer.from([2, 0, 0x10, 0x41]),
    ),
  'gzip-of-nothing': () =>
    endless(
      Buffer.concat([
        Buffer.from(head('Content-Encoding: gzip')),
        Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
      ]),
      Buffer.from([0, 0, 0, 0xff, 0xff]),
    ),
  'endless-body': () => endless(head(), 'x'),
  'endless-chunks': () => endless(head('Transfer-Encoding: chunked'), `400\r\n${'x'.repeat(1024)}\r\n`),
  'endless-headers': () => endless('HTTP/1.1 200 OK\r\n', 'X: y\r\n'),
  'endless-informational': () => endless('', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
  'endless-continue': () => endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  'endless-tiny-chunks': () => endless(head('Transfer-Encoding: chunked'), '1\r\nx\r\n'),
  'endless-empty-lines': () => endless('', '\r\n'),
  'redirect-loop': () => (socket, request) =>
    void socket.write(ok('', [`Location: ${request.split(' ')[1]}`], '302 Found')),
  'endless-redirect-bodies': () => (socket, request) =>
    endless(`HTTP/1.1 302 Found\r\nLocation: ${request.split(' ')[1]}x\r\n\r\n`, 'x')(socket),
  silence: () => () => {},
  trickle: () => trickle(head('Content-Length: 1000000'), 'x', 10),
  upgrade: () =>
    endless('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'x'),
  'trickling-headers': () => trickle('HTTP/1.1 200 OK\r\nX: ', 'x', 10),
};

/** What a target does that is asked in HTTP/2, whatever for. */
const IN_HTTP2 = 'endless-tiny-frames';

export const STORM: readonly string[] = [...Object.keys(SERVE), IN_HTTP2];

/** The request that meets a behaviour. */
export function stormRequest(origin: string, name: string, options: RequestShape['options']): RequestShape {
  const http2 = name === IN_HTTP2 ? ({ http_version: '2-prior-knowledge' } as const) : {};
  return { url: `${origin}/${name}`, options: { ...options, ...http2 } };
}

export interface StormServer {
  origin: string;
  close(): Promise<void>;
}

export async function runStormServer(): Promise<StormServer> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: ['--import=tsx'] });
  const [port]: unknown[] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function serve(): void {
  const behaviours = new Map(Object.entries(SERVE).map(([name, make]) => [name, make()]));
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      socket.resume();
      if (data.subarray(0, PREFACE.length).equals(Buffer.from(PREFACE))) return tinyFrames(socket, data);
      const request = data.toString('latin1');
      const name = /^\S+ \/([a-z-]+)/.exec(request)?.[1] ?? '';
      // A redirect's path grows by an x at its end.
      const behaviour = behaviours.get(name) ?? behaviours.get(name.replace(/x+$/, ''));
      if (behaviour === undefined) socket.end(ok());
      else behaviour(socket, request, '');
    });
  });
  // listen() on a host and port always gives an AddressInfo.
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (process.argv[2] === 'serve') serve();
