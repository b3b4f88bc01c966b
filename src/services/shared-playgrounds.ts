/** What anybody may open: public playgrounds by their ids, with the little that their pages need of their owners. */
import { and, eq, sql } from 'drizzle-orm';
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

const statements = prepared((db) => ({
  // Ids are hexadecimal: one text with commas is the same for both drivers, which arrays are not.
  publicByIds: db
    .select({ id: playgrounds.id, ownerId: playgrounds.accountId, updatedAt: playgrounds.updatedAt })
    .from(playgrounds)
    .where(
      and(
        sql`${playgrounds.id} = any(string_to_array(${sql.placeholder('ids')}, ',')::uuid[])`,
        eq(playgrounds.isPublic, true),
      ),
    )
    .prepare('public_playgrounds_by_ids'),
}));

/** Looks for all that are asked for at one time with one statement: opening a page that is known costs next to nothing. */
const searches = prepared(
  (db) =>
    new Grouped<string, SharedVersion | undefined>(async (ids) => {
      const rows = await statements(db).publicByIds.execute({ ids: [...new Set(ids)].join(',') });
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
