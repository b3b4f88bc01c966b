/**
 * Runs the tests: all of them, or the files and folders that are named. JavaScript, so that it starts at once.
 *   node test/support/run.mjs [--full] [FILE…] [option of tap…]
 * Files share processes: loading the service takes longer than most tests. Each file is loaded when the tests of the one
 * before have ended. In the full run, every file has a process of its own.
 * When a few of many files fail, they are run once more, with nothing beside them: a browser loses an event now and then, and
 * a busy machine is late. Both runs are printed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes of the short run, all at a time: most tests wait for something most of the time. */
const PROCESSES = 4;
const GROUPS = join('.tap', 'groups');
/** Names of the files that failed, and of those that skipped what is not installed: the reporter writes them. */
const FAILED = join('.tap', 'failed.txt');
const NOT_RUN = join('.tap', 'not-run.txt');

/** Fewer files are run by who works at them. */
const MANY = 10;
/** More failed files are no accident. */
const MOST_RUN_AGAIN = 3;

const args = process.argv.slice(2);
const isFull = args.includes('--full');
const named = args.filter((arg) => existsSync(arg));
const options = args.filter((arg) => arg !== '--full' && !named.includes(arg));
const all = (named.length > 0 ? named : ['test'])
  .flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, name))
      : [path],
  )
  .filter((path) => path.endsWith('.test.ts'))
  .sort();

/** The files in groups of about the same size; those of a folder, which take similar times, in different ones. */
function groups(files) {
  const count = Math.min(PROCESSES, Math.ceil(files.length / 4));
  return Array.from({ length: count }, (_, at) => files.filter((_file, index) => index % count === at));
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

/** What the tests run on: the built server and what its pages load, and tap with our plugins. */
async function prepare() {
  // As installed, tap has the plugin that ours leave out.
  const isInstalled = readFileSync('node_modules/@tapjs/test/test-built/dist/esm/index.js', 'utf8').includes(
    '@tapjs/typescript',
  );
  const work = [[process.execPath, 'scripts/built.mjs'], ...(isInstalled ? [['tap', 'build']] : [])];
  const statuses = work.map(async ([program, ...args]) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32' && program === 'tap',
    });
    const [status] = await once(child, 'exit');
    return status;
  });
  return (await Promise.all(statuses)).find((status) => status !== 0);
}

const unprepared = await prepare();
if (unprepared !== undefined) process.exit(unprepared ?? 1);

/** Runs these files and returns the exit status. */
function run(files) {
  rmSync(GROUPS, { recursive: true, force: true });
  mkdirSync(GROUPS, { recursive: true });
  const settings = isFull
    ? ['--test-env=TEST_FULL=1', '--timeout=900']
    : ['--timeout=1800', `--jobs=${named.length === 0 ? PROCESSES : 2}`];
  if (files !== all) settings.push('--jobs=1');
  const paths = isFull ? files : groups(files).map(writeGroup);
  const { status } = spawnSync('tap', ['run', ...settings, ...options, ...paths], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, TEST_FILES: String(files.length) },
  });
  return status ?? 1;
}

rmSync(FAILED, { force: true });
let status = run(all);
const names = existsSync(FAILED) ? readFileSync(FAILED, 'utf8').split('\n') : [];
const failed = all.filter((file) => names.includes(file));
if (status !== 0 && all.length > MANY && failed.length > 0 && failed.length <= MOST_RUN_AGAIN) {
  const notRun = readFileSync(NOT_RUN);
  console.log(`\nRun again, alone: ${failed.join(', ')}\n`);
  status = run(failed);
  writeFileSync(NOT_RUN, notRun);
}
process.exitCode = status;
