/**
 * Reads the machine's hosts file (hosts(5)), which c-ares queries ignore. Operators add names to it, and container
 * runtimes do. Its addresses pass through the address policy like all others.
 */
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** Returns the addresses of a name in the file's order; empty when the file does not contain it. */
export type HostsFile = (hostname: string) => Promise<readonly string[]>;

const LOOK_AGAIN_MS = 5_000;
const SYSTEM_FILE =
  process.platform === 'win32' ? join('C:\\Windows', 'System32', 'drivers', 'etc', 'hosts') : '/etc/hosts';

/** Maps names in lower case to their addresses. Invalid lines are ignored, as resolvers do. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const known = hosts.get(name.toLowerCase());
      if (known === undefined) hosts.set(name.toLowerCase(), [address]);
      else known.push(address);
    }
  }
  return hosts;
}

/** Creates a lookup that rereads the file when it has changed; an unreadable file counts as empty. */
export function createHostsFile(path: string = SYSTEM_FILE): HostsFile {
  let hosts = new Map<string, string[]>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let version = '';
  return async (hostname) => {
    if (performance.now() - lookedAt > LOOK_AGAIN_MS) {
      lookedAt = performance.now();
      try {
        const { mtimeMs, size } = await stat(path);
        if (version !== `${mtimeMs} ${size}`) {
          hosts = parseHosts(await readFile(path, 'utf8'));
          version = `${mtimeMs} ${size}`;
        }
      } catch {
        hosts = new Map();
        version = '';
      }
    }
    return hosts.get(hostname.toLowerCase()) ?? [];
  };
}
