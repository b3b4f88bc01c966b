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

/** A placeholder for each column of a table, named as the column is, for a prepared insert of whole rows. */
export function placeholders<T extends PgTable>(table: T): { [K in keyof T['_']['columns']]: Placeholder } {
  const names = Object.keys(getTableColumns(table)) as (keyof T['_']['columns'])[]; // its own keys
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(String(name))])) as {
    [K in keyof T['_']['columns']]: Placeholder; // from those names
  };
}
