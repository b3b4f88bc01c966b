/** Lays out the lines and imports of a program. */

/** Indents the lines of a text; empty lines get no blanks. */
export function indented(text: string, indentation: string): string {
  return text.replace(/(^|\n)(?=[^\n])/g, `$1${indentation}`);
}

export function dedented(text: string, indentation: string): string {
  return text.replace(new RegExp(`(^|\\n)${indentation}`, 'g'), '$1');
}

export function importLines(names: ReadonlySet<string>, before: string, after: string): string {
  return [...names]
    .sort()
    .map((name) => before + name + after)
    .join('');
}

export const WIDTH = 80;

export interface ListStyle {
  /** Additional indentation of items on their own lines. */
  readonly step: string;
  /** Text between the brackets and the items of a list on one line. */
  readonly padding: string;
  /** Text after the last item of a list on several lines. */
  readonly trailing: string;
}

export const BY_FOUR: ListStyle = { step: '    ', padding: '', trailing: ',' };

/** Formats a list: on one line if it fits beside other text, of so many columns, else one item per line. */
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
  if (columns <= WIDTH && !items.some((item) => item.includes('\n')))
    return open + padding + items.join(', ') + padding + close;
  return `${open}\n${indent}${step}${items.join(`,\n${indent}${step}`)}${trailing}\n${indent}${close}`;
}
