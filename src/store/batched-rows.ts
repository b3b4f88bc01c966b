/** Batches concurrent reads and writes of rows into one statement. */
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { Batcher } from './batcher.ts';
import { prepared, preparedEach, rowPlaceholders, rowValues } from './prepared.ts';

/**
 * Finds rows by their keys.
 * @param find the rows of several keys, which are hexadecimal or ids: one text with commas is the same for both
 * drivers, which arrays are not
 */
export function batchedLookup<Row>(
  find: (keys: string) => PromiseLike<readonly Row[]>,
  keyOf: (row: Row) => string,
): Batcher<string, Row | undefined> {
  return new Batcher(
    async (keys) => {
      const rows = await find([...new Set(keys)].join(','));
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key));
    },
    { statements: 2 },
  );
}

/**
 * Inserts rows of a table.
 * @param name of its statements
 */
export function batchedInsert<Row extends { accountId: string }>(
  table: PgTable,
  name: string,
): (db: Db) => Batcher<Row, void> {
  return prepared((db) => {
    const insertOf = preparedEach((count) =>
      db.insert(table).values(rowPlaceholders(table, count)).prepare(`${name}_${count}`),
    );
    return new Batcher<Row, void>(async (rows) => {
      // By account, so that two instances lock the lists that they count in the same order.
      const sorted = rows.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
      await insertOf(rows.length).execute(rowValues(sorted));
      return [];
    });
  });
}
