/** Records when each chunk of a body arrived, so that a run can be replayed with its timing. */
import type { ResponseChunk } from '../../schemas/test-run.ts';

/** Maximum number of chunks; beyond it adjacent chunks are merged. */
export const MAX_CHUNKS = 1_000;

/** The chunks of a body, at most {@link MAX_CHUNKS}. */
export class ChunkLog {
  #chunks: ResponseChunk[] = [];

  add(at_ms: number, bytes: number): void {
    this.#chunks.push({ at_ms, bytes });
    if (this.#chunks.length > MAX_CHUNKS) this.#merge();
  }

  /** Returns the chunks. @param size bytes kept; later bytes (an incomplete character) are left out */
  list(size: number): ResponseChunk[] {
    let left = size;
    return this.#chunks.flatMap(({ at_ms, bytes }) => {
      const kept = Math.min(bytes, left);
      left -= kept;
      return kept === 0 ? [] : [{ at_ms, bytes: kept }];
    });
  }

  /** Merges chunks in pairs; each pair gets the time of its second chunk. */
  #merge(): void {
    this.#chunks = this.#chunks.flatMap((first, at, all) => {
      const second = all[at + 1];
      if (at % 2 === 1) return [];
      return second === undefined ? first : { at_ms: second.at_ms, bytes: first.bytes + second.bytes };
    });
  }
}
