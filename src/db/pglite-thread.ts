/**
 * PGlite in a thread of its own, so that no statement holds the event loop: writing a response of 5 MB takes a quarter of
 * a second.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FixedQueue, Piscina } from 'piscina';
import { MigrationsDueError } from './migrate.ts';
import type { Wire } from './pglite-client.ts';

export type PgliteRequest = { folder: string; migrate: boolean | undefined } | Uint8Array | 'close';

/** The bundler keeps the depth of this file. */
const WORKER = fileURLToPath(new URL(`../db/pglite-worker${extname(import.meta.url)}`, import.meta.url));

/**
 * Opens the folder in a new thread, which keeps the process alive only while something is asked of it.
 * @param migrate false to refuse a database that needs migrations instead of applying them
 * @throws Error with PGlite's reason; MigrationsDueError
 */
export async function openPgliteThread(folder: string, migrate: boolean | undefined): Promise<Wire> {
  const thread = new Piscina<PgliteRequest, unknown>({
    filename: WORKER,
    minThreads: 1,
    maxThreads: 1,
    taskQueue: new FixedQueue(), // pools share the default one
    recordTiming: false,
  });
  let closed = false;
  const stop = async () => {
    closed = true;
    await thread.destroy();
  };
  try {
    const refused = (await thread.run({ folder, migrate })) as { due: string[] } | undefined;
    if (refused !== undefined) throw new MigrationsDueError(refused.due);
  } catch (error) {
    await stop();
    throw error;
  }
  // Nothing can be read or written any more: the process must be restarted.
  thread.on('error', (error: Error) => {
    throw error;
  });
  return {
    get closed() {
      return closed;
    },
    send: (messages) => thread.run(messages) as Promise<Uint8Array>, // what the worker answers to messages
    close: () => thread.run('close').then(stop, stop),
  };
}
