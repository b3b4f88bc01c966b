/** Looks up public playgrounds: whether one exists, its owner and its version. */
import { and, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';
import { collections, playgrounds, publicPlaygrounds } from '../db/schema.ts';
import { isId } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';

/** The version of a public playground, and its owner. */
export interface SharedVersion {
  /** Unix time in milliseconds of the last change: different for every state. */
  version: number;
  ownerId: string;
  /** The public collection that it is in, with the time of its last change. */
  collection: { id: string; name: string; updatedAt: Date } | null;
}

const statements = prepared((db) => ({
  version: db
    .select({
      updatedAt: playgrounds.updatedAt,
      collection: { id: collections.id, name: collections.name, updatedAt: collections.updatedAt },
    })
    .from(playgrounds)
    .leftJoin(
      collections,
      and(
        eq(collections.accountId, playgrounds.accountId),
        eq(collections.id, playgrounds.collectionId),
        eq(collections.isPublic, true),
      ),
    )
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

const versions = prepared(
  (db) =>
    new LRUCache<string, { found: SharedVersion | undefined }>({
      max: 10_000,
      ttl: FRESH_MS,
      ttlResolution: 0,
      // A read that overlaps a change may return the older state: it still resolves, but is not cached.
      ignoreFetchAbort: true,
      fetchMethod: async (id) => ({ found: await readVersion(db, id) }),
    }),
);

async function readVersion(db: Db, id: string): Promise<SharedVersion | undefined> {
  const ownerId = await ownerOfPublic(db, id);
  if (ownerId === undefined) return undefined;
  const [row] = await statements(db).version.execute({ account: ownerId, id });
  return row && { version: row.updatedAt.getTime(), ownerId, collection: row.collection };
}

/** Returns the version of a public playground; undefined for a private or unknown one. */
export async function sharedVersion(db: Db, id: string): Promise<SharedVersion | undefined> {
  return isId(id) ? (await versions(db).fetch(id))?.found : undefined;
}

/** Removes a changed playground from the cache, so that this process shows the new version at once. */
export function playgroundChanged(db: Db, id: string): void {
  versions(db).delete(id);
}
