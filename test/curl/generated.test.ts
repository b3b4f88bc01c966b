/**
 * Random command lines, made from what options take and quoted in random ways: real curl and our parser and
 * proxy must send the same. Needs a recent curl (CURL_BIN or in PATH); the corpus runs without one.
 */
import fc from 'fast-check';
import t from 'tap';
import { notInstalled } from '../support/installed.ts';
import { startProxy } from '../support/proxy.ts';
import { startRecorder } from '../support/recorder.ts';
import { check } from './support/check.ts';
import { findCurl, startRealCurl } from './support/real-curl.ts';

/** Seeds that once failed, run again every time. */
const KEPT_SEEDS: readonly number[] = [1, 20261120];
const RUNS = Number(process.env['CURL_RUNS'] ?? 40);

/** Characters that shells, URLs and forms treat in special ways, and plain ones. */
const char = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ019 ') },
  { weight: 3, arbitrary: fc.constantFrom(...'\'"\\$`!#&|;<>(){}[]*?~=:@%^+,./-_') },
  { weight: 1, arbitrary: fc.constantFrom('é', '日', '😀', '\t', '\n', '“', '’') },
);
const words = fc.array(char, { maxLength: 12 }).map((chars) => chars.join(''));
const line = words.map((text) => text.replace(/[\n\t]/g, ' ').trim());
const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
const path = fc.array(
  fc.constantFrom('a', 'B.c', '..', '.', '%2f', '%zz', 'é', 'x;y', '~', "'", '', 'a+b', '$x', '(1)'),
  { maxLength: 4 },
);
const query = fc.option(
  fc.array(fc.constantFrom('a=1', 'b=%20', 'é=ü', '&', '=', '?', 'x[]=1', "'", '$y', '"', '..', '/../'), {
    maxLength: 3,
  }),
  { nil: undefined },
);

const url = fc
  .tuple(
    fc.constantFrom('http://h', 'h', 'http://h:81', 'HTTP://Host.Example', 'http://u:p%40@h', '127.1'),
    path,
    query,
    fc.constantFrom('', '', '#frag'),
  )
  .map(
    ([origin, segments, parts, fragment]) =>
      `${origin}${segments.length === 0 ? '' : `/${segments.join('/')}`}${parts === undefined ? '' : `?${parts.join('&')}`}${fragment}`,
  );

const option = fc.oneof(
  fc.tuple(fc.constantFrom('-X', '--request'), fc.constantFrom('GET', 'POST', 'PUT', 'delete', 'X-1')),
  fc.tuple(
    fc.constantFrom('-H', '--header'),
    fc
      .tuple(token, fc.constantFrom(': ', ':', ':  '), line)
      .map(([name, sep, value]) => `X-${name}${sep}${value}`),
  ),
  fc.tuple(
    fc.constantFrom('-H'),
    fc.constantFrom(
      'Accept:',
      'User-Agent: u',
      'X-E;',
      'Content-Type: a/b',
      'content-type:',
      'Authorization:',
      'Host: o',
      'Cookie: k=v',
    ),
  ),
  fc.tuple(
    fc.constantFrom('-d', '--data', '--data-ascii', '--data-binary'),
    words.map((text) => (text.startsWith('@') ? `x${text}` : text)),
  ),
  fc.tuple(fc.constantFrom('--data-raw'), words),
  fc.tuple(
    fc.constantFrom('--data-urlencode'),
    words.map((text) => (text.includes('=') ? text : text.replaceAll('@', ''))),
  ),
  fc.tuple(
    fc.constantFrom('--json'),
    words.map((text) => (text.startsWith('@') ? `{${text}` : text)),
  ),
  fc.tuple(
    fc.constantFrom('-F', '--form'),
    fc.tuple(token, words).map(([name, text]) => `${name}=${/^[@<(]/.test(text) ? 'v' : ''}${text}`),
  ),
  fc.tuple(
    fc.constantFrom('--form-string'),
    fc.tuple(token, words).map(([name, text]) => `${name}=${text}`),
  ),
  fc.tuple(
    fc.constantFrom('-u', '--user'),
    fc.tuple(token, line).map(([user, password]) => `${user}:${password}`),
  ),
  fc.tuple(fc.constantFrom('-A', '-e'), line),
  fc.tuple(
    fc.constantFrom('-b'),
    line.map((text) => `k=${text}`),
  ),
  fc.tuple(
    fc.constantFrom('--url-query'),
    words.map((text) => (text.includes('=') ? text : text.replaceAll('@', ''))),
  ),
  fc.tuple(fc.constantFrom('-r'), fc.constantFrom('0-9', '-5', '7')),
  fc.tuple(fc.constantFrom('-m', '--retry', '-o'), fc.constantFrom('3')),
  fc.tuple(
    fc.constantFrom(
      '-G',
      '-I',
      '-g',
      '-s',
      '-L',
      '--compressed',
      '-0',
      '-sS',
      '--path-as-is',
      '--no-location',
    ),
  ),
);

type Quoting = 'single' | 'double' | 'ansi' | 'backslash';
const quoting = fc.constantFrom<Quoting>('single', 'double', 'ansi', 'backslash');

/** The text as a shell word in one way of quoting. */
function quote(text: string, style: Quoting): string {
  if (style === 'single') return `'${text.replaceAll("'", "'\\''")}'`;
  if (style === 'double') return `"${text.replace(/["\\$`]/g, '\\$&')}"`;
  if (style === 'ansi')
    return `$'${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\x09')}'`;
  if (text === '') return "''";
  return text.replace(/[^\w\n\u0080-\u{10ffff}]|[\u2018-\u201f]/gu, '\\$&').replaceAll('\n', "'\n'");
}

/** A word in two pieces, each quoted in its own way. */
const quoted = (text: string) =>
  fc.tuple(quoting, quoting, fc.nat(text.length)).map(([first, second, at]) => {
    const points = [...text];
    const cut = Math.min(at, points.length);
    const [head, tail] = [points.slice(0, cut).join(''), points.slice(cut).join('')];
    return tail === ''
      ? quote(head, first)
      : head === ''
        ? quote(tail, second)
        : quote(head, first) + quote(tail, second);
  });

const command = fc
  .tuple(url, fc.array(option, { maxLength: 4 }), fc.boolean(), fc.constantFrom(' ', '  ', ' \\\n  '))
  .chain(([address, options, first, gap]) =>
    fc
      .tuple(
        quoted(address),
        ...options.map(([name, value]) =>
          value === undefined ? fc.constant(name) : quoted(value).map((text) => `${name} ${text}`),
        ),
      )
      .map(([target, ...rest]) =>
        ['curl', ...(first ? [target, ...rest] : [...rest, target]), '-s'].join(gap),
      ),
  );

const curl = findCurl();
const version = /^curl (\d+)\.(\d+)/.exec(curl?.version ?? '');
const recent = version !== null && Number(version[1]) * 100 + Number(version[2]) >= 820;

t.test('random command lines', { skip: recent ? false : notInstalled('curl 8.20') }, async (t) => {
  if (curl === undefined) return;
  const real = await startRealCurl(curl);
  const recorder = await startRecorder();
  const proxy = startProxy();
  t.teardown(() => Promise.all([real.close(), recorder.close(), proxy.close()]));
  const property = fc.asyncProperty(command, async (text) => {
    const recorded = { command: text, ...(await real.run(text)) };
    const problem = await check(
      { title: text, command: text, script: text, environment: {}, warns: false, beyond: false },
      recorded,
      proxy,
      recorder,
      true,
    );
    recorder.clear();
    if (problem !== undefined) throw new Error(`${text}\n${problem}`);
  });
  for (const seed of KEPT_SEEDS) {
    const result = await fc.check(property, { seed, numRuns: RUNS });
    t.notOk(
      result.failed,
      `seed ${seed}: ${String(result.errorInstance ?? '')} path ${result.counterexamplePath ?? ''}`,
    );
  }
});
