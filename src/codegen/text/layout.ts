/** Lines and imports of a program. */

/**
 * Lines of a program at an indentation; an empty one gets no blanks. Of a text of several lines (a multi-line literal)
 * only the first is indented.
 */
export function lines(texts: readonly string[], indentation: string): string {
  let all = '';
  for (const text of texts) all += text === '' ? '\n' : `${indentation}${text}\n`;
  return all;
}

/** What a program imports, each statement once, in the order that the language's formatter wants: by code unit. */
export class Imports {
  readonly #names = new Set<string>();

  add(...names: readonly string[]): this {
    for (const name of names) this.#names.add(name);
    return this;
  }

  /** The names, sorted. */
  get names(): string[] {
    return [...this.#names].sort();
  }
}

/** Columns that a list on one line may end at, so that it fits with whatever stands before it. */
const SHORT = 64;

/**
 * A list in brackets: on one line where that is short, else an item a line with a trailing comma, which is what formatters
 * keep.
 * @param indent of the line that the list starts in; items of several lines are indented one step more already
 * @param padding between the brackets and the items of a list on one line
 */
export function list(
  open: string,
  items: readonly string[],
  close: string,
  indent: string,
  { step = '    ', padding = '', trailing = ',' } = {},
): string {
  if (items.length === 0) return open + close;
  const flat = `${open}${padding}${items.join(', ')}${padding}${close}`;
  if (flat.length + indent.length <= SHORT && !flat.includes('\n')) return flat;
  const inner = indent + step;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}${trailing}\n${indent}${close}`;
}
