/** The address policy as a table: first and last address of every range, and the neighbours just outside. */
import t from 'tap';
import {
  createAddressPolicy,
  isPublicAddress,
  parseAddressRules,
  type RefusalReason,
} from '../../src/proxy/connect/address-policy.ts';

const policy = createAddressPolicy({ allow: [], deny: [], ownAddresses: () => [] });

type Verdict = RefusalReason | 'allowed';

/** First and last address of a range, why it is refused, and the neighbours before and after it. */
const RANGES: readonly (readonly [
  first: string,
  last: string,
  reason: Verdict,
  before: readonly [string, Verdict] | undefined,
  after: readonly [string, Verdict] | undefined,
])[] = [
  ['0.0.0.0', '0.255.255.255', 'unspecified', undefined, ['1.0.0.0', 'allowed']],
  ['10.0.0.0', '10.255.255.255', 'private', ['9.255.255.255', 'allowed'], ['11.0.0.0', 'allowed']],
  ['100.64.0.0', '100.127.255.255', 'shared', ['100.63.255.255', 'allowed'], ['100.128.0.0', 'allowed']],
  [
    '100.100.100.200',
    '100.100.100.200',
    'metadata',
    ['100.100.100.199', 'shared'],
    ['100.100.100.201', 'shared'],
  ],
  ['127.0.0.0', '127.255.255.255', 'loopback', ['126.255.255.255', 'allowed'], ['128.0.0.0', 'allowed']],
  [
    '169.254.0.0',
    '169.254.255.255',
    'link_local',
    ['169.253.255.255', 'allowed'],
    ['169.255.0.0', 'allowed'],
  ],
  [
    '169.254.169.254',
    '169.254.169.254',
    'metadata',
    ['169.254.169.253', 'link_local'],
    ['169.254.169.255', 'link_local'],
  ],
  [
    '169.254.170.2',
    '169.254.170.2',
    'metadata',
    ['169.254.170.1', 'link_local'],
    ['169.254.170.3', 'link_local'],
  ],
  ['172.16.0.0', '172.31.255.255', 'private', ['172.15.255.255', 'allowed'], ['172.32.0.0', 'allowed']],
  [
    '192.0.0.0',
    '192.0.0.255',
    'protocol_assignments',
    ['191.255.255.255', 'allowed'],
    ['192.0.1.0', 'allowed'],
  ],
  [
    '192.0.0.192',
    '192.0.0.192',
    'metadata',
    ['192.0.0.191', 'protocol_assignments'],
    ['192.0.0.193', 'protocol_assignments'],
  ],
  ['192.0.2.0', '192.0.2.255', 'documentation', ['192.0.1.255', 'allowed'], ['192.0.3.0', 'allowed']],
  [
    '192.88.99.0',
    '192.88.99.255',
    'relay_anycast',
    ['192.88.98.255', 'allowed'],
    ['192.88.100.0', 'allowed'],
  ],
  ['192.168.0.0', '192.168.255.255', 'private', ['192.167.255.255', 'allowed'], ['192.169.0.0', 'allowed']],
  ['198.18.0.0', '198.19.255.255', 'benchmarking', ['198.17.255.255', 'allowed'], ['198.20.0.0', 'allowed']],
  [
    '198.51.100.0',
    '198.51.100.255',
    'documentation',
    ['198.51.99.255', 'allowed'],
    ['198.51.101.0', 'allowed'],
  ],
  ['203.0.113.0', '203.0.113.255', 'documentation', ['203.0.112.255', 'allowed'], ['203.0.114.0', 'allowed']],
  ['168.63.129.16', '168.63.129.16', 'metadata', ['168.63.129.15', 'allowed'], ['168.63.129.17', 'allowed']],
  ['224.0.0.0', '239.255.255.255', 'multicast', ['223.255.255.255', 'allowed'], ['240.0.0.0', 'reserved']],
  [
    '240.0.0.0',
    '255.255.255.254',
    'reserved',
    ['239.255.255.255', 'multicast'],
    ['255.255.255.255', 'broadcast'],
  ],
  ['::', '::', 'unspecified', undefined, ['::1', 'loopback']],
  ['::1', '::1', 'loopback', ['::', 'unspecified'], ['::2', 'ipv4_compatible']],
  ['::2', '::ffff:ffff', 'ipv4_compatible', ['::1', 'loopback'], ['::1:0:0', 'unallocated']],
  [
    '::ffff:0:0',
    '::ffff:ffff:ffff',
    'ipv4_mapped',
    ['::fffe:ffff:ffff', 'unallocated'],
    ['::1:0:0:0', 'unallocated'],
  ],
  [
    '::ffff:0:0:0',
    '::ffff:0:ffff:ffff',
    'ipv4_translated',
    ['::fffe:ffff:ffff:ffff', 'unallocated'],
    ['::ffff:1:0:0', 'unallocated'],
  ],
  [
    '64:ff9b::',
    '64:ff9b::ffff:ffff',
    'nat64',
    ['64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['64:ff9b::1:0:0', 'unallocated'],
  ],
  [
    '64:ff9b:1::',
    '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
    'nat64',
    ['64:ff9b:0:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['64:ff9b:2::', 'unallocated'],
  ],
  [
    '100::',
    '100::ffff:ffff:ffff:ffff',
    'discard',
    ['ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['100:0:0:1::', 'dummy'],
  ],
  [
    '100:0:0:1::',
    '100:0:0:1:ffff:ffff:ffff:ffff',
    'dummy',
    ['100::ffff:ffff:ffff:ffff', 'discard'],
    ['100:0:0:2::', 'unallocated'],
  ],
  [
    '2000::',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'allowed',
    ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['2001::', 'teredo'],
  ],
  [
    '2001::',
    '2001:0:ffff:ffff:ffff:ffff:ffff:ffff',
    'teredo',
    ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'allowed'],
    ['2001:1::', 'protocol_assignments'],
  ],
  [
    '2001:2::',
    '2001:2:0:ffff:ffff:ffff:ffff:ffff',
    'benchmarking',
    ['2001:1:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol_assignments'],
    ['2001:2:1::', 'protocol_assignments'],
  ],
  [
    '2001:10::',
    '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff',
    'protocol_assignments',
    ['2001:f::', 'protocol_assignments'],
    ['2001:30::', 'protocol_assignments'],
  ],
  [
    '2001:3::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    'protocol_assignments',
    ['2001:2:ffff::', 'protocol_assignments'],
    ['2001:200::', 'allowed'],
  ],
  [
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    'documentation',
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', 'allowed'],
    ['2001:db9::', 'allowed'],
  ],
  [
    '2002::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '6to4',
    ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'allowed'],
    ['2003::', 'allowed'],
  ],
  [
    '2400::',
    '2c0f:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'allowed',
    ['23ff::', 'allowed'],
    ['2c10::', 'allowed'],
  ],
  [
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    'documentation',
    ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'allowed'],
    ['3fff:1000::', 'allowed'],
  ],
  [
    '4000::',
    '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'unallocated',
    ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'allowed'],
    ['5f00::', 'segment_routing'],
  ],
  [
    '5f00::',
    '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'segment_routing',
    ['5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['5f01::', 'unallocated'],
  ],
  [
    '5f01::',
    'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'unallocated',
    ['5f00:ffff::', 'segment_routing'],
    ['fc00::', 'unique_local'],
  ],
  [
    'fc00::',
    'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'unique_local',
    ['fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['fe00::', 'unallocated'],
  ],
  [
    'fd00:ec2::254',
    'fd00:ec2::254',
    'metadata',
    ['fd00:ec2::253', 'unique_local'],
    ['fd00:ec2::255', 'unique_local'],
  ],
  [
    'fd20:ce::254',
    'fd20:ce::254',
    'metadata',
    ['fd20:ce::253', 'unique_local'],
    ['fd20:ce::255', 'unique_local'],
  ],
  [
    'fe80::',
    'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'link_local',
    ['fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unallocated'],
    ['fec0::', 'site_local'],
  ],
  [
    'fec0::',
    'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'site_local',
    ['febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link_local'],
    ['ff00::', 'multicast'],
  ],
  [
    'ff00::',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'multicast',
    ['feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site_local'],
    undefined,
  ],
];

/** Addresses inside ranges, other spellings of one address, and what is no address. */
const SINGLE: readonly (readonly [string, Verdict])[] = [
  ['1.1.1.1', 'allowed'],
  ['8.8.8.8', 'allowed'],
  ['93.184.216.34', 'allowed'],
  ['192.31.196.1', 'allowed'],
  ['192.175.48.1', 'allowed'],
  ['2606:4700:4700::1111', 'allowed'],
  ['2001:4860:4860::8888', 'allowed'],
  ['2a00:1450:4001:81b::200e', 'allowed'],
  ['::127.0.0.1', 'ipv4_compatible'],
  ['::7f00:1', 'ipv4_compatible'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', 'loopback'],
  ['::0001', 'loopback'],
  ['::ffff:127.0.0.1', 'ipv4_mapped'],
  ['::ffff:7f00:1', 'ipv4_mapped'],
  ['::FFFF:169.254.169.254', 'ipv4_mapped'],
  ['::ffff:8.8.8.8', 'ipv4_mapped'],
  ['::a9fe:a9fe', 'ipv4_compatible'],
  ['64:ff9b::7f00:1', 'nat64'],
  ['64:ff9b::169.254.169.254', 'nat64'],
  ['64:ff9b:1:fffe::a9fe:a9fe', 'nat64'],
  ['2002:7f00:1::', '6to4'],
  ['2002:a9fe:a9fe::1', '6to4'],
  ['2001:0:a9fe:a9fe::1', 'teredo'],
  ['FE80::1', 'link_local'],
  ['fe80::1%eth0', 'not_an_address'],
  ['FD00:EC2::254', 'metadata'],
  ['', 'not_an_address'],
  ['localhost', 'not_an_address'],
  ['127.1', 'not_an_address'],
  ['0x7f.0.0.1', 'not_an_address'],
  ['0177.0.0.1', 'not_an_address'],
  ['2130706433', 'not_an_address'],
  ['256.0.0.1', 'not_an_address'],
  ['1.2.3.4.5', 'not_an_address'],
  [' 1.1.1.1', 'not_an_address'],
  ['1.1.1.1 ', 'not_an_address'],
  ['[::1]', 'not_an_address'],
  [':::1', 'not_an_address'],
  ['1.1.1.1/8', 'not_an_address'],
];

t.test('every range, its edges and its neighbours', async (t) => {
  const verdict = (address: string) => policy.refusal(address, 80) ?? 'allowed';
  for (const [first, last, reason, before, after] of RANGES) {
    t.equal(verdict(first), reason, `${first} starts ${reason}`);
    t.equal(verdict(last), reason, `${last} ends ${reason}`);
    for (const [address, expected] of [before, after].filter((neighbour) => neighbour !== undefined))
      t.equal(verdict(address), expected, `${address} is next to ${first}`);
  }
  for (const [address, expected] of SINGLE) t.equal(verdict(address), expected, `${address}`);
});

t.test('public is what is in no range, whatever the rules say', async (t) => {
  for (const address of ['1.1.1.1', '2606:4700::1']) t.equal(isPublicAddress(address), true);
  for (const address of ['127.0.0.1', '::1', '10.1.1.1', '4000::1', 'x'])
    t.equal(isPublicAddress(address), false);
});

t.test('rules: deny beats allow beats own addresses beats ranges', async (t) => {
  const ruled = createAddressPolicy({
    allow: parseAddressRules('10.0.0.0/8:8080, 127.0.0.1, [::1]:3000 ,fd00::/8,198.51.100.7'),
    deny: parseAddressRules('10.9.0.0/16,8.8.8.0/24,1.1.1.1:25,[2606::]/16:443'),
    ownAddresses: () => ['52.1.2.3', 'fe80::1%eth0', '2a00::7', '198.51.100.7'],
  });
  const table: readonly (readonly [string, number, Verdict])[] = [
    ['10.1.1.1', 8080, 'allowed'],
    ['10.1.1.1', 8081, 'private'],
    ['10.9.1.1', 8080, 'denied'],
    ['10.8.255.255', 8080, 'allowed'],
    ['10.10.0.0', 8080, 'allowed'],
    ['11.0.0.0', 8080, 'allowed'],
    ['127.0.0.1', 1, 'allowed'],
    ['127.0.0.2', 1, 'loopback'],
    ['::1', 3000, 'allowed'],
    ['::1', 3001, 'loopback'],
    ['::ffff:127.0.0.1', 1, 'ipv4_mapped'],
    ['fd12::1', 5, 'allowed'],
    ['fc12::1', 5, 'unique_local'],
    ['8.8.8.8', 53, 'denied'],
    ['8.8.9.0', 53, 'allowed'],
    ['8.8.7.255', 53, 'allowed'],
    ['1.1.1.1', 25, 'denied'],
    ['1.1.1.1', 443, 'allowed'],
    ['2606::1', 443, 'denied'],
    ['2606::1', 80, 'allowed'],
    ['2607::1', 443, 'allowed'],
    ['52.1.2.3', 80, 'own_address'],
    ['52.1.2.4', 80, 'allowed'],
    ['2a00::7', 80, 'own_address'],
    ['2a00:0::0:7', 80, 'own_address'],
    ['198.51.100.7', 80, 'allowed'],
  ];
  for (const [address, port, expected] of table)
    t.equal(ruled.refusal(address, port) ?? 'allowed', expected, `${address} ${port}`);
  t.equal(ruled.explicitlyAllowed('127.0.0.1', 9), true);
  t.equal(ruled.explicitlyAllowed('1.1.1.1', 443), false, 'public is not explicit');
  t.equal(ruled.explicitlyAllowed('10.9.0.1', 8080), false, 'deny counts here too');
});

t.test('how rules are written', async (t) => {
  const allowed = (rules: string, address: string, port = 80) =>
    createAddressPolicy({ allow: parseAddressRules(rules), deny: [], ownAddresses: () => [] }).refusal(
      address,
      port,
    ) === undefined;
  const good: readonly (readonly [string, string, number, boolean])[] = [
    ['127.0.0.1', '127.0.0.1', 80, true],
    ['127.0.0.1/8', '127.9.9.9', 80, true],
    ['127.0.0.1/32', '127.0.0.2', 80, false],
    ['0.0.0.0/0', '10.0.0.1', 80, true],
    ['0.0.0.0/0', '::1', 80, false],
    ['::/0', '::1', 80, true],
    ['::/0', '10.0.0.1', 80, false],
    ['::1', '::1', 80, true],
    ['[::1]', '::1', 80, true],
    ['[::1]:80', '::1', 80, true],
    ['[::1]:80', '::1', 81, false],
    ['[fd00::]/8:80', 'fdff::1', 80, true],
    ['[fd00::/8]:80', 'fdff::1', 80, true],
    ['[fd00::/8]', 'fdff::1', 80, true],
    ['10.0.0.0/8:65535', '10.0.0.1', 65_535, true],
    ['::ffff:10.0.0.1', '::ffff:a00:1', 80, true],
    ['::ffff:10.0.0.1', '10.0.0.1', 80, false],
    ['', '10.0.0.1', 80, false],
    [' , ,', '10.0.0.1', 80, false],
  ];
  for (const [rules, address, port, expected] of good)
    t.equal(allowed(rules, address, port), expected, `${rules} and ${address}:${port}`);
  const bad = [
    ...[
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/',
      '10.0.0/8',
      '10.0.0.1:0',
      '10.0.0.1:65536',
      '10.0.0.1:',
    ],
    ...[
      '10.0.0.1:80:80',
      '*',
      '::/129',
      '[::1',
      '::1]',
      '[::1]:',
      '[10.0.0.1]:80',
      '[::1/8]/8',
      'fe80::1%eth0',
      '10.0.0.1-10.0.0.9',
    ],
    ...['example.com:80', '0x7f.1', '10.0.0.1 10.0.0.2', '[::1]80', 'http://10.0.0.1', '010.0.0.1'],
  ];
  for (const rule of bad)
    t.throws(
      () => parseAddressRules(`127.0.0.1,${rule}`),
      new RegExp(`^"${rule.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}" `),
      `${rule} is refused`,
    );
});
