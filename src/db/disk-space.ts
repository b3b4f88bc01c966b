/**
 * Room on the disk of a PGlite folder. Where its log cannot grow PGlite is lost and must be started again; so writes end
 * while there still is room for it, and what reads need (counting requests) goes on.
 */
import { statfs } from 'node:fs/promises';
import type { QueryClient } from './pglite-client.ts';

/** Bytes that must be free: two segments of the log. */
const RESERVE_BYTES = 32 * 1024 * 1024;
/** How long an answer of the file system is believed. */
const BELIEVED_MS = 200;

export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= RESERVE_BYTES;
}

const COUNTS_REQUESTS = /^\s*(?:insert into|update) "usage_days"/i;
const READS = /^\s*(?:select|with)\b/i;
/** In a common table expression, too. */
const WRITES = /\b(?:insert into|update "|delete from)/i;

/** The client with writes refused, as PostgreSQL says it (53100, disk_full), while there is no room. */
export function refuseWritesWhenFull(client: QueryClient, folder: string): QueryClient {
  let free = true;
  let askAgainAt = 0;
  const assertFreeSpace = async () => {
    if (performance.now() >= askAgainAt) {
      free = await hasFreeSpace(folder);
      askAgainAt = performance.now() + BELIEVED_MS;
    }
    if (!free)
      throw Object.assign(
        new Error(`No space left on device: writes need ${RESERVE_BYTES} bytes free in ${folder}`),
        {
          code: '53100',
        },
      );
  };
  return {
    query: async (text, ...rest) => {
      const reads = READS.test(text) && !WRITES.test(text);
      if (!reads && !COUNTS_REQUESTS.test(text)) await assertFreeSpace();
      return client.query(text, ...rest);
    },
    transaction: async (work) => {
      await assertFreeSpace();
      return client.transaction(work);
    },
    close: () => client.close(),
  };
}
