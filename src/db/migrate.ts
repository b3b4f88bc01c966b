/**
 * Compares a database with this version's migrations and applies those that it lacks. The same SQL files serve both
 * drivers. drizzle-kit writes the files and drizzle's own migrator wrote the table of applied ones; ours runs each in its
 * own transaction, which a distributed database needs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

type Migration = MigrationMeta & { name: string };

/** Migrations are due, and were not to be applied. */
export class MigrationsDueError extends Error {
  override readonly name = 'MigrationsDueError';
  /** Names of the migrations, oldest first. */
  readonly due: readonly string[];

  constructor(pending: readonly Migration[]) {
    const due = pending.map(({ name }) => name);
    super(`Migrations are due: ${due.join(', ')}. Apply them with npm run -s admin -- migrate.`);
    this.due = due;
  }
}

/**
 * Migrates PostgreSQL; instances that start at once wait for each other on an advisory lock. The lock belongs to a
 * transaction that stays open until the end, so that it also works through PgBouncer in transaction mode.
 * @param apply false to throw a MigrationsDueError instead of migrating
 */
export async function migratePostgresUrl(
  url: string,
  migrationsFolder = MIGRATIONS,
  apply = true,
): Promise<void> {
  const options = { max: 1, connect_timeout: 10, onnotice: () => {} };
  const guard = postgres(url, options);
  const client = postgres(url, options);
  try {
    const db = drizzlePostgres(client);
    const pending = await pendingMigrations(db, migrationsFolder);
    if (pending.length === 0) return;
    if (!apply) throw new MigrationsDueError(pending);
    await guard.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK_ID})`;
      await applyPending(db, migrationsFolder);
    });
  } finally {
    await Promise.all([guard.end({ timeout: 5 }), client.end({ timeout: 5 })]);
  }
}

/**
 * Migrates a PGlite that only this process has open.
 * @param apply false to throw a MigrationsDueError instead of migrating
 */
export async function migratePgliteClient(
  client: PGlite,
  migrationsFolder = MIGRATIONS,
  apply = true,
): Promise<void> {
  const db = drizzlePglite(client);
  const pending = apply ? [] : await pendingMigrations(db, migrationsFolder);
  if (pending.length > 0) throw new MigrationsDueError(pending);
  await applyPending(db, migrationsFolder);
}

/**
 * Returns the migrations that a database does not have yet, oldest first. Only reads, and only the node that it is sent to.
 * @throws Error when the database has migrations that this version does not know
 */
export async function pendingMigrations(db: Target, migrationsFolder = MIGRATIONS): Promise<Migration[]> {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]; // written by drizzle-kit
  };
  const all = readMigrationFiles({ migrationsFolder }).map((migration, index) => ({
    ...migration,
    name: journal.entries[index]?.tag ?? '',
  }));
  const [table] = await db
    .select({ exists: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select) as one`);
  if (table?.exists !== true) return all;
  const rows = await db.select({ at: sql<string>`created_at` }).from(APPLIED);
  const applied = new Set(rows.map(({ at }) => Number(at)));
  const pending = all.filter(({ folderMillis }) => !applied.has(folderMillis));
  if (applied.size > all.length - pending.length)
    throw new Error(
      'A newer version of Playgrounds has migrated it. Start that version or a later one, or restore the backup from before the upgrade.',
    );
  return pending;
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
