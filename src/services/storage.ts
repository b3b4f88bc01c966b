/** The storage of an account's test results: counted by the database, capped per plan; the oldest are deleted first. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';
import { listSegments, testRuns } from '../db/schema.ts';
import type { Plan, Usage } from '../schemas/account.ts';
import { BATCH_ROWS, deleteTestRuns } from '../store/counted-rows.ts';
import { prepared } from '../store/prepared.ts';

/** The part of the limit that is freed in addition, so that a full account does not delete results at each test. */
const SLACK = 0.02;
/** How long deleting the oldest may delay a run, in milliseconds; the next run continues it. */
const DEADLINE_MS = 5_000;
/** The maximum age of the cached usage, in milliseconds: results stored by other instances are seen within this time. */
const FRESH_MS = 30_000;

const statements = prepared((db) => ({
  used: db
    .select({ bytes: sql<number>`cast(coalesce(sum(${listSegments.bytes}), 0) as float8)` })
    .from(listSegments)
    .where(and(eq(listSegments.accountId, sql.placeholder('account')), eq(listSegments.list, 'tests')))
    .prepare('storage_used'),
}));

/** Tracks how much each account stores, and deletes its oldest results above the limit. */
export class Storage {
  readonly #db: Db;
  readonly #limits: Readonly<Record<Plan, number>>;
  readonly #deadlineMs: number;
  readonly #onFailure: (error: unknown, accountId: string) => void;
  /** Usage read from the database, plus the bytes stored since. */
  readonly #known = new LRUCache<string, { bytes: number }>({ max: 10_000, ttl: FRESH_MS, ttlResolution: 0 });

  /**
   * @param limits bytes per plan
   * @param onFailure called when not enough results could be deleted
   */
  constructor(
    db: Db,
    limits: Readonly<Record<Plan, number>>,
    onFailure: (error: unknown, accountId: string) => void,
    deadlineMs = DEADLINE_MS,
  ) {
    this.#db = db;
    this.#limits = limits;
    this.#onFailure = onFailure;
    this.#deadlineMs = deadlineMs;
  }

  /** Returns the storage usage, for GET /api/usage. */
  async usage(accountId: string, plan: Plan): Promise<Usage['storage']> {
    return { used_bytes: await this.#used(accountId), limit_bytes: this.#limits[plan] };
  }

  /**
   * Deletes the oldest results of an account until a new one fits into its plan. Never rejects: the result is stored
   * in any case, and the next one tries again.
   * @param added bytes that are about to be stored
   */
  async makeRoom(accountId: string, plan: Plan, added: number): Promise<void> {
    await this.#makeRoom(accountId, plan, added).catch((error) => this.#onFailure(error, accountId));
  }

  async #makeRoom(accountId: string, plan: Plan, added: number): Promise<void> {
    const limit = this.#limits[plan];
    const began = performance.now();
    const known = this.#known.get(accountId);
    if (known !== undefined) {
      known.bytes += added;
      if (known.bytes <= limit) return;
    }
    let used = await this.#used(accountId);
    while (used + added > limit) {
      if (performance.now() - began >= this.#deadlineMs)
        throw new Error(`the oldest results were not deleted within ${this.#deadlineMs} ms`);
      if ((await this.#deleteOldest(accountId, used + added - limit * (1 - SLACK))) === 0) break;
      used = await this.#used(accountId);
    }
    this.#known.set(accountId, { bytes: used + added });
  }

  async #used(account: string): Promise<number> {
    const [row] = await statements(this.#db).used.execute({ account });
    return row?.bytes ?? 0;
  }

  /** Deletes as many of the oldest results as free the given bytes, at most {@link BATCH_ROWS}. */
  async #deleteOldest(accountId: string, bytes: number): Promise<number> {
    const oldest = await this.#db
      .select({ id: testRuns.id, bytes: testRuns.bytes })
      .from(testRuns)
      .where(eq(testRuns.accountId, accountId))
      .orderBy(testRuns.id)
      .limit(BATCH_ROWS);
    let freed = 0;
    let last: string | undefined;
    for (const run of oldest) {
      if (freed >= bytes) break;
      freed += run.bytes;
      last = run.id;
    }
    if (last === undefined) return 0;
    return deleteTestRuns(this.#db, and(eq(testRuns.accountId, accountId), lte(testRuns.id, last)));
  }
}
