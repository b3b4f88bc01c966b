import { getTableColumns, type Placeholder, sql } from 'drizzle-orm';
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

/**
 * A placeholder for each column of a table, for a prepared insert of whole rows.
 * @param row number of the row; see {@link placeholderValues}
 */
export function placeholders<T extends PgTable>(
  table: T,
  row = 0,
): { [K in keyof T['_']['columns']]: Placeholder } {
  const names = Object.keys(getTableColumns(table)) as (keyof T['_']['columns'])[]; // its own keys
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(placeholder(String(name), row))])) as {
    [K in keyof T['_']['columns']]: Placeholder; // from those names
  };
}

/** The values for {@link placeholders} of as many rows. */
export function placeholderValues<R extends object>(rows: readonly R[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [index, row] of rows.entries())
    for (const column in row) values[placeholder(column, index)] = row[column];
  return values;
}

const placeholder = (column: string, row: number) => (row === 0 ? column : `${column}${row}`);
