/** Watches queries: how many are running, and how long each took. Statements have placeholders, never values. */
import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';
import type { QueryClient } from './pglite-client.ts';

/** Called when a query has ended, well or not. */
type Listener = (name: string, ms: number, text: string) => void;

/** Counts running queries and reports each that has ended. */
export class QueryWatch {
  /** Queries and transactions that wait for a connection or have one. */
  underWay = 0;
  readonly #listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** @returns what is to be called at its end */
  begin(text: string): () => void {
    const began = performance.now();
    this.underWay += 1;
    return () => {
      this.underWay -= 1;
      if (this.#listeners.length === 0) return;
      const ms = performance.now() - began;
      const name = queryName(text);
      for (const listener of this.#listeners) listener(name, ms, text);
    };
  }
}

/** Names by statement text. */
const names = new LRUCache<string, string>({ max: 1_000 });

/** What a statement does and to which table: `select playgrounds`. */
function queryName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    const verb = /\b(select|insert|update|delete)\b/i.exec(text)?.[1]?.toLowerCase();
    const table = /\b(?:from|into|update) "?(\w+)/i.exec(text)?.[1];
    name = verb === undefined || table === undefined ? 'other' : `${verb} ${table}`;
    names.set(text, name);
  }
  return name;
}

/** Watches what drizzle uses of a postgres.js client, and prepares its statements; within a transaction, too. */
export function watchPostgres<T extends postgres.Sql | postgres.TransactionSql>(
  client: T,
  watch: QueryWatch,
): T {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = ((text: string, values: [] = [], options: object = {}) => {
    // PostgreSQL then parses and describes each statement once for each connection.
    const query = unsafe(text, values, { prepare: values.length > 0, ...options });
    const end = watch.begin(text);
    query.then(end, end);
    return query;
  }) as typeof client.unsafe; // the same parameters, handed on
  if ('begin' in client) {
    const begin = client.begin.bind(client) as (
      work: (tx: postgres.TransactionSql) => unknown,
    ) => Promise<unknown>;
    client.begin = ((work: (tx: postgres.TransactionSql) => unknown) =>
      begin((tx) => work(watchPostgres(tx, watch)))) as typeof client.begin; // drizzle gives the work alone
  }
  return client;
}

/** Watches a PGlite's queries. */
export function watchPglite(client: QueryClient, watch: QueryWatch): QueryClient {
  return {
    query: (text, ...rest) => {
      const end = watch.begin(text);
      return client.query<never>(text, ...rest).finally(end);
    },
    transaction: (work) => client.transaction(work),
    close: () => client.close(),
  };
}
