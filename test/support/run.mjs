/**
 * Runs the tests: all of them, or the files and folders that are named. JavaScript, so that it starts at once.
 *   node test/support/run.mjs [--full] [FILE…] [option of tap…]
 * Files share processes: loading the service takes longer than most tests. Each file is loaded when the tests of the one
 * before have ended. In the full run, every file has a process of its own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes of the short run, all at a time: most tests wait for something most of the time. */
const PROCESSES = 4;
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

/** The files in groups of about the same size; those of a folder, which take similar times, in different ones. */
function groups() {
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

rmSync(GROUPS, { recursive: true, force: true });
mkdirSync(GROUPS, { recursive: true });
const run = isFull ? files : groups().map(writeGroup);
const settings = isFull
  ? ['--test-env=TEST_FULL=1', '--timeout=900']
  : ['--timeout=1800', `--jobs=${named.length === 0 ? PROCESSES : 2}`];
const { status } = spawnSync('tap', ['run', ...settings, ...options, ...run], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, TEST_FILES: String(files.length) },
});
process.exitCode = status ?? 1;
