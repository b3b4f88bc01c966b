/** Places in a text: where warnings and variables stand. Pure. */
import type { Encoding } from '../../request/variables.ts';
import type { Variable } from '../../schemas/request-shape.ts';

/** A stretch of a text that means something beyond its characters. Offsets count UTF-16 units. */
export interface Mark {
  start: number;
  end: number;
  kind: 'warning' | 'error' | 'variable';
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

/** Where the texts of variables stand in a command, and in which quotes, so that a value can be written there. */
export function variableMarks(command: string, variables: readonly Variable[]): Mark[] {
  const byLength = [...variables].sort((a, b) => b.text.length - a.text.length);
  const first = new Set(variables.map(({ text }) => text[0]));
  const marks: Mark[] = [];
  let quotes: Quotes = 'none';
  for (let at = 0; at < command.length; ) {
    const char = command[at] ?? '';
    const found = first.has(char) ? byLength.find(({ text }) => command.startsWith(text, at)) : undefined;
    // `$NAME` is not the start of `$NAMES`, which is another variable.
    const cut =
      found !== undefined &&
      /\w$/.test(found.text) &&
      /^\w/.test(command.slice(at + found.text.length, at + found.text.length + 1));
    if (found !== undefined && !cut) {
      marks.push({ start: at, end: at + found.text.length, kind: 'variable', name: found.name, quotes });
      at += found.text.length;
      continue;
    }
    if (char === '\\' && quotes !== 'single') {
      at += 2;
      continue;
    }
    quotes = nextQuotes(quotes, char, command[at - 1]);
    at += 1;
  }
  return marks;
}

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
