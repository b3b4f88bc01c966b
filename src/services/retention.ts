/**
 * What grows for ever is cut: partitions of tests are dropped when all in them have expired, everything else goes in
 * small deletions. Any instance may do it, at any time; each step is done by one at a time.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { PLAN_NAMES, type Plan } from '../schemas/account.ts';
import { forgetOldEvents } from './audit.ts';
import { forgetOldSessions } from './sessions.ts';

const DAY_MS = 86_400_000;
/** Rows deleted with one statement. */
const STEP = 1_000;
/** Days of usage that are kept; GET /api/usage shows 30. */
const USAGE_DAYS = 400;
/** How long an answer is replayed for its Idempotency-Key, in hours. */
const REPLAY_HOURS = 24;
/** Any constant will do, as long as every instance takes the same one. */
const LOCK_ID = 7_034_662;

export interface RetentionSettings {
  /** Days that tests are kept, per plan; 0 keeps them for ever. */
  testDays: Readonly<Record<Plan, number>>;
  auditDays: number;
}

/** What the last run did, for metrics. */
export interface RetentionRun {
  startedAt: Date;
  seconds: number;
  /** Partitions of tests that were dropped. */
  dropped: number;
  /** Rows deleted, by table. */
  deleted: Record<string, number>;
  error: string | null;
}

/**
 * Does all of it once.
 * @throws whatever the database throws; what was done until then stays done
 */
export async function applyRetention(
  db: Db,
  { testDays, auditDays }: RetentionSettings,
  done: Pick<RetentionRun, 'dropped' | 'deleted'>,
): Promise<void> {
  const longest = Object.values(testDays).includes(0) ? 0 : Math.max(...Object.values(testDays));
  await extendPartitions(db, longest);
  while (longest > 0 && (await dropPartition(db, daysAgo(longest)))) done.dropped += 1;
  const remove = async (table: string, step: Parameters<typeof deleteAll>[1]) => {
    done.deleted[table] = (done.deleted[table] ?? 0) + (await deleteAll(db, step));
  };
  if (longest > 0)
    await remove(
      'test_runs',
      sql`delete from test_runs_past where ctid = any(array(select ctid from test_runs_past where id < uuid_at(cast(${daysAgo(longest)} as timestamptz)) limit ${sql.raw(String(STEP))}))`,
    );
  for (const plan of PLAN_NAMES)
    if (testDays[plan] > 0 && (testDays[plan] < longest || longest === 0))
      await remove(
        'test_runs',
        sql`delete from test_runs where (account_id, id) in (select old.account_id, old.id from accounts cross join lateral (select account_id, id from test_runs where account_id = accounts.id and id < uuid_at(cast(${daysAgo(testDays[plan])} as timestamptz)) order by id limit ${sql.raw(String(STEP))}) as old where plan = ${plan} limit ${sql.raw(String(STEP))})`,
      );
  await remove(
    'idempotency_keys',
    sql`delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys where created_at < now() - make_interval(hours => ${sql.raw(String(REPLAY_HOURS))}) limit ${sql.raw(String(STEP))}))`,
  );
  await remove(
    'usage_days',
    sql`delete from usage_days where ctid = any(array(select ctid from usage_days where day < current_date - ${sql.raw(String(USAGE_DAYS))} limit ${sql.raw(String(STEP))}))`,
  );
  // Under the lock that who counts in the list takes, or its count would be lost.
  await remove(
    'list_segments',
    sql`delete from list_segments where ctid = any(array(select ctid from list_segments where items = 0 limit ${sql.raw(String(STEP))})) and items = 0 and pg_try_advisory_xact_lock(hashtextextended(account_id::text || list, 0))`,
  );
  await forgetOldEvents(db, auditDays);
  await forgetOldSessions(db);
}

/** As text: drizzle changes how postgres.js writes dates. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/**
 * A step in a transaction of its own, which gives way to requests: it waits for no lock longer than two seconds.
 * @returns undefined when another instance is at it
 */
function step<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ mine: sql<boolean>`pg_try_advisory_xact_lock(${sql.raw(String(LOCK_ID))})` })
      .from(sql`(select) as one`);
    if (row?.mine !== true) return undefined;
    await tx.execute(sql`set local lock_timeout = '2s'`);
    return work(tx);
  });
}

/** Partitions three ahead, each about a thirteenth of the time that tests are kept. */
async function extendPartitions(db: Db, days: number): Promise<void> {
  const width = days === 0 ? 28 : Math.max(1, Math.min(28, Math.floor(days / 13)));
  await step(db, (tx) =>
    tx.execute(
      sql`select extend_test_partitions(now() + make_interval(days => ${sql.raw(String(3 * width))}), ${sql.raw(String(width))})`,
    ),
  );
}

async function dropPartition(db: Db, before: string): Promise<boolean> {
  const dropped = await step(db, async (tx) => {
    const [row] = await tx
      .select({ dropped: sql<boolean>`drop_test_partition(cast(${before} as timestamptz))` })
      .from(sql`(select) as one`);
    return row?.dropped;
  });
  return dropped === true;
}

/** Repeats a deletion until it finds no more than fits into one step. */
async function deleteAll(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await step(db, async (tx) => {
      const result = await tx.execute(
        sql`with gone as (${statement} returning 1) select count(*)::int as count from gone`,
      );
      // postgres.js gives the rows as a list, PGlite as a field of its result.
      const rows = (Array.isArray(result) ? result : (result as { rows?: unknown[] }).rows) as {
        count: number;
      }[];
      return rows[0]?.count ?? 0;
    });
    deleted += count ?? 0;
    if (count === undefined || count < STEP) return deleted;
  }
}
