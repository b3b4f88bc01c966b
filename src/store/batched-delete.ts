/** Deletes rows in batches, because one statement for a million rows would hold its locks for minutes and be cancelled. */
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Rows per statement. */
export const BATCH_ROWS = 500;

/**
 * Deletes rows in batches of {@link BATCH_ROWS}.
 * @param deleteRows deletes up to the given number of rows and returns how many
 * @param where a condition that includes the account
 * @param until when to stop with rows left over, in milliseconds of performance.now()
 * @returns whether no rows are left
 */
export async function deleteInBatches(
  db: Db,
  deleteRows: (db: Db, where: SQL | undefined, limit: number) => Promise<number>,
  where: SQL | undefined,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (;;) {
    if ((await deleteRows(db, where, BATCH_ROWS)) < BATCH_ROWS) return true;
    if (performance.now() > until) return false;
  }
}
