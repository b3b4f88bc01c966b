/**
 * A metamorphic test: an ordinary command of the corpus means the same in every context in which pages have it. Either
 * the parser returns the request that the command has alone, or it refuses or warns; a different request without a
 * warning is the one outcome that must not be. `SHOW='list item' npx tap run …` prints the texts of one context.
 */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import type { ParsedRequest } from '../../src/schemas/request-shape.ts';
import { isFull } from '../support/full.ts';
import { CONTEXTS } from './support/contexts.ts';
import { readCases, readRecording } from './support/corpus.ts';

const THEMES = [
  'auth',
  'bodies',
  'browsers',
  'fresh',
  'headers',
  'method',
  'multipart',
  'option-combinations',
  'services',
  'url',
];
/** Without TEST_FULL, every nth command. */
const STRIDE = isFull ? 1 : 45;
/** What holds today is 99.8 % the same and none silent. */
const MIN_SAME = 0.99;
const MAX_SILENT = 0;

/** Of a command with one of these, warned of alone, what it means depends on the text around it. */
const DEPENDENT = new Set(['here_document_open', 'html_escaped', 'line_not_continued', 'many_commands']);

type Outcome = 'same' | 'refused' | 'warned' | 'silent';

/** Everything that decides what is sent. */
function requestOf({ warnings: _, variables, ...request }: ParsedRequest): string {
  return JSON.stringify({ ...request, variables: variables?.map(({ name }) => name) });
}

const codesOf = ({ warnings = [] }: ParsedRequest) => warnings.map(({ code }) => code).sort();

function parse(command: string): ParsedRequest | undefined {
  try {
    return parseCurl(command);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** What becomes of the command in its context, compared with the command alone. */
function outcomeOf(alone: ParsedRequest, text: string): Outcome {
  const embedded = parse(text);
  if (embedded === undefined) return 'refused';
  if (requestOf(embedded) === requestOf(alone)) return 'same';
  const known = codesOf(alone);
  return codesOf(embedded).some((code) => !known.includes(code)) ? 'warned' : 'silent';
}

const commands = THEMES.flatMap((theme) => {
  const { cases } = readRecording(theme);
  return readCases(theme).filter(
    ({ title, command, script, warns, beyond }) =>
      command.startsWith('curl ') &&
      script === command &&
      !command.includes('\r') &&
      !warns &&
      !beyond &&
      cases[title]?.request,
  );
})
  .filter((_, at) => at % STRIDE === 0)
  .flatMap(({ title, command }) => {
    const alone = parse(command);
    const isOrdinary = alone !== undefined && !codesOf(alone).some((code) => DEPENDENT.has(code));
    return isOrdinary ? [{ title, command, alone }] : [];
  });

t.ok(commands.length > (isFull ? 100 : 33), `${commands.length} ordinary commands`);

const rows = CONTEXTS.map(({ name, embed }) => {
  const row = { name, same: 0, refused: 0, warned: 0, silent: 0 };
  for (const { command, alone } of commands) {
    const text = embed(command);
    if (text === undefined) continue;
    const outcome = outcomeOf(alone, text);
    row[outcome] += 1;
    if (outcome === 'silent' && process.env['SHOW'] === name) t.comment(`${text}\n`);
  }
  return row;
});

t.comment('context                              same refused  warned  silent');
for (const { name, same, refused, warned, silent } of rows)
  t.comment(
    `${name.padEnd(34)}${[same, refused, warned, silent].map((count) => String(count).padStart(8)).join('')}`,
  );
const total = (outcome: Outcome) => rows.reduce((sum, row) => sum + row[outcome], 0);
const all = total('same') + total('refused') + total('warned') + total('silent');
t.comment(`${all} texts: ${((total('same') / all) * 100).toFixed(1)} % the same, ${total('silent')} silent`);
t.ok(total('silent') / all <= MAX_SILENT, 'none is different without a warning');
t.ok(total('same') / all >= MIN_SAME, `at least ${MIN_SAME * 100} % are the same`);
