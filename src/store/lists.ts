/** Pages of lists, by number or by cursor, with exact totals. */
import { and, desc, eq, getTableColumns, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { listSegments } from '../db/schema.ts';
import { invalid } from '../errors.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import type { Pagination } from '../schemas/common.ts';
import { isId } from './ids.ts';
import { prepared, preparedEach } from './prepared.ts';

/** Maximum bytes of the items in one response. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Rows that are serialised without yielding to the event loop: a page of the default length, and one more. */
const SHORT = 21;
/** Sorts after every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface ListQuery {
  page?: number;
  limit: number;
  cursor?: string;
}

/** The sort key of a row, its id last. */
export type Position = readonly string[];

/** A keyset range: up to `limit` rows after a position (or from the start), without the first `skip`. */
export interface KeysetRange {
  behind: Position | undefined;
  skip: number;
  limit: number;
}

export interface List<Row> {
  /** Name of the order that the cursor must match. */
  order: string;
  /** The types of the sort key's parts: the id is last, after `time` and `text`. */
  parts: readonly ('id' | 'time' | 'text')[];
  position(row: Row): Position;
  read(range: KeysetRange): Promise<{ rows: readonly Row[]; total: number }>;
}

export interface Listed<Item> {
  data: Item[];
  pagination: Pagination;
}

/**
 * Reads a page of a list.
 * @throws ApiError invalid_request for an invalid cursor, a cursor with a page number, or items that are too large in all
 */
export async function readList<Row, Item>(
  query: ListQuery,
  list: List<Row>,
  toItem: (row: Row) => Item | Promise<Item>,
): Promise<Listed<Item>> {
  const { cursor, limit } = query;
  const behind = cursor === undefined ? undefined : decode(query, list);
  const skip = behind === undefined ? ((query.page ?? 1) - 1) * limit : 0;
  // One more row shows whether there is a next page.
  const { rows, total } = await list.read({ behind, skip, limit: limit + 1 });
  // Without yielding, long lists that are read concurrently would block the event loop together.
  const isLong = rows.length > SHORT;
  if (isLong) await yieldToEventLoop();
  const data: Item[] = [];
  for (const row of rows.slice(0, limit)) data.push(await toItem(row));
  if (isLong) assertSmall(data);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data,
    pagination: {
      page: cursor === undefined ? (query.page ?? 1) : null,
      limit,
      total,
      total_pages: Math.ceil(total / limit),
      next_cursor: last === undefined ? null : encode(list.order, list.position(last)),
    },
  };
}

function encode(order: string, position: Position): string {
  return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

function decode({ cursor = '', page }: ListQuery, list: Pick<List<never>, 'order' | 'parts'>): Position {
  if (page !== undefined)
    throw invalid('cursor', 'conflicting_parameters', 'Give either page or cursor, not both.', 'query');
  const [order, ...position] = readJson(Buffer.from(cursor, 'base64url').toString());
  const valid =
    order === list.order &&
    position.length === list.parts.length &&
    position.every((value, index) => typeof value === 'string' && isPart(value, list.parts[index]));
  if (!valid)
    throw invalid(
      'cursor',
      'invalid_cursor',
      'cursor must be the next_cursor of a page of the same list in the same order. Leave it out to start at the beginning.',
      'query',
    );
  return position as string[]; // each was checked just above
}

function readJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isPart(value: string, part: List<never>['parts'][number] | undefined): boolean {
  if (part === 'id') return isId(value);
  if (part === 'time') return isTime(value);
  return !value.includes('\0') && value.isWellFormed();
}

/** Whether a text is a time as positions contain it: Date.parse() accepts 30 February, and PostgreSQL has no year 0. */
function isTime(value: string): boolean {
  const time = new Date(value);
  return /^(?!0000)\d{4}-/.test(value) && !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

/** Rejects a page that is too large. A smaller limit helps: a single item is never too large. */
function assertSmall(data: readonly unknown[]): void {
  let bytes = 0;
  for (const [index, item] of data.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > MAX_RESPONSE_BYTES && index > 0)
      throw invalid(
        'limit',
        'too_large',
        `These items together are larger than ${MAX_RESPONSE_BYTES} bytes. Give a limit of ${index} or less.`,
        'query',
      );
  }
}

const TYPES = { id: sql`uuid`, time: sql`timestamptz`, text: sql`text` } as const;

/** The condition for rows after a position; undefined without one. */
export function afterPosition(
  columns: readonly (PgColumn | SQL)[],
  parts: List<never>['parts'],
  { behind }: Pick<KeysetRange, 'behind'>,
  descending: boolean,
): SQL | undefined {
  if (behind === undefined) return undefined;
  const values = sql.join(
    parts.map((part, index) => sql`cast(${behind[index]} as ${TYPES[part]})`),
    sql`, `,
  );
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(descending ? '<' : '>')} (${values})`;
}

const statements = prepared((db) => ({
  total: db
    .select({ total: maintainedTotal(sql.placeholder('account'), sql.placeholder('list')) })
    .from(sql`(select) as one`)
    .prepare('list_total'),
}));

/** The total of a list with maintained counts, as an SQL expression. */
function maintainedTotal(account: unknown, list: unknown): SQL<number> {
  return sql<number>`(select cast(coalesce(sum(${listSegments.items}), 0) as float8) from ${listSegments} where ${listSegments.accountId} = ${account} and ${listSegments.list} = ${list})`;
}

/** Reads the total of a list with maintained counts. */
export async function readTotal(db: Db, account: string, list: string): Promise<number> {
  const [row] = await statements(db).total.execute({ account, list });
  return row?.total ?? 0;
}

/** Casts SQL for a limit or offset: drizzle's types accept only numbers, which become parameters, and placeholders. */
const written = (number: SQL) => number as unknown as Placeholder;

/**
 * Where a range that skips rows begins, as a common table expression with the placeholders `account` and `skip`: the
 * segments that are skipped whole are not walked through.
 * @param list its name in list_segments
 * @returns `before`, an id after the first segment that is not skipped whole, and `rest`, the rows of that segment to skip
 */
function skipSegments(db: Db, list: SQL) {
  const skip = sql`cast(${sql.placeholder('skip')} as bigint)`;
  const segments = db
    .select({
      startId: listSegments.startId,
      items: listSegments.items,
      before: sql`lag(${listSegments.startId}, 1, ${LAST_ID}::uuid) over newest_first`.as('before'),
      through: sql`sum(${listSegments.items}) over newest_first`.as('through'),
    })
    .from(listSegments)
    .where(
      sql`${listSegments.accountId} = ${sql.placeholder('account')} and ${listSegments.list} = ${list}
        window newest_first as (order by ${listSegments.startId} desc rows unbounded preceding)`,
    )
    .as('segments');
  return db.$with('place').as(
    db
      .select({
        before: segments.before,
        rest: sql`${skip} - ${segments.through} + ${segments.items}`.as('rest'),
      })
      .from(segments)
      .where(gt(segments.through, skip))
      .orderBy(desc(segments.startId))
      .limit(1),
  );
}

/**
 * Prepares the statement of a list with maintained counts: an account's rows by id, newest first, each with the list's total.
 * Ranges that skip nothing have one with a literal limit: PostgreSQL plans a statement with a parameter as its limit or offset
 * on each execution, which takes longer than reading a page.
 * @param name of the statement
 * @param list its name in list_segments
 * @param where a further condition; the names of its placeholders are those of `values` in {@link maintainedList}
 */
export function newestOf<
  T extends PgTable & { id: PgColumn; accountId: PgColumn },
  C extends Record<string, PgColumn>,
>(db: Db, name: string, { table, columns, list, where }: { table: T; columns: C; list: SQL; where?: SQL }) {
  type Row = Pick<T['$inferSelect'], keyof C & keyof T['$inferSelect']> & { total: number };
  const account = sql.placeholder('account');
  const selected = { ...columns, total: maintainedTotal(account, list) } as Record<string, PgColumn>;
  const newest = (selection: Pick<Db, 'select'>, before: SQL) =>
    selection
      .select(selected)
      .from(table as PgTable)
      .where(and(eq(table.accountId, account), where, lt(table.id, before)))
      .orderBy(desc(table.id));
  type Statement = { execute(values: object): PromiseLike<Row[]> }; // read from these columns
  const atOnce = preparedEach(
    (limit) =>
      newest(db, sql`cast(${sql.placeholder('before')} as uuid)`)
        .limit(written(sql.raw(String(limit))))
        .prepare(`${name}_${limit}`) as unknown as Statement,
  );
  const skipping = newest(db.with(skipSegments(db, list)), sql`(select before from place)`)
    .limit(sql.placeholder('limit'))
    .offset(written(sql`(select rest from place)`))
    .prepare(`${name}_skipping`) as unknown as Statement;
  return ({ skip, limit }: Pick<KeysetRange, 'skip' | 'limit'>) => (skip === 0 ? atOnce(limit) : skipping);
}

/**
 * A list with maintained counts of an account's rows by id, newest first.
 * @param name as in list_segments
 * @param statement from {@link newestOf}
 * @param values of more placeholders
 */
export function maintainedList<Row extends { id: string; total: number }>(
  db: Db,
  account: string,
  name: string,
  statement: (range: Pick<KeysetRange, 'skip' | 'limit'>) => {
    execute(values: object): PromiseLike<readonly Row[]>;
  },
  values: Record<string, unknown> = {},
): List<Row> {
  return {
    order: '-created_at',
    parts: ['id'],
    position: ({ id }) => [id],
    async read({ behind, skip, limit }) {
      const range = { before: behind?.[0] ?? LAST_ID, skip, limit };
      const rows = await statement(range).execute({ account, ...values, ...range });
      return { rows, total: rows[0]?.total ?? (await readTotal(db, account, name)) };
    },
  };
}

/**
 * A short list of a table's rows by id, newest first, counted for each page.
 * @param columns the columns that the caller needs
 */
export function shortList<T extends PgTable & { id: PgColumn; $inferSelect: { id: string } }>(
  db: Db,
  table: T,
  where: SQL | undefined,
  columns: Record<string, PgColumn> = getTableColumns(table),
): List<T['$inferSelect']> {
  return {
    order: '-created_at',
    parts: ['id'],
    position: (row) => [row.id],
    async read({ behind, skip, limit }) {
      const after = behind?.[0] === undefined ? undefined : lt(table.id, behind[0]);
      const page = db
        .select(columns)
        .from(table as PgTable)
        .where(and(where, after))
        .orderBy(desc(table.id))
        .limit(limit)
        .offset(skip);
      const [rows, total] = await Promise.all([page, db.$count(table, where)]);
      return { rows: rows as T['$inferSelect'][], total }; // read from these columns
    },
  };
}
