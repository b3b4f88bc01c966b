/** Watches queries: how many are running, and how long each took. Reported statements have placeholders, never values. */
import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';
import type { QueryClient } from './pglite-client.ts';

/** Called when a query has ended, successfully or not. */
type Listener = (name: string, ms: number, text: string) => void;

/** Counts running queries and reports each one that ends. */
export class QueryWatch {
  /** Queries and transactions that wait for a connection or hold one. */
  underWay = 0;
  readonly #listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** @returns a function to call when the query ends */
  begin(text: string): () => void {
    const began = performance.now();
    this.underWay += 1;
    return () => {
      this.underWay -= 1;
      if (this.#listeners.length === 0) return;
      const ms = performance.now() - began;
      const name = names.memo(text);
      for (const listener of this.#listeners) listener(name, ms, text);
    };
  }
}

/** Returns a statement's verb and table, `select playgrounds`: for several parts, those of the first that writes. */
function queryName(text: string): string {
  const part = /\b(insert) into "?(\w+)|\b(delete) from "?(\w+)|\b(update) "(\w+)/i.exec(text);
  const [verb, table] = part?.slice(1).filter(Boolean) ?? ['select', /\bfrom "?(\w+)/i.exec(text)?.[1]];
  return verb === undefined || table === undefined ? 'other' : `${verb.toLowerCase()} ${table}`;
}

/** Names by statement text. */
const names = new LRUCache<string, string>({ max: 1_000, memoMethod: queryName });

/** Watches and prepares the statements that drizzle sends through a postgres.js client, also within transactions. */
export function watchPostgres<T extends postgres.Sql | postgres.TransactionSql>(
  client: T,
  watch: QueryWatch,
): T {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = ((text: string, values: [] = [], options: object = {}) => {
    // PostgreSQL then parses and describes each statement once per connection.
    const query = unsafe(text, values, { prepare: values.length > 0, ...options });
    const end = watch.begin(text);
    query.then(end, end);
    return query;
  }) as typeof client.unsafe; // passes the same parameters
  if ('begin' in client) {
    const begin = client.begin.bind(client) as (
      work: (tx: postgres.TransactionSql) => unknown,
    ) => Promise<unknown>;
    client.begin = ((work: (tx: postgres.TransactionSql) => unknown) =>
      begin((tx) => work(watchPostgres(tx, watch)))) as typeof client.begin; // drizzle passes only the callback
  }
  return client;
}

/** Watches a PGlite's queries. */
export function watchPglite(client: QueryClient, watch: QueryWatch): QueryClient {
  return {
    ...client,
    query: (text, ...rest) => client.query<never>(text, ...rest).finally(watch.begin(text)),
  };
}
