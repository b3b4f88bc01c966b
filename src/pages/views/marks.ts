/** Places in a text: where warnings and variables stand. Pure. */
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
}

export type Quotes = 'none' | 'single' | 'double' | 'ansi';

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

/** Where the texts of variables stand in a command, and in which quotes, so that a value can be written there. */
export function variableMarks(command: string, variables: readonly Variable[]): Mark[] {
  const names = new Map(variables.map(({ text, name }) => [text, name]));
  const texts = [...names.keys()].sort((a, b) => b.length - a.length);
  // `$NAME` is not the start of `$NAMES`, which is another variable.
  const patterns = texts.map((text) => escapeRegExp(text) + (/\w$/.test(text) ? '(?!\\w)' : ''));
  const tokens = new RegExp([...patterns, '[\\\\\'"]'].join('|'), 'g');
  const marks: Mark[] = [];
  let quotes: Quotes = 'none';
  for (let found = tokens.exec(command); found !== null; found = tokens.exec(command)) {
    const [token] = found;
    const start = found.index;
    const name = names.get(token);
    if (name !== undefined) marks.push({ start, end: tokens.lastIndex, kind: 'variable', name, quotes });
    else if (token !== '\\') quotes = nextQuotes(quotes, token, command[start - 1]);
    else if (quotes !== 'single') tokens.lastIndex += 1; // an escaped character
  }
  return marks;
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function nextQuotes(quotes: Quotes, char: string, before: string | undefined): Quotes {
  if (char === "'" && quotes !== 'double') {
    if (quotes !== 'none') return 'none';
    return before === '$' ? 'ansi' : 'single';
  }
  if (char === '"' && (quotes === 'none' || quotes === 'double'))
    return quotes === 'none' ? 'double' : 'none';
  return quotes;
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
    default:
      return /^[\w./:@%+,=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  }
}
