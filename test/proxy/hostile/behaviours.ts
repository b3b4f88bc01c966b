/** The hostile behaviours, by what they attack. The limits they run under are in hostile.test.ts. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { zstdMissing } from '../../support/zstd.ts';
import {
  type Behaviour,
  endless,
  head,
  ok,
  redirect,
  say,
  sayAndEnd,
  sayAndReset,
  trickle,
} from './behaviour.ts';

/** Decoded bytes that the suite's request runner keeps. */
export const KEPT = 256 * 1024;

const ZEROS = Buffer.alloc(16 * 1024 * 1024);
const invalid = 'invalid_response';
const reset = ['connection_reset', 'invalid_response'] as const;

const raw = (name: string, bytes: string, expect: Behaviour['expect'] = invalid): Behaviour => ({
  name,
  serve: sayAndEnd(bytes),
  expect,
});

const STATUS_LINES: Behaviour[] = [
  raw('garbage', 'hello there\r\n\r\n'),
  raw('HTTP/0.9: a body alone', '<html>old</html>'),
  raw('a version alone', 'HTTP/1.1\r\n\r\n'),
  raw('no status', 'HTTP/1.1 \r\n\r\n'),
  raw('a status of letters', 'HTTP/1.1 abc OK\r\n\r\n'),
  raw('a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'),
  raw('a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'),
  raw('a negative status', 'HTTP/1.1 -200 OK\r\n\r\n'),
  raw('status glued to reason', 'HTTP/1.1 200OK\r\n\r\n'),
  raw('two spaces before the status', 'HTTP/1.1  200 OK\r\n\r\n'),
  raw('an unknown version', 'HTTP/7.3 200 OK\r\n\r\n'),
  raw('lower-case protocol', 'http/1.1 200 OK\r\n\r\n'),
  raw('an SSH banner', 'SSH-2.0-OpenSSH_9.9\r\n'),
  raw('an SMTP banner', '220 mail.example ESMTP\r\n'),
  raw('a TLS alert on a plain port', '\x15\x03\x03\x00\x02\x02\x46'),
  raw('NUL bytes', '\0\0\0\0\0\0\0\0'),
  {
    name: 'NUL in the reason',
    serve: say('HTTP/1.1 200 O\0K\r\nContent-Length: 0\r\n\r\n'),
    expect: 'completed',
    check: ({ response }) => response?.status_text === 'OK',
  },
  raw('a request instead of an answer', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  raw('no reason and no space', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', 'completed'),
  {
    name: 'no reason',
    serve: say('HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n'),
    expect: 'completed',
    check: ({ response }) => response?.status_text === '',
  },
  {
    name: 'a reason in UTF-8',
    serve: say('HTTP/1.1 200 Gr\xc3\xbc\xc3\x9fe\r\nContent-Length: 0\r\n\r\n'),
    expect: 'completed',
    check: ({ response }) => response?.status_text === 'Grüße',
  },
  {
    name: 'status 999',
    serve: say(ok('x', [], '999 Odd')),
    expect: 'completed',
    check: ({ response }) => response?.status === 999,
  },
  { name: 'status 600', serve: say(ok('x', [], '600 Odd')), expect: 'completed' },
  { name: 'an endless reason', serve: endless('HTTP/1.1 200 ', 'x'), expect: 'response_too_large' },
  {
    name: 'endless empty lines first',
    serve: endless('', '\r\n'),
    expect: ['timeout', 'invalid_response', 'response_too_large'],
  },
];

const HEADERS: Behaviour[] = [
  raw('a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 0\r\n\r\n'),
  raw('a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 0\r\n\r\n'),
  raw('an empty header name', 'HTTP/1.1 200 OK\r\n: x\r\nContent-Length: 0\r\n\r\n'),
  raw('NUL in a value', 'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n'),
  raw('a control character in a name', 'HTTP/1.1 200 OK\r\nX\x01: a\r\nContent-Length: 0\r\n\r\n'),
  raw('a bare CR in a value', 'HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 0\r\n\r\n'),
  raw('a bare CR as line end', 'HTTP/1.1 200 OK\rContent-Length: 0\r\r'),
  raw('two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  raw('a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab'),
  raw('a length of letters', 'HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nab'),
  raw('a length with a plus', 'HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nab'),
  raw('a length beyond 64 bits', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nab'),
  raw(
    'length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    [invalid, 'completed'],
  ),
  raw('chunked twice', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n', [
    invalid,
    'completed',
  ]),
  raw('an unknown transfer coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: zip\r\n\r\nab', 'completed'),
  { name: 'an endless header', serve: endless('HTTP/1.1 200 OK\r\nX: ', 'x'), expect: 'response_too_large' },
  {
    name: 'an endless header name',
    serve: endless('HTTP/1.1 200 OK\r\n', 'x'),
    expect: 'response_too_large',
  },
  {
    name: 'endless headers',
    serve: endless('HTTP/1.1 200 OK\r\n', 'X: y\r\n'),
    expect: 'response_too_large',
  },
  {
    name: 'two thousand small headers',
    serve: say(
      ok(
        'x',
        Array.from({ length: 2000 }, (_, i) => `a${i % 7}:`),
      ),
    ),
    expect: 'completed',
  },
  { name: 'headers that trickle', serve: trickle('HTTP/1.1 200 OK\r\n', 'X: y\r\n', 200), expect: 'timeout' },
  { name: 'a header that trickles', serve: trickle('HTTP/1.1 200 OK\r\nX: ', 'x', 200), expect: 'timeout' },
  { name: 'half a header, then the end', serve: sayAndEnd('HTTP/1.1 200 OK\r\nX: '), expect: reset },
  {
    name: 'half a header, then a reset',
    serve: sayAndReset('HTTP/1.1 200 OK\r\nX: '),
    expect: 'connection_reset',
  },
  { name: 'half a header, then silence', serve: say('HTTP/1.1 200 OK\r\nX: '), expect: 'timeout' },
  {
    name: '__proto__ as a header',
    serve: say(ok('x', ['__proto__: evil', 'constructor: x', 'toString: y'])),
    expect: 'completed',
    check: ({ response }) => Object.entries(response?.headers ?? {}).some(([name]) => name === 'constructor'),
  },
  {
    name: 'repeated headers and cookies',
    serve: say(ok('x', ['Set-Cookie: a=1; Path=/', 'X-A: 1', 'set-cookie: b=2', 'x-a: 2'])),
    expect: 'completed',
    check: ({ response }) =>
      response?.headers?.['set-cookie'] === 'a=1; Path=/\nb=2' && response.headers['x-a'] === '1, 2',
  },
  {
    name: 'Latin-1 in a value',
    serve: say(ok('x', ['X-A: caf\xe9'])),
    expect: 'completed',
    check: ({ response }) => response?.headers?.['x-a'] === 'café',
  },
];

const BODIES: Behaviour[] = [
  {
    name: 'a short body, then the end',
    serve: sayAndEnd(head('Content-Length: 10'), 'abc'),
    expect: 'connection_reset',
  },
  {
    name: 'a short body, then a reset',
    serve: sayAndReset(head('Content-Length: 10'), 'abc'),
    expect: 'connection_reset',
  },
  { name: 'a short body, then silence', serve: say(head('Content-Length: 10'), 'abc'), expect: 'timeout' },
  {
    name: 'a body that trickles',
    serve: trickle(head('Content-Length: 1000000'), 'x', 50),
    expect: 'timeout',
  },
  {
    name: 'chunks that trickle',
    serve: trickle(head('Transfer-Encoding: chunked'), '1\r\nx\r\n', 50),
    expect: 'timeout',
  },
  { name: 'an endless body', serve: endless(head(), 'x'), expect: 'completed', check: keptAll },
  {
    name: 'an endless body of chunks',
    serve: endless(head('Transfer-Encoding: chunked'), '400\r\n'.concat('x'.repeat(1024), '\r\n')),
    expect: 'completed',
    check: keptAll,
  },
  {
    name: 'endless tiny chunks',
    serve: endless(head('Transfer-Encoding: chunked'), '1\r\nx\r\n'),
    expect: ['completed', 'timeout'],
  },
  {
    name: 'an endless body of a terabyte',
    serve: endless(head('Content-Length: 1099511627776'), 'x'),
    expect: 'completed',
    check: keptAll,
  },
  {
    name: 'a terabyte promised, nothing sent',
    serve: say(head('Content-Length: 1099511627776')),
    expect: 'timeout',
  },
  {
    name: 'a chunk size of letters',
    serve: say(head('Transfer-Encoding: chunked'), 'zz\r\nab\r\n'),
    expect: invalid,
  },
  {
    name: 'a negative chunk size',
    serve: say(head('Transfer-Encoding: chunked'), '-1\r\nab\r\n'),
    expect: invalid,
  },
  {
    name: 'a chunk size beyond 64 bits',
    serve: say(head('Transfer-Encoding: chunked'), 'fffffffffffffffff\r\nab\r\n'),
    expect: invalid,
  },
  {
    name: 'a chunk longer than it says',
    serve: say(head('Transfer-Encoding: chunked'), '1\r\nabcdef\r\n0\r\n\r\n'),
    expect: invalid,
  },
  {
    name: 'an endless chunk size',
    serve: endless(head('Transfer-Encoding: chunked'), '0'),
    expect: [invalid, 'timeout', 'response_too_large'],
  },
  {
    name: 'an endless chunk extension',
    serve: endless(`${head('Transfer-Encoding: chunked')}1;a=`, 'x'),
    expect: ['response_too_large', invalid],
  },
  {
    name: 'chunks without an end',
    serve: sayAndEnd(head('Transfer-Encoding: chunked'), '1\r\na\r\n'),
    expect: 'connection_reset',
  },
  {
    name: 'endless trailers',
    serve: endless(`${head('Transfer-Encoding: chunked')}1\r\na\r\n0\r\n`, 'X: y\r\n'),
    expect: 'response_too_large',
  },
  {
    name: 'trailers',
    serve: say(head('Transfer-Encoding: chunked'), '1\r\na\r\n0\r\nX: y\r\n\r\n'),
    expect: 'completed',
    check: ({ response }) => response?.body === 'a',
  },
  {
    name: 'more than the length',
    serve: say(ok('ab'), 'surplus'),
    expect: 'completed',
    check: ({ response }) => response?.body === 'ab',
  },
  {
    name: 'a second answer nobody asked for',
    serve: say(ok('one'), ok('two')),
    expect: 'completed',
    check: ({ response }) => response?.body === 'one',
  },
  {
    name: 'an endless row of answers',
    serve: endless(ok('one'), ok('more')),
    expect: 'completed',
    check: ({ response }) => response?.body === 'one',
  },
  {
    name: '204 with a body',
    serve: say('HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc'),
    expect: 'completed',
    check: ({ response }) => response?.body === '',
  },
  {
    name: '304 with a body',
    serve: say('HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\nabc'),
    expect: 'completed',
    check: ({ response }) => response?.body === '',
  },
  {
    name: 'HEAD with a body',
    serve: say(ok('abc')),
    request: { method: 'HEAD' },
    expect: 'completed',
    check: ({ response }) => response?.body === '',
  },
  {
    name: 'HEAD with an endless body',
    serve: endless(head(), 'x'),
    request: { method: 'HEAD' },
    expect: 'completed',
  },
  {
    name: 'HTTP/1.0 until the end',
    serve: sayAndEnd('HTTP/1.0 200 OK\r\n\r\nold'),
    expect: 'completed',
    check: ({ response }) => response?.http_version === '1.0' && response.body === 'old',
  },
  {
    name: 'HTTP/1.0 keep-alive',
    serve: say('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nold'),
    expect: 'completed',
  },
  {
    name: 'exactly what is kept',
    serve: sayAndEnd(head(), Buffer.alloc(KEPT, 'x')),
    expect: 'completed',
    check: ({ response }) => response?.truncated === false && response.body_size === KEPT,
  },
  {
    name: 'one byte more than is kept',
    serve: sayAndEnd(head(), Buffer.alloc(KEPT + 1, 'x')),
    expect: 'completed',
    check: keptAll,
  },
  {
    name: 'cut inside a character',
    serve: endless(`${head()}x`, '\xe2\x82\xac'),
    expect: 'completed',
    check: ({ response }) =>
      response?.body_encoding === 'utf8' &&
      response.truncated &&
      response.body_size === Buffer.byteLength(response.body ?? '') &&
      response.body_size > KEPT - 3,
  },
  {
    name: 'invalid UTF-8',
    serve: say(ok(Buffer.from([0xff, 0xfe, 0xfd]), ['Content-Type: text/plain; charset=utf-8'])),
    expect: 'completed',
  },
  {
    name: 'a lone surrogate in UTF-8',
    serve: say(ok(Buffer.from([0xed, 0xa0, 0x80]))),
    expect: 'completed',
    check: ({ response }) => response?.body_encoding === 'base64',
  },
  {
    name: 'a charset that does not exist',
    serve: say(ok('abc', ['Content-Type: text/plain; charset=klingon'])),
    expect: 'completed',
    check: ({ response }) => response?.body === 'abc',
  },
];

/** A raw deflate stream of endless empty stored blocks, after its gzip header. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const EMPTY_BLOCK = Buffer.from([0, 0, 0, 0xff, 0xff]);
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Frame header with the window descriptor, then what follows. */
const zstd = (window: number, ...blocks: number[][]) =>
  Buffer.concat([ZSTD_MAGIC, Buffer.from([0, window]), ...blocks.map((block) => Buffer.from(block))]);
/** An RLE block of 128 KiB, not the last: 4 bytes become 131,072. */
const RLE = [0x02, 0, 0x10, 0x41];

const coded = (
  name: string,
  coding: string,
  body: Uint8Array,
  expect: Behaviour['expect'],
  check?: Behaviour['check'],
): Behaviour => ({
  name,
  serve: say(ok(body, [`Content-Encoding: ${coding}`])),
  expect,
  ...(check !== undefined && { check }),
});

const gzipBomb = gzipSync(ZEROS);

const CODINGS: Behaviour[] = [
  coded('a gzip bomb', 'gzip', gzipBomb, 'completed', keptAll),
  coded('a zlib bomb', 'deflate', deflateSync(ZEROS), 'completed', keptAll),
  coded('a raw deflate bomb', 'deflate', deflateRawSync(ZEROS), 'completed', keptAll),
  coded('a brotli bomb', 'br', brotliCompressSync(ZEROS), 'completed', keptAll),
  {
    name: 'an endless zstd bomb',
    serve: endless(
      Buffer.concat([Buffer.from(head('Content-Encoding: zstd')), zstd(0x38)]),
      Buffer.from(RLE),
    ),
    expect: 'completed',
    check: keptAll,
  },
  coded(
    'a gzip bomb in a gzip bomb',
    'gzip, gzip',
    gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
    'completed',
    keptAll,
  ),
  coded('a gzip bomb in brotli', 'gzip, br', brotliCompressSync(gzipBomb), 'completed', keptAll),
  {
    name: 'endless gzip that yields nothing',
    serve: endless(Buffer.concat([Buffer.from(head('Content-Encoding: gzip')), GZIP_HEADER]), EMPTY_BLOCK),
    expect: 'completed',
    check: ({ response }) => response?.truncated === true && response.body_size === 0,
  },
  {
    name: 'endless raw deflate that yields nothing',
    serve: endless(head('Content-Encoding: deflate'), EMPTY_BLOCK),
    expect: 'completed',
    check: ({ response }) => response?.truncated === true,
  },
  {
    name: 'an endless zstd frame to skip',
    serve: endless(
      Buffer.concat([
        Buffer.from(head('Content-Encoding: zstd')),
        Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0xff]),
      ]),
      'x',
    ),
    expect: 'completed',
    check: ({ response }) => response?.truncated === true,
  },
  {
    name: 'endless zstd blocks of nothing in a large window',
    serve: endless(
      Buffer.concat([Buffer.from(head('Content-Encoding: zstd')), zstd(0x68)]),
      Buffer.from([0, 0, 0]),
    ),
    expect: [invalid, 'completed'],
  },
  coded(
    'broken gzip',
    'gzip',
    Buffer.concat([gzipSync('hello hello hello').subarray(0, 14), Buffer.from('xxxxxxxx')]),
    invalid,
  ),
  coded('gzip cut short', 'gzip', gzipSync('hello hello hello').subarray(0, 20), invalid),
  coded(
    'gzip with a wrong checksum',
    'gzip',
    Buffer.concat([gzipSync('hello').subarray(0, -8), Buffer.alloc(8)]),
    invalid,
  ),
  coded('text that says gzip', 'gzip', Buffer.from('just text'), invalid),
  coded('text that says deflate', 'deflate', Buffer.from('just text'), invalid),
  coded('text that says br', 'br', Buffer.from('just text, not brotli'), invalid),
  coded('text that says zstd', 'zstd', Buffer.from('just text'), invalid),
  coded(
    'brotli cut short',
    'br',
    brotliCompressSync(Buffer.from('hello '.repeat(100))).subarray(0, 10),
    invalid,
  ),
  // Node's decoder does not report a frame without its end; the length of the body or its last chunk tells.
  coded('zstd cut short', 'zstd', zstd(0x38, RLE), [invalid, 'completed']),
  coded('zstd with a window of two terabytes', 'zstd', zstd(0xff, RLE), invalid),
  coded('zstd with a window of 16 MiB', 'zstd', zstd(0x70, [0x03, 0, 0x10, 0x41]), invalid),
  coded(
    'zstd that needs a dictionary',
    'zstd',
    Buffer.concat([ZSTD_MAGIC, Buffer.from([1, 0x38, 7, ...RLE])]),
    invalid,
  ),
  coded('zstd with a reserved block', 'zstd', zstd(0x38, [0x07, 0, 0]), invalid),
  coded('zstd with a block too large', 'zstd', zstd(0x38, [0xff & ~0x06, 0xff, 0xff]), invalid),
  coded('six codings', 'gzip, gzip, gzip, gzip, gzip, gzip', Buffer.from('x'), invalid),
  coded(
    'an unknown coding',
    'rot13',
    Buffer.from('uryyb'),
    'completed',
    ({ response, warnings }) =>
      response?.body === 'uryyb' && warnings[0]?.code === 'content_encoding_unknown',
  ),
  coded('a megabyte of coding names', 'x,'.repeat(3000), Buffer.from('x'), [invalid, 'completed']),
  coded(
    'gzip members in a row',
    'gzip',
    Buffer.concat([gzipSync('one '), gzipSync('two')]),
    'completed',
    ({ response }) => response?.body === 'one two',
  ),
  coded('gzip with garbage after it', 'gzip', Buffer.concat([gzipSync('one'), Buffer.from('garbage')]), [
    'completed',
    invalid,
  ]),
  coded('an empty gzip body', 'gzip', Buffer.alloc(0), 'completed', ({ response }) => response?.body === ''),
  coded('identity', 'identity', Buffer.from('x'), 'completed', ({ response }) => response?.body === 'x'),
  {
    name: '204 that says gzip',
    serve: say('HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n'),
    expect: 'completed',
  },
  {
    name: 'HEAD that says gzip',
    serve: say(ok('x', ['Content-Encoding: gzip'])),
    request: { method: 'HEAD' },
    expect: 'completed',
  },
  {
    name: 'gzip that trickles',
    serve: trickle(head('Content-Encoding: gzip'), '\x1f', 100),
    expect: ['timeout', invalid],
  },
];

const INFORMATIONAL: Behaviour[] = [
  { name: 'a flood of 100 Continue', serve: endless('', 'HTTP/1.1 100 Continue\r\n\r\n'), expect: invalid },
  {
    name: 'a flood of 103 Early Hints',
    serve: endless('', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
    expect: invalid,
  },
  { name: '102 now and then', serve: trickle('', 'HTTP/1.1 102 Processing\r\n\r\n', 100), expect: 'timeout' },
  {
    name: 'three informational answers, then the answer',
    serve: say(
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2),
      'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n',
      ok('late'),
    ),
    expect: 'completed',
    check: ({ response }) => response?.body === 'late',
  },
  { name: '100 and nothing more', serve: say('HTTP/1.1 100 Continue\r\n\r\n'), expect: 'timeout' },
  {
    name: '101 without being asked',
    serve: say('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    expect: invalid,
  },
  {
    name: '101 and a flood',
    serve: endless('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n', 'x'),
    expect: invalid,
  },
  {
    name: '101 without an upgrade',
    serve: say('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    expect: [invalid, 'timeout'],
  },
  {
    name: 'no 100, but an answer',
    serve: say(ok('no thanks', [], '417 Expectation Failed')),
    request: { body: 'x', options: { expect_continue: true } },
    expect: 'completed',
    check: ({ response }) => response?.status === 417,
  },
  {
    name: 'no 100 and no answer',
    serve: () => {},
    request: { body: 'x', options: { expect_continue: true } },
    expect: 'timeout',
  },
];

const follow = { options: { follow_redirects: true } };
const to = (
  name: string,
  location: string,
  expect: Behaviour['expect'],
  check?: Behaviour['check'],
): Behaviour => ({
  name: `a redirect ${name}`,
  serve: redirect(location),
  request: follow,
  expect,
  ...(check !== undefined && { check }),
});

const REDIRECTS: Behaviour[] = [
  {
    name: 'a redirect to itself',
    serve: (socket, request) => socket.write(ok('', [`Location: ${request.split(' ')[1]}`], '302 Found')),
    request: follow,
    expect: 'too_many_redirects',
  },
  {
    name: 'an endless chain of redirects',
    serve: (socket, request) => socket.write(ok('', [`Location: ${request.split(' ')[1]}x`], '301 Moved')),
    request: follow,
    expect: 'too_many_redirects',
  },
  to('to a file', 'file:///etc/passwd', 'destination_refused'),
  to('to ftp', 'ftp://127.0.0.1/', 'destination_refused'),
  to('to gopher', 'gopher://127.0.0.1:6379/_INFO', 'destination_refused'),
  to('to javascript', 'javascript:alert(1)', 'destination_refused'),
  to('to data', 'data:text/plain,x', 'destination_refused'),
  to('to a UNIX socket', 'unix:/var/run/docker.sock:/info', 'destination_refused'),
  to('to a private address', 'http://10.0.0.1/', 'destination_refused'),
  to('to the metadata service', 'http://169.254.169.254/latest/meta-data/', 'destination_refused'),
  to('to a refused port of an allowed address', 'http://127.0.0.1:1/', 'destination_refused'),
  to('to localhost', 'http://localhost:1/', 'destination_refused'),
  to('to the IPv6 loopback', 'http://[::1]:1/', 'destination_refused'),
  to('to a mapped address', 'http://[::ffff:127.0.0.1]:1/', 'destination_refused'),
  to('to a decimal address', 'http://2130706433:1/', 'destination_refused'),
  to('to an octal address', 'http://0177.0.0.1:1/', 'destination_refused'),
  to('to 0.0.0.0', 'http://0.0.0.0:1/', 'destination_refused'),
  to('to a name that points inside', 'http://inside.test/', 'destination_refused'),
  to('to a name that does not exist', 'http://nowhere.test/', 'dns_error'),
  to('without a host', 'http://', invalid),
  to('to half an address', 'http://[::1', invalid),
  to('with one slash', 'http:/127.0.0.1/', invalid),
  to('with backslashes', 'http:\\\\127.0.0.1\\', invalid),
  to('with a backslash before an @', 'http://127.0.0.1\\@example.com/', invalid),
  to('with a tab in the scheme', 'ht\ttp://127.0.0.1/', invalid),
  to('with a port beyond 65535', 'http://127.0.0.1:99999/', invalid),
  to('with a port of letters', 'http://127.0.0.1:80a/', invalid),
  to('of 15 kilobytes', `ORIGIN/ok?${'x'.repeat(15_000)}`, 'completed'),
  to(
    'with credentials',
    'http://user:pass@HOST/ok',
    'completed',
    ({ response }) => response?.redirects.length === 1,
  ),
  to(
    'with UTF-8 and spaces',
    'ORIGIN/ok/\xc3\xbc b?c d',
    'completed',
    ({ response }) => response?.url.endsWith('/ok/%C3%BC%20b?c+d') === true,
  ),
  to('relative to the path', '.././ok/../ok?x', 'completed'),
  to(
    'with a fragment',
    'ORIGIN/ok#frag',
    'completed',
    ({ response }) => response?.url.endsWith('/ok') === true,
  ),
  to('relative to the scheme', '//HOST/ok', 'completed'),
  {
    name: 'a redirect without a Location',
    serve: say(ok('here', [], '302 Found')),
    request: follow,
    expect: 'completed',
    check: ({ response }) => response?.status === 302 && response.body === 'here',
  },
  {
    name: 'a redirect with an empty Location',
    serve: say(ok('here', ['Location:'], '302 Found')),
    request: follow,
    expect: 'completed',
    check: ({ response }) => response?.status === 302,
  },
  {
    name: 'a redirect that is not followed',
    serve: redirect('http://10.0.0.1/'),
    expect: 'completed',
    check: ({ response }) => response?.status === 302 && response.redirects.length === 0,
  },
  {
    name: 'a redirect with an endless body',
    serve: (socket, _head, origin) =>
      endless(`HTTP/1.1 302 Found\r\nLocation: ${origin}/ok\r\n\r\n`, 'x')(socket),
    request: follow,
    expect: 'completed',
    check: ({ response }) => response?.body === 'ok',
  },
  {
    name: 'a redirect with a gzip bomb',
    serve: (socket, _head, origin) =>
      socket.write(ok(gzipBomb, [`Location: ${origin}/ok`, 'Content-Encoding: gzip'], '302 Found')),
    request: follow,
    expect: 'completed',
  },
  {
    name: 'a redirect with broken chunks',
    serve: (socket, _head, origin) =>
      say(`HTTP/1.1 302 Found\r\nLocation: ${origin}/ok\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`)(socket),
    request: follow,
    expect: ['completed', invalid],
  },
  {
    name: 'slow redirects, each within the time',
    serve: (socket, request) =>
      void setTimeout(() => socket.write(ok('', [`Location: ${request.split(' ')[1]}x`], '302 Found')), 300),
    request: follow,
    expect: 'timeout',
  },
  {
    name: 'a redirect that sets cookies',
    serve: redirect('ORIGIN/ok', ['Set-Cookie: a=1', 'Set-Cookie: b=2']),
    request: follow,
    expect: 'completed',
    check: ({ response }) => response?.redirects[0]?.set_cookies.join() === 'a=1,b=2',
  },
  {
    name: 'a redirect to TLS on a plain port',
    serve: (socket, _head, origin) =>
      socket.write(ok('', [`Location: ${origin.replace('http:', 'https:')}/ok`], '302 Found')),
    request: follow,
    expect: 'tls_error',
  },
];

const CONNECTIONS: Behaviour[] = [
  { name: 'silence after the request', serve: () => {}, expect: 'timeout' },
  { name: 'the end after the request', serve: (socket) => void socket.end(), expect: 'connection_reset' },
  { name: 'a reset after the request', serve: sayAndReset(), expect: 'connection_reset' },
  {
    name: 'a half-closed connection and silence',
    serve: sayAndEnd(head('Content-Length: 5')),
    expect: 'connection_reset',
  },
  {
    name: 'an answer before the request is read',
    early: true,
    serve: say(ok('early')),
    expect: ['completed', 'connection_reset', invalid],
  },
  {
    name: 'the end on connect',
    early: true,
    serve: (socket) => void socket.end(),
    expect: 'connection_reset',
  },
  {
    name: 'a reset on connect',
    early: true,
    serve: (socket) => void socket.resetAndDestroy(),
    expect: 'connection_reset',
  },
  {
    name: 'never reads the request',
    early: true,
    // Only once all is over does it look, or it would never see the end.
    serve: (socket) => {
      socket.pause();
      setTimeout(() => socket.resume(), 2500);
    },
    request: { body: 'x'.repeat(900_000) },
    expect: 'timeout',
  },
  {
    name: 'reads a little of the body and resets',
    serve: sayAndReset(),
    request: { body: 'x'.repeat(900_000) },
    expect: 'connection_reset',
  },
  {
    name: 'answers 413 and closes while the body comes',
    serve: sayAndEnd(ok('too large', ['Connection: close'], '413 Content Too Large')),
    request: { body: 'x'.repeat(900_000) },
    expect: ['completed', 'connection_reset'],
  },
];

const TLS: Behaviour[] = [
  {
    name: 'a good certificate',
    server: 'good',
    serve: say(ok('secret')),
    expect: 'completed',
    check: ({ response }) =>
      response?.tls?.authorized === true &&
      response.tls.subject === 'CN=good' &&
      response.tls.issuer === 'CN=Playgrounds Test CA' &&
      /^TLSv1\.[23]$/.test(response.tls.version),
  },
  {
    name: 'a self-signed certificate',
    server: 'self',
    serve: say(ok()),
    expect: 'tls_error',
    check: ({ error }) => /self-signed/.test(error?.message ?? ''),
  },
  {
    name: 'an expired certificate',
    server: 'expired',
    serve: say(ok()),
    expect: 'tls_error',
    check: ({ error }) => /expired/.test(error?.message ?? ''),
  },
  {
    name: "another host's certificate",
    server: 'other',
    serve: say(ok()),
    expect: 'tls_error',
    check: ({ error }) => /another host/.test(error?.message ?? ''),
  },
  ...(['self', 'expired', 'other'] as const).map(
    (server): Behaviour => ({
      name: `accepted although ${server}`,
      server,
      serve: say(ok('fine')),
      request: { options: { insecure: true } },
      expect: 'completed',
      check: ({ response }) => response?.body === 'fine' && response.tls?.authorized === false,
    }),
  ),
  { name: 'TLS 1.1 at most', server: 'old', expect: 'tls_error' },
  {
    name: 'asks for a client certificate',
    server: 'mutual',
    serve: say(ok()),
    expect: ['tls_error', 'connection_reset'],
  },
  { name: 'a reset after the handshake', server: 'good', serve: sayAndReset(), expect: 'connection_reset' },
  {
    name: 'an endless body over TLS',
    server: 'good',
    serve: endless(head(), 'x'),
    expect: 'completed',
    check: keptAll,
  },
  { name: 'silence over TLS', server: 'good', serve: () => {}, expect: 'timeout' },
  ...(
    [
      'silence',
      'the end',
      'a reset',
      'garbage',
      'HTTP',
      'an alert',
      'endless garbage',
      'half a record',
    ] as const
  ).map(
    (what): Behaviour => ({
      name: `${what} instead of a TLS handshake`,
      early: true,
      serve: {
        silence: () => {},
        'the end': sayAndEnd(),
        'a reset': sayAndReset(),
        garbage: say('\x00\x01\x02 garbage garbage garbage'),
        HTTP: say('HTTP/1.1 400 Bad Request\r\n\r\n'),
        'an alert': say('\x15\x03\x01\x00\x02\x02\x28'),
        'endless garbage': endless('', 'x'),
        'half a record': say('\x16\x03\x03\x40\x00\x02'),
      }[what],
      request: { url: 'https:' },
      expect: what === 'silence' || what === 'half a record' ? 'timeout' : 'tls_error',
    }),
  ),
];

export const BEHAVIOURS: readonly Behaviour[] = [
  ...STATUS_LINES,
  ...HEADERS,
  ...BODIES,
  ...CODINGS.filter(({ name }) => !(zstdMissing && name.includes('zstd'))),
  ...INFORMATIONAL,
  ...REDIRECTS,
  ...CONNECTIONS,
  ...TLS,
];

function keptAll({ response }: Parameters<NonNullable<Behaviour['check']>>[0]): boolean {
  return response?.truncated === true && response.body_size === KEPT;
}
