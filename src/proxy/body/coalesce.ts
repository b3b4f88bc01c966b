/**
 * Bodies that come in crumbs. A chunk costs the same whether it has one byte or 64 KiB, and a byte that is kept keeps
 * the whole block that it was received in: what has arrived is joined before it is handed on or kept.
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Chunks that are joined when there are so many. */
const MANY = 1024;

const CRUMB_BYTES = 512;

/** Collects chunks with memory in proportion to their bytes, not to their number. */
export class Chunks {
  #joined: Uint8Array[] = [];
  #loose: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    if (this.#loose.push(chunk) < MANY) return;
    this.#joined.push(Buffer.concat(this.#loose));
    this.#loose = [];
  }

  /** All bytes: the chunk itself, uncopied, where there was just one. */
  bytes(): Buffer {
    const all = [...this.#joined, ...this.#loose];
    const [first] = all;
    return all.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(all);
  }
}

/**
 * What a stream of bytes holds, all of it at a time: its own iterator would hand on each chunk for itself.
 * Like that iterator it destroys the stream when it is let go, and throws the stream's error, or an error when the
 * stream is closed before its end.
 */
export async function* joined(stream: Readable): AsyncGenerator<Buffer> {
  let wake = () => {};
  let ended = stream.readableEnded;
  const onEvent = () => wake();
  const onEnd = () => {
    ended = true;
    wake();
  };
  stream.on('readable', onEvent).on('end', onEnd).on('error', onEvent).on('close', onEvent);
  try {
    while (true) {
      // No encoding is set and it is no object stream: it holds bytes.
      const bytes = stream.destroyed ? null : (stream.read() as Buffer | null);
      if (bytes !== null) {
        yield bytes;
        // Node calls back for each crumb: those of one turn are waited for.
        if (bytes.length < CRUMB_BYTES) await nextTurn();
        continue;
      }
      if (stream.errored !== null) throw stream.errored;
      if (ended) return;
      if (stream.destroyed)
        throw Object.assign(new Error('The stream was closed.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stream.off('readable', onEvent).off('end', onEnd).off('close', onEvent);
    stream.destroy();
    // The listener for errors stays: one that comes late must not take the process down.
  }
}
