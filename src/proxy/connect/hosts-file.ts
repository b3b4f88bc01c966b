/**
 * Reads the machine's hosts file (hosts(5)), which c-ares queries ignore. Operators add names to it, and container
 * runtimes do. Its addresses pass through the address policy like all others.
 */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns the addresses of a name in the file's order; empty when the file does not contain it. */
export type HostsFile = (hostname: string) => Promise<readonly string[]>;

const READ_AGAIN_MS = 5_000;
const SYSTEM_FILE =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Maps names in lower case to their addresses. Invalid lines are ignored, as resolvers do. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const known = hosts.get(name);
      if (known === undefined) hosts.set(name, [address]);
      else known.push(address);
    }
  }
  return hosts;
}

/** Creates a lookup that rereads the file every few seconds; an unreadable file counts as empty. */
export function createHostsFile(path: string = SYSTEM_FILE): HostsFile {
  let hosts: Promise<Map<string, string[]>>;
  let readAt = Number.NEGATIVE_INFINITY;
  let read = '';
  let parsed = new Map<string, string[]>();
  const parse = (text: string) => {
    if (text !== read) parsed = parseHosts(text);
    read = text;
    return parsed;
  };
  return async (hostname) => {
    if (performance.now() - readAt > READ_AGAIN_MS) {
      readAt = performance.now();
      hosts = readFile(path, 'utf8').then(parse, () => new Map());
    }
    return (await hosts).get(hostname.toLowerCase()) ?? [];
  };
}
