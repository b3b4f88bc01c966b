/**
 * Whole Markdown pages, as people paste them: the result is one of the page's commands, and when there are others the
 * warning `many_commands` says which one it is. `pages-markdown` has pages in the style of API documentation, and in
 * `expected.txt` the commands of each in order (`several` where only the warning is expected).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import type { ParsedRequest } from '../../src/schemas/request-shape.ts';
import { placeOf } from './support/known.ts';

const PAGES = join(import.meta.dirname, 'pages-markdown');
const ROOT = join(import.meta.dirname, '..', '..');

function parse(text: string): ParsedRequest | undefined {
  try {
    return parseCurl(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const lineOf = (parsed: ParsedRequest | undefined) =>
  parsed === undefined ? 'refused' : `${parsed.method} ${parsed.url.replace(/^(https?:\/\/[^/]+)\/$/, '$1')}`;
const several = (parsed: ParsedRequest | undefined) =>
  parsed?.warnings?.filter(({ code }) => code === 'many_commands').map(({ message }) => message) ?? [];

/** The contents of a page's fences, without the indentation of the fence itself. */
function fencesOf(page: string): string[] {
  const fences: string[] = [];
  let open: { marks: string; indent: string; lines: string[] } | undefined;
  for (const line of page.split('\n')) {
    const [, indent = '', marks] = /^([ >]*)(`{3,}|~{3,})/.exec(line) ?? [];
    if (open === undefined) {
      if (marks !== undefined) open = { marks, indent, lines: [] };
    } else if (marks !== undefined && line.trim().replace(/^[> ]+/, '') === open.marks) {
      fences.push(open.lines.join('\n'));
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
  }
  return fences;
}

/** Lines of a shell that begin with a command that is curl. */
const commandsIn = (fence: string): number =>
  fence.match(/^[ \t]*(?:[$%] |(?:export )?\w+="?\$\()?curl(?:\.exe)?[ \t]+[^\s=]/gm)?.length ?? 0;

/** What is wrong with a page that has these commands in order. */
function problemsOf(parsed: ParsedRequest | undefined, commands: readonly string[]): string[] {
  const messages = several(parsed);
  if (commands[0] === 'several')
    return parsed === undefined || messages.length === 1 ? [] : ['many_commands is missing'];
  const found = lineOf(parsed);
  if (!commands.includes(found)) return [`${found} is none of the page's commands`];
  if (commands.length === 1) return messages;
  const [message] = messages;
  if (message === undefined || messages.length > 1) return [`${messages.length} warnings many_commands`];
  const isNamed = commands.some(
    (command, at) => command === found && placeOf(message, `${at + 1}/${commands.length}`),
  );
  return isNamed ? [] : [`${found}, but: ${message}`];
}

t.test('pages of documentation', (t) => {
  const blocks = readFileSync(join(PAGES, 'expected.txt'), 'utf8').split(/^(?=\S)/m);
  t.ok(blocks.length >= 30, `${blocks.length} pages`);
  for (const block of blocks) {
    const [file = '', ...commands] = block.trim().split(/\n\s+/);
    const page = readFileSync(join(PAGES, file), 'utf8');
    t.strictSame(problemsOf(parse(page), commands), [], file);
    t.strictSame(
      problemsOf(parse(page.replaceAll('\n', '\r\n')), commands),
      [],
      `${file}, Windows line ends`,
    );
    for (const fence of fencesOf(page).filter((text) => commandsIn(text) > 0)) {
      const [first = ''] = fence.split('\n');
      const found = parse(fence);
      t.ok(
        commands[0] === 'several' || commands.includes(lineOf(found)),
        `${file}: ${first}: ${lineOf(found)}`,
      );
      t.equal(several(found).length, commandsIn(fence) > 1 ? 1 : 0, `${file}: ${first}: many_commands`);
    }
  }
  t.end();
});

t.test("the project's own pages", (t) => {
  const clients = readdirSync(join(ROOT, 'clients'), { withFileTypes: true });
  const folders = [
    '.',
    'docs',
    ...clients.filter((one) => one.isDirectory()).map(({ name }) => join('clients', name)),
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );
  let commands = 0;
  for (const file of files) {
    const page = readFileSync(join(ROOT, file), 'utf8');
    const fences = fencesOf(page);
    const count = fences.reduce((sum, fence) => sum + commandsIn(fence), 0);
    commands += count;
    if (count > 1 && page.length <= 65_536) {
      const parsed = parse(page);
      t.ok(parsed === undefined || several(parsed).length === 1, `${file}: ${count} commands`);
    }
    for (const fence of fences.filter((text) => commandsIn(text) > 1)) {
      const parsed = parse(fence);
      t.ok(parsed === undefined || several(parsed).length === 1, `${file}: ${fence.slice(0, 60)}`);
    }
  }
  t.ok(commands > 10, `${commands} commands in ${files.length} pages`);
  t.end();
});
