/**
 * Writes playgrounds and test runs and counts them in their lists in the same statement, so that totals are exact at
 * any moment. Whoever writes these tables in another way must recount (recountLists).
 */
import { and, eq, inArray, is, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { listSegments, playgrounds, publicPlaygrounds, testRuns } from '../db/schema.ts';
import { Batcher } from './batcher.ts';
import { prepared, preparedEach, rowPlaceholders, rowValues } from './prepared.ts';

/** A row of test_runs to be stored; the database computes its bytes. */
export type NewTestRun = Omit<typeof testRuns.$inferSelect, 'bytes'>;
export type NewPlayground = typeof playgrounds.$inferSelect;
/** A playground's row without its example, which is long. */
export type PlaygroundRow = Omit<NewPlayground, 'example'>;

/** The lists that changed rows of playgrounds belong to. */
const LISTS_OF_PLAYGROUNDS = sql`
  select account_id, 'playgrounds' as list, id, 0 as bytes from changed
  union all select account_id, 'playgrounds:public', id, 0 from changed where is_public`;

/** The lists that changed rows of test_runs belong to. */
const LISTS_OF_TESTS = sql`
  select account_id, 'tests' as list, id, bytes from changed
  union all select account_id, 'tests:' || playground_id, id, bytes from changed where playground_id is not null`;

const COUNTED_OF_PLAYGROUND = {
  accountId: playgrounds.accountId,
  id: playgrounds.id,
  isPublic: playgrounds.isPublic,
};
const COUNTED_OF_TEST = {
  accountId: testRuns.accountId,
  id: testRuns.id,
  playgroundId: testRuns.playgroundId,
  bytes: testRuns.bytes,
};

/**
 * Builds the statement that counts changed rows, beside the one that changes them, which is called `changed`.
 * @param lists selects account_id, list, id and bytes of the rows for each list that they are in
 * @param by 1 for rows that join the lists, -1 for rows that leave them
 */
function count(lists: SQL, by: 1 | -1): SQL {
  const factor = sql.raw(String(by));
  // Sorted, so that two writers lock segments in the same order.
  return sql`
    insert into list_segments (account_id, list, start_id, items, bytes)
    select account_id, list, uuid_hour(id), cast(${factor} * count(*) as integer), cast(${factor} * sum(bytes) as bigint)
    from (${lists}) as items group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, start_id) do update
    set items = list_segments.items + excluded.items, bytes = list_segments.bytes + excluded.bytes`;
}

/**
 * Changes rows and counts them.
 * @param change returns the rows
 * @param also a further statement on `changed`
 * @returns the number of rows
 */
function changeAndCount(db: Db, change: SQL, counting: SQL, also?: SQL): Promise<number> {
  const more = also === undefined ? sql`` : sql`, also as (${also})`;
  return changedRows(
    db,
    sql`with changed as (${change}), counted as (${counting})${more} select cast(count(*) as integer) as count from changed`,
  );
}

/** The result of a statement that selects `count`. */
export async function changedRows(db: Db, statement: SQL): Promise<number> {
  const result: unknown = await db.execute(statement);
  // postgres.js gives the rows as a list, PGlite as a field of its result.
  const rows = (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as { count: number }[];
  return rows[0]?.count ?? 0;
}

/** Inserts of so many rows, each counted, and batchers for rows that arrive concurrently. */
const inserts = prepared((db) => {
  const counted = (lists: SQL) => db.$with('counted', {}).as(count(lists, 1));
  const playgroundInsert = preparedEach((rows) => {
    const changed = db
      .$with('changed')
      .as(db.insert(playgrounds).values(rowPlaceholders(playgrounds, rows)).returning(COUNTED_OF_PLAYGROUND));
    return db
      .with(changed, counted(LISTS_OF_PLAYGROUNDS))
      .select({ id: changed.id })
      .from(changed)
      .prepare(`playground_insert_${rows}`);
  });
  const testInsert = preparedEach((rows) => {
    const changed = db
      .$with('changed')
      .as(db.insert(testRuns).values(rowPlaceholders(testRuns, rows)).returning(COUNTED_OF_TEST));
    return db
      .with(changed, counted(LISTS_OF_TESTS))
      .select({ id: changed.id })
      .from(changed)
      .prepare(`test_run_insert_${rows}`);
  });
  const insertPlaygrounds = (rows: readonly NewPlayground[]) =>
    playgroundInsert(rows.length).execute(rowValues(rows));
  const insertTests = (rows: readonly NewTestRun[]) => testInsert(rows.length).execute(rowValues(rows));
  return {
    insertPlaygrounds,
    insertTests,
    playgroundBatcher: new Batcher(insertPlaygrounds),
    testBatcher: new Batcher(insertTests),
  };
});

/** Inserts a private playground, together with others that arrive at the same time. */
export async function insertPlayground(db: Db, row: NewPlayground): Promise<void> {
  await inserts(db).playgroundBatcher.add(row, row.curlCommand.length);
}

/** Inserts a playground as a part of a transaction. */
export async function insertPlaygroundIn(tx: Db, row: NewPlayground): Promise<void> {
  await inserts(tx).insertPlaygrounds([row]);
  if (row.isPublic) await tx.insert(publicPlaygrounds).values({ id: row.id, accountId: row.accountId });
}

/**
 * Inserts a test run: as a part of a transaction, or together with others that arrive at the same time.
 * @param bytes about how many it has
 */
export async function insertTestRun(db: Db, row: NewTestRun, bytes: number): Promise<void> {
  // A transaction may not wait for a batch that other statements share.
  if (is(db, PgTransaction)) await inserts(db).insertTests([row]);
  else await inserts(db).testBatcher.add(row, bytes);
}

/** A builder's statement without the parentheses that it gets inside of another. */
const statementOf = (builder: { getSQL(): SQL }): SQL => builder.getSQL();

/** Updates a playground's row; without an `example`, its own stays. */
export async function updatePlaygroundRow(
  tx: Db,
  { id, accountId, ...row }: PlaygroundRow & { example?: unknown },
  wasPublic: boolean,
): Promise<void> {
  await tx
    .update(playgrounds)
    .set(row)
    .where(and(eq(playgrounds.accountId, accountId), eq(playgrounds.id, id)));
  if (row.isPublic === wasPublic) return;
  const segment = { accountId, list: 'playgrounds:public', startId: sql`uuid_hour(${id})`, bytes: 0 };
  const items = row.isPublic ? 1 : -1;
  await tx
    .insert(listSegments)
    .values({ ...segment, items })
    .onConflictDoUpdate({
      target: [listSegments.accountId, listSegments.list, listSegments.startId],
      set: { items: sql`${listSegments.items} + ${items}` },
    });
  if (row.isPublic) await tx.insert(publicPlaygrounds).values({ id, accountId });
  else await tx.delete(publicPlaygrounds).where(eq(publicPlaygrounds.id, id));
}

/**
 * Deletes playgrounds.
 * @param where names the account
 * @param limit at most so many of them
 * @returns how many
 */
export async function deletePlaygrounds(db: Db, where: SQL | undefined, limit?: number): Promise<number> {
  const some =
    limit === undefined
      ? undefined
      : inArray(
          playgrounds.id,
          db.select({ id: playgrounds.id }).from(playgrounds).where(where).limit(limit),
        );
  const deletion = db.delete(playgrounds).where(and(where, some)).returning(COUNTED_OF_PLAYGROUND);
  const withdraw = sql`delete from public_playgrounds where id in (select id from changed where is_public)`;
  return changeAndCount(db, statementOf(deletion), count(LISTS_OF_PLAYGROUNDS, -1), withdraw);
}

/**
 * Deletes test runs.
 * @param where names the account
 * @param limit at most so many of them
 * @returns how many
 */
export async function deleteTestRuns(db: Db, where: SQL | undefined, limit?: number): Promise<number> {
  const some =
    limit === undefined
      ? undefined
      : inArray(testRuns.id, db.select({ id: testRuns.id }).from(testRuns).where(where).limit(limit));
  const deletion = db.delete(testRuns).where(and(where, some)).returning(COUNTED_OF_TEST);
  return changeAndCount(db, statementOf(deletion), count(LISTS_OF_TESTS, -1));
}

/**
 * Deletes test runs of any accounts.
 * @param table test_runs or a partition
 * @param keys selects the account_id and id of the runs
 * @returns how many
 */
export function deleteTestRunsByKey(db: Db, table: SQL, keys: SQL): Promise<number> {
  const deletion = sql`delete from ${table} where (account_id, id) in (${keys}) returning account_id, id, playground_id, bytes`;
  return changeAndCount(db, deletion, count(LISTS_OF_TESTS, -1));
}

/**
 * Puts test runs without a playground under one.
 * @param where names the account
 */
export async function attachTestRuns(db: Db, playgroundId: string, where: SQL | undefined): Promise<void> {
  const update = db
    .update(testRuns)
    .set({ playgroundId })
    .where(and(where, isNull(testRuns.playgroundId)))
    .returning(COUNTED_OF_TEST);
  await changeAndCount(db, statementOf(update), count(listOf(playgroundId), 1));
}

/** The list of a playground's tests, for rows of test_runs that joined or left it. */
const listOf = (playgroundId: string) =>
  sql`select account_id, cast(${`tests:${playgroundId}`} as text) as list, id, bytes from changed`;

/** Takes a deleted playground off the test runs that other accounts made of it. */
export async function detachTestRuns(tx: Db, playgroundId: string, accountId: string): Promise<void> {
  const update = tx
    .update(testRuns)
    .set({ playgroundId: null })
    .where(and(eq(testRuns.playgroundId, playgroundId), ne(testRuns.accountId, accountId)))
    .returning(COUNTED_OF_TEST);
  await changeAndCount(tx, statementOf(update), count(listOf(playgroundId), -1));
}

/**
 * Counts every list anew; writes wait meanwhile. For operators who have written the tables in another way.
 * @returns how many lists there are
 */
export async function recountLists(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select recount_lists()`);
    const rows = await tx
      .selectDistinct({ account: listSegments.accountId, list: listSegments.list })
      .from(listSegments);
    return rows.length;
  });
}
