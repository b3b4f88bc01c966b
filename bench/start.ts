/**
 * How long the built server takes from its process to the first 200 of /readyz, and the memory that it holds when
 * nothing is asked of it: on PostgreSQL, on an existing PGlite folder and on a fresh one, in turns, medians.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { cpuMicroseconds, median, Processes, residentMegabytes } from './processes.ts';

const ROUNDS = 5;
const IDLE_MS = 3_000;

export async function benchStart(): Promise<void> {
  const postgres = await startPostgres({ persistent: false });
  const scratch = mkdtempSync(join(tmpdir(), 'playgrounds-start-'));
  const cases = {
    PostgreSQL: () => ({ DATABASE_URL: postgres.url }),
    'PGlite, existing': () => ({ DATA_DIR: join(scratch, 'existing') }),
    'PGlite, fresh': () => ({ DATA_DIR: mkdtempSync(join(scratch, 'fresh-')) }),
  };
  const results = new Map(
    Object.keys(cases).map((name) => [name, [] as { ms: number; cpu: number; mb: number }[]]),
  );
  try {
    // The first round migrates and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, settings] of Object.entries(cases)) {
        const processes = new Processes();
        try {
          const { pid, startedMs } = await processes.startService(settings());
          const cpu = (cpuMicroseconds(pid) ?? Number.NaN) / 1000;
          await new Promise((done) => setTimeout(done, IDLE_MS));
          if (round > 0) results.get(name)?.push({ ms: startedMs, cpu, mb: residentMegabytes(pid) });
        } finally {
          await processes.stop();
        }
      }
    }
  } finally {
    await stopPostgres(postgres);
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(
    `start: median of ${ROUNDS} (lowest–highest); bars: 1000 ms, on a fresh folder 2000; idle 110 MB, PGlite 250`,
  );
  console.log(
    `${''.padEnd(18)}${'ready after ms'.padStart(22)}${'CPU ms'.padStart(10)}${'idle MB'.padStart(10)}`,
  );
  for (const [name, starts] of results) {
    const ms = starts.map((start) => start.ms);
    const spread = `${median(ms).toFixed(0)} (${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)})`;
    const cpu = median(starts.map((start) => start.cpu)).toFixed(0);
    const mb = median(starts.map((start) => start.mb)).toFixed(0);
    console.log(`${name.padEnd(18)}${spread.padStart(22)}${cpu.padStart(10)}${mb.padStart(10)}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchStart();
