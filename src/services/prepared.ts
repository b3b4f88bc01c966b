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
