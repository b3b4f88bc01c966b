import { and, desc, eq, getTableColumns, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { playgrounds, testRuns } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { maskRedirect, maskRequest, maskResponse } from '../request/mask.ts';
import type { ListTestRunsQuery, TestResponse, TestRun, TestRunSummary } from '../schemas/test-run.ts';
import { batchedInsert } from '../store/batched-rows.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId, timeOf } from '../store/ids.ts';
import { bySpan, keptList, keptTotal, readList, spanOf } from '../store/lists.ts';
import { prepared, rowPlaceholder } from '../store/prepared.ts';
import { type Actor, recordEvent } from './audit.ts';
import { getPlayground } from './playgrounds.ts';
import { shorten } from './shorten.ts';

type Row = typeof testRuns.$inferSelect;

/** A row to be stored; the database counts its bytes. */
type NewRow = Omit<Row, 'bytes'>;

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
  newest: bySpan((limit) =>
    newestOf(db, limit, sql`'tests'`).prepare(`test_runs_newest_${limit ?? 'skipping'}`),
  ),
  newestOfPlayground: bySpan((limit) =>
    newestOf(
      db,
      limit,
      sql`'tests:' || cast(${sql.placeholder('playground')} as text)`,
      eq(testRuns.playgroundId, sql.placeholder('playground')),
    ).prepare(`test_runs_newest_of_playground_${limit ?? 'skipping'}`),
  ),
  insertOfPlayground: insertOfPlayground(db, rowPlaceholder(testRuns)).prepare(
    'test_run_insert_of_playground',
  ),
}));

/** What lists read, newest first, each with the list's total. */
function newestOf(db: Db, ofSpan: number | undefined, list: SQL, where?: SQL) {
  const account = sql.placeholder('account');
  const { places, before, limit, offset = 0 } = spanOf(db, list, ofSpan);
  return db
    .with(...places)
    .select({ ...summaryColumns, total: keptTotal(account, list) })
    .from(testRuns)
    .where(and(eq(testRuns.accountId, account), where, lt(testRuns.id, before)))
    .orderBy(desc(testRuns.id))
    .limit(limit)
    .offset(offset);
}

const inserts = batchedInsert<NewRow>(testRuns, 'test_run_insert');

/**
 * Inserts a run with its playground's id, or null where the playground is gone: it is locked against deletion, as the
 * foreign key does it, in the same statement that looks for it.
 */
function insertOfPlayground(db: Db, row: NewRow | ReturnType<typeof rowPlaceholder<typeof testRuns>>) {
  const playgroundId = sql`(select ${playgrounds.id} from ${playgrounds} where ${playgrounds.id} = ${row.playgroundId} for key share)`;
  return db
    .insert(testRuns)
    .values({ ...row, playgroundId })
    .returning({ playgroundId: testRuns.playgroundId });
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
 * Stores a result, together with others that are stored at the same time. A playground that was deleted meanwhile is
 * left out, as its deletion would have done.
 * @param run from {@link newTestRun}
 * @returns the run as it is stored: its `playground_id` is null when the playground is gone
 */
export async function storeTestRun(db: Db, accountId: string, run: TestRun): Promise<TestRun> {
  const row = toRow(accountId, run);
  if (run.playground_id === null) {
    await inserts(db).add(row, run.request.body_size + (row.responseBody?.length ?? 0));
    return run;
  }
  // Not in a group: it may have to wait for a playground that is being deleted.
  const [stored] = await statements(db).insertOfPlayground.execute({ row });
  return { ...run, playground_id: stored?.playgroundId ?? null };
}

/** {@link storeTestRun} as a part of a transaction. */
export async function storeTestRunIn(tx: Db, accountId: string, run: TestRun): Promise<TestRun> {
  const [stored] = await insertOfPlayground(tx, toRow(accountId, run));
  return { ...run, playground_id: stored?.playgroundId ?? null };
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
  await db
    .update(testRuns)
    .set({ playgroundId })
    .where(
      and(eq(testRuns.accountId, accountId), inArray(testRuns.id, known), isNull(testRuns.playgroundId)),
    );
}

function toRow(accountId: string, run: TestRun): NewRow {
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
      ? keptList(db, accountId, 'tests', (span) =>
          statements(db)
            .newest(span)
            .execute({ account: accountId, ...span }),
        )
      : keptList(db, accountId, `tests:${playgroundId}`, (span) =>
          statements(db)
            .newestOfPlayground(span)
            .execute({
              account: accountId,
              playground: playgroundId,
              ...span,
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
    const deleted = isId(id)
      ? await tx
          .delete(testRuns)
          .where(and(eq(testRuns.accountId, accountId), eq(testRuns.id, id)))
          .returning({ id: testRuns.id })
      : [];
    if (deleted.length === 0) throw notFound();
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
