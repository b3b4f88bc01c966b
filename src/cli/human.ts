/** Formats the result of a command for people: lists of objects as tables, the rest line by line. */
export function human(result: object): string {
  return Object.entries(result)
    .map(([name, value]) =>
      Array.isArray(value) ? `${title(name)}\n${table(value)}` : `${title(name)}: ${cell(value)}`,
    )
    .join('\n');
}

const title = (name: string): string => name.replaceAll('_', ' ');

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Users choose the names: control characters could move the terminal's cursor.
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}

/** Formats rows as a table whose columns are as wide as their widest cell. */
function table(rows: readonly object[]): string {
  const [first] = rows;
  if (first === undefined) return '  none';
  const names = Object.keys(first);
  const lines = [names.map(title), ...rows.map((row) => Object.values(row).map(cell))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
