/** Pages of lists, by number or by cursor, with exact totals; one way for all of them. */
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { listSegments } from '../db/schema.ts';
import type { Pagination } from '../schemas/common.ts';
import { ownTurn } from '../turns.ts';
import { isId } from './ids.ts';
import { prepared } from './prepared.ts';
import { invalid } from './text.ts';

/** Bytes that the items of one answer may have. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Pages that begin further from the start are sought instead of walked to; the size of a segment. */
const WALK = 2_000;
/** Rows that hold up nobody and are never too large together: a page of the usual length, and one more. */
const SHORT = 21;
/** Sorts behind every id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface ListQuery {
  page?: number;
  limit: number;
  cursor?: string;
}

/** What a row is sorted by, its id last. */
export type Position = readonly string[];

/** Rows behind a position, or from the start: `skip` of them are left out, then up to `limit` are read. */
export interface Span {
  behind: Position | undefined;
  skip: number;
  limit: number;
}

export interface List<Row> {
  /** Name of the order, which a cursor must have been made for. */
  order: string;
  /** The order's last part is the id; `time` and `text` come before it. */
  parts: readonly ('id' | 'time' | 'text')[];
  position(row: Row): Position;
  read(span: Span): Promise<{ rows: readonly Row[]; total: number }>;
  /** Where to read from for rows that far from the start; absent: they are walked to. */
  seek?(offset: number): Promise<Pick<Span, 'behind' | 'skip'>>;
}

export interface Listed<Item> {
  data: Item[];
  pagination: Pagination;
}

/**
 * A page of a list.
 * @throws ApiError invalid_request for a cursor that is none, one with a page, or items that are too large together
 */
export async function readList<Row, Item>(
  query: ListQuery,
  list: List<Row>,
  toItem: (row: Row) => Item,
): Promise<Listed<Item>> {
  const { cursor, limit } = query;
  const offset = ((query.page ?? 1) - 1) * limit;
  const from =
    cursor !== undefined
      ? { behind: decode(query, list), skip: 0 }
      : ((offset >= WALK ? await list.seek?.(offset) : undefined) ?? { behind: undefined, skip: offset });
  // One more tells whether there is a next page.
  const { rows, total } = await list.read({ ...from, limit: limit + 1 });
  // Several that are read at one time would be turned into text in one go.
  const isLong = rows.length > SHORT;
  if (isLong) await ownTurn();
  const data = rows.slice(0, limit).map(toItem);
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
    throw invalid({
      in: 'query',
      field: 'cursor',
      code: 'conflicting_parameters',
      message: 'Give either page or cursor, not both.',
    });
  const [order, ...position] = readJson(Buffer.from(cursor, 'base64url').toString());
  const valid =
    order === list.order &&
    position.length === list.parts.length &&
    position.every((value, index) => typeof value === 'string' && isPart(value, list.parts[index]));
  if (!valid)
    throw invalid({
      in: 'query',
      field: 'cursor',
      code: 'invalid_cursor',
      message:
        'cursor must be the next_cursor of a page of the same list in the same order; without one the list starts.',
    });
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
  if (part === 'time')
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value));
  return !value.includes('\0') && value.isWellFormed();
}

/** Few lists can be too large, and then a smaller limit helps: one item never is. */
function assertSmall(data: readonly unknown[]): void {
  let bytes = 0;
  for (const [index, item] of data.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > MAX_ANSWER_BYTES && index > 0)
      throw invalid({
        in: 'query',
        field: 'limit',
        code: 'too_large',
        message: `These items together are larger than ${MAX_ANSWER_BYTES} bytes. Give a limit of ${index} or less.`,
      });
  }
}

/** The condition for rows behind a position; none from the start. */
export function behindPosition(
  columns: readonly (PgColumn | SQL)[],
  { behind }: Pick<Span, 'behind'>,
  descending: boolean,
): SQL | undefined {
  if (behind === undefined) return undefined;
  const values = sql.join(
    behind.map((value, index) => {
      const isTime = columns.length > 1 && index === 0 && /^\d{4}-\d\d-\d\dT/.test(value);
      if (index === columns.length - 1) return sql`cast(${value} as uuid)`;
      return isTime ? sql`cast(${value} as timestamptz)` : sql`${value}`;
    }),
    sql`, `,
  );
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(descending ? '<' : '>')} (${values})`;
}

const statements = prepared((db) => ({
  total: db
    .select({ total: keptTotal(sql.placeholder('account'), sql.placeholder('list')) })
    .from(sql`(select) as one`)
    .prepare('list_total'),
  seek: db
    .select({
      before: sql<string | null>`before`,
      skip: sql<number>`cast(${sql.placeholder('offset')} - newer as float8)`,
    })
    .from(
      db
        .select({
          items: listSegments.items,
          before: sql`lag(${listSegments.startId}) over (order by ${listSegments.startId} desc)`.as('before'),
          newer:
            sql`sum(${listSegments.items}) over (order by ${listSegments.startId} desc) - ${listSegments.items}`.as(
              'newer',
            ),
        })
        .from(listSegments)
        .where(
          and(
            eq(listSegments.accountId, sql.placeholder('account')),
            eq(listSegments.list, sql.placeholder('list')),
          ),
        )
        .as('segments'),
    )
    .where(sql`newer + items > ${sql.placeholder('offset')}`)
    .orderBy(sql`newer`)
    .limit(1)
    .prepare('list_seek'),
}));

/** How many items a list has whose segments are kept, as a part of a statement. */
export function keptTotal(account: unknown, list: unknown): SQL<number> {
  return sql<number>`(select cast(coalesce(sum(${listSegments.items}), 0) as float8) from ${listSegments} where ${listSegments.accountId} = ${account} and ${listSegments.list} = ${list})`;
}

/** How many items a list has whose segments are kept. */
export async function readTotal(db: Db, account: string, list: string): Promise<number> {
  const [row] = await statements(db).total.execute({ account, list });
  return row?.total ?? 0;
}

/**
 * A list of an account's rows by id, newest first, whose segments are kept.
 * @param name as in the table of segments
 * @param read rows with lower ids than `before`, highest first, each with the list's total
 */
export function keptList<Row extends { id: string; total: number }>(
  db: Db,
  account: string,
  name: string,
  read: (span: { before: string; skip: number; limit: number }) => PromiseLike<readonly Row[]>,
): List<Row> {
  return {
    order: '-created_at',
    parts: ['id'],
    position: ({ id }) => [id],
    async read({ behind, skip, limit }) {
      const rows = await read({ before: behind?.[0] ?? LAST_ID, skip, limit });
      return { rows, total: rows[0]?.total ?? (await readTotal(db, account, name)) };
    },
    async seek(offset) {
      const [found] = await statements(db).seek.execute({ account, list: name, offset });
      // Past the end there is nothing to walk to.
      if (found === undefined) return { behind: ['00000000-0000-0000-0000-000000000000'], skip: 0 };
      return { behind: found.before === null ? undefined : [found.before], skip: found.skip };
    },
  };
}

/** A short list by id, newest first, which is counted anew each time. */
export function shortList<Row extends { id: string }>(
  id: PgColumn,
  read: (where: SQL | undefined, span: Span, order: SQL) => PromiseLike<readonly Row[]>,
  total: () => PromiseLike<number>,
): List<Row> {
  return {
    order: '-created_at',
    parts: ['id'],
    position: (row) => [row.id],
    async read(span) {
      const where = span.behind?.[0] === undefined ? undefined : lt(id, span.behind[0]);
      const [rows, count] = await Promise.all([read(where, span, desc(id)), total()]);
      return { rows, total: count };
    },
  };
}

/**
 * Counts every kept list anew; writes wait meanwhile. For operators who have changed the tables past their triggers.
 * @returns how many lists there are
 */
export async function recountLists(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select recount_lists()`);
    const rows = await tx
      .selectDistinct({ account: listSegments.accountId, list: listSegments.list })
      .from(listSegments);
    return rows.length;
  });
}
