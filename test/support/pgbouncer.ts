/** A real PgBouncer in transaction mode, where the machine has one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';

export interface Bouncer {
  pid: number;
  folder: string;
  port: number;
}

/** Starts one in front of a server's databases, all of them. It may take a moment to listen. */
export async function startPgbouncer(serverUrl: string): Promise<Bouncer & { child: ChildProcess }> {
  const { hostname, port: behind, username } = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'playgrounds-'));
  const port = await freePort();
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 5
max_db_connections = 5
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`,
  );
  chmodSync(folder, 0o755);
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...as,
    detached: true,
    stdio: 'ignore',
  });
  return { child, pid: child.pid ?? 0, folder, port };
}

/** The way through it to a database. */
export function throughPgbouncer(url: string, { port }: Bouncer): string {
  const { username, pathname } = new URL(url);
  return `postgres://${username}@127.0.0.1:${port}${pathname}?prepare=false`;
}
