import { and, desc, eq, getTableColumns, inArray, is, lt, type SQL, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { testRuns } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { maskRedirect, maskRequest, maskResponse } from '../request/mask.ts';
import type { ListTestRunsQuery, TestResponse, TestRun, TestRunSummary } from '../schemas/test-run.ts';
import {
  attachTestRuns,
  deleteTestRuns,
  insertTestRun,
  insertTestRunIn,
  type NewTestRun,
} from '../store/counted-rows.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId, timeOf } from '../store/ids.ts';
import { byRange, maintainedList, maintainedTotal, rangeOf, readList } from '../store/lists.ts';
import { prepared } from '../store/prepared.ts';
import { type Actor, recordEvent } from './audit.ts';
import { getPlayground, lockForTest } from './playgrounds.ts';
import { shorten } from './shorten.ts';

type Row = typeof testRuns.$inferSelect;

const {
  requestBody: _requestBody,
  responseHeaders: _headers,
  responseBody: _body,
  unshortened: _unshortened,
  bytes: _bytes,
  ...summaryColumns
} = getTableColumns(testRuns);
type SummaryRow = Omit<Row, 'requestBody' | 'responseHeaders' | 'responseBody' | 'unshortened' | 'bytes'>;

const statements = prepared((db) => ({
  byId: db
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.id, sql.placeholder('id')), eq(testRuns.accountId, sql.placeholder('account'))))
    .prepare('test_run_by_id'),
  newest: byRange((limit) =>
    newestOf(db, limit, sql`'tests'`).prepare(`test_runs_newest_${limit ?? 'skipping'}`),
  ),
  newestOfPlayground: byRange((limit) =>
    newestOf(
      db,
      limit,
      sql`'tests:' || cast(${sql.placeholder('playground')} as text)`,
      eq(testRuns.playgroundId, sql.placeholder('playground')),
    ).prepare(`test_runs_newest_of_playground_${limit ?? 'skipping'}`),
  ),
}));

/** What lists read, newest first, each with the list's total. */
function newestOf(db: Db, pageLimit: number | undefined, list: SQL, where?: SQL) {
  const account = sql.placeholder('account');
  const { places, before, limit, offset = 0 } = rangeOf(db, list, pageLimit);
  return db
    .with(...places)
    .select({ ...summaryColumns, total: maintainedTotal(account, list) })
    .from(testRuns)
    .where(and(eq(testRuns.accountId, account), where, lt(testRuns.id, before)))
    .orderBy(desc(testRuns.id))
    .limit(limit)
    .offset(offset);
}

/** What a test's outcome is made of before it has an id. */
export type Outcome = Omit<TestRun, 'id' | 'playground_id' | 'created_at'>;

/**
 * The result as it will be stored and answered: with an id, and without the secrets that were sent and received.
 * @param maskBodies whether fields with secret names are taken out of the request's body, too
 */
export function newTestRun(playgroundId: string | null, outcome: Outcome, maskBodies = true): TestRun {
  const { response, error } = outcome;
  const id = newId();
  return {
    id,
    playground_id: playgroundId,
    ...outcome,
    request: maskRequest(outcome.request, maskBodies),
    response: response && maskResponse(response),
    error:
      error?.redirects === undefined ? error : { ...error, redirects: error.redirects.map(maskRedirect) },
    created_at: timeOf(id).toISOString(),
  };
}

/**
 * Stores a result. A playground that was deleted meanwhile is left out, as its deletion would have done.
 * @param db or a transaction
 * @param run from {@link newTestRun}
 * @returns the run as it is stored: its `playground_id` is null when the playground is gone
 */
export async function storeTestRun(db: Db, accountId: string, run: TestRun): Promise<TestRun> {
  const { playground_id: playgroundId } = run;
  // A transaction may not wait for a batch that other statements share.
  if (playgroundId === null && !is(db, PgTransaction)) {
    const row = toRow(accountId, run);
    await insertTestRun(db, row, run.request.body_size + (row.responseBody?.length ?? 0));
    return run;
  }
  return db.transaction(async (tx) => {
    const stored =
      playgroundId === null || (await lockForTest(tx, accountId, playgroundId))
        ? run
        : { ...run, playground_id: null };
    await insertTestRunIn(tx, toRow(accountId, stored));
    return stored;
  });
}

/**
 * Puts results that belong to no playground under one: they were run before it was saved for the first time.
 * @param ids of the account's own results; others are left alone
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
    // Lists do not read it.
    unshortened: chunks === undefined ? whole : { ...whole, response: { ...response, chunks } },
    createdAt: new Date(run.created_at),
  };
}

/** A page of an account's tests, newest first, of one playground or of all. */
export async function listTestRuns(db: Db, accountId: string, query: ListTestRunsQuery) {
  const { playgroundId } = query;
  if (playgroundId !== undefined) await getPlayground(db, accountId, playgroundId);
  const list =
    playgroundId === undefined
      ? maintainedList(db, accountId, 'tests', (range) =>
          statements(db)
            .newest(range)
            .execute({ account: accountId, ...range }),
        )
      : maintainedList(db, accountId, `tests:${playgroundId}`, (range) =>
          statements(db)
            .newestOfPlayground(range)
            .execute({
              account: accountId,
              playground: playgroundId,
              ...range,
            }),
        );
  return readList(query, list, toSummary);
}

/**
 * One of an account's own tests.
 * @throws ApiError not_found
 */
export async function getTestRun(db: Db, accountId: string, id: string): Promise<TestRun> {
  const [row] = isId(id) ? await statements(db).byId.execute({ id, account: accountId }) : [];
  if (row === undefined) throw notFound();
  return toTestRun(row);
}

const notFound = () => new ApiError('not_found', 'The test does not exist.');

/**
 * Deletes one of the actor's own tests.
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
  await db.transaction(async (tx) => {
    const own = and(eq(testRuns.accountId, accountId), eq(testRuns.id, id));
    if (!isId(id) || (await deleteTestRuns(tx, own)) === 0) throw notFound();
    await recordEvent(tx, actor, { action: 'test.deleted', target: { type: 'test', id } });
  });
}

function toTestRun(row: Row): TestRun {
  const whole = { ...row, ...row.unshortened };
  const summary = toSummary(whole);
  const { body_size, ...request } = whole.request as TestRun['request'];
  // In the order in which the result was answered: a replay is the same text.
  return {
    ...summary,
    request: { ...request, ...(row.requestBody ?? {}), body_size },
    response: summary.response && withBody(summary.response, row),
  };
}

function withBody(response: NonNullable<TestRunSummary['response']>, row: Row): TestResponse {
  const { status, status_text, http_version, ...rest } = response;
  const headers = row.responseHeaders ?? {};
  return { status, status_text, http_version, headers, body: row.responseBody ?? '', ...rest };
}

/** The columns were written from these very types by {@link storeTestRun}. */
function toSummary(row: SummaryRow): TestRunSummary {
  // Requests stored by the first version have their body with them.
  const { body: _, body_base64: __, form: ___, ...request } = row.request as TestRun['request'];
  return {
    id: row.id,
    playground_id: row.playgroundId,
    status: row.status as TestRun['status'],
    request,
    response: row.response as Omit<TestResponse, 'headers' | 'body' | 'chunks'> | null,
    error: row.error as TestRun['error'],
    timings: row.timings as TestRun['timings'],
    warnings: row.warnings as TestRun['warnings'],
    created_at: row.createdAt.toISOString(),
  };
}
