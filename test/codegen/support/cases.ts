/**
 * The requests that every language's programs are run for. `playground.test:8080` stands for the server.
 * Texts that could break out of a literal go into every field.
 */
import type { RequestShape } from '../../../src/schemas/request-shape.ts';

export const PLACEHOLDER = 'playground.test:8080';
const ORIGIN = `http://${PLACEHOLDER}`;

/**
 * How the server answers: 200 at once, a redirect, two (302; 301 and 302) or forty first, one that sets a cookie or has a
 * blank in its Location, a Location that is odd, empty or has a user in it, one with a single slash, one that is no
 * http, the same one twice, one that leads to another name of the server and back, or a challenge first: Digest, Basic
 * and Digest, or Basic alone.
 */
export type Scenario =
  | 'ok'
  | 'digest'
  | 'digest-second'
  | 'digest-userhash'
  | 'basic'
  | `redirect-${300 | 301 | 302 | 303 | 307 | 308}`
  | 'redirect-twice'
  | 'redirect-often'
  | 'redirect-cookie'
  | 'redirect-blank'
  | 'redirect-query'
  | 'redirect-relative'
  | 'redirect-both'
  | 'redirect-odd'
  | 'redirect-empty'
  | 'redirect-user'
  | 'redirect-slash'
  | 'redirect-mail'
  | 'redirect-same'
  | 'redirect-away';

export interface Case {
  name: string;
  request: RequestShape;
  scenario: Scenario;
}

/** What the programs find in their working directory. */
export const FILES: Readonly<Record<string, Buffer>> = {
  'notes.txt': Buffer.from('line one\nline two\r\nlast\n'),
  'photo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]),
  'empty.bin': Buffer.alloc(0),
  "it's a $file.txt": Buffer.from('odd name'),
};

/** Names that programs give to things of their own; each stands in the environment as `value-of-<name>`. */
const NAMES =
  'location target redirects origin username password content lines form message errors has_body path method custom';

/** What the programs find in their environment. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  TOKEN: 's3cr3t-token',
  API_KEY: 'key with "quotes" and $dollar',
  USER_NAME: 'ada',
  id: '42',
  RUN_USER: 'ada',
  EMPTY: '',
  ZERO: '0',
  ...Object.fromEntries(NAMES.split(' ').map((name) => [name, `value-of-${name}`])),
};

/** Texts that have meant trouble in one language or another. */
export const HOSTILE: readonly string[] = [
  `'"'"'`,
  '\\ \\\\ \\" \\n \\',
  'a\nb\r\nc\td',
  '\0nul',
  '$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x',
  '{x} {{x}} {0} %s %d %% \\u0041 \\x41',
  '?> <?php </script> <!-- -->',
  '\u2028 \u2029 \u00a0 \ufeff \u202e',
  '日本語 é 😀 \u{10ffff}',
  '""" \'\'\' ```',
  '__END__\n=begin\nEOF',
  '"""\\"""\r',
  '*/ // /* #',
  '@file &amp; <x>',
];

const cases: Case[] = [];

function add(name: string, request: RequestShape, scenario: Scenario = 'ok'): void {
  cases.push({ name, request, scenario });
}

/** A request with a content type, as most bodies have. */
function typed(type: string, rest: Partial<RequestShape>): RequestShape {
  return { method: 'POST', url: `${ORIGIN}/things`, headers: { 'Content-Type': type }, ...rest };
}

const FORM = 'application/x-www-form-urlencoded';

function addOrdinary(): void {
  add('get', { url: `${ORIGIN}/users` });
  add('get-root', { url: ORIGIN });
  add('get-query', { url: `${ORIGIN}/search?q=tea&page=2&sort=name` });
  add('get-query-escaped', { url: `${ORIGIN}/search?q=green+tea&tag=caf%C3%A9` });
  add('get-query-repeated', { url: `${ORIGIN}/search?tag=a&tag=b&empty=&bare` });
  add('get-headers', {
    url: `${ORIGIN}/users`,
    headers: { Accept: 'application/json', 'X-Api-Key': 'abc123', 'x-lower-case': 'yes' },
  });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE'])
    add(`method-${method}`, { method, url: `${ORIGIN}/thing`, options: { custom_method: true } });
  add('head', { method: 'HEAD', url: `${ORIGIN}/thing` });
  add(
    'json-compact',
    typed('application/json', { body: '{"name":"Ada","age":36,"tags":["a","b"],"ok":true}' }),
  );
  add(
    'json-spaced',
    typed('application/json', { body: '{"name": "Ada", "age": 36, "none": null, "big": [1, 2.5]}' }),
  );
  add(
    'json-lines',
    typed('application/json', { body: '{\n  "name": "Ada",\n  "nested": {\n    "a": [1, 2]\n  }\n}\n' }),
  );
  add('json-duplicate-keys', typed('application/json', { body: '{"a":1,"a":2,"2":0,"1":0,"__proto__":{}}' }));
  add(
    'json-numbers',
    typed('application/json', { body: '{"a":1.0,"b":1e3,"c":12345678901234567890,"d":-0}' }),
  );
  add('json-list', typed('application/json', { body: '[{"a":1},{"b":{"c":"d"}}]' }));
  add('json-value', { url: `${ORIGIN}/things`, body: { name: 'Ada', list: [1, null, 'x'] } });
  add('json-unicode', typed('application/json', { body: '{"name":"Zoë","text":"日本"}' }));
  add('json-vendor', typed('application/vnd.api+json', { body: '{"data":{"type":"x"}}' }));
  add('json-charset', typed('application/json; charset=utf-8', { body: '{"a":1}' }));
  add('form', typed(FORM, { body: 'name=Ada&role=admin' }));
  add('form-escaped', typed(FORM, { body: 'q=green+tea&m=caf%C3%A9&e=' }));
  add('form-odd', typed(FORM, { body: 'a=1&a=2&b&=c&d=%2f ~&' }));
  add('form-empty', typed(FORM, { body: '' }));
  add('xml', typed('text/xml', { body: '<?xml version="1.0"?>\n<a b="c">d</a>\n' }));
  add('no-content-type', {
    method: 'POST',
    url: `${ORIGIN}/x`,
    body: 'plain',
    options: { omit_headers: ['Content-Type'] },
  });
  add('text-crlf', typed('text/plain', { body: 'a\r\nb\r\n' }));
  add(
    'put-json',
    typed('application/json', { method: 'PUT', body: '{"a":1}', options: { custom_method: true } }),
  );
  add(
    'delete-with-body',
    typed('application/json', { method: 'DELETE', body: '{"a":1}', options: { custom_method: true } }),
  );
  add(
    'get-with-body',
    typed('application/json', { method: 'GET', body: '{"q":1}', options: { custom_method: true } }),
  );
  add(
    'patch',
    typed('application/merge-patch+json', {
      method: 'PATCH',
      body: '{"a":null}',
      options: { custom_method: true },
    }),
  );
  add(
    'bytes',
    typed('application/octet-stream', {
      body_base64: Buffer.from([0, 1, 255, 254, 10, 13, 39, 34]).toString('base64'),
    }),
  );
  add(
    'bytes-no-nul',
    typed('application/octet-stream', {
      body_base64: Buffer.from([1, 255, 254, 10, 13, 39, 34, 64]).toString('base64'),
    }),
  );
  add('body-at-sign', typed(FORM, { body: '@notes.txt' }));
}

function addFiles(): void {
  add('file-data', typed(FORM, { body_file: 'notes.txt', options: { strip_newlines: true } }));
  add('file-binary', typed('image/png', { body_file: 'photo.png' }));
  add('file-upload', { method: 'PUT', url: `${ORIGIN}/up/photo.png`, body_file: 'photo.png' });
  add('file-odd-name', typed('text/plain', { body_file: "it's a $file.txt" }));
  add('file-empty', typed('text/plain', { body_file: 'empty.bin' }));
}

function addForms(): void {
  const url = `${ORIGIN}/upload`;
  add('multipart', {
    url,
    form: [
      { name: 'title', value: 'Tea' },
      { name: 'note', value: 'two words; and more' },
    ],
  });
  add('multipart-file', {
    url,
    form: [
      { name: 'title', value: 'Tea' },
      { name: 'photo', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
    ],
  });
  add('multipart-file-renamed', {
    url,
    form: [{ name: 'doc', file: 'notes.txt', filename: 'other name.md', content_type: 'text/markdown' }],
  });
  add('multipart-typed-value', {
    url,
    form: [{ name: 'meta', value: '{"a":1}', content_type: 'application/json' }],
  });
  add('multipart-value-with-filename', {
    url,
    form: [{ name: 'f', value: 'inline', filename: 'a.txt', content_type: 'text/plain' }],
  });
  add('multipart-headers', {
    url,
    form: [{ name: 'a', value: 'b', content_type: 'text/plain', headers: ['X-Part: one', 'X-Other: two'] }],
  });
  add('multipart-content', { url, form: [{ name: 'text', file: 'notes.txt', content_type: 'text/plain' }] });
  add('multipart-bytes', { url, form: [{ name: 'raw', value_base64: '/wEC/g==' }] });
  add('multipart-odd-names', {
    url,
    form: [
      { name: 'a"b\\c', value: 'x' },
      { name: 'naïve', value: 'ü' },
      { name: 'f', file: 'photo.png', filename: 'a"b\\c 日.png', content_type: 'image/png' },
    ],
  });
  add('multipart-backslash', {
    url,
    form: [{ name: 'a"b\\c', value: 'x' }],
    options: { form_escape: 'backslash' },
  });
  add('multipart-lines', {
    url,
    form: [
      { name: 'text', value: 'a\nb\r\nc\n' },
      { name: 'empty', value: '' },
    ],
  });
  add('multipart-own-type', {
    url,
    headers: { 'Content-Type': 'multipart/mixed' },
    form: [{ name: 'a', value: 'b' }],
  });
  add('multipart-put', {
    method: 'PUT',
    url,
    form: [{ name: 'a', value: 'b' }],
    options: { custom_method: true },
  });
  add('multipart-special-values', {
    url,
    form: [
      { name: 'at', value: '@notes.txt' },
      { name: 'lt', value: '<notes.txt' },
      { name: 'quote', value: '"quoted"' },
      { name: 'space', value: ' a ' },
    ],
  });
}

function addHeaders(): void {
  const url = `${ORIGIN}/h`;
  add('header-empty', { url, headers: { 'X-Empty': '' } });
  add('header-repeated', {
    url,
    headers: { 'X-A': '1, 2', 'X-B': 'b' },
    options: {
      header_list: [
        { name: 'X-A', value: '1' },
        { name: 'X-B', value: 'b' },
        { name: 'X-A', value: '2' },
      ],
    },
  });
  add('header-repeated-cases', {
    url,
    headers: { 'x-a': '1, 2' },
    options: {
      header_list: [
        { name: 'x-a', value: '1' },
        { name: 'X-A', value: '2' },
      ],
    },
  });
  add('header-repeated-accept', {
    url,
    headers: { Accept: 'text/html, text/plain' },
    options: {
      header_list: [
        { name: 'Accept', value: 'text/html' },
        { name: 'Accept', value: 'text/plain' },
      ],
    },
  });
  add('cookie-repeated', {
    url,
    headers: { Cookie: 'a=1; b=2' },
    options: {
      header_list: [
        { name: 'Cookie', value: 'a=1' },
        { name: 'Cookie', value: 'b=2' },
      ],
    },
  });
  add('header-user-agent', { url, headers: { 'User-Agent': 'Mine/1.0 (x; y)' } });
  add('header-user-agent-lower', {
    url,
    headers: { 'user-agent': 'Mine/1.0', accept: '*/*', referer: `${ORIGIN}/` },
  });
  add('header-host', { url, headers: { Host: 'api.example.com' } });
  add('header-unicode', { url, headers: { 'X-Name': 'Zoë 日本 😀' } });
  add('header-many', {
    url,
    headers: {
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'accept-language': 'en-US,en;q=0.5',
      'cache-control': 'no-cache',
      dnt: '1',
      origin: 'https://example.com',
      'sec-ch-ua': '"Chromium";v="130", "Not?A_Brand";v="99"',
      'sec-fetch-mode': 'cors',
      cookie: 'session=abc; theme=dark',
    },
  });
  add('header-accept-encoding', { url, headers: { 'Accept-Encoding': 'identity' } });
  for (const name of ['User-Agent', 'Accept', 'Host', 'Accept-Encoding'])
    add(`omit-${name}`, { url, options: { omit_headers: [name] } });
  add('omit-both', { url, headers: { 'X-A': 'b' }, options: { omit_headers: ['User-Agent', 'Accept'] } });
  add(
    'omit-with-post',
    typed('application/json', { body: '{"a":1}', options: { omit_headers: ['User-Agent', 'Accept'] } }),
  );
  add('cookie', { url, headers: { Cookie: 'session=abc; theme=dark; odd="x y"' } });
  add('connection-close', { url, options: { connection: 'close' } });
  add('te-trailers', { url, options: { te: 'trailers' } });
  add('expect', typed('text/plain', { body: 'wait', options: { expect_continue: true } }));
  add('chunked', typed('text/plain', { body: 'in chunks', options: { chunked: true } }));
  add('chunked-file', typed('image/png', { body_file: 'photo.png', options: { chunked: true } }));
}

function addAuth(): void {
  const url = `${ORIGIN}/private`;
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  add('basic', { url, headers: basic('ada:lovelace') });
  add('basic-odd', { url, headers: basic('a da:p:w"\'\\$x') });
  add('basic-unicode', { url, headers: basic('zoë:日本') });
  add('basic-empty', { url, headers: basic('ada:') });
  add('basic-not-canonical', { url, headers: { Authorization: 'Basic not base64' } });
  add('basic-in-url', { url: `http://ada:love%40lace@${PLACEHOLDER}/private` });
  add('bearer', { url, headers: { Authorization: 'Bearer abc.def-ghi' } });
  add('digest', { url, auth: { scheme: 'digest', username: 'ada', password: 'love"lace' } }, 'digest');
  add('any', { url: `${url}?a=b`, auth: { scheme: 'any', username: 'ada', password: 'x' } }, 'digest');
}

function addTargets(): void {
  const targets: Readonly<Record<string, string>> = {
    'dot-segments': '/a/../b/./c',
    'encoded-dots': '/a/%2e%2e/b',
    'lower-case-escapes': '/a%2fb?c=%c3%a9',
    'needless-escapes': '/%41%7e?q=%41%2D',
    'bad-escapes': '/a%zz?b=%',
    'double-slash': '//a//b/',
    'unicode-query': '/s?q=日本&é=ü',
    'bare-question-mark': '/a?',
    'many-question-marks': '/a?b?c=d??',
    'odd-characters': `/a'b(c)!*;,=:@&$+~?x='"<>|\\^\`{}[]`,
    'odd-path': '/a|b"<c>^`{d}[e]\\f',
    'empty-query-parts': '/?&&a=&=b&',
    'plus-and-escapes': '/?q=a+b%20c%2B',
    semicolons: '/a;b=c?d;e',
    'encoded-slash': '/files/a%2Fb%2Fc',
    'long-query': `/?${Array.from({ length: 40 }, (_, index) => `key${index}=value${index}`).join('&')}`,
  };
  for (const [name, target] of Object.entries(targets)) add(`target-${name}`, { url: ORIGIN + target });
  add('target-asterisk', {
    method: 'OPTIONS',
    url: `${ORIGIN}/`,
    options: { request_target: '*', custom_method: true },
  });
  add('target-other', { url: `${ORIGIN}/x?y`, options: { request_target: '/other?z=1' } });
  add('target-absolute', { url: `${ORIGIN}/x`, options: { request_target: 'http://example.com/y' } });
  add('target-exact-post', typed('application/json', { url: `${ORIGIN}/a/../b?é`, body: '{"a":1}' }));
}

function addOptions(): void {
  const url = `${ORIGIN}/o`;
  add('timeout', { url, options: { timeout_ms: 10_000, connect_timeout_ms: 2500 } });
  add('timeout-fraction', { url, options: { timeout_ms: 7500 } });
  add('compressed', { url, options: { compressed: true } });
  add('insecure', { url, options: { insecure: true } });
  add('http-1.0', { url, options: { http_version: '1.0' } });
  add('http-1.1', { url, options: { http_version: '1.1' } });
  add('ipv4', { url, options: { ip_version: 4 } });
  add('proxy', { url: 'http://api.example.com/x?y=z', headers: { 'X-A': 'b' }, options: { proxy: ORIGIN } });
  add('proxy-credentials', {
    url: 'http://api.example.com/x',
    options: { proxy: `http://ada:love%40lace@${PLACEHOLDER}` },
  });
  add('proxy-without-scheme', { url: 'http://api.example.com/x', options: { proxy: PLACEHOLDER } });
  add('proxy-exact-target', { url: 'http://api.example.com/a/../b?é', options: { proxy: ORIGIN } });
  add(
    'proxy-post',
    typed('application/json', {
      url: 'http://api.example.com/x',
      body: '{"a":1}',
      options: { proxy: ORIGIN },
    }),
  );
  add('method-lower-case', { method: 'get', url, options: { custom_method: true } });
  add('method-odd', { method: "X-'`$!#%&*^|~id", url, options: { custom_method: true } });
  add(
    'compressed-insecure-post',
    typed('application/json', {
      body: '{"a":1}',
      options: { compressed: true, insecure: true, timeout_ms: 5000 },
    }),
  );
}

function addRedirects(): void {
  const follow = { follow_redirects: true };
  for (const status of [301, 302, 303, 307, 308] as const) {
    const scenario: Scenario = `redirect-${status}`;
    add(
      `follow-get-${status}`,
      { url: `${ORIGIN}/from?a=b`, headers: { 'X-A': 'b' }, options: follow },
      scenario,
    );
    add(`follow-post-${status}`, typed(FORM, { body: 'a=1', options: follow }), scenario);
    add(
      `follow-forced-${status}`,
      typed(FORM, { method: 'PUT', body: 'a=1', options: { ...follow, custom_method: true } }),
      scenario,
    );
  }
  add('follow-not', { url: `${ORIGIN}/from` }, 'redirect-302');
  add('follow-not-post', typed(FORM, { body: 'a=1' }), 'redirect-307');
  add('follow-head', { method: 'HEAD', url: `${ORIGIN}/from`, options: follow }, 'redirect-302');
  add('follow-twice', { url: `${ORIGIN}/from`, options: follow }, 'redirect-twice');
  add('follow-limit', { url: `${ORIGIN}/from`, options: { ...follow, max_redirects: 1 } }, 'redirect-twice');
  add(
    'follow-limit-enough',
    { url: `${ORIGIN}/from`, options: { ...follow, max_redirects: 5 } },
    'redirect-twice',
  );
  add(
    'follow-no-limit',
    { url: `${ORIGIN}/from`, options: { ...follow, max_redirects: -1 } },
    'redirect-twice',
  );
  add(
    'follow-keep-post',
    typed(FORM, { body: 'a=1', options: { ...follow, keep_method_on: [301, 302] } }),
    'redirect-302',
  );
  add(
    'follow-keep-post-303',
    typed(FORM, { body: 'a=1', options: { ...follow, keep_method_on: [303] } }),
    'redirect-303',
  );
  add(
    'follow-forced-delete',
    { method: 'DELETE', url: `${ORIGIN}/from`, options: { ...follow, custom_method: true } },
    'redirect-302',
  );
  add(
    'follow-upload',
    { method: 'PUT', url: `${ORIGIN}/from`, body_file: 'photo.png', options: follow },
    'redirect-302',
  );
  add(
    'follow-upload-303',
    { method: 'PUT', url: `${ORIGIN}/from`, body_file: 'photo.png', options: follow },
    'redirect-303',
  );
  add(
    'follow-multipart',
    { url: `${ORIGIN}/from`, form: [{ name: 'a', value: 'b' }], options: follow },
    'redirect-307',
  );
  add('follow-exact-target', { url: `${ORIGIN}/a/../b`, options: follow }, 'redirect-302');
  add(
    'follow-cookie',
    { url: `${ORIGIN}/from`, headers: { Cookie: 'a=1' }, options: follow },
    'redirect-302',
  );
  add(
    'follow-basic',
    { url: `${ORIGIN}/from`, headers: { Authorization: 'Basic YTpi' }, options: follow },
    'redirect-302',
  );
  // A Content-Type that the command gives stays, also where the body goes.
  add('follow-json-302', typed('application/json', { body: '{"a":1}', options: follow }), 'redirect-302');
  add(
    'follow-json-303-cookie',
    {
      url: `${ORIGIN}/from`,
      headers: { 'content-type': 'application/json', Cookie: 'a=1' },
      body: '{"a":1}',
      options: follow,
    },
    'redirect-303',
  );
  // Bodies that can be read only once have to be sent twice.
  add('follow-file-307', typed(FORM, { body_file: 'photo.png', options: follow }), 'redirect-307');
  add('follow-bytes-307', typed(FORM, { body_base64: '//79AAE=', options: follow }), 'redirect-307');
  add(
    'follow-upload-308',
    { method: 'PUT', url: `${ORIGIN}/from`, body_file: 'photo.png', options: follow },
    'redirect-308',
  );
  add(
    'follow-multipart-file',
    {
      url: `${ORIGIN}/from`,
      form: [{ name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' }],
      options: follow,
    },
    'redirect-302',
  );
  add(
    'digest-multipart-file',
    {
      url: `${ORIGIN}/from`,
      form: [{ name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' }],
      auth: { scheme: 'digest', username: 'ada', password: 'x' },
    },
    'digest',
  );
}

/** Found by examining the programs with requests from elsewhere. */
function addExamined(): void {
  add('query-apostrophe', { url: `${ORIGIN}/s?a='x'&b=(1)*,!` });
  add('multipart-attachment', {
    url: `${ORIGIN}/m`,
    headers: { 'Content-Type': 'multipart/mixed' },
    form: [
      { name: 'a', value: '1' },
      { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
    ],
  });
  add('multipart-nameless', {
    url: `${ORIGIN}/m`,
    form: [
      { name: '', value: 'x', headers: ['Content-Disposition: form-data'] },
      {
        name: '',
        file: 'photo.png',
        headers: ['Content-Disposition: form-data; filename="photo.png"', 'Content-Type: image/png'],
      },
      { name: 'a', value: 'b', headers: ['Content-Disposition: form-data; name="other"'] },
    ],
  });
  add('multipart-nameless-attachment', {
    url: `${ORIGIN}/m`,
    headers: { 'Content-Type': 'multipart/mixed' },
    form: [
      { name: '', value: '{}', headers: ['Content-Disposition:', 'Content-Type: application/json'] },
      { name: 'f', value: 'b' },
    ],
  });
  add('mkcol-without-body', {
    method: 'MKCOL',
    url: `${ORIGIN}/new/`,
    options: { custom_method: true },
  });
  add('compressed-own-encoding', {
    url: `${ORIGIN}/z`,
    headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' },
    options: { compressed: true },
  });
  add('nul-before-digits', typed('text/plain', { body: '\u00001\u00012\u001f7\u007ff\0' }));
  add('multipart-standard-name', {
    url: `${ORIGIN}/m`,
    form: [
      { name: 'a', value: 'x;y', content_type: 'text/plain' },
      { name: 'b', value: '@"c"' },
    ],
  });
}

/** What makes libraries change a request: the programs of some languages write these on a socket. */
function addExact(): void {
  const url = `${ORIGIN}/exact`;
  const odd = { 'X-API-Key': 'k', DNT: '1', 'sec-ch-ua': '"x";v="1"', Cookie: 'a=b' };
  const json = { ...odd, 'Content-Type': 'application/json' };
  const follow = { follow_redirects: true };
  const parts = [
    { name: 'a', value: 'b' },
    { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
  ];
  add('names-odd', { url, headers: odd });
  add('names-odd-head', { method: 'HEAD', url, headers: odd });
  add('names-odd-json', { url, headers: json, body: '{\n  "a": 1\n}\n' });
  add('names-odd-form', { url, headers: odd, form: parts });
  add('names-odd-bytes', { url, headers: json, body_base64: '//79AAE=' });
  add('names-odd-file', { method: 'PUT', url, headers: odd, body_file: 'photo.png' });
  add('names-odd-chunked', { url, headers: json, body: '{}', options: { chunked: true } });
  add('names-odd-expect', { url, headers: json, body: '{}', options: { expect_continue: true } });
  add('names-odd-timeouts', {
    url,
    headers: odd,
    options: { timeout_ms: 10_000, connect_timeout_ms: 2500, ip_version: 4 },
  });
  add('names-odd-proxy', {
    url: 'http://api.example.com/x?y=z',
    headers: odd,
    options: { proxy: `http://us:p%40w@${PLACEHOLDER}` },
  });
  add('names-odd-variables', {
    url: `${url}/{{id}}?k={{id}}`,
    headers: { 'X-API-Key': 'k{{id}}' },
    body: '{{id}}',
    options: { omit_headers: ['Content-Type'] },
    variables: [{ name: 'id', text: '{{id}}' }],
  });
  for (const status of [301, 303, 307] as const)
    add(
      `names-odd-follow-${status}`,
      { url, headers: { ...json, Authorization: 'Bearer t' }, body: '{"a":1}', options: follow },
      `redirect-${status}`,
    );
  add('names-odd-follow-form', { url, headers: odd, form: parts, options: follow }, 'redirect-302');
  add('names-odd-follow-twice', { url, headers: odd, options: follow }, 'redirect-twice');
  add(
    'names-odd-follow-put',
    { method: 'PUT', url, headers: json, body: 'x', options: { ...follow, custom_method: true } },
    'redirect-303',
  );
  add('form-type-lower', {
    url,
    headers: { 'content-type': FORM, accept: 'text/html' },
    body: 'a=1&b=c+d',
  });
  add('json-type-lower', { url, headers: { 'content-type': 'application/json' }, body: '{"a": 1}' });
  add('multipart-follow', { url, form: parts, options: follow }, 'redirect-302');
  add('header-unicode-body', { url, headers: { 'X-Name': 'Zoë', 'Content-Type': 'text/plain' }, body: 'é' });
  add('header-repeated-body', {
    url,
    headers: { 'X-A': '1, 2', 'Content-Type': 'text/plain' },
    body: 'x',
    options: {
      header_list: [
        { name: 'X-A', value: '1' },
        { name: 'Content-Type', value: 'text/plain' },
        { name: 'X-A', value: '2' },
      ],
    },
  });
  add('omit-user-agent-form', { url, form: parts, options: { omit_headers: ['User-Agent'] } });
  add('compressed-no-encoding', { url, options: { compressed: true, omit_headers: ['Accept-Encoding'] } });
  add(
    'follow-json-patch',
    typed('application/json', {
      method: 'PATCH',
      body: '{"a": 1}',
      options: { ...follow, custom_method: true },
    }),
    'redirect-302',
  );
  add('host-empty', { url, headers: { Host: '' } });
  add('http-1.0-post', typed('text/plain', { body: 'x', options: { http_version: '1.0' } }));
  add(
    'method-lower-case-post',
    typed('text/plain', { method: 'post', body: 'x', options: { custom_method: true } }),
  );
  add(
    'digest-post',
    typed('application/json', {
      url,
      body: '{"a":1}',
      auth: { scheme: 'digest', username: 'ada', password: 'é"\\' },
    }),
    'digest',
  );
  const digest = { scheme: 'digest', username: 'ada', password: 'x' } as const;
  add('digest-second', { url: `${url}?a=%22;b`, auth: digest }, 'digest-second');
  add(
    'chunked-variable',
    typed('text/plain', {
      url,
      body: 'a{{id}}b',
      options: { chunked: true },
      variables: [{ name: 'id', text: '{{id}}' }],
    }),
  );
  add('form-type-variable', {
    url,
    headers: { 'Content-Type': 'multipart/{{id}}' },
    form: parts,
    variables: [{ name: 'id', text: '{{id}}' }],
  });
  add('digest-bare-query', { url: `${url}?`, auth: digest }, 'digest');
  add('digest-not-asked', { url, auth: digest }, 'basic');
  add('digest-not-needed', typed('text/plain', { url, body: 'a=b', auth: digest }));
  add('digest-userhash', { url, auth: digest }, 'digest-userhash');
  add('any-not-needed', typed('text/plain', { url, body: 'a=b', auth: { ...digest, scheme: 'any' } }));
  add('any-post', typed('text/plain', { url, body: 'a=b', auth: { ...digest, scheme: 'any' } }), 'digest');
  add('any-basic', { url, auth: { ...digest, scheme: 'any' } }, 'basic');
  add('accept-encoding-empty', { url, headers: { 'Accept-Encoding': '' } });
  add(
    'follow-form-own-type',
    {
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
      options: follow,
    },
    'redirect-302',
  );
  add('follow-cookie-set', { url, options: follow }, 'redirect-cookie');
  add('follow-cookie-added', { url, headers: { Cookie: 'a=b' }, options: follow }, 'redirect-cookie');
  add('follow-blank', { url, options: follow }, 'redirect-blank');
  const page = `${ORIGIN}/list/items?page=1`;
  add('follow-query', { url: page, options: follow }, 'redirect-query');
  add('follow-query-cookie', { url: page, headers: { Cookie: 'a=b' }, options: follow }, 'redirect-query');
  add('follow-relative', { url: page, headers: { 'X-API-Key': 'k' }, options: follow }, 'redirect-relative');
  add(
    'follow-relative-post',
    typed('application/json', { url: page, body: '{}', options: follow }),
    'redirect-relative',
  );
  add('follow-300-post', typed(FORM, { url, body: 'a=1', options: follow }), 'redirect-300');
  add('follow-odd', { url, options: follow }, 'redirect-odd');
  add('follow-empty', { url, options: follow }, 'redirect-empty');
  add('follow-user', { url, options: follow }, 'redirect-user');
  add(
    'follow-away',
    {
      url,
      headers: { Authorization: 'Bearer t', Cookie: 'a=b', Host: 'api.test', 'X-A': 'b' },
      options: follow,
    },
    'redirect-away',
  );
  add(
    'follow-away-basic',
    { url, headers: { Authorization: 'Basic YTpi' }, options: follow },
    'redirect-away',
  );
  add('follow-often', { url, options: follow }, 'redirect-often');
  add('follow-no-end', { url, options: { ...follow, max_redirects: -1 } }, 'redirect-twice');
  add('compressed-odd-names', {
    url,
    headers: { DNT: '1', 'X-API-Key': 'k' },
    options: { compressed: true },
  });
  add('compressed-odd-target', { url: `${ORIGIN}/a/../b?"c"`, options: { compressed: true } });
  add('address-other-ip', { url, options: { ip_version: 6 } });
  add(
    'digest-form',
    { url, form: [{ name: 'a', value: 'b' }], auth: { scheme: 'digest', username: 'u', password: 'p' } },
    'digest',
  );
}

function addVariables(): void {
  const token = { name: 'TOKEN', text: '$TOKEN' };
  add('variable-header', {
    url: `${ORIGIN}/v`,
    headers: { Authorization: 'Bearer $TOKEN' },
    variables: [token],
  });
  add('variable-braces', {
    url: `${ORIGIN}/v`,
    headers: { 'X-Token': '${TOKEN}x' },
    variables: [{ name: 'TOKEN', text: '${TOKEN}' }],
  });
  add('variable-placeholder', {
    url: `${ORIGIN}/v/{{id}}?x={{id}}`,
    headers: { 'X-Id': 'a {{id}} b' },
    variables: [{ name: 'id', text: '{{id}}' }],
  });
  add(
    'variable-body',
    typed('application/json', { body: '{"token":"$TOKEN","n":{"a":1}}', variables: [token] }),
  );
  add(
    'variable-body-lines',
    typed('application/json', { body: '{\n  "token": "$TOKEN"\n}', variables: [token] }),
  );
  add(
    'variable-odd-value',
    typed('text/plain', { body: 'key=$API_KEY;', variables: [{ name: 'API_KEY', text: '$API_KEY' }] }),
  );
  add('variable-basic', {
    url: `${ORIGIN}/v`,
    auth: { scheme: 'basic', username: '$USER_NAME', password: 'x$TOKEN' },
    variables: [token, { name: 'USER_NAME', text: '$USER_NAME' }],
  });
  add('variable-form', {
    url: `${ORIGIN}/v`,
    form: [{ name: 'a', value: 'b $TOKEN c' }],
    variables: [token],
  });
  add('variable-url', { url: `${ORIGIN}/v/$TOKEN/x?k=$TOKEN`, variables: [token] });
  add('variable-twice', {
    url: `${ORIGIN}/v`,
    headers: { 'X-A': '$TOKEN', 'X-B': '${TOKEN}' },
    variables: [token, { name: 'TOKEN', text: '${TOKEN}' }],
  });
  const shell = (...texts: string[]) => texts.map((text) => ({ name: /\w+/.exec(text)?.[0] ?? '', text }));
  const defaults = shell(
    '${MISSING-7}',
    '${MISSING:-8}',
    '${EMPTY-unused}',
    '${EMPTY:-was empty}',
    '${ZERO:-unused}',
    '${USER_NAME:=nobody}',
    '${MISSING_TEXT:-which is so long that a formatter breaks the line}',
  );
  add('variable-defaults', {
    method: 'POST',
    url: `${ORIGIN}/v/\${MISSING-7}\${MISSING:-8}`,
    headers: {
      'Content-Type': 'text/plain',
      'X-Empty': '<${EMPTY-unused}>',
      'X-Was-Empty': '${EMPTY:-was empty}',
    },
    body: '${ZERO:-unused} ${USER_NAME:=nobody} ${MISSING_TEXT:-which is so long that a formatter breaks the line}',
    variables: defaults,
  });
  add('variable-default-url', {
    url: `\${MISSING_BASE:-${ORIGIN}/v?x}=1&y=\${MISSING-a@b:c}`,
    variables: shell(`\${MISSING_BASE:-${ORIGIN}/v?x}`, '${MISSING-a@b:c}'),
  });
}

function addFound(): void {
  const url = `${ORIGIN}/found`;
  const json = { 'Content-Type': 'application/json' };
  const follow = { follow_redirects: true };
  const encodings = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
  add('encodings-lower-case', { url, headers: encodings });
  add('encodings-lower-case-compressed', { url, headers: encodings, options: { compressed: true } });
  add('proxy-long', {
    url: 'http://api.example.com/x',
    options: { proxy: `http://user-of-the-proxy:its-long-password@${PLACEHOLDER}` },
  });
  add('proxy-variable', {
    url: 'http://api.example.com/x',
    headers: { 'X-Token': '$TOKEN' },
    options: { proxy: `http://us:p%40w@${PLACEHOLDER}/` },
    variables: [{ name: 'TOKEN', text: '$TOKEN' }],
  });
  add('target-dots-and-slashes', { url: `${ORIGIN}/a/./b/../../c//d/..` });
  add('follow-delete', { method: 'DELETE', url, options: follow }, 'redirect-302');
  add(
    'follow-patch',
    { method: 'PATCH', url, headers: json, body: '{"a":1}', options: follow },
    'redirect-303',
  );
  add(
    'follow-put-json-secret',
    { method: 'PUT', url, headers: { ...json, Authorization: 'Bearer t' }, body: '{"a":1}', options: follow },
    'redirect-302',
  );
  add('chunked-nothing', { method: 'POST', url, options: { chunked: true, omit_headers: ['Content-Type'] } });
  add('json-exponent', { url, body: { small: 1e-7, large: -3e21 } });
  add(
    'follow-keep-once',
    { url, headers: { 'Content-Type': FORM }, body: 'a=1', options: { ...follow, keep_method_on: [302] } },
    'redirect-both',
  );
  add('head-forced', { method: 'HEAD', url, options: { custom_method: true } });
  const names = NAMES.split(' ');
  const variables = names.map((name) => ({ name, text: `$${name}` }));
  const all = names.map((name) => `$${name}`).join(' ');
  const alike = { url, headers: { ...json, 'X-All': all, Cookie: 'a=$password' }, variables };
  add('variables-alike', alike);
  add('variables-alike-basic', {
    ...alike,
    auth: { scheme: 'basic', username: '$username', password: '$password' },
  });
  add(
    'variables-alike-digest',
    { ...alike, body: all, auth: { scheme: 'digest', username: '$username', password: '$password' } },
    'digest',
  );
  add('variables-alike-follow', { ...alike, method: 'PUT', body: all, options: follow }, 'redirect-302');
  add('variables-alike-twice', { ...alike, body: all, options: follow }, 'redirect-twice');
  add('variables-alike-form', {
    ...alike,
    headers: { 'X-All': all },
    form: [
      { name: '$form', value: all },
      { name: 'f', file: 'photo.png', filename: '$path', content_type: 'image/$content' },
    ],
  });
  add('variables-alike-target', { ...alike, url: `${ORIGIN}/../$target`, options: follow }, 'redirect-301');
  add('follow-get-type', { url, headers: json, options: follow }, 'redirect-302');
  add('follow-own-host', { url, headers: { Host: 'api.example.com' }, options: follow }, 'redirect-302');
  add(
    'follow-chunked',
    typed('text/plain', { body: 'in chunks', options: { ...follow, chunked: true } }),
    'redirect-307',
  );
  add(
    'follow-empty-body',
    typed(FORM, { method: 'PUT', body: '', options: { ...follow, custom_method: true } }),
    'redirect-302',
  );
  add('encoding-of-range', { url, headers: { Range: 'bytes=0-9', 'Accept-Encoding': 'gzip' } });
  add('user-agent-empty', { url, headers: { 'User-Agent': '' } });
  add('target-brackets', { url: `${url}/[0]?page[size]=1&f={a|b}` });
  const proxied = 'http://api.example.com/x?y=z';
  add('proxy-own-host', {
    url: proxied,
    headers: { Host: 'other.example.com' },
    options: { proxy: ORIGIN },
  });
  add('proxy-other-target', { url: proxied, options: { proxy: ORIGIN, request_target: '/other?z=1' } });
  add('proxy-host-capitals', { url: 'http://API.Example.com/x', options: { proxy: ORIGIN } });
  add('proxy-host-capitals-own', {
    url: 'http://API.Example.com/x',
    headers: { Host: 'other.example.com' },
    options: { proxy: ORIGIN },
  });
  add('target-hash', { url, options: { request_target: '/a?b#c' } });
  add('host-odd', { url, headers: { Host: 'two words' } });
  add('timeout-endless', { url, options: { timeout_ms: 4_294_967_295 } });
  add('basic-beside-own', {
    url,
    headers: { Authorization: 'Bearer t' },
    auth: { scheme: 'basic', username: 'ada', password: 'x' },
  });
  add('basic-nobody', { url, auth: { scheme: 'basic' } });
  add('digest-nobody', { url, auth: { scheme: 'digest', username: '', password: '' } }, 'digest');
  const user = { name: 'RUN_USER', text: '$RUN_USER' };
  add(
    'variable-alone-digest',
    { url, auth: { scheme: 'digest', username: '$RUN_USER', password: '$RUN_USER' }, variables: [user] },
    'digest',
  );
  add('variable-alone-bearer', {
    url,
    headers: { Authorization: 'Bearer $RUN_USER' },
    variables: [user],
    options: follow,
  });
  const given = { username: 'ada', password: 'x' };
  add(
    'any-chunked',
    typed('text/plain', { url, body: 'a=b', auth: { scheme: 'any', ...given }, options: { chunked: true } }),
    'digest',
  );
  add(
    'digest-other-target',
    { url, auth: { scheme: 'digest', ...given }, options: { request_target: '/other?z=1' } },
    'digest',
  );
  add('follow-other-target', { url, options: { ...follow, request_target: '/other?z=1' } }, 'redirect-302');
  add('bearer-two-blanks', { url, headers: { Authorization: 'Bearer  t' } });
  add('json-variables', {
    url,
    headers: json,
    body: '{"user":"$RUN_USER","{}":"\\\\"}',
    variables: [user],
  });
  add('form-many', {
    url,
    headers: { 'Content-Type': FORM },
    body: Array.from({ length: 40 }, (_, index) => `key${index}=value+${index}`).join('&'),
  });
  add('form-get', {
    method: 'GET',
    url,
    headers: { 'Content-Type': FORM, Accept: '*/*' },
    body: 'a=1&b=%C3%A9&c=*-._',
    options: { custom_method: true },
  });
  add('multipart-plain', {
    method: 'PUT',
    url,
    headers: { Authorization: 'Bearer t', 'X-Key': 'k' },
    form: [
      { name: 'user[name]', value: 'Ada "the" first\nof her name, who wrote a program' },
      { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
      { name: 'g', file: 'notes.txt', filename: 'notes.txt', content_type: 'text/plain' },
      { name: 'h', file: 'photo.png', filename: 'h 日.png', content_type: 'image/png' },
      { name: 'i', file: 'photo.png', filename: 'photo.png', content_type: 'application/octet-stream' },
      { name: 'j', value: '{"a":1}', content_type: 'application/json' },
      { name: 'k', value: 'text', filename: 'k.svg', content_type: 'image/svg+xml' },
      { name: 'm', file: 'notes.txt', content_type: 'text/x-notes' },
    ],
    options: { custom_method: true },
  });
  add('multipart-odd-types', {
    url,
    form: [
      { name: 'a', value: 'x', content_type: 'Text/Plain; charset=UTF-8' },
      { name: 'b', value: 'y', content_type: 'x/Y' },
      { name: 'a b/c?', value: 'z' },
    ],
  });
  add('proxy-omit-host', { url: proxied, options: { proxy: ORIGIN, omit_headers: ['Host'] } });
  add(
    'proxy-digest',
    {
      url: proxied,
      auth: { scheme: 'digest', username: 'ada', password: 'x' },
      options: { proxy: ORIGIN },
    },
    'digest',
  );
}

/** Found by combining what other cases have one at a time. */
function addCombined(): void {
  const url = `${ORIGIN}/combined`;
  const follow = { follow_redirects: true };
  add(
    'follow-repeated-form',
    {
      url,
      headers: { 'X-A': '1, 2', 'Content-Type': FORM },
      body: 'a=b',
      options: {
        ...follow,
        header_list: [
          { name: 'X-A', value: '1' },
          { name: 'X-A', value: '2' },
          { name: 'Content-Type', value: FORM },
        ],
      },
    },
    'redirect-302',
  );
  add('trusted-not-follow', { url, options: { auth_on_redirect: true } }, 'redirect-302');
  add('follow-slash', { url, options: follow }, 'redirect-slash');
  add('follow-mail', { url, options: follow }, 'redirect-mail');
  add('follow-same', typed(FORM, { url, body: 'a=b', options: follow }), 'redirect-same');
  const typedPart = { name: 'a', value: 'b', headers: ['X-Part: one'] };
  add('follow-multipart-headers', { url, form: [typedPart], options: follow }, 'redirect-302');
  add(
    'follow-multipart-own-type',
    {
      url,
      headers: { 'Content-Type': 'multipart/mixed' },
      form: [{ name: 'a', value: 'b' }],
      options: follow,
    },
    'redirect-302',
  );
  add('proxy-unicode-path', { url: 'http://api.example.com/é?q=ü', options: { proxy: ORIGIN } });
  add('omit-connection', { url, options: { omit_headers: ['Connection'] } });
  add(
    'compressed-chunked-file',
    typed(FORM, {
      url,
      body_file: 'notes.txt',
      options: { strip_newlines: true, compressed: true, chunked: true },
    }),
  );
  add(
    'any-upload',
    {
      method: 'PUT',
      url,
      body_file: 'photo.png',
      auth: { scheme: 'any', username: 'ada', password: 'x' },
    },
    'basic',
  );
  add('multipart-value-with-known-name', { url, form: [{ name: 'a', value: 'b', filename: 'a.txt' }] });
  add('proxy-address-other-ip', {
    url: 'http://api.example.com/',
    options: { proxy: ORIGIN, ip_version: 6 },
  });
  add('header-authorization-capitals', { url, headers: { AUTHORIZATION: 'Basic YTpi' } });
  add('header-blank', { url, headers: { 'X-Blank': ' ' } });
  add('multipart-empty-type', {
    url,
    headers: { 'Content-Type': '' },
    form: [{ name: 'a', value: 'b', filename: 'a.txt' }],
  });
  add('multipart-written-lower-type', {
    url,
    headers: { 'content-type': 'multipart/mixed' },
    form: [{ name: 'a', value: 'b', filename: 'a.txt' }],
  });
  add('multipart-written-variable', {
    url,
    form: [
      { name: 'a', value: "it's $TOKEN", content_type: 'text/plain' },
      { name: 'b', value_base64: '/wE=', content_type: 'text/plain' },
    ],
    variables: [{ name: 'TOKEN', text: '$TOKEN' }],
  });
  add('multipart-text-wide-target', {
    url: `${url}?ü`,
    form: [{ name: 'a', value: 'b', headers: ['X-Part: one'] }],
  });
  add('variable-empty-header', {
    url,
    headers: { 'X-Empty': '${EMPTY:-}', 'X-A': 'b' },
    variables: [{ name: 'EMPTY', text: '${EMPTY:-}' }],
  });
}

/** A text as a header can carry it. */
function headerText(text: string): string {
  return text.replace(/[\0-\x1f\x7f]+/g, ' ').trim();
}

function addHostile(): void {
  HOSTILE.forEach((text, index) => {
    add(`hostile-body-${index}`, typed('text/plain', { body: text }));
    add(`hostile-json-${index}`, typed('application/json', { body: JSON.stringify({ [text]: text }) }));
    add(`hostile-header-${index}`, { url: `${ORIGIN}/x`, headers: { 'X-Hostile': headerText(text) } });
    add(`hostile-query-${index}`, {
      url: `${ORIGIN}/x?q=${encodeURIComponent(text)}&r=${text.replace(/[\0- #\x7f\u00a0-\u{10ffff}]/gu, '')}`,
    });
    add(`hostile-basic-${index}`, {
      url: `${ORIGIN}/x`,
      headers: {
        Authorization: `Basic ${Buffer.from(`${text.replaceAll('\0', '').replaceAll(':', '')}:${text.replaceAll('\0', '')}`).toString('base64')}`,
      },
    });
    const partText = text.replaceAll('\0', '');
    add(`hostile-form-${index}`, {
      url: `${ORIGIN}/x`,
      form: [
        { name: partText.replaceAll('=', ''), value: partText },
        { name: 'f', file: 'photo.png', filename: partText, content_type: 'image/png' },
      ],
    });
  });
}

addOrdinary();
addFiles();
addForms();
addHeaders();
addAuth();
addTargets();
addOptions();
addRedirects();
addVariables();
addExamined();
addFound();
addExact();
addCombined();
addHostile();

export const CASES: readonly Case[] = cases;
