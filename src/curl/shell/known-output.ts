/** Shell pass: what the few commands print whose words tell it: `echo`, `printf` and `cat`. */
import type { Input } from '../command.ts';
import { append, joinWords, type Segment, type Span, Word } from '../word.ts';
import { unescaped } from './escapes.ts';

const MAX_OUTPUT = 1_000_000;

/** Programs that print a file or their standard input: of POSIX, cmd.exe and PowerShell. */
const READERS = new Set(['cat', 'type', 'get-content', 'gc']);

/** What a command prints that reads nothing; undefined where that does not follow from the text. */
export function printed(words: readonly Word[]): Word | undefined {
  const program = words[0];
  if (program === undefined) return undefined;
  const args = words.slice(1);
  switch (program.text) {
    case ':':
    case 'true':
      return Word.text('', program);
    case 'echo':
      return echo(args, program);
    case 'printf':
      return printf(args, program);
    case 'which':
    case 'command':
      return args.at(-1)?.text === 'curl' && (args.length === 1 || args[0]?.text === '-v')
        ? args.at(-1)
        : undefined;
    default:
      return undefined;
  }
}

/** What `cat` and its like read, when they do nothing but hand it on: a file or standard input. */
export function handedOn(words: readonly Word[], stdin: Input): Input | undefined {
  if (!READERS.has((words[0]?.text ?? '').toLowerCase())) return undefined;
  const files = words
    .slice(1)
    .filter((word) => !/^-(?:raw|path|literalpath|encoding|utf8)$/i.test(word.outline));
  const [path, ...others] = files;
  if (path === undefined || (path.text === '-' && others.length === 0))
    return stdin.kind === 'none' ? undefined : stdin;
  return others.length > 0 || path.outline.startsWith('-') ? undefined : { kind: 'file', path };
}

/** The content of a file that the text itself makes, or of none. */
export function knownFile(path: Word, files: ReadonlyMap<string, Word>): Word | undefined {
  const only = path.segments[0];
  if (only?.kind === 'unresolved') return path.segments.length === 1 ? only.value.content : undefined;
  const name = path.text;
  if (name === '/dev/null') return Word.text('', path);
  return name === undefined ? undefined : files.get(fileName(name));
}

export function fileName(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

function echo(args: readonly Word[], place: Span): Word {
  const index = args.findIndex(({ text = '' }) => !/^-[neE]+$/.test(text));
  const first = index < 0 ? args.length : index;
  const flags = args
    .slice(0, first)
    .map(({ outline }) => outline)
    .join('');
  const escapes = flags.lastIndexOf('e') > flags.lastIndexOf('E');
  const said = joinWords(place, args.slice(first), ' ');
  const segments: Segment[] = [];
  for (const segment of said.segments) {
    const given = escapes && segment.kind === 'text' ? unescaped(segment.text, 'echo', segment) : undefined;
    append(segments, given?.segments ?? [segment]);
    // `\c` ends the output, the newline included.
    if (given?.ended === true) return Word.of(segments, place);
  }
  const output = Word.of(segments, place);
  return flags.includes('n') ? output : Word.concat(place, [output, '\n']);
}

/** A conversion without a width, a percent sign that begins another one, or what stands between them. */
const FORMAT = /%([sbd%])|%|[^%]+/g;

/** printf with `%s`, `%b`, `%d` and `%%`, none of them with a width; undefined for others. */
function printf(args: readonly Word[], place: Span): Word | undefined {
  const [first, ...values] = args[0]?.text === '--' ? args.slice(1) : args;
  const format = first?.text;
  if (format === undefined || (format.startsWith('-') && format !== '-' && first === args[0]))
    return undefined;
  const pieces = [...format.matchAll(FORMAT)];
  const takes = pieces.some(([, conversion = '%']) => conversion !== '%');
  const segments: Segment[] = [];
  let used = 0;
  let length = 0;
  do {
    for (const [written, conversion] of pieces) {
      let word: Word | undefined;
      if (conversion === '%') word = Word.text('%', place);
      else if (conversion !== undefined) {
        word = converted(conversion, values[used] ?? Word.text(conversion === 'd' ? '0' : '', place));
        used += 1;
      } else if (written !== '%') word = Word.of(unescaped(written, 'format', place).segments, place);
      if (word === undefined) return undefined;
      append(segments, word.segments);
      length += word.outline.length;
    }
    if (length > MAX_OUTPUT) return undefined;
    // The format is used again for the values that are left.
  } while (takes && used < values.length);
  return Word.of(segments, place);
}

function converted(conversion: string, value: Word): Word | undefined {
  const { text } = value;
  if (conversion === 's') return value;
  if (conversion === 'd') return /^-?(?:0|[1-9]\d{0,14})$/.test(text ?? '') ? value : undefined;
  return text === undefined ? undefined : Word.of(unescaped(text, '%b', value).segments, value);
}

/** What a substitution makes of an output: it drops the line ends behind it. */
export function substituted(output: Word): Word {
  const text = output.outline;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end -= 1;
  return end === text.length ? output : output.slice(0, end);
}
