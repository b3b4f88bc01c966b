/**
 * Writes playgrounds and test runs and counts them in their lists, in two statements of one transaction, so that totals are
 * always exact. Each statement has the account, so that a cluster sends it to one node; without a cluster, the inserts outside
 * transactions are one statement. After writing these tables in any other way, call recountLists.
 */
import { and, eq, inArray, is, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { type Db, isDistributed, rowsOf } from '../db/client.ts';
import {
  collections,
  listSegments,
  playgrounds,
  publicCollections,
  publicPlaygrounds,
  testRuns,
} from '../db/schema.ts';
import { Batcher } from './batcher.ts';
import { hourOf } from './ids.ts';
import { insertsAtOnce } from './insert-at-once.ts';
import { prepared, preparedEach, preparedText, rowPlaceholders, rowValues } from './prepared.ts';

/** A new row of test_runs; the database computes its bytes. */
export type NewTestRun = Omit<typeof testRuns.$inferSelect, 'bytes'>;
export type NewPlayground = typeof playgrounds.$inferSelect;
/** A playground's row without its example, which may be large, and without what only searches read. */
export type PlaygroundRow = Omit<NewPlayground, 'example' | 'descriptionFolded'>;
export type CollectionRow = typeof collections.$inferSelect;

/** Columns that a playground which an earlier version exported or deleted does not have. */
export const ABSENT_BEFORE = {
  variables: [],
  exampleTestId: null,
  example: null,
  description: '',
  descriptionFolded: '',
  collectionId: null,
  collectionPlace: 0,
} satisfies Partial<NewPlayground>;

/** A row that is added to a list, or removed from it: then `items` and `bytes` are negative. */
interface Item {
  accountId: string;
  list: string;
  id: string;
  items: number;
  bytes: number;
}

/** What changes of playgrounds return, in {@link CHANGED_PLAYGROUND}. */
interface ChangedPlayground {
  account_id: string;
  id: string;
  is_public: boolean;
  collection_id: string | null;
}
const CHANGED_PLAYGROUND = sql`returning account_id, id, is_public, collection_id`;

/** What changes of test runs return, in {@link CHANGED_TEST}. */
interface ChangedTest {
  account_id: string;
  id: string;
  playground_id: string | null;
  bytes: number;
}
const CHANGED_TEST = sql`returning account_id, id, playground_id, bytes`;

/** Returns the items of playgrounds in their lists. */
const itemsOfPlaygrounds = (rows: readonly ChangedPlayground[]): Item[] =>
  rows.flatMap(({ account_id: accountId, id, is_public, collection_id }) => {
    const lists = is_public ? ['playgrounds', 'playgrounds:public'] : ['playgrounds'];
    if (collection_id === null) lists.push(...lists.map((list) => `${list}:uncollected`));
    return lists.map((list) => ({ accountId, list, id, items: 1, bytes: 0 }));
  });

/** Returns the items of test runs in their lists. */
const itemsOfTests = (rows: readonly ChangedTest[]): Item[] =>
  rows.flatMap((row) => {
    const { account_id: accountId, id, bytes } = row;
    const item: Item = { accountId, list: 'tests', id, items: 1, bytes };
    return row.playground_id === null ? [item] : [item, ...itemsOfPlayground(row.playground_id, [row])];
  });

/** Returns the items of test runs in the list of a playground. */
const itemsOfPlayground = (playgroundId: string, rows: readonly ChangedTest[]): Item[] =>
  rows.map(({ account_id: accountId, id, bytes }) => ({
    accountId,
    list: `tests:${playgroundId}`,
    id,
    items: 1,
    bytes,
  }));

const removed = (items: readonly Item[]): Item[] =>
  items.map((item) => ({ ...item, items: -item.items, bytes: -item.bytes }));

/** Segments per statement. */
const MAX_SEGMENTS = 32;

const upsertSegments = preparedEach((rows) =>
  preparedText((db) =>
    db
      .insert(listSegments)
      .values(rowPlaceholders(listSegments, rows))
      .onConflictDoUpdate({
        target: [listSegments.accountId, listSegments.list, listSegments.startId],
        set: {
          items: sql`${listSegments.items} + excluded.items`,
          bytes: sql`${listSegments.bytes} + excluded.bytes`,
        },
      })
      .prepare(`count_${rows}`),
  ),
);

/** Counts rows that are added to lists or removed from them. */
async function count(tx: Db, changes: readonly Item[]): Promise<void> {
  const segments = new Map<string, typeof listSegments.$inferSelect>();
  for (const { accountId, list, id, items, bytes } of changes) {
    const startId = hourOf(id);
    const key = `${accountId} ${list} ${startId}`;
    const known = segments.get(key) ?? { accountId, list, startId, items: 0, bytes: 0 };
    segments.set(key, { ...known, items: known.items + items, bytes: known.bytes + bytes });
  }
  // Sorted, so that concurrent writers lock segments in the same order.
  const keys = [...segments.keys()].sort().filter((key) => segments.get(key)?.items !== 0);
  for (let at = 0; at < keys.length; at += MAX_SEGMENTS) {
    const rows = keys.slice(at, at + MAX_SEGMENTS).map((key) => segments.get(key) ?? {});
    await upsertSegments(rows.length)(tx, rowValues(rows));
  }
}

/** Runs work in the caller's transaction, or in one of its own. */
const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  is(db, PgTransaction) ? work(db) : db.transaction(work);

/** Executes a statement that selects `count` and returns that number. */
export async function changedRows(db: Db, statement: SQL): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, statement);
  return row?.count ?? 0;
}

const insertPlaygrounds = preparedEach((rows) =>
  preparedText<ChangedPlayground>((db) =>
    db
      .insert(playgrounds)
      .values(rowPlaceholders(playgrounds, rows))
      .returning({
        account_id: playgrounds.accountId,
        id: playgrounds.id,
        is_public: playgrounds.isPublic,
        collection_id: playgrounds.collectionId,
      })
      .prepare(`playground_insert_${rows}`),
  ),
);

const insertTests = preparedEach((rows) =>
  preparedText<ChangedTest>((db) =>
    db
      .insert(testRuns)
      .values(rowPlaceholders(testRuns, rows))
      .returning({
        account_id: testRuns.accountId,
        id: testRuns.id,
        playground_id: testRuns.playgroundId,
        bytes: testRuns.bytes,
      })
      .prepare(`test_run_insert_${rows}`),
  ),
);

async function insertAndCountPlaygrounds(tx: Db, rows: readonly NewPlayground[]): Promise<void> {
  await count(tx, itemsOfPlaygrounds(await insertPlaygrounds(rows.length)(tx, rowValues(rows))));
}

async function insertAndCountTests(tx: Db, rows: readonly NewTestRun[]): Promise<void> {
  await count(tx, itemsOfTests(await insertTests(rows.length)(tx, rowValues(rows))));
}

/** Batches concurrent inserts; on a cluster those of one account, so that a node that is away fails only its own accounts. */
const batchers = prepared((db) => {
  const onCluster = <Row extends { accountId: string }>(
    insert: (tx: Db, rows: readonly Row[]) => Promise<void>,
  ) =>
    new Batcher<Row, unknown>(
      async (rows) => {
        await db.transaction((tx) => insert(tx, rows));
        return [];
      },
      { groupOf: ({ accountId }) => accountId, statements: 4 },
    );
  if (isDistributed(db))
    return { playground: onCluster(insertAndCountPlaygrounds), test: onCluster(insertAndCountTests) };
  const inserts = insertsAtOnce(db);
  return {
    playground: new Batcher<NewPlayground, unknown>(inserts.playgrounds),
    test: new Batcher<NewTestRun, unknown>(inserts.tests),
  };
});

/** Inserts a playground: within a transaction, which a public one needs, or batched with concurrent inserts. */
export async function insertPlayground(db: Db, row: NewPlayground): Promise<void> {
  // A transaction must not wait for a batch that other callers share.
  if (is(db, PgTransaction)) await insertAndCountPlaygrounds(db, [row]);
  else await batchers(db).playground.add(row, row.curlCommand.length);
  if (row.isPublic) await publish(db, row);
}

/** Inserts private playgrounds in the caller's transaction. */
export async function insertPrivatePlaygrounds(tx: Db, rows: readonly NewPlayground[]): Promise<void> {
  for (let at = 0; at < rows.length; at += MAX_SEGMENTS)
    await insertAndCountPlaygrounds(tx, rows.slice(at, at + MAX_SEGMENTS));
}

/** Stores the owner of a public playground. Repeats nothing if it is stored. */
async function publish(db: Db, { id, accountId }: Pick<PlaygroundRow, 'id' | 'accountId'>): Promise<void> {
  await db.insert(publicPlaygrounds).values({ id, accountId }).onConflictDoNothing();
}

/**
 * Inserts a test run: within a transaction, or batched with concurrent inserts.
 * @param bytes approximate size of the run
 */
export async function insertTestRun(db: Db, row: NewTestRun, bytes: number): Promise<void> {
  if (is(db, PgTransaction)) await insertAndCountTests(db, [row]);
  else await batchers(db).test.add(row, bytes);
}

const lockPlayground = preparedText((db) =>
  db
    .select({ id: playgrounds.id })
    .from(playgrounds)
    .where(
      and(eq(playgrounds.accountId, sql.placeholder('account')), eq(playgrounds.id, sql.placeholder('id'))),
    )
    .for('key share')
    .prepare('playground_lock'),
);

/**
 * Inserts a test run of one of its account's own playgrounds, and locks that against deletion as a foreign key would.
 * @returns whether the account has the playground; nothing is inserted otherwise
 */
export async function insertTestRunOfPlayground(db: Db, row: NewTestRun): Promise<boolean> {
  if (!isDistributed(db) && !is(db, PgTransaction))
    return (await insertsAtOnce(db).testOfPlayground(row)).length > 0;
  return inTransaction(db, async (tx) => {
    const locked = await lockPlayground(tx, { account: row.accountId, id: row.playgroundId });
    if (locked.length > 0) await insertAndCountTests(tx, [row]);
    return locked.length > 0;
  });
}

/** Updates a playground's row; without `example` or `descriptionFolded`, the stored one remains. */
export async function updatePlaygroundRow(
  tx: Db,
  { id, accountId, ...row }: PlaygroundRow & { example?: unknown; descriptionFolded?: string },
  before: Counted,
): Promise<void> {
  await tx
    .update(playgrounds)
    .set(row)
    .where(and(eq(playgrounds.accountId, accountId), eq(playgrounds.id, id)));
  await countMoved(tx, accountId, [before], [{ ...row, id }]);
  if (row.isPublic) await publish(tx, { id, accountId });
  else if (before.isPublic) await tx.delete(publicPlaygrounds).where(eq(publicPlaygrounds.id, id));
}

/** What decides in which lists a playground is counted. */
type Counted = Pick<PlaygroundRow, 'id' | 'isPublic' | 'collectionId'>;

/** Counts playgrounds whose rows the caller has locked and changed, in one step, so that segments are locked in order. */
export async function countMoved(
  tx: Db,
  accountId: string,
  before: readonly Counted[],
  after: readonly Counted[],
): Promise<void> {
  const items = (rows: readonly Counted[]) =>
    itemsOfPlaygrounds(
      rows.map(({ id, isPublic, collectionId }) => ({
        account_id: accountId,
        id,
        is_public: isPublic,
        collection_id: collectionId,
      })),
    );
  await count(tx, [...removed(items(before)), ...items(after)]);
}

/** Inserts a collection in the caller's transaction. */
export async function insertCollection(tx: Db, row: CollectionRow): Promise<void> {
  await tx.insert(collections).values(row);
  await count(tx, itemsOfCollection(row));
  if (row.isPublic) await publishCollection(tx, row);
}

/** Updates a collection's row in the caller's transaction. */
export async function updateCollectionRow(tx: Db, row: CollectionRow, wasPublic: boolean): Promise<void> {
  const { id, accountId, ...changed } = row;
  await tx.update(collections).set(changed).where(ownCollection(accountId, id));
  if (row.isPublic) await publishCollection(tx, row);
  else if (wasPublic) await tx.delete(publicCollections).where(eq(publicCollections.id, id));
}

/** Deletes a collection in the caller's transaction, before its playgrounds leave it: segments are locked in this order. */
export async function deleteCollectionRow(tx: Db, row: CollectionRow): Promise<void> {
  await tx.delete(collections).where(ownCollection(row.accountId, row.id));
  await count(tx, removed(itemsOfCollection(row)));
  if (row.isPublic) await tx.delete(publicCollections).where(eq(publicCollections.id, row.id));
}

/** The condition for one collection of an account. */
export const ownCollection = (accountId: string, id: string) =>
  and(eq(collections.accountId, accountId), eq(collections.id, id));

const itemsOfCollection = ({ accountId, id }: CollectionRow): Item[] => [
  { accountId, list: 'collections', id, items: 1, bytes: 0 },
];

async function publishCollection(tx: Db, { id, accountId }: CollectionRow): Promise<void> {
  await tx.insert(publicCollections).values({ id, accountId }).onConflictDoNothing();
}

/** Deletes playgrounds. @param where a condition that includes the account @returns the number of deleted rows */
export async function deletePlaygrounds(db: Db, where: SQL | undefined): Promise<number> {
  return inTransaction(db, async (tx) => {
    const deletion = tx.delete(playgrounds).where(where);
    const rows = await rowsOf<ChangedPlayground>(tx, sql`${deletion.getSQL()} ${CHANGED_PLAYGROUND}`);
    await count(tx, removed(itemsOfPlaygrounds(rows)));
    const shared = rows.filter(({ is_public }) => is_public).map(({ id }) => id);
    if (shared.length > 0) await tx.delete(publicPlaygrounds).where(inArray(publicPlaygrounds.id, shared));
    return rows.length;
  });
}

/** Deletes test runs. @param where a condition that includes the account @returns the number of deleted rows */
export async function deleteTestRuns(db: Db, where: SQL | undefined): Promise<number> {
  return inTransaction(db, (tx) =>
    removeTests(tx, sql`${tx.delete(testRuns).where(where).getSQL()} ${CHANGED_TEST}`),
  );
}

/** Rows that one statement deletes: one for a million rows would hold its locks for minutes and be cancelled. */
export const BATCH_ROWS = 500;

/**
 * Deletes test runs in batches of {@link BATCH_ROWS}.
 * @param where a condition that includes the account
 * @param until when to stop with rows left over, in milliseconds of performance.now()
 * @returns whether no rows are left
 */
export async function deleteManyTestRuns(
  db: Db,
  where: SQL | undefined,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const some = db.select({ id: testRuns.id }).from(testRuns).where(where).limit(BATCH_ROWS);
  for (;;) {
    if ((await deleteTestRuns(db, and(where, inArray(testRuns.id, some)))) < BATCH_ROWS) return true;
    if (performance.now() > until) return false;
  }
}

/**
 * Deletes test runs by key, of any accounts, in the caller's transaction.
 * @param table test_runs or a partition
 * @param keys selects the account_id and id of the runs
 * @returns the number of deleted rows
 */
export function deleteTestRunsByKey(tx: Db, table: SQL, keys: SQL): Promise<number> {
  return removeTests(tx, sql`delete from ${table} where (account_id, id) in (${keys}) ${CHANGED_TEST}`);
}

async function removeTests(tx: Db, deletion: SQL): Promise<number> {
  const rows = await rowsOf<ChangedTest>(tx, deletion);
  await count(tx, removed(itemsOfTests(rows)));
  return rows.length;
}

/**
 * Assigns test runs without a playground to one.
 * @param where a condition that includes the account
 */
export async function attachTestRuns(db: Db, playgroundId: string, where: SQL | undefined): Promise<void> {
  await moveTests(db, 1, playgroundId, and(where, isNull(testRuns.playgroundId)));
}

/** Clears a deleted playground from other accounts' test runs, which may be on every node of a cluster. */
export async function detachTestRuns(db: Db, playgroundId: string, accountId: string): Promise<void> {
  const others = and(eq(testRuns.playgroundId, playgroundId), ne(testRuns.accountId, accountId));
  await moveTests(db, -1, playgroundId, others);
}

/** Moves test runs into a playground (1) or out of it (-1), and counts them in its list. */
async function moveTests(db: Db, by: 1 | -1, playgroundId: string, where: SQL | undefined): Promise<void> {
  await inTransaction(db, async (tx) => {
    const update = tx
      .update(testRuns)
      .set({ playgroundId: by === 1 ? playgroundId : null })
      .where(where);
    const rows = await rowsOf<ChangedTest>(tx, sql`${update.getSQL()} ${CHANGED_TEST}`);
    const items = itemsOfPlayground(playgroundId, rows);
    await count(tx, by === 1 ? items : removed(items));
  });
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
