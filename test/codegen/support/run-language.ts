/** The run test of one language. */
import { readFileSync } from 'node:fs';
import type { Test } from 'tap';
import type { Language } from '../../../src/codegen/index.ts';
import { CASES } from './cases.ts';
import { differences, type StoredRequest } from './compare.ts';
import { RUNNERS } from './runners.ts';
import { sendAll } from './send.ts';

interface Recording {
  /** Name and version of the curl that was recorded. */
  curl: string;
  requests: Record<string, StoredRequest[]>;
}

const recording = JSON.parse(
  readFileSync(new URL('../recorded/curl.json', import.meta.url), 'utf8'),
) as Recording;

/**
 * Runs the language's program for every case and compares what it sent with real curl's recording. A program
 * that differs must say so in its warnings; which cases may differ at all is listed by the caller.
 * @param declared names of the cases whose programs differ and carry a warning
 */
export async function runLanguage(t: Test, language: Language, declared: readonly string[]): Promise<void> {
  const runner = RUNNERS[language];
  const reason = runner === undefined ? 'there is no runner for it' : runner.missing();
  if (runner === undefined || reason !== undefined) {
    t.pass(`${language} programs are not run: ${reason}`, { skip: reason ?? true });
    return;
  }
  const sent = await sendAll(language, runner, CASES);
  for (const one of CASES) {
    const expected = recording.requests[one.name];
    const actual = sent.get(one.name);
    if (expected === undefined || actual === undefined)
      throw new Error(`${one.name} is not recorded: npx tsx test/codegen/record.ts`);
    const found = differences(one, expected, actual.requests);
    if (declared.includes(one.name)) {
      t.ok(actual.warnings.length > 0, `${one.name} warns`);
      t.ok(found.length > 0, `${one.name} differs; if it no longer does, take it off the list`);
    } else if (!t.strictSame(found, [], `${one.name} sends what curl sends`)) t.comment(actual.code);
  }
}
