/** What the reporter makes of tap's output: short when all is well, failures with their place, one line of what is not installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { plainNode } from './plain-node.ts';
import { temporaryFolder } from './server-process.ts';

const PIPE = `import Reporter from ${JSON.stringify(new URL('./reporter.mjs', import.meta.url).href)};
process.stdin.pipe(new Reporter()).pipe(process.stdout);`;

interface Report {
  printed: string;
  /** Names of files, one per line. */
  notRun: string;
  failed: string;
}

function report(t: Test, files: number, tap: string): Report {
  const cwd = temporaryFolder(t);
  const [program, args] = plainNode(['--input-type=module', '--eval', PIPE]);
  const { stdout, stderr } = spawnSync(program, args, {
    cwd,
    input: tap,
    encoding: 'utf8',
    env: { ...process.env, TEST_FILES: String(files) },
  });
  t.equal(stderr, '');
  const named = (file: string) => readFileSync(join(cwd, '.tap', file), 'utf8');
  return { printed: stdout, notRun: named('not-run.txt'), failed: named('failed.txt') };
}

const passing = (file: string) =>
  `    # Subtest: works\n        ok 1 - one\n        # a remark\n        1..1\n    ok 1 - works # time=1ms\n    # file ${file} 1200 ms, 900 ms of CPU\n`;

t.test('a run without failures fits on a screen', async (t) => {
  const files = Array.from({ length: 120 }, (_, at) => `test/f${at}.test.ts`);
  const tap = `TAP version 14\n# Subtest: .tap/groups/01.test.ts\n${files.map(passing).join('')}ok 1 - .tap/groups/01.test.ts # time=9ms\n1..1\n# { total: 240, pass: 240 }\n`;
  const { printed } = report(t, files.length, tap);
  const lines = printed.trim().split('\n');
  t.ok(lines.length < 12, `${lines.length} lines`);
  t.match(printed, /^120 of 120 files$/m);
  t.match(printed, /^assertions: total: 240, pass: 240$/m);
  t.notMatch(printed, 'a remark');
});

t.test('what is not installed is one line, and the files are noted', async (t) => {
  const skip = (file: string, reason: string) =>
    `    ok 1 - runs # SKIP ${reason}\n    # file ${file} 10 ms, 9 ms of CPU\n`;
  const { printed, notRun } = report(
    t,
    4,
    `TAP version 14\n# Subtest: .tap/groups/01.test.ts\n${skip('test/b.test.ts', 'Ruby: not installed')}${skip(
      'test/a.test.ts',
      'C\\#: not installed',
    )}${skip('test/c.test.ts', 'Ruby: not installed')}${skip('test/d.test.ts', 'it takes long')}ok 1 - .tap/groups/01.test.ts\n`,
  );
  t.match(printed, /^Not run: C#, Ruby \(not installed\)$/m);
  t.match(printed, /^Skipped in 1 of the files: it takes long$/m);
  t.equal(notRun, 'test/a.test.ts\ntest/b.test.ts\ntest/c.test.ts\n');
});

t.test('a failure is printed at the end, once, with its file and line', async (t) => {
  const failing = `    # Subtest: adds
        not ok 1 - two
          ---
          at:
            fileName: test/support/check.ts
            lineNumber: 9
            columnNumber: 3
          stack: |
            check (test/support/check.ts:9:3)
            Test.<anonymous> (test/sum.test.ts:7:5)
          ...
        # the program
        1..1
    not ok 2 - adds # time=3ms
    # file test/sum.test.ts 10 ms, 9 ms of CPU
`;
  const { printed, failed } = report(
    t,
    2,
    `TAP version 14\n# Subtest: .tap/groups/01.test.ts\n${failing}${passing('test/other.test.ts')}not ok 1 - .tap/groups/01.test.ts\n`,
  );
  t.match(printed, /^not ok test\/sum\.test\.ts > adds > two\n {2}at test\/sum\.test\.ts:7:5$/m);
  t.equal(printed.match(/ > /g)?.length, 2, 'once');
  t.match(printed, '# the program');
  t.ok(printed.indexOf('2 of 2 files, 1 failed') < printed.indexOf('at test/sum'), 'at the end');
  t.equal(failed, 'test/sum.test.ts\n');
});

t.test('a file that ends before its tests do is a failure', async (t) => {
  const { printed } = report(
    t,
    1,
    'TAP version 14\n# Subtest: .tap/groups/01.test.ts\n    ok 1 - one\nnot ok 1 - .tap/groups/01.test.ts # time=5ms\n  ---\n  signal: SIGKILL\n  ...\n',
  );
  t.match(printed, 'SIGKILL');
  t.match(printed, /^not ok /m);
});
