/**
 * The service against bare floors, in one run and as ratios: each in a process of its own on one PostgreSQL, load
 * from another process over keep-alive connections on loopback, rounds taken in turns, medians.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/db/client.ts';
import { createAccount } from '../src/services/accounts.ts';
import { createPlayground } from '../src/services/playgrounds.ts';
import { freePort, startPostgres, stopPostgres } from '../test/support/postgres.ts';
import type { Job, Load } from './service/load.ts';

const ROUNDS = 5;
const ROUND_MS = 2_000;
const WARM_UP_MS = 2_000;
const CONNECTIONS = 16;
/** Below the service's default limit of tests that one account may run at once. */
const EXECUTE_CONNECTIONS = 8;
const SEEDED = 100;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Starts a process that tells its port. */
async function server(file: string, args: string[] = []): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(here(file), args, { execArgv: ['--import=tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number | string }]; // what the bench's servers send
  return { child, port: Number(port) };
}

/** Starts the service itself, as `npm start` does. */
async function service(databaseUrl: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = fork(here('../src/server.ts'), [], {
    execArgv: ['--import=tsx'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      EGRESS_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service does not start');
    const up = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { child, port };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function load(loader: ChildProcess, job: Job): Promise<number> {
  loader.send(job);
  const [result] = (await once(loader, 'message')) as [Load]; // what load.ts sends
  if (result.failures > 0) throw new Error(`${job.method} ${job.path}: ${result.firstFailure}`);
  return (result.answers * 1000) / result.elapsedMs;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function benchService(): Promise<void> {
  const postgres = await startPostgres({ persistent: false });
  const children: ChildProcess[] = [];
  try {
    const database = await openDatabase({ url: postgres.url, dataDir: '', poolSize: 2 });
    const account = await createAccount(database.db, {
      name: 'bench',
      plan: 'enterprise',
      dailyLimit: 999_999_999,
    });
    const command = "curl https://api.example.com/users -H 'Accept: application/json'";
    let id = '';
    for (let at = 0; at < SEEDED; at += 1)
      id = (await createPlayground(database.db, account.accountId, { curl_command: command })).id;
    await database.close();

    const target = await server('service/target.ts');
    const floor = await server('service/floor.ts', [postgres.url, account.accountId]);
    const ours = await service(postgres.url);
    const loader = fork(here('service/load.ts'), [], { execArgv: ['--import=tsx'] });
    children.push(target.child, floor.child, ours.child, loader);

    const headers = {
      Authorization: `Bearer ${account.key.key}`,
      'Content-Type': 'application/json',
      'User-Agent': 'bench',
    };
    const job = (method: string, path: string, body: unknown, connections = CONNECTIONS) => ({
      method,
      path,
      headers,
      body: body === undefined ? '' : JSON.stringify(body),
      connections,
    });
    const jobs = {
      read: job('GET', `/api/playgrounds/${id}`, undefined),
      list: job('GET', '/api/playgrounds', undefined),
      execute: job(
        'POST',
        '/api/tests/execute',
        { url: `http://127.0.0.1:${target.port}/users` },
        EXECUTE_CONNECTIONS,
      ),
      // Last, because it makes the list longer.
      create: job('POST', '/api/playgrounds', { name: 'bench', curl_command: command }),
    };

    console.log(
      `service: requests a second, median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s each (lowest–highest)`,
    );
    console.log(
      `${'operation'.padEnd(10)}${'service'.padStart(24)}${'floor'.padStart(24)}${'ratio'.padStart(8)}`,
    );
    for (const [name, request] of Object.entries(jobs)) {
      const results: Record<'ours' | 'floor', number[]> = { ours: [], floor: [] };
      const sides = { ours: ours.port, floor: floor.port };
      for (const port of Object.values(sides))
        await load(loader, { ...request, port, durationMs: WARM_UP_MS });
      for (let round = 0; round < ROUNDS; round += 1) {
        // Turns change places, so that neither always comes after the other.
        const order = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
        for (const side of order)
          results[side].push(await load(loader, { ...request, port: sides[side], durationMs: ROUND_MS }));
      }
      const [a, b] = [median(results.ours), median(results.floor)];
      const cell = (values: number[]) =>
        `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`.padStart(
          24,
        );
      console.log(
        `${name.padEnd(10)}${cell(results.ours)}${cell(results.floor)}${(a / b).toFixed(2).padStart(8)}`,
      );
    }
  } finally {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    await stopPostgres(postgres);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchService();
