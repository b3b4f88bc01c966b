/** The run test of one language. */
import type { Test } from 'tap';
import type { Language } from '../../../src/codegen/index.ts';
import type { CodegenWarning } from '../../../src/codegen/plan/context.ts';
import { isFull, long } from '../../support/full.ts';
import { readRecords } from '../../support/records.ts';
import { FOLLOWED_PREFIX } from './cases/redirects.ts';
import { CASES, type Case } from './cases.ts';
import { byUnit, type Difference, differences, type StoredRequest } from './compare.ts';
import { corpusCases, FIXTURES } from './corpus.ts';
import { RUNNERS } from './runners.ts';
import { samples } from './samples.ts';
import { ANSWER, type Sent, sendAll } from './send.ts';

const recording = readRecords<StoredRequest[]>(new URL('../recorded/curl.json', import.meta.url));

const isThorough = process.env['ALL_CASES'] !== undefined;
/** The cases with credentials for a challenge: the program of a library that answers none stops. */
export const CHALLENGED: readonly string[] = [
  'digest',
  'any',
  'variables-alike-digest',
  'variable-alone-digest',
  'any-chunked',
  'digest-other-target',
  'proxy-digest',
  'digest-post',
  'digest-bare-query',
  'digest-not-needed',
  'any-not-needed',
  'any-post',
  'any-basic',
  'digest-form',
  'any-upload',
];

/** What the short run is content with: commands as documentation and browsers have them. */
const SHORT = /^everyday-/;
/**
 * Of the parser's corpus every so manieth case is run, of a language's other libraries fewer: most of a program is decided
 * for all of them. All cases with the environment variable ALL_CASES.
 */
const STEP = isThorough ? 1 : 16;
const STEP_OF_OTHERS = isThorough ? 1 : 64;

/** Of the parser's corpus at most this part may differ, warnings or not: libraries are not asked for the impossible. */
const MOST_DIFFERENT = 0.1;

/** The names of the cases whose programs differ, by the code of the warning that says so. */
export type Declared = Readonly<Partial<Record<CodegenWarning, readonly string[]>>>;

/**
 * Runs the language's program for every case, and for a part of the parser's corpus (in the short run, for everyday
 * commands), and compares what it sent
 * with real curl's recording. A program that differs must carry a warning of the code that fits the difference, and
 * of the own cases only those may differ that the caller declares. Every program has to end with status 0 and to show
 * the answer.
 * @param declared the own cases that differ
 * @param options `ignored`: names of corpus cases that the tools of this machine cannot be asked about; `library`: which
 *   of the language's, its default one when absent
 */
export async function runLanguage(
  t: Test,
  language: Language,
  declared: Declared,
  { ignored = [], library }: { ignored?: readonly string[]; library?: string } = {},
): Promise<void> {
  const runner = RUNNERS[language];
  if (runner === undefined) throw new Error(`there is no runner for ${language}`);
  const skip = runner.missing();
  if (skip !== false) return void t.pass(`${language} programs are not run`, { skip });
  const recordedCases = CASES.map((one) => ({ ...one, expected: recorded(one.name) }));
  const own = isFull
    ? [...recordedCases, ...samples(isThorough ? 200 : 25)]
    : recordedCases.filter(({ name }) => SHORT.test(name));
  const step = library === undefined ? STEP : STEP_OF_OTHERS;
  const corpus = isFull
    ? corpusCases().filter(({ name }, index) => index % step === 0 && !ignored.includes(name))
    : [];
  if (!isFull) t.comment(`everyday commands only: ${long}`);
  const differing: Partial<Record<CodegenWarning, string[]>> = {};
  const count = { run: 0, equal: 0, warned: 0, different: 0 };
  for (const [cases, files] of [[own, undefined] as const, [corpus, FIXTURES] as const]) {
    if (cases.length === 0) continue;
    const sent = await sendAll({ language, library }, runner, cases, files);
    const redirected = new Map<string, { warns: boolean; differs: boolean }>();
    let different = 0;
    for (const one of cases) {
      const actual = sent.get(one.name);
      if (actual === undefined) throw new Error(`${one.name} was not run`);
      const found = differences(one, one.expected, actual.requests);
      count.run += 1;
      if (found.length > 0) different += 1;
      else count[actual.warnings.length > 0 ? 'warned' : 'equal'] += 1;
      const warned = new Set(actual.warnings.map(({ code }) => code));
      const unsaid = found.filter(({ code }) => !warned.has(code)).map(({ text }) => text);
      if (!t.strictSame(unsaid, [], `${one.name} sends what curl sends, or says that it does not`))
        t.comment(
          `${unsaid.join('\n')}\n${JSON.stringify(actual.warnings)}\n${actual.code}\n${actual.output.slice(0, 2000)}`,
        );
      // Nobody has looked at each of the samples.
      if (cases === own && one.name in recording.records) {
        for (const code of codes(found)) differing[code] = [...(differing[code] ?? []), one.name];
        t.strictSame(codes(found), codesOf(declared, one.name), `${one.name}: what is known to differ`);
      }
      checkEnd(t, language, one, found, actual);
      const group = FOLLOWED_PREFIX.exec(one.name)?.[1];
      if (group === undefined) continue;
      const known = redirected.get(group) ?? { warns: false, differs: false };
      redirected.set(group, {
        warns: known.warns || warned.has('redirect_differs'),
        differs: known.differs || found.some(({ code }) => code === 'redirect_differs'),
      });
    }
    for (const [group, { warns, differs }] of redirected)
      t.equal(warns, differs, `${group} warns of redirects just where one differs`);
    count.different += different;
    if (cases === corpus)
      t.ok(
        different <= cases.length * MOST_DIFFERENT,
        `${different} of ${cases.length} of the corpus differ`,
      );
  }
  t.comment(
    `${language}: ${count.run} programs, ${count.equal} equal, ${count.warned} equal with a warning, ${count.different} different with one`,
  );
  // To be copied into the language's test once each of them has been looked at.
  if (process.env['SHOW_DECLARED'] !== undefined) console.error(JSON.stringify(differing, null, 1));
}

/** The codes of the differences, each once, in the order of the alphabet. */
function codes(found: readonly Difference[]): CodegenWarning[] {
  return [...new Set(found.map(({ code }) => code))].sort(byUnit);
}

function codesOf(declared: Declared, name: string): CodegenWarning[] {
  return (Object.keys(declared) as CodegenWarning[])
    .filter((code) => declared[code]?.includes(name))
    .sort(byUnit);
}

/** A program ends well and shows the answer, unless it got none: after a redirect or a challenge that it made less of. */
function checkEnd(
  t: Test,
  language: Language,
  { name, request: { method } }: Case,
  found: readonly Difference[],
  { status, output, code, requests }: Sent,
): void {
  if (found.some((one) => one.code === 'redirect_differs' || one.code === 'auth_unsupported')) return;
  // Who is told to stop before the last redirect has no answer; some libraries call that an error.
  if (/^(?:follow-limit|follow-limit-none|follow-not.*|trusted-not-follow|digest-nobody)$/.test(name)) return;
  // curl prints what it was told, unless the command says --compressed.
  if (language === 'curl' && requests.at(-1)?.headers.some(([key]) => /^accept-encoding$/i.test(key))) return;
  const shows = method === 'HEAD' || requests.at(-1)?.method === 'HEAD' || output.includes(ANSWER);
  if (!t.ok(status === 0 && shows, `${name} ends well and shows the answer`))
    t.comment(`status ${status}: ${output.slice(0, 2000)}\n${code}`);
}

function recorded(name: string): StoredRequest[] {
  const requests = recording.records[name];
  if (requests === undefined) throw new Error(`${name} is not recorded: npx tsx test/codegen/record.ts`);
  return requests;
}
