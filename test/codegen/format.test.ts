/** The programs are laid out as their language's formatter does it, at every width of what stands in them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { generateCode, type Language } from '../../src/codegen/index.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { CASES } from './support/cases.ts';
import { missingCommand } from './support/runners.ts';

/** Every place whose width decides about a line break, at every width around the limits. */
function* widths(): Generator<RequestShape> {
  const url = 'https://api.example.com/things';
  const follow_redirects = true;
  for (let width = 0; width <= 110; width += 1) {
    const text = (width % 2 === 0 ? 'x' : '\u6f22"').repeat(width).slice(0, width);
    const variables = [{ name: 'ID', text: '$ID' }];
    yield { url: `${url}/${'x'.repeat(width)}` };
    yield { url: `${url}/${'x'.repeat(width)}/$ID`, variables };
    yield { url, headers: { 'X-Text': text, 'X-Short': 'x' } };
    yield { url, headers: { 'X-Text': `${text}$ID` }, variables };
    yield { url, body: text, options: { follow_redirects, keep_method_on: [301] } };
    yield { url, body: `${text}\n${text}$ID`, variables };
    yield { url, body_file: `${'x'.repeat(width)}.txt`, headers: { Authorization: `Bearer ${text}` } };
    yield { url, auth: { scheme: 'basic', username: '$ID', password: text }, variables };
    yield {
      method: 'PUT',
      url: `${url}/${'x'.repeat(width)}`,
      headers: { Authorization: text, Cookie: 'a=b' },
      body: 'x',
      options: { follow_redirects, custom_method: true },
    };
    yield {
      url: `${url}/${'x'.repeat(width)}`,
      headers: { 'X-API-Key': text, Cookie: text },
      body: text,
      options: { follow_redirects },
    };
    // Longer names than any variable has are laid out in other ways still.
    const name = `A${'B'.repeat(Math.min(width, 33))}`;
    yield { url: `${url}/$ID`, variables: [{ name, text: '$ID' }] };
    yield { url, method: name, options: { proxy: `http://a${'x'.repeat(width)}:80`, timeout_ms: 1500 } };
    yield { url, auth: { scheme: 'digest', username: name, password: name }, body: text };
    yield { url, body_base64: btoa('x'.repeat(width)), options: { chunked: true } };
    for (const operator of ['-', ':-']) {
      const open = `\${ID${operator}${'x'.repeat(width)}}`;
      yield { url: `${url}/${open}`, variables: [{ name: 'ID', text: open }] };
    }
    yield { url, body: text, options: { chunked: true } };
    yield { url, body: `${text}\n${text.replaceAll('"', '')}` };
    yield { url, auth: { scheme: 'any', username: `$ID${text}`, password: text }, variables };
    yield { url, method: 'X'.repeat(width + 1), auth: { scheme: 'digest', username: 'a', password: 'b' } };
    yield {
      url,
      auth: { scheme: 'basic', username: '$ID', password: text },
      body: 'x',
      options: { follow_redirects, custom_method: true },
      variables,
    };
    yield { url, body_file: name, options: { strip_newlines: true } };
    const plain = 'x'.repeat(width);
    const credentials = btoa(`${plain}:${width % 2 === 0 ? plain : 'p'}`);
    yield { url, headers: { Authorization: `Basic ${credentials}`, Accept: '*/*' } };
    yield {
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Bearer ${plain}` },
      body: `a=${plain}&${plain}=b`,
    };
    yield {
      url,
      form: [
        { name: `a${plain}`, value: 'b' },
        { name: 'c', value: text },
        { name: 'p', file: `${plain}.png`, filename: `${plain}.png`, content_type: 'image/png' },
      ],
    };
    yield {
      url,
      form: [
        { name: 'p', file: `${plain}.png`, filename: `${plain}.png`, content_type: 'image/png' },
        { name: 'q', file: 'q.bin', filename: `${plain}.bin`, content_type: `text/x${plain}` },
        { name: 'r', value_base64: btoa(text.replace(/[^ -~]/g, '\xff')), filename: `${plain}.bin` },
        { name: 's', value: text, content_type: `text/x${plain}` },
      ],
    };
    yield { url, form: [{ name: `a${plain}`, value: '$ID' }], variables };
    yield { url, form: [{ name: 'f', file: `${plain}.png` }] };
    yield { url: `http://a${'x'.repeat(width)}/`, headers: { 'x-A': text, 'X-b': '$ID' }, variables };
    yield { url, form: [{ name: '$ID', value: `$ID${text}`, headers: [`X-Text: ${name}`] }], variables };
    yield {
      url,
      form: [
        { name: text, value: text },
        { name: 'f', file: `${'x'.repeat(width)}y`, filename: text, content_type: 'text/plain' },
      ],
    };
  }
}

/** Reads all files in one process, as `php -l` does with one. */
const PHP_LINT =
  'foreach (array_slice($argv, 1) as $f) { try { token_get_all(file_get_contents($f), TOKEN_PARSE); } catch (Error $e) { echo "$f: ", $e->getMessage(), "\\n"; exit(1); } }';
/** The same for `ruby -wc`. */
const RUBY_LINT = 'ARGV.each { |f| RubyVM::InstructionSequence.compile_file(f) }';

interface Formatter {
  language: Language;
  /** What the program's file ends with. */
  extension: string;
  /** A command that takes files, prints what it would change or complains of, and nothing else. */
  command: readonly [name: string, ...args: string[]];
  /** Of the requests of many widths every so manieth is taken, for commands that take long. */
  step: number;
}

const FORMATTERS: readonly Formatter[] = [
  { language: 'rust', extension: 'rs', command: ['rustfmt', '--edition', '2021', '--check'], step: 1 },
  { language: 'go', extension: 'go', command: ['gofmt', '-l'], step: 1 },
  { language: 'python', extension: 'py', command: ['ruff', 'format', '--check', '--quiet'], step: 1 },
  {
    language: 'javascript',
    extension: 'mjs',
    command: ['prettier', '--list-different', '--no-config'],
    step: 15,
  },
  { language: 'php', extension: 'php', command: ['php', '-r', PHP_LINT, '--'], step: 11 },
  { language: 'ruby', extension: 'rb', command: ['ruby', '-w', '-e', RUBY_LINT], step: 11 },
];

for (const { language, extension, command, step } of FORMATTERS)
  t.test(language, async (t) => {
    const [name, ...args] = command;
    const missing = missingCommand(name, '--version');
    if (name !== 'gofmt' && missing !== undefined) {
      t.pass(`layout is not checked: ${missing}`, { skip: missing });
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'playgrounds-format-'));
    try {
      const all = [...CASES.map(({ request }) => request), ...[...widths()].filter((_, i) => i % step === 0)];
      const files = all.map((request, index) => {
        const path = join(folder, `p${index}.${extension}`);
        writeFileSync(path, generateCode(request, language).code);
        return path;
      });
      const { error, status, stdout, stderr } = spawnSync(name, [...args, ...files], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      if (error !== undefined) t.pass(`layout is not checked: ${error.message}`, { skip: error.message });
      else {
        t.equal(status, 0, `${name} changes nothing in ${files.length} programs`);
        t.equal((stdout + stderr).slice(0, 3000), '', `${name} has nothing to say`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
