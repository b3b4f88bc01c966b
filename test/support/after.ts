/** Run once after all test files. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedPostgres } from '../helper.ts';
import { sharedFolder, stopPostgres } from './postgres.ts';

let server: SharedPostgres | undefined;
try {
  server = JSON.parse(readFileSync(join(sharedFolder(), 'postgres.json'), 'utf8'));
} catch {
  // there was none
}
if (server?.bouncer !== undefined) {
  process.kill(server.bouncer.pid, 'SIGKILL');
  rmSync(server.bouncer.folder, { recursive: true, force: true });
}
if (server !== undefined) await stopPostgres(server);
