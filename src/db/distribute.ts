/**
 * Distributes the tables over the nodes of a Citus cluster: rows of an account are sharded by account_id; small tables that
 * are looked up by other columns become reference tables on every node.
 */
import { type SQL, sql } from 'drizzle-orm';
import { DatabaseError, type Db } from './client.ts';

/** Reference tables, in the order of their foreign keys. */
const REFERENCE_TABLES = ['accounts', 'api_keys', 'public_playgrounds', 'sessions'] as const;

/** Tables sharded by account_id and colocated: all rows of an account are on one node. */
const DISTRIBUTED_TABLES = [
  'usage_days',
  'idempotency_keys',
  'public_runs',
  'list_segments',
  'audit_events',
  'playgrounds',
  'deleted_playgrounds',
  'test_runs',
] as const;

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
  await assertCoordinator(db);
  // Colocated tables are created and filled one after the other, because foreign keys require it.
  const distributed: string[] = [];
  await db.transaction(async (tx) => {
    await withoutStatementTimeout(tx);
    for (const name of FUNCTIONS) await tx.execute(sql`select create_distributed_function(${name})`);
  });
  for (const name of REFERENCE_TABLES)
    if (await needsDistribution(db, name, 'reference', '<none>')) {
      await inTransaction(db, sql`select create_reference_table(${name})`);
      distributed.push(name);
    }
  for (const name of DISTRIBUTED_TABLES)
    if (await needsDistribution(db, name, 'distributed', 'account_id')) {
      const like = name === DISTRIBUTED_TABLES[0] ? 'default' : DISTRIBUTED_TABLES[0];
      await inTransaction(
        db,
        sql`select create_distributed_table(${name}, 'account_id', colocate_with => ${like})`,
      );
      distributed.push(name);
    }
  const tables = await rows<Distribution['tables'][number]>(
    db,
    sql`select table_name::text as name, citus_table_type as kind, shard_count::int as shards from citus_tables
      where table_name::text in (${sql.join(
        [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES].map((name) => sql`${name}`),
        sql`, `,
      )}) order by 2, 1`,
  );
  const [nodes] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from pg_dist_node where isactive and shouldhaveshards`,
  );
  return { distributed, tables, nodes: nodes?.count ?? 0 };
}

async function assertCoordinator(db: Db): Promise<void> {
  const [extension] = await rows(db, sql`select 1 from pg_extension where extname = 'citus'`);
  if (extension === undefined)
    throw new DatabaseError(
      'The database has no extension citus. As a superuser of the coordinator: CREATE EXTENSION citus, then add the nodes (docs/operations.md).',
    );
  const [coordinator] = await rows<{ is: boolean }>(db, sql`select citus_is_coordinator() as is`);
  if (coordinator?.is !== true)
    throw new DatabaseError('DATABASE_URL names a worker of the cluster. Set it to the coordinator.');
  const [node] = await rows(db, sql`select 1 from pg_dist_node where isactive and shouldhaveshards limit 1`);
  if (node === undefined)
    throw new DatabaseError(
      "The cluster has no node for shards. Add one: SELECT citus_add_node('host', 5432), or let the coordinator have shards (docs/operations.md).",
    );
}

/** @throws DatabaseError for a table that is distributed in another way */
async function needsDistribution(db: Db, name: string, kind: string, column: string): Promise<boolean> {
  const [known] = await rows<{ kind: string; column: string }>(
    db,
    sql`select citus_table_type as kind, distribution_column as column from citus_tables where table_name = ${name}::regclass`,
  );
  // Citus adds a local table to its metadata when a reference table has foreign keys with it.
  if (known === undefined || known.kind === 'local') return true;
  if (known.kind === kind && known.column === column) return false;
  throw new DatabaseError(
    `The table ${name} is distributed already, as ${known.kind} by ${known.column}; it must be ${kind}${column === '<none>' ? '' : ` by ${column}`}. Undo that first (undistribute_table).`,
  );
}

/** Distributes one table with its rows, in a transaction. */
async function inTransaction(db: Db, statement: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    await withoutStatementTimeout(tx);
    await tx.execute(statement);
  });
}

/** Disables the statement timeout: copying rows takes longer than a request's statement may. */
async function withoutStatementTimeout(tx: Db): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
}

async function rows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  // postgres.js returns the rows as a list, PGlite as a field of its result.
  return (Array.isArray(result) ? [...result] : (result as { rows: unknown[] }).rows) as Row[];
}
