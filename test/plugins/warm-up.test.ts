/** The requests that the server sends to itself before it listens leave no trace. */
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import t, { type Test } from 'tap';
import * as schema from '../../src/db/schema.ts';
import { freshDatabase, onEachDatabase, type TestApp, testApp } from '../helper.ts';
import { freePort } from '../support/postgres.ts';
import { startTarget } from '../support/target.ts';

/** Rows of each table. */
async function rowCounts({ database }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.values(schema))
    if (is(table, PgTable)) counts[getTableName(table)] = await database.db.$count(table);
  return counts;
}

/** The app, and the lines that it has logged. */
async function loggingApp(t: Test, driver: 'pglite' | 'postgres', database = freshDatabase(driver)) {
  const lines: string[] = [];
  const metricsPort = await freePort();
  const app = await testApp(t, driver, {
    database: await database,
    env: { LOG_LEVEL: 'info', METRICS_PORT: String(metricsPort) },
    logStream: { write: (line) => lines.push(line) },
  });
  return { ...app, lines, metricsPort };
}

onEachDatabase(t, 'the warm-up stores, logs and counts nothing', async (t, driver) => {
  const test = await loggingApp(t, driver);
  const { app, call, lines, metricsPort, database } = test;
  const before = await rowCounts(test);
  lines.length = 0;
  const statements: string[] = [];
  database.queries.listen((name) => statements.push(name));
  await app.warmUp();

  const logged = lines.filter((line) => !line.includes('retention done')); // on a busy machine its first run has come
  t.same(logged, [], 'no log lines: none of its requests failed, either');
  t.ok(
    statements.includes('insert test_runs') || statements.includes('insert playgrounds'),
    'it has written',
  );
  t.same(await rowCounts(test), before, 'but nothing is stored');
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  t.notMatch(metrics, /^playgrounds_request_duration_seconds_count/m, 'no request is counted');
  t.notMatch(metrics, /^playgrounds_tests_total\{/m, 'nor a test');

  const { url } = await startTarget(t);
  const curl_command = `curl ${url}`;
  const created = await call('POST', '/api/playgrounds', { curl_command, is_public: true });
  t.equal(created.statusCode, 201);
  const { id } = created.json();
  t.equal((await call('POST', '/api/tests/execute', { playground_id: id })).json().status, 'completed');
  t.equal(
    (await call('GET', '/api/playgrounds')).json().pagination.total,
    1,
    'afterwards requests are stored',
  );
  t.equal((await call('GET', '/api/usage')).json().used, 4, 'and counted');
  const refused = await call('POST', '/api/tests/execute', { url: 'http://169.254.169.254/' });
  t.equal(refused.json().error.details[0].code, 'destination_refused', 'by the address policy, too');
  t.match(lines.join(''), /POST \/api\/playgrounds 201/, 'and logged');
});

onEachDatabase(t, 'the server starts without its warm-up, too', async (t, driver) => {
  const test = await loggingApp(t, driver);
  await test.database.db.execute(sql`alter table test_runs add constraint none check (false) not valid`);
  const before = await rowCounts(test);
  await test.app.warmUp();
  t.match(test.lines.at(-1), /the warm-up failed/);
  t.same(await rowCounts(test), before);
  t.equal((await test.call('GET', '/api/playgrounds')).statusCode, 200);
});
