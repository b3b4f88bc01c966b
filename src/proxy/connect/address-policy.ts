/**
 * Decides which addresses may be connected to. A pure classifier with a named reason for every refusal; no sockets,
 * no names. IPv4 is refused by range (IANA special-purpose registry, RFC 6890 and successors); IPv6 is
 * allowed by allocation: only 2000::/3 is global unicast (RFC 4291), less the special blocks inside it, so
 * that whatever is not allocated, and every way to write an IPv4 address inside an IPv6 one, is refused.
 */
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** Why an address is not reachable through the proxy. For logs and tests; never part of a response. */
export type RefusalReason =
  | (typeof REFUSED)[number][1]
  | 'not_an_address'
  | 'denied'
  | 'port'
  | 'own_address'
  | 'unallocated';

/** An address range of one family, optionally for one TCP port only. */
export interface AddressRule {
  family: 'ipv4' | 'ipv6';
  /** Has only this range. */
  range: BlockList;
  port: number | undefined;
}

export interface AddressPolicyOptions {
  /** Reachable although not public. Overrides everything but `deny`. */
  allow: readonly AddressRule[];
  /** Refused although public. Overrides everything. */
  deny: readonly AddressRule[];
  /** TCP ports that are refused at public addresses. Default none. */
  denyPorts?: readonly number[];
  /** The machine's own addresses; refused even if public. */
  ownAddresses: () => readonly string[];
}

export interface AddressPolicy {
  /** Returns why an address is refused; undefined when it is allowed. */
  refusal(address: string, port: number): RefusalReason | undefined;
  /** Whether a port is refused at public addresses. */
  refusesPort(port: number): boolean;
  /** Whether an `allow` rule (and no `deny` rule) names that address. */
  explicitlyAllowed(address: string, port: number): boolean;
}

/** Refused ranges. The first match wins, so specific ranges precede wider ones. */
const REFUSED = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  // Alibaba Cloud's metadata service; inside the shared range.
  ['100.100.100.200/32', 'metadata'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.169.254/32', 'metadata'],
  // AWS ECS task metadata.
  ['169.254.170.2/32', 'metadata'],
  ['169.254.0.0/16', 'link_local'],
  ['172.16.0.0/12', 'private'],
  // Oracle Cloud's metadata service; inside the protocol assignments.
  ['192.0.0.192/32', 'metadata'],
  ['192.0.0.0/24', 'protocol_assignments'],
  ['192.0.2.0/24', 'documentation'],
  // Deprecated 6to4 relay anycast (RFC 7526).
  ['192.88.99.0/24', 'relay_anycast'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  // Azure's WireServer: a public address that serves secrets to virtual machines only.
  ['168.63.129.16/32', 'metadata'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'ipv4_mapped'],
  ['::ffff:0:0:0/96', 'ipv4_translated'],
  ['::/96', 'ipv4_compatible'],
  ['64:ff9b::/96', 'nat64'],
  ['64:ff9b:1::/48', 'nat64'],
  ['100::/64', 'discard'],
  ['100:0:0:1::/64', 'dummy'],
  ['2001::/32', 'teredo'],
  ['2001:2::/48', 'benchmarking'],
  ['2001::/23', 'protocol_assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment_routing'],
  // AWS's metadata service over IPv6, and Google's; inside the unique local range.
  ['fd00:ec2::254/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['fc00::/7', 'unique_local'],
  ['fe80::/10', 'link_local'],
  ['fec0::/10', 'site_local'],
  ['ff00::/8', 'multicast'],
] as const;

const REFUSED_RULES = REFUSED.map(([cidr, reason]) => ({ ...parseRule(cidr), reason }));
const GLOBAL_UNICAST = parseRule('2000::/3');

/** Creates an address policy from rules; see {@link parseAddressRules}. */
export function createAddressPolicy({
  allow,
  deny,
  denyPorts = [],
  ownAddresses,
}: AddressPolicyOptions): AddressPolicy {
  const refusedPorts = new Set(denyPorts);
  const named = (rules: readonly AddressRule[], address: SocketAddress, port: number) =>
    rules.some((rule) => (rule.port === undefined || rule.port === port) && contains(rule, address));
  let known: readonly string[] = [];
  let ownRules: readonly AddressRule[] = [];
  const isOwn = (address: SocketAddress) => {
    const addresses = ownAddresses();
    if (addresses !== known) ownRules = addresses.filter(isAddress).map(parseRule);
    known = addresses;
    return ownRules.some((rule) => contains(rule, address));
  };
  return {
    refusal(text, port) {
      if (!isAddress(text)) return 'not_an_address';
      const address = socketAddress(text);
      if (named(deny, address, port)) return 'denied';
      if (named(allow, address, port)) return undefined;
      const special = specialPurpose(address) ?? (isOwn(address) ? 'own_address' : undefined);
      return special ?? (refusedPorts.has(port) ? 'port' : undefined);
    },
    refusesPort: (port) => refusedPorts.has(port),
    explicitlyAllowed(text, port) {
      if (!isAddress(text)) return false;
      const address = socketAddress(text);
      return !named(deny, address, port) && named(allow, address, port);
    },
  };
}

/**
 * The ports that browsers refuse (Fetch standard, "port blocking"): mail, files, chat and other protocols that a request
 * over HTTP could be smuggled into.
 */
export const BAD_PORTS: readonly number[] = [
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103],
  ...[
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
  ],
  ...[515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723],
  ...[2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];

/** Whether an address is public, regardless of rules. */
export function isPublicAddress(address: string): boolean {
  return isAddress(address) && specialPurpose(socketAddress(address)) === undefined;
}

function specialPurpose(address: SocketAddress): RefusalReason | undefined {
  const special = REFUSED_RULES.find((rule) => contains(rule, address));
  if (special !== undefined) return special.reason;
  return address.family === 'ipv6' && !contains(GLOBAL_UNICAST, address) ? 'unallocated' : undefined;
}

/**
 * Reads a comma-separated list of addresses and CIDR ranges, each with an optional port: `10.1.2.3`,
 * `10.0.0.0/8:8080`, `fd00::/8`, `[::1]:3000`, `[fd00::]/8:443`. IPv6 with a port needs the brackets.
 * Bits after the prefix are ignored. An IPv4 rule covers nothing but IPv4: mapped addresses have to be
 * named themselves.
 * @throws Error naming the entry that is not understood
 */
export function parseAddressRules(text: string): AddressRule[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseRule);
}

function parseRule(entry: string): AddressRule {
  const wrong = (why: string) =>
    new Error(
      `"${entry}" ${why}: expected an IP address or CIDR range with an optional port, such as 10.0.0.0/8, 127.0.0.1:8080 or [::1]:8080.`,
    );
  const [, host = '', bits, port] = matchRule(entry) ?? [];
  if (!isAddress(host)) throw wrong('is not an address');
  const { family } = socketAddress(host);
  const width = family === 'ipv6' ? 128 : 32;
  const prefix = bits === undefined ? width : Number(bits);
  if (prefix > width) throw wrong('has a wrong prefix length');
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) throw wrong('has a wrong port');
  const range = new BlockList();
  range.addSubnet(host, prefix, family);
  return { family, range, port: port === undefined ? undefined : Number(port) };
}

/** Address, prefix length and port of an entry. The prefix may stand inside or outside the brackets. */
function matchRule(entry: string): RegExpExecArray | null {
  if (entry.startsWith('['))
    return /^\[([^\]/:]*:[^\]/]*)\](?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(
      entry.replace(/(\/\d+)\](?!\/)/, ']$1'),
    );
  const manyColons = entry.indexOf(':') !== entry.lastIndexOf(':');
  return manyColons
    ? /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry)
    : /^([^/:]+)(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(entry);
}

/** Whether an address is in the range of a rule. (A BlockList alone would apply IPv4 ranges to mapped addresses.) */
function contains({ family, range }: AddressRule, address: SocketAddress): boolean {
  return address.family === family && range.check(address);
}

function socketAddress(address: string): SocketAddress {
  return new SocketAddress({ address, family: isIPv6(address) ? 'ipv6' : 'ipv4' });
}

/** Whether a text is an address as sockets and resolvers format it, without a zone. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
