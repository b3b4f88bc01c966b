/** The tables of docs/parsing.md: curl's options, the parser's warnings and errors. */
import type { Option } from '../curl/options/option.ts';
import { OPTIONS } from '../curl/options/table.ts';
import { PARSE_ERROR_CODES, WARNING_CODES } from '../schemas/diagnostics.ts';
import { code, fillBlock, table } from './docs-blocks.ts';

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

/** Returns the table with one row for each option. */
function optionsTable(): string {
  const rows = OPTIONS.map(({ name, short, kind, effect, note, shortIsNo }) => {
    const letter =
      short === undefined ? '' : shortIsNo ? ` (\`-${short}\` is \`--no-${name}\`)` : `, \`-${short}\``;
    return [`\`--${name}${kind === 'value' ? ' …' : ''}\`${letter}`, MEANINGS[effect], note];
  });
  return [
    ...summary(),
    '',
    '<details><summary>Every option</summary>',
    '',
    table(['Option', 'Effect', 'Notes'], rows),
    '</details>',
    '',
  ].join('\n');
}

const codesTable = (codes: Readonly<Record<string, string>>) =>
  table(
    ['Code', 'Meaning'],
    Object.entries(codes).map(([name, meaning]) => [code(name), meaning]),
  );

/** Returns the page with each table in its block. */
export function withTables(page: string): string {
  let written = fillBlock(page, 'curl-options', optionsTable());
  written = fillBlock(written, 'parse-warnings', codesTable(WARNING_CODES));
  return fillBlock(written, 'parse-errors', codesTable(PARSE_ERROR_CODES));
}
