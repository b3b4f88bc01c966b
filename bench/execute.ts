/**
 * tests/execute of the whole service (key, scope, metering, validation, guard, storage) against a bare
 * Fastify + got that does nothing but fetch, with the same connection policy: a new connection for each
 * request. Both and the target are processes of their own; rounds alternate, and ratios of medians are what
 * counts. Runs alone with `npx tsx bench/execute.ts`, on PGlite (in the service's own process, so that its
 * work is the service's) and on a real PostgreSQL: DATABASE_URL where it is set, else the embedded one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import got from 'got';
import { postgresMissing, startPostgres, stopPostgres } from '../test/support/postgres.ts';

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
    return {
      floorPerSecond,
      servicePerSecond,
      ratio: servicePerSecond / floorPerSecond,
      directMs: await medianMs(direct),
      floorMs: await medianMs(floor),
      serviceMs: await medianMs(service),
    };
  } finally {
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts this file in another role; it prints its URL. */
async function startRole(role: 'target' | 'floor', children: ChildProcess[]): Promise<string> {
  const child = spawn(process.execPath, ['--import=tsx', fileURLToPath(import.meta.url), role], {
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
  const child = spawn(
    process.execPath,
    ['--import=tsx', fileURLToPath(new URL('../src/server.ts', import.meta.url))],
    {
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
    },
  );
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

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // listen() on a host and port always gives an AddressInfo.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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

async function medianMs(contender: Contender): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    const started = performance.now();
    await ask(contender, agent);
    times.push(performance.now() - started);
  }
  agent.destroy();
  return median(times);
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

async function runTarget(): Promise<string> {
  const server = createServer((incoming, answer) => {
    incoming.resume();
    incoming.on('end', () => {
      answer.setHeader('content-type', 'application/json');
      answer.end('{"ok":true,"items":[1,2,3]}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What anybody would write first: no guard, no account, no record. */
async function runFloor(): Promise<string> {
  const app = Fastify();
  const agent = { http: new Agent({ keepAlive: false }) };
  app.post<{ Body: { method: 'POST'; url: string; headers: Record<string, string>; body: unknown } }>(
    '/execute',
    async ({ body: { method, url, headers, body } }) => {
      const answer = await got(url, {
        method,
        headers,
        json: body,
        agent,
        retry: { limit: 0 },
        throwHttpErrors: false,
        followRedirect: false,
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function main(): Promise<void> {
  const role = process.argv[2];
  if (role === 'target') console.log(await runTarget());
  else if (role === 'floor') console.log(await runFloor());
  else {
    print('PGlite', await benchExecute());
    await onPostgres(async (url) =>
      print('PostgreSQL (fsync off where it is the embedded one)', await benchExecute(url)),
    );
  }
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
