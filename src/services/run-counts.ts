/** Counts the runs of playgrounds per UTC day in memory, writes them in batches and reads them. */
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { playgrounds, runDays } from '../db/schema.ts';
import type { PlaygroundStats } from '../schemas/playground.ts';
import { prepared } from '../store/prepared.ts';
import { getOwnPlayground } from './playgrounds.ts';
import { DAY_MS, utcDay } from './quota.ts';
import type { Outcome } from './test-runs.ts';

/** How long counts wait in memory for a common statement, in milliseconds. A process that is killed loses them. */
const WRITE_AFTER_MS = 1_000;
/** Playgrounds whose counts wait; if the database is away for long, others are not counted. */
const MAX_WAITING = 10_000;
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
type Counts = typeof NONE;
const COUNTERS = Object.keys(NONE) as (keyof Counts)[]; // an object literal has no other keys

function add(counts: Counts, more: Counts): void {
  for (const counter of COUNTERS) counts[counter] += more[counter];
}

/** The counts of one process that are not written yet. */
class RunCounts {
  readonly #db: Db;
  #waiting = new Map<string, Row>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Counts a run. */
  add({ ownerId, playgroundId, byOwner }: RunOf, { status, response }: Outcome): void {
    const hundreds = status === 'failed' ? 0 : Math.floor((response?.status ?? 0) / 100);
    this.#put({
      accountId: ownerId,
      playgroundId,
      byOwner,
      day: utcDay(Date.now()),
      runs: 1,
      status4xx: Number(hundreds === 4),
      status5xx: Number(hundreds === 5),
      failed: Number(status === 'failed'),
    });
  }

  #put(row: Row): void {
    if (this.#closed) return;
    const key = [row.playgroundId, row.day, row.byOwner].join();
    const known = this.#waiting.get(key);
    if (known !== undefined) add(known, row);
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, row);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what has been counted. What cannot be written is tried again later; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    if (rows.length > 0) this.#writing = this.#writing.then(() => this.#write(rows));
    return this.#writing;
  }

  /** Writes the last counts. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
  }

  async #write(rows: readonly Row[]): Promise<void> {
    const byAccount = new Map<string, Row[]>();
    for (const row of rows) byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row]);
    for (const [accountId, ofAccount] of byAccount)
      await writeCounts(this.#db, accountId, ofAccount).catch(() => {
        for (const row of ofAccount) this.#put(row);
      });
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
    const values = rows.filter(({ playgroundId }) => known.has(playgroundId)).sort(inKeyOrder);
    if (values.length === 0) return;
    await tx
      .insert(runDays)
      .values(values)
      .onConflictDoUpdate({
        target: [runDays.accountId, runDays.playgroundId, runDays.day, runDays.byOwner],
        set: Object.fromEntries(
          COUNTERS.map((name) => [
            name,
            sql`${runDays[name]} + excluded.${sql.identifier(runDays[name].name)}`,
          ]),
        ),
      });
  });
}

/** All instances write rows in the same order, so that none waits for another in a circle. */
const inKeyOrder = (one: Row, other: Row): number =>
  one.playgroundId.localeCompare(other.playgroundId) ||
  one.day.localeCompare(other.day) ||
  Number(one.byOwner) - Number(other.byOwner);

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
      if (row.byOwner === byOwner && (day === undefined || row.day === day)) add(counts, row);
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

/** Deletes the counts of a playground that is deleted. */
export async function deleteRunCounts(db: Db, accountId: string, id: string): Promise<void> {
  await db.delete(runDays).where(and(eq(runDays.accountId, accountId), eq(runDays.playgroundId, id)));
}
