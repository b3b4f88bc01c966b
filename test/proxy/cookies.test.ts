/** curl's cookie engine: the same chains of redirects through real curl and through the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import type { NameResolver } from '../../src/proxy/connect/resolver.ts';
import { missing } from '../support/installed.ts';
import { startProxy } from '../support/proxy.ts';
import { headerOf, type ScriptedResponse, startRecorder } from '../support/recorder.ts';

const HOSTS = [
  'a.example.com',
  'b.example.com',
  'example.com',
  'example.org',
  'shop.example.co.uk',
  'x.github.io',
];
const resolver: NameResolver = { resolve: async (_, family) => (family === 4 ? ['127.0.0.1'] : []) };

/** What a server answers: the cookies that it sets, and where it redirects to (the last one does not). */
type Hop = readonly [cookies: readonly string[], location?: string];
const A = 'http://a.example.com:PORT';
const ends: Hop = [[]];

const CHAINS: Readonly<Record<string, readonly [options: string, url: string, ...hops: Hop[]]>> = {
  'no engine': ['-L', `${A}/`, [['a=1'], '/2'], ends],
  'a literal cookie turns no engine on': ["-L -b 'a=1'", `${A}/`, [['b=1'], '/2'], ends],
  'an empty file does': ["-L -b ''", `${A}/x/y`, [['b=2; Path=/', 'a=9'], '/x/z'], ends],
  'a file that is not there does': ['-L -b /nowhere/jar', `${A}/`, [['a=1'], '/2'], ends],
  'a jar does': ['-L -c /dev/null', `${A}/`, [['a=1'], '/2'], ends],
  'a jar that is printed does': ['-L -c -', `${A}/`, [['a=1'], '/2'], ends],
  'without redirects': ["-b ''", `${A}/`, [['a=1'], '/2']],
  'kept cookies before given ones': ["-L -b 'a=1; z=0' -b ''", `${A}/`, [['a=2', 'b=2'], '/2'], ends],
  'beside a header': ["-L -H 'Cookie: a=1' -c /dev/null", `${A}/`, [['a=2'], '/2'], ends],
  'beside an empty header': ["-L -H 'Cookie;' -c /dev/null", `${A}/`, [['a=2'], '/2'], ends],
  'beside a removed header': ["-L -H 'Cookie:' -c /dev/null", `${A}/`, [['a=2'], '/2'], ends],
  'a login': [
    "-L -b '' -d user=u",
    `${A}/login`,
    [['sid=1; Path=/; HttpOnly; SameSite=Lax'], '/home'],
    [['csrf=2'], '/app/'],
    ends,
  ],
  'replaced, then removed': [
    "-L -b ''",
    `${A}/`,
    [['a=1', 'b=1', 'a=2'], '/2'],
    [['b=; Max-Age=0'], '/3'],
    ends,
  ],
  'other hosts, and back': [
    "-L -b ''",
    `${A}/`,
    [['a=1', 'd=1; Domain=example.com'], 'http://example.org:PORT/'],
    [['o=1'], 'http://b.example.com:PORT/'],
    [['b=1'], `${A}/2`],
    ends,
  ],
  domains: [
    "-L -b ''",
    `${A}/`,
    [
      [
        'p=1; Domain=example.com',
        'q=1; Domain=.example.com',
        'r=1; Domain=a.example.com',
        's=1',
        't=1; Domain=com',
      ],
      'http://b.example.com:PORT/',
    ],
    [
      ['u=1; Domain=example.org', 'v=1; Domain=', 'w=1; Domain=a.example.com', 'y=1; Domain=EXAMPLE.com'],
      'http://example.com:PORT/',
    ],
    [[], `${A}/`],
    ends,
  ],
  'public suffixes': [
    "-L -b ''",
    'http://shop.example.co.uk:PORT/',
    [['p=1; Domain=co.uk', 'q=1; Domain=example.co.uk', 'r=1; Domain=uk'], '/2'],
    ends,
  ],
  'private suffixes': [
    "-L -b ''",
    'http://x.github.io:PORT/',
    [['p=1; Domain=github.io', 'q=1; Domain=x.github.io'], '/2'],
    ends,
  ],
  addresses: [
    "-L -b ''",
    'http://127.0.0.1:PORT/',
    [['p=1; Domain=127.0.0.1', 'q=1', 'r=1; Domain=0.0.1', 's=1; Domain=.1', 't=1; Secure'], '/2'],
    ends,
  ],
  'Secure and prefixes without TLS': [
    "-L -b ''",
    `${A}/`,
    [
      [
        'q=1; Secure',
        'r=1; HttpOnly',
        's=1; SameSite=Strict',
        '__Secure-x=1; Secure',
        '__Secure-y=1',
        '__Host-x=1; Path=/',
      ],
      '/2',
    ],
    ends,
  ],
  paths: [
    "-L -b ''",
    `${A}/x/y/z`,
    [
      [
        'd=1',
        'e=1; Path=/x',
        'g=1; Path=/x/y',
        'h=1; Path=/xx',
        'j=1; Path=',
        'i=1; Path=x',
        'l=1; Path=/X',
        'm=1; path=/q; PATH=/x',
      ],
      '/x/y/w',
    ],
    [['f=1; Path=/x/'], '/x'],
    [[], '/x/'],
    [[], '/xx'],
    [[], '/x/yy'],
    [[], '/X'],
    [[], '/x?/y/'],
    ends,
  ],
  'a path in quotes': ["-L -b ''", `${A}/`, [['k=1; Path="/x"'], '/x/y'], ends],
  order: [
    "-L -b ''",
    `${A}/x/y`,
    [
      [
        'z=1',
        'yy=1',
        'a=1; Domain=example.com',
        'b=1; Path=/',
        'c=1; Path=/; Domain=example.com',
        'bb=1; Path=/',
        'd=1; Path=/x',
      ],
      '/x/z',
    ],
    ends,
  ],
  expiry: [
    "-L -b ''",
    `${A}/`,
    [
      [
        'a=1; Max-Age=0',
        'b=1; Max-Age=100',
        'c=1; Max-Age=-1',
        'd=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        'e=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
        'f=1; Expires=garbage',
        'h=1; Max-Age=0; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
        'i=1; Expires=Thu, 01-Jan-1998 00:00:00 GMT',
        'j=1; Expires=Thu, 01-Jan-98 00:00:00 GMT',
        'k=1; Max-Age="100"',
        'l=1; Max-Age=99999999999999999999',
        'm=1; Expires=0',
      ],
      '/2',
    ],
    ends,
  ],
  values: [
    "-L -b ''",
    `${A}/`,
    [
      [
        'a="q"',
        'b= sp ',
        'c=x y',
        'd',
        '=e',
        'f=',
        'g=a=b',
        'h=a,b',
        'i="a;b"',
        'j =1',
        'l=\t1',
        'm=a\tb',
        'n n=1',
        ' o=1',
        'p=é',
        'q=1;;;Path=/',
        't="unclosed',
        'u="";',
      ],
      '/2',
    ],
    ends,
  ],
  'many cookies': ["-L -b ''", `${A}/`, [Array.from({ length: 60 }, (_, i) => `a${i}=1`), '/2'], ends],
  'long cookies': [
    "-L -b ''",
    `${A}/`,
    [['a', 'b', 'c'].map((name, i) => `${name}=${'x'.repeat(4093 + i)}`), '/2'],
    ends,
  ],
  'more than fits': [
    "-L -b ''",
    `${A}/`,
    [['a', 'b', 'c', 'd'].map((name) => `${name}=${'x'.repeat(2500)}`), '/2'],
    ends,
  ],
  'a Host header': [
    "-L -b '' -H 'Host: other.com'",
    `${A}/`,
    [['a=1', 'b=1; Domain=other.com', 'c=1; Domain=a.example.com'], '/2'],
    ends,
  ],
  'a challenge': ["-b '' --digest -u u:p", `${A}/`, [['a=1'], '401'], ends],
};

t.test(
  'every hop gets the cookies that curl sends',
  { skip: missing('curl', 'curl', '--version') },
  async (t) => {
    let hops: readonly Hop[] = [];
    const recorder = await startRecorder((_, index) => respond(hops[index - base] ?? ends));
    let base = 0;
    const proxy = startProxy({ resolver });
    t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
    const withPort = (text: string) => text.replaceAll('PORT', String(recorder.port));
    const respond = ([cookies, location]: Hop): ScriptedResponse => ({
      status: location === undefined ? 200 : location === '401' ? 401 : 302,
      headers: [
        ...cookies.map((cookie): [string, string] => ['Set-Cookie', Buffer.from(cookie).toString('latin1')]),
        ...(location === undefined
          ? []
          : location === '401'
            ? [['WWW-Authenticate', 'Digest realm="r", nonce="n"'] as const]
            : [['Location', withPort(location)] as const]),
      ],
    });
    let total = 0;
    const record = async (run: () => Promise<unknown>) => {
      base = total;
      recorder.clear();
      await run();
      total += recorder.requests.length;
      return recorder.requests.map((request) => ({
        target: `${headerOf(request, 'host')}${request.target}`,
        cookie: request.headers
          .filter(([name, value]) => name.toLowerCase() === 'cookie' && value !== '')
          .map(([, value]) => value)
          .join('; '),
      }));
    };
    for (const [name, [options, url, ...chain]] of Object.entries(CHAINS)) {
      hops = chain;
      const command = `curl ${options} '${withPort(url)}'`;
      const names = HOSTS.map((host) => `--resolve ${host}:${recorder.port}:127.0.0.1`).join(' ');
      const expected = await record(() =>
        once(spawn('sh', ['-c', `${command} -sq ${names} --max-time 5`], { stdio: 'ignore' }), 'close'),
      );
      const { warnings: _, ...request } = parseCurl(command);
      const found = await record(async () => {
        const { warnings } = await proxy.send(request);
        if (options.includes('-b /')) t.match(warnings, [{ message: 'no file for `-b`' }], name);
      });
      t.same(
        found,
        expected,
        `${name}: ${JSON.stringify(expected.map(({ cookie }) => cookie)).slice(0, 300)}`,
      );
      t.equal(found.length, chain.length, `${name}: every hop was made`);
    }
  },
);
