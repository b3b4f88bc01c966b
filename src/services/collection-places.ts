/** Places of playgrounds in collections. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { collections, playgrounds } from '../db/schema.ts';
import { invalid } from '../errors.ts';
import { MAX_MEMBERS } from '../schemas/collection.ts';
import { ownCollection } from '../store/counted-rows.ts';
import { isId } from '../store/ids.ts';

/**
 * Locks a collection, so that its members and their order change one after the other. Collections are locked before
 * playgrounds, everywhere.
 * @returns its row; undefined if the account has no such collection
 */
export async function lockCollection(tx: Db, accountId: string, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await tx.select().from(collections).where(ownCollection(accountId, id)).for('update');
  return row;
}

/**
 * Locks a collection and returns the place behind its last playground.
 * @param adding how many playgrounds are added
 * @throws ApiError invalid_request for an unknown collection or a full one
 */
export async function nextPlace(tx: Db, accountId: string, id: string, adding = 1): Promise<number> {
  if ((await lockCollection(tx, accountId, id)) === undefined)
    throw invalid('/collection_id', 'unknown_collection', `You have no collection ${id}.`);
  const [found] = await tx
    .select({
      members: sql<number>`count(*)::int`,
      last: sql<number>`coalesce(max(${playgrounds.collectionPlace}), -1)`,
    })
    .from(playgrounds)
    .where(and(eq(playgrounds.accountId, accountId), eq(playgrounds.collectionId, id)));
  const { members = 0, last = -1 } = found ?? {};
  if (members + adding > MAX_MEMBERS)
    throw invalid(
      '/collection_id',
      'full_collection',
      `The collection ${id} has ${members} playgrounds already, of at most ${MAX_MEMBERS}.`,
    );
  return last + 1;
}
