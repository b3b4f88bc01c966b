/**
 * The page of a public playground that has not changed, beside a bare Fastify that sends the same bytes, header lines
 * and body: each in a process of its own, on PostgreSQL, rounds taken in turns, medians.
 */
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/db/client.ts';
import { createAccount } from '../src/services/accounts.ts';
import { cliActor } from '../src/services/audit.ts';
import { createPlayground } from '../src/services/playgrounds.ts';
import { startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { inTurns, median, medianRatio, Processes } from './processes.ts';

const ROUNDS = 25;
const ROUND_MS = 400;
const WARM_UP_MS = 2_000;
const CONNECTIONS = 32;
const COMMAND = `curl -L 'https://api.example.com/v1/users?team=core' -H "Authorization: Bearer $TOKEN" --json '{"name":"{{user}}"}'`;

export async function benchPages(): Promise<void> {
  const postgres = await startPostgres({ persistent: false });
  const processes = new Processes();
  try {
    const database = await openDatabase({ url: postgres.url, dataDir: '', poolSize: 2 });
    const account = await createAccount(database.db, { name: 'bench', plan: 'pro', dailyLimit: null });
    const body = { curl_command: COMMAND, is_public: true };
    const { id } = await createPlayground(database.db, cliActor(account.accountId), body);
    await database.close();
    const ours = await processes.startService({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
    const page = `${ours.url}/p/${id}`;
    const bare = await processes.start('service/bare-page.mjs', [page]);
    const load = processes.startLoader();
    const sides = { ours: page, bare: bare.url };
    const headers = { 'Accept-Encoding': 'br' };
    const job = { method: 'GET', headers, body: '', connections: CONNECTIONS, awake: true };
    const perSecond = async (url: string, durationMs: number) =>
      (await load({ ...job, url, durationMs })).perSecond;
    for (const url of Object.values(sides)) await perSecond(url, WARM_UP_MS);
    const results = await inTurns(ROUNDS, {
      ours: () => perSecond(sides.ours, ROUND_MS),
      bare: () => perSecond(sides.bare, ROUND_MS),
    });
    const ratio = medianRatio(results.ours, results.bare);
    console.log(
      `a public page: ${median(results.ours).toFixed(0)} a second, bare Fastify ${median(results.bare).toFixed(0)}, ratio ${ratio.toFixed(2)}`,
    );
  } finally {
    await processes.stop();
    await stopPostgres(postgres);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchPages();
