/** PostgreSQL goes away under load and comes back. */
import connect from 'postgres';
import t from 'tap';
import { openDatabase } from '../../src/db/client.ts';
import { migratePostgresUrl } from '../../src/db/migrate.ts';
import { hasCommonHeaders, testApp } from '../helper.ts';
import { long } from '../support/full.ts';
import {
  killPostgres,
  type PostgresServer,
  postgresMissing,
  restartPostgres,
  startPostgres,
  stopPostgres,
} from '../support/postgres.ts';

const COMMAND = 'curl https://api.example.com/users';

t.test('without its database', { skip: long || (postgresMissing() ?? false) }, async (t) => {
  let postgres: PostgresServer = await startPostgres({ persistent: false });
  t.teardown(() => stopPostgres(postgres));
  await migratePostgresUrl(postgres.url);
  const database = await openDatabase({ url: postgres.url, dataDir: '', poolSize: 5 });
  const { app, call } = await testApp(t, 'postgres', { database, env: { REQUEST_TIMEOUT_MS: '2500' } });

  const created = await call('POST', '/api/playgrounds', { curl_command: COMMAND });
  const path = `/api/playgrounds/${created.json().id}`;
  const requests = () => [
    call('GET', path),
    call('GET', '/api/playgrounds'),
    call('POST', '/api/playgrounds', { curl_command: COMMAND }, { 'idempotency-key': 'k' }),
    call('PATCH', path, { name: 'x' }),
    call('GET', '/api/usage'),
    call('GET', '/api/keys'),
  ];
  /** Sends rounds of requests until one goes as wanted; asserts what may happen meanwhile. */
  const until = async (what: string, wanted: (statuses: number[]) => boolean): Promise<void> => {
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all(requests());
      for (const answer of answers) {
        hasCommonHeaders(t, answer);
        if (answer.statusCode < 300) continue;
        t.equal(answer.statusCode, 503, `${what}: ${answer.body}`);
        t.equal(answer.json().error.code, 'service_unavailable');
        t.match(answer.headers['retry-after'], /^[1-9]\d*$/);
      }
      if (wanted(answers.map(({ statusCode }) => statusCode))) {
        t.pass(what);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    t.fail(what);
  };
  const away = (statuses: number[]) => statuses.every((status) => status === 503);
  const back = (statuses: number[]) => statuses.every((status) => status < 300);

  await until('serves at first', back);
  const load = Array.from({ length: 20 }, () => requests()).flat();
  killPostgres(postgres);
  for (const answer of await Promise.all(load))
    t.ok(answer.statusCode < 300 || answer.statusCode === 503, `under load: ${answer.statusCode}`);
  await until('is away', away);
  const unready = await app.inject('/readyz');
  t.equal(unready.statusCode, 503);
  t.match(unready.headers['retry-after'], /^\d+$/);
  t.equal((await app.inject('/healthz')).statusCode, 200, 'the process is up');
  t.equal((await app.inject('/openapi.json')).statusCode, 200);

  postgres = await restartPostgres(postgres);
  await until('is back by itself', back);
  t.equal((await app.inject('/readyz')).statusCode, 200);
  t.equal((await call('GET', path)).statusCode, 200);

  // A database that leaves queries without an answer.
  const operator = connect(postgres.url, { max: 1 });
  await operator.begin(async (sql) => {
    await sql`lock table api_keys, playgrounds, usage_days in access exclusive mode`;
    await until('hangs', away);
  });
  await operator.end();
  await until('is back once more', back);
});
