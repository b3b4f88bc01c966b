/**
 * Writes playgrounds and test runs and updates the counts of their lists in the same statement, so that totals are always
 * exact. After writing these tables in any other way, call recountLists.
 */
import {
  and,
  type ColumnsSelection,
  eq,
  getTableColumns,
  inArray,
  is,
  isNull,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import { type Db, rowsOf } from '../db/client.ts';
import { listSegments, playgrounds, publicPlaygrounds, testRuns } from '../db/schema.ts';
import { Batcher } from './batcher.ts';
import { prepared, preparedEach, rowPlaceholders, rowValues } from './prepared.ts';

/** A new row of test_runs; the database computes its bytes. */
export type NewTestRun = Omit<typeof testRuns.$inferSelect, 'bytes'>;
export type NewPlayground = typeof playgrounds.$inferSelect;
/** A playground's row without its example, which may be large. */
export type PlaygroundRow = Omit<NewPlayground, 'example'>;

/** Selects the lists that changed rows of playgrounds belong to. */
const LISTS_OF_PLAYGROUNDS = sql`
  select account_id, 'playgrounds' as list, id, 0 as bytes from changed
  union all select account_id, 'playgrounds:public', id, 0 from changed where is_public`;

/** Selects the lists that changed rows of test_runs belong to. */
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
 * Builds the statement that counts changed rows; it reads them from the CTE `changed`.
 * @param lists selects account_id, list, id and bytes of the rows, for each list that contains them
 * @param by 1 for rows that are added to the lists, -1 for rows that are removed
 */
function count(lists: SQL, by: 1 | -1): SQL {
  const factor = sql.raw(String(by));
  // Sorted, so that concurrent writers lock segments in the same order.
  return sql`
    insert into list_segments (account_id, list, start_id, items, bytes)
    select account_id, list, uuid_hour(id), cast(${factor} * count(*) as integer), cast(${factor} * sum(bytes) as bigint)
    from (${lists}) as items group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, start_id) do update
    set items = list_segments.items + excluded.items, bytes = list_segments.bytes + excluded.bytes`;
}

/**
 * Changes rows and updates the counts.
 * @param change the statement of the CTE `changed`
 * @param also another statement that reads `changed`
 * @returns the number of changed rows
 */
function changeAndCount(db: Db, change: SQLWrapper, counting: SQL, also?: SQL): Promise<number> {
  const more = also === undefined ? sql`` : sql`, also as (${also})`;
  return changedRows(
    db,
    // Without getSQL(), drizzle would write a builder in parentheses.
    sql`with changed as (${change.getSQL()}), counted as (${counting})${more} select cast(count(*) as integer) as count from changed`,
  );
}

/** Executes a statement that selects `count` and returns that number. */
export async function changedRows(db: Db, statement: SQL): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, statement);
  return row?.count ?? 0;
}

/** Inserts a test run if its account has the playground, which is locked as a foreign key would lock it. */
function insertOfPlayground(db: Db) {
  const [row]: Record<string, SQL>[] = rowPlaceholders(testRuns, 1);
  const values = Object.entries(getTableColumns(testRuns))
    .filter(([, { generated }]) => generated === undefined)
    .map(([key, column]) => sql`cast(${row?.[key]} as ${sql.raw(column.getSQLType())})`);
  const { accountId, id } = playgrounds;
  const isOwn = and(eq(accountId, sql.placeholder('account')), eq(id, sql.placeholder('playground')));
  const locked = db.$with('locked').as(db.select({ id }).from(playgrounds).where(isOwn).for('key share'));
  // INSERT ... SELECT, because Citus refuses subqueries in VALUES.
  return db
    .with(locked)
    .insert(testRuns)
    .select(sql`select ${sql.join(values, sql`, `)} from locked`)
    .returning(COUNTED_OF_TEST);
}

/** Functions that insert one row and count it: at once within a transaction, otherwise batched with concurrent rows. */
const inserts = prepared((db) => {
  function insertAndCount(name: string, lists: SQL, insert: TypedQueryBuilder<ColumnsSelection>) {
    const changed = db.$with('changed').as(insert);
    return db
      .with(changed, db.$with('counted', {}).as(count(lists, 1)))
      .select({ id: sql`id` })
      .from(changed)
      .prepare(name);
  }
  function inserter<Row extends object>(
    name: string,
    lists: SQL,
    insert: (rows: number) => TypedQueryBuilder<ColumnsSelection>,
  ): (row: Row, bytes: number) => Promise<void> {
    const statement = preparedEach((rows) => insertAndCount(`${name}_insert_${rows}`, lists, insert(rows)));
    const insertRows = (rows: readonly Row[]) => statement(rows.length).execute(rowValues(rows));
    const batcher = new Batcher(insertRows);
    // A transaction must not wait for a batch that other callers share.
    const isTransaction = is(db, PgTransaction);
    return async (row, bytes) => {
      await (isTransaction ? insertRows([row]) : batcher.add(row, bytes));
    };
  }
  return {
    playground: inserter<NewPlayground>('playground', LISTS_OF_PLAYGROUNDS, (rows) =>
      db.insert(playgrounds).values(rowPlaceholders(playgrounds, rows)).returning(COUNTED_OF_PLAYGROUND),
    ),
    test: inserter<NewTestRun>('test_run', LISTS_OF_TESTS, (rows) =>
      db.insert(testRuns).values(rowPlaceholders(testRuns, rows)).returning(COUNTED_OF_TEST),
    ),
    testOfPlayground: insertAndCount('test_run_of_playground_insert', LISTS_OF_TESTS, insertOfPlayground(db)),
  };
});

/** Inserts a playground: within a transaction, which a public one needs, or batched with concurrent inserts. */
export async function insertPlayground(db: Db, row: NewPlayground): Promise<void> {
  await inserts(db).playground(row, row.curlCommand.length);
  if (row.isPublic) await db.insert(publicPlaygrounds).values({ id: row.id, accountId: row.accountId });
}

/**
 * Inserts a test run: within a transaction, or batched with concurrent inserts.
 * @param bytes approximate size of the run
 */
export async function insertTestRun(db: Db, row: NewTestRun, bytes: number): Promise<void> {
  await inserts(db).test(row, bytes);
}

/**
 * Inserts a test run of one of its account's own playgrounds, and locks that against deletion as a foreign key would.
 * @returns whether the account has the playground; nothing is inserted otherwise
 */
export async function insertTestRunOfPlayground(db: Db, row: NewTestRun): Promise<boolean> {
  const { accountId: account, playgroundId: playground } = row;
  const values = { ...rowValues([row]), account, playground };
  return (await inserts(db).testOfPlayground.execute(values)).length > 0;
}

/** Updates a playground's row; without `example`, the stored one remains. */
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

/** The condition for at most `limit` of the rows. */
function atMost(db: Db, table: typeof playgrounds | typeof testRuns, where: SQL | undefined, limit?: number) {
  if (limit === undefined) return where;
  return and(where, inArray(table.id, db.select({ id: table.id }).from(table).where(where).limit(limit)));
}

/**
 * Deletes playgrounds.
 * @param where a condition that includes the account
 * @param limit the maximum number of rows
 * @returns the number of deleted rows
 */
export async function deletePlaygrounds(db: Db, where: SQL | undefined, limit?: number): Promise<number> {
  const some = atMost(db, playgrounds, where, limit);
  const deletion = db.delete(playgrounds).where(some).returning(COUNTED_OF_PLAYGROUND);
  const withdraw = sql`delete from public_playgrounds where id in (select id from changed where is_public)`;
  return changeAndCount(db, deletion, count(LISTS_OF_PLAYGROUNDS, -1), withdraw);
}

/**
 * Deletes test runs.
 * @param where a condition that includes the account
 * @param limit the maximum number of rows
 * @returns the number of deleted rows
 */
export async function deleteTestRuns(db: Db, where: SQL | undefined, limit?: number): Promise<number> {
  const some = atMost(db, testRuns, where, limit);
  const deletion = db.delete(testRuns).where(some).returning(COUNTED_OF_TEST);
  return changeAndCount(db, deletion, count(LISTS_OF_TESTS, -1));
}

/**
 * Deletes test runs by key, of any accounts.
 * @param table test_runs or a partition
 * @param keys selects the account_id and id of the runs
 * @returns the number of deleted rows
 */
export function deleteTestRunsByKey(db: Db, table: SQL, keys: SQL): Promise<number> {
  const deletion = sql`delete from ${table} where (account_id, id) in (${keys}) returning account_id, id, playground_id, bytes`;
  return changeAndCount(db, deletion, count(LISTS_OF_TESTS, -1));
}

/**
 * Assigns test runs without a playground to one.
 * @param where a condition that includes the account
 */
export async function attachTestRuns(db: Db, playgroundId: string, where: SQL | undefined): Promise<void> {
  const update = db
    .update(testRuns)
    .set({ playgroundId })
    .where(and(where, isNull(testRuns.playgroundId)))
    .returning(COUNTED_OF_TEST);
  await changeAndCount(db, update, count(listOf(playgroundId), 1));
}

/** Selects the list of a playground's tests, for rows of test_runs that were added or removed. */
const listOf = (playgroundId: string) =>
  sql`select account_id, cast(${`tests:${playgroundId}`} as text) as list, id, bytes from changed`;

/** Clears a deleted playground from other accounts' test runs. */
export async function detachTestRuns(tx: Db, playgroundId: string, accountId: string): Promise<void> {
  const update = tx
    .update(testRuns)
    .set({ playgroundId: null })
    .where(and(eq(testRuns.playgroundId, playgroundId), ne(testRuns.accountId, accountId)))
    .returning(COUNTED_OF_TEST);
  await changeAndCount(tx, update, count(listOf(playgroundId), -1));
}

/**
 * Recounts every list; blocks writes while it runs. For operators who have written the tables in another way.
 * @returns the number of lists
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
