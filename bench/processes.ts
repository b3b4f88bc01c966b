/** The processes of the benches of the service: itself, the floors that it is compared with, and the loader. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/postgres.ts';
import { buildOnce } from './built.ts';
import type { Job, Load } from './load.ts';

/** Processes that belong to one bench. */
export class Processes {
  readonly #children: ChildProcess[] = [];

  /** Starts a file of plain JavaScript, with Node's options as `npm start` has them, which prints its URL. */
  async start(file: string, args: readonly string[] = []): Promise<string> {
    const child = spawn(process.execPath, [...startCommand().options, path(file), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    const [line]: Buffer[] = await once(child.stdout, 'data');
    return String(line).trim();
  }

  /**
   * Builds and starts the service as `npm start` does; what tsx makes of the source is slower.
   * @param settings environment variables
   * @returns its URL
   */
  async startService(settings: Record<string, string>): Promise<string> {
    buildOnce();
    const port = await freePort();
    const { options, file } = startCommand();
    const child = spawn(process.execPath, [...options, path(file)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), EGRESS_ALLOW: '127.0.0.1', ...settings },
    });
    this.#children.push(child);
    const url = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 300; tries += 1) {
      if (child.exitCode !== null) throw new Error('the service does not start');
      const ready = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) return url;
      await new Promise((done) => setTimeout(done, 100));
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
      return (result.answers * 1000) / result.elapsedMs;
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

/** Puts load on a server and tells the answers a second. Throws when one is not 200 or 201. */
export type Loader = (job: Job) => Promise<number>;

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
