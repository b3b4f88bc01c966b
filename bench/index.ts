/**
 * All benches, or those named: npm run bench -- service parse. Each can also be run alone: npx tsx bench/NAME.ts.
 * They print what they measure and ratios taken in the same run; figures of two machines cannot be compared.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const BENCHES = ['start', 'service', 'parse', 'codegen', 'execute', 'pages'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${BENCHES.join(', ')}.`);
  process.exit(1);
}

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model}`,
);
let failed = false;
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  if (!existsSync(file)) continue;
  // A process of its own, so that none inherits another's warm or littered heap.
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, ['--import=tsx', file], { stdio: 'inherit' });
  if (status !== 0) {
    console.log(`bench ${name} failed with status ${status}`);
    failed = true;
  }
}
process.exitCode = failed ? 1 : 0;
