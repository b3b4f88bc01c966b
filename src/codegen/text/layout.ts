/** Lays out the lines and imports of a program. */

/** The lines of a text at an indentation; an empty one gets no blanks. */
export function indented(text: string, indentation: string): string {
  let all = '';
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = text.indexOf('\n', start) + 1 || text.length;
    if (text[start] !== '\n') all += indentation;
    all += text.slice(start, end);
  }
  return all;
}

/** What a program imports, each name once, in the order that the language's formatter wants: by code unit. */
export class Imports {
  /** Sorted. */
  readonly names: string[] = [];

  add(...added: readonly string[]): this {
    const { names } = this;
    for (const name of added) {
      let at = names.length;
      while (at > 0 && (names[at - 1] ?? '') > name) at -= 1;
      if (names[at - 1] !== name) names.splice(at, 0, name);
    }
    return this;
  }

  /** Each name between two texts. */
  lines(before: string, after: string): string {
    let all = '';
    for (const name of this.names) all += before + name + after;
    return all;
  }
}

/** All that the programs of a language may import, in the order of its formatter; a set of these is a number. */
export class ImportTable<Name extends string> {
  readonly #names: readonly Name[];
  readonly #write: (name: Name) => string;
  readonly #texts = new Map([[0, '']]);

  /** @param write writes the import of a name, line end included */
  constructor(names: readonly Name[], write: (name: Name) => string) {
    this.#names = names;
    this.#write = write;
  }

  /** The set of one name, to be joined with others by `|`. */
  bit(name: Name): number {
    return 1 << this.#names.indexOf(name);
  }

  /** The imports of a set, and an empty line behind them if there are any. */
  text(set: number): string {
    let text = this.#texts.get(set);
    if (text === undefined) {
      const names = this.#names.filter((_, index) => (set & (1 << index)) !== 0);
      text = `${names.map(this.#write).join('')}\n`;
      this.#texts.set(set, text);
    }
    return text;
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
 * @param isFlat whether no item has several lines, where that is known
 */
export function list(
  open: string,
  items: readonly string[],
  close: string,
  indent: string,
  { step, padding, trailing }: ListStyle,
  beside: number,
  isFlat?: boolean,
): string {
  if (items.length === 0) return open + close;
  let columns = indent.length + open.length + close.length + 2 * (padding.length - 1) + beside;
  for (const item of items) columns += item.length + 2;
  const fits = columns <= WIDTH && (isFlat ?? !items.some((item) => item.includes('\n')));
  const start = fits ? padding : `\n${indent}${step}`;
  const between = fits ? ', ' : `,${start}`;
  let all = open + start;
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) all += between;
    all += items[at];
  }
  return fits ? all + padding + close : `${all}${trailing}\n${indent}${close}`;
}
