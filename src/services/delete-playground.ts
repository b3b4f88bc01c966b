/** Deletes playgrounds, permanently or with undo. */
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import { type Db, isNodeUnavailable } from '../db/client.ts';
import { deletedPlaygrounds, playgrounds, testRuns } from '../db/schema.ts';
import { ApiError, unavailable } from '../errors.ts';
import {
  ABSENT_BEFORE,
  BATCH_ROWS,
  deleteManyTestRuns,
  deletePlaygrounds,
  deleteTestRuns,
  detachTestRuns,
  insertPlayground,
  type NewPlayground,
  type PlaygroundRow,
} from '../store/counted-rows.ts';
import { isId } from '../store/ids.ts';
import { readTotal } from '../store/lists.ts';
import { type Actor, recordEvent } from './audit.ts';
import { nextPlace } from './collection-places.ts';
import { changeOwn, ownOne, playgroundNotFound } from './playgrounds.ts';
import { deleteRunCounts } from './run-counts.ts';
import { playgroundChanged } from './shared-playgrounds.ts';
import { nameForRecord } from './sharing.ts';

/** How long one request may delete tests, in milliseconds. */
const DELETING_MS = 5_000;

/**
 * Deletes a playground of the actor's account and the account's tests of it; tests of other accounts remain. If there are
 * more tests than one transaction should delete, they are deleted first, in batches.
 * @throws ApiError as {@link changeOwn}; service_unavailable when the time did not suffice for all tests
 */
export async function deletePlayground(
  db: Db,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const { accountId } = actor;
  const own = testsOf(accountId, id);
  await changeOwn(db, accountId, id, ifMatch, async (row) => {
    if ((await readTotal(db, accountId, `tests:${id}`)) > BATCH_ROWS)
      if (!(await deleteManyTestRuns(db, own, performance.now() + DELETING_MS)))
        throw unavailable(
          'The playground has so many tests that not all of them are deleted yet. Send the request again.',
        );
    const deleteRow = await rowDeletion(actor, row);
    return async (tx) => {
      await deleteTestRuns(tx, own);
      await deleteRow(tx);
      // Cannot be restored, but is left to the hourly job if finishDeletion fails.
      await tx.insert(deletedPlaygrounds).values({ accountId, id, row: {}, deletedAt: new Date(0) });
    };
  });
  await finishDeletion(db, accountId, id).catch(() => {});
}

/**
 * Clears a deleted playground from the tests that other accounts made of it, deletes the counts of its runs, and removes its row of deleted_playgrounds. Not
 * in the transaction of the deletion: those tests may be on every node of a cluster, and a node that is away must not prevent
 * the deletion. If this fails, the hourly job repeats it.
 */
async function finishDeletion(db: Db, accountId: string, id: string): Promise<void> {
  await detachTestRuns(db, id, accountId);
  await deleteRunCounts(db, accountId, id);
  await db
    .delete(deletedPlaygrounds)
    .where(and(eq(deletedPlaygrounds.accountId, accountId), eq(deletedPlaygrounds.id, id)));
}

/** Deletes all playgrounds of an account permanently, and clears them from the tests that other accounts made of them. */
export async function deletePlaygroundsOf(db: Db, accountId: string): Promise<void> {
  for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS; )
    deleted = await db.transaction(async (tx) => {
      const own = eq(playgrounds.accountId, accountId);
      const rows = await tx.select({ id: playgrounds.id }).from(playgrounds).where(own).limit(BATCH_ROWS);
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      // What is not finished is found again when the deletion is repeated.
      await tx
        .insert(deletedPlaygrounds)
        .values(ids.map((id) => ({ accountId, id, row: {}, deletedAt: new Date(0) })))
        .onConflictDoNothing();
      return deletePlaygrounds(tx, and(own, inArray(playgrounds.id, ids)));
    });
  const unfinished = await db
    .select({ id: deletedPlaygrounds.id })
    .from(deletedPlaygrounds)
    .where(eq(deletedPlaygrounds.accountId, accountId));
  try {
    for (const { id } of unfinished) await finishDeletion(db, accountId, id);
  } catch (error) {
    // A cluster has no foreign key that deletes these rows with the account: the hourly job finishes them.
    if (!isNodeUnavailable(error)) throw error;
  }
}

const testsOf = (accountId: string, id: string) =>
  and(eq(testRuns.playgroundId, id), eq(testRuns.accountId, accountId));

async function rowDeletion(actor: Actor, row: PlaygroundRow) {
  const { id, accountId, isPublic } = row;
  const name = await nameForRecord(row);
  return async (tx: Db) => {
    await deletePlaygrounds(tx, ownOne(accountId, id));
    await recordEvent(tx, actor, 'playground.deleted', id, { name, is_public: isPublic });
  };
}

/** How long a deletion can be undone, in milliseconds. */
export const UNDO_MS = 3_600_000;
/** How much later a playground is purged, because clocks of instances differ. */
const MARGIN_MS = 300_000;

/**
 * Deletes a playground so that {@link restorePlayground} can restore it: its row is moved to deleted_playgrounds, and the
 * account's tests of it are deleted once it can no longer be restored ({@link purgeDeletedPlaygrounds}).
 * @throws ApiError as {@link changeOwn}
 */
export async function deleteWithUndo(db: Db, actor: Actor, id: string): Promise<void> {
  const { accountId } = actor;
  await changeOwn(db, accountId, id, undefined, async (owned) => {
    const deleteRow = await rowDeletion(actor, owned);
    return async (tx) => {
      const [row] = await tx.select().from(playgrounds).where(ownOne(accountId, id));
      if (row === undefined) throw playgroundNotFound();
      await tx.insert(deletedPlaygrounds).values({ accountId, id, row, deletedAt: new Date() });
      await deleteRow(tx);
    };
  });
  await detachTestRuns(db, id, accountId).catch(() => {}); // repeated when it is purged
}

/**
 * Restores a playground that was deleted with {@link deleteWithUndo} within {@link UNDO_MS}.
 * @throws ApiError not_found
 */
export async function restorePlayground(db: Db, actor: Actor, id: string): Promise<void> {
  const { accountId } = actor;
  if (!isId(id)) throw playgroundNotFound();
  const deleted = and(
    eq(deletedPlaygrounds.accountId, accountId),
    eq(deletedPlaygrounds.id, id),
    gt(deletedPlaygrounds.deletedAt, new Date(Date.now() - UNDO_MS)),
  );
  const gone = () => new ApiError('not_found', 'The playground can no longer be restored.');
  const [found] = await db.select().from(deletedPlaygrounds).where(deleted);
  if (found === undefined) throw gone();
  const row = found.row as NewPlayground; // stored by deleteWithUndo; times are text in JSON
  // Another version than the one that was deleted, and yet in its place among what changed last.
  const updatedAt = new Date(new Date(row.updatedAt).getTime() + 1);
  const restored = { ...ABSENT_BEFORE, ...row, createdAt: new Date(row.createdAt), updatedAt };
  const name = await nameForRecord(restored);
  await db.transaction(async (tx) => {
    const taken = await tx.delete(deletedPlaygrounds).where(deleted).returning();
    if (taken.length === 0) throw gone();
    await insertPlayground(tx, { ...restored, ...(await placeAgain(tx, restored)) });
    await recordEvent(tx, actor, 'playground.restored', id, { name, is_public: restored.isPublic });
  });
  playgroundChanged(db, id);
}

/** Reads the names of playgrounds that {@link restorePlayground} can restore. */
export async function restorablePlaygrounds(db: Db, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { id, row, deletedAt } = deletedPlaygrounds;
  const own = and(eq(deletedPlaygrounds.accountId, accountId), inArray(id, [...ids]));
  const found = await db
    .select({ id, row })
    .from(deletedPlaygrounds)
    .where(and(own, gt(deletedAt, new Date(Date.now() - UNDO_MS))));
  return found.map((one) => ({ id: one.id, name: String(one.row['name']) }));
}

/** Appends a playground to the collection that it was in; it is in none if that is gone or full. */
async function placeAgain(tx: Db, { accountId, collectionId }: NewPlayground) {
  if (collectionId === null) return {};
  try {
    return { collectionPlace: await nextPlace(tx, accountId, collectionId) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { collectionId: null, collectionPlace: 0 };
  }
}

/** Permanently deletes playgrounds that can no longer be restored, with their account's tests of them. */
export async function purgeDeletedPlaygrounds(db: Db): Promise<void> {
  const expired = await db
    .select({ accountId: deletedPlaygrounds.accountId, id: deletedPlaygrounds.id })
    .from(deletedPlaygrounds)
    .where(lt(deletedPlaygrounds.deletedAt, new Date(Date.now() - UNDO_MS - MARGIN_MS)))
    .limit(BATCH_ROWS);
  for (const { accountId, id } of expired) {
    const isDone = await deleteManyTestRuns(db, testsOf(accountId, id), performance.now() + DELETING_MS);
    if (isDone) await finishDeletion(db, accountId, id);
  }
}
