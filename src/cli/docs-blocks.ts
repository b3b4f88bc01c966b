/** Formats Markdown, and replaces the marked blocks of pages in docs/. */

/** Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`. */
export function fillBlock(page: string, name: string, text: string): string {
  const start = `<!-- ${name}:start -->\n`;
  const from = page.indexOf(start) + start.length;
  const to = page.indexOf(`<!-- ${name}:end -->`);
  if (from < start.length || to < from) throw new Error(`The page has no block ${name}`);
  return page.slice(0, from) + text + page.slice(to);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  return [row(head), `|${'---|'.repeat(head.length)}`, ...escaped.map(row), ''].join('\n');
}

export const code = (text: string) => `\`${text}\``;
