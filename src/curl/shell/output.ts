/** Shell pass: the output of `echo`, `printf` and `cat`, where their arguments determine it. */
import { decodeEscapes } from '../lexer/escapes.ts';
import { EMPTY_WORD, joinWords, type Span, Word } from '../word.ts';
import type { Input } from './command.ts';

const MAX_OUTPUT = 1_000_000;
/** Programs that print a file or their standard input: of POSIX, cmd.exe and PowerShell. */
const READERS = new Set(['cat', 'type', 'get-content', 'gc']);

const UNLIKE_PRINTF = /(?<!\\)(?:\\\\)*\\[0-7'"?]/;
/** Escapes of a percent sign, and `\c`. */
const UNLIKE = /(?<!\\)(?:\\\\)*\\(?:c|0?45|[xuU]0{0,6}25(?![\da-fA-F]))/;

/** What a command prints; undefined where that does not follow from the text. */
export function outputOf(words: readonly Word[], stdin: Input): Input | undefined {
  const [program, ...args] = words;
  const name = program?.text;
  if (program === undefined || name === undefined) return undefined;
  if (name === 'tee') return known(stdin);
  if (name !== 'echo' && name !== 'printf') return handedOn(words, stdin);
  const value = name === 'echo' ? echo(args, program) : printf(args, program);
  return value && { kind: 'text', value };
}

const known = (input: Input): Input | undefined => (input.kind === 'none' ? undefined : input);

/** What `cat`, `type` and `Get-Content` copy: a file or standard input. */
function handedOn(words: readonly Word[], stdin: Input): Input | undefined {
  if (!READERS.has((words[0]?.text ?? '').toLowerCase())) return undefined;
  const files = words
    .slice(1)
    .filter((word) => !/^-(?:raw|path|literalpath|encoding|utf8)$/i.test(word.outline));
  const [path, ...others] = files;
  if (path === undefined || (path.text === '-' && others.length === 0)) return known(stdin);
  return others.length > 0 || path.outline.startsWith('-') ? undefined : { kind: 'file', path };
}

function echo(args: readonly Word[], place: Span): Word | undefined {
  const index = args.findIndex(({ text = '' }) => !/^-[neE]+$/.test(text));
  const first = index < 0 ? args.length : index;
  const flags = joinWords(place, args.slice(0, first), '').outline;
  const hasEscapes = flags.lastIndexOf('e') > flags.lastIndexOf('E');
  const text = joinWords(place, args.slice(first), ' ');
  // What `echo -e` and `printf` read differently is not read.
  const output = !hasEscapes ? text : UNLIKE_PRINTF.test(text.outline) ? undefined : unescaped(text);
  return output && (flags.includes('n') ? output : Word.concat(place, [output, '\n']));
}

/** printf with `%s` and `%%`; undefined for other conversions. */
function printf(args: readonly Word[], place: Span): Word | undefined {
  const [written, ...values] = args[0]?.text === '--' ? args.slice(1) : args;
  if (written?.text === undefined || /^-[a-z]/.test(args[0]?.outline ?? '')) return undefined;
  const format = unescaped(written);
  if (format === undefined || format.outline.replace(/%[s%]/g, '').includes('%')) return undefined;
  const taken = format.outline.replaceAll('%%', '').split('%s').length - 1;
  // printf repeats the format for the remaining values.
  const times = taken === 0 ? 1 : Math.max(1, Math.ceil(values.length / taken));
  if (times * format.outline.length > MAX_OUTPUT) return undefined;
  const fill = ([conversion]: RegExpExecArray) =>
    conversion === '%%' ? Word.text('%', place) : (values.shift() ?? EMPTY_WORD);
  return Word.concat(
    place,
    Array.from({ length: times }, () => format.fill(/%[s%]/g, fill)),
  );
}

/** A text with its escapes decoded; undefined where that depends on the program. */
function unescaped(word: Word): Word | undefined {
  if (UNLIKE.test(word.outline)) return undefined;
  const segments = word.segments.flatMap((segment) =>
    segment.kind === 'text' ? decodeEscapes(segment.text, false, segment) : [segment],
  );
  return Word.of(segments, word);
}
