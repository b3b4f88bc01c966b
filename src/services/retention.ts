/**
 * Deletes expired rows: a partition of tests is dropped when all of its rows have expired, other tables use batched
 * deletes. Any instance may run it at any time; each batch is run by one instance at a time.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/client.ts';
import { PLAN_NAMES, type Plan } from '../schemas/account.ts';
import { BATCH_ROWS, changedRows, deleteTestRunsByKey } from '../store/counted-rows.ts';
import { purgeDeletedPlaygrounds } from './delete-playground.ts';
import { DAY_MS } from './quota.ts';

/** Days for which usage is kept; GET /api/usage shows 30. */
const USAGE_DAYS = 400;
/** Days for which a response is replayed for its Idempotency-Key. */
const REPLAY_DAYS = 1;
/** The id of the advisory lock: any constant that every instance shares. */
const LOCK_ID = 7_034_662;

export interface RetentionSettings {
  /** Days for which tests are kept, per plan; 0 keeps them forever. */
  testDays: Readonly<Record<Plan, number>>;
  auditDays: number;
}

/** The results of the last run, for metrics. */
export interface RetentionRun {
  startedAt: Date;
  seconds: number;
  /** Dropped partitions of tests. */
  dropped: number;
  /** Rows deleted, by table. */
  deleted: Record<string, number>;
  error: string | null;
}

/**
 * Runs all deletions once.
 * @throws the database's errors; completed batches stay deleted
 */
export async function applyRetention(
  db: Db,
  { testDays, auditDays }: RetentionSettings,
  done: Pick<RetentionRun, 'dropped' | 'deleted'>,
): Promise<void> {
  const longest = Object.values(testDays).includes(0) ? 0 : Math.max(...Object.values(testDays));
  await extendPartitions(db, longest);
  while (longest > 0 && (await dropPartition(db, daysAgo(longest)))) done.dropped += 1;
  const remove = async (table: string, deleteBatch: (tx: Db) => Promise<number>) => {
    done.deleted[table] = (done.deleted[table] ?? 0) + (await deleteAll(db, deleteBatch));
  };
  const removeByKey = (table: string, key: string, condition: SQL) =>
    remove(table, (tx) => deleteByKey(tx, sql.raw(table), sql.raw(key), condition));
  if (longest > 0)
    await remove('test_runs', (tx) =>
      deleteTestRunsByKey(
        tx,
        sql`test_runs_past`,
        sql`select account_id, id from test_runs_past where id < ${lowestId(longest)} limit ${BATCH_ROWS}`,
      ),
    );
  for (const plan of PLAN_NAMES)
    if (testDays[plan] > 0 && (testDays[plan] < longest || longest === 0))
      await remove('test_runs', (tx) =>
        deleteTestRunsByKey(
          tx,
          sql`test_runs`,
          sql`select test_runs.account_id, test_runs.id from accounts join test_runs on test_runs.account_id = accounts.id where accounts.plan = ${plan} and test_runs.id < ${lowestId(testDays[plan])} limit ${BATCH_ROWS}`,
        ),
      );
  await removeByKey(
    'idempotency_keys',
    'account_id, operation, key',
    before('created_at', daysAgo(REPLAY_DAYS)),
  );
  const oldestDay = daysAgo(USAGE_DAYS).slice(0, 10);
  const isOld = sql`day < cast(${oldestDay} as date)`;
  await removeByKey('usage_days', 'account_id, day', isOld);
  await removeByKey('run_days', 'account_id, playground_id, day, by_owner', isOld);
  // The condition is checked again under the row's lock; a later count inserts the segment again.
  await removeByKey('list_segments', 'account_id, list, start_id', sql`items = 0`);
  await purgeDeletedPlaygrounds(db);
  if (auditDays > 0)
    await removeByKey('audit_events', 'account_id, id', before('created_at', daysAgo(auditDays)));
  await removeByKey('sessions', 'id_hash', before('expires_at', daysAgo(0)));
}

/** Formats a date so many days ago as text: drizzle changes how postgres.js writes dates. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const before = (column: string, time: string): SQL => sql`${sql.raw(column)} < cast(${time} as timestamptz)`;

/** The lowest UUIDv7 of a time so many days ago. */
const lowestId = (days: number): SQL => sql`uuid_at(cast(${daysAgo(days)} as timestamptz))`;

/** Deletes at most {@link BATCH_ROWS} rows by their primary key. */
const deleteByKey = (tx: Db, table: SQL, key: SQL, condition: SQL): Promise<number> =>
  changedRows(
    tx,
    sql`with changed as (delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit ${BATCH_ROWS}) and ${condition} returning 1) select cast(count(*) as integer) as count from changed`,
  );

/**
 * Runs a batch in its own transaction. It waits at most two seconds for a lock, so that requests do not queue behind it.
 * @returns undefined when another instance is running it
 */
function batch<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T | undefined> {
  return db.transaction(async (tx) => {
    // Citus: apply lock_timeout on the shards too, and run statements for several shards sequentially, because a
    // transaction may not use several connections to a node. Without Citus these settings have no effect.
    await tx.execute(sql`set local citus.propagate_set_commands = 'local'`);
    await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
    await tx.execute(sql`set local lock_timeout = '2s'`);
    const [row] = await rowsOf<{ mine: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${LOCK_ID}) as mine`,
    );
    return row?.mine === true ? work(tx) : undefined;
  });
}

/** Creates partitions three periods ahead; a period is about a thirteenth of the retention time. */
async function extendPartitions(db: Db, days: number): Promise<void> {
  const width = days === 0 ? 28 : Math.max(1, Math.min(28, Math.floor(days / 13)));
  await batch(db, (tx) =>
    tx.execute(
      sql`select extend_test_partitions(now() + make_interval(days => ${sql.raw(String(3 * width))}), ${sql.raw(String(width))})`,
    ),
  );
}

async function dropPartition(db: Db, before: string): Promise<boolean> {
  const dropping = sql`select drop_test_partition(cast(${before} as timestamptz)) as dropped`;
  const found = await batch(db, (tx) => rowsOf<{ dropped: boolean }>(tx, dropping));
  return found?.[0]?.dropped === true;
}

/** Repeats a batched delete until a batch is not full. */
async function deleteAll(db: Db, deleteBatch: (tx: Db) => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await batch(db, deleteBatch);
    deleted += count ?? 0;
    if (count === undefined || count < BATCH_ROWS) return deleted;
  }
}
