/**
 * Writes the tables of docs/parsing.md: curl's options, the parser's warnings and errors. `--check` only says whether
 * they are up to date (exit status 1 when not).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Option } from '../curl/options/option.ts';
import { OPTIONS } from '../curl/options/table.ts';
import { PARSE_ERROR_CODES, WARNING_CODES } from '../schemas/diagnostics.ts';

const PAGE = new URL('../../docs/parsing.md', import.meta.url);

const SAYS: Readonly<Record<Option['effect'], string>> = {
  used: 'used',
  output: 'ignored: output only',
  ignored: 'ignored, with a warning that the transfer would differ',
  none: 'ignored: no effect on HTTP',
  deprecated: 'ignored: no function in curl',
  refused: 'refused: makes no request',
};

/** The table in Markdown, one row an option. Every ignored option yields a warning. */
function optionsTable(): string {
  const used = OPTIONS.filter(({ effect }) => effect === 'used').length;
  const rows = OPTIONS.map(({ name, short, kind, effect, note, shortIsNo }) => {
    const letter =
      short === undefined ? '' : shortIsNo ? ` (\`-${short}\` is \`--no-${name}\`)` : `, \`-${short}\``;
    return `| \`--${name}${kind === 'value' ? ' …' : ''}\`${letter} | ${SAYS[effect]} | ${note.replaceAll('|', '\\|')} |`;
  });
  return [
    `All ${OPTIONS.length} options of curl 8.23; ${used} of them say something about the request. What is ignored yields a`,
    'warning that names the option and its place in the command.',
    '',
    '<details><summary>Every option</summary>',
    '',
    '| Option | | |',
    '|---|---|---|',
    ...rows,
    '',
    '</details>',
    '',
  ].join('\n');
}

function codesTable(codes: Readonly<Record<string, string>>): string {
  const rows = Object.entries(codes).map(
    ([code, meaning]) => `| \`${code}\` | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| Code | |', '|---|---|', ...rows, ''].join('\n');
}

const TABLES: Readonly<Record<string, () => string>> = {
  'curl-options': optionsTable,
  'parse-warnings': () => codesTable(WARNING_CODES),
  'parse-errors': () => codesTable(PARSE_ERROR_CODES),
};

/** The page with each table in its block. */
export function withTables(page: string): string {
  let written = page;
  for (const [name, table] of Object.entries(TABLES)) {
    const start = `<!-- ${name}:start -->\n`;
    const from = written.indexOf(start) + start.length;
    const to = written.indexOf(`<!-- ${name}:end -->`);
    if (from < start.length || to < from) throw new Error(`docs/parsing.md has no place for ${name}`);
    written = written.slice(0, from) + table() + written.slice(to);
  }
  return written;
}

if (import.meta.filename === process.argv[1]) {
  const page = readFileSync(PAGE, 'utf8');
  const written = withTables(page);
  if (!process.argv.includes('--check')) writeFileSync(PAGE, written);
  else if (page !== written) {
    console.error('docs/parsing.md: the tables are out of date; run npx tsx src/cli/write-curl-options.ts');
    process.exitCode = 1;
  }
}
