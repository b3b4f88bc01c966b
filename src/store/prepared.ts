import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';

/**
 * Statements prepared once per database: building a query anew costs two thirds of a read by key.
 * @param build makes the statements; they run outside of transactions only
 */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const known = new WeakMap<Db, T>();
  return (db) => {
    let statements = known.get(db);
    if (statements === undefined) {
      statements = build(db);
      known.set(db, statements);
    }
    return statements;
  };
}

/** Statements that differ by a number, each made when it is first asked for. */
export function preparedEach<T>(build: (number: number) => T): (number: number) => T {
  const known: T[] = [];
  return (number) => (known[number] ??= build(number));
}

/** For a prepared insert of a whole row, which is the value of one placeholder. */
export function rowPlaceholder<T extends PgTable>(
  table: T,
  name = ROW,
): { [K in keyof T['_']['columns']]: SQL } {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const encoder = {
      // Called with the placeholder's value: a row of the table, which has the column.
      mapToDriverValue: (row: object) => column.mapToDriverValue((row as Record<string, unknown>)[key]),
    };
    return [key, sql`${sql.param(sql.placeholder(name), encoder)}`];
  });
  return Object.fromEntries(columns) as { [K in keyof T['_']['columns']]: SQL }; // from those columns
}

/** {@link rowPlaceholder}s of several rows. */
export function rowPlaceholders<T extends PgTable>(table: T, count: number) {
  return Array.from({ length: count }, (_, index) => rowPlaceholder(table, ROW + index));
}

/** The values of {@link rowPlaceholders}. */
export function rowValues(rows: readonly object[]): Record<string, object> {
  const values: Record<string, object> = {};
  for (const [index, row] of rows.entries()) values[ROW + index] = row;
  return values;
}

const ROW = 'row';
