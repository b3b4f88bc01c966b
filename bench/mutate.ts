/**
 * A million random mutations of the corpus: nothing but a request or an InputError may come out.
 * `npx tsx bench/mutate.ts [count] [seed]`; a failure prints the text that caused it.
 */
import { parseCurl } from '../src/curl/index.ts';
import { InputError } from '../src/errors.ts';
import { normalize } from '../src/request/normalize.ts';
import { corpusThemes, readCases } from '../test/curl/support/corpus.ts';

const count = Number(process.argv[2] ?? 1_000_000);
let state = Number(process.argv[3] ?? 1) >>> 0;

/** xorshift32: the same seed gives the same run. */
function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const PIECES = [
  '"',
  "'",
  '\\',
  '$',
  '`',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '<',
  '<<E',
  '\n',
  '\r\n',
  ' ',
  '|',
  '&',
  ';',
  '=',
  ':',
  '@',
  '%',
  '^',
  '-',
  '--',
  '\0',
  '\u201c',
  '\u2014',
  '\u{1f600}',
  "$'",
  '$(',
  '${',
  '{{',
  '}}',
  '\\\n',
  'curl ',
];

function mutate(text: string, other: string): string {
  const units = [...text];
  for (let n = 1 + random(3); n > 0; n -= 1) {
    const at = random(units.length + 1);
    const kind = random(5);
    if (kind === 0) units.splice(at, 1 + random(4));
    else if (kind === 1) units.splice(at, 0, PIECES[random(PIECES.length)] ?? '');
    else if (kind === 2) units.splice(at, 1, PIECES[random(PIECES.length)] ?? '');
    else if (kind === 3) units.splice(at, 0, ...units.slice(at, at + random(12)));
    else units.splice(at, random(8), ...[...other].slice(random(20), 20 + random(30)));
  }
  return units.join('');
}

const commands = corpusThemes().flatMap((theme) => readCases(theme).map(({ command }) => command));
const pick = () => commands[random(commands.length)] ?? '';
const WARM_UP = 2_000;
let [parsed, refused, slowest] = [0, 0, 0];
for (let i = 0; i < count; i += 1) {
  const text = mutate(pick(), pick());
  const start = process.cpuUsage();
  try {
    const request = parseCurl(text);
    parsed += 1;
    if (
      !request.url.isWellFormed() ||
      (request.warnings ?? []).some(({ start: from = 0, end = 0 }) => from > end || end > [...text].length)
    )
      throw new Error('a result that no schema takes');
    if (i % 50 === 0)
      try {
        normalize(request);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
  } catch (error) {
    if (!(error instanceof InputError) || error.issues[0].offset === undefined) {
      console.error(`mutation ${i}: ${JSON.stringify(text)}`);
      throw error;
    }
    refused += 1;
  }
  // Of the processor, which other work does not lengthen; the first are compiled while they run.
  const { user, system } = process.cpuUsage(start);
  if (i >= WARM_UP) slowest = Math.max(slowest, (user + system) / 1000);
}
console.log(
  `${count} mutations: ${parsed} parsed, ${refused} refused, none failed; the slowest took ${slowest.toFixed(1)} ms of CPU time`,
);
