/** Shell pass: the output of `echo`, `printf` and `cat`, where their arguments determine it. */
import { decodeEscapes } from '../lexer/escapes.ts';
import { EMPTY_WORD, joinWords, type Span, Word } from '../word.ts';
import type { Input } from './command.ts';

/** Escapes that `echo -e` and `printf` read alike. */
const ESCAPES = /^(?:[^\\]|\\(?:[nrt\\]|x(?!25)[\da-fA-F]{2}))*$/;

/** What a command prints; undefined where that does not follow from the text. */
export function outputOf([program, ...args]: readonly Word[], stdin: Input): Input | undefined {
  if (program?.text === 'cat') return copied(args, stdin);
  const value =
    program?.text === 'echo' ? echo(args, program) : program?.text === 'printf' && printf(args, program);
  return value ? { kind: 'text', value } : undefined;
}

/** What `cat` copies: a file or standard input. */
function copied([path, ...others]: readonly Word[], stdin: Input): Input | undefined {
  if (others.length > 0) return undefined;
  if (path === undefined || path.text === '-') return stdin.kind === 'none' ? undefined : stdin;
  return path.outline.startsWith('-') ? undefined : { kind: 'file', path };
}

function echo(args: readonly Word[], place: Span): Word | undefined {
  const index = args.findIndex(({ text = '' }) => !/^-[neE]+$/.test(text));
  const first = index < 0 ? args.length : index;
  const flags = joinWords(place, args.slice(0, first), '').outline;
  const hasEscapes = flags.lastIndexOf('e') > flags.lastIndexOf('E');
  const text = joinWords(place, args.slice(first), ' ');
  const output = hasEscapes ? unescaped(text) : text;
  return output && (flags.includes('n') ? output : Word.concat(place, [output, '\n']));
}

/** printf with `%s`, once for each value, and `%%`. */
function printf([written, ...values]: readonly Word[], place: Span): Word | undefined {
  const format = written?.text?.startsWith('-') === false ? unescaped(written) : undefined;
  if (format === undefined || format.outline.replace(/%[s%]/g, '').includes('%')) return undefined;
  const taken = format.outline.replaceAll('%%', '').split('%s').length - 1;
  // With more values, printf repeats the format.
  if (values.length > taken) return undefined;
  return format.fill(/%[s%]/g, ([conversion]) =>
    conversion === '%%' ? Word.text('%', place) : (values.shift() ?? EMPTY_WORD),
  );
}

/** A text with its escapes decoded; undefined for those that depend on the program. */
function unescaped(word: Word): Word | undefined {
  if (!ESCAPES.test(word.outline)) return undefined;
  const segments = word.segments.flatMap((segment) =>
    segment.kind === 'text' ? decodeEscapes(segment.text, false, segment) : [segment],
  );
  return Word.of(segments, word);
}
