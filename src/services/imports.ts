/** Imports documents of other tools as playgrounds. */
import type { Db } from '../db/client.ts';
import { ApiError, atField, InputError, invalid, unavailable } from '../errors.ts';
import { type ImportInput, type ImportResult, readImport } from '../imports/index.ts';
import type { ImportedItem } from '../imports/item.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { pooled } from '../runtime/pool.ts';
import { MAX_MEMBERS } from '../schemas/collection.ts';
import type { ImportRequest, ImportResponse } from '../schemas/import.ts';
import { insertPrivatePlaygrounds, type NewPlayground } from '../store/counted-rows.ts';
import type { Actor } from './audit.ts';
import { lockCollection, nextPlace } from './collection-places.ts';
import { createCollection } from './collections.ts';
import { newRow } from './playgrounds.ts';

/** Milliseconds for a document of the largest size. */
const DEADLINE_MS = 15_000;
/** Imports that wait for the one before. */
const MAX_WAITING = 16;

/** Always in the pool: a small document can be long work, too. */
const readDocument = pooled(
  'read an import',
  (input: ImportInput): ImportResult => atField('/document', () => readImport(input)),
  { size: () => Number.POSITIVE_INFINITY, deadlineMs: DEADLINE_MS },
);

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Runs imports one after the other, so that a worker stays free for shorter work. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING)
    throw unavailable('Too many documents are being imported. Try again in a moment.');
  waiting += 1;
  const done = last.then(work).finally(() => {
    waiting -= 1;
  });
  last = done.catch(() => {});
  return done;
}

/**
 * Reads a document and prepares its playgrounds.
 * @returns a function that stores them in a transaction, or for a dry run only checks the collection
 * @throws ApiError, InputError for the document
 */
export async function prepareImport(actor: Actor, body: ImportRequest) {
  const { document, format, collection_id: collectionId, collection_name: collectionName } = body;
  if (collectionId !== undefined && collectionName !== undefined)
    throw invalid('/collection_name', 'conflicting_fields', 'Give either collection_id or collection_name.');
  if (typeof document !== 'string')
    throw invalid('/document', 'type', 'document must be a text or an object: the whole document.');
  const read = await inTurn(() => readDocument(actor.accountId, { source: document, format }));
  const { rows, skipped, warnings } = await rowsOf(actor, read);
  const name = collectionName ?? (rows.length <= MAX_MEMBERS ? read.name : '');
  if (collectionName !== undefined) assertFits(rows.length);
  if (read.name !== '' && rows.length > MAX_MEMBERS && collectionId === undefined)
    warnings.push(`A collection has at most ${MAX_MEMBERS} playgrounds, so these are in none.`);
  const isDry = body.dry_run === true;

  const collectionFor = async (tx: Db): Promise<ImportResponse['collection']> => {
    if (collectionId !== undefined) {
      const first = await nextPlace(tx, actor.accountId, collectionId, rows.length);
      for (const [index, row] of rows.entries())
        Object.assign(row, { collectionId, collectionPlace: first + index });
      const row = await lockCollection(tx, actor.accountId, collectionId);
      return { id: collectionId, name: row?.name ?? '' };
    }
    if (name === '' || rows.length === 0) return null;
    if (isDry) return { id: null, name };
    const { id } = await createCollection(tx, actor, { name, description: read.description });
    for (const [index, row] of rows.entries())
      Object.assign(row, { collectionId: id, collectionPlace: index });
    return { id, name };
  };

  return (store: Db): Promise<ImportResponse> =>
    store.transaction(async (tx) => {
      const collection = await collectionFor(tx);
      if (!isDry) await insertPrivatePlaygrounds(tx, rows);
      const playgrounds = rows.map(({ id, name, curlCommand }, index) => ({
        id: isDry ? null : id,
        name,
        curl_command: curlCommand,
        warnings: read.items[index]?.warnings ?? [],
      }));
      return { format: read.format, collection, playgrounds, skipped, warnings };
    });
}

function assertFits(count: number): void {
  if (count <= MAX_MEMBERS) return;
  throw invalid(
    '/collection_name',
    'full_collection',
    `The document has ${count} requests, and a collection at most ${MAX_MEMBERS} playgrounds. Leave out collection_name, or split the document.`,
  );
}

/** Makes the rows, one in each iteration of the event loop. What cannot be stored is skipped. */
async function rowsOf(actor: Actor, { items, skipped, warnings }: ImportResult) {
  const rows: NewPlayground[] = [];
  const kept: ImportedItem[] = [];
  for (const item of items) {
    await yieldToEventLoop();
    try {
      rows.push(await newRow(actor, creationOf(item)));
      kept.push(item);
    } catch (error) {
      if (!(error instanceof InputError || (error instanceof ApiError && error.code === 'invalid_request')))
        throw error;
      skipped.push({ name: item.name, reason: error.message });
    }
  }
  items.splice(0, items.length, ...kept);
  return { rows, skipped, warnings };
}

const creationOf = ({ name, description, command, variables }: ImportedItem) => ({
  ...(name.trim() !== '' && { name }),
  description,
  curl_command: command,
  variables,
});
