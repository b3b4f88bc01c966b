/** Counts per day in memory, which are written in batches. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** How long counts wait in memory for a common statement, in milliseconds. A process that is killed loses them. */
const WRITE_AFTER_MS = 1_000;
/** Rows that wait; if the database is away for long, others are not counted. */
const MAX_WAITING = 10_000;

/** Adds counts to others. */
export function addCounts<Counter extends string>(
  counters: readonly Counter[],
  counts: Record<Counter, number>,
  more: Record<Counter, number>,
): void {
  for (const counter of counters) counts[counter] += more[counter];
}

/** Adds up the rows of each key, in the order of the keys: instances that write them do not wait for each other in a circle. */
export function summed<Counter extends string, Row extends Record<Counter, number>>(
  counters: readonly Counter[],
  keyOf: (row: Row) => string,
  rows: readonly Row[],
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row));
    if (sum === undefined) sums.set(keyOf(row), { ...row });
    else addCounts(counters, sum, row);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** What an upsert sets: the counts of the row and of the new one. */
export const increments = <Counter extends string>(
  table: Record<Counter, PgColumn>,
  counters: readonly Counter[],
): Record<string, SQL> =>
  Object.fromEntries(
    counters.map((name) => [name, sql`${table[name]} + excluded.${sql.identifier(table[name].name)}`]),
  );

/** The counts of one process that are not written yet. */
export class DayCounts<Counter extends string, Row extends { accountId: string } & Record<Counter, number>> {
  readonly #counters: readonly Counter[];
  readonly #keyOf: (row: Row) => string;
  readonly #writeRows: (accountId: string, rows: readonly Row[]) => Promise<void>;
  #waiting = new Map<string, Row>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  /**
   * @param keyOf tells rows apart
   * @param write adds the counts of one account to its rows
   */
  constructor(
    counters: readonly Counter[],
    keyOf: (row: Row) => string,
    write: (accountId: string, rows: readonly Row[]) => Promise<void>,
  ) {
    this.#counters = counters;
    this.#keyOf = keyOf;
    this.#writeRows = write;
  }

  /** Adds the counts of a row. */
  put(row: Row): void {
    if (this.#closed) return;
    const key = this.#keyOf(row);
    const known = this.#waiting.get(key);
    if (known !== undefined) addCounts(this.#counters, known, row);
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, row);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what has been counted. What cannot be written is tried again later; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    if (rows.length > 0) this.#writing = this.#writing.then(() => this.#write(rows));
    return this.#writing;
  }

  /** Writes the last counts. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
  }

  async #write(rows: readonly Row[]): Promise<void> {
    const byAccount = new Map<string, Row[]>();
    for (const row of rows) byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row]);
    for (const [accountId, ofAccount] of byAccount)
      await this.#writeRows(accountId, ofAccount).catch(() => {
        for (const row of ofAccount) this.put(row);
      });
  }
}
