/** Counts how often the blocks of a site's pages are opened and run per UTC day, and reads the counts. */
import { and, desc, eq, gte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { siteDays } from '../db/schema.ts';
import { MAX_FAILING, type SiteBlock, type SiteStats } from '../schemas/site.ts';
import { oldestShown } from './run-counts.ts';
import { getSite } from './sites.ts';

type Row = typeof siteDays.$inferSelect;

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
  const sums = new Map<string, SiteBlock>();
  for (const row of rows) {
    const block = toBlock(row);
    days.set(row.day, [...(days.get(row.day) ?? []), block]);
    const key = `${row.position} ${row.path}`;
    sums.set(key, sum(sums.get(key), block));
  }
  return {
    failing: [...sums.values()]
      .filter((block) => failures(block) > 0)
      .sort((one, other) => failures(other) - failures(one))
      .slice(0, MAX_FAILING),
    days: [...days].map(([date, blocks]) => ({ date, blocks })),
  };
}

function sum(one: SiteBlock | undefined, other: SiteBlock): SiteBlock {
  if (one === undefined) return other;
  const { shown, runs, status_4xx, status_5xx, failed } = one;
  return {
    ...other,
    shown: shown + other.shown,
    runs: runs + other.runs,
    status_4xx: status_4xx + other.status_4xx,
    status_5xx: status_5xx + other.status_5xx,
    failed: failed + other.failed,
  };
}
