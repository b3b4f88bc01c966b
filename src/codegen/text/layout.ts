/** Lays out the lines and imports of a program. */

/** The lines of a text at an indentation; an empty one gets no blanks. */
export function indented(text: string, indentation: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : indentation + line))
    .join('\n');
}

/** What a program imports, each name once, in the order that the language's formatter wants: by code unit. */
export class Imports {
  readonly #names = new Set<string>();

  get names(): string[] {
    return [...this.#names].sort();
  }

  add(...added: readonly string[]): this {
    for (const name of added) this.#names.add(name);
    return this;
  }

  /** Each name between two texts. */
  lines(before: string, after: string): string {
    return this.names.map((name) => before + name + after).join('');
  }
}

/** Columns of a line. */
export const WIDTH = 80;

export interface ListStyle {
  /** How much further items on lines of their own are indented. */
  readonly step: string;
  /** Between the brackets and the items of a list on one line. */
  readonly padding: string;
  /** After the last item of a list on several lines. */
  readonly trailing: string;
}

/** Four blanks, and a comma after the last item. */
export const BY_FOUR: ListStyle = { step: '    ', padding: '', trailing: ',' };

/**
 * A list in brackets: on one line where that fits, else an item a line with a trailing comma, which is what formatters
 * keep.
 * @param indent of the line that the list starts in; items of several lines are indented one step more already
 * @param beside columns of what else stands on that line, before the list and behind it
 */
export function list(
  open: string,
  items: readonly string[],
  close: string,
  indent: string,
  { step, padding, trailing }: ListStyle,
  beside: number,
): string {
  if (items.length === 0) return open + close;
  let columns = indent.length + open.length + close.length + 2 * (padding.length - 1) + beside;
  for (const item of items) columns += item.length + 2;
  const fits = columns <= WIDTH && !items.some((item) => item.includes('\n'));
  const start = fits ? padding : `\n${indent}${step}`;
  const all = open + start + items.join(fits ? ', ' : `,${start}`);
  return fits ? all + padding + close : `${all}${trailing}\n${indent}${close}`;
}
