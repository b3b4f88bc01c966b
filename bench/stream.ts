/**
 * tests/stream of the whole service against a bare proxy of node:http and `pipeline`: 100 streams at once of 50 events
 * each, 100 ms apart. What counts is the delay from the target's write to the caller's event, and the memory of the
 * service for each stream. Target, floor and service are processes of their own; rounds take turns. Runs alone with
 * `npx tsx bench/stream.ts`, on PGlite.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, Processes } from './processes.ts';

const KEY = 'pgk_bench0bench0bench0bench0bench0';
const STREAMS = 100;
const ROUNDS = 3;

interface Contender {
  url: string;
  headers: Record<string, string>;
}

/** Delays of the events of one stream, in milliseconds. */
function stream({ url, headers }: Contender, body: string, agent: Agent): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers, agent }, (response) => {
      const delays: number[] = [];
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        const now = process.hrtime.bigint();
        text += piece;
        const end = text.lastIndexOf('\n\n');
        // In the service's events the target's stand as JSON in JSON; the result repeats none of them.
        for (const [, written = '0'] of text.slice(0, Math.max(0, end)).matchAll(/written\\?":\\?"(\d+)/g))
          delays.push(Number(now - BigInt(written)) / 1e6);
        if (end >= 0) text = text.slice(end + 2);
      });
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(delays)
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Resident memory of a process in MiB; NaN where the system has no /proc. */
function residentMiB(pid: number): number {
  try {
    const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-stream-'));
  const processes = new Processes();
  try {
    const target = await processes.start('stream/role.mjs', ['target']);
    const floor = await processes.start('stream/role.mjs', ['floor']);
    const ours = await processes.startService({
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
      EGRESS_MAX_PER_ACCOUNT: String(STREAMS),
      EGRESS_MAX_TOTAL: String(STREAMS),
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_PLAN: 'pro',
    });
    const agent = new Agent({ keepAlive: true, maxSockets: STREAMS });
    const body = JSON.stringify({ url: target.url });
    const json = { 'content-type': 'application/json' };
    const bare: Contender = { url: floor.url, headers: json };
    const service: Contender = {
      url: `${ours.url}/api/tests/stream`,
      headers: { ...json, authorization: `Bearer ${KEY}` },
    };
    const round = async (contender: Contender) => {
      const before = residentMiB(ours.pid);
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, residentMiB(ours.pid));
      }, 50);
      const delays = await Promise.all(Array.from({ length: STREAMS }, () => stream(contender, body, agent)));
      clearInterval(watch);
      return {
        p50: percentile(delays.flat(), 0.5),
        p95: percentile(delays.flat(), 0.95),
        grown: most - before,
      };
    };
    await round(bare);
    const first = await round(service);
    const floors: Awaited<ReturnType<typeof round>>[] = [];
    const services: Awaited<ReturnType<typeof round>>[] = [];
    for (let index = 0; index < ROUNDS; index += 1) {
      floors.push(await round(bare));
      services.push(await round(service));
    }
    agent.destroy();
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const of = (rounds: typeof floors, key: 'p50' | 'p95') => ms(median(rounds.map((one) => one[key])));
    const added = median(services.map(({ p95 }) => p95)) - median(floors.map(({ p95 }) => p95));
    console.log(`stream, ${STREAMS} at once, delay from the target's write to the caller's event
  service p50 ${of(services, 'p50')}, p95 ${of(services, 'p95')}; bare pipeline p50 ${of(floors, 'p50')}, p95 ${of(floors, 'p95')}; added to p95 ${ms(added)}
  memory of the service: ${(first.grown / STREAMS).toFixed(2)} MiB a stream in its first round, ${(median(services.map(({ grown }) => grown)) / STREAMS).toFixed(2)} in later ones`);
  } finally {
    await processes.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
