/** Example responses of playgrounds: stored results shown to other accounts and visitors, without credentials. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { playgrounds, testRuns } from '../db/schema.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Example, MaskedExample } from '../secrets/example.ts';
import { attachTestRuns, type PlaygroundRow } from '../store/counted-rows.ts';
import { exampleWithoutSecretsOf, maskedExample } from './masking.ts';
import { getTestRun } from './stored-test-runs.ts';

type Owned = Pick<PlaygroundRow, 'accountId' | 'id' | 'curlCommand'>;

/**
 * Returns the example that a result would become when pinned: the playground's own result, or one that belongs to no
 * playground yet.
 * @throws ApiError invalid_request
 */
export async function previewExample(
  db: Db,
  { accountId, id, curlCommand }: Owned,
  testId: string,
): Promise<MaskedExample> {
  const run = await getTestRun(db, accountId, testId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (run !== undefined && (run.playground_id ?? id) === id)
    return maskedExample(accountId, { command: curlCommand, run });
  throw unknownTest();
}

/**
 * Assigns a result that belongs to no playground to the one that it is the example of.
 * @throws ApiError invalid_request when the result has been deleted
 */
export async function attachExample(tx: Db, { accountId, id }: Owned, testId: string): Promise<void> {
  const own = and(eq(testRuns.accountId, accountId), eq(testRuns.id, testId));
  const found = await tx.select({ id: testRuns.id }).from(testRuns).where(own).for('key share');
  if (found.length === 0) throw unknownTest();
  await attachTestRuns(tx, id, own);
}

const unknownTest = () =>
  invalid(
    '/example_test_id',
    'unknown_test',
    'example_test_id must be the id of one of your stored results of this playground.',
  );

/**
 * Rebuilds the pinned example when its playground changes; its result may have been deleted.
 * @returns undefined when the example does not change
 */
export async function pinnedExample(
  db: Db,
  { accountId, id, curlCommand, exampleTestId }: PlaygroundRow,
  isOtherCommand: boolean,
): Promise<Example | undefined> {
  if (exampleTestId === null || !isOtherCommand) return undefined;
  const example = await getExample(db, accountId, id);
  return example && exampleWithoutSecretsOf(accountId, { command: curlCommand, example });
}

/** Reads the example response of a playground; undefined when none is pinned. */
export async function getExample(db: Db, ownerId: string, id: string): Promise<Example | undefined> {
  const [row] = await db
    .select({ example: playgrounds.example })
    .from(playgrounds)
    .where(and(eq(playgrounds.accountId, ownerId), eq(playgrounds.id, id)));
  return (row?.example ?? undefined) as Example | undefined; // stored as one
}

/**
 * Removes a result as the example of playgrounds.
 * @returns the playgrounds that have changed
 */
export async function unpinExample(tx: Db, accountId: string, testId: string): Promise<string[]> {
  const own = and(eq(playgrounds.accountId, accountId), eq(playgrounds.exampleTestId, testId));
  // Computed here, because Citus refuses STABLE functions of columns, such as adding to a time.
  const pinned = await tx
    .select({ id: playgrounds.id, updatedAt: playgrounds.updatedAt })
    .from(playgrounds)
    .where(own)
    .for('update');
  for (const { id, updatedAt } of pinned)
    await tx
      .update(playgrounds)
      .set({
        exampleTestId: null,
        example: null,
        updatedAt: new Date(Math.max(Date.now(), updatedAt.getTime() + 1)),
      })
      .where(and(own, eq(playgrounds.id, id)));
  return pinned.map(({ id }) => id);
}
