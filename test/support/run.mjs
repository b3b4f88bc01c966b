/**
 * Runs the tests: all of them, or the files and folders that are named. JavaScript, so that it starts at once.
 *   node test/support/run.mjs [--full] [FILE…] [option of tap…]
 * Files of one folder share a process: loading the service takes longer than most tests. Each file is loaded when the
 * tests of the one before have ended. In the full run, every file has a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that share a process at most. */
const MOST_TOGETHER = 20;
const GROUPS = join('.tap', 'groups');

const args = process.argv.slice(2);
const isFull = args.includes('--full');
const named = args.filter((arg) => existsSync(arg));
const options = args.filter((arg) => arg !== '--full' && !named.includes(arg));
const files = (named.length > 0 ? named : ['test'])
  .flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, name))
      : [path],
  )
  .filter((path) => path.endsWith('.test.ts'))
  .sort();

/** The files of each folder, in groups of about the same size. */
function groups() {
  const folders = new Map();
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  return [...folders.values()].flatMap((all) => {
    const count = Math.ceil(all.length / MOST_TOGETHER);
    return Array.from({ length: count }, (_, at) => all.filter((_file, index) => index % count === at));
  });
}

function writeGroup(group, index) {
  const lines = group.map((file) => `  { name: '${file}', load: () => import('../../${file}') },\n`);
  const path = join(GROUPS, `${String(index + 1).padStart(2, '0')}.test.ts`);
  writeFileSync(
    path,
    `import { runFiles } from '../../test/support/group.ts';\n\nrunFiles([\n${lines.join('')}]);\n`,
  );
  return path;
}

rmSync(GROUPS, { recursive: true, force: true });
mkdirSync(GROUPS, { recursive: true });
const run = isFull ? files : groups().map(writeGroup);
const settings = isFull ? ['--test-env=TEST_FULL=1', '--timeout=900'] : ['--timeout=1800'];
const { status } = spawnSync('tap', ['run', ...settings, ...options, ...run], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, TEST_FILES: String(files.length) },
});
process.exitCode = status ?? 1;
