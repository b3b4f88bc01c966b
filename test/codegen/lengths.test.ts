/** Lines of the minimal programs for everyday commands, beside quickstarts that were written by hand and formatted. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';
import { readCommand } from '../../src/curl/index.ts';
import { FRESH } from './support/fresh.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const lines = (code: string): number => code.trimEnd().split('\n').length;
const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Programs that are at most two lines longer; the others send what a quickstart leaves out, and stream files. */
const LEAST = { requests: 23, fetch: 29 };

const byHand = async (library: string): Promise<Map<string, number>> =>
  new Map(
    (await read(`support/by-hand/${library}.txt`))
      .split(/^### /m)
      .slice(1)
      .map((text) => {
        const end = text.indexOf('\n');
        return [text.slice(0, end), lines(text.slice(end + 1))];
      }),
  );

t.test('minimal programs are as long as those by hand, and the documentation says how long', async (t) => {
  const columns: string[][] = [Object.keys(FRESH)];
  for (const [language, library] of [
    ['python', 'requests'],
    ['javascript', 'fetch'],
  ] as const) {
    const hand = await byHand(library);
    t.same([...hand.keys()], Object.keys(FRESH), `${library}: every command is written by hand`);
    const ours = Object.values(FRESH).map((command) => {
      const { request, extras } = readCommand(command.replace('ORIGIN', 'https://api.example.com'));
      return lines(generateCode(request, language, { library, extras, style: 'minimal' }).code);
    });
    const theirs = [...hand.values()];
    const near = ours.filter((count, at) => count <= (theirs[at] ?? 0) + 2).length;
    t.ok(near >= LEAST[library], `${library}: ${near} of ${ours.length} within two lines`);
    columns.push([...ours, total(ours)].map(String), [...theirs, total(theirs)].map(String));
  }
  columns[0]?.push('all');
  const rows = columns[0]?.map((_, at) => `| ${columns.map((column) => column[at]).join(' | ')} |\n`);
  const table = rows?.join('') ?? '';
  t.ok((await read('../../docs/languages.md')).includes(table), 'the table is the current one') ||
    t.comment(table);
});
