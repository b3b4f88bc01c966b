/** Counts the runs of playgrounds per UTC day in memory, writes them in batches and reads them. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { playgrounds, runDays } from '../db/schema.ts';
import type { BusyPlayground, PlaygroundStats, RunsOfToday } from '../schemas/playground.ts';
import { addCounts, DayCounts, increments, summed } from '../store/day-counts.ts';
import { prepared } from '../store/prepared.ts';
import { getOwnPlayground } from './playgrounds.ts';
import { DAY_MS, utcDay } from './quota.ts';
import type { Outcome } from './test-runs.ts';

/** Days that are shown, today included. */
const SHOWN_DAYS = 30;

interface RunOf {
  /** The account of the playground. */
  ownerId: string;
  playgroundId: string;
  byOwner: boolean;
}
type Row = typeof runDays.$inferSelect;

const NONE = { runs: 0, status4xx: 0, status5xx: 0, failed: 0 };
const COUNTERS = Object.keys(NONE) as (keyof typeof NONE)[]; // an object literal has no other keys

/** A run as its day counts it. */
export function countsOf({ status, response }: Pick<Outcome, 'status' | 'response'>): typeof NONE {
  const hundreds = status === 'failed' ? 0 : Math.floor((response?.status ?? 0) / 100);
  return {
    runs: 1,
    status4xx: Number(hundreds === 4),
    status5xx: Number(hundreds === 5),
    failed: Number(status === 'failed'),
  };
}

const keyOf = ({ playgroundId, day, byOwner }: Row): string => [playgroundId, day, byOwner].join();

class RunCounts extends DayCounts<keyof typeof NONE, Row> {
  constructor(db: Db) {
    super(COUNTERS, keyOf, (...batch) => writeCounts(db, ...batch));
  }

  /** Counts a run. */
  add({ ownerId, ...of }: RunOf, outcome: Outcome): void {
    this.put({ accountId: ownerId, ...of, day: utcDay(Date.now()), ...countsOf(outcome) });
  }
}

/** The counts of a database; the plugin of the database writes the last ones before it closes. */
export const runCounts = prepared((db) => new RunCounts(db));

/** Adds counts of playgrounds that still exist. All rows are of one account: on a cluster, of one shard. */
async function writeCounts(db: Db, accountId: string, rows: readonly Row[]): Promise<void> {
  const ids = [...new Set(rows.map(({ playgroundId }) => playgroundId))];
  await db.transaction(async (tx) => {
    const own = and(eq(playgrounds.accountId, accountId), inArray(playgrounds.id, ids));
    // Locked, so that no counts are written behind a deletion.
    const found = await tx.select({ id: playgrounds.id }).from(playgrounds).where(own).for('key share');
    const known = new Set(found.map(({ id }) => id));
    const ofKnown = rows.filter(({ playgroundId }) => known.has(playgroundId));
    const values = summed(COUNTERS, keyOf, ofKnown);
    if (values.length === 0) return;
    await tx
      .insert(runDays)
      .values(values)
      .onConflictDoUpdate({
        target: [runDays.accountId, runDays.playgroundId, runDays.day, runDays.byOwner],
        set: increments(runDays, COUNTERS),
      });
  });
}

/** The first day that is shown. */
export const oldestShown = (): string => utcDay(Date.now() - (SHOWN_DAYS - 1) * DAY_MS);

/**
 * Reads the runs of an account's own playground on each of the last 30 days.
 * @throws ApiError not_found
 */
export async function readRunStats(db: Db, accountId: string, id: string): Promise<PlaygroundStats> {
  await getOwnPlayground(db, accountId, id);
  await runCounts(db).flush();
  const rows = await db
    .select()
    .from(runDays)
    .where(
      and(eq(runDays.accountId, accountId), eq(runDays.playgroundId, id), gte(runDays.day, oldestShown())),
    );
  const sum = (byOwner: boolean, day?: string) => {
    const counts = { ...NONE };
    for (const row of rows)
      if (row.byOwner === byOwner && (day === undefined || row.day === day)) addCounts(COUNTERS, counts, row);
    const { status4xx: status_4xx, status5xx: status_5xx, runs, failed } = counts;
    return { runs, status_4xx, status_5xx, failed };
  };
  return {
    owner: sum(true),
    readers: sum(false),
    days: Array.from({ length: SHOWN_DAYS }, (_, back) => {
      const date = utcDay(Date.now() - back * DAY_MS);
      return { date, owner: sum(true, date), readers: sum(false, date) };
    }),
  };
}

/** Returns the runs of the last 30 days of some of an account's playgrounds, by id. */
export async function recentRuns(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: runDays.playgroundId, runs: sql<number>`cast(sum(${runDays.runs}) as float8)` })
    .from(runDays)
    .where(
      and(
        eq(runDays.accountId, accountId),
        inArray(runDays.playgroundId, [...ids]),
        gte(runDays.day, oldestShown()),
      ),
    )
    .groupBy(runDays.playgroundId);
  return new Map(rows.map(({ id, runs }) => [id, runs]));
}

/** Playgrounds that a list of the busiest has. */
const MAX_TOP = 5;

/** Reads the runs of today: those of readers in all, and the playgrounds with the most. */
export async function runsOfToday(db: Db, accountId: string): Promise<RunsOfToday> {
  await runCounts(db).flush();
  const today = and(eq(runDays.accountId, accountId), eq(runDays.day, utcDay(Date.now())));
  const rows = await db.select().from(runDays).where(today);
  const byId = new Map<string, Omit<BusyPlayground, 'name' | 'command'>>();
  for (const { playgroundId: id, byOwner, runs } of rows) {
    const one = byId.get(id) ?? { id, owner: 0, readers: 0 };
    one[byOwner ? 'owner' : 'readers'] += runs;
    byId.set(id, one);
  }
  const counted = [...byId.values()].sort((a, b) => b.owner + b.readers - a.owner - a.readers);
  const ids = counted.slice(0, MAX_TOP).map(({ id }) => id);
  const own = and(eq(playgrounds.accountId, accountId), inArray(playgrounds.id, ids));
  const { id, name, curlCommand: command } = playgrounds;
  const named = ids.length === 0 ? [] : await db.select({ id, name, command }).from(playgrounds).where(own);
  const known = new Map(named.map((one) => [one.id, one]));
  const read = counted.filter(({ readers }) => readers > 0);
  return {
    top: counted.flatMap((one): BusyPlayground[] => {
      const playground = known.get(one.id);
      return playground === undefined ? [] : [{ ...one, ...playground }];
    }),
    runs: rows.reduce((sum, { runs }) => sum + runs, 0),
    byReaders: read.reduce((sum, { readers }) => sum + readers, 0),
    readPlaygrounds: read.length,
  };
}

/** Deletes the counts of a playground that is deleted. */
export async function deleteRunCounts(db: Db, accountId: string, id: string): Promise<void> {
  await db.delete(runDays).where(and(eq(runDays.accountId, accountId), eq(runDays.playgroundId, id)));
}
