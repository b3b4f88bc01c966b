/** Stores, lists and deletes test runs, the results of executed requests. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { testRuns } from '../db/schema.ts';
import { maskRedirect, maskResponse } from '../request/mask.ts';
import type { ListTestRunsQuery, TestRun } from '../schemas/test-run.ts';
import {
  attachTestRuns,
  deleteTestRuns,
  insertTestRun,
  insertTestRunOfPlayground,
  type NewTestRun,
} from '../store/counted-rows.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId, timeOf } from '../store/ids.ts';
import { maintainedList, newestOf, readList, shortList } from '../store/lists.ts';
import { prepared } from '../store/prepared.ts';
import { type Actor, recordEvent } from './audit.ts';
import { unpinExample } from './example-responses.ts';
import { getPlayground, lockPublic } from './playgrounds.ts';
import { playgroundChanged } from './shared-playgrounds.ts';
import { shorten } from './shorten.ts';
import { getTestRun, summaryColumns, testNotFound, toSummary } from './stored-test-runs.ts';

const statements = prepared((db) => ({
  newest: newestOf(db, 'test_runs_newest', {
    table: testRuns,
    columns: summaryColumns,
    list: sql`'tests'`,
  }),
  newestOfPlayground: newestOf(db, 'test_runs_newest_of_playground', {
    table: testRuns,
    columns: summaryColumns,
    list: sql`'tests:' || cast(${sql.placeholder('playground')} as text)`,
    where: eq(testRuns.playgroundId, sql.placeholder('playground')),
  }),
}));

/** The outcome of a test before it has an id. */
export type Outcome = Omit<TestRun, 'id' | 'playground_id' | 'created_at'>;

/**
 * Returns the result as it is stored and returned: with an id, and with received secrets masked.
 * @param outcome its request is masked already, see `maskedRequest`
 */
export function newTestRun(playgroundId: string | null, outcome: Outcome): TestRun {
  const { response, error } = outcome;
  const id = newId();
  return {
    id,
    playground_id: playgroundId,
    ...outcome,
    response: response && maskResponse(response),
    error:
      error?.redirects === undefined ? error : { ...error, redirects: error.redirects.map(maskRedirect) },
    created_at: timeOf(id).toISOString(),
  };
}

/**
 * Stores a result. If its playground has been deleted, the result is stored without one.
 * @param db a database or a transaction
 * @param run from {@link newTestRun}
 * @returns the stored run: its `playground_id` is null when the playground no longer exists
 */
export async function storeTestRun(db: Db, accountId: string, run: TestRun): Promise<TestRun> {
  const { playground_id: playgroundId } = run;
  const insert = async (into: Db, stored: TestRun) => {
    const row = toRow(accountId, stored);
    await insertTestRun(into, row, run.request.body_size + (row.responseBody?.length ?? 0));
    return stored;
  };
  if (playgroundId === null) return insert(db, run);
  if (await insertTestRunOfPlayground(db, toRow(accountId, run))) return run;
  // It is a public one of another account, or has been deleted.
  return db.transaction(async (tx) =>
    insert(tx, (await lockPublic(tx, playgroundId)) ? run : { ...run, playground_id: null }),
  );
}

/**
 * Assigns results that belong to no playground to one: they were run before it was saved for the first time.
 * @param ids the results; those of other accounts are ignored
 */
export async function adoptTestRuns(
  db: Db,
  accountId: string,
  { playgroundId, ids }: { playgroundId: string; ids: readonly string[] },
): Promise<void> {
  const known = ids.filter(isId);
  if (known.length === 0) return;
  await attachTestRuns(db, playgroundId, and(eq(testRuns.accountId, accountId), inArray(testRuns.id, known)));
}

function toRow(accountId: string, run: TestRun): NewTestRun {
  const { headers, body, chunks, ...response } = run.response ?? {};
  const { body: text, body_base64, form, ...request } = run.request;
  const sent = { body: text, body_base64, form };
  const listed = {
    request,
    response: run.response === null ? null : response,
    error: run.error,
    warnings: run.warnings,
  };
  const { shortened, whole } = shorten(listed);
  return {
    id: run.id,
    accountId,
    playgroundId: run.playground_id,
    status: run.status,
    ...shortened,
    requestBody: Object.values(sent).every((part) => part === undefined) ? null : sent,
    responseHeaders: headers ?? null,
    responseBody: body ?? null,
    timings: run.timings,
    // Lists do not read the body.
    unshortened: chunks === undefined ? whole : { ...whole, response: { ...response, chunks } },
    createdAt: new Date(run.created_at),
  };
}

/** Reads a page of an account's tests, newest first, of one playground or of all. */
export async function listTestRuns(db: Db, accountId: string, query: ListTestRunsQuery) {
  const { playgroundId } = query;
  if (playgroundId !== undefined) await getPlayground(db, accountId, playgroundId);
  const { newest, newestOfPlayground } = statements(db);
  const [name, statement] =
    playgroundId === undefined ? ['tests', newest] : [`tests:${playgroundId}`, newestOfPlayground];
  const list = maintainedList(db, accountId, name, statement, { playground: playgroundId });
  return readList(query, list, toSummary);
}

/** Conditions for the kinds of results; the columns hold JSON as text. */
const STATUS = sql`cast(cast(${testRuns.response} as json)->>'status' as integer)`;
const RESULT_KINDS = {
  success: sql`${STATUS} < 400`,
  error_status: sql`${STATUS} >= 400`,
  no_response: sql`${testRuns.response} is null`,
};
export type ResultKind = keyof typeof RESULT_KINDS;

/** Whether a text names a kind of results. */
export const isResultKind = (text: string): text is ResultKind => Object.hasOwn(RESULT_KINDS, text);

/**
 * Reads a page of a playground's results of one kind, newest first. They are counted for each page: a playground has few.
 * @throws ApiError not_found
 */
export async function listResultsOfKind(
  db: Db,
  accountId: string,
  query: ListTestRunsQuery & { playgroundId: string },
  kind: ResultKind,
) {
  const { playgroundId } = query;
  await getPlayground(db, accountId, playgroundId);
  const matching = and(
    eq(testRuns.accountId, accountId),
    eq(testRuns.playgroundId, playgroundId),
    RESULT_KINDS[kind],
  );
  return readList(query, shortList(db, testRuns, matching, summaryColumns), toSummary);
}

/**
 * Deletes one of the actor's own tests, also as the example response of playgrounds.
 * @param ifMatch the If-Match header
 * @throws ApiError not_found, precondition_failed
 */
export async function deleteTestRun(
  db: Db,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const { accountId } = actor;
  if (ifMatch !== undefined) assertMatch(ifMatch, await getTestRun(db, accountId, id));
  let pinned: string[] = [];
  await db.transaction(async (tx) => {
    const own = and(eq(testRuns.accountId, accountId), eq(testRuns.id, id));
    if (!isId(id) || (await deleteTestRuns(tx, own)) === 0) throw testNotFound();
    pinned = await unpinExample(tx, accountId, id);
    await recordEvent(tx, actor, 'test.deleted', id);
  });
  for (const playgroundId of pinned) playgroundChanged(db, playgroundId);
}
