/** Looks up the rows of concurrent callers with one statement. */
import { Batcher } from './batcher.ts';

/**
 * Finds rows by their keys. Under load, batching halves the cost of a read: a statement costs four times as much as a
 * row (bench: service, read).
 * @param find returns the rows of several different keys
 * @param groupOf if given, only keys of the same group are looked up together
 */
export function batchedLookup<Row>(
  find: (keys: readonly string[]) => PromiseLike<readonly Row[]>,
  keyOf: (row: Row) => string,
  groupOf?: (key: string) => string,
): Batcher<string, Row | undefined> {
  return new Batcher(
    async (keys) => {
      const rows = await find([...new Set(keys)]);
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key));
    },
    groupOf === undefined ? { statements: 2 } : { statements: 4, groupOf },
  );
}
