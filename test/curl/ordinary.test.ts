/**
 * The request of an ordinary operation is put together in one go. It must be the one that the assembler makes, with no
 * warning: what is ordinary is a matter of speed alone.
 */
import fc from 'fast-check';
import t from 'tap';
import { ArgumentWalker } from '../../src/curl/args.ts';
import { assembleAny } from '../../src/curl/assemble.ts';
import { prepare } from '../../src/curl/dialect.ts';
import { findInvocation } from '../../src/curl/invocation.ts';
import { ordinaryDraft } from '../../src/curl/ordinary.ts';
import { StandardInput } from '../../src/curl/standard-input.ts';
import { corpusFiles, readCases } from './support/corpus.ts';

/** The command up to its options, as `parseCurl` reads it; undefined for what it refuses. */
function read(command: string) {
  try {
    const prepared = prepare(command);
    const { context } = prepared;
    const { words, from, input, environment, end } = findInvocation(prepared);
    const stdin = new StandardInput(input, context.files);
    const walker = new ArgumentWalker(context, stdin, environment);
    walker.walk(words, from);
    return { context, operations: walker.operations, stdin, end };
  } catch {
    return undefined;
  }
}

/** What is made in one go and what the assembler makes; undefined when the command is not ordinary. */
function twice(command: string): [ordinary: unknown, assembled: unknown] | undefined {
  const whole = read(command);
  const again = read(command);
  if (whole === undefined || again === undefined || whole.operations.length > 1) return undefined;
  const ordinary = ordinaryDraft(whole.context, whole.operations[0], whole.stdin);
  if (ordinary === undefined) return undefined;
  const { context, operations, stdin, end } = again;
  try {
    const assembled = assembleAny(context, operations, stdin, end);
    return [
      { ...ordinary, warnings: whole.context.warned, headers: Object.entries(ordinary.headers) },
      { ...assembled, warnings: context.warned, headers: Object.entries(assembled.headers) },
    ];
  } catch (error) {
    return [ordinary, error];
  }
}

const COMMANDS = corpusFiles().flatMap((file) => readCases(file).map(({ command }) => command));

t.test('the corpus', async (t) => {
  let count = 0;
  for (const command of COMMANDS) {
    const made = twice(command);
    if (made === undefined) continue;
    count += 1;
    t.strictSame(made[0], made[1], command);
  }
  t.ok(count > 500, 'most commands are ordinary');
});

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const VALUES = [
  '',
  ':',
  'a',
  'a:b',
  'me:',
  ':pw',
  'a=1',
  '@file',
  'x@y',
  '=1',
  'n=@x',
  'a b',
  '%2f',
  '[1]',
  'é',
  '😀',
];
const HEADERS = [
  'A: b',
  'a: c',
  'A:',
  'A;',
  'A; ',
  ': x',
  '@h',
  'Host: x',
  'Content-Type: text/plain',
  'content-type: application/json',
  'Content-Length: 3',
  'Authorization: Bearer x',
  'accept: */*',
  'Cookie: z=1',
  'User-Agent: own',
  'referer: own',
  'Connection: close',
  'Expect:',
  '7: x',
  '__proto__: x',
  'b\u0001: x',
  'x y: z',
  'é: x',
  'X: $V',
  'X:   two  blanks ',
];
const option = fc.oneof(
  fc.constantFrom(...HEADERS).map((line) => `-H ${line.includes('$') ? `"${line}"` : quoted(line)}`),
  fc
    .tuple(
      fc.constantFrom(
        '-d',
        '--data-raw',
        '--data-binary',
        '--data-urlencode',
        '--json',
        '-u',
        '-A',
        '-e',
        '-b',
        '-X',
        '-F',
        '-T',
      ),
      fc.constantFrom(...VALUES, 'PUT', 'x;auto', '$V', 'a=$V'),
    )
    .map(([name, value]) => `${name} ${value.includes('$') ? `"${value}"` : quoted(value)}`),
  fc.constantFrom('-G', '-I', '-L', '-k', '--compressed', '-s', '--basic', '--follow', '-f', '--no-head'),
);
const URLS = [
  'http://h.example',
  'http://h.example/a?b=c',
  'https://h.example:8443/x/y%20z?q=%2f&r',
  'http://u:p@h.example/',
  'h.example/x',
  'http://h.example/a/../b',
  'http://h.example/#f',
  'http://h.example/{a,b}',
];

t.test('commands put together at random', async (t) => {
  let count = 0;
  fc.assert(
    fc.property(fc.constantFrom(...URLS), fc.array(option, { maxLength: 5 }), (url, options) => {
      const made = twice(`curl '${url}' ${options.join(' ')}`);
      if (made === undefined) return;
      count += 1;
      t.strictSame(made[0], made[1], options.join(' '));
    }),
    { numRuns: 6000 },
  );
  t.ok(count > 500, `${count} commands`);
});
