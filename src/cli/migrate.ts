/** Migrates the database to the newest schema and exits. The server does the same at its start. */
import { loadConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';

try {
  const config = loadConfig();
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, poolSize: 1 });
  await database.close();
  process.stdout.write('The database has the newest schema.\n');
} catch (error) {
  process.stderr.write(`migrate: ${(error as Error).message}\n`);
  process.exit(1);
}
