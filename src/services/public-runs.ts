/** Charges runs that visitors start on the page of a public playground, or of a site, to its owner; they are not stored. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { accounts, publicRuns } from '../db/schema.ts';
import { ApiError, limitReached } from '../errors.ts';
import type { Plan } from '../schemas/account.ts';
import { SUSPENDED } from './accounts.ts';
import { dailyLimit, nextMidnight, type Quota, utcDay } from './quota.ts';

/**
 * Counts a run against the daily limit of the playground or site and its owner's plan.
 * @param id of either
 * @param perDay runs per UTC day
 * @throws ApiError rate_limit_exceeded
 */
export async function chargePublicRun(
  db: Db,
  quota: Quota,
  { what, ownerId, id, perDay }: { what: 'playground' | 'site'; ownerId: string; id: string; perDay: number },
): Promise<void> {
  const limit = await ownersLimit(db, ownerId);
  const day = utcDay(Date.now());
  const noRunsLeft = `This ${what} has reached its daily limit of runs. Try again after midnight UTC.`;
  if (perDay === 0) throw exceeded(noRunsLeft);
  const counted = await db
    .insert(publicRuns)
    .values({ accountId: ownerId, playgroundId: id, day, used: 1 })
    .onConflictDoUpdate({
      target: [publicRuns.accountId, publicRuns.playgroundId],
      set: { day, used: sql`case when ${publicRuns.day} = ${day} then ${publicRuns.used} + 1 else 1 end` },
      setWhere: sql`${publicRuns.day} <> ${day} or ${publicRuns.used} < ${perDay}`,
    })
    .returning({ used: publicRuns.used });
  if (counted.length === 0) throw exceeded(noRunsLeft);
  const { current } = await quota.take(ownerId, limit);
  if (current <= limit) return;
  // Nothing runs, so nothing is counted.
  await db
    .update(publicRuns)
    .set({ used: sql`${publicRuns.used} - 1` })
    .where(and(eq(publicRuns.accountId, ownerId), eq(publicRuns.playgroundId, id), eq(publicRuns.day, day)));
  throw exceeded(
    `The owner of this ${what} has reached the daily limit of requests. Try again after midnight UTC.`,
  );
}

/**
 * Returns the owner's limit of requests per day.
 * @throws ApiError forbidden for a suspended account
 */
async function ownersLimit(db: Db, ownerId: string): Promise<number> {
  const [owner] = await db
    .select({ plan: accounts.plan, dailyLimit: accounts.dailyLimit, suspendedAt: accounts.suspendedAt })
    .from(accounts)
    .where(eq(accounts.id, ownerId));
  if (owner === undefined) throw new ApiError('not_found', 'It does not exist any more.');
  if (owner.suspendedAt !== null) throw new ApiError('forbidden', SUSPENDED);
  return dailyLimit(owner.plan as Plan, owner.dailyLimit); // only enum values are stored
}

function exceeded(message: string): ApiError {
  const now = Date.now();
  return limitReached(nextMidnight(now) - now, () => message);
}
