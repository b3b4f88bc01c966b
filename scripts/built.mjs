/**
 * Builds the server unless `dist` was built from just these sources.
 *   node scripts/built.mjs            before `npm start` and `npm run admin`
 *   node scripts/built.mjs --stamp    after a build: notes what it was built from
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const STAMP = 'dist/.built-from';

/** The sources as one hash. Contents, not times: a checkout, a copy and an unpacked archive all have other times. */
function sources() {
  const hash = createHash('sha256');
  const files = ['src', 'drizzle']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`);
  const settings = readdirSync('.').filter((name) => /^(tsconfig.*|package|package-lock)\.json$/.test(name));
  for (const file of [...files, ...settings, 'openapi/examples.json'].sort())
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (process.argv.includes('--stamp')) {
  writeFileSync(STAMP, sources());
} else if (existsSync('src')) {
  // An image holds dist alone: there is nothing to build it from.
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (built !== sources()) {
    process.stderr.write('Building the server…\n');
    const { status } = spawnSync('npm', ['run', '-s', 'build'], {
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
    process.exitCode = status ?? 1;
  }
}
