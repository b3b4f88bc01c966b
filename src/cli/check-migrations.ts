/** Checks that drizzle/ has a migration for everything in src/db/schema.ts. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const drizzleKit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs');
const copy = mkdtempSync(join(tmpdir(), 'migrations-'));
try {
  cpSync(join(root, 'drizzle'), copy, { recursive: true });
  const before = readdirSync(copy).length;
  const args = [
    drizzleKit,
    'generate',
    '--dialect=postgresql',
    '--schema=./src/db/schema.ts',
    `--out=${copy}`,
  ];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  if (readdirSync(copy).length !== before) {
    process.stderr.write('src/db/schema.ts has changes without a migration: run npm run db:generate.\n');
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
