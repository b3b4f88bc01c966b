/**
 * Refuses writes to a PGlite folder whose disk is almost full. When its write-ahead log cannot grow, PGlite fails until
 * restarted, so writes stop while some space is left. The writes that reads need (counting requests) continue.
 */
import { statfs } from 'node:fs/promises';
import type { QueryClient } from './pglite-client.ts';

/** Bytes that must be free: two segments of the write-ahead log. */
const RESERVE_BYTES = 32 * 1024 * 1024;
/** How long the file system's figure is cached. */
const CACHE_MS = 200;

/** Whether the disk of a folder has enough free space to write. */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= RESERVE_BYTES;
}

const COUNTS_REQUESTS = /^\s*(?:insert into|update) "usage_days"/i;
const READS = /^\s*(?:select|with)\b/i;
/** Also matches writes in a common table expression. */
const WRITES = /\b(?:insert into|update "|delete from)/i;

/** Wraps a client: refuses writes with PostgreSQL's disk_full (53100) while too little space is free. */
export function refuseWritesWhenFull(client: QueryClient, folder: string): QueryClient {
  let free = true;
  let askAgainAt = 0;
  const assertFreeSpace = async () => {
    if (performance.now() >= askAgainAt) {
      free = await hasFreeSpace(folder);
      askAgainAt = performance.now() + CACHE_MS;
    }
    if (!free)
      throw Object.assign(
        new Error(`No space left on device: writes need ${RESERVE_BYTES} bytes free in ${folder}`),
        { code: '53100' },
      );
  };
  return {
    ...client,
    query: async (text, ...rest) => {
      const reads = READS.test(text) && !WRITES.test(text);
      if (!reads && !COUNTS_REQUESTS.test(text)) await assertFreeSpace();
      return client.query(text, ...rest);
    },
    transaction: async (work) => {
      await assertFreeSpace();
      return client.transaction(work);
    },
  };
}
