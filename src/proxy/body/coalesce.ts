/**
 * Coalesces small chunks. A target can send a body as chunks of one byte: each costs as much work as one of 64 KiB, and
 * each keeps the whole block in memory that it was received in. Kept for egress safety, not for speed: without it one
 * response in such chunks holds the event loop for seconds (test/proxy/pace.test.ts, test/proxy/storm.test.ts).
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Chunks are copied into one when there are so many. */
const MAX_LOOSE_CHUNKS = 1024;

const MAX_READ_BYTES = 65_536;

/** After a smaller read the reader waits until the next iteration of the event loop. */
const SMALL_READ_BYTES = 512;

/** Collects chunks with memory in proportion to their bytes, not to their number. */
export class ChunkBuffer {
  #coalesced: Uint8Array[] = [];
  #loose: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    if (this.#loose.push(chunk) < MAX_LOOSE_CHUNKS) return;
    this.#coalesced.push(Buffer.concat(this.#loose));
    this.#loose = [];
  }

  /** Returns all bytes: the chunk itself, uncopied, where there was just one. */
  bytes(): Buffer {
    const all = [...this.#coalesced, ...this.#loose];
    const [first] = all;
    return all.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(all);
  }
}

/** Reads a stream's buffer until it has 64 KiB or more: read() returns all of it up to Node 24, one chunk since Node 26. */
function readHeld(stream: Readable): Buffer {
  const held = new ChunkBuffer();
  for (let length = 0; length < MAX_READ_BYTES; ) {
    const chunk = stream.read() as Buffer | null; // a byte stream without an encoding
    if (chunk === null) break;
    held.add(chunk);
    length += chunk.length;
  }
  return held.bytes();
}

/**
 * Iterates over a stream and reads all buffered bytes at a time: the stream's own iterator yields single chunks.
 * Like that iterator it destroys the stream when iteration stops, and throws the stream's error, or an error when the
 * stream is closed before its end, but only after it has yielded the bytes received before the error.
 */
export async function* coalesced(stream: Readable): AsyncGenerator<Buffer> {
  let wake = () => {};
  const onEvent = () => wake();
  stream.on('readable', onEvent).on('end', onEvent).on('error', onEvent).on('close', onEvent);
  try {
    while (true) {
      const bytes = readHeld(stream);
      if (bytes.length > 0) {
        yield bytes;
        if (bytes.length < SMALL_READ_BYTES) await nextTurn();
        continue;
      }
      if (stream.errored !== null) throw stream.errored;
      if (stream.readableEnded) return;
      if (stream.destroyed)
        throw Object.assign(new Error('The stream was closed.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stream.off('readable', onEvent).off('end', onEvent).off('close', onEvent);
    stream.destroy();
    // The error listener stays: without it, a late error would end the process.
  }
}
