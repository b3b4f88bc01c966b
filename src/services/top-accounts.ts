/** Lists the accounts with the most requests and the hosts that they test, for operators who investigate abuse. */
import { and, count, countDistinct, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { accounts, testRuns, usageDays } from '../db/schema.ts';

/** Rows per list. */
const TOP = 20;

/** Extracts host and port of the URL in a stored request, whose text starts with the method and the URL. */
const host = sql<
  string | null
>`substring(${testRuns.request} from '"url":"https?://(?:[^/?#"@]*@)?([^/?#"]+)')`;

/**
 * Returns the top accounts and destinations of a period. Requests are counted by UTC day, including each day that the
 * period touches. Tests are those still stored; refused destinations are only in the log.
 */
export async function topAccounts(db: Db, from: Date, to: Date) {
  const during = and(gte(testRuns.createdAt, from), lt(testRuns.createdAt, to));
  const day = (time: Date) => time.toISOString().slice(0, 10);
  const requests = sql<string>`sum(${usageDays.used})`;
  const used = await db
    .select({ accountId: usageDays.accountId, requests })
    .from(usageDays)
    .where(and(gte(usageDays.day, day(from)), lte(usageDays.day, day(new Date(to.getTime() - 1)))))
    .groupBy(usageDays.accountId)
    .orderBy(desc(requests))
    .limit(TOP);
  const ran = await db
    .select({
      accountId: testRuns.accountId,
      tests: count(),
      failed: sql<string>`count(*) filter (where ${eq(testRuns.status, 'failed')})`,
      targets: countDistinct(host),
    })
    .from(testRuns)
    .where(during)
    .groupBy(testRuns.accountId)
    .orderBy(desc(count()))
    .limit(TOP);
  const targets = await db
    .select({ host, tests: count(), accounts: countDistinct(testRuns.accountId) })
    .from(testRuns)
    .where(during)
    .groupBy(host)
    .orderBy(desc(count()))
    .limit(TOP);

  const ids = [...new Set([...used, ...ran].map(({ accountId }) => accountId))];
  const known = ids.length === 0 ? [] : await db.select().from(accounts).where(inArray(accounts.id, ids));
  const tests = new Map(ran.map((row) => [row.accountId, row]));
  const requestsOf = new Map(used.map((row) => [row.accountId, Number(row.requests)]));
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    accounts: known
      .map(({ id, name, plan, suspendedAt }) => ({
        account_id: id,
        name,
        plan,
        suspended: suspendedAt !== null,
        requests: requestsOf.get(id) ?? 0,
        tests: tests.get(id)?.tests ?? 0,
        failed_tests: Number(tests.get(id)?.failed ?? 0),
        targets: tests.get(id)?.targets ?? 0,
      }))
      .sort((a, b) => b.requests - a.requests || b.tests - a.tests),
    targets: targets.map((row) => ({ host: row.host ?? '', tests: row.tests, accounts: row.accounts })),
  };
}
