/** The tables. Times are timestamptz with milliseconds; ids are UUIDv7, so they sort by creation time. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/**
 * JSON stored as text: jsonb reorders keys and refuses NUL, and a stored value must be returned as it was sent.
 * JSON.stringify escapes NUL and lone surrogates, so any value survives.
 */
const jsonText = <T>(name: string) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    // drizzle does not call this for null, except in a prepared insert.
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (value) => JSON.parse(value ?? 'null') as T, // written by toDriver only
  })(name);

/** Prefix for a text that starts with a byte order mark, or with this character itself. */
const MARK = '\u2060';

/**
 * Text that is returned as it was stored: PGlite decodes text with TextDecoder, which drops a byte order mark at
 * the start.
 */
const exactText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  // A prepared insert also passes null, which the type of a custom column does not include.
  toDriver: (value: string | null) =>
    value?.startsWith('\ufeff') || value?.startsWith(MARK) ? MARK + value : (value as string),
  fromDriver: (value) => (value.startsWith(MARK) ? value.slice(MARK.length) : value),
});

/** The account that a row belongs to, and is deleted with. */
const owner = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  plan: text('plan').notNull(),
  /** Requests per day; null means the plan's limit. */
  dailyLimit: integer('daily_limit'),
  createdAt: time('created_at').notNull(),
  /** When the account was suspended; null if it is not. */
  suspendedAt: time('suspended_at'),
});

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
    name: exactText('name').notNull(),
    /** The first characters, shown to tell keys apart. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the whole key, hex. The key itself is never stored. */
    hash: text('hash').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    index('api_keys_account').on(table.accountId, table.id),
  ],
);

export const playgrounds = pgTable(
  'playgrounds',
  {
    id: uuid('id').notNull(),
    accountId: owner(),
    name: exactText('name').notNull(),
    /** The name with case folded by the service, so that search is the same on every database locale. */
    nameFolded: text('name_folded').notNull(),
    /** Whether the name was generated from the command and changes with it. */
    nameIsDefault: boolean('name_is_default').notNull().default(false),
    /** Markdown. */
    description: exactText('description').notNull().default(''),
    descriptionFolded: text('description_folded').notNull().default(''),
    curlCommand: exactText('curl_command').notNull(),
    /** Has no foreign key: it is cleared with the collection. Null for a playground in no collection. */
    collectionId: uuid('collection_id'),
    /** The place in the collection, ties by id. */
    collectionPlace: integer('collection_place').notNull().default(0),
    isPublic: boolean('is_public').notNull(),
    theme: text('theme').notNull(),
    languages: text('languages').array().notNull(),
    /** Whether the owner publishes the command's credentials unmasked. */
    shareSecrets: boolean('share_secrets').notNull().default(false),
    /** Whether anyone may run it from its page, charged to the owner. */
    publicRuns: boolean('public_runs').notNull().default(false),
    /** Origins of the sites that may embed it; empty means any site. */
    embedOrigins: text('embed_origins').array().notNull().default([]),
    /** How pages prompt for the command's variables: a list of objects. */
    variables: jsonText<unknown[]>('variables').notNull().default(sql`'[]'`),
    /** The result that the owner pinned as the example response. It may have been deleted; the copy remains. */
    exampleTestId: uuid('example_test_id'),
    /** A copy of that result for other accounts and visitors: masked and shortened. */
    example: jsonText<unknown>('example'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    // Newest first is the order of ids.
    primaryKey({ columns: [table.accountId, table.id] }),
    index('playgrounds_public').on(table.accountId, table.id).where(sql`${table.isPublic}`),
    index('playgrounds_updated').on(table.accountId, table.updatedAt, table.id),
    // Collation C sorts alike on every database, whatever its locale.
    index('playgrounds_name').on(table.accountId, sql`${table.nameFolded} collate "C"`, table.id),
    // Every search scans the index's pending list: 64 KiB instead of the default 4 MiB keeps that short.
    index('playgrounds_search')
      // A function of the migrations: the name's trigrams, each with the account.
      .using('gin', sql`name_trigrams(${table.accountId}, ${table.nameFolded})`)
      .with({ gin_pending_list_limit: 64 }),
    // Names and descriptions are searched apart: most playgrounds have no description.
    index('playgrounds_search_description')
      .using('gin', sql`name_trigrams(${table.accountId}, ${table.descriptionFolded})`)
      .where(sql`${table.descriptionFolded} <> ''`)
      .with({ gin_pending_list_limit: 64 }),
    index('playgrounds_collection')
      .on(table.accountId, table.collectionId, table.id)
      .where(sql`${table.collectionId} is not null`),
    index('playgrounds_uncollected').on(table.accountId, table.id).where(sql`${table.collectionId} is null`),
    // Deleting a result also removes it as the example.
    index('playgrounds_example')
      .on(table.accountId, table.exampleTestId)
      .where(sql`${table.exampleTestId} is not null`),
  ],
);

/** Playgrounds deleted on an account's pages, kept for a while so that deletion can be undone. */
export const deletedPlaygrounds = pgTable(
  'deleted_playgrounds',
  {
    accountId: owner(),
    id: uuid('id').notNull(),
    /** The deleted row. */
    row: jsonText<Record<string, unknown>>('row').notNull(),
    deletedAt: time('deleted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('deleted_playgrounds_time').on(table.deletedAt),
  ],
);

/** The owners of public playgrounds: maps an id to the account that every other table's key starts with. */
export const publicPlaygrounds = pgTable(
  'public_playgrounds',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
  },
  (table) => [index('public_playgrounds_account').on(table.accountId)],
);

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').notNull(),
    accountId: owner(),
    name: exactText('name').notNull(),
    /** Markdown. */
    description: exactText('description').notNull(),
    isPublic: boolean('is_public').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** The owners of public collections, like {@link publicPlaygrounds}. */
export const publicCollections = pgTable(
  'public_collections',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
  },
  (table) => [index('public_collections_account').on(table.accountId)],
);

/** Documentation sites whose pages run their commands. */
export const sites = pgTable(
  'sites',
  {
    id: uuid('id').notNull(),
    accountId: owner(),
    name: exactText('name').notNull(),
    /** Origins of its pages, exact or with `*.` for subdomains. */
    origins: text('origins').array().notNull(),
    /** Hosts that its commands may reach, exact or with `*.` for subdomains. */
    targets: text('targets').array().notNull(),
    runsPerDay: integer('runs_per_day').notNull(),
    /** How its pages prompt for variables of commands: a list of objects. */
    variables: jsonText<unknown[]>('variables').notNull(),
    theme: text('theme').notNull(),
    /** Whether readers confirm the first request of a page that may change something. */
    confirm: boolean('confirm').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** The owners of sites, like {@link publicPlaygrounds}. */
export const siteOwners = pgTable(
  'site_owners',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
  },
  (table) => [index('site_owners_account').on(table.accountId)],
);

/** Runs of the blocks of a site per UTC day. */
export const siteDays = pgTable(
  'site_days',
  {
    accountId: owner(),
    siteId: uuid('site_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The path of the page, and the position of the block on it, from 1. */
    path: exactText('path').notNull(),
    position: integer('position').notNull(),
    /** How often the block was opened. */
    shown: integer('shown').notNull(),
    runs: integer('runs').notNull(),
    /** As in {@link runDays}. */
    status4xx: integer('status_4xx').notNull(),
    status5xx: integer('status_5xx').notNull(),
    failed: integer('failed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.siteId, table.day, table.path, table.position] }),
  ],
);

/** Partitioned by id, that is by time, in the migrations (drizzle cannot); services/retention.ts extends and drops. */
export const testRuns = pgTable(
  'test_runs',
  {
    id: uuid('id').notNull(),
    accountId: owner(),
    /** Has no foreign key: a run may belong to another account than the playground. Null once the playground is deleted. */
    playgroundId: uuid('playground_id'),
    status: text('status').notNull(),
    /** The request without its body, shortened so that lists stay small. */
    request: jsonText<unknown>('request').notNull(),
    requestBody: jsonText<unknown>('request_body'),
    /** The response without headers and body, shortened like the request. */
    response: jsonText<unknown>('response'),
    responseHeaders: jsonText<Record<string, string>>('response_headers'),
    responseBody: exactText('response_body'),
    error: jsonText<unknown>('error'),
    timings: jsonText<unknown>('timings').notNull(),
    warnings: jsonText<unknown>('warnings').notNull(),
    /** The original of what was shortened above. */
    unshortened: jsonText<Record<string, unknown>>('unshortened'),
    createdAt: time('created_at').notNull(),
    /** The bytes that the run counts toward its account's storage. */
    bytes: integer('bytes')
      .notNull()
      .generatedAlwaysAs(
        sql`octet_length(request) + coalesce(octet_length(request_body), 0) + coalesce(octet_length(response), 0) + coalesce(octet_length(response_headers), 0) + coalesce(octet_length(response_body), 0) + coalesce(octet_length(error), 0) + octet_length(timings) + octet_length(warnings) + coalesce(octet_length(unshortened), 0)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // Most runs have no playground and are never looked up here.
    index('test_runs_playground')
      .on(table.playgroundId, table.accountId, table.id)
      .where(sql`${table.playgroundId} is not null`),
  ],
);

/**
 * Exact counts of long lists, maintained by store/counted-rows.ts: the number of items with ids of one UTC hour. Their sum
 * is the total, and any page is found without scanning up to it. Lists are `collections`, `tests`, `tests:` with a
 * playground's id, `playgrounds`, `playgrounds:public`, and the latter two with `:uncollected`: those in no
 * collection. Partitions of tests begin and end at hours, so their counts are dropped with them.
 */
export const listSegments = pgTable(
  'list_segments',
  {
    accountId: owner(),
    list: text('list').notNull(),
    /** The lowest id of the hour. */
    startId: uuid('start_id').notNull(),
    items: integer('items').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.list, table.startId] })],
);

/** The audit trail. It has no foreign key, because events remain after their account is deleted. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    action: text('action').notNull(),
    via: text('via').notNull(),
    keyId: uuid('key_id'),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    details: jsonText<Record<string, unknown>>('details').notNull(),
    requestId: text('request_id'),
    address: text('address'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('audit_events_created').on(table.createdAt),
    index('audit_events_target_type').on(table.accountId, table.targetType, table.id),
  ],
);

/** Requests charged per account and UTC day. Blocks are charged in advance; the unused part is refunded. */
export const usageDays = pgTable(
  'usage_days',
  {
    accountId: owner(),
    day: date('day', { mode: 'string' }).notNull(),
    used: bigint('used', { mode: 'number' }).notNull(),
    /** The number of requests that the last charge got: fewer than requested near the limit. */
    lastTaken: bigint('last_taken', { mode: 'number' }).notNull(),
    /** The instance that charged last. */
    holder: uuid('holder').notNull().default('00000000-0000-0000-0000-000000000000'),
    /** Until when only the holder admits requests. */
    leasedUntil: timestamp('leased_until', { withTimezone: true }).notNull().defaultNow(),
    /** Until when the account is treated as served by several instances. */
    sharedUntil: timestamp('shared_until', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

/** Runs of a playground per UTC day: its owner's, and those of other accounts and visitors. */
export const runDays = pgTable(
  'run_days',
  {
    /** The account of the playground, whoever runs it. */
    accountId: owner(),
    playgroundId: uuid('playground_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    byOwner: boolean('by_owner').notNull(),
    runs: integer('runs').notNull(),
    /** Runs whose response had a status of 400 to 499, of 500 to 599, and runs that failed. */
    status4xx: integer('status_4xx').notNull(),
    status5xx: integer('status_5xx').notNull(),
    failed: integer('failed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.playgroundId, table.day, table.byOwner] }),
    index('run_days_day').on(table.day),
  ],
);

/** Responses kept for 24 hours, to be replayed for the same Idempotency-Key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: owner(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request body, hex. */
    bodyHash: text('body_hash').notNull(),
    /** The attempt that holds the key while the request is in flight. */
    attempt: uuid('attempt').notNull(),
    /** Null while the first request is in flight. */
    status: integer('status'),
    location: text('location'),
    body: text('body'),
    /** The stored test that the response contains, instead of a body. */
    testId: uuid('test_id'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.operation, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** Runs of public playgrounds and of sites on the day of the last one; one row for each, under the id of either. */
export const publicRuns = pgTable(
  'public_runs',
  {
    accountId: owner(),
    playgroundId: uuid('playground_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.playgroundId] })],
);

/** Sessions of people signed in to their account's pages. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session's id, hex; the id itself is in the cookie only. */
    idHash: text('id_hash').primaryKey(),
    /** SHA-256 of the key that was used to sign in, hex: the session ends when the key does. */
    keyHash: text('key_hash').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_expires').on(table.expiresAt)],
);
