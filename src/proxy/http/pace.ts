/**
 * Limits how long reading from targets holds the event loop: a few milliseconds at a time. node:http calls back for
 * each chunk of a body, so 64 KiB of chunks of one byte take ten milliseconds and more, and what has arrived on many
 * connections is read in one iteration of the event loop.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { yieldToEventLoop } from '../../runtime/event-loop.ts';

const MIN_PIECE_BYTES = 4096;
/** Maximum size of a piece. Pieces grow up to it while reading is fast, as for a long body in long chunks. */
const MAX_PIECE_BYTES = 65_536;
const QUICK_MS = 0.2;
/** Milliseconds of reading per iteration, on all connections together, beyond the first piece of each. */
const SLICE_MS = 4;

/** Milliseconds spent in this iteration. */
let spentMs = 0;

/**
 * Makes a socket process received bytes piece by piece, and defer the rest when the time of the iteration is used up.
 * What fits in one piece never waits, so other targets do not slow an ordinary response. Sits between the
 * connection, which calls push(), and the stream, which calls _read(), so pausing and ending work as usual.
 */
export function pace(socket: Socket): void {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** Received but not processed yet; reading is paused until it is. */
  let kept: Buffer | undefined;
  let pieceBytes = MIN_PIECE_BYTES;
  let ended = false;
  let waiting = false;

  const takeIn = (bytes: Buffer, untilMs: number) => {
    let at = 0;
    let nowMs = performance.now();
    do {
      const size = nowMs < untilMs ? pieceBytes : MIN_PIECE_BYTES;
      push(bytes.subarray(at, at + size));
      at += size;
      const startMs = nowMs;
      nowMs = performance.now();
      pieceBytes = nowMs - startMs < QUICK_MS ? Math.min(2 * pieceBytes, MAX_PIECE_BYTES) : MIN_PIECE_BYTES;
    } while (at < bytes.length && !socket.isPaused() && !socket.destroyed && nowMs < untilMs);
    kept = at < bytes.length ? bytes.subarray(at) : undefined;
  };
  const takeInLater = async () => {
    if (waiting || kept === undefined) return;
    waiting = true;
    while (kept !== undefined && !socket.isPaused()) {
      await yieldToEventLoop();
      if (socket.destroyed) return;
      if (!socket.isPaused()) takeIn(kept, performance.now() + SLICE_MS);
    }
    waiting = false;
    if (kept !== undefined) return;
    if (ended) push(null);
    else socket.read(0);
  };

  socket.push = (bytes: unknown, encoding?: BufferEncoding) => {
    if (kept !== undefined) {
      // TLS emits several records in a row.
      if (Buffer.isBuffer(bytes)) kept = Buffer.concat([kept, bytes]);
      else ended = true;
      return false;
    }
    if (!Buffer.isBuffer(bytes) || bytes.length <= MIN_PIECE_BYTES) return push(bytes, encoding);
    const startMs = performance.now();
    if (spentMs === 0) setImmediate(startTurn);
    takeIn(bytes, startMs + SLICE_MS - spentMs);
    spentMs += performance.now() - startMs;
    void takeInLater();
    return kept === undefined && socket.readableLength < socket.readableHighWaterMark;
  };
  socket._read = (size: number) => {
    if (kept === undefined) read(size);
  };
  socket.on('resume', () => void takeInLater());
}

/**
 * Wraps a paced socket for node:http2, which would read a plain one natively and bypass {@link pace}: all callbacks of
 * 64 KiB of one-byte frames would run in one iteration.
 */
export function pacedStream(socket: Socket): Duplex {
  pace(socket);
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (bytes: Buffer) => {
    if (!stream.push(bytes)) socket.pause();
  });
  socket.on('end', () => stream.push(null));
  socket.on('error', (error) => stream.destroy(error));
  socket.on('close', () => stream.destroy());
  return stream;
}

function startTurn(): void {
  spentMs = 0;
}
