/** Creates, lists, reads, changes and deletes collections: playgrounds in an order. */
import { and, asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { collections, playgrounds, publicCollections } from '../db/schema.ts';
import { ApiError, invalid } from '../errors.ts';
import type {
  Collection,
  CreateCollectionRequest,
  DeleteCollectionQuery,
  ListCollectionsQuery,
  UpdateCollectionRequest,
} from '../schemas/collection.ts';
import {
  type CollectionRow,
  countMoved,
  deleteCollectionRow,
  insertCollection,
  ownCollection,
  updateCollectionRow,
} from '../store/counted-rows.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId, timeOf } from '../store/ids.ts';
import { maintainedList, newestOf, readList } from '../store/lists.ts';
import { prepared } from '../store/prepared.ts';
import { assertStorable } from '../store/storable-text.ts';
import { type Actor, recordEvent } from './audit.ts';
import { lockCollection } from './collection-places.ts';
import { deletePlayground } from './delete-playground.ts';
import { playgroundChanged } from './shared-playgrounds.ts';
import { textsForReaders } from './sharing.ts';

/** A collection without the address of its page, which depends on the request. */
export type StoredCollection = Omit<Collection, 'url'>;

interface Member {
  id: string;
  collectionId: string | null;
  isPublic: boolean;
  updatedAt: Date;
}

const notFound = () => new ApiError('not_found', 'The collection does not exist.');

const statements = prepared((db) => ({
  newest: newestOf(db, 'collections_newest', {
    table: collections,
    columns: getTableColumns(collections),
    list: sql`'collections'`,
  }),
}));

/** Reads a page of an account's own collections, newest first. */
export async function listCollections(db: Db, accountId: string, query: ListCollectionsQuery) {
  const list = maintainedList(db, accountId, 'collections', statements(db).newest);
  const { data: rows, pagination } = await readList(query, list, (row) => row);
  const members = await membersOf(db, accountId, rows);
  const data = rows.map((row) => visibleTo(row, members.get(row.id) ?? [], accountId));
  return { data: await Promise.all(data), pagination };
}

/** Reads the playgrounds of an account's collections, in their order. */
async function membersOf(
  db: Db,
  accountId: string,
  rows: readonly Pick<CollectionRow, 'id'>[],
): Promise<Map<string | null, Member[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const members = await db
    .select(MEMBER)
    .from(playgrounds)
    .where(and(eq(playgrounds.accountId, accountId), inArray(playgrounds.collectionId, ids)))
    .orderBy(asc(playgrounds.collectionPlace), asc(playgrounds.id));
  const byCollection = new Map<string | null, Member[]>(ids.map((id) => [id, []]));
  for (const member of members) byCollection.get(member.collectionId)?.push(member);
  return byCollection;
}

const MEMBER = {
  id: playgrounds.id,
  collectionId: playgrounds.collectionId,
  isPublic: playgrounds.isPublic,
  updatedAt: playgrounds.updatedAt,
};

/** A collection as the viewer may see it. Does not check whether they may. */
async function visibleTo(
  row: CollectionRow,
  members: readonly Member[],
  viewer: string | null,
): Promise<StoredCollection> {
  const isOwner = row.accountId === viewer;
  const { name, description } = isOwner ? row : await textsForReaders(row.accountId, row);
  const ids = (kept: readonly Member[]) => kept.map(({ id }) => id);
  return {
    id: row.id,
    name,
    description,
    is_public: row.isPublic,
    playground_ids: ids(isOwner ? members : members.filter(({ isPublic }) => isPublic)),
    ...(isOwner && {
      private_playground_ids: row.isPublic ? ids(members.filter(({ isPublic }) => !isPublic)) : [],
    }),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

async function shown(db: Db, row: CollectionRow, viewer: string | null): Promise<StoredCollection> {
  const members = await membersOf(db, row.accountId, [row]);
  return visibleTo(row, members.get(row.id) ?? [], viewer);
}

/**
 * Reads a collection as the viewer may see it: the account's own, or any public one.
 * @param viewer the account that asks; null is an anonymous visitor
 * @throws ApiError not_found
 */
export async function getCollection(db: Db, viewer: string | null, id: string): Promise<StoredCollection> {
  if (!isId(id)) throw notFound();
  const own = viewer === null ? undefined : await rowOf(db, viewer, id);
  if (own !== undefined) return shown(db, own, viewer);
  const owner = await ownerOfPublicCollection(db, id);
  const row = owner === undefined ? undefined : await rowOf(db, owner, id);
  if (row?.isPublic !== true) throw notFound();
  return shown(db, row, viewer);
}

async function rowOf(db: Db, accountId: string, id: string): Promise<CollectionRow | undefined> {
  const [row] = await db.select().from(collections).where(ownCollection(accountId, id));
  return row;
}

async function ownerOfPublicCollection(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ owner: publicCollections.accountId })
    .from(publicCollections)
    .where(eq(publicCollections.id, id));
  return row?.owner;
}

/** A public collection, and a text that is different for every state of it and its playgrounds. */
export interface SharedCollection {
  collection: StoredCollection;
  ownerId: string;
  version: string;
}

/** Reads a public collection as readers see it; undefined for a private or unknown one. */
export async function sharedCollection(db: Db, id: string): Promise<SharedCollection | undefined> {
  const owner = isId(id) ? await ownerOfPublicCollection(db, id) : undefined;
  const row = owner === undefined ? undefined : await rowOf(db, owner, id);
  if (owner === undefined || row?.isPublic !== true) return undefined;
  const members = (await membersOf(db, owner, [row])).get(id) ?? [];
  const versions = members.map((one) => `${one.id} ${one.updatedAt.getTime()} ${one.isPublic}`);
  return {
    collection: await visibleTo(row, members, null),
    ownerId: owner,
    version: [row.updatedAt.getTime(), ...versions].join(),
  };
}

/**
 * Creates a collection of the actor's account.
 * @param db a database or a transaction
 * @throws ApiError invalid_request for a text that cannot be stored, and for playgrounds that the account does not have
 */
export async function createCollection(
  db: Db,
  actor: Actor,
  { name, description = '', is_public: isPublic = false, playground_ids: ids = [] }: CreateCollectionRequest,
): Promise<StoredCollection> {
  assertTexts(name, description);
  const { accountId } = actor;
  const id = newId();
  const createdAt = timeOf(id);
  const row = { id, accountId, name, description, isPublic, createdAt, updatedAt: createdAt };
  const created = await db.transaction(async (tx) => {
    await insertCollection(tx, row);
    await setMembers(tx, row, ids);
    await recordVisibility(tx, actor, row, false);
    return shown(tx, row, accountId);
  });
  for (const member of ids) playgroundChanged(db, member);
  return created;
}

function assertTexts(name: string, description: string): void {
  assertStorable(name, '/name');
  assertStorable(description, '/description');
}

/**
 * Makes these playgrounds the members of a collection, in this order. Its other playgrounds leave it.
 * @throws ApiError invalid_request for duplicates and for playgrounds that the account does not have
 */
async function setMembers(tx: Db, { id, accountId }: CollectionRow, ids: readonly string[]): Promise<void> {
  const refuse = (index: number, code: string, message: string) =>
    invalid(`/playground_ids/${index}`, code, message);
  const twice = ids.findIndex((one, index) => ids.indexOf(one) < index);
  if (twice >= 0)
    throw refuse(twice, 'duplicate', `The playground ${ids[twice]} is listed twice. Remove one.`);
  // Sorted, so that concurrent changes lock playgrounds in the same order.
  const concerned = await tx
    .select({ ...MEMBER, place: playgrounds.collectionPlace })
    .from(playgrounds)
    .where(
      and(
        eq(playgrounds.accountId, accountId),
        or(inArray(playgrounds.id, ids.filter(isId)), eq(playgrounds.collectionId, id)),
      ),
    )
    .orderBy(asc(playgrounds.id))
    .for('update');
  const known = new Map(concerned.map((row) => [row.id, row]));
  const unknown = ids.findIndex((one) => !known.has(one));
  if (unknown >= 0) throw refuse(unknown, 'unknown_playground', `You have no playground ${ids[unknown]}.`);
  const places = new Map(ids.map((one, place) => [one, place]));
  const leaving = concerned.filter((one) => one.collectionId === id && !places.has(one.id));
  const placed = concerned.filter(
    (one) => places.has(one.id) && (one.collectionId !== id || places.get(one.id) !== one.place),
  );
  // Always later than the last change, even if another instance's clock is ahead.
  const updatedAt = new Date(Math.max(Date.now(), ...concerned.map((one) => one.updatedAt.getTime() + 1)));
  await place(tx, accountId, leaving, { collectionId: null, collectionPlace: sql`0`, updatedAt });
  // Also of those that only changed places: a change of the playground meanwhile must not write the old place back.
  await place(tx, accountId, placed, { collectionId: id, collectionPlace: placesIn(places), updatedAt });
  const moved = [
    ...leaving.map((one) => ({ ...one, collectionId: null })),
    ...placed.map((one) => ({ ...one, collectionId: id })),
  ];
  await countMoved(tx, accountId, [...leaving, ...placed], moved);
}

/** The place of each playground in a list, as an SQL expression. */
const placesIn = (places: ReadonlyMap<string, number>): SQL<number> =>
  sql`array_position(${sql.param(`{${[...places.keys()].filter(isId).join()}}`)}::uuid[], ${playgrounds.id}) - 1`;

async function place(
  tx: Db,
  accountId: string,
  members: readonly Member[],
  values: { collectionId: string | null; collectionPlace: SQL; updatedAt: Date },
): Promise<void> {
  if (members.length === 0) return;
  const ids = members.map(({ id }) => id);
  await tx
    .update(playgrounds)
    .set(values)
    .where(and(eq(playgrounds.accountId, accountId), inArray(playgrounds.id, ids)));
}

/** Records that a collection became visible for everybody, or no longer is. */
async function recordVisibility(tx: Db, actor: Actor, row: CollectionRow, before: boolean): Promise<void> {
  if (row.isPublic === before) return;
  const action = row.isPublic ? 'collection.published' : 'collection.unpublished';
  await recordEvent(tx, actor, action, row.id, { name: row.name });
}

/**
 * Updates fields of a collection of the actor's account.
 * @param ifMatch the If-Match header
 * @throws ApiError not_found, forbidden for another account's public collection, precondition_failed, invalid_request
 */
export async function updateCollection(
  db: Db,
  actor: Actor,
  id: string,
  body: UpdateCollectionRequest,
  ifMatch: string | undefined,
): Promise<StoredCollection> {
  assertTexts(body.name ?? '', body.description ?? '');
  const updated = await db.transaction(async (tx) => {
    const row = await lockOwn(tx, actor.accountId, id, ifMatch);
    const changed: CollectionRow = {
      ...row,
      name: body.name ?? row.name,
      description: body.description ?? row.description,
      isPublic: body.is_public ?? row.isPublic,
      updatedAt: new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1)),
    };
    await updateCollectionRow(tx, changed, row.isPublic);
    if (body.playground_ids !== undefined) await setMembers(tx, changed, body.playground_ids);
    await recordVisibility(tx, actor, changed, row.isPublic);
    return shown(tx, changed, actor.accountId);
  });
  for (const member of body.playground_ids ?? []) playgroundChanged(db, member);
  return updated;
}

async function lockOwn(
  tx: Db,
  accountId: string,
  id: string,
  ifMatch: string | undefined,
): Promise<CollectionRow> {
  const row = await lockCollection(tx, accountId, id);
  if (row === undefined) {
    if (!isId(id) || (await ownerOfPublicCollection(tx, id)) === undefined) throw notFound();
    throw new ApiError('forbidden', 'Only the owner can change this collection.');
  }
  assertMatch(ifMatch, await shown(tx, row, accountId));
  return row;
}

/**
 * Deletes a collection of the actor's account.
 * @param query whether its playgrounds are deleted first, with their tests, one after the other; if one fails, those before it
 * are deleted, and the request can be sent again
 * @throws ApiError as {@link updateCollection}; service_unavailable as for deleting a playground
 */
export async function deleteCollection(
  db: Db,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
  query: DeleteCollectionQuery = {},
): Promise<void> {
  const { accountId } = actor;
  const withPlaygrounds = query.playgrounds === 'delete';
  if (withPlaygrounds) {
    const collection = await db.transaction(async (tx) =>
      shown(tx, await lockOwn(tx, accountId, id, ifMatch), accountId),
    );
    for (const member of collection.playground_ids)
      await deletePlayground(db, actor, member, undefined).catch(ignoreMissing);
  }
  await db.transaction(async (tx) => {
    const row = await lockOwn(tx, accountId, id, withPlaygrounds ? undefined : ifMatch);
    await deleteCollectionRow(tx, row);
    await setMembers(tx, row, []);
    await recordEvent(tx, actor, 'collection.deleted', id, { name: row.name, is_public: row.isPublic });
  });
}

/** Another request may have deleted it meanwhile. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
}
