/** What PGlite's thread runs: it opens the folder, and then executes messages of PostgreSQL's protocol. */
import type { PGlite } from '@electric-sql/pglite';
import { move } from 'piscina';
import { MigrationsDueError } from './migrate.ts';
import { startPglite } from './pglite.ts';
import type { PgliteRequest } from './pglite-thread.ts';
import { reason } from './reason.ts';

let client: PGlite | undefined;

/** Opens the database, closes it, or executes messages and returns those of the answer. */
export default async function answer(request: PgliteRequest): Promise<unknown> {
  try {
    if (request === 'close') return await client?.close();
    if (request instanceof Uint8Array) {
      if (client === undefined) throw new Error('The thread of the database has ended.');
      return move((await client.execProtocolRaw(request)).slice());
    }
    client = await startPglite(request.folder, request.migrate);
    return undefined;
  } catch (error) {
    // Classes do not survive the way between threads; on a full disk PGlite may throw a number or a WebAssembly abort.
    if (error instanceof MigrationsDueError) return { due: error.due };
    throw new Error(reason(error));
  }
}
