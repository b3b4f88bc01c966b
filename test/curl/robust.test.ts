/** Whatever the text, the parser answers with a request that the service takes back, or with the typed error. */
import fc from 'fast-check';
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { makeAjv } from '../../src/plugins/validation.ts';
import { Ref } from '../../src/schemas/helpers.ts';
import { RequestShape } from '../../src/schemas/request-shape.ts';
import { long } from '../support/full.ts';
import { corpusThemes, readCases } from './support/corpus.ts';

const RUNS = 2_000;
const validate = makeAjv({ coerceTypes: false }).compile(Ref(RequestShape));
const lines = corpusThemes()
  .flatMap((theme) => readCases(theme).flatMap(({ command }) => command.split('\n')))
  .filter((line) => line.includes('curl'));

/** Pieces that mean something to a shell or to curl. */
const PIECES = [
  'curl ',
  ' ',
  '\n',
  '\\\n',
  '^\n',
  '`\n',
  "'",
  '"',
  "$'",
  '$"',
  '\\',
  '^',
  '`',
  '$',
  '${',
  '$(',
  '}',
  ')',
  '{{',
  '}}',
  '|',
  '&&',
  ';',
  '>',
  '<<E\n',
  'E\n',
  '<<<',
  '#',
  '-d ',
  '-F ',
  '-H ',
  '--json ',
  '-u ',
  '-X',
  '-K -',
  '--next ',
  '-:',
  "$'\\xc3'",
  '<(echo a)',
  '-T ',
  '-d @',
  '-X ',
  '--variable ',
  '--expand-data ',
  'a=',
  '@f',
  '[1-3]',
  '{a,b}',
  'http://h/',
  '?',
  '\u00e9',
  '\u{1f600}',
  '\u2019',
  '\0',
  '\r',
];

/** Whether every text in it is: the parser marks bytes and open values with lone surrogates. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}

function answers(text: string): void {
  const points = Array.from(text).length;
  try {
    const request = parseCurl(text);
    if (!isWellFormed(request)) throw new Error(`marks left: ${JSON.stringify(request)}`);
    if (validate(request) !== true) throw new Error(`not taken back: ${JSON.stringify(validate.errors)}`);
    for (const { start = 0, end = 0 } of request.warnings ?? [])
      if (!(start >= 0 && start <= points && end <= points)) throw new Error(`a warning at ${start}-${end}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { field, offset = 0 } = error.issues[0];
    if (field !== '' || !(offset >= 0 && offset <= points)) throw new Error(`an error at ${field} ${offset}`);
  }
}

t.test('pieces in any order', async (t) => {
  const text = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 40 })
    .map((pieces) => `curl ${pieces.join('')}`);
  fc.assert(fc.property(text, answers), { seed: 11, numRuns: RUNS });
  t.pass(`${RUNS} texts`);
});

t.test('commands of the corpus, changed at a few places', async (t) => {
  t.ok(lines.length > 500, `${lines.length} lines to start from`);
  const change = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...PIECES));
  const text = fc
    .tuple(fc.constantFrom(...lines), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([line, changes]) =>
      changes.reduce((changed, [place, cut, piece]) => {
        const at = place % (changed.length + 1);
        return (changed.slice(0, at) + piece + changed.slice(at + cut)).toWellFormed();
      }, line),
    );
  fc.assert(fc.property(text, answers), { seed: 13, numRuns: RUNS });
  t.pass(`${RUNS} texts`);
});

t.test('64 KiB of one thing', { skip: long }, async (t) => {
  for (const piece of [...PIECES, 'a=(', "-H 'te:' ", '\u00a0', '$1; ']) {
    const times = Math.floor(65_000 / piece.length);
    answers(`curl http://h/ ${piece.repeat(times)}`);
    answers(piece.repeat(times));
    t.pass(JSON.stringify(piece));
  }
});

t.test('more headers or parts than the shape has room for are refused', async (t) => {
  for (const option of ['-H a:b ', '-F a=b ']) {
    try {
      parseCurl(`curl http://h/ ${option.repeat(2_001)}`);
      t.fail(`${option} was taken`);
    } catch (error) {
      t.match(error, { name: 'InputError', issues: [{ code: 'too_many' }] }, option);
    }
  }
  answers(`curl http://h/ ${'-H a:b '.repeat(2_000)}`);
});
