/**
 * Inserts rows and counts them in one statement, for a database on one node: a test takes 0.16 ms of this process's CPU time
 * instead of 0.59 ms in a transaction. A cluster would copy the inserted rows to every node.
 */
import { and, type ColumnsSelection, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Db } from '../db/client.ts';
import { playgrounds, testRuns } from '../db/schema.ts';
import { prepared, preparedEach, rowPlaceholders, rowValues } from './prepared.ts';

/** Selects the lists of inserted playgrounds. */
const LISTS_OF_PLAYGROUNDS = sql`
  select account_id, 'playgrounds' as list, id, 0 as bytes from changed
  union all select account_id, 'playgrounds:public', id, 0 from changed where is_public
  union all select account_id, 'playgrounds:uncollected', id, 0 from changed where collection_id is null
  union all select account_id, 'playgrounds:public:uncollected', id, 0 from changed where is_public and collection_id is null`;

/** Selects the lists of inserted test runs. */
const LISTS_OF_TESTS = sql`
  select account_id, 'tests' as list, id, bytes from changed
  union all select account_id, 'tests:' || playground_id, id, bytes from changed where playground_id is not null`;

const COUNTED_OF_PLAYGROUND = {
  accountId: playgrounds.accountId,
  id: playgrounds.id,
  isPublic: playgrounds.isPublic,
  collectionId: playgrounds.collectionId,
};
const COUNTED_OF_TEST = {
  accountId: testRuns.accountId,
  id: testRuns.id,
  playgroundId: testRuns.playgroundId,
  bytes: testRuns.bytes,
};

/** @param lists selects account_id, list, id and bytes of the rows, for each list that contains them */
function insertAndCount(db: Db, name: string, lists: SQL, insert: TypedQueryBuilder<ColumnsSelection>) {
  const changed = db.$with('changed').as(insert);
  // Sorted, so that concurrent writers lock segments in the same order.
  const counted = sql`
    insert into list_segments (account_id, list, start_id, items, bytes)
    select account_id, list, uuid_hour(id), cast(count(*) as integer), cast(sum(bytes) as bigint)
    from (${lists}) as items group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, start_id) do update
    set items = list_segments.items + excluded.items, bytes = list_segments.bytes + excluded.bytes`;
  return db
    .with(changed, db.$with('counted', {}).as(counted))
    .select({ id: sql`id` })
    .from(changed)
    .prepare(name);
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
  return db
    .with(locked)
    .insert(testRuns)
    .select(sql`select ${sql.join(values, sql`, `)} from locked`)
    .returning(COUNTED_OF_TEST);
}

/** The statements of a database; each resolves with the inserted rows. */
export const insertsAtOnce = prepared((db) => {
  const inserter = (
    name: string,
    lists: SQL,
    insert: (rows: number) => TypedQueryBuilder<ColumnsSelection>,
  ) => {
    const statement = preparedEach((rows) => insertAndCount(db, `${name}_${rows}`, lists, insert(rows)));
    return (rows: readonly object[]) => statement(rows.length).execute(rowValues(rows));
  };
  const ofPlayground = insertAndCount(
    db,
    'insert_test_of_playground',
    LISTS_OF_TESTS,
    insertOfPlayground(db),
  );
  return {
    playgrounds: inserter('insert_playgrounds', LISTS_OF_PLAYGROUNDS, (rows) =>
      db.insert(playgrounds).values(rowPlaceholders(playgrounds, rows)).returning(COUNTED_OF_PLAYGROUND),
    ),
    tests: inserter('insert_tests', LISTS_OF_TESTS, (rows) =>
      db.insert(testRuns).values(rowPlaceholders(testRuns, rows)).returning(COUNTED_OF_TEST),
    ),
    testOfPlayground: (row: { accountId: string; playgroundId: string | null }) =>
      ofPlayground.execute({ ...rowValues([row]), account: row.accountId, playground: row.playgroundId }),
  };
});
