/**
 * Resolves names to addresses. Queries go through c-ares (`dns.Resolver`), not getaddrinfo, which runs on
 * the four libuv threads shared with zlib and the file system: a few names with an unresponsive name server
 * would block decoding for all requests. The hosts file is read by hosts-file.ts. The drawback: search domains and
 * other NSS sources are not consulted.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { createHostsFile, type HostsFile } from './hosts-file.ts';

/** Queries the addresses of a name in one family. Rejects with the `code` of c-ares. */
export interface NameResolver {
  resolve(hostname: string, family: 4 | 6, signal: AbortSignal): Promise<string[]>;
}

/** The destination is refused by policy. Carries no reason: every caller gets the same message. */
export class DestinationRefused extends Error {
  constructor(
    message = 'This destination is not allowed: only public addresses are, unless the operator allows others.',
  ) {
    super(message);
  }
}

/** The name has no address, or no name server responds. */
export class NameError extends Error {}

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** How long one query waits for its response, and how often it is sent. */
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 3;
/** How long the other family may still take once one has responded (RFC 8305, section 3, is stricter). */
const OTHER_FAMILY_GRACE_MS = 300;

/**
 * Creates a resolver that reads the hosts file first, then queries the name servers.
 * @param servers `address[:port]` of the name servers; the system's when absent
 */
export function createResolver(
  servers?: readonly string[],
  hostsFile: HostsFile = createHostsFile(),
): NameResolver {
  return {
    async resolve(hostname, family, signal) {
      const listed = await hostsFile(hostname);
      if (listed.length > 0) return listed.filter((address) => isIP(address) === family);
      // One resolver per query, because cancel() ends all queries of a resolver.
      const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
      if (servers !== undefined) resolver.setServers(servers);
      const cancel = () => resolver.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
  };
}

/** Names of internal networks: RFC 6761, RFC 6762, RFC 9476, and those of cloud providers. */
const INTERNAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/i;

/** Whether a name is one that public DNS should not resolve; single labels are. */
export function isInternalName(hostname: string): boolean {
  return !hostname.includes('.') || INTERNAL_NAME.test(hostname);
}

export interface LookupOptions {
  policy: AddressPolicy;
  resolver: NameResolver;
  ipVersion: 4 | 6 | undefined;
  signal: AbortSignal;
  port: number;
}

/**
 * Returns the addresses of a name if the policy allows all of them. One refused address refuses the name, so that an
 * attacker cannot mix addresses. `localhost` is resolved here (RFC 6761), to those loopback addresses that the
 * operator allows; other internal names are queried, but accepted only when the operator allows every address
 * explicitly.
 * @throws DestinationRefused, NameError
 */
export async function lookup(hostname: string, options: LookupOptions): Promise<ResolvedAddress[]> {
  const { policy, port, ipVersion } = options;
  if (/(?:^|\.)localhost$/i.test(hostname)) {
    const allowed = LOOPBACK.filter(
      ({ address, family }) => (ipVersion ?? family) === family && policy.explicitlyAllowed(address, port),
    );
    if (allowed.length === 0) throw new DestinationRefused();
    return allowed;
  }
  const internal = isInternalName(hostname);
  const addresses = await resolveFamilies(hostname, options).catch((error: unknown) => {
    // The refusal of an internal name does not reveal whether it exists.
    throw internal ? new DestinationRefused() : error;
  });
  const acceptable = addresses.every(({ address }) =>
    internal ? policy.explicitlyAllowed(address, port) : policy.refusal(address, port) === undefined,
  );
  if (!acceptable) throw new DestinationRefused();
  return addresses;
}

const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function resolveFamilies(hostname: string, options: LookupOptions): Promise<ResolvedAddress[]> {
  const { resolver, ipVersion, signal } = options;
  const families: (4 | 6)[] = ipVersion === undefined ? [4, 6] : [ipVersion];
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  const found: ResolvedAddress[][] = [];
  const errors: unknown[] = [];
  let grace: NodeJS.Timeout | undefined;
  await Promise.all(
    families.map(async (family) => {
      try {
        const addresses = await resolver.resolve(hostname, family, either);
        found.push(addresses.map((address) => ({ address, family })));
        if (addresses.length > 0) grace ??= setTimeout(() => enough.abort(), OTHER_FAMILY_GRACE_MS);
      } catch (error) {
        errors.push(error);
      }
    }),
  );
  clearTimeout(grace);
  signal.throwIfAborted();
  const addresses = found.flat().toSorted((a, b) => a.family - b.family);
  if (addresses.length === 0) throw nameError(hostname, errors);
  return addresses;
}

function nameError(hostname: string, errors: readonly unknown[]): NameError {
  const codes = errors.map((error) => (error instanceof Error && 'code' in error ? error.code : ''));
  if (codes.includes('ETIMEOUT'))
    return new NameError(`The name servers for ${hostname} did not respond in time.`);
  if (codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA'))
    return new NameError(
      codes.includes('ENODATA') || codes.length === 0
        ? `The name ${hostname} has no address.`
        : `The name ${hostname} does not exist.`,
    );
  return new NameError(`The name ${hostname} could not be resolved.`);
}
