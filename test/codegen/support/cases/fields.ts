/** Headers, targets and options, one at a time. */
import { add, ORIGIN, PLACEHOLDER, typed } from './make.ts';

export function addHeaders(): void {
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

export function addTargets(): void {
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

export function addOptions(): void {
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
