/** Shell pass: the output of `echo`, `printf` and `cat`, where their arguments determine it. */

import { decodeEscapes } from '../lexer/escapes.ts';
import { append, joinWords, type Segment, type Span, Word } from '../word.ts';
import type { Input } from './command.ts';

const MAX_OUTPUT = 1_000_000;
/** Programs that print a file or their standard input: of POSIX, cmd.exe and PowerShell. */
const READERS = new Set(['cat', 'type', 'get-content', 'gc']);

/** What a command prints; undefined where that does not follow from the text. */
export function outputOf(words: readonly Word[], stdin: Input): Input | undefined {
  const [program, ...args] = words;
  const name = program?.text ?? '';
  if (program === undefined) return undefined;
  if (name === 'echo') return { kind: 'text', value: echo(args, program) };
  const printed = name === 'printf' ? printf(args, program) : undefined;
  if (printed !== undefined) return { kind: 'text', value: printed };
  return name === 'tee' ? known(stdin) : handedOn(words, stdin);
}

const known = (input: Input): Input | undefined => (input.kind === 'none' ? undefined : input);

/** What `cat` and its like copy unchanged: a file or standard input. */
export function handedOn(words: readonly Word[], stdin: Input): Input | undefined {
  if (!READERS.has((words[0]?.text ?? '').toLowerCase())) return undefined;
  const files = words
    .slice(1)
    .filter((word) => !/^-(?:raw|path|literalpath|encoding|utf8)$/i.test(word.outline));
  const [path, ...others] = files;
  if (path === undefined || (path.text === '-' && others.length === 0)) return known(stdin);
  return others.length > 0 || path.outline.startsWith('-') ? undefined : { kind: 'file', path };
}

function echo(args: readonly Word[], place: Span): Word {
  const index = args.findIndex(({ text = '' }) => !/^-[neE]+$/.test(text));
  const first = index < 0 ? args.length : index;
  const flags = args
    .slice(0, first)
    .map(({ outline }) => outline)
    .join('');
  const escapes = flags.lastIndexOf('e') > flags.lastIndexOf('E');
  const segments: Segment[] = [];
  for (const segment of joinWords(place, args.slice(first), ' ').segments) {
    const given =
      escapes && segment.kind === 'text' ? decodeEscapes(segment.text, 'echo', segment) : undefined;
    append(segments, given?.segments ?? [segment]);
    // `\c` ends the output, the newline included.
    if (given?.ended === true) return Word.of(segments, place);
  }
  const output = Word.of(segments, place);
  return flags.includes('n') ? output : Word.concat(place, [output, '\n']);
}

/** `%s`, a percent sign that begins another conversion, or what stands between them. */
const FORMAT = /%([s%])|%|[^%]+/g;

/** printf with `%s` and `%%`; undefined for other conversions. */
function printf(args: readonly Word[], place: Span): Word | undefined {
  const [first, ...values] = args[0]?.text === '--' ? args.slice(1) : args;
  const format = first?.text;
  if (format === undefined || (format.startsWith('-') && format !== '-' && first === args[0]))
    return undefined;
  const pieces = [...format.matchAll(FORMAT)];
  if (pieces.some(([written]) => written === '%')) return undefined;
  const takes = pieces.some(([written]) => written === '%s');
  const segments: Segment[] = [];
  let used = 0;
  let length = 0;
  do {
    for (const [written, conversion] of pieces) {
      const text = conversion === '%' ? '%' : written;
      const value = conversion === 's' ? values[used] : undefined;
      if (conversion === 's') used += 1;
      append(
        segments,
        conversion === 's' ? (value?.segments ?? []) : decodeEscapes(text, 'format', place).segments,
      );
      length += (value?.outline ?? text).length;
    }
    if (length > MAX_OUTPUT) return undefined;
    // printf repeats the format for the remaining values.
  } while (takes && used < values.length);
  return Word.of(segments, place);
}

/** What a substitution makes of an output: it drops the line ends behind it. */
export function substituted(output: Word): Word {
  const text = output.outline;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end -= 1;
  return end === text.length ? output : output.slice(0, end);
}
