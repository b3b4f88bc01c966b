/** Charges runs that visitors start on a public playground's page to its owner; they are not stored. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { accounts, publicRuns } from '../db/schema.ts';
import { ApiError, limitReached } from '../errors.ts';
import type { Plan } from '../schemas/account.ts';
import { SUSPENDED } from './accounts.ts';
import { dailyLimit, nextMidnight, type Quota, utcDay } from './quota.ts';

/**
 * Counts a run against the playground's daily limit and its owner's plan.
 * @param perDay runs per playground and UTC day
 * @throws ApiError rate_limit_exceeded
 */
export async function chargePublicRun(
  db: Db,
  quota: Quota,
  { ownerId, playgroundId, perDay }: { ownerId: string; playgroundId: string; perDay: number },
): Promise<void> {
  const limit = await ownersLimit(db, ownerId);
  const day = utcDay(Date.now());
  const noRunsLeft = 'This playground has reached its daily limit of runs. Try again after midnight UTC.';
  if (perDay === 0) throw exceeded(noRunsLeft);
  const counted = await db
    .insert(publicRuns)
    .values({ accountId: ownerId, playgroundId, day, used: 1 })
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
    .where(
      and(
        eq(publicRuns.accountId, ownerId),
        eq(publicRuns.playgroundId, playgroundId),
        eq(publicRuns.day, day),
      ),
    );
  throw exceeded(
    'The owner of this playground has reached the daily limit of requests. Try again after midnight UTC.',
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
  if (owner === undefined) throw new ApiError('not_found', 'The playground does not exist.');
  if (owner.suspendedAt !== null) throw new ApiError('forbidden', SUSPENDED);
  return dailyLimit(owner.plan as Plan, owner.dailyLimit); // only enum values are stored
}

function exceeded(message: string): ApiError {
  const now = Date.now();
  return limitReached(nextMidnight(now) - now, () => message);
}
