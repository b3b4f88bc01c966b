/**
 * The service against two floors, in one run and as ratios: a bare one, and a fair one with the same duties done by the
 * ecosystem's plugins. Each is a process of its own on one PostgreSQL, load comes from another process over keep-alive
 * connections on loopback, rounds are taken in turns, medians. Executed tests have a bench of their own. `npx tsx bench/service.ts [OPERATION...]`
 */
import { fileURLToPath } from 'node:url';
import { parseCurl } from '../src/curl/index.ts';
import { openDatabase } from '../src/db/client.ts';
import { createAccount } from '../src/services/accounts.ts';
import { cliActor } from '../src/services/audit.ts';
import { createPlayground } from '../src/services/playgrounds.ts';
import { startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { inTurns, median, medianRatio, Processes, type Started } from './processes.ts';

const ROUNDS = 15;
const ROUND_MS = 600;
const WARM_UP_MS = 2_000;
const CONNECTIONS = 16;
const SEEDED = 100;

export async function benchService(): Promise<void> {
  const postgres = await startPostgres({ persistent: false });
  const processes = new Processes();
  try {
    const database = await openDatabase({ url: postgres.url, dataDir: '', poolSize: 2 });
    const account = await createAccount(database.db, {
      name: 'bench',
      plan: 'enterprise',
      dailyLimit: 999_999_999,
    });
    const command = "curl https://api.example.com/users -H 'Accept: application/json'";
    let id = '';
    for (let at = 0; at < SEEDED; at += 1)
      id = (await createPlayground(database.db, cliActor(account.accountId), { curl_command: command })).id;
    await database.close();

    const ours = await processes.startService({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
    const load = processes.startLoader();

    const headers = {
      Authorization: `Bearer ${account.key.key}`,
      'Content-Type': 'application/json',
      'User-Agent': 'bench',
    };
    const job = (method: string, path: string, body = '') => ({
      method,
      path,
      headers,
      body,
      connections: CONNECTIONS,
      // Without a database, but for the service's metering now and then.
      awake: path === '/api/parse-curl' || path === '/api/generate-code',
    });
    const jobs = {
      read: job('GET', `/api/playgrounds/${id}`),
      list: job('GET', '/api/playgrounds'),
      parse: job('POST', '/api/parse-curl', JSON.stringify({ curl: command })),
      generate: job(
        'POST',
        '/api/generate-code',
        JSON.stringify({ parsed: parseCurl(command), language: 'python' }),
      ),
      // Last, because it makes the list longer.
      create: job('POST', '/api/playgrounds', JSON.stringify({ name: 'bench', curl_command: command })),
    };

    const sample = async ({ method, path, body }: (typeof jobs)[keyof typeof jobs]) =>
      (await fetch(ours.url + path, { method, headers, ...(body === '' ? {} : { body }) })).json();
    const { read, list, parse, generate } = jobs;
    const samples = {
      read: await sample(read),
      list: await sample(list),
      parse: await sample(parse),
      generate: await sample(generate),
    };
    const bare = await processes.start('service/floor.mjs', [postgres.url, account.accountId]);
    const fair = await processes.start('service/fair-floor.mjs', [postgres.url, JSON.stringify(samples)]);

    console.log(
      `service: requests a second, median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s each (lowest–highest), and of their ratios`,
    );
    console.log(
      `${'operation'.padEnd(10)}${['service', 'fair floor', 'bare floor'].map((name) => name.padStart(24)).join('')}${'to fair'.padStart(9)}${'to bare'.padStart(9)}`,
    );
    const chosen = process.argv.slice(2);
    for (const [name, { path, ...request }] of Object.entries(jobs)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const perSecond = async ({ url }: Started, durationMs: number) =>
        (await load({ ...request, url: url + path, durationMs })).perSecond;
      for (const side of [ours, fair, bare]) await perSecond(side, WARM_UP_MS);
      const results = await inTurns(ROUNDS, {
        ours: () => perSecond(ours, ROUND_MS),
        fair: () => perSecond(fair, ROUND_MS),
        bare: () => perSecond(bare, ROUND_MS),
      });
      const cell = (values: number[]) =>
        `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`.padStart(
          24,
        );
      const ratio = (floor: number[]) => medianRatio(results.ours, floor).toFixed(2).padStart(9);
      console.log(
        `${name.padEnd(10)}${Object.values(results).map(cell).join('')}${ratio(results.fair)}${ratio(results.bare)}`,
      );
    }
  } finally {
    await processes.stop();
    await stopPostgres(postgres);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchService();
