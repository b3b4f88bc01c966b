/** The programs of a curated set of requests are the golden files; see write-golden.ts for changing them. */
import t from 'tap';
import { goldenFile, goldenFiles, goldenPrograms } from './support/golden.ts';

const programs = goldenPrograms();
for (const { path, code } of programs) {
  const golden = goldenFile(path);
  if (golden === undefined) t.fail(`${path} is missing`);
  else t.equal(code, golden, path);
}
const wanted = new Set(programs.map(({ path }) => path));
t.strictSame(
  goldenFiles().filter((path) => !wanted.has(path)),
  [],
  'no file stands there in vain',
);
