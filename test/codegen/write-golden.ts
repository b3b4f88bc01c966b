/** Writes the golden programs anew: `npx tsx test/codegen/write-golden.ts`. Read the difference before committing it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GOLDEN, goldenPrograms } from './support/golden.ts';

rmSync(GOLDEN, { recursive: true, force: true });
for (const { path, code } of goldenPrograms()) {
  const file = join(GOLDEN, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}
