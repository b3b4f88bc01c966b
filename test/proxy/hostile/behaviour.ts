/** What a hostile target does and how its test has to end. */
import type { Socket } from 'node:net';
import type { ExecuteOutcome } from '../../../src/proxy/execute.ts';
import type { RequestShape } from '../../../src/schemas/request-shape.ts';
import type { TestError } from '../../../src/schemas/test-run.ts';

/** Which of the hostile servers: plain TCP, or TLS with one certificate or another. */
export type ServerKind = 'plain' | 'good' | 'self' | 'expired' | 'other' | 'h2' | 'h2c' | 'old' | 'mutual';

export interface Behaviour {
  name: string;
  /** Default plain. */
  server?: ServerKind;
  /** What it does once a request's head is in; `head` is that head. With `early`, on connect, `head` ''. */
  serve?: (socket: Socket, head: string, origin: string) => void;
  early?: boolean;
  /** Added to the request for this behaviour's own path. */
  request?: Omit<RequestShape, 'url'> & { url?: string };
  /** The error code, or `completed`. Several when the kernel decides which comes first. */
  expect: 'completed' | TestError['code'] | readonly ('completed' | TestError['code'])[];
  check?: (outcome: ExecuteOutcome) => boolean;
}

const CRLF = '\r\n';

/** A well-formed answer with a length. */
export function ok(
  body: string | Uint8Array = 'ok',
  headers: readonly string[] = [],
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join(CRLF);
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** Sends these bytes and keeps the connection open. */
export function say(...pieces: (string | Uint8Array)[]): (socket: Socket) => void {
  return (socket) => {
    for (const piece of pieces)
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  };
}

/** Sends these bytes and closes in order. */
export function sayAndEnd(...pieces: (string | Uint8Array)[]): (socket: Socket) => void {
  return (socket) => {
    say(...pieces)(socket);
    socket.end();
  };
}

/** Sends these bytes and resets the connection. */
export function sayAndReset(...pieces: (string | Uint8Array)[]): (socket: Socket) => void {
  return (socket) => {
    say(...pieces)(socket);
    // Only TCP has a reset of its own; under TLS the connection just goes.
    setTimeout(() => ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy()), 20);
  };
}

/** Sends a start, then one piece for ever, as fast as it is read. */
export function endless(start: string | Uint8Array, piece: string | Uint8Array): (socket: Socket) => void {
  const block = Buffer.concat(
    Array(Math.max(1, Math.ceil(16_384 / piece.length))).fill(Buffer.from(piece as string, 'latin1')),
  );
  return (socket) => {
    say(start)(socket);
    const pump = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', pump);
    pump();
  };
}

/** Sends a start, then one piece every few milliseconds for ever. */
export function trickle(start: string, piece: string, everyMs = 20): (socket: Socket) => void {
  return (socket) => {
    say(start)(socket);
    const timer = setInterval(() => socket.write(Buffer.from(piece, 'latin1')), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}

/** The head of an answer whose body is framed by the connection's end. */
export function head(...headers: string[]): string {
  return `${['HTTP/1.1 200 OK', ...headers, '', ''].join(CRLF)}`;
}

export function redirect(
  location: string,
  more: readonly string[] = [],
): (socket: Socket, head: string, origin: string) => void {
  return (socket, _head, origin) =>
    socket.write(
      ok(
        '',
        [
          `Location: ${location.replaceAll('ORIGIN', origin).replaceAll('HOST', origin.slice('http://'.length))}`,
          ...more,
        ],
        '302 Found',
      ),
    );
}
