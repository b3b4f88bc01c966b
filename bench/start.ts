/**
 * How long the built server takes from its process to the first 200 of /readyz, how long the first requests then take
 * beside the second ones, and the memory that it holds when nothing more is asked of it: on PostgreSQL, on an existing
 * PGlite folder and on a fresh one, in turns, medians.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { cpuMicroseconds, median, Processes, residentMegabytes } from './processes.ts';

const ROUNDS = 5;
const IDLE_MS = 3_000;
const BOOTSTRAP_API_KEY = 'pgk_bench0start000000000000000000';

/** Of a request: milliseconds that the first and the second took, and from the process to the end of the first. */
interface Timing {
  first: number;
  second: number;
  ended: number;
}

interface Start {
  ms: number;
  cpu: number;
  mb: number;
  timings: Record<string, Timing>;
}

export async function benchStart(): Promise<void> {
  const postgres = await startPostgres({ persistent: false });
  const scratch = mkdtempSync(join(tmpdir(), 'playgrounds-start-'));
  const target = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`; // a TCP server's address
  // What the first request costs this process does not count.
  for (let at = 0; at < 20; at += 1) await send(targetUrl, 'POST', {});
  const cases = {
    PostgreSQL: () => ({ DATABASE_URL: postgres.url }),
    'PGlite, existing': () => ({ DATA_DIR: join(scratch, 'existing') }),
    'PGlite, fresh': () => ({ DATA_DIR: mkdtempSync(join(scratch, 'fresh-')) }),
  };
  const results = new Map<string, Start[]>(Object.keys(cases).map((name) => [name, []]));
  try {
    // The first round migrates and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, settings] of Object.entries(cases)) {
        const processes = new Processes();
        try {
          const { pid, url, startedMs } = await processes.startService({ ...settings(), BOOTSTRAP_API_KEY });
          const readyAt = performance.now();
          const cpu = (cpuMicroseconds(pid) ?? Number.NaN) / 1000;
          const timings = await firstRequests(url, targetUrl, readyAt - startedMs);
          await new Promise((done) => setTimeout(done, IDLE_MS));
          if (round > 0) results.get(name)?.push({ ms: startedMs, cpu, mb: residentMegabytes(pid), timings });
        } finally {
          await processes.stop();
        }
      }
    }
  } finally {
    target.close();
    await stopPostgres(postgres);
    rmSync(scratch, { recursive: true, force: true });
  }
  print(results);
}

/** Sends each request twice, all of them once before any of them again. */
async function firstRequests(url: string, target: string, beganAt: number): Promise<Start['timings']> {
  const curl_command = `curl ${target} -H 'Accept: application/json'`;
  let page = '';
  const requests: Record<string, () => Promise<string>> = {
    list: () => send(`${url}/api/playgrounds`),
    parse: () => send(`${url}/api/parse-curl`, 'POST', { curl: curl_command }),
    create: () => send(`${url}/api/playgrounds`, 'POST', { name: 'bench', curl_command, is_public: true }),
    execute: () => send(`${url}/api/tests/execute`, 'POST', { method: 'GET', url: target }),
    page: () => send(page),
  };
  const timings: Start['timings'] = {};
  for (const turn of ['first', 'second'] as const)
    for (const [name, sendIt] of Object.entries(requests)) {
      const sentAt = performance.now();
      const body = await sendIt();
      const endedAt = performance.now();
      if (name === 'create') page = `${url}/p/${JSON.parse(body).id}`;
      const timing = timings[name] ?? { first: 0, second: 0, ended: endedAt - beganAt };
      timings[name] = { ...timing, [turn]: endedAt - sentAt };
    }
  return timings;
}

const agent = new Agent({ keepAlive: true });

async function send(url: string, method = 'GET', body?: unknown): Promise<string> {
  const headers = { authorization: `Bearer ${BOOTSTRAP_API_KEY}`, 'content-type': 'application/json' };
  const options: RequestOptions = { agent, method, headers };
  const sent = request(url, options).end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${text}`);
  return text;
}

function print(results: ReadonlyMap<string, Start[]>): void {
  console.log(
    `start: median of ${ROUNDS} (lowest–highest); bars: 1000 ms, on a fresh folder 2000; idle 150 MB, PGlite 300`,
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
  console.log(`\nfirst requests after that: medians in ms`);
  console.log(
    `${''.padEnd(28)}${'start to its end'.padStart(18)}${'first'.padStart(8)}${'second'.padStart(8)}${'ratio'.padStart(7)}`,
  );
  for (const [name, starts] of results)
    for (const kind of Object.keys(starts[0]?.timings ?? {})) {
      const middle = (part: keyof Timing) => median(starts.map(({ timings }) => timings[kind]?.[part] ?? 0));
      const ratio = middle('first') / middle('second');
      console.log(
        `${name.padEnd(18)}${kind.padEnd(10)}${middle('ended').toFixed(0).padStart(18)}${middle('first').toFixed(1).padStart(8)}${middle('second').toFixed(1).padStart(8)}${ratio.toFixed(1).padStart(7)}`,
      );
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchStart();
