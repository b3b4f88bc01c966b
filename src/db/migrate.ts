/** Applies pending migrations. The same SQL files serve both drivers. */
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** The id of the advisory lock: any constant that every instance shares. */
const LOCK_ID = 7_034_661;

/**
 * Migrates PostgreSQL; instances that start at once wait for each other on an advisory lock. The lock belongs to a
 * transaction that stays open until the end, so that it also works through PgBouncer in transaction mode.
 */
export async function migratePostgresUrl(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const options = { max: 1, connect_timeout: 10, onnotice: () => {} };
  const guard = postgres(url, options);
  const client = postgres(url, options);
  try {
    await guard.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK_ID})`;
      await migratePostgres(drizzlePostgres(client), { migrationsFolder });
    });
  } finally {
    await Promise.all([guard.end({ timeout: 5 }), client.end({ timeout: 5 })]);
  }
}

/** Migrates a PGlite that only this process has open. */
export async function migratePgliteClient(client: PGlite, migrationsFolder = MIGRATIONS): Promise<void> {
  await migratePglite(drizzlePglite(client), { migrationsFolder });
}
