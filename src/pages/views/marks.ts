/** Places in a text: where warnings and variables stand. Pure. */
import { Diagnostics } from '../../curl/diagnostics.ts';
import { guessDialect } from '../../curl/readings/dialect.ts';
import { Source } from '../../curl/readings/source.ts';
import { writtenWords } from '../../curl/shell/read.ts';
import type { Encoding } from '../../request/variables.ts';
import type { Variable } from '../../schemas/request-shape.ts';

/** A stretch of a text that means something beyond its characters. Offsets count UTF-16 units. */
export interface Mark {
  start: number;
  end: number;
  kind: 'warning' | 'error' | 'variable' | 'replaced';
  /** What a reader sees when pointing at it. */
  title?: string;
  /** For variables: its name, and the quotes that it stands in. */
  name?: string;
  quotes?: Quotes;
  /** How a value is written there. */
  encoding?: Encoding | undefined;
  /** What is written there instead of the variable. */
  value?: string | undefined;
}

/** `document` is a here-document that the shell expands, `verbatim` one that it does not. */
export type Quotes = 'none' | 'single' | 'double' | 'ansi' | 'document' | 'verbatim';

/** Marks for what has a place in code points; what has none is left out. An empty place is one character wide. */
export function marksOf(
  text: string,
  issues: readonly { message: string; start?: number | undefined; end?: number }[],
  kind: Mark['kind'],
): Mark[] {
  if (issues.length === 0) return [];
  // From code points, in which parse-curl counts, to UTF-16 units, in which browsers and strings count.
  const units = [0];
  for (const char of text) units.push((units.at(-1) ?? 0) + char.length);
  const unit = (point: number) => units[point] ?? text.length;
  return issues.flatMap(({ message: title, start, end = start }) =>
    start === undefined || end === undefined
      ? []
      : { start: unit(start), end: unit(Math.max(end, start + 1)), kind, title },
  );
}

/** Where placeholders replace credentials. */
export function replacementMarks(command: string, placeholders: readonly string[]): Mark[] {
  if (placeholders.length === 0) return [];
  const found = command.matchAll(new RegExp(placeholders.map(escapeRegExp).join('|'), 'g'));
  const title = 'Readers see this instead of a credential.';
  return Array.from(found, ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
    kind: 'replaced',
    title,
  }));
}

/**
 * Where the texts of variables stand in a command, and in which quotes, so that a value can be written there. A comment has
 * none: a line break in a value would end it. Neither has a command for cmd or PowerShell, which quote in other ways.
 */
export function variableMarks(command: string, variables: readonly Variable[]): Mark[] {
  if (variables.length === 0) return [];
  const names = new Map(variables.map(({ text, name }) => [text, name]));
  const texts = [...names.keys()].sort((a, b) => b.length - a.length);
  // `$NAME` is not the start of `$NAMES`, which is another variable.
  const patterns = texts.map((text) => escapeRegExp(text) + (/\w$/.test(text) ? '(?!\\w)' : ''));
  const quotesAt = quotesOf(command);
  return [...command.matchAll(new RegExp(patterns.join('|'), 'g'))].flatMap(({ 0: text, index: start }) => {
    const quotes = quotesAt[start];
    if (quotes === undefined || isEscaped(command, start, quotes)) return [];
    return {
      start,
      end: start + text.length,
      kind: 'variable' as const,
      name: names.get(text) ?? '',
      quotes,
    };
  });
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function isEscaped(command: string, at: number, quotes: Quotes): boolean {
  let start = at;
  while (command[start - 1] === '\\') start -= 1;
  return quotes !== 'single' && quotes !== 'verbatim' && (at - start) % 2 === 1;
}

/** `<<E` with the quotes of its delimiter; not `<<<`. */
const HERE_DOCUMENT = /(?<!<)<<-?[ \t]{0,9}(["'\\]?)(\w+)/g;

/** The quotes of each character of a POSIX command's words, as the parser reads them; of other commands none. */
function quotesOf(command: string): (Quotes | undefined)[] {
  const found: (Quotes | undefined)[] = new Array(command.length).fill(undefined);
  if (guessDialect(new Source(command), new Diagnostics((index) => index)) === 'posix')
    for (let offset = 0; offset < command.length; ) offset = addQuotes(found, command, offset);
  return found;
}

/** Adds the quotes from an offset on. @returns where to go on: behind a here-document */
function addQuotes(found: (Quotes | undefined)[], command: string, offset: number): number {
  const text = command.slice(offset);
  const { words, comments } = writtenWords(text);
  const set = (quotes: Quotes | undefined, start: number, end = text.length) =>
    found.fill(quotes, offset + start, offset + end);
  // Words of a substitution come after the one that they are in.
  for (const { parts, start } of words) {
    let quotes: Quotes = 'none';
    let from = start;
    for (const part of parts) {
      for (; from < part.start; from += 1) quotes = nextQuotes(quotes, text[from] ?? '', text[from - 1]);
      set(quotes, part.start, part.end);
      from = Math.max(from, part.end);
    }
  }
  for (const { start, end } of comments) set(undefined, start, end);
  const isInComment = (at: number) => comments.some(({ start, end }) => start <= at && at < end);
  for (const { index, 0: operator, 1: quote, 2: delimiter } of text.matchAll(HERE_DOCUMENT)) {
    if (found[offset + index] !== undefined || isInComment(index)) continue;
    const start = text.indexOf('\n', index + operator.length);
    if (start < 0) break;
    const last = new RegExp(`\\n[ \\t]*${delimiter}[ \\t]*(?=\\n|$)`).exec(text.slice(start));
    const end = last === null ? text.length : start + last.index + last[0].length;
    set(undefined, start);
    set(quote === '' ? 'document' : 'verbatim', start, end);
    return offset + end;
  }
  return command.length;
}

/** The quotes behind a character between the parts of a word. */
function nextQuotes(quotes: Quotes, char: string, before: string | undefined): Quotes {
  if (quotes === 'none')
    return char === '"' ? 'double' : char !== "'" ? 'none' : before === '$' ? 'ansi' : 'single';
  return char === (quotes === 'double' ? '"' : "'") ? 'none' : quotes;
}

/** A value as it is written into a POSIX command inside these quotes. */
export function shellText(value: string, quotes: Quotes): string {
  switch (quotes) {
    case 'single':
      return value.replaceAll("'", "'\\''");
    case 'double':
      return value.replace(/[\\"$`]/g, '\\$&');
    case 'ansi':
      return value.replace(/[\\']/g, '\\$&');
    case 'document':
      return value.replace(/[\\$`]/g, '\\$&');
    case 'verbatim':
      return value;
    default:
      return /^[\w./:@%+,=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  }
}
