/**
 * Rows that wait at one time are written with one statement. Each caller is answered when its own row is committed,
 * so nothing is acknowledged that could be lost; a row that cannot be written fails alone.
 */
import { isDatabaseAway } from '../db/client.ts';

/** Rows of one statement. */
export const MAX_ROWS = 16;
/** Bytes of one statement, about; a larger row goes alone. */
const MAX_BYTES = 1024 * 1024;

interface Waiting<Row> {
  row: Row;
  size: number;
  resolve(): void;
  reject(error: unknown): void;
}

export class GroupCommit<Row> {
  readonly #write: (rows: readonly Row[]) => PromiseLike<unknown>;
  readonly #patienceMs: number;
  #waiting: Waiting<Row>[] = [];
  #scheduled = false;
  #writing = false;

  /**
   * @param write commits up to {@link MAX_ROWS} rows, all or none of them
   * @param patienceMs a statement that takes longer (a lock, a slow disk) no longer holds up the next
   */
  constructor(write: (rows: readonly Row[]) => PromiseLike<unknown>, patienceMs = 20) {
    this.#write = write;
    this.#patienceMs = patienceMs;
  }

  /**
   * Resolves when the row is committed; rejects with the database's error when it is not.
   * @param size about how many bytes the row has
   */
  add(row: Row, size: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, size, resolve, reject });
      this.#schedule();
    });
  }

  /** After the events at hand: what they finish goes along. */
  #schedule(): void {
    if (this.#scheduled || this.#writing || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#writing = true;
      const next = () => {
        clearTimeout(impatient);
        if (!current) return;
        current = false;
        this.#writing = false;
        this.#schedule();
      };
      let current = true;
      const impatient = setTimeout(next, this.#patienceMs);
      void this.#commit(this.#take()).then(next);
    });
  }

  #take(): Waiting<Row>[] {
    let count = 0;
    for (let bytes = 0; count < Math.min(MAX_ROWS, this.#waiting.length); count += 1) {
      bytes += this.#waiting[count]?.size ?? 0;
      if (bytes > MAX_BYTES && count > 0) break;
    }
    return this.#waiting.splice(0, count);
  }

  /** Settles every row of the batch; never rejects. */
  async #commit(batch: readonly Waiting<Row>[]): Promise<void> {
    try {
      await this.#write(batch.map(({ row }) => row));
    } catch (error) {
      if (batch.length > 1 && !isDatabaseAway(error)) {
        // One of them cannot be written, and none has been.
        await Promise.all(batch.map((waiting) => this.#commit([waiting])));
        return;
      }
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
  }
}
