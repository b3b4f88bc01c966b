/** Texts with a written expectation: `test/curl/known`, whose format `support/known.ts` describes. */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { knownFiles, problemsOf, readKnown } from './support/known.ts';

function parse(text: string) {
  try {
    return parseCurl(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

for (const file of knownFiles())
  t.test(file, (t) => {
    const cases = readKnown(file);
    t.ok(cases.length >= 30, `${cases.length} cases`);
    for (const item of cases) t.strictSame(problemsOf(item, parse(item.text)), [], item.title);
    t.end();
  });
