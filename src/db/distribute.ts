/**
 * Distributes the tables over the nodes of a Citus cluster: rows of an account are sharded by account_id; small tables that
 * are looked up by other columns become reference tables on every node.
 */
import { sql } from 'drizzle-orm';
import { DatabaseError, type Db, rowsOf } from './client.ts';

/** Tables in the order of their foreign keys; the distributed ones are colocated: all rows of an account are on one node. */
const TABLES: Readonly<Record<string, 'reference' | 'distributed'>> = {
  accounts: 'reference',
  api_keys: 'reference',
  public_playgrounds: 'reference',
  sessions: 'reference',
  usage_days: 'distributed',
  idempotency_keys: 'distributed',
  public_runs: 'distributed',
  list_segments: 'distributed',
  audit_events: 'distributed',
  playgrounds: 'distributed',
  deleted_playgrounds: 'distributed',
  test_runs: 'distributed',
};

/** Functions of the migrations that are called by statements on shards. */
const FUNCTIONS = [
  'uuid_at(timestamptz)',
  'uuid_hour(uuid)',
  'name_trigrams(uuid, text)',
  'clock_after(timestamptz, double precision)',
] as const;

export interface Distribution {
  /** The tables that this call distributed. */
  distributed: string[];
  /** How every table is distributed now. */
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
  await db.transaction(async (tx) => {
    await withoutStatementTimeout(tx);
    for (const name of FUNCTIONS) await tx.execute(sql`select create_distributed_function(${name})`);
  });
  // Colocated tables are created and filled one after the other, because foreign keys require it.
  const distributed: string[] = [];
  for (const [name, kind] of Object.entries(TABLES)) {
    if (!(await needsDistribution(db, name, kind))) continue;
    const like = name === 'usage_days' ? 'default' : 'usage_days';
    await db.transaction(async (tx) => {
      await withoutStatementTimeout(tx);
      await tx.execute(
        kind === 'reference'
          ? sql`select create_reference_table(${name})`
          : sql`select create_distributed_table(${name}, 'account_id', colocate_with => ${like})`,
      );
    });
    distributed.push(name);
  }
  const all = await rowsOf<Distribution['tables'][number]>(
    db,
    sql`select table_name::text as name, citus_table_type as kind, shard_count::int as shards from citus_tables order by 2, 1`,
  );
  return { distributed, tables: all.filter(({ name }) => name in TABLES), nodes };
}

/** Counts the nodes for shards. @throws DatabaseError when there are none, or the database is no coordinator */
async function countNodes(db: Db): Promise<number> {
  const [extension] = await rowsOf(db, sql`select 1 from pg_extension where extname = 'citus'`);
  if (extension === undefined)
    throw new DatabaseError(
      'The database has no extension citus. As a superuser of the coordinator: CREATE EXTENSION citus, then add the nodes (docs/operations.md).',
    );
  const [coordinator] = await rowsOf<{ is: boolean }>(db, sql`select citus_is_coordinator() as is`);
  if (coordinator?.is !== true)
    throw new DatabaseError('DATABASE_URL names a worker of the cluster. Set it to the coordinator.');
  const nodes = await rowsOf(db, sql`select 1 from pg_dist_node where isactive and shouldhaveshards`);
  if (nodes.length === 0)
    throw new DatabaseError(
      "The cluster has no node for shards. Add one: SELECT citus_add_node('host', 5432), or let the coordinator have shards (docs/operations.md).",
    );
  return nodes.length;
}

/** @throws DatabaseError for a table that is distributed in another way */
async function needsDistribution(db: Db, name: string, kind: string): Promise<boolean> {
  const [known] = await rowsOf<{ kind: string; column: string }>(
    db,
    sql`select citus_table_type as kind, distribution_column as column from citus_tables where table_name = ${name}::regclass`,
  );
  // Citus adds a local table to its metadata when a reference table has foreign keys with it.
  if (known === undefined || known.kind === 'local') return true;
  if (known.kind === kind && (kind === 'reference' || known.column === 'account_id')) return false;
  throw new DatabaseError(
    `The table ${name} is distributed already, as ${known.kind} by ${known.column}; it must be ${kind}${kind === 'reference' ? '' : ' by account_id'}. Undo that first (undistribute_table).`,
  );
}

/** Disables the statement timeout: copying rows takes longer than a request's statement may. */
async function withoutStatementTimeout(tx: Db): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
}
