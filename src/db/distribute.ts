/**
 * Distributes the tables over the nodes of a Citus cluster: rows of an account are sharded by account_id; small tables that
 * are looked up by other columns stay on the coordinator, so that writing them needs no other node.
 */
import { sql } from 'drizzle-orm';
import { DatabaseError, type Db, rowsOf } from './client.ts';

/** Colocated tables: all rows of an account are on one node. */
const DISTRIBUTED = [
  'usage_days',
  'run_days',
  'idempotency_keys',
  'public_runs',
  'list_segments',
  'audit_events',
  'collections',
  'sites',
  'site_days',
  'playgrounds',
  'deleted_playgrounds',
  'test_runs',
] as const;
/** Tables of the coordinator. Version 0.2 copied them to every node, as reference tables. */
const LOCAL = [
  'accounts',
  'api_keys',
  'public_collections',
  'public_playgrounds',
  'site_owners',
  'sessions',
] as const;

/** Functions of the migrations that are called by statements on shards. */
const FUNCTIONS = [
  'uuid_at(timestamptz)',
  'uuid_hour(uuid)',
  'name_trigrams(uuid, text)',
  'clock_after(timestamptz, double precision)',
] as const;

/** Milliseconds until a statement gives up connecting to a node. Citus waits for 30 s, and requests would hold connections for as long. */
const NODE_TIMEOUT_MS = 2_000;

export interface Distribution {
  /** The tables that this call distributed. */
  distributed: string[];
  /** How every table is stored now. */
  tables: { name: string; kind: string; shards: number }[];
  nodes: number;
}

/**
 * Distributes the tables that are not distributed yet. Blocks writes while it runs; if interrupted, call it again.
 * @throws DatabaseError when the database is no Citus coordinator, has no node for shards, or has a table that is
 * distributed in another way
 */
export async function distribute(db: Db): Promise<Distribution> {
  const nodes = await countNodes(db);
  await sequentially(db, async (tx) => {
    for (const name of FUNCTIONS) await tx.execute(sql`select create_distributed_function(${name})`);
    await tx.execute(
      sql`do ${sql.raw(`$$ begin execute format('alter database %I set citus.node_connection_timeout = ${NODE_TIMEOUT_MS}', current_database()); end $$`)}`,
    );
  });
  await dropForeignKeys(db);
  for (const name of LOCAL)
    if ((await kindOf(db, name))?.kind === 'reference')
      await sequentially(db, (tx) =>
        tx.execute(sql`select undistribute_table(${name}, cascade_via_foreign_keys => true)`),
      );
  const distributed: string[] = [];
  for (const name of DISTRIBUTED) {
    if (!(await needsDistribution(db, name))) continue;
    const like = name === DISTRIBUTED[0] ? 'default' : DISTRIBUTED[0];
    await sequentially(db, (tx) =>
      tx.execute(sql`select create_distributed_table(${name}, 'account_id', colocate_with => ${like})`),
    );
    distributed.push(name);
  }
  const tables = await rowsOf<Distribution['tables'][number]>(
    db,
    sql`select name, coalesce(citus_table_type, 'local') as kind, coalesce(shard_count, 0)::int as shards
      from unnest(array[${sql.join(
        [...DISTRIBUTED, ...LOCAL].map((name) => sql`${name}`),
        sql`, `,
      )}]) as name
      left join citus_tables on table_name = name::regclass order by 2, 1`,
  );
  return { distributed, tables: [...tables], nodes };
}

/** Drops the foreign keys to tables of the coordinator, which a distributed table cannot have: services delete the rows. */
async function dropForeignKeys(db: Db): Promise<void> {
  const keys = await rowsOf<{ table: string; name: string }>(
    db,
    sql`select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and conparentid = 0 and confrelid = 'accounts'::regclass`,
  );
  for (const { table, name } of keys)
    if (DISTRIBUTED.some((distributed) => distributed === table))
      await sequentially(db, (tx) =>
        tx.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`),
      );
}

/** Counts the nodes for shards. @throws DatabaseError when there are none, or the database is no coordinator */
async function countNodes(db: Db): Promise<number> {
  const [extension] = await rowsOf(db, sql`select 1 from pg_extension where extname = 'citus'`);
  if (extension === undefined)
    throw new DatabaseError(
      'The database has no extension citus. As a superuser, run CREATE EXTENSION citus in this database on every node, then add the nodes (docs/citus.md, "Set up").',
    );
  const [coordinator] = await rowsOf<{ is: boolean }>(db, sql`select citus_is_coordinator() as is`);
  if (coordinator?.is !== true)
    throw new DatabaseError('DATABASE_URL names a worker of the cluster. Set it to the coordinator.');
  const nodes = await rowsOf(db, sql`select 1 from pg_dist_node where isactive and shouldhaveshards`);
  if (nodes.length === 0)
    throw new DatabaseError(
      `The cluster has no node for shards. Add one: SELECT citus_add_node('host', 5432), or let the coordinator have shards (docs/citus.md, "One node").`,
    );
  return nodes.length;
}

/** Reads how Citus stores a table; undefined for one that it does not know. */
async function kindOf(db: Db, name: string): Promise<{ kind: string; column: string } | undefined> {
  const [known] = await rowsOf<{ kind: string; column: string }>(
    db,
    sql`select citus_table_type as kind, distribution_column as column from citus_tables where table_name = ${name}::regclass`,
  );
  return known;
}

/** @throws DatabaseError for a table that is distributed in another way */
async function needsDistribution(db: Db, name: string): Promise<boolean> {
  const known = await kindOf(db, name);
  // Citus adds a local table to its metadata when a reference table has foreign keys with it.
  if (known === undefined || known.kind === 'local') return true;
  if (known.kind === 'distributed' && known.column === 'account_id') return false;
  throw new DatabaseError(
    `The table ${name} is distributed already, as ${known.kind} by ${known.column}; it must be distributed by account_id. Undo that first: SELECT undistribute_table('${name}').`,
  );
}

/**
 * Runs work in a transaction without a statement timeout, because copying rows takes longer than a request's statement may,
 * and with one connection to each node, because foreign keys and colocated tables require it.
 */
async function sequentially(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
    await work(tx);
  });
}
