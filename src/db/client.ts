/** One Db type over both drivers: PostgreSQL through postgres.js, or PGlite in a folder. */
import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DrizzleQueryError, type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { hasFreeSpace, refuseWritesWhenFull } from './disk-space.ts';
import { placeEmptyDatabase } from './empty-database.ts';
import { lockFolder } from './folder-lock.ts';
import { migratePgliteClient, migratePostgresUrl } from './migrate.ts';
import { preparedStatementsClient } from './pglite-client.ts';
import * as schema from './schema.ts';
import { watchedSockets } from './silent-sockets.ts';
import { QueryWatch, watchPglite, watchPostgres } from './watch.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  readonly db: Db;
  readonly driver: 'pglite' | 'postgres';
  /** The maximum number of connections. */
  readonly connections: number;
  readonly queries: QueryWatch;
  /** Resolves when the database responds. */
  ping(): Promise<void>;
  /** Returns the nodes of a cluster that its coordinator cannot reach, as `host:port`; none without a cluster. */
  unreachableNodes(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The database cannot be used. The message is shown in an operator's terminal and contains no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

export interface DatabaseOptions {
  url: string | undefined;
  dataDir: string;
  poolSize: number;
  /** False to refuse a database that needs migrations instead of applying them. */
  migrate?: boolean;
}

/**
 * Opens the database and applies the migrations that are due. PGlite's folder is locked: two processes on it would
 * lose each other's writes.
 * @throws DatabaseError when the folder is in use or cannot be written, PostgreSQL cannot be reached, or the schema is
 * newer than this version
 */
export async function openDatabase({ url, dataDir, poolSize, migrate }: DatabaseOptions): Promise<Database> {
  if (url === undefined) return openPglite(dataDir, migrate);
  try {
    await migratePostgresUrl(url, undefined, migrate);
    const database = openPostgres(url, poolSize, await isPooled(url));
    const [citus] = await rowsOf(database.db, sql`select from pg_extension where extname = 'citus'`);
    if (citus !== undefined) clusters.add(database.db);
    return database;
  } catch (error) {
    throw new DatabaseError(`The database at DATABASE_URL cannot be used: ${reason(error)}`, {
      cause: error,
    });
  }
}

/** The databases whose rows may be on several nodes. */
const clusters = new WeakSet<Db>();

/** Whether rows of different accounts may be on different nodes, so that a statement should be about one account. */
export const isDistributed = (db: Db): boolean => clusters.has(db);

/** The innermost message: drizzle's own repeats the query. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reason(error.cause);
  return error.message || String((error as { code?: unknown }).code); // connection errors may have a code only
}

/**
 * PGlite turns fsync off by default; an acknowledged write must survive a power cut, so it is on here. Its 128 MiB of
 * buffers are allocated at once and never used by a service of this size; the system's page cache holds the files anyway.
 */
const PGLITE_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'shared_buffers=16MB'],
];

/** The extensions that the migrations create; every PGlite that they run on must be opened with these. */
export const PGLITE_EXTENSIONS = { pg_trgm, btree_gin };

async function openPglite(dataDir: string, migrate: boolean | undefined): Promise<Database> {
  const unlock = await lockFolder(dataDir).catch((error: Error) => {
    throw new DatabaseError(error.message, { cause: error });
  });
  try {
    const folder = `${dataDir}/pglite`;
    if (!existsSync(folder)) await placeEmptyDatabase(folder, initialisePglite);
    return fromPglite(await startPglite(folder, migrate), unlock, dataDir);
  } catch (error) {
    await unlock();
    // On a full disk PGlite may throw a number, an object or a WebAssembly abort.
    const why = (await hasFreeSpace(dataDir)) ? reason(error) : 'the disk is full';
    throw new DatabaseError(`The database in ${dataDir} cannot be opened: ${why}`, { cause: error });
  }
}

/**
 * Stores texts that PostgreSQL would compress as they are. Compression is more than half of the time of storing a
 * response of 5 MB, and PGlite spends it in the thread that responds to requests.
 */
const STORE_UNCOMPRESSED = `do $$
  declare compressed record;
  begin
    for compressed in
      select attrelid::regclass as relation, attname as name
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and atttypid = 'text'::regtype and attstorage = 'x'
    loop
      execute format('alter table %s alter column %I set storage external', compressed.relation, compressed.name);
    end loop;
  end
$$`;

async function startPglite(folder: string, migrate?: boolean): Promise<PGlite> {
  const client = await PGlite.create({
    dataDir: folder,
    startParams: PGLITE_START_PARAMS,
    extensions: PGLITE_EXTENSIONS,
  });
  try {
    await migratePgliteClient(client, undefined, migrate);
    await client.exec(STORE_UNCOMPRESSED);
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

/** Creates a new, migrated database in a folder. */
export async function initialisePglite(folder: string): Promise<void> {
  await (await startPglite(folder)).close();
}

/**
 * Wraps a PGlite that is already open, e.g. one in memory, in a Database.
 * @param folder the data folder, for checks of free disk space
 */
export function fromPglite(
  client: PGlite,
  afterClose: () => Promise<void> = async () => {},
  folder?: string,
): Database {
  const prepared = preparedStatementsClient(client);
  const queries = new QueryWatch();
  const watched = watchPglite(
    folder === undefined ? prepared : refuseWritesWhenFull(prepared, folder),
    queries,
  );
  // drizzle's type requires a whole PGlite.
  const db = drizzlePglite(watched as PGlite, { schema });
  return {
    db,
    driver: 'pglite',
    connections: 1,
    queries,
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    unreachableNodes: async () => [],
    close: async () => {
      await watched.close();
      await afterClose();
    },
  };
}

/**
 * Whether a pooler such as PgBouncer stands in between: the process that it announces is not the one that runs queries.
 * In transaction mode it may send a prepared statement to a connection that does not know it.
 */
async function isPooled(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, connect_timeout: 10, prepare: false, onnotice: () => {} });
  try {
    const result = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
    return result[0]?.pid !== result.state.pid;
  } finally {
    await client.end({ timeout: 5 });
  }
}

function openPostgres(url: string, poolSize: number, pooled: boolean): Database {
  const queries = new QueryWatch();
  // This client is drizzle's alone: drizzle changes its parsers.
  const client = postgres(url, {
    max: poolSize,
    connect_timeout: 3,
    // Seconds between attempts to connect. The default grows to 20, and requests would wait for as long.
    backoff: () => 0.2,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    onnotice: () => {},
    socket: watchedSockets(queries),
    ...(pooled && { prepare: false }),
    connection: { application_name: 'playgrounds', statement_timeout: 15_000, TimeZone: 'UTC' },
  } as postgres.Options<Record<string, never>>); // the types lack `socket`
  const db = drizzlePostgres(watchPostgres(client, queries), { schema });
  return {
    db,
    driver: 'postgres',
    connections: poolSize,
    queries,
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    unreachableNodes: () => (isDistributed(db) ? readUnreachableNodes(db) : Promise.resolve([])),
    close: () => client.end({ timeout: 5 }),
  };
}

async function readUnreachableNodes(db: Db): Promise<string[]> {
  const nodes = await rowsOf<{ host: string; port: number }>(
    db,
    sql`select nodename as host, nodeport as port from pg_dist_node
      where isactive and noderole = 'primary' and groupid <> 0 order by 1, 2`,
  );
  const isReached = (host: string, port: number) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 2000`); // a node may accept connections and not respond
      const check = sql`select citus_check_connection_to_node(${host}, ${port}) as ok`;
      return (await rowsOf<{ ok: boolean }>(tx, check))[0]?.ok === true;
    });
  const unreachable: string[] = [];
  for (const { host, port } of nodes)
    if (!(await isReached(host, port).catch(() => false))) unreachable.push(`${host}:${port}`);
  return unreachable;
}

/** Executes a statement and returns its rows, whose type the caller knows. */
export async function rowsOf<Row>(db: Db, statement: SQL): Promise<readonly Row[]> {
  return rowsIn<Row>(await db.execute(statement));
}

/** Returns the rows in a driver's result. */
export function rowsIn<Row>(result: unknown): readonly Row[] {
  // postgres.js returns the rows as a list, PGlite as a field of its result.
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as readonly Row[];
}

/** Error codes of Node and postgres.js, and a message of PGlite, that mean "the database is unavailable", not "the query is wrong". */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECTION_CONNECT_TIMEOUT',
  'PGlite is closed',
]);
/** SQLSTATEs: 08 connection exception, 53 insufficient resources, 57 operator intervention, 25006 read-only (a standby). */
const AWAY_SQLSTATE = /^(08|53|57)...$|^25006$/;

/** Whether an error means that the database's disk is full; reads still work then. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, (code) => code === '53100');

/** What Citus says when it cannot reach a node (08006), or loses it in a transaction or its commit (XX000, internal error). */
const NODE_AWAY =
  /connection to the remote node|connection marked as essential|connection failures|^could not (?:commit transaction|connect to|establish any connections|find an available connection)|^connection (?:lost|establishment)|^failed to (?:commit transaction|connect to)/;

/** Whether an error means that the node of a cluster that has the rows is unavailable for now. */
export const isNodeUnavailable = (error: unknown): boolean =>
  hasCode(error, (code, message) => /^(08...|XX000)$/.test(code) && NODE_AWAY.test(message));

/** Whether an error means that the database, or the node that has the rows, is unavailable for now. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCode(error, (code) => AWAY.has(code) || AWAY_SQLSTATE.test(code)) || isNodeUnavailable(error);

/** Whether an error or a cause of it has such a code or message: drizzle hides the driver's error in `cause`. */
function hasCode(error: unknown, isSuch: (code: string, message: string) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth === 5) return false;
  const { code = error.message } = error as { code?: unknown }; // drivers add it; PGlite does not
  return isSuch(String(code), error.message) || hasCode(error.cause, isSuch, depth + 1);
}

/**
 * The driver's error behind a failed query, safe for a log: drizzle's own error contains the parameter values,
 * and so may the message of a data exception (SQLSTATE class 22).
 */
export function withoutQuery(error: Error): {
  name: string;
  message: string;
  stack?: string;
  code?: unknown;
} {
  let shown = error;
  while (shown instanceof DrizzleQueryError && shown.cause !== undefined) shown = shown.cause;
  const { code } = shown as { code?: unknown }; // drivers and Node add it; Error's type has none
  const { name, message, stack = '' } = shown;
  const tells = shown instanceof DrizzleQueryError || (typeof code === 'string' && code.startsWith('22'));
  return tells ? { name, message: 'A query failed.', code } : { name, message, stack, code };
}
