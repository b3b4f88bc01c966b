/** What anybody may open: which public playgrounds there are, in which state. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { playgrounds } from '../db/schema.ts';
import { batchedLookup } from '../store/batched-rows.ts';
import type { Batcher } from '../store/batcher.ts';
import { isId } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';

/** Which state of a public playground there is, and whose it is. */
export interface SharedVersion {
  /** Unix time in milliseconds of its last change: another one for every state. */
  version: number;
  ownerId: string;
}

const statements = prepared((db) => ({
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

type Found = Awaited<ReturnType<ReturnType<typeof statements>['publicByIds']['execute']>>[number];

/** How long a state is taken for the latest: changes made by another instance are seen after that. */
const FRESH_MS = 1_000;
const MAX_KNOWN = 10_000;

/** The states of one database, as far as they were asked for within {@link FRESH_MS}. */
class Versions {
  readonly #known = new Map<string, { found: SharedVersion | undefined; until: number }>();
  readonly #search: Batcher<string, Found | undefined>;
  /** Counts changes: what was read while one was made may be older than it. */
  #changes = 0;

  constructor(db: Db) {
    this.#search = batchedLookup(
      (ids) => statements(db).publicByIds.execute({ ids }),
      ({ id }) => id,
    );
  }

  async find(id: string): Promise<SharedVersion | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined && known.until > performance.now()) return known.found;
    const changes = this.#changes;
    const row = await this.#search.add(id, id.length);
    const found = row && { version: row.updatedAt.getTime(), ownerId: row.ownerId };
    if (changes !== this.#changes) return found;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(id, { found, until: performance.now() + FRESH_MS });
    return found;
  }

  forget(id: string): void {
    this.#changes += 1;
    this.#known.delete(id);
  }
}

const versions = prepared((db) => new Versions(db));

/** The state of a public playground; undefined for a private or unknown one. */
export function sharedVersion(db: Db, id: string): Promise<SharedVersion | undefined> {
  return isId(id) ? versions(db).find(id) : Promise.resolve(undefined);
}

/** To be called when a playground has changed: this process then shows its new state at once. */
export function playgroundChanged(db: Db, id: string): void {
  versions(db).forget(id);
}
