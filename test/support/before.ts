/**
 * Run once before all test files: the built server and what its pages load, a PostgreSQL with a migrated template, and
 * a migrated PGlite dump. With PGBOUNCER=1 all tests reach PostgreSQL through a PgBouncer in transaction mode, with CITUS=1
 * PostgreSQL is a Citus node with shards.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { PGLITE_EXTENSIONS } from '../../src/db/client.ts';
import { migratePostgresUrl } from '../../src/db/migrate.ts';
import { citusMissing, startCitus } from './citus.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { plainNode } from './plain-node.ts';
import { postgresMissing, sharedFolder, startPostgres } from './postgres.ts';

const folder = sharedFolder();

async function preparePglite(): Promise<void> {
  // Copied from the build: creating and migrating one takes three times as long.
  const dataDir = join(folder, 'pglite');
  cpSync('dist/empty-database', dataDir, { recursive: true });
  const client = await PGlite.create({ dataDir, extensions: PGLITE_EXTENSIONS });
  const dump = await client.dumpDataDir('none');
  writeFileSync(join(folder, 'pglite.tar'), Buffer.from(await dump.arrayBuffer()));
  await client.close();
  rmSync(dataDir, { recursive: true });
}

async function preparePostgres(): Promise<void> {
  rmSync(join(folder, 'postgres.json'), { force: true });
  if (postgresMissing() !== undefined) return;
  if (process.env['CITUS'] === '1') {
    const missing = citusMissing();
    if (missing !== undefined) throw new Error(`CITUS=1: ${missing}`);
    const [server] = await startCitus(1, true);
    writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ ...server, citus: true }));
    return;
  }
  const server = await startPostgres();
  // Written first: `after` stops the server even when the rest fails.
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify(server));
  const client = postgres(server.url, { max: 1, onnotice: () => {} });
  await client`create database migrated`;
  await client.end();
  await migratePostgresUrl(server.url.replace(/postgres$/, 'migrated'));
  if (process.env['PGBOUNCER'] !== '1') return;
  const { child, ...bouncer } = await startPgbouncer(server.url);
  child.unref();
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ ...server, bouncer }));
}

// Done already when run.mjs started this.
const [program, args] = plainNode(['scripts/built.mjs']);
execFileSync(program, args, { stdio: 'inherit' });
const outcomes = await Promise.allSettled([preparePglite(), preparePostgres()]);
const failed = outcomes.find((outcome) => outcome.status === 'rejected');
if (failed !== undefined) {
  await import('./after.ts'); // tap does not run it then
  throw failed.reason;
}
