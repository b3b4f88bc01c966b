/**
 * Batches concurrent database work into one statement: rows to write, keys to look up. A caller's promise
 * resolves when the statement is done, so no write is acknowledged that could be lost; a row that cannot be written
 * fails alone.
 */
import { isDatabaseUnavailable } from '../db/client.ts';

/** Items per statement. */
export const MAX_ITEMS = 16;
/** Approximate bytes per statement; a larger item is sent alone. */
const MAX_BYTES = 1024 * 1024;

interface BatcherOptions<Item> {
  /** If given, only items of the same group share a statement. */
  groupOf?: (item: Item) => string;
  /** Concurrent statements: with two, the database executes one while the other is in transit. Default one. */
  statements?: number;
  /** Milliseconds after which a statement (a lock, a slow disk) no longer delays the next. Default 20. */
  patienceMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  size: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Coalesces concurrent calls into one statement. */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[]) => PromiseLike<readonly Result[]>;
  readonly #groupOf: ((item: Item) => string) | undefined;
  readonly #statements: number;
  readonly #patienceMs: number;
  #waiting: Waiting<Item, Result>[] = [];
  #scheduled = false;
  #running = 0;

  /**
   * @param run executes one statement for up to {@link MAX_ITEMS} items and returns a result for each, atomically
   */
  constructor(
    run: (items: readonly Item[]) => PromiseLike<readonly Result[]>,
    { groupOf, statements = 1, patienceMs = 20 }: BatcherOptions<Item> = {},
  ) {
    this.#run = run;
    this.#groupOf = groupOf;
    this.#statements = statements;
    this.#patienceMs = patienceMs;
  }

  /**
   * Resolves with the item's result when its statement is done; rejects with the database's error when it fails.
   * @param size approximate bytes of the item
   */
  add(item: Item, size: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size, resolve, reject });
      this.#schedule();
    });
  }

  /** Waits for the pending events, so that items added by them join the batch. */
  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#statements || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#running += 1;
      const next = () => {
        clearTimeout(impatient);
        if (!current) return;
        current = false;
        this.#running -= 1;
        this.#schedule();
      };
      let current = true;
      const impatient = setTimeout(next, this.#patienceMs);
      void this.#settle(this.#take()).then(next);
    });
  }

  /** Takes the first items, or the first group's. */
  #take(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const [first] = this.#waiting;
    const group = first && this.#groupOf?.(first.item);
    let bytes = 0;
    for (const waiting of this.#waiting) {
      const fits = taken.length < MAX_ITEMS && (bytes + waiting.size <= MAX_BYTES || taken.length === 0);
      if (fits && this.#groupOf?.(waiting.item) === group) {
        bytes += waiting.size;
        taken.push(waiting);
      } else left.push(waiting);
    }
    this.#waiting = left;
    return taken;
  }

  /** Settles every item of the batch; never rejects. */
  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      // One result per item, in the same order.
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && !isDatabaseUnavailable(error)) {
        // One item failed and the statement changed nothing: retry each item alone.
        await Promise.all(batch.map((waiting) => this.#settle([waiting])));
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }
}
