/**
 * The machine's hosts file (hosts(5)), which c-ares queries do not read. Operators name hosts there, containers
 * get theirs from it; what it says goes through the address policy like every other address.
 */
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** The addresses that the file gives a name, in its order; empty when it does not name it. */
export type HostsFile = (hostname: string) => Promise<readonly string[]>;

const LOOK_AGAIN_MS = 5_000;
const SYSTEM_FILE =
  process.platform === 'win32' ? join('C:\\Windows', 'System32', 'drivers', 'etc', 'hosts') : '/etc/hosts';

/** Names in lower case to their addresses. Lines that are not understood are passed over, as every resolver does. */
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

/** Reads the file anew when it has changed; a file that cannot be read names nothing. */
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
