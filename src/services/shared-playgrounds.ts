/** What anybody may open: public playgrounds by their ids, with the little that their pages need of their owners. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { playgrounds } from '../db/schema.ts';
import { Grouped } from './grouped.ts';
import { isId } from './ids.ts';
import { prepared } from './prepared.ts';

/** Which state of a public playground there is, and whose it is. */
export interface SharedVersion {
  /** Unix time in milliseconds of its last change: another one for every state. */
  version: number;
  ownerId: string;
}

/** Looks for all that are asked for at one time with one statement: opening a page that is known costs next to nothing. */
const searches = prepared(
  (db) =>
    new Grouped<string, SharedVersion | undefined>(async (ids) => {
      const rows = await db
        .select({ id: playgrounds.id, ownerId: playgrounds.accountId, updatedAt: playgrounds.updatedAt })
        .from(playgrounds)
        .where(and(inArray(playgrounds.id, [...new Set(ids)]), eq(playgrounds.isPublic, true)));
      const byId = new Map(
        rows.map(({ id, ownerId, updatedAt }) => [id, { version: updatedAt.getTime(), ownerId }]),
      );
      return ids.map((id) => byId.get(id));
    }),
);

/** The state of a public playground; undefined for a private or unknown one. */
export async function sharedVersion(db: Db, id: string): Promise<SharedVersion | undefined> {
  return isId(id) ? searches(db).add(id, id.length) : undefined;
}
