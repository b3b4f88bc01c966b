/**
 * Counting requests against the plan: durable, shared by instances, exact, and almost free.
 *
 * A lone instance charges the database in blocks in advance and counts inside them in memory; what is left of a
 * block is given back when the account falls silent, at shutdown and at midnight. A crash loses at most a block,
 * to the account's disadvantage: never more is admitted than the limit. Near the limit blocks have one request.
 *
 * As soon as several instances live on one database each charges request by request (those that wait for the
 * database at one time are charged together), so that what they tell of the remainder is never too much.
 * Instances know of each other through a table of heartbeats; a new one serves only after the others have
 * confirmed that they count exactly, and one whose heartbeat fails counts exactly by itself.
 */
import { and, eq, gt, gte, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { instances, usageDays } from '../db/schema.ts';
import type { Usage } from '../schemas/account.ts';
import { newId } from './ids.ts';
import { prepared } from './prepared.ts';

const DAY_MS = 86_400_000;
const HEARTBEAT_MS = 1_000;
/** Without a heartbeat for this long an instance no longer believes that it is alone... */
const ALONE_FOR_MS = 3_000;
/** ...and only after this long do others believe that it is gone. */
const GONE_AFTER_MS = 6_000;
const IDLE_MS = 1_000;
const FORGET_MS = 600_000;
const MAX_BLOCK = 100;
/** A block is at most this part of what is left. */
const BLOCK_PART = 50;

export interface Count {
  /** Requests of the day so far, this one included; more than the limit when it was refused. */
  current: number;
  /** Milliseconds to the next UTC midnight. */
  ttl: number;
}

interface Waiting {
  resolve(count: Count): void;
  reject(error: unknown): void;
}

interface Account {
  day: string;
  limit: number;
  /** The database's count after the last charge, blocks in hand included; undefined before the first. */
  used: number | undefined;
  /** Requests of the block in hand that are not used yet. */
  left: number;
  waiting: Waiting[];
  charging: boolean;
  /** The block on its way back; a charge waits for it, or it would count what nobody used. */
  givingBack: Promise<void> | undefined;
  lastAt: number;
}

const statements = prepared((db) => {
  const wanted = sql`cast(${sql.placeholder('wanted')} as bigint)`;
  const limit = sql`cast(${sql.placeholder('limit')} as bigint)`;
  const taken = sql`greatest(0, least(${wanted}, ${limit} - ${usageDays.used}))`;
  return {
    charge: db
      .insert(usageDays)
      .values({
        accountId: sql.placeholder('account'),
        day: sql.placeholder('day'),
        used: sql`least(${wanted}, ${limit})`,
        lastTaken: sql`least(${wanted}, ${limit})`,
      })
      .onConflictDoUpdate({
        target: [usageDays.accountId, usageDays.day],
        set: { lastTaken: taken, used: sql`${usageDays.used} + ${taken}` },
      })
      .returning({ used: usageDays.used, taken: usageDays.lastTaken })
      .prepare('charge'),
  };
});

export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** Unix time in milliseconds of the next UTC midnight. */
export const nextMidnight = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS;

export class Quota {
  readonly #db: Db;
  readonly #shared: boolean;
  readonly #clock: () => number;
  readonly #accounts = new Map<string, Account>();
  readonly #instanceId = newId();
  readonly #givingBack = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #aloneUntil: number;
  #beating = false;
  #closed = false;

  /**
   * @param shared whether other processes may use the database
   * @param clock Unix time in milliseconds
   */
  constructor(db: Db, options: { shared: boolean; clock?: () => number }) {
    this.#db = db;
    this.#shared = options.shared;
    this.#clock = options.clock ?? Date.now;
    this.#aloneUntil = options.shared ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Makes itself known to other instances and waits until they count exactly. */
  async start(): Promise<void> {
    if (this.#shared) {
      const stale = sql`now() - interval '1 hour'`;
      await this.#db.delete(instances).where(lt(instances.seenAt, stale));
      await this.#db.insert(instances).values({ id: this.#instanceId, seenAt: sql`now()`, exact: true });
      for (;;) {
        const others = await this.#others();
        if (others.every((other) => other.exact)) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    this.#timer = setInterval(() => {
      this.#tick().catch(() => {}); // the database is away: requests say so themselves
    }, HEARTBEAT_MS);
    this.#timer.unref();
  }

  /** Counts one request of an account against its limit. */
  take(accountId: string, limit: number): Promise<Count> {
    const now = this.#clock();
    const account = this.#account(accountId, limit, now);
    const counted = this.#fromBlock(accountId, account, now);
    if (counted !== undefined) return Promise.resolve(counted);
    return new Promise((resolve, reject) => {
      account.waiting.push({ resolve, reject });
      if (!account.charging) {
        account.charging = true;
        void this.#charge(accountId, account);
      }
    });
  }

  /** Today's requests where this instance alone knows them: the database's count has a block in hand in it. */
  #counted(account: Account | undefined): number | undefined {
    if (account?.used === undefined || account.day !== utcDay(this.#clock()) || !this.#isAlone())
      return undefined;
    return account.used - account.left;
  }

  /** What an account has used, for GET /api/usage. */
  async usage(accountId: string, plan: Usage['plan'], limit: number): Promise<Usage> {
    const now = this.#clock();
    const account = this.#accounts.get(accountId);
    await account?.givingBack;
    const dates = Array.from({ length: 30 }, (_, back) => utcDay(now - back * DAY_MS));
    const rows = await this.#db
      .select({ day: usageDays.day, used: usageDays.used })
      .from(usageDays)
      .where(and(eq(usageDays.accountId, accountId), gte(usageDays.day, dates.at(-1) ?? '')));
    const counts = new Map(rows.map((row) => [row.day, row.used]));
    const today = utcDay(now);
    const used = this.#counted(account) ?? counts.get(today) ?? 0;
    counts.set(today, used);
    return {
      plan,
      limit,
      used,
      remaining: Math.max(0, limit - used),
      reset: nextMidnight(now) / 1000,
      days: dates.map((date) => ({ date, requests: counts.get(date) ?? 0 })),
    };
  }

  /** Gives every block back and leaves the table of instances. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    for (const [accountId, account] of this.#accounts) this.#giveBack(accountId, account);
    await Promise.all(this.#givingBack);
    if (this.#shared)
      await this.#db
        .delete(instances)
        .where(eq(instances.id, this.#instanceId))
        .catch(() => {}); // it expires by itself
  }

  #isAlone(): boolean {
    return performance.now() < this.#aloneUntil;
  }

  #account(accountId: string, limit: number, now: number): Account {
    const day = utcDay(now);
    let account = this.#accounts.get(accountId);
    if (account === undefined || account.day !== day) {
      if (account !== undefined) this.#giveBack(accountId, account);
      account = {
        day,
        limit,
        used: undefined,
        left: 0,
        waiting: [],
        charging: false,
        givingBack: undefined,
        lastAt: now,
      };
      this.#accounts.set(accountId, account);
    }
    account.limit = limit;
    account.lastAt = now;
    return account;
  }

  /** Counts a request inside the block in hand, if there is one that may be used. */
  #fromBlock(accountId: string, account: Account, now: number): Count | undefined {
    if (account.left === 0 || account.used === undefined) return undefined;
    if (!this.#isAlone() || account.used - account.left >= account.limit) {
      this.#giveBack(accountId, account);
      return undefined;
    }
    account.left -= 1;
    return { current: account.used - account.left, ttl: nextMidnight(now) - now };
  }

  /** Charges all that wait, and a block on top, until nobody waits. */
  async #charge(accountId: string, account: Account): Promise<void> {
    for (;;) {
      const waited = account.waiting;
      account.waiting = [];
      const batch = waited.filter((waiting) => {
        const counted = this.#fromBlock(accountId, account, this.#clock());
        if (counted !== undefined) waiting.resolve(counted);
        return counted === undefined;
      });
      if (batch.length === 0) break;
      try {
        await account.givingBack;
        const { limit, day } = account;
        const wanted = batch.length + this.#blockSize(account);
        const [charged] = await statements(this.#db).charge.execute({
          account: accountId,
          day,
          wanted,
          limit,
        });
        if (charged === undefined) throw new Error('a charge returns its row');
        const now = this.#clock();
        const ttl = Math.max(0, Date.parse(`${day}T00:00:00Z`) + DAY_MS - now);
        const granted = Math.min(batch.length, charged.taken);
        const before = charged.used - charged.taken;
        account.used = charged.used;
        account.left = charged.taken - granted;
        for (const [index, waiting] of batch.entries())
          waiting.resolve({
            current: index < granted ? before + index + 1 : Math.max(limit, before) + 1,
            ttl,
          });
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    account.charging = false;
    if (this.#closed || this.#accounts.get(accountId) !== account) this.#giveBack(accountId, account);
  }

  #blockSize(account: Account): number {
    if (this.#closed || account.used === undefined || !this.#isAlone()) return 0;
    return Math.min(MAX_BLOCK, Math.max(0, Math.floor((account.limit - account.used) / BLOCK_PART)));
  }

  #giveBack(accountId: string, account: Account): void {
    const { left, day } = account;
    if (left === 0) return;
    account.left = 0;
    account.used = undefined;
    const giving = this.#db
      .update(usageDays)
      .set({ used: sql`${usageDays.used} - ${left}` })
      .where(and(eq(usageDays.accountId, accountId), eq(usageDays.day, day)))
      .then(
        () => {},
        () => {}, // the account loses part of a block; nothing is admitted beyond the limit
      )
      .finally(() => {
        this.#givingBack.delete(giving);
        account.givingBack = undefined;
      });
    this.#givingBack.add(giving);
    account.givingBack = giving;
  }

  async #tick(): Promise<void> {
    const now = this.#clock();
    for (const [accountId, account] of this.#accounts) {
      const idle = now - account.lastAt;
      if (idle >= IDLE_MS && !account.charging) this.#giveBack(accountId, account);
      if (idle >= FORGET_MS && !account.charging) this.#accounts.delete(accountId);
    }
    if (!this.#shared || this.#beating) return;
    this.#beating = true;
    try {
      await this.#beat();
    } finally {
      this.#beating = false;
    }
  }

  async #beat(): Promise<void> {
    const sentAt = performance.now();
    const others = await this.#others();
    // The others are told that this one counts exactly only once it does, blocks in hand given back.
    if (others.length > 0) {
      this.#aloneUntil = 0;
      for (const [accountId, account] of this.#accounts) this.#giveBack(accountId, account);
    }
    const exact = others.length > 0;
    await this.#db
      .insert(instances)
      .values({ id: this.#instanceId, seenAt: sql`now()`, exact })
      .onConflictDoUpdate({ target: instances.id, set: { seenAt: sql`now()`, exact } });
    if (exact || this.#closed) return;
    // One that came in between has seen this one counting in blocks, or is seen here.
    if ((await this.#others()).length === 0) this.#aloneUntil = sentAt + ALONE_FOR_MS;
  }

  #others(): Promise<{ exact: boolean }[]> {
    return this.#db
      .select({ exact: instances.exact })
      .from(instances)
      .where(
        and(
          ne(instances.id, this.#instanceId),
          gt(instances.seenAt, sql`now() - cast(${`${GONE_AFTER_MS} milliseconds`} as interval)`),
        ),
      );
  }
}
