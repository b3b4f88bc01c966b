/** Run once after all test files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresServer, sharedFolder, stopPostgres } from './postgres.ts';

let server: PostgresServer | undefined;
try {
  server = JSON.parse(readFileSync(join(sharedFolder(), 'postgres.json'), 'utf8'));
} catch {
  // there was none
}
if (server !== undefined) await stopPostgres(server);
