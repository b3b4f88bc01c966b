/** Creates, lists, reads and changes playgrounds, and pins their examples. */
import { and, asc, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '../codegen/index.ts';
import { type Db, isDistributed } from '../db/client.ts';
import { playgrounds } from '../db/schema.ts';
import { ApiError, invalid } from '../errors.ts';
import { variableNames } from '../request/variables.ts';
import {
  type CreatePlaygroundRequest,
  type ListPlaygroundsQuery,
  MAX_COMMAND_BYTES,
  type PlaygroundVariable,
  type UpdatePlaygroundRequest,
} from '../schemas/playground.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import { batchedLookup } from '../store/batched-lookup.ts';
import {
  insertPlayground,
  type NewPlayground,
  type PlaygroundRow,
  updatePlaygroundRow,
} from '../store/counted-rows.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId, timeOf } from '../store/ids.ts';
import { afterPosition, type List, maintainedList, newestOf, readList, readTotal } from '../store/lists.ts';
import { prepared } from '../store/prepared.ts';
import { assertStorable, foldCase } from '../store/storable-text.ts';
import { type Actor, recordEvent } from './audit.ts';
import { lockCollection, nextPlace } from './collection-places.ts';
import { attachExample, pinnedExample, previewExample } from './example-responses.ts';
import { readSource } from './programs.ts';
import { ownerOfPublic, playgroundChanged } from './shared-playgrounds.ts';
import {
  defaultName,
  nameForRecord,
  type ReaderView,
  readerView,
  type SharedRow,
  type StoredPlayground,
  visibleTo,
} from './sharing.ts';
import { assertOrigins } from './site-rules.ts';
import { assertVariables } from './variable-settings.ts';

/** The columns to read: without examples, which may be large and are read only where shown, and what only searches read. */
const { example: _example, descriptionFolded: _searched, ...rowColumns } = getTableColumns(playgrounds);
type Row = PlaygroundRow;

const {
  nameFolded: _folded,
  nameIsDefault: _isDefault,
  collectionPlace: _place,
  ...shownColumns
} = rowColumns;

const statements = prepared((db) => ({
  byKeys: db
    .select(rowColumns)
    .from(playgrounds)
    .where(
      and(
        sql`${playgrounds.accountId} = any(cast(${sql.placeholder('accounts')} as uuid[]))`,
        sql`${playgrounds.id} = any(cast(${sql.placeholder('ids')} as uuid[]))`,
      ),
    )
    .prepare('playgrounds_by_keys'),
  newest: newestOf(db, 'playgrounds_newest', {
    table: playgrounds,
    columns: shownColumns,
    list: sql`'playgrounds'`,
  }),
  uncollected: newestOf(db, 'playgrounds_uncollected', {
    table: playgrounds,
    columns: shownColumns,
    list: sql`'playgrounds:uncollected'`,
    where: isNull(playgrounds.collectionId),
  }),
}));

export const playgroundNotFound = () => new ApiError('not_found', 'The playground does not exist.');

/** A list's query, whether to search commands as well, and whether readers can run what is listed. */
type PlaygroundQuery = ListPlaygroundsQuery & { searchCommands?: boolean; isRunnable?: boolean };

/** Reads a page of an account's own playgrounds. */
export function listPlaygrounds(db: Db, accountId: string, query: PlaygroundQuery) {
  const { sort, search = '', is_public: isPublic, collection_id: collection } = query;
  const isPlain = sort === '-created_at' && search === '' && isPublic === undefined;
  const shown = (row: SharedRow) => visibleTo(row, accountId);
  const { newest, uncollected } = statements(db);
  if (isPlain && collection === undefined)
    return readList(query, maintainedList(db, accountId, 'playgrounds', newest), shown);
  if (isPlain && collection === 'none')
    return readList(query, maintainedList(db, accountId, 'playgrounds:uncollected', uncollected), shown);
  return readList(query, chosen(db, accountId, query), shown);
}

/** The sort orders. Each has an index, with the account first and the id last. */
const SORTED_BY = {
  created_at: { parts: ['id'], columns: [playgrounds.id], position: () => [] },
  updated_at: {
    parts: ['time', 'id'],
    columns: [playgrounds.updatedAt, playgrounds.id],
    position: (row: Row) => [row.updatedAt.toISOString()],
  },
  name: {
    parts: ['text', 'id'],
    columns: [sql`${playgrounds.nameFolded} collate "C"`, playgrounds.id],
    position: (row: Row) => [row.nameFolded],
  },
} as const;

/** Selects playgrounds that match a search or filter, in the given order. */
function chosen(db: Db, accountId: string, query: PlaygroundQuery): List<Row> {
  const { sort, search = '', is_public: isPublic, collection_id: collection, searchCommands = false } = query;
  const isRunnable = query.isRunnable === true;
  assertStorable(search, 'search', 'query');
  const descending = sort.startsWith('-');
  const { parts, columns, position } = SORTED_BY[sort.replace('-', '') as keyof typeof SORTED_BY]; // `sort` is an enum of these keys
  const folded = foldCase(search);
  const inName = sql`strpos(${playgrounds.nameFolded}, ${folded}) > 0`;
  const inDescription = and(
    sql`${playgrounds.descriptionFolded} <> ''`, // as in the index
    sql`strpos(${playgrounds.descriptionFolded}, ${folded}) > 0`,
  );
  // Collation C folds only ASCII, the same on every database.
  const inCommand = sql`strpos(lower(${playgrounds.curlCommand} collate "C"), lower(${search} collate "C")) > 0`;
  const matching = and(
    eq(playgrounds.accountId, accountId),
    isPublic === undefined ? undefined : eq(playgrounds.isPublic, isPublic),
    isRunnable ? eq(playgrounds.publicRuns, true) : undefined,
    collection === undefined ? undefined : inCollection(collection),
    search === ''
      ? undefined
      : searchCommands
        ? or(inName, inDescription, inCommand) // commands have no index: all of the account are read
        : or(
            and(inName, hasTrigrams(accountId, playgrounds.nameFolded, folded)),
            and(inDescription, hasTrigrams(accountId, playgrounds.descriptionFolded, folded)),
          ),
  );
  return {
    order: sort,
    parts,
    position: (row) => [...position(row), row.id],
    async read(range) {
      const [rows, maintained] = await Promise.all([
        db
          .select(rowColumns)
          .from(playgrounds)
          .where(and(matching, afterPosition(columns, parts, range, descending)))
          .orderBy(...columns.map((column) => (descending ? desc(column) : asc(column))))
          .limit(range.limit)
          .offset(range.skip),
        search === '' && !isRunnable && (collection ?? 'none') === 'none'
          ? maintainedCount(db, accountId, query)
          : undefined,
      ]);
      // If the first page holds all matches, they need no count.
      const known = range.behind === undefined && range.skip === 0 && rows.length < range.limit;
      return { rows, total: maintained ?? (known ? rows.length : await db.$count(playgrounds, matching)) };
    },
  };
}

/** The total of all of an account's playgrounds, or of those that are public or private, or in no collection. */
async function maintainedCount(
  db: Db,
  accountId: string,
  { is_public: isPublic, collection_id: collection }: PlaygroundQuery,
): Promise<number> {
  const suffix = collection === 'none' ? ':uncollected' : '';
  const [all, shared] = await Promise.all([
    isPublic === true ? 0 : readTotal(db, accountId, `playgrounds${suffix}`),
    isPublic === undefined ? 0 : readTotal(db, accountId, `playgrounds:public${suffix}`),
  ]);
  return isPublic === true ? shared : all - shared;
}

/** The totals of an account's playgrounds, and of those in no collection. */
export async function countPlaygrounds(db: Db, accountId: string) {
  const [all, uncollected] = await Promise.all(
    ['playgrounds', 'playgrounds:uncollected'].map((list) => readTotal(db, accountId, list)),
  );
  return { all: all ?? 0, uncollected: uncollected ?? 0 };
}

/** The condition for the playgrounds of a collection; `none` for those in no collection. */
function inCollection(id: string): SQL {
  if (id === 'none') return isNull(playgrounds.collectionId);
  return isId(id) ? eq(playgrounds.collectionId, id) : sql`false`;
}

/**
 * The condition that a trigram index serves: an account's names or descriptions with every three characters in a row of the
 * text, in any order. Undefined for shorter texts, which most names contain: a search for them reads all of the account.
 */
function hasTrigrams(accountId: string, column: PgColumn, folded: string): SQL | undefined {
  if (Array.from(folded).length < 3) return undefined;
  return sql`name_trigrams(${playgrounds.accountId}, ${column}) @> name_trigrams(${accountId}::uuid, ${folded}::text)`;
}

/**
 * Reads a playground as the viewer may see it: the account's own, or any public one.
 * @param viewer the account that asks; null is an anonymous visitor
 * @throws ApiError not_found
 */
export async function getPlayground(db: Db, viewer: string | null, id: string): Promise<StoredPlayground> {
  return visibleTo(await readableRow(db, viewer, id), viewer);
}

async function readableRow(db: Db, viewer: string | null, id: string): Promise<Row> {
  if (!isId(id)) throw playgroundNotFound();
  const row = (viewer === null ? undefined : await readOf(db, viewer, id)) ?? (await readPublic(db, id));
  if (row === undefined) throw playgroundNotFound();
  return row;
}

/**
 * Returns the account of a playground that the viewer may see.
 * @throws ApiError not_found
 */
export const ownerOf = async (db: Db, viewer: string | null, id: string): Promise<string> =>
  (await readableRow(db, viewer, id)).accountId;

const keyOf = (account: string, id: string): string => `${account} ${id}`;

const byKey = prepared((db) =>
  batchedLookup(
    (keys) => {
      const pairs = keys.map((key) => key.split(' '));
      // Sent as text, which both drivers accept for an array.
      const list = (index: number) => `{${[...new Set(pairs.map((pair) => pair[index]))].join()}}`;
      return statements(db).byKeys.execute({ accounts: list(0), ids: list(1) });
    },
    (row: Row) => keyOf(row.accountId, row.id),
    // The account: on a cluster, a node that is away fails only its own accounts.
    isDistributed(db) ? (key) => key.slice(0, key.indexOf(' ')) : undefined,
  ),
);

function readOf(db: Db, account: string, id: string): Promise<Row | undefined> {
  return byKey(db).add(keyOf(account, id), id.length);
}

async function readPublic(db: Db, id: string): Promise<Row | undefined> {
  const owner = await ownerOfPublic(db, id);
  const row = owner === undefined ? undefined : await readOf(db, owner, id);
  return row?.isPublic === true ? row : undefined;
}

/**
 * Reads the playgrounds of an account's collection in their order, as the viewer may see them.
 * @param viewer null is an anonymous visitor
 */
export async function playgroundsOf(db: Db, accountId: string, collectionId: string, viewer: string | null) {
  const shared = viewer === accountId ? undefined : playgrounds.isPublic;
  const rows = await db
    .select(rowColumns)
    .from(playgrounds)
    .where(and(eq(playgrounds.accountId, accountId), inCollection(collectionId), shared))
    .orderBy(asc(playgrounds.collectionPlace), asc(playgrounds.id));
  const shown: StoredPlayground[] = [];
  for (const row of rows) {
    shown.push(await visibleTo(row, viewer));
  }
  return shown;
}

/**
 * Locks a public playground against deletion until the transaction ends, as a foreign key would.
 * @returns whether it still exists
 */
export async function lockPublic(tx: Db, id: string): Promise<boolean> {
  const owner = await ownerOfPublic(tx, id);
  if (owner === undefined) return false;
  const found = await tx
    .select({ id: playgrounds.id })
    .from(playgrounds)
    .where(ownOne(owner, id))
    .for('key share');
  return found.length > 0;
}

/**
 * Parses a playground's command as the viewer may see it, and returns it with the playground's account.
 * @throws ApiError not_found, and invalid_request if this version rejects a command that an older one accepted
 */
export async function requestOfPlayground(
  db: Db,
  viewer: string | null,
  id: string,
): Promise<{ request: ParsedRequest; ownerId: string }> {
  const row = await readableRow(db, viewer, id);
  const { curl_command: command } = await visibleTo(row, viewer);
  const { request } = await readSource(viewer ?? id, { command, field: '/playground_id' });
  return { request, ownerId: row.accountId };
}

/**
 * Reads an account's own playground for editing; other accounts' public ones are not found.
 * @throws ApiError not_found
 */
export async function getOwnPlayground(db: Db, accountId: string, id: string): Promise<StoredPlayground> {
  return visibleTo(await ownRow(db, accountId, id), accountId);
}

/**
 * Reads an account's own playground as its readers see it, or would see it if it were public.
 * @throws ApiError not_found
 */
export async function previewForReaders(db: Db, accountId: string, id: string): Promise<ReaderView> {
  return readerView(await ownRow(db, accountId, id));
}

async function ownRow(db: Db, accountId: string, id: string): Promise<Row> {
  const row = isId(id) ? await readOf(db, accountId, id) : undefined;
  if (row === undefined) throw playgroundNotFound();
  return row;
}

/**
 * Creates a playground of the actor's account.
 * @throws ApiError invalid_request when the command does not parse or a text cannot be stored
 */
export async function createPlayground(
  db: Db,
  actor: Actor,
  body: CreatePlaygroundRequest,
): Promise<StoredPlayground> {
  const create = await prepareCreation(db, actor, body);
  return create(db);
}

/**
 * Does everything for {@link createPlayground} that may take long.
 * @returns a function that stores the playground, in a database or a transaction
 */
export async function prepareCreation(db: Db, actor: Actor, body: CreatePlaygroundRequest) {
  const row = await newRow(actor, body);
  const { exampleTestId: testId } = row;
  if (testId !== null) row.example = (await previewExample(db, row, testId)).example;
  const isRecorded = row.isPublic || row.shareSecrets;
  const record = isRecorded
    ? await changeRecord(actor, row, { isPublic: false, shareSecrets: false })
    : undefined;
  const playground = await visibleTo(row, actor.accountId);
  return async (store: Db): Promise<StoredPlayground> => {
    const { collectionId } = row;
    if (record === undefined && testId === null && collectionId === null) await insertPlayground(store, row);
    else
      await store.transaction(async (tx) => {
        if (collectionId !== null) row.collectionPlace = await nextPlace(tx, actor.accountId, collectionId);
        if (testId !== null) await attachExample(tx, row, testId);
        await insertPlayground(tx, row);
        await record?.(tx);
      });
    return playground;
  };
}

/**
 * Checks a new playground and makes its row.
 * @throws ApiError as {@link createPlayground}
 */
export async function newRow(actor: Actor, body: CreatePlaygroundRequest): Promise<NewPlayground> {
  const { accountId } = actor;
  const parsed = await parseCommand(accountId, body.curl_command);
  const name = body.name ?? (await defaultName(accountId, named(body.curl_command, parsed)));
  assertStorable(name, '/name');
  assertStorable(body.description ?? '', '/description');
  assertOrigins(body.embed_origins, 'embed_origins');
  assertVariables(body.variables, parsed);
  const id = newId();
  const createdAt = timeOf(id);
  return {
    ...DEFAULTS,
    ...columnsOf(body),
    id,
    accountId,
    name,
    nameFolded: foldCase(name),
    nameIsDefault: body.name === undefined,
    curlCommand: body.curl_command,
    createdAt,
    updatedAt: createdAt,
  };
}

const named = (command: string, { method, url }: ParsedRequest) => ({ command, method, url });

const DEFAULTS = {
  isPublic: false,
  description: '',
  descriptionFolded: '',
  collectionId: null,
  collectionPlace: 0,
  theme: 'auto',
  languages: [...LANGUAGES],
  shareSecrets: false,
  publicRuns: false,
  embedOrigins: [],
  variables: [],
  exampleTestId: null,
  example: null,
} satisfies Partial<NewPlayground>;

/** The columns of the fields that a body gives, without those of the name. */
function columnsOf(body: UpdatePlaygroundRequest): Partial<NewPlayground> {
  const columns = {
    description: body.description,
    descriptionFolded: body.description === undefined ? undefined : foldCase(body.description),
    curlCommand: body.curl_command,
    collectionId: body.collection_id,
    isPublic: body.is_public,
    theme: body.theme,
    languages: body.languages,
    shareSecrets: body.share_secrets,
    publicRuns: body.public_runs,
    embedOrigins: body.embed_origins,
    variables: body.variables,
    exampleTestId: body.example_test_id,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/**
 * Returns a function that records that a playground was created or changed: who can see it, and whether its credentials are
 * shared.
 */
async function changeRecord(actor: Actor, row: Row, before: Pick<Row, 'isPublic' | 'shareSecrets'>) {
  const actions: Parameters<typeof recordEvent>[2][] = [];
  if (row.isPublic !== before.isPublic)
    actions.push(row.isPublic ? 'playground.published' : 'playground.unpublished');
  if (row.shareSecrets !== before.shareSecrets)
    actions.push(row.shareSecrets ? 'playground.secrets_shared' : 'playground.secrets_hidden');
  const details = actions.length === 0 ? {} : { name: await nameForRecord(row) };
  return async (tx: Db) => {
    for (const action of actions) await recordEvent(tx, actor, action, row.id, details);
  };
}

/**
 * Updates fields of a playground of the actor's account.
 * @param ifMatch the If-Match header
 * @throws ApiError not_found, forbidden for another account's public playground, precondition_failed, invalid_request
 */
export async function updatePlayground(
  db: Db,
  actor: Actor,
  id: string,
  body: UpdatePlaygroundRequest,
  ifMatch: string | undefined,
): Promise<StoredPlayground> {
  const { accountId } = actor;
  const parsed =
    body.curl_command === undefined ? undefined : await parseCommand(accountId, body.curl_command);
  if (body.name !== undefined) assertStorable(body.name, '/name');
  assertStorable(body.description ?? '', '/description');
  assertOrigins(body.embed_origins, 'embed_origins');
  const collection = body.collection_id ?? undefined;
  const lock = async (tx: Db) => collection && lockCollection(tx, accountId, collection);
  const prepare = async (row: Row) => {
    const changed = await changedRow(row, body, parsed);
    const { exampleTestId: testId } = changed;
    const pins = testId !== null && testId !== row.exampleTestId;
    const example = pins
      ? (await previewExample(db, changed, testId)).example
      : testId === null
        ? null
        : await pinnedExample(db, changed, parsed !== undefined);
    const record = await changeRecord(actor, changed, row);
    const playground = await visibleTo(changed, accountId);
    return async (tx: Db) => {
      if (collection !== undefined && collection !== row.collectionId)
        changed.collectionPlace = await nextPlace(tx, accountId, collection);
      if (pins) await attachExample(tx, changed, testId);
      await updatePlaygroundRow(tx, example === undefined ? changed : { ...changed, example }, row);
      await record(tx);
      return playground;
    };
  };
  return changeOwn(db, accountId, id, ifMatch, prepare, lock);
}

async function changedRow(
  row: Row,
  body: UpdatePlaygroundRequest,
  parsed: ParsedRequest | undefined,
): Promise<Row> {
  const { accountId } = row;
  const nameIsDefault = row.nameIsDefault && body.name === undefined;
  const curlCommand = body.curl_command ?? row.curlCommand;
  if (body.variables !== undefined)
    assertVariables(body.variables, parsed ?? (await parseCommand(accountId, curlCommand)));
  const before = row.variables as PlaygroundVariable[]; // validated before it was stored
  const names = parsed && variableNames(parsed);
  const isNamedAgain = nameIsDefault && parsed !== undefined;
  const name =
    body.name ?? (isNamedAgain ? await defaultName(accountId, named(curlCommand, parsed)) : row.name);
  return {
    ...row,
    ...columnsOf(body),
    name,
    nameFolded: foldCase(name),
    nameIsDefault,
    variables: body.variables ?? before.filter(({ name: variable }) => names?.has(variable) ?? true),
    // Always later than the last change, even if another instance's clock is ahead.
    updatedAt: new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1)),
  };
}

/** The condition for one playground of an account. */
export const ownOne = (accountId: string, id: string) =>
  and(eq(playgrounds.accountId, accountId), eq(playgrounds.id, id));

/**
 * Changes or deletes an own playground.
 * @param prepare does what may take long, before the transaction, and returns the change for the transaction; called again if
 *   the row changes meanwhile
 * @param lock locks what is locked before playgrounds
 * @throws ApiError not_found, forbidden, precondition_failed
 */
export async function changeOwn<T>(
  db: Db,
  accountId: string,
  id: string,
  ifMatch: string | undefined,
  prepare: (row: Row) => Promise<(tx: Db) => Promise<T>>,
  lock: (tx: Db) => Promise<unknown> = async () => {},
): Promise<T> {
  for (;;) {
    const row = isId(id) ? await readOf(db, accountId, id) : undefined;
    if (row === undefined) {
      if (!isId(id) || (await ownerOfPublic(db, id)) === undefined) throw playgroundNotFound();
      throw new ApiError('forbidden', 'Only the owner can change this playground.');
    }
    assertMatch(ifMatch, { updated_at: row.updatedAt.toISOString(), warnings: [] });
    const change = await prepare(row);
    const done = await db.transaction(async (tx) => {
      await lock(tx);
      const [locked] = await tx
        .select({ updatedAt: playgrounds.updatedAt })
        .from(playgrounds)
        .where(ownOne(accountId, id))
        .for('update');
      return locked?.updatedAt.getTime() === row.updatedAt.getTime()
        ? { value: await change(tx) }
        : undefined;
    });
    if (done !== undefined) {
      playgroundChanged(db, id);
      return done.value;
    }
  }
}

/**
 * Parses the command of a playground that is to be saved or run.
 * @throws ApiError, InputError for `/curl_command`
 */
export async function parseCommand(caller: string, command: string): Promise<ParsedRequest> {
  assertStorable(command, '/curl_command');
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES)
    throw invalid(
      '/curl_command',
      'too_long',
      `curl_command must not have more than ${MAX_COMMAND_BYTES} bytes of UTF-8.`,
    );
  return (await readSource(caller, { command, field: '/curl_command' })).request;
}
