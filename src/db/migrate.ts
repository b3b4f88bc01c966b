/**
 * Applies pending migrations. The same SQL files serve both drivers. drizzle-kit writes the files and drizzle's own migrator
 * wrote the table of applied ones; ours runs each in its own transaction, which a distributed database needs.
 */
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** The table of applied migrations, as drizzle's migrator creates it. */
const APPLIED = sql`drizzle.__drizzle_migrations`;

/** The id of the advisory lock: any constant that every instance shares. */
const LOCK_ID = 7_034_661;

type Target = PgDatabase<PgQueryResultHKT>;

/**
 * Migrates PostgreSQL; instances that start at once wait for each other on an advisory lock. The lock belongs to a
 * transaction that stays open until the end, so that it also works through PgBouncer in transaction mode.
 */
export async function migratePostgresUrl(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const options = { max: 1, connect_timeout: 10, onnotice: () => {} };
  const guard = postgres(url, options);
  const client = postgres(url, options);
  try {
    const db = drizzlePostgres(client);
    if ((await pendingMigrations(db, migrationsFolder)).length === 0) return;
    await guard.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK_ID})`;
      await applyPending(db, migrationsFolder);
    });
  } finally {
    await Promise.all([guard.end({ timeout: 5 }), client.end({ timeout: 5 })]);
  }
}

/** Migrates a PGlite that only this process has open. */
export async function migratePgliteClient(client: PGlite, migrationsFolder = MIGRATIONS): Promise<void> {
  await applyPending(drizzlePglite(client), migrationsFolder);
}

/** Returns the migrations that a database does not have yet, oldest first. Only reads, and only the node that it is sent to. */
export async function pendingMigrations(db: Target, migrationsFolder = MIGRATIONS): Promise<MigrationMeta[]> {
  const all = readMigrationFiles({ migrationsFolder });
  const [table] = await db
    .select({ exists: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select) as one`);
  if (table?.exists !== true) return all;
  const [last] = await db.select({ at: sql<string | null>`max(created_at)` }).from(APPLIED);
  return all.filter(({ folderMillis }) => folderMillis > Number(last?.at ?? 0));
}

async function applyPending(db: Target, migrationsFolder: string): Promise<void> {
  const pending = await pendingMigrations(db, migrationsFolder);
  if (pending.length === 0) return;
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql: statements, hash, folderMillis } of pending)
    await db.transaction(async (tx) => {
      // Citus: a transaction that adds a foreign key may not have used several connections to a node before. Without
      // Citus the setting has no effect.
      await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into ${APPLIED} (hash, created_at) values (${hash}, ${folderMillis})`);
    });
}
