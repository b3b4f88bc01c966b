/** The processes of the benches of the service: itself, the floors that it is compared with, and the loader. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/postgres.ts';
import { buildOnce } from './built.ts';
import type { Job, Load } from './load.ts';

/** A server of its own. */
export interface Started {
  url: string;
  pid: number;
}

/** Processes that belong to one bench. */
export class Processes {
  readonly #children: ChildProcess[] = [];

  /** Starts a file of plain JavaScript, with Node's options as `npm start` has them, which prints its URL. */
  async start(file: string, args: readonly string[] = []): Promise<Started> {
    const child = spawn(process.execPath, [...startCommand().options, path(file), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    const [line]: Buffer[] = await once(child.stdout, 'data');
    return { url: String(line).trim(), pid: child.pid ?? 0 };
  }

  /**
   * Builds and starts the service as `npm start` does; what tsx makes of the source is slower.
   * @param settings environment variables
   * @returns with the milliseconds until it was ready
   */
  async startService(settings: Record<string, string>): Promise<Started & { startedMs: number }> {
    buildOnce();
    const port = await freePort();
    const { options, file } = startCommand();
    const began = performance.now();
    const child = spawn(process.execPath, [...options, path(file)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), EGRESS_ALLOW: '127.0.0.1', ...settings },
    });
    this.#children.push(child);
    const url = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 3_000; tries += 1) {
      if (child.exitCode !== null) throw new Error('the service does not start');
      const ready = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) return { url, pid: child.pid ?? 0, startedMs: performance.now() - began };
      await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error('the service did not start within 30 seconds');
  }

  /** Starts a process that puts load on servers. */
  startLoader(): Loader {
    const child = fork(path('load.ts'), [], { execArgv: ['--import=tsx'] });
    this.#children.push(child);
    return async (job) => {
      child.send(job);
      const [result]: Load[] = await once(child, 'message');
      if (result === undefined || result.failures > 0)
        throw new Error(`${job.method} ${job.url}: ${result?.firstFailure}`);
      return { ...result, perSecond: (result.answers * 1000) / result.elapsedMs };
    };
  }

  /** Ends them all. */
  async stop(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
  }
}

/** Puts load on a server. Throws when an answer is not 200 or 201. */
export type Loader = (job: Job) => Promise<Load & { perSecond: number }>;

/**
 * Microseconds of CPU time that a process has taken, its children included where they are asked for; undefined where
 * the system does not tell. Other work on the machine changes it far less than it changes the time that passes.
 */
export function cpuMicroseconds(pid: number, withChildren = false): number | undefined {
  try {
    const pids = withChildren ? [pid, ...childrenOf(pid)] : [pid];
    return pids.reduce((sum, each) => sum + threadsMicroseconds(each), 0);
  } catch {
    return undefined;
  }
}

/** Megabytes (10^6 bytes) of a process that are in memory; not a number where the system does not tell. */
export function residentMegabytes(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return Number.NaN;
  }
}

function threadsMicroseconds(pid: number): number {
  // The first field is nanoseconds on a CPU.
  const spent = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + spent(thread), 0);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map(Number);
}

/**
 * Measures sides in turns that change places, so that none always comes after another.
 * @param rounds many short ones: a machine that slows down for seconds then slows all
 * @returns what each round gave
 */
export async function inTurns<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[]; // its own keys
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await sides[name]());
  return results;
}

/** Median of the ratios of one round each. */
export const medianRatio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, round) => value / (others[round] ?? Number.NaN)));

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Node's options and the server's file. */
function startCommand(): { options: string[]; file: string } {
  const { scripts } = JSON.parse(readFileSync(path('../package.json'), 'utf8'));
  const [, ...words] = String(scripts.start).split(' ');
  return { options: words.slice(0, -1), file: `../${words.at(-1)}` };
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
