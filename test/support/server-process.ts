/** The real server, command line included, as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Test } from 'tap';
import type { Driver } from '../helper.ts';
import { freshPostgresUrl } from '../helper.ts';
import { plainNode } from './plain-node.ts';

/** The key that servers are started with. */
export const KEY = 'pgk_for_tests_of_processes_0123456789';

type Environment = Record<string, string>;

export interface Exit {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  exited: Promise<Exit>;
}

export interface RunningServer extends Running {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** What the server printed until it was ready. */
  welcome: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Runs a file of the built server, as operators do, with a clean environment; it is killed at the end of the test at
 * the latest.
 * @param file under `dist`, which before.ts has built
 * @param around a command that runs the command that follows it
 */
export function run(
  t: Test,
  file: string,
  args: readonly string[],
  env: Environment,
  around: readonly string[] = [],
): Running {
  const [node, nodeArgs] = plainNode([join('dist', file), ...args]);
  const [program = node, ...programArgs] = [...around, node, ...nodeArgs];
  const child = spawn(program, programArgs, {
    // Whatever else listens on the default port is not the test's.
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = new Promise<Exit>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  t.teardown(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { child, exited };
}

/** Starts a server on a free port and waits until it serves. */
export async function startServer(
  t: Test,
  env: Environment,
  around: readonly string[] = [],
  args: readonly string[] = [],
): Promise<RunningServer> {
  const settings = {
    LOG_LEVEL: 'error',
    EGRESS_ALLOW: '127.0.0.0/8',
    BOOTSTRAP_API_KEY: KEY,
    ...env,
  };
  const { child, exited } = run(t, 'server.js', args, settings, around);
  const welcome = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (data: string) => {
      text += data;
      // Written at once; a line of the log may come with it.
      if (/Try it:\n.*\n(?:\n.*\n.*\n.*\n)?\n/.test(text)) resolve(text);
    });
    void exited.then(({ stderr }) => reject(new Error(`the server did not start: ${stderr}`)));
  });
  const origin = /listens on (\S+)/.exec(welcome)?.[1] ?? '';
  return {
    child,
    exited,
    origin,
    welcome,
    fetch: (path, { headers, ...init } = {}) =>
      fetch(origin + path, {
        ...init,
        headers: {
          authorization: `Bearer ${KEY}`,
          ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(headers as Environment | undefined), // callers give plain objects
        },
      }),
  };
}

/** Runs a command of the operator's command line. */
export function admin(t: Test, args: readonly string[], env: Environment): Promise<Exit> {
  return run(t, 'cli/admin.js', args, env).exited;
}

export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'playgrounds-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Settings of a new, migrated database that several processes may use one after the other. */
export async function databaseSettings(t: Test, driver: Driver): Promise<Environment> {
  return driver === 'postgres'
    ? { DATABASE_URL: await freshPostgresUrl() }
    : { DATA_DIR: join(temporaryFolder(t), 'data') };
}

/** Connection string of a new database without any table. */
export async function emptyPostgresUrl(): Promise<string> {
  const url = await freshPostgresUrl();
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await client.end();
  return url;
}

/** A folder with the first migrations alone, as an earlier version had them. */
export function earlierMigrations(t: Test, count: number): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'meta'));
  const journal = JSON.parse(readFileSync('drizzle/meta/_journal.json', 'utf8'));
  journal.entries = journal.entries.slice(0, count);
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    writeFileSync(join(folder, `${tag}.sql`), readFileSync(`drizzle/${tag}.sql`));
  return folder;
}
