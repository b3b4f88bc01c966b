/**
 * All benches, or those named: npm run bench -- service parse. Growth is measured with 20,000 items, with --growth with
 * a million, with --ten-million besides with ten million tests of one playground (a quarter of an hour, 20 GB of disk).
 * Each can also be run alone: npx tsx bench/NAME.ts.
 * They print what they measure and ratios taken in the same run; figures of two machines cannot be compared.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const BENCHES = ['start', 'service', 'parse', 'codegen', 'execute', 'stream', 'pages', 'browser', 'growth'];

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const items = process.argv.includes('--growth') ? '1000000' : '20000';
const growth = [
  [items],
  [items, '--collections'],
  ...(process.argv.includes('--ten-million') ? [['10000000', '--one-playground']] : []),
];
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
  for (const args of name === 'growth' ? growth : [[]]) {
    const { status } = spawnSync(process.execPath, ['--import=tsx', file, ...args], { stdio: 'inherit' });
    if (status === 0) continue;
    console.log(`bench ${name} failed with status ${status}`);
    failed = true;
  }
}
process.exitCode = failed ? 1 : 0;
