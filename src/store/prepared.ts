/** Prepared statements: each is built once per database. */
import { getTableColumns, type Query, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, rowsIn } from '../db/client.ts';

/**
 * Builds statements once for each database or transaction: building a query takes two thirds of the time of a read by key.
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
 * Builds a statement once for all databases and transactions, because its text is the same for all.
 * @param build prepares it on any database
 * @returns a function that executes it and returns the rows with the names of their columns
 */
export function preparedText<Row extends object>(
  build: (db: Db) => { getQuery(): Query },
): (tx: Db, values: Record<string, unknown>) => Promise<readonly Row[]> {
  let query: Query | undefined;
  return async (tx, values) => {
    query ??= build(tx).getQuery();
    const { session } = tx._;
    return rowsIn<Row>(await session.prepareQuery(query, undefined, 'prepared', false).execute(values));
  };
}

/** Builds statements that differ by a number, each on first use. */
export function preparedEach<T>(build: (number: number) => T): (number: number) => T {
  const known: T[] = [];
  return (number) => (known[number] ??= build(number));
}

/** The columns of a prepared insert of whole rows, with one placeholder per row: see {@link rowValues}. */
export function rowPlaceholders<T extends PgTable>(
  table: T,
  count: number,
): { [K in keyof T['_']['columns']]: SQL }[] {
  return Array.from({ length: count }, (_, index) => {
    const columns = Object.entries(getTableColumns(table)).map(([key, column]) => {
      const encoder = {
        // The placeholder's value is a row of the table, which has the column.
        mapToDriverValue: (row: object) => column.mapToDriverValue((row as Record<string, unknown>)[key]),
      };
      return [key, sql`${sql.param(sql.placeholder(`row${index}`), encoder)}`];
    });
    return Object.fromEntries(columns) as { [K in keyof T['_']['columns']]: SQL }; // from those columns
  });
}

/** Returns the values for {@link rowPlaceholders}. */
export function rowValues(rows: readonly object[]): Record<string, object> {
  return Object.fromEntries(rows.map((row, index) => [`row${index}`, row]));
}
