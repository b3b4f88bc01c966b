/**
 * Writes the tables of docs/parsing.md: curl's options, the parser's warnings and errors. `--check` exits
 * with status 1 if they are out of date and changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Option } from '../curl/options/option.ts';
import { OPTIONS } from '../curl/options/table.ts';
import { PARSE_ERROR_CODES, WARNING_CODES } from '../schemas/diagnostics.ts';

const PAGE = new URL('../../docs/parsing.md', import.meta.url);

const MEANINGS: Readonly<Record<Option['effect'], string>> = {
  used: 'shapes the request',
  output: 'warning: only changes what curl prints or saves',
  ignored: 'warning: would change the transfer',
  none: 'warning: no effect on HTTP',
  deprecated: 'warning: no longer does anything in curl',
  refused: 'error: makes no request',
};

/** Counts the options with an effect. */
const count = (effect: Option['effect']) => OPTIONS.filter((option) => option.effect === effect).length;

/** Returns the sentence about all options, with the counts of the table. */
function summary(): string[] {
  const [used, refused] = [count('used'), count('refused')];
  return [
    `The parser knows all ${OPTIONS.length} options of curl 8.23. ${used} of them shape the request. ${refused} are refused with an error,`,
    `because the command makes no request. The other ${OPTIONS.length - used - refused} are left out with a warning that names the option and its`,
    `place in the command: ${count('output')} only change what curl prints or saves, ${count('ignored')} would change the transfer (a local file or`,
    `a network setting, for example), ${count('none')} have no effect on HTTP, and ${count('deprecated')} no longer do anything in curl.`,
  ];
}

/** Returns the Markdown table with one row for each option. */
function optionsTable(): string {
  const rows = OPTIONS.map(({ name, short, kind, effect, note, shortIsNo }) => {
    const letter =
      short === undefined ? '' : shortIsNo ? ` (\`-${short}\` is \`--no-${name}\`)` : `, \`-${short}\``;
    return `| \`--${name}${kind === 'value' ? ' …' : ''}\`${letter} | ${MEANINGS[effect]} | ${note.replaceAll('|', '\\|')} |`;
  });
  return [
    ...summary(),
    '',
    '<details><summary>Every option</summary>',
    '',
    '| Option | Effect | Notes |',
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
  return ['| Code | Meaning |', '|---|---|', ...rows, ''].join('\n');
}

const TABLES: Readonly<Record<string, () => string>> = {
  'curl-options': optionsTable,
  'parse-warnings': () => codesTable(WARNING_CODES),
  'parse-errors': () => codesTable(PARSE_ERROR_CODES),
};

/** Returns the page with each table in its block. */
export function withTables(page: string): string {
  let written = page;
  for (const [name, table] of Object.entries(TABLES)) {
    const start = `<!-- ${name}:start -->\n`;
    const from = written.indexOf(start) + start.length;
    const to = written.indexOf(`<!-- ${name}:end -->`);
    if (from < start.length || to < from) throw new Error(`docs/parsing.md has no block ${name}`);
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
