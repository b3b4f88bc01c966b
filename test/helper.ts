/** Builds the production app on a fresh database, for tests that speak to it from the outside. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import postgres from 'postgres';
import { t as root, type Test } from 'tap';
import { buildApp } from '../src/app.ts';
import { type Config, loadConfig } from '../src/config.ts';
import { type Database, fromPglite, openDatabase, PGLITE_EXTENSIONS } from '../src/db/client.ts';
import { distribute } from '../src/db/distribute.ts';
import * as schema from '../src/db/schema.ts';
import { makeAjv } from '../src/plugins/validation.ts';
import type { ProxyConfig } from '../src/proxy/execute.ts';
import type { Plan, Scope } from '../src/schemas/account.ts';
import { createAccount } from '../src/services/accounts.ts';
import { insertKey } from '../src/services/api-keys.ts';
import { cliActor } from '../src/services/audit.ts';
import { citusDatabase } from './support/citus.ts';
import { isFull } from './support/full.ts';
import { type Bouncer, throughPgbouncer } from './support/pgbouncer.ts';
import { type PostgresServer, postgresMissing, sharedFolder } from './support/postgres.ts';

export type Driver = 'pglite' | 'postgres';

/** With what stands in front of it. */
export type SharedPostgres = PostgresServer & { bouncer?: Bouncer; citus?: boolean };

/** The PostgreSQL that all test files share; undefined when this platform has none. */
export function sharedPostgres(): SharedPostgres | undefined {
  const file = join(sharedFolder(), 'postgres.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SharedPostgres) : undefined; // written by before.ts
}

/**
 * Runs the same tests on PostgreSQL, and in the full run on PGlite too, which takes several times as long. Where PostgreSQL is
 * not installed, PGlite takes its place.
 * @param skip why they are skipped
 */
export function onEachDatabase(
  t: Test,
  name: string,
  run: (t: Test, driver: Driver) => Promise<void>,
  skip: string | false = false,
): void {
  const missing = postgresMissing();
  // An event, not awaited: tap runs subtests in order.
  if (isFull || missing !== undefined) void t.test(`${name} (pglite)`, { skip }, (sub) => run(sub, 'pglite'));
  void t.test(`${name} (postgres)`, { skip: skip || (missing ?? false) }, (sub) => run(sub, 'postgres'));
}

/** Connection string of a new, migrated PostgreSQL database. */
export async function freshPostgresUrl(): Promise<string> {
  const server = sharedPostgres();
  if (server === undefined) throw new Error('run the tests through tap: it starts PostgreSQL first');
  if (server.citus === true) {
    const url = await citusDatabase([server]);
    const database = await openDatabase({ url, dataDir: '', poolSize: 1 });
    await distribute(database.db);
    await database.close();
    return url;
  }
  const name = `t_${randomBytes(8).toString('hex')}`;
  const client = postgres(server.url, { max: 1, onnotice: () => {} });
  await client.unsafe(`create database ${name} template migrated`);
  await client.end();
  const url = server.url.replace(/postgres$/, name);
  return server.bouncer === undefined ? url : throughPgbouncer(url, server.bouncer);
}

/** A new, migrated database. */
export async function freshDatabase(driver: Driver): Promise<Database> {
  if (driver === 'postgres') return openDatabase({ url: await freshPostgresUrl(), dataDir: '', poolSize: 5 });
  return fromPglite(lent(idle.pop() ?? (await startPglite())));
}

/** PGlites whose tests have ended, empty again, until the file's end: starting one takes longer than most tests. */
const idle: PGlite[] = [];

function startPglite(): Promise<PGlite> {
  root.teardown(() => Promise.all(idle.splice(0).map((client) => client.close())));
  const dump = readFileSync(join(sharedFolder(), 'pglite.tar'));
  return PGlite.create({ loadDataDir: new Blob([dump]), extensions: PGLITE_EXTENSIONS });
}

/** A PGlite that is emptied and kept when it is closed; its borrower finds it closed. */
function lent(client: PGlite): PGlite {
  let closed = false;
  const close = async () => {
    closed = true;
    if (await isEmptied(client)) idle.push(client);
    else await client.close();
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'closed') return closed;
      if (name === 'close') return close;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Whether it is as new: a test may have taken a table away. */
async function isEmptied(client: PGlite): Promise<boolean> {
  const tables = Object.values(schema).filter((member) => is(member, PgTable));
  try {
    await client.exec(
      `deallocate all; truncate ${tables.map((table) => getTableName(table)).join()} restart identity`,
    );
    return true;
  } catch {
    return false;
  }
}

export const testConfig = (env: Record<string, string> = {}): Config =>
  loadConfig({ LOG_LEVEL: 'silent', EGRESS_ALLOW: '127.0.0.0/8,::1', ...env });

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  accountId: string;
  /** A key with every scope. */
  key: string;
  /** Injects a request with the key unless the headers say otherwise, and a JSON body. */
  call(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Another account with a key. */
  account(options?: {
    plan?: Plan;
    dailyLimit?: number;
    scopes?: Scope[];
  }): Promise<{ accountId: string; key: string }>;
}

export interface TestAppOptions {
  /** Adds routes and hooks of a test before the app is ready. */
  prepare?: (app: FastifyInstance) => unknown;
  env?: Record<string, string>;
  /** What no setting says: names that only the test knows. */
  egress?: Partial<ProxyConfig>;
  database?: Database;
  logStream?: { write(line: string): void };
}

/** The production app on a fresh database, closed at the end of the test. */
export async function testApp(
  t: Pick<Test, 'teardown'>,
  driver: Driver,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const database = options.database ?? (await freshDatabase(driver));
  const config = testConfig(options.env);
  const app = await buildApp(
    { ...config, egress: { ...config.egress, ...options.egress } },
    {
      database,
      ...(options.logStream === undefined ? {} : { logStream: options.logStream }),
    },
  );
  t.teardown(() => app.close());
  options.prepare?.(app);
  await app.ready();
  const account: TestApp['account'] = async ({ plan = 'pro', dailyLimit, scopes } = {}) => {
    const created = await createAccount(database.db, { name: 'test', plan, dailyLimit: dailyLimit ?? null });
    if (scopes === undefined) return { accountId: created.accountId, key: created.key.key };
    const key = await insertKey(database.db, cliActor(created.accountId), { name: 'scoped', scopes });
    return { accountId: created.accountId, key: key.key };
  };
  const { accountId, key } = await account();
  return {
    app,
    database,
    accountId,
    key,
    account,
    call: (method, url, body, headers = {}) =>
      app.inject({
        method: method as NonNullable<InjectOptions['method']>, // any method may be tried
        url,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

const ajv = makeAjv({ coerceTypes: false, allErrors: true });

/** Asserts that a value has the shape of a shared schema. */
export function matchesSchema(t: Test, schemaId: string, value: unknown, message?: string): void {
  const validate = ajv.getSchema(schemaId);
  if (validate === undefined) throw new Error(`there is no schema ${schemaId}`);
  const valid = validate(value);
  t.ok(valid, message ?? `has the shape of ${schemaId}`, { errors: validate.errors, value });
}

/** Asserts the four headers that every response carries. */
export function hasCommonHeaders(t: Test, response: LightMyRequestResponse, what = ''): void {
  const { headers } = response;
  t.match(headers['x-request-id'], /^[0-9a-f-]{36}$/, `${what} X-Request-Id`);
  for (const name of ['limit', 'remaining', 'reset'])
    t.match(String(headers[`x-ratelimit-${name}`]), /^\d+$/, `${what} X-RateLimit-${name}`);
}
