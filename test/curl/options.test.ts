/** The option table is what curl itself says, and every option that does nothing says so. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { withTables } from '../../src/cli/parsing-tables.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { OPTIONS } from '../../src/curl/options/table.ts';
import { InputError } from '../../src/errors.ts';
import { PARSE_ERROR_CODES, WARNING_CODES } from '../../src/schemas/diagnostics.ts';
import { RequestWarning } from '../../src/schemas/request-shape.ts';
import { findCurl } from './support/real-curl.ts';

t.test('names and letters are unique', async (t) => {
  t.equal(new Set(OPTIONS.map(({ name }) => name)).size, OPTIONS.length);
  const letters = OPTIONS.flatMap(({ short }) => (short === undefined ? [] : [short]));
  t.equal(new Set(letters).size, letters.length);
  t.same(
    OPTIONS.map(({ name }) => name),
    OPTIONS.map(({ name }) => name).toSorted(),
  );
});

t.test('an option that is not used yields a warning or an error that names it', async (t) => {
  for (const option of OPTIONS) {
    const name = `--${option.name}`;
    const value = SAMPLE_VALUES[option.name] ?? '1';
    const command = `curl http://h/ ${name}${option.kind === 'value' ? ` ${value}` : ''}`;
    if (option.effect === 'used') continue;
    try {
      const named = parseCurl(command).warnings?.some((warning) => warning.option === name);
      t.ok(named, command);
    } catch (error) {
      t.ok(error instanceof InputError && option.effect === 'refused', command);
    }
  }
});

t.test('docs/parsing.md has the tables of options, warnings and errors', async (t) => {
  const page = readFileSync(new URL('../../docs/parsing.md', import.meta.url), 'utf8');
  t.equal(page, withTables(page), 'npm run docs writes it');
  t.match(page, '`--upload-file …`, `-T`');
  for (const code of [...Object.keys(WARNING_CODES), ...Object.keys(PARSE_ERROR_CODES)])
    t.match(page, `| \`${code}\` |`, code);
  for (const code of Object.keys(WARNING_CODES)) t.match(RequestWarning.properties.code.description, code);
});

const SAMPLE_VALUES: Record<string, string> = {
  hostpubmd5: '0'.repeat(32),
  resolve: 'h:80:127.0.0.1',
  'tls-max': '1.3',
  'upload-flags': 'seen',
};

const curl = findCurl();
const recent = /^curl (\d+)\.(\d+)/.exec(curl?.version ?? '');
const skip =
  recent !== null && Number(recent[1]) * 100 + Number(recent[2]) >= 820
    ? false
    : 'no curl 8.20 or later here';

t.test('the table has every option of curl --help all', { skip }, async (t) => {
  const help = execFileSync(curl?.path ?? 'curl', ['--help', 'all'], { encoding: 'utf8' });
  for (const line of help.split('\n')) {
    const match = /^ *(?:-(.), )?--(?:no-(?!proxy))?(\S+)( <)?/.exec(line);
    if (match?.[2] === undefined) continue;
    const option = OPTIONS.find(({ name }) => name === match[2]);
    t.equal(option?.short, match[1], match[2]);
    t.equal(option?.kind === 'value', match[3] !== undefined, `${match[2]} takes a value`);
  }
});
