/**
 * tests/execute of the whole service (key, scope, metering, validation, guard, storage) against a bare
 * Fastify + got that does nothing but fetch, with the same connection policy: a new connection for each
 * request. Both, the target and the loader are processes of their own, the service built and started with Node's
 * options as `npm start` does it, the floor with the same options; rounds alternate, and ratios of medians are what
 * counts. The latencies are medians over requests that take turns. Runs alone with `npx tsx bench/execute.ts`, on
 * PGlite (in the service's own process, so that its work is the service's) and on a real PostgreSQL: DATABASE_URL
 * where it is set, else the embedded one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresMissing, startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { cpuMicroseconds, median, Processes } from './processes.ts';

const KEY = 'pgk_bench0bench0bench0bench0bench0';
const CONCURRENCY = 16;
const ROUNDS = 5;
const ROUND_MS = 2000;
/** PGlite's WebAssembly takes longer than JavaScript to be compiled well. */
const WARM_UP_MS = 4000;

export interface ExecuteBench {
  /** Requests a second at 16 connections, medians of the rounds. */
  floorPerSecond: number;
  servicePerSecond: number;
  /** Service over floor: more is better, 1 is no cost at all. */
  ratio: number;
  /** CPU time of a request at 16 connections, medians; NaN where the system does not tell. */
  floorCpu: number;
  serviceCpu: number;
  /** PostgreSQL's; 0 without one of our own. */
  databaseCpu: number;
  /** Median milliseconds of one request at one connection. */
  floorMs: number;
  serviceMs: number;
  /** Median milliseconds of the target asked directly, at one connection. */
  directMs: number;
}

interface Contender {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Runs the comparison; takes about half a minute.
 * @param database PostgreSQL, with the process id of its server where it is our own; PGlite in a new folder when
 *   absent
 */
export async function benchExecute(database?: { url: string; pid?: number }): Promise<ExecuteBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-execute-'));
  const processes = new Processes();
  try {
    const target = await processes.start('execute/role.mjs', ['target']);
    const floorServer = await processes.start('execute/role.mjs', ['floor']);
    const ours = await processes.startService({
      DATA_DIR: dataDir,
      // An empty setting is none.
      DATABASE_URL: database?.url ?? '',
      LOG_LEVEL: 'silent',
      EGRESS_MAX_PER_ACCOUNT: String(CONCURRENCY * 2),
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_PLAN: 'pro',
    });
    const load = processes.startLoader();
    const run = (contender: Contender, durationMs: number) =>
      load({ ...contender, method: 'POST', connections: CONCURRENCY, durationMs });
    const cpu = () => [
      cpuMicroseconds(floorServer.pid) ?? Number.NaN,
      cpuMicroseconds(ours.pid) ?? Number.NaN,
      database?.pid === undefined ? 0 : (cpuMicroseconds(database.pid, true) ?? Number.NaN),
    ];
    const costs: number[][] = [[], [], []];
    /** A round; notes what a request cost the servers with these numbers. */
    const perSecond = async (contender: Contender, servers: readonly number[]) => {
      const before = cpu();
      const result = await run(contender, ROUND_MS);
      const after = cpu();
      for (const server of servers)
        costs[server]?.push(((after[server] ?? 0) - (before[server] ?? 0)) / result.answers);
      return result.perSecond;
    };
    const body = JSON.stringify({
      method: 'POST',
      url: `${target.url}/echo`,
      headers: { 'X-A': 'b' },
      body: { a: 1 },
    });
    const json = { 'content-type': 'application/json' };
    const direct = { url: `${target.url}/echo`, headers: json, body: '{"a":1}' };
    const floor = { url: `${floorServer.url}/execute`, headers: json, body };
    const service = {
      url: `${ours.url}/api/tests/execute`,
      headers: { ...json, authorization: `Bearer ${KEY}` },
      body,
    };
    for (const contender of [floor, service]) await run(contender, WARM_UP_MS);
    const floorRates: number[] = [];
    const serviceRates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floorRates.push(await perSecond(floor, [0]));
      serviceRates.push(await perSecond(service, [1, 2]));
    }
    const floorPerSecond = median(floorRates);
    const servicePerSecond = median(serviceRates);
    const [floorCpu = 0, serviceCpu = 0, databaseCpu = 0] = costs.map(median);
    const [directMs = 0, floorMs = 0, serviceMs = 0] = await mediansMs([direct, floor, service]);
    return {
      floorPerSecond,
      servicePerSecond,
      ratio: servicePerSecond / floorPerSecond,
      floorCpu,
      serviceCpu,
      databaseCpu,
      directMs,
      floorMs,
      serviceMs,
    };
  } finally {
    await processes.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Latencies at one connection, of requests that take turns. */
async function mediansMs(contenders: readonly Contender[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = contenders.map((): number[] => []);
  for (let index = 0; index < 300; index += 1)
    for (const [which, contender] of contenders.entries()) {
      const started = performance.now();
      await ask(contender, agent);
      times[which]?.push(performance.now() - started);
    }
  agent.destroy();
  return times.map(median);
}

function ask({ url, headers, body }: Contender, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function main(): Promise<void> {
  print('PGlite', await benchExecute());
  await onPostgres(async (server) =>
    print('PostgreSQL (fsync off where it is the embedded one)', await benchExecute(server)),
  );
}

async function onPostgres(run: (server: { url: string; pid?: number }) => Promise<void>): Promise<void> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return run({ url: given });
  const missing = postgresMissing();
  if (missing !== undefined) return console.log(`no PostgreSQL: ${missing}`);
  const server = await startPostgres();
  try {
    await run(server);
  } finally {
    await stopPostgres(server);
  }
}

function print(database: string, bench: ExecuteBench): void {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const micros = (value: number) => `${value.toFixed(0)} µs`;
  const rate = (value: number) => `${value.toFixed(0)}/s`;
  console.log(`execute on ${database}
  ${CONCURRENCY} connections: service ${rate(bench.servicePerSecond)}, bare Fastify + got ${rate(bench.floorPerSecond)}, ratio ${bench.ratio.toFixed(2)}
  CPU time of each: service ${micros(bench.serviceCpu)}${bench.databaseCpu > 0 ? ` and PostgreSQL ${micros(bench.databaseCpu)}` : ''}, bare Fastify + got ${micros(bench.floorCpu)}, ratio ${(bench.floorCpu / bench.serviceCpu).toFixed(2)}
  1 connection: service ${ms(bench.serviceMs)}, bare Fastify + got ${ms(bench.floorMs)}, target itself ${ms(bench.directMs)}; added to the target ${ms(bench.serviceMs - bench.directMs)}, to the floor ${ms(bench.serviceMs - bench.floorMs)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
