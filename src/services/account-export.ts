/** Exports an account with all of its data as JSON lines, and imports it into another database. */
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import {
  accounts,
  apiKeys,
  auditEvents,
  collections,
  playgrounds,
  runDays,
  siteDays,
  siteOwners,
  sites,
  testRuns,
  usageDays,
} from '../db/schema.ts';
import {
  ABSENT_BEFORE,
  type CollectionRow,
  insertCollection,
  insertPlayground,
  insertTestRun,
  type NewPlayground,
  type NewTestRun,
} from '../store/counted-rows.ts';
import { AdminError, assertAccount } from './accounts.ts';
import { cliActor, recordEvent } from './audit.ts';
import { ownOne } from './playgrounds.ts';
import { ownerOfPublic } from './shared-playgrounds.ts';

const FORMAT = 1;
/** Rows per statement; a test may have megabytes. */
const BATCH = 20;

type Row = Record<string, unknown>;

interface Part {
  table: PgTable;
  /** The account that a row belongs to. */
  owner: PgColumn;
  /** The columns that identify a row within the account, and sort the rows. */
  key: readonly [PgColumn, ...PgColumn[]];
}

/**
 * The tables of an account, in an order that satisfies foreign keys on import. Excludes rows that last a
 * day (responses for Idempotency-Keys, counts of public runs, sessions) and what the database maintains itself.
 */
const PARTS = {
  account: { table: accounts, owner: accounts.id, key: [accounts.id] },
  api_key: { table: apiKeys, owner: apiKeys.accountId, key: [apiKeys.id] },
  collection: { table: collections, owner: collections.accountId, key: [collections.id] },
  site: { table: sites, owner: sites.accountId, key: [sites.id] },
  site_owner: { table: siteOwners, owner: siteOwners.accountId, key: [siteOwners.id] },
  playground: { table: playgrounds, owner: playgrounds.accountId, key: [playgrounds.id] },
  test: { table: testRuns, owner: testRuns.accountId, key: [testRuns.id] },
  usage_day: { table: usageDays, owner: usageDays.accountId, key: [usageDays.day] },
  run_day: {
    table: runDays,
    owner: runDays.accountId,
    key: [runDays.playgroundId, runDays.day, runDays.byOwner],
  },
  site_day: {
    table: siteDays,
    owner: siteDays.accountId,
    key: [siteDays.siteId, siteDays.day, siteDays.path, siteDays.position],
  },
  audit_event: { table: auditEvents, owner: auditEvents.accountId, key: [auditEvents.id] },
} satisfies Record<string, Part>;

/** The tables of an export. */
export const EXPORTED_TABLES: readonly PgTable[] = Object.values(PARTS).map(({ table }) => table);

/** The name of a column in a row. */
const nameOf = (table: PgTable, wanted: PgColumn): string =>
  Object.entries(getTableColumns(table)).find(([, column]) => column === wanted)?.[0] ?? '';

/**
 * Writes an account line by line, as a consistent snapshot. Keys are exported as hash and prefix.
 * @throws AdminError when the account does not exist
 */
export async function exportAccount(
  db: Db,
  accountId: string,
  write: (line: string) => Promise<void>,
): Promise<void> {
  await assertAccount(db, accountId);
  const actor = cliActor(accountId);
  await recordEvent(db, actor, 'account.exported', accountId);
  const put = (line: object) => write(`${JSON.stringify(line)}\n`);
  const work = async (tx: Db) => {
    let rows = 0;
    await put({ type: 'export', format: FORMAT, account_id: accountId, at: new Date().toISOString() });
    for (const [type, { table, owner, key }] of Object.entries<Part>(PARTS)) {
      for (let last: Row | undefined; ; ) {
        const from = last;
        const batch: Row[] = await tx
          .select()
          .from(table)
          .where(and(eq(owner, accountId), from && behind(from, table, key)))
          .orderBy(...key.map((column) => asc(column)))
          .limit(BATCH);
        for (const row of batch) await put({ type, ...row });
        rows += batch.length;
        if (batch.length < BATCH) break;
        last = batch.at(-1);
      }
    }
    await put({ type: 'end', rows });
  };
  await db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

/** The condition for the rows behind one. */
const behind = (row: Row, table: PgTable, key: Part['key']): SQL =>
  sql`(${sql.join([...key], sql`, `)}) > (${sql.join(
    key.map((column) => sql.param(row[nameOf(table, column)], column)),
    sql`, `,
  )})`;

/**
 * Imports what {@link exportAccount} wrote, all or nothing.
 * @returns the account's id and the number of imported rows
 * @throws AdminError for an incomplete export, and when the account or a key already exists
 */
export async function importAccount(
  db: Db,
  lines: AsyncIterable<string>,
): Promise<{ accountId: string; rows: number }> {
  return db.transaction(async (tx) => {
    let accountId: string | undefined;
    let rows = 0;
    let ended = false;
    let number = 0;
    for await (const line of lines) {
      number += 1;
      if (line === '') continue;
      const { type, ...row } = parseLine(line, number);
      if (number === 1) {
        if (type !== 'export' || row['format'] !== FORMAT)
          throw new AdminError('Standard input is not an account export of this version.');
        accountId = String(row['account_id']);
        await assertNew(tx, accountId);
      } else if (type === 'end') {
        if (row['rows'] !== rows)
          throw new AdminError(
            `The export is incomplete: it has ${rows} of ${String(row['rows'])} rows. Export again.`,
          );
        ended = true;
      } else if (accountId !== undefined && isPart(type) && !ended) {
        const part: Part = PARTS[type];
        if (row[nameOf(part.table, part.owner)] !== accountId)
          throw new AdminError(`Line ${number} belongs to another account.`);
        await insert(tx, accountId, type, row);
        rows += 1;
      } else throw new AdminError(`Line ${number} has an unknown type.`);
    }
    if (accountId === undefined || !ended)
      throw new AdminError('The export is incomplete: its last line is missing. Export again.');
    const actor = cliActor(accountId);
    await recordEvent(tx, actor, 'account.imported', accountId);
    return { accountId, rows };
  });
}

const isPart = (type: unknown): type is keyof typeof PARTS =>
  typeof type === 'string' && Object.hasOwn(PARTS, type);

function parseLine(line: string, number: number): Row {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null) return row as Row; // the database checks the fields
  } catch {
    // reported below
  }
  throw new AdminError(`Line ${number} is not a JSON object.`);
}

async function assertNew(tx: Db, accountId: string): Promise<void> {
  const [known] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  if (known !== undefined) throw new AdminError(`The account ${accountId} already exists.`);
}

async function insert(tx: Db, accountId: string, type: keyof typeof PARTS, line: Row): Promise<void> {
  const { table }: Part = PARTS[type];
  const given: Row = type === 'playground' ? { ...ABSENT_BEFORE, ...line } : line;
  const row = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = given[name] ?? null;
      return [name, column.dataType === 'date' && typeof value === 'string' ? new Date(value) : value];
    }),
  );
  // The line names its table; the database checks the fields.
  if (type === 'collection') return insertCollection(tx, row as CollectionRow);
  if (type === 'playground') return insertPlayground(tx, row as NewPlayground);
  if (type === 'test') {
    if (!(await isReadable(tx, accountId, row['playgroundId']))) row['playgroundId'] = null;
    return insertTestRun(tx, row as NewTestRun, 0);
  }
  if (type === 'api_key') await assertNewKey(tx, String(row['hash']));
  // If the account was deleted from this database, its audit events still exist.
  const inserting = tx.insert(table).values(row);
  await (type === 'audit_event' ? inserting.onConflictDoNothing() : inserting);
}

async function assertNewKey(tx: Db, hash: string): Promise<void> {
  const [known] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.hash, hash));
  if (known !== undefined) throw new AdminError(`A key of the export already exists as ${known.id}.`);
}

/**
 * Whether a test's playground is the account's own or public in this database. If not, the test loses it, as when another
 * account's playground is deleted.
 */
async function isReadable(tx: Db, accountId: string, id: unknown): Promise<boolean> {
  if (typeof id !== 'string') return false;
  return (
    (await tx.$count(playgrounds, ownOne(accountId, id))) > 0 || (await ownerOfPublic(tx, id)) !== undefined
  );
}
