/** Everyday commands that nothing was tuned for, in every library and style: how many arrive as curl's, and how long the programs are. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { EMITTERS, generateCode, LANGUAGES, type Language } from '../../src/codegen/index.ts';
import { readCommand } from '../../src/curl/index.ts';
import type { Style } from '../../src/schemas/code.ts';
import { long } from '../support/full.ts';
import { startRecorder } from '../support/recorder.ts';
import { PLACEHOLDER } from './support/cases.ts';
import { differences, type StoredRequest, stored } from './support/compare.ts';
import { FRESH } from './support/fresh.ts';
import { type Prepared, RUNNERS, WINDOWS, workspace } from './support/runners.ts';

const NAMES = Object.keys(FRESH);
/** Of 31 requests, at least so many arrive as curl's; of programs for shells, all. */
const LEAST = 30;

interface Sent {
  requests: StoredRequest[];
  code: string;
  warnings: readonly string[];
  output: string;
}

/** Runs the programs of a library, or without one the commands. */
async function send(language: Language, library?: string, style?: Style): Promise<Map<string, Sent>> {
  const { root, cwd, remove } = await workspace();
  const recorders: Awaited<ReturnType<typeof startRecorder>>[] = [];
  try {
    const programs: (Prepared & { warnings: readonly string[] })[] = [];
    for (const name of NAMES) {
      const recorder = await startRecorder(() => ({ body: 'the answer' }));
      recorders.push(recorder);
      const command = (FRESH[name] ?? '').replace('ORIGIN', recorder.origin);
      const folder = join(root, 'programs', name);
      await mkdir(folder, { recursive: true });
      const { request, extras } = readCommand(command);
      const program =
        library === undefined ? undefined : generateCode(request, language, { library, extras, style });
      const warnings = program?.warnings.map(({ code, message }) => `${code}: ${message}`) ?? [];
      programs.push({ name, folder, code: program?.code ?? command, warnings });
    }
    const outcomes = await RUNNERS[language]?.run(programs, cwd);
    return new Map(
      programs.map(({ name, code, warnings }, at) => {
        const { requests = [], host = '' } = recorders[at] ?? {};
        const output = outcomes?.[at]?.output ?? '';
        return [name, { requests: requests.map((one) => stored(one, host)), code, warnings, output }];
      }),
    );
  } finally {
    await Promise.all(recorders.map((recorder) => recorder.close()));
    await remove();
  }
}

const lines = (code: string): number => code.trimEnd().split('\n').length;
const median = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;

t.test('fresh commands', { skip: long || (RUNNERS.curl?.missing() ?? false) }, async (t) => {
  const wanted = await send('curl');
  const table = ['library        minimal  complete  (median lines)   arrive'];
  for (const language of LANGUAGES)
    for (const { name: library } of EMITTERS[language].libraries) {
      if (WINDOWS.has(library) || RUNNERS[language]?.missing() !== false) continue;
      if (process.env['ONLY']?.split(',').includes(library) === false) continue;
      const row: string[] = [];
      const lengths: number[] = [];
      for (const style of ['minimal', 'complete'] as const) {
        const sent = await send(language, library, style);
        let equal = 0;
        for (const [name, { requests, code, warnings, output }] of sent) {
          const { request } = readCommand((FRESH[name] ?? '').replace('ORIGIN', `http://${PLACEHOLDER}`));
          const one = { name, request, scenario: 'ok' as const };
          const found = differences(one, wanted.get(name)?.requests ?? [], requests);
          if (found.length === 0) equal += 1;
          else
            t.comment(
              `${library} ${style} ${name}: ${found.map(({ text }) => text).join('; ')}\n${warnings.join('\n')}\n${code}\n${output.slice(0, 500)}`,
            );
        }
        lengths.push(median([...sent.values()].map(({ code }) => lines(code))));
        row.push(`${style} ${equal} of ${sent.size}`);
        t.ok(equal >= LEAST, `${library} ${style}: ${equal} of ${sent.size} arrive as curl's`);
      }
      table.push(
        `${library.padEnd(14)} ${String(lengths[0]).padStart(7)} ${String(lengths[1]).padStart(9)}    ${row.join(', ')}`,
      );
    }
  t.comment(table.join('\n'));
});
