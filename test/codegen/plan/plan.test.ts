/** What becomes of a request with a library of some capabilities: every decision about HTTP, without any language. */
import t from 'tap';
import { buildPlan } from '../../../src/codegen/plan/build.ts';
import type { Capabilities } from '../../../src/codegen/plan/capabilities.ts';
import type { ProgramPlan } from '../../../src/codegen/plan/plan.ts';
import { normalize } from '../../../src/request/normalize.ts';
import type { RequestShape } from '../../../src/schemas/request-shape.ts';
import { ABLE } from './support.ts';

const url = 'http://example.com/';
const FORM = 'application/x-www-form-urlencoded';

function plan(request: Partial<RequestShape>, library: Partial<Capabilities> = {}): ProgramPlan {
  return buildPlan(normalize({ url, ...request }), { ...ABLE, ...library });
}

const codes = ({ warnings }: ProgramPlan) => warnings.map(({ code }) => code);

/** A request and what a library cannot: the code of the only warning. */
const CANNOT: readonly (readonly [
  title: string,
  request: Partial<RequestShape>,
  library: Partial<Capabilities>,
  code: string,
])[] = [
  ['dot segments', { url: `${url}a/../b` }, { dotSegments: false }, 'target_changed'],
  ['slashes at the start', { url: `${url}/a` }, { leadingSlashes: false }, 'target_changed'],
  ['a bare percent sign', { url: `${url}%zz` }, { barePercent: false }, 'target_changed'],
  [
    'a method in small letters',
    { method: 'get' },
    { method: (name) => name.toUpperCase() },
    'method_changed',
  ],
  ['a method that it refuses', { method: 'ODD' }, { method: () => undefined }, 'method_changed'],
  ['a body with GET', { method: 'GET', body: 'x' }, { bodiless: ['GET'] }, 'body_changed'],
  ['a header of others', { headers: { 'X-A': 'b' } }, { refusedHeaders: new Set(['x-a']) }, 'header_changed'],
  ['an empty header', { headers: { 'X-A': '' } }, { neverEmpty: ['x-a'] }, 'header_changed'],
  ['wide text in a header', { headers: { 'X-A': 'é' } }, { headerText: 'ascii' }, 'header_changed'],
  ['a Host', { headers: { Host: 'other.test' } }, { host: 'fixed' }, 'header_changed'],
  ['no Host', { options: { omit_headers: ['Host'] } }, {}, 'default_header_kept'],
  ['no type', { body: 'x' }, { defaultType: 'fixed' }, 'default_header_kept'],
  ['chunks', { body: 'x', options: { chunked: true } }, { chunked: false }, 'option_unsupported'],
  [
    'a question before an empty body',
    { body: '', options: { expect_continue: true } },
    { expectContinue: false },
    'option_unsupported',
  ],
  [
    'a question before no chunks',
    { body: '', options: { expect_continue: true, chunked: true } },
    { redirects: 'curl' },
    'option_unsupported',
  ],
  ['Connection: close', { options: { connection: 'close' } }, { connection: false }, 'option_unsupported'],
  ['a time limit', { options: { connect_timeout_ms: 5 } }, { connectTimeout: false }, 'option_unsupported'],
  ['an address family', { options: { ip_version: 4 } }, { ipVersion: false }, 'option_unsupported'],
  ['a file of options', { options: { config_file: 'my.conf' } }, {}, 'option_unsupported'],
  ['HTTP/1.0', { options: { http_version: '1.0' } }, {}, 'http_version_unsupported'],
  ['a proxy', { options: { proxy: 'socks4://p' } }, {}, 'proxy_unsupported'],
  ['NTLM', { auth: { scheme: 'ntlm', username: 'u' } }, {}, 'auth_unsupported'],
  ['any scheme', { auth: { scheme: 'any', username: 'u' } }, {}, 'auth_unsupported'],
  ['redirects', { options: { follow_redirects: true } }, { redirects: undefined }, 'redirect_differs'],
];

for (const [title, request, library, code] of CANNOT)
  t.test(`what it cannot: ${title}`, async (t) => {
    t.strictSame(codes(plan(request, library)), [code]);
    for (const { message } of plan(request, library).warnings) t.match(message, /^[^$]*\.$/);
  });

t.test('what it can needs no warning', async (t) => {
  for (const request of [
    { url: `${url}a/..//b?%zz` },
    { method: 'get', body: 'x', headers: { 'X-A': 'é', 'X-B': '', Host: 'other.test' } },
    { options: { timeout_ms: 5, insecure: true, http_version: '2' } },
    { options: { proxy: 'socks5://p' } },
    { auth: { scheme: 'digest', username: 'u' } },
  ] as const)
    t.strictSame(codes(plan(request)), []);
});

/** Redirects of a request that a library of {@link ABLE} makes as curl does, or does not. */
const REDIRECTS: readonly (readonly [title: string, request: Partial<RequestShape>, differs: boolean])[] = [
  ['GET', {}, false],
  ['HEAD', { method: 'HEAD' }, false],
  ['POST', { body: 'a=1' }, false],
  ['an upload', { method: 'PUT', body_file: 'f' }, false],
  ['-X GET', { method: 'GET', options: { custom_method: true } }, false],
  ['-X DELETE', { method: 'DELETE', options: { custom_method: true } }, true],
  ['-X POST -d', { method: 'POST', body: 'a=1', options: { custom_method: true } }, true],
  ['-X PUT -d', { method: 'PUT', body: 'a=1', options: { custom_method: true } }, true],
  ['--post302', { body: 'a=1', options: { keep_method_on: [302] } }, true],
  ['a token', { headers: { Authorization: 'Bearer t' } }, false],
  ['--location-trusted', { headers: { Cookie: 'a=b' }, options: { auth_on_redirect: true } }, true],
];

for (const [title, request, differs] of REDIRECTS)
  t.test(`redirects of ${title}`, async (t) => {
    const follows = { ...request, options: { ...request.options, follow_redirects: true } };
    t.strictSame([...new Set(codes(plan(follows)))], differs ? ['redirect_differs'] : []);
    t.strictSame(codes(plan(follows, { redirects: 'curl' })), []);
    t.strictSame(codes(plan(request)), [], 'nothing is said where none are followed');
  });

t.test('a library that drops or leaks credentials says so', async (t) => {
  const redirects = ABLE.redirects as Exclude<Capabilities['redirects'], string | undefined>;
  const request = { headers: { Authorization: 'Bearer t' }, options: { follow_redirects: true } };
  for (const change of [{ drops: ['authorization'] }, { dropsElsewhere: [] }] as const)
    t.strictSame(codes(plan(request, { redirects: { ...redirects, ...change } })), ['redirect_differs']);
});

t.test('a program that follows redirects itself is told how', async (t) => {
  const loop = (request: Partial<RequestShape>) =>
    plan({ ...request, options: { ...request.options, follow_redirects: true } }, { redirects: 'program' });
  t.match(loop({ body: 'a=1' }).redirects, { dropping: [301, 302, 303], next: 'GET' });
  t.match(loop({ method: 'PUT', body_file: 'f' }).redirects, { dropping: [303], next: 'GET' });
  t.match(loop({ method: 'PUT', body: 'x', options: { custom_method: true } }).redirects, { next: 'PUT' });
  t.strictSame(loop({}).redirects?.dropping, []);
});

t.test('headers', async (t) => {
  const list = [
    { name: 'X-A', value: '1' },
    { name: 'x-a', value: '2' },
  ];
  const repeated = { headers: { 'X-A': '1, 2' }, options: { header_list: list } };
  t.equal(plan(repeated).headers.length, 2);
  const joined = plan(repeated, { repeatedHeaders: 'none' });
  t.match(joined.headers, [{ name: 'X-A', value: '1, 2' }]);
  t.strictSame(codes(joined), ['header_changed']);
  const basic = plan({ headers: { Authorization: `Basic ${Buffer.from('ada:é').toString('base64')}` } });
  t.strictSame(basic.auth, { kind: 'basic', username: 'ada', password: 'é' });
  const kept = plan({ headers: { Authorization: 'Basic YTpiIA=' } });
  t.strictSame(kept.auth, undefined, 'what is no exact base64 stays a header');
  t.strictSame(plan({ headers: { Host: 'h.test' } }, { host: 'field' }).host, 'h.test');
  t.strictSame(plan({ options: { omit_headers: ['User-Agent', 'X-Other'] } }).removed, [
    { name: 'User-Agent', by: 'off' },
  ]);
});

t.test('an encoding that is asked for means that the answer is decoded', async (t) => {
  const asked = plan({ headers: { 'accept-encoding': 'gzip, deflate, br' } });
  t.ok(asked.compressed);
  t.strictSame(asked.headers, []);
  const identity = plan({ headers: { 'Accept-Encoding': 'identity' } });
  t.notOk(identity.compressed);
  t.equal(identity.headers.length, 1);
});

t.test('JSON is a literal only where the same values come of it', async (t) => {
  const json: NonNullable<Capabilities['json']> = {
    type: true,
    numbers: 'double',
    refusedKeys: /^1$/,
  };
  const kind = (body: string) =>
    plan({ body, headers: { 'Content-Type': 'application/json' } }, { json }).body.kind;
  for (const body of [
    '{"a": [1, 2.5, true, null, "x\\n"]}',
    ' [ ] ',
    '{"é":{}}',
    '[-1]',
    '["\\u0041☃"]',
    '["\\/"]',
    '[12.50, 1.0, 1e3, -0, 9007199254740991]',
  ])
    t.equal(kind(body), 'json', body);
  for (const body of [
    '{"a":1,"a":2}',
    '{"1":0}',
    '["\\ud800"]',
    '[12345678901234567890]',
    '[9007199254740993]',
    '[0.1234567890123456789]',
    '[1e400]',
    '[01]',
    '[1,]',
    '{"a" 1}',
    '"text"',
    '1',
    '[1] x',
    `${'['.repeat(30)}${']'.repeat(30)}`,
  ])
    t.equal(kind(body), 'text', body);
  t.equal(plan({ body: '[1]', headers: { 'Content-Type': 'text/plain' } }, { json }).body.kind, 'text');
  t.strictSame(plan({ body: '[1]', headers: { 'Content-Type': 'application/json' } }, { json }).headers, []);
  t.equal(
    plan({ body: '[1]', headers: { 'content-type': 'application/a+json' } }, { json }).headers.length,
    1,
  );
});

const QUERY = { space: '%20', plain: '~' } as const;

t.test('forms are pairs where they have any, and so are queries', async (t) => {
  const kind = (body: string) =>
    plan({ body, headers: { 'Content-Type': FORM } }, { form: { type: true } }).body.kind;
  for (const body of ['a=1&b=', 'q=green+tea&m=caf%C3%A9', 'a=%2f', 'a[]=b c', 'a=~', 'näme=é'])
    t.equal(kind(body), 'pairs', body);
  for (const body of ['t=YWJj==', 'filter=a=b']) t.equal(kind(body), 'pairs', body);
  for (const body of ['', 'a', 'a=1&', 'a=%zz', 'a=b = c', 'a=b;c=d']) t.equal(kind(body), 'text', body);
  const readable = plan({ url: `${url}s?q=a%20b&q=c` }, { query: QUERY });
  t.strictSame([readable.url, readable.query], [`${url}s?q=a%20b&q=c`, undefined]);
  const query = plan({ url: `${url}s?q=a%26b&q=c` }, { query: QUERY });
  t.strictSame(
    [query.url, query.query?.pairs],
    [
      'http://example.com/s',
      [
        ['q', 'a&b'],
        ['q', 'c'],
      ],
    ],
  );
  t.notOk(query.query?.hasUniqueNames);
  t.equal(plan({ url: `${url}s?flag` }, { query: QUERY }).query, undefined);
  const open = plan(
    { url: `${url}$ID?a%24ID=%24ID&b=x%20$ID`, variables: [{ name: 'ID', text: '$ID' }] },
    { query: QUERY },
  );
  const [id] = open.variables;
  t.strictSame(open.query?.pairs, [
    ['a$ID', '$ID'],
    ['b', ['x ', id]],
  ]);
});

t.test('a file of -d is sent without its line ends', async (t) => {
  const strips = (type: string, library: Partial<Capabilities> = {}) => {
    const headers = { 'Content-Type': type };
    const { body } = plan({ body_file: 'f', headers, options: { strip_newlines: true } }, library);
    return body.kind === 'file' && body.stripNewlines;
  };
  t.ok(strips('application/vnd.api+json'));
  t.ok(strips('text/plain'));
  t.ok(strips('application/json', { isCurl: true }));
});

t.test('variables are pieces of texts, one object each', async (t) => {
  const {
    headers,
    url: whole,
    variables,
  } = plan({
    url: `${url}$ID`,
    headers: { A: 'x $ID', B: '${ID}', C: '${ID:-7}' },
    variables: ['$ID', '${ID}', '${ID:-7}'].map((text) => ({ name: 'ID', text })),
  });
  const [id, seven] = variables;
  t.strictSame(
    variables.map(({ name, fallback }) => [name, fallback?.text]),
    [
      ['ID', undefined],
      ['ID', '7'],
    ],
  );
  t.equal(Array.isArray(whole) && whole[1], id);
  t.strictSame(
    headers.map(({ value }) => value),
    [['x ', id], [id], [seven]],
  );
});

t.test('packages are named where they are needed', async (t) => {
  t.strictSame(plan({ auth: { scheme: 'digest', username: 'u' } }).packages, ['lib-digest']);
  t.strictSame(plan({ options: { proxy: 'socks5://p' } }).packages, ['lib-socks']);
  t.strictSame(plan({}).packages, []);
});
