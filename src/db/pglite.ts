/** Opens PGlite's folder: what the database's thread, the build and the tests share. */
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { migratePgliteClient } from './migrate.ts';

/**
 * PGlite turns fsync off by default; an acknowledged write must survive a power cut, so it is on here. Its 128 MiB of
 * buffers are allocated at once and never used by a service of this size; the system's page cache holds the files anyway.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'shared_buffers=16MB'],
];

/** The extensions that the migrations create; every PGlite that they run on must be opened with these. */
export const PGLITE_EXTENSIONS = { pg_trgm, btree_gin };

/**
 * Opens the database in a folder, creating it if there is none, and applies the migrations that are due.
 * @param migrate false to throw a MigrationsDueError instead of migrating
 */
export async function startPglite(folder: string, migrate?: boolean): Promise<PGlite> {
  const client = await PGlite.create({
    dataDir: folder,
    startParams: START_PARAMS,
    extensions: PGLITE_EXTENSIONS,
  });
  try {
    await migratePgliteClient(client, undefined, migrate);
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
