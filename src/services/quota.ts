/**
 * Counts requests against the plan: durably, exactly, across any number of instances, with few database writes.
 *
 * An instance charges the database for blocks in advance and counts inside them in memory. A block includes a lease of
 * the account: for {@link LEASE_MS} no other instance admits its requests, so that the reported remainder is exact.
 * Another instance that gets a request of the account waits for the end of the lease, and from then on
 * each charges exactly what it admits (concurrent requests in a batch), until only one has served the
 * account for {@link SHARED_MS}. Instances need not know of each other: a lease expires by itself, and what a dead instance
 * had charged in advance, at most a block, makes the remainder smaller, never greater.
 */
import { setTimeout } from 'node:timers/promises';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { usageDays } from '../db/schema.ts';
import { PLANS, type Plan, type Usage } from '../schemas/account.ts';
import { newId } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';

export const DAY_MS = 86_400_000;
/** How long an instance may count inside its block before it charges again. */
const LEASE_MS = 300;
/** How long an account that several instances serve is charged exactly. */
const SHARED_MS = 10_000;
const TICK_MS = 1_000;
const FORGET_MS = 600_000;
const MAX_BLOCK = 100;
/** A block is at most 1/50 of the remainder. */
const BLOCK_PART = 50;

/**
 * Returns the requests per UTC day of an account.
 * @param own the account's own limit, which enterprise accounts have
 */
export function dailyLimit(plan: Plan, own: number | null): number {
  return own ?? PLANS[plan] ?? 0;
}

export interface Count {
  /** Requests of the day so far, including this one; more than the limit when it was refused. */
  current: number;
  /** Milliseconds to the next UTC midnight. */
  ttl: number;
}

interface Waiting {
  resolve(count: Count): void;
  reject(error: unknown): void;
}

interface Account {
  readonly id: string;
  readonly day: string;
  limit: number;
  /** The database's count after the last charge, including the current block; undefined before the first. */
  used: number | undefined;
  /** Unused requests of the current block. */
  left: number;
  /** When the lease ends, on this process's monotonic clock. */
  leasedUntil: number;
  /** Requests that wait for a charge. */
  waiting: Waiting[];
  /** When the last charge, refund or read of the database's count has ended: they run one after the other. */
  idle: Promise<void>;
  /** The read of the counts that waits for its turn. */
  reading: Promise<Map<string, number>> | undefined;
  lastAt: number;
}

const statements = prepared((db) => {
  const bigint = (name: string) => sql`cast(${sql.placeholder(name)} as bigint)`;
  const me = sql`cast(${sql.placeholder('me')} as uuid)`;
  const [limit, wanted, block, back] = ['limit', 'wanted', 'block', 'back'].map(bigint);
  const { used, holder, leasedUntil, sharedUntil } = usageDays;
  // The database's clock, the same for all instances, read after any wait for the row.
  const later = (ms: number) => sql`clock_after(${leasedUntil}, ${sql.raw(String(ms))})`;
  const now = later(0);
  const past = sql`timestamptz '1970-01-01Z'`;
  const leasedToAnother = sql`(${holder} <> ${me} and ${leasedUntil} > ${now})`;
  const shared = sql`(${holder} <> ${me} or ${sharedUntil} > ${now})`;
  const asked = sql`(${wanted} + case when ${shared} then 0 else ${block} end)`;
  const taken = sql`case when ${leasedToAnother} then 0 else greatest(0, least(${asked}, ${limit} - (${used} - ${back}))) end`;
  const first = sql`least(${wanted}, ${limit})`;
  return {
    charge: db
      .insert(usageDays)
      .values({
        accountId: sql.placeholder('account'),
        day: sql.placeholder('day'),
        used: first,
        lastTaken: first,
        holder: me,
        leasedUntil: past,
        sharedUntil: past,
      })
      .onConflictDoUpdate({
        target: [usageDays.accountId, usageDays.day],
        set: {
          lastTaken: taken,
          used: sql`${used} - ${back} + ${taken}`,
          holder: sql`case when ${leasedToAnother} then ${holder} else ${me} end`,
          leasedUntil: sql`case when ${leasedToAnother} then ${leasedUntil} when ${shared} or ${block} = 0 then ${now} else ${later(LEASE_MS)} end`,
          sharedUntil: sql`case when ${holder} <> ${me} then ${later(SHARED_MS)} else ${sharedUntil} end`,
        },
      })
      .returning({
        used,
        taken: usageDays.lastTaken,
        mine: sql<boolean>`${holder} = ${me}`,
        /** The rest of the lease in milliseconds, whichever instance holds it. */
        leaseMs: sql<number>`cast(greatest(0, extract(epoch from ${leasedUntil} - ${now}) * 1000) as float8)`,
      })
      .prepare('charge'),
  };
});

/** Returns the UTC day of a time. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the Unix time in milliseconds of the next UTC midnight. */
export const nextMidnight = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS;

/** Charges requests to accounts, and refuses those above the limit. */
export class Quota {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #accounts = new Map<string, Account>();
  readonly #instanceId = newId();
  /** Charges, refunds and reads in progress. */
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  /** @param clock Unix time in milliseconds */
  constructor(db: Db, clock: () => number = Date.now) {
    this.#db = db;
    this.#clock = clock;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Counts one request of an account against its limit. */
  take(accountId: string, limit: number): Promise<Count> {
    const now = this.#clock();
    const account = this.#account(accountId, limit, now);
    const counted = fromBlock(account, now);
    if (counted !== undefined) return Promise.resolve(counted);
    return new Promise((resolve, reject) => {
      account.waiting.push({ resolve, reject });
      if (account.waiting.length === 1) void this.#inTurn(account, () => this.#charge(account));
    });
  }

  /** Returns what an account has used, for GET /api/usage. */
  async usage(accountId: string, plan: Usage['plan'], limit: number): Promise<Omit<Usage, 'storage'>> {
    const now = this.#clock();
    const dates = Array.from({ length: 30 }, (_, back) => utcDay(now - back * DAY_MS));
    const account = this.#accounts.get(accountId);
    const today = utcDay(now);
    const read = async () => {
      if (account !== undefined) account.reading = undefined;
      const rows = await this.#db
        .select({ day: usageDays.day, used: usageDays.used })
        .from(usageDays)
        .where(and(eq(usageDays.accountId, accountId), gte(usageDays.day, dates.at(-1) ?? '')));
      const counts = new Map(rows.map((row) => [row.day, row.used]));
      // The database's count includes the current block.
      const inHand = account?.day === today ? account.left : 0;
      return counts.set(today, (counts.get(today) ?? 0) - inHand);
    };
    if (account !== undefined) account.reading ??= this.#inTurn(account, read);
    const counts = await (account?.reading ?? read());
    const used = counts.get(today) ?? 0;
    return {
      plan,
      limit,
      used,
      remaining: Math.max(0, limit - used),
      reset: nextMidnight(now) / 1000,
      days: dates.map((date) => ({ date, requests: counts.get(date) ?? 0 })),
    };
  }

  /** Refunds every block. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const account of this.#accounts.values()) this.#giveBack(account);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Runs work of an account when its earlier work has ended; {@link close} waits for it. */
  #inTurn<T>(account: Account, work: () => Promise<T>): Promise<T> {
    const result = account.idle.then(work);
    const ended = result.then(
      () => {},
      () => {},
    );
    account.idle = ended;
    this.#underWay.add(ended);
    void ended.then(() => this.#underWay.delete(ended));
    return result;
  }

  #account(id: string, limit: number, now: number): Account {
    const day = utcDay(now);
    const known = this.#accounts.get(id);
    if (known?.day === day) {
      known.limit = limit;
      known.lastAt = now;
      return known;
    }
    // The day has changed: what the new one reads and charges waits for the refund.
    if (known !== undefined) this.#giveBack(known);
    const account: Account = {
      id,
      day,
      limit,
      used: undefined,
      left: 0,
      leasedUntil: 0,
      waiting: [],
      idle: known?.idle ?? Promise.resolve(),
      reading: undefined,
      lastAt: now,
    };
    this.#accounts.set(id, account);
    return account;
  }

  /** Charges all waiting requests, plus a block; never rejects. */
  async #charge(account: Account): Promise<void> {
    const batch = account.waiting.splice(0).filter((waiting) => {
      const counted = fromBlock(account, this.#clock());
      if (counted !== undefined) waiting.resolve(counted);
      return counted === undefined;
    });
    if (batch.length === 0) return;
    try {
      let otherLeaseMs = await this.#chargeBatch(account, batch);
      while (otherLeaseMs > 0) {
        await setTimeout(Math.ceil(otherLeaseMs));
        batch.push(...account.waiting.splice(0));
        otherLeaseMs = await this.#chargeBatch(account, batch);
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  /**
   * Charges a batch and resolves it.
   * @returns 0, or the milliseconds for which another instance holds the lease; the batch is then left unresolved
   */
  async #chargeBatch(account: Account, batch: readonly Waiting[]): Promise<number> {
    const { id, limit, day, left } = account;
    account.left = 0; // this charge refunds it
    const askedAt = performance.now();
    const [charged] = await statements(this.#db).charge.execute({
      account: id,
      day,
      me: this.#instanceId,
      wanted: batch.length,
      block: this.#blockSize(account, left),
      back: left,
      limit,
    });
    if (charged === undefined) throw new Error('a charge returns its row');
    // The other lease may have ended since the row was written.
    if (!charged.mine) return Math.max(1, charged.leaseMs);
    const granted = Math.min(batch.length, charged.taken);
    const before = charged.used - charged.taken;
    account.used = charged.used;
    account.left = charged.taken - granted;
    // The database's lease began after this request was sent, so ours ends earlier.
    account.leasedUntil = charged.leaseMs > 0 ? askedAt + LEASE_MS : 0;
    const ttl = Math.max(0, Date.parse(`${day}T00:00:00Z`) + DAY_MS - this.#clock());
    for (const [index, waiting] of batch.entries())
      waiting.resolve({
        current: index < granted ? before + index + 1 : Math.max(limit, before) + 1,
        ttl,
      });
    return 0;
  }

  /** Returns the size of the next block; 0 for the first request, because most accounts send one now and then. */
  #blockSize(account: Account, left: number): number {
    if (this.#closed || account.used === undefined) return 0;
    const remaining = account.limit - (account.used - left);
    return Math.min(MAX_BLOCK, Math.max(0, Math.floor(remaining / BLOCK_PART)));
  }

  /** Refunds the current block, unless it has been charged meanwhile and is in use. */
  #giveBack(account: Account): void {
    void this.#inTurn(account, async () => {
      const { id, day, left } = account;
      const isInUse = !this.#closed && this.#accounts.get(id) === account && isLeased(account);
      if (left === 0 || isInUse) return;
      account.left = 0;
      const refund = this.#db.update(usageDays).set({ used: sql`${usageDays.used} - ${left}` });
      const today = and(eq(usageDays.accountId, id), eq(usageDays.day, day));
      // If it fails, the account loses part of a block; nothing is admitted beyond the limit.
      await refund.where(today).catch(() => {});
    });
  }

  /** Refunds the blocks of idle accounts, and removes accounts that stay idle from memory. */
  #tick(): void {
    const now = this.#clock();
    for (const account of this.#accounts.values()) {
      if (account.left > 0 && !isLeased(account)) this.#giveBack(account);
      if (now - account.lastAt >= FORGET_MS) this.#accounts.delete(account.id);
    }
  }
}

const isLeased = (account: Account): boolean => performance.now() < account.leasedUntil;

/** Counts a request inside the current block, if there is one that may be used. */
function fromBlock(account: Account, now: number): Count | undefined {
  if (account.left === 0 || account.used === undefined || !isLeased(account)) return undefined;
  if (account.used - account.left >= account.limit) return undefined; // the limit was lowered
  account.left -= 1;
  return { current: account.used - account.left, ttl: nextMidnight(now) - now };
}
