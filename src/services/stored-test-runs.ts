/** Reads stored test runs and converts rows of test_runs to the API's format. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { testRuns } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import type { TestResponse, TestRun, TestRunSummary } from '../schemas/test-run.ts';
import { isId } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';

type Row = typeof testRuns.$inferSelect;

const {
  requestBody: _requestBody,
  responseHeaders: _headers,
  responseBody: _body,
  unshortened: _unshortened,
  bytes: _bytes,
  ...columns
} = getTableColumns(testRuns);
/** The columns that lists read. */
export const summaryColumns = columns;
type SummaryRow = Omit<Row, 'requestBody' | 'responseHeaders' | 'responseBody' | 'unshortened' | 'bytes'>;

const statements = prepared((db) => ({
  byId: db
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.id, sql.placeholder('id')), eq(testRuns.accountId, sql.placeholder('account'))))
    .prepare('test_run_by_id'),
}));

/**
 * Reads one of an account's own tests.
 * @throws ApiError not_found
 */
export async function getTestRun(db: Db, accountId: string, id: string): Promise<TestRun> {
  const [row] = isId(id) ? await statements(db).byId.execute({ id, account: accountId }) : [];
  if (row === undefined) throw testNotFound();
  return toTestRun(row);
}

export const testNotFound = () => new ApiError('not_found', 'The test does not exist.');

function toTestRun(row: Row): TestRun {
  const whole = { ...row, ...row.unshortened };
  const summary = toSummary(whole);
  const { body_size, ...request } = whole.request as TestRun['request'];
  // The fields keep the order of the first response, so that a replay is the same text.
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

/** Converts a row to a summary; storeTestRun wrote the columns from the same types. */
export function toSummary(row: SummaryRow): TestRunSummary {
  // The first version stored the body within the request.
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
