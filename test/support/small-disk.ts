/** Small disks, each in a mount namespace of its own: nobody else sees them, and they go with their process. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { notInstalled } from './installed.ts';

/** A mount namespace, as root or as one's own root. */
const NAMESPACE =
  process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--map-root-user', '--mount'];

/** Why there can be none here; false when there can. */
export function smallDiskMissing(): string | false {
  const [program = '', ...args] = NAMESPACE;
  const tried = spawnSync(program, [...args, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return tried.status === 0 ? false : notInstalled('mount namespaces');
}

/** What runs a command on a disk of its own at a folder. */
export const onDisk = (folder: string, size: string): string[] => [
  ...NAMESPACE,
  'sh',
  '-c',
  `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
  folder,
];

/**
 * Fills the disk that a process has at a folder.
 * @returns what makes room again
 */
export function fillDisk(pid: number | undefined, folder: string): () => void {
  // The process's own view: the mount is nobody else's.
  const file = `/proc/${pid}/root${folder}/fill`;
  const block = Buffer.alloc(64 * 1024);
  const handle = openSync(file, 'w');
  try {
    for (let size = block.length; size > 0; )
      try {
        writeSync(handle, block, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = size > 4096 ? 4096 : 0;
      }
  } finally {
    closeSync(handle);
  }
  if (statfsSync(file).bavail > 0) throw new Error('the disk is not full');
  return () => rmSync(file);
}
