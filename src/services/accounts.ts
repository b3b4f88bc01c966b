/** Creates, lists, changes, suspends and deletes accounts. */
import { desc, eq } from 'drizzle-orm';
import { type Db, isNodeUnavailable } from '../db/client.ts';
import {
  accounts,
  apiKeys,
  collections,
  idempotencyKeys,
  listSegments,
  publicRuns,
  runDays,
  siteDays,
  sites,
  testRuns,
  usageDays,
} from '../db/schema.ts';
import { PLANS, type Plan } from '../schemas/account.ts';
import type { AuditAction } from '../schemas/audit.ts';
import { deleteManyTestRuns } from '../store/counted-rows.ts';
import { isId, newId } from '../store/ids.ts';
import { insertKey, type NewKey } from './api-keys.ts';
import { type Actor, cliActor, recordEvent, serviceActor } from './audit.ts';
import { deletePlaygroundsOf } from './delete-playground.ts';
import { dailyLimit } from './quota.ts';

export interface Account {
  id: string;
  plan: Plan;
  /** Requests per UTC day. */
  limit: number;
}

/** The error message for keys of a suspended account. */
export const SUSPENDED =
  'The account is suspended: its keys do nothing until the operator of this service resumes it.';

/** An admin command failed; the message is shown in the terminal. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** @throws AdminError when an enterprise plan has no limit */
function checkPlan(plan: Plan, limit: number | null): void {
  if (PLANS[plan] === null && limit === null) throw new AdminError(`The plan ${plan} needs --daily-limit.`);
}

interface NewAccount {
  name: string;
  plan: Plan;
  dailyLimit: number | null;
  key?: string | undefined;
}

/** Creates an account with a first key that has all scopes. */
export async function createAccount(
  db: Db,
  input: NewAccount,
  by: (accountId: string) => Actor = cliActor,
): Promise<{ accountId: string; key: NewKey }> {
  checkPlan(input.plan, input.dailyLimit);
  // The id decides on which node of a cluster the account is: if that is away, another id is tried.
  for (let attempt = 1; ; attempt += 1)
    try {
      return await insertAccount(db, newId(), input, by);
    } catch (error) {
      if (attempt === 5 || !isNodeUnavailable(error)) throw error;
    }
}

async function insertAccount(
  db: Db,
  accountId: string,
  input: NewAccount,
  by: (accountId: string) => Actor,
): Promise<{ accountId: string; key: NewKey }> {
  const key = await db.transaction(async (tx) => {
    await tx.insert(accounts).values({
      id: accountId,
      name: input.name,
      plan: input.plan,
      dailyLimit: input.dailyLimit,
      createdAt: new Date(),
    });
    await recordEvent(tx, by(accountId), 'account.created', accountId, {
      name: input.name,
      plan: input.plan,
      daily_limit: input.dailyLimit,
    });
    return insertKey(tx, by(accountId), { name: 'first key', key: input.key });
  });
  return { accountId, key };
}

/**
 * Creates the first account of an empty database.
 * @returns the account and its key, or undefined when an account already exists
 */
export async function bootstrapAccount(
  db: Db,
  plan: Plan,
  key: string | undefined,
): Promise<{ accountId: string; key: NewKey } | undefined> {
  // An unlocked look first: the lock needs every node of a cluster that has a copy of the table.
  if (await hasAccount(db)) return undefined;
  // Of instances that start together on an empty database only one may create the account.
  return db.transaction(async (tx) => {
    await tx.execute('lock table accounts in exclusive mode');
    if (await hasAccount(tx)) return undefined;
    const limit = PLANS[plan] === null ? PLANS.pro : null;
    return createAccount(tx, { name: 'default', plan, dailyLimit: limit, key }, serviceActor);
  });
}

async function hasAccount(db: Db): Promise<boolean> {
  return (await db.select({ id: accounts.id }).from(accounts).limit(1)).length > 0;
}

/** @throws AdminError when the account does not exist or the plan needs a limit */
export async function setPlan(db: Db, accountId: string, plan: Plan, limit: number | null): Promise<void> {
  checkPlan(plan, limit);
  await change(db, accountId, { plan, dailyLimit: limit }, 'plan.changed', { plan, daily_limit: limit });
}

/**
 * Changes an account on behalf of the operator and records it in the audit trail.
 * @throws AdminError when the account does not exist
 */
async function change(
  db: Db,
  accountId: string,
  to: Partial<typeof accounts.$inferInsert>,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  await assertAccount(db, accountId);
  await db.transaction(async (tx) => {
    await tx.update(accounts).set(to).where(eq(accounts.id, accountId));
    await recordEvent(tx, cliActor(accountId), action, accountId, details);
  });
}

/** Lists all accounts, newest first, with the number of working keys. */
export async function listAccounts(db: Db) {
  const rows = await db.select().from(accounts).orderBy(desc(accounts.createdAt), desc(accounts.id));
  const keys = await db
    .select({ accountId: apiKeys.accountId, revokedAt: apiKeys.revokedAt, expiresAt: apiKeys.expiresAt })
    .from(apiKeys);
  const working = new Map<string, number>();
  for (const key of keys)
    if (key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > Date.now()))
      working.set(key.accountId, (working.get(key.accountId) ?? 0) + 1);
  return rows.map((row) => ({
    account_id: row.id,
    name: row.name,
    plan: row.plan,
    daily_limit: dailyLimit(row.plan as Plan, row.dailyLimit), // only enum values are stored
    keys: working.get(row.id) ?? 0,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }));
}

/** @throws AdminError when the account does not exist */
export async function renameAccount(db: Db, accountId: string, name: string): Promise<void> {
  await change(db, accountId, { name }, 'account.renamed', { name });
}

/**
 * Suspends an account: its keys get 403 on every instance within two seconds.
 * @throws AdminError when the account does not exist
 */
export async function suspendAccount(db: Db, accountId: string): Promise<void> {
  await change(db, accountId, { suspendedAt: new Date() }, 'account.suspended', {});
}

/** @throws AdminError when the account does not exist */
export async function resumeAccount(db: Db, accountId: string): Promise<void> {
  await change(db, accountId, { suspendedAt: null }, 'account.resumed', {});
}

/** Tables that are deleted with the account, as a whole. */
const OF_ACCOUNT = [
  ...[listSegments, usageDays, runDays, idempotencyKeys, publicRuns, collections, sites, siteDays],
] as const;

/**
 * Deletes an account with all of its data but the audit trail. Tests are deleted first and in batches, because there may
 * be millions; the account is suspended first, so that none are added.
 * @throws AdminError when the account does not exist
 */
export async function deleteAccount(db: Db, accountId: string): Promise<void> {
  await suspendAccount(db, accountId);
  await deleteManyTestRuns(db, eq(testRuns.accountId, accountId));
  await deletePlaygroundsOf(db, accountId);
  await db.transaction(async (tx) => {
    // The foreign keys would delete these rows, but a cluster has none between a node and the coordinator.
    for (const table of OF_ACCOUNT) await tx.delete(table).where(eq(table.accountId, accountId));
    const [gone] = await tx.delete(accounts).where(eq(accounts.id, accountId)).returning();
    await recordEvent(tx, cliActor(accountId), 'account.deleted', accountId, {
      name: gone?.name,
      plan: gone?.plan,
    });
  });
}

/** @throws AdminError when the account does not exist */
export async function assertAccount(db: Db, accountId: string): Promise<void> {
  const [row] = isId(accountId)
    ? await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId))
    : [];
  if (row === undefined)
    throw new AdminError(`There is no account ${accountId}. list-accounts shows all of them.`);
}
