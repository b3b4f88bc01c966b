/** The run test of one language. */
import { readFileSync } from 'node:fs';
import type { Test } from 'tap';
import { CODEGEN_WARNINGS } from '../../../src/codegen/generator.ts';
import type { Language } from '../../../src/codegen/index.ts';
import { CASES } from './cases.ts';
import { differences, type StoredRequest } from './compare.ts';
import { corpusCases, FIXTURES } from './corpus.ts';
import { RUNNERS } from './runners.ts';
import { samples } from './samples.ts';
import { sendAll } from './send.ts';

interface Recording {
  /** Name and version of the curl that was recorded. */
  curl: string;
  requests: Record<string, StoredRequest[]>;
}

const recording = JSON.parse(
  readFileSync(new URL('../recorded/curl.json', import.meta.url), 'utf8'),
) as Recording;

/** Of the parser's corpus every so manieth case is run; all of them with the environment variable ALL_CASES. */
const STEP = process.env['ALL_CASES'] === undefined ? 8 : 1;

/** Of the parser's corpus at most this part may differ, warnings or not. */
const MOST_DECLARED = 0.03;

/**
 * Runs the language's program for every case, and for a part of the parser's corpus, and compares what it sent
 * with real curl's recording. A program that differs must say so in its warnings; which of the own cases may
 * differ at all is listed by the caller.
 * @param declared names of the cases whose programs differ and carry a warning
 * @param ignored names of corpus cases that the tools of this machine cannot be asked about
 * @param runner another way to run the programs
 */
export async function runLanguage(
  t: Test,
  language: Language,
  declared: readonly string[],
  ignored: readonly string[] = [],
  runner = RUNNERS[language],
): Promise<void> {
  const reason = runner === undefined ? 'there is no runner for it' : runner.missing();
  if (runner === undefined || reason !== undefined) {
    t.pass(`${language} programs are not run: ${reason}`, { skip: reason ?? true });
    return;
  }
  const own = [
    ...CASES.map((one) => ({ ...one, expected: recorded(one.name) })),
    ...samples(process.env['ALL_CASES'] === undefined ? 25 : 200),
  ];
  const corpus = corpusCases().filter(({ name }, index) => index % STEP === 0 && !ignored.includes(name));
  let differing = 0;
  for (const [cases, files] of [[own, undefined] as const, [corpus, FIXTURES] as const]) {
    const sent = await sendAll(language, runner, cases, files);
    for (const one of cases) {
      const actual = sent.get(one.name);
      if (actual === undefined) throw new Error(`${one.name} was not run`);
      const found = differences(one, one.expected, actual.requests);
      const isDeclared = actual.warnings.some(({ code }) => code in CODEGEN_WARNINGS);
      if (cases === corpus && isDeclared && found.length > 0) {
        differing += 1;
        t.pass(`${one.name} differs and warns`);
      } else if (declared.includes(one.name)) {
        t.ok(isDeclared, `${one.name} warns`);
        t.ok(found.length > 0, `${one.name} differs; if it no longer does, take it off the list`);
      } else if (!t.strictSame(found, [], `${one.name} sends what curl sends`)) t.comment(actual.code);
    }
  }
  t.ok(
    differing <= corpus.length * MOST_DECLARED,
    `a warning excuses few programs: ${differing} of ${corpus.length}`,
  );
}

function recorded(name: string): StoredRequest[] {
  const requests = recording.requests[name];
  if (requests === undefined) throw new Error(`${name} is not recorded: npx tsx test/codegen/record.ts`);
  return requests;
}
