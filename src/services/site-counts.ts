/** Counts how often the blocks of a site's pages are opened and run per UTC day, and reads the counts. */
import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { siteDays, sites } from '../db/schema.ts';
import { MAX_BLOCKS, MAX_FAILING, type SiteBlock, type SiteStats } from '../schemas/site.ts';
import { DayCounts, increments, summed } from '../store/day-counts.ts';
import { prepared } from '../store/prepared.ts';
import { utcDay } from './quota.ts';
import { countsOf, oldestShown } from './run-counts.ts';
import { getSite } from './sites.ts';
import type { Outcome } from './test-runs.ts';

type Row = typeof siteDays.$inferSelect;

const NONE = { shown: 0, runs: 0, status4xx: 0, status5xx: 0, failed: 0 };
const COUNTERS = Object.keys(NONE) as (keyof typeof NONE)[]; // an object literal has no other keys

/** A block on a page of a site. */
export interface BlockOf {
  ownerId: string;
  siteId: string;
  path: string;
  position: number;
}

const keyOf = ({ siteId, day, path, position }: Row): string => [siteId, day, position, path].join(' ');

class SiteCounts extends DayCounts<keyof typeof NONE, Row> {
  constructor(db: Db) {
    super(COUNTERS, keyOf, (...batch) => writeCounts(db, ...batch));
  }

  /** Counts that a block was opened. */
  shown({ ownerId, ...block }: BlockOf): void {
    this.put({ ...NONE, accountId: ownerId, ...block, day: utcDay(Date.now()), shown: 1 });
  }

  /** Counts a run of a block. */
  run({ ownerId, ...block }: BlockOf, outcome: Pick<Outcome, 'status' | 'response'>): void {
    this.put({ ...NONE, accountId: ownerId, ...block, day: utcDay(Date.now()), ...countsOf(outcome) });
  }
}

/** The counts of a database; the plugin of the database writes the last ones before it closes. */
export const siteCounts = prepared((db) => new SiteCounts(db));

/** Adds counts of sites that still exist. Pages name the blocks, so only so many are kept apart. */
async function writeCounts(db: Db, accountId: string, rows: readonly Row[]): Promise<void> {
  const ids = [...new Set(rows.map(({ siteId }) => siteId))];
  await db.transaction(async (tx) => {
    const own = and(eq(sites.accountId, accountId), inArray(sites.id, ids));
    // Locked, so that no counts are written behind a deletion.
    const found = await tx.select({ id: sites.id }).from(sites).where(own).for('key share');
    const kept: Row[] = [];
    for (const { id } of found)
      kept.push(
        ...(await limited(
          tx,
          rows.filter(({ siteId }) => siteId === id),
        )),
      );
    const values = summed(COUNTERS, keyOf, kept);
    if (values.length === 0) return;
    await tx
      .insert(siteDays)
      .values(values)
      .onConflictDoUpdate({
        target: [siteDays.accountId, siteDays.siteId, siteDays.day, siteDays.path, siteDays.position],
        set: increments(siteDays, COUNTERS),
      });
  });
}

/** The counts of a site: those of blocks beyond the limit of a day without their path. */
async function limited(tx: Db, rows: readonly Row[]): Promise<Row[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { accountId, siteId } = first;
  const days = [...new Set(rows.map(({ day }) => day))];
  const known = await tx
    .select()
    .from(siteDays)
    .where(and(eq(siteDays.accountId, accountId), eq(siteDays.siteId, siteId), inArray(siteDays.day, days)));
  const keys = new Set(known.map(keyOf));
  const blocks = new Map(days.map((day) => [day, known.filter((row) => row.day === day).length]));
  return rows.map((row) => {
    const count = blocks.get(row.day) ?? 0;
    if (!keys.has(keyOf(row)) && count >= MAX_BLOCKS) return { ...row, path: '', position: 0 };
    if (!keys.has(keyOf(row))) blocks.set(row.day, count + 1);
    keys.add(keyOf(row));
    return row;
  });
}

const toBlock = ({ path, position, shown, runs, status4xx, status5xx, failed }: Row): SiteBlock => ({
  ...{ path, position, shown, runs, failed },
  ...{ status_4xx: status4xx, status_5xx: status5xx },
});

/** Runs without success. */
const failures = (block: SiteBlock): number => block.status_4xx + block.status_5xx + block.failed;

/**
 * Reads the counts of an account's own site of the last 30 days.
 * @throws ApiError not_found
 */
export async function readSiteStats(db: Db, accountId: string, id: string): Promise<SiteStats> {
  await getSite(db, accountId, id);
  const rows = await db
    .select()
    .from(siteDays)
    .where(and(eq(siteDays.accountId, accountId), eq(siteDays.siteId, id), gte(siteDays.day, oldestShown())))
    .orderBy(desc(siteDays.day), siteDays.path, siteDays.position);
  const days = new Map<string, SiteBlock[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), toBlock(row)]);
  return {
    failing: summed(COUNTERS, ({ position, path }) => `${position} ${path}`, rows)
      .map(toBlock)
      .filter((block) => failures(block) > 0)
      .sort((one, other) => failures(other) - failures(one))
      .slice(0, MAX_FAILING),
    days: [...days].map(([date, blocks]) => ({ date, blocks })),
  };
}
