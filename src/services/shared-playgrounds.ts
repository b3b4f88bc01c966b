/** Looks up public playgrounds: whether one exists, its owner and its version. */
import { and, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';
import { playgrounds, publicPlaygrounds } from '../db/schema.ts';
import { isId } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';

/** The version of a public playground, and its owner. */
export interface SharedVersion {
  /** Unix time in milliseconds of the last change: different for every state. */
  version: number;
  ownerId: string;
}

const statements = prepared((db) => ({
  version: db
    .select({ updatedAt: playgrounds.updatedAt })
    .from(playgrounds)
    .where(
      and(
        eq(playgrounds.accountId, sql.placeholder('account')),
        eq(playgrounds.id, sql.placeholder('id')),
        eq(playgrounds.isPublic, true),
      ),
    )
    .prepare('public_playground_version'),
}));

/**
 * Returns the account that owns a public playground; undefined for a private or unknown one.
 * @param db a database or a transaction
 */
export async function ownerOfPublic(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ owner: publicPlaygrounds.accountId })
    .from(publicPlaygrounds)
    .where(eq(publicPlaygrounds.id, id));
  return row?.owner;
}

/** The maximum age of a cached version: changes made by another instance are seen within this time. */
const FRESH_MS = 1_000;

/** Versions from one database that were read within {@link FRESH_MS}. */
class Versions {
  readonly #db: Db;
  readonly #known = new LRUCache<string, { found: SharedVersion | undefined }>({
    max: 10_000,
    ttl: FRESH_MS,
    ttlResolution: 0,
  });
  /** Counts changes: a read that overlaps one may return the older state and is not cached. */
  #changes = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: string): Promise<SharedVersion | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined) return known.found;
    const changes = this.#changes;
    const found = await this.#read(id);
    if (changes === this.#changes) this.#known.set(id, { found });
    return found;
  }

  async #read(id: string): Promise<SharedVersion | undefined> {
    const ownerId = await ownerOfPublic(this.#db, id);
    if (ownerId === undefined) return undefined;
    const [row] = await statements(this.#db).version.execute({ account: ownerId, id });
    return row && { version: row.updatedAt.getTime(), ownerId };
  }

  forget(id: string): void {
    this.#changes += 1;
    this.#known.delete(id);
  }
}

const versions = prepared((db) => new Versions(db));

/** Returns the version of a public playground; undefined for a private or unknown one. */
export function sharedVersion(db: Db, id: string): Promise<SharedVersion | undefined> {
  return isId(id) ? versions(db).find(id) : Promise.resolve(undefined);
}

/** Removes a changed playground from the cache, so that this process shows the new version at once. */
export function playgroundChanged(db: Db, id: string): void {
  versions(db).forget(id);
}
