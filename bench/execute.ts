/**
 * tests/execute of the whole service (key, scope, metering, validation, guard, storage) against a bare
 * Fastify + got that does nothing but fetch, with the same connection policy: a new connection for each
 * request. Both and the target are processes of their own, the service built and started with Node's options as
 * `npm start` does it, the floor with the same options; rounds alternate, and ratios of medians are what counts.
 * The latencies are medians over requests that take turns. Runs alone with `npx tsx bench/execute.ts`, on PGlite (in the service's own process, so that its
 * work is the service's) and on a real PostgreSQL: DATABASE_URL where it is set, else the embedded one.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, postgresMissing, startPostgres, stopPostgres } from '../test/support/postgres.ts';

const KEY = 'pgk_bench0bench0bench0bench0bench0';
const CONCURRENCY = 16;
const ROUNDS = 5;
const ROUND_MS = 2000;

export interface ExecuteBench {
  /** Requests a second at 16 connections, medians of the rounds. */
  floorPerSecond: number;
  servicePerSecond: number;
  /** Service over floor: more is better, 1 is no cost at all. */
  ratio: number;
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
 * @param databaseUrl PostgreSQL; PGlite in a new folder when absent
 */
export async function benchExecute(databaseUrl?: string): Promise<ExecuteBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-execute-'));
  const children: ChildProcess[] = [];
  try {
    const target = await startRole('target', children);
    const floorUrl = await startRole('floor', children);
    const serviceUrl = await startService(dataDir, databaseUrl, children);
    const body = JSON.stringify({
      method: 'POST',
      url: `${target}/echo`,
      headers: { 'X-A': 'b' },
      body: { a: 1 },
    });
    const json = { 'content-type': 'application/json' };
    const direct = { url: `${target}/echo`, headers: json, body: '{"a":1}' };
    const floor = { url: `${floorUrl}/execute`, headers: json, body };
    const service = {
      url: `${serviceUrl}/api/tests/execute`,
      headers: { ...json, authorization: `Bearer ${KEY}` },
      body,
    };
    for (const contender of [floor, service]) await perSecond(contender, ROUND_MS);
    const floorRates: number[] = [];
    const serviceRates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floorRates.push(await perSecond(floor, ROUND_MS));
      serviceRates.push(await perSecond(service, ROUND_MS));
    }
    const floorPerSecond = median(floorRates);
    const servicePerSecond = median(serviceRates);
    const [directMs = 0, floorMs = 0, serviceMs = 0] = await mediansMs([direct, floor, service]);
    return {
      floorPerSecond,
      servicePerSecond,
      ratio: servicePerSecond / floorPerSecond,
      directMs,
      floorMs,
      serviceMs,
    };
  } finally {
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Node's options and the server's file, as `npm start` has them. */
function startCommand(): { options: string[]; file: string } {
  const { scripts } = JSON.parse(readFileSync(path('../package.json'), 'utf8'));
  const [, ...words] = String(scripts.start).split(' ');
  return { options: words.slice(0, -1), file: path(`../${words.at(-1)}`) };
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Starts a process of bench/execute/; it prints its URL. */
async function startRole(role: 'target' | 'floor', children: ChildProcess[]): Promise<string> {
  const child = spawn(process.execPath, [...startCommand().options, path('execute/role.mjs'), role], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line]: Buffer[] = await once(child.stdout, 'data');
  return String(line).trim();
}

async function startService(
  dataDir: string,
  databaseUrl: string | undefined,
  children: ChildProcess[],
): Promise<string> {
  const port = await freePort();
  const { options, file } = startCommand();
  const child = spawn(process.execPath, [...options, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      // An empty setting is none.
      DATABASE_URL: databaseUrl ?? '',
      LOG_LEVEL: 'silent',
      EGRESS_ALLOW: '127.0.0.1',
      EGRESS_MAX_PER_ACCOUNT: String(CONCURRENCY * 2),
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_PLAN: 'pro',
    },
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return url;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the service did not start within 30 seconds');
}

async function perSecond(contender: Contender, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const started = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() - started < milliseconds) {
      await ask(contender, agent);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  agent.destroy();
  return (done * 1000) / (performance.now() - started);
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function main(): Promise<void> {
  const { status } = spawnSync('npm', ['run', '-s', 'build'], { stdio: 'inherit', cwd: path('..') });
  if (status !== 0) throw new Error('the build failed');
  print('PGlite', await benchExecute());
  await onPostgres(async (url) =>
    print('PostgreSQL (fsync off where it is the embedded one)', await benchExecute(url)),
  );
}

async function onPostgres(run: (url: string) => Promise<void>): Promise<void> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return run(given);
  const missing = postgresMissing();
  if (missing !== undefined) return console.log(`no PostgreSQL: ${missing}`);
  const server = await startPostgres();
  try {
    await run(server.url);
  } finally {
    await stopPostgres(server);
  }
}

function print(database: string, bench: ExecuteBench): void {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const rate = (value: number) => `${value.toFixed(0)}/s`;
  console.log(`execute on ${database}
  ${CONCURRENCY} connections: service ${rate(bench.servicePerSecond)}, bare Fastify + got ${rate(bench.floorPerSecond)}, ratio ${bench.ratio.toFixed(2)}
  1 connection: service ${ms(bench.serviceMs)}, bare Fastify + got ${ms(bench.floorMs)}, target itself ${ms(bench.directMs)}; added to the target ${ms(bench.serviceMs - bench.directMs)}, to the floor ${ms(bench.serviceMs - bench.floorMs)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
