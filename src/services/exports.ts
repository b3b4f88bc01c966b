/** Exports collections as files, in the pool. */
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import type { ExportedCollection } from '../exports/exported.ts';
import { EXPORTS } from '../exports/index.ts';
import { pooled } from '../runtime/pool.ts';
import type { ExportFormat } from '../schemas/import.ts';
import { getCollection, sharedCollection } from './collections.ts';
import { playgroundsOf } from './playgrounds.ts';
import type { StoredPlayground } from './sharing.ts';

/** Milliseconds for the largest collection. */
const DEADLINE_MS = 15_000;

const writeExport = pooled(
  'export a collection',
  ({ collection, format }: { collection: ExportedCollection; format: ExportFormat }): string =>
    EXPORTS[format].write(collection),
  { size: () => Number.POSITIVE_INFINITY, deadlineMs: DEADLINE_MS },
);

/**
 * Exports a collection as the viewer may see it.
 * @throws ApiError not_found
 */
export async function exportCollection(
  db: Db,
  viewer: string,
  id: string,
  format: ExportFormat,
): Promise<{ text: string; filename: string }> {
  const { name, description, private_playground_ids: own } = await getCollection(db, viewer, id);
  const owner = own === undefined ? (await sharedCollection(db, id))?.ownerId : viewer;
  if (owner === undefined) throw new ApiError('not_found', 'The collection does not exist.');
  const rows = await playgroundsOf(db, owner, id, viewer);
  return exportPlaygrounds(viewer, rows, { name, description, format });
}

/** Writes playgrounds into a file. */
export async function exportPlaygrounds(
  caller: string,
  rows: readonly StoredPlayground[],
  { name, description, format }: { name: string; description: string; format: ExportFormat },
): Promise<{ text: string; filename: string }> {
  const playgrounds = rows.map((row) => ({
    name: row.name,
    description: row.description,
    command: row.curl_command,
    variables: row.variables,
  }));
  const text = await writeExport(caller, { collection: { name, description, playgrounds }, format });
  const plain = name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return { text, filename: `${plain || 'collection'}.${EXPORTS[format].ending}` };
}
