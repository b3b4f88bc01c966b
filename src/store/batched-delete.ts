/** Deletes rows in batches, because one statement for a million rows would hold its locks for minutes and be cancelled. */
import { and, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { playgrounds, testRuns } from '../db/schema.ts';

/** Rows that one statement deletes. */
export const STEP_ROWS = 500;

/**
 * Deletes rows, some hundreds at a time.
 * @param where names the account
 * @param until when to end with rows left over, in milliseconds of performance.now()
 * @returns whether none is left
 */
export async function deleteInBatches(
  db: Db,
  table: typeof testRuns | typeof playgrounds,
  where: SQL | undefined,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const some = db.select({ id: table.id }).from(table).where(where).limit(STEP_ROWS);
  for (;;) {
    const deleted = await db
      .delete(table)
      .where(and(where, inArray(table.id, some)))
      .returning({ id: table.id });
    if (deleted.length < STEP_ROWS) return true;
    if (performance.now() > until) return false;
  }
}
