/**
 * The differential test: for every case of the corpus, what our parser and proxy put on the wire is what real
 * curl was recorded to send; what curl refuses is refused; what cannot be said is a warning.
 */
import t from 'tap';
import { isFull } from '../support/full.ts';
import { startProxy } from '../support/proxy.ts';
import { startRecorder } from '../support/recorder.ts';
import { check } from './support/check.ts';
import { corpusThemes, readCases, readRecording } from './support/corpus.ts';

/** Without TEST_FULL, every nth case. */
const STRIDE = isFull ? 1 : 4;

const themes = corpusThemes();
t.ok(themes.reduce((sum, theme) => sum + readCases(theme).length, 0) >= 500, 'at least 500 cases');

for (const theme of themes) {
  t.test(theme, async (t) => {
    const recorder = await startRecorder();
    const proxy = startProxy();
    t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
    const recording = readRecording(theme);
    for (const [at, item] of readCases(theme).entries()) {
      if (at % STRIDE !== 0) continue;
      const real = recording.cases[item.title];
      if (real === undefined) {
        t.fail(`${item.title}: not recorded; run npm run -s corpus:record`);
        continue;
      }
      const problem = await check(item, real, proxy, recorder);
      t.equal(problem, undefined, item.title);
      recorder.clear();
    }
  });
}
