/** Addresses that a request gives for hosts (`--resolve`), which then are not looked up in DNS. */
import { isIP } from 'node:net';
import type { InputIssues } from '../../errors.ts';
import type { ResolvedAddress } from './resolver.ts';

/** By `host:port`; the host `*` is any. */
export type GivenAddresses = ReadonlyMap<string, readonly ResolvedAddress[]>;

/** Reads `options.resolve`; as in curl, the last entry for a host and port applies. */
export function readGivenAddresses(
  entries: readonly string[] | undefined,
  issues: InputIssues,
): GivenAddresses {
  const given = new Map<string, readonly ResolvedAddress[]>();
  entries?.forEach((entry, index) => {
    const [, host = '', port = '', list = ''] = /^(\[[^\]]*\]|[^:]*):(\d+):(.*)$/s.exec(entry) ?? [];
    const addresses = list.split(',').flatMap((text) => {
      const address = bare(text);
      const family = isIP(address);
      return family === 4 || family === 6 ? [{ address, family } as const] : [];
    });
    if (addresses.length < list.split(',').length)
      issues.add(
        `/options/resolve/${index}`,
        'invalid_address',
        'An entry of options.resolve must be HOST:PORT:ADDRESS, with one or more IP addresses after commas.',
      );
    given.set(`${bare(host).toLowerCase()}:${Number(port)}`, addresses);
  });
  return given;
}

/** The addresses for a host and port; undefined when DNS is asked, as for a host that has none of the family. */
export function givenFor(
  given: GivenAddresses,
  { hostname, port }: { hostname: string; port: number },
  ipVersion: 4 | 6 | undefined,
): readonly ResolvedAddress[] | undefined {
  const addresses = given.get(`${hostname}:${port}`) ?? given.get(`*:${port}`);
  const fitting = addresses?.filter(({ family }) => (ipVersion ?? family) === family);
  return fitting?.length === 0 ? undefined : fitting;
}

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
