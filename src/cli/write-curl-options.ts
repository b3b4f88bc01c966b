/**
 * Writes the table of curl's options in docs/parsing.md from the option table; `--check` only says whether it is up to
 * date (exit status 1 when not).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { OPTIONS, type Option } from '../curl/options/table.ts';

const PAGE = new URL('../../docs/parsing.md', import.meta.url);
const BLOCK = /(<!-- curl-options:start -->\n)[\s\S]*?(<!-- curl-options:end -->)/;

const SAYS: Readonly<Record<Option['effect'], string>> = {
  used: 'used',
  output: 'ignored: output only',
  ignored: 'ignored, with a warning that the transfer would differ',
  none: 'ignored: no effect on HTTP',
  deprecated: 'ignored: no function in curl',
  refused: 'refused: makes no request',
};

/** The table in Markdown, one row an option. Every ignored option yields a warning. */
export function optionsTable(): string {
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

/** The page with the table in its block. */
export function withOptionsTable(page: string): string {
  return page.replace(BLOCK, (_, start: string, end: string) => `${start}${optionsTable()}${end}`);
}

if (import.meta.filename === process.argv[1]) {
  const page = readFileSync(PAGE, 'utf8');
  const written = withOptionsTable(page);
  if (!process.argv.includes('--check')) writeFileSync(PAGE, written);
  else if (page !== written) {
    console.error(
      'docs/parsing.md: the table of curl options is out of date; run npx tsx src/cli/write-curl-options.ts',
    );
    process.exitCode = 1;
  }
}
