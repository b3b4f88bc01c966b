/**
 * The programs are laid out as their language's formatter leaves them: Go to the letter, the others but for lines that a
 * formatter would join because they are short, or break because what stands in them is long.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { generateCode, type Language } from '../../src/codegen/index.ts';
import { long } from '../support/full.ts';
import { missing } from '../support/installed.ts';
import { CASES } from './support/cases.ts';

/** Reads all files in one process, as `php -l` does with one. */
const PHP_LINT =
  'foreach (array_slice($argv, 1) as $f) { try { token_get_all(file_get_contents($f), TOKEN_PARSE); } catch (Error $e) { echo "$f: ", $e->getMessage(), "\\n"; exit(1); } }';
/** The same for `ruby -wc`. */
const RUBY_LINT = 'ARGV.each { |f| RubyVM::InstructionSequence.compile_file(f) }';

interface Formatter {
  language: Language;
  /** What the program's file ends with. */
  extension: string;
  /** A command that takes files, and writes them anew or complains. */
  command: readonly [name: string, ...args: string[]];
  /** Of the everyday programs at most this part may be changed at all. */
  changed: number;
}

const FORMATTERS: readonly Formatter[] = [
  { language: 'rust', extension: 'rs', command: ['rustfmt', '--edition', '2021'], changed: 0.02 },
  { language: 'go', extension: 'go', command: ['gofmt', '-w'], changed: 0 },
  {
    language: 'python',
    extension: 'py',
    command: ['ruff', 'format', '--quiet', '--no-cache'],
    changed: 0.01,
  },
  {
    language: 'javascript',
    extension: 'mjs',
    command: ['prettier', '--write', '--log-level', 'error', '--no-config'],
    changed: 0.01,
  },
  { language: 'php', extension: 'php', command: ['php', '-r', PHP_LINT, '--'], changed: 0 },
  { language: 'ruby', extension: 'rb', command: ['ruby', '-w', '-e', RUBY_LINT], changed: 0 },
];

/** The text without what joining and breaking lines changes: blanks, and commas and brackets at their ends. */
function withoutLines(code: string): string {
  return (
    code
      .replace(/\s+/g, '')
      .replace(/,(?=[)\]}])/g, '')
      // ruff puts what it breaks between brackets; prettier writes 3e+21 without the sign.
      .replace(/=\((os\.environ\.get\("\w+"\)or"[^"]*")\)/g, '=$1')
      .replace(/e\+(?=\d)/g, 'e')
  );
}

for (const { language, extension, command, changed } of FORMATTERS)
  t.test(language, { skip: long }, async (t) => {
    const [name, ...args] = command;
    const skip = missing(name, name, ...(name === 'gofmt' ? [] : ['--version']));
    if (skip !== false) return t.pass('the layout is not checked', { skip });
    const folder = mkdtempSync(join(tmpdir(), 'playgrounds-format-'));
    try {
      const programs = CASES.map(({ name: title, request }, index) => {
        const { code } = generateCode(request, language);
        const path = join(folder, `p${index}.${extension}`);
        writeFileSync(path, code);
        return { title, code, path };
      });
      const { status, stdout, stderr } = spawnSync(name, [...args, ...programs.map(({ path }) => path)], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      t.equal(status, 0, `${name} takes ${programs.length} programs`);
      t.equal((stdout + stderr).slice(0, 3000), '', `${name} has nothing to say`);
      let different = 0;
      for (const { title, code, path } of programs) {
        const formatted = readFileSync(path, 'utf8');
        if (formatted === code) continue;
        different += 1;
        if (changed === 0 || withoutLines(formatted) !== withoutLines(code))
          t.equal(code, formatted, `${title}: ${name} changes lines alone`);
      }
      t.comment(`${name} changes ${different} of ${programs.length} programs`);
      t.ok(different <= programs.length * changed, `${name} leaves most programs alone`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
