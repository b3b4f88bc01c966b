/** What Prometheus reads, and that dashboard and alerts ask for nothing else. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import t from 'tap';
import { buildApp } from '../../src/app.ts';
import { COMMIT, VERSION } from '../../src/runtime/version.ts';
import { freshDatabase, onEachDatabase, testApp, testConfig } from '../helper.ts';
import { freePort } from '../support/postgres.ts';
import { startTarget } from '../support/target.ts';

onEachDatabase(t, 'metrics', async (t, driver) => {
  const port = await freePort();
  const { app, call, accountId, key, database } = await testApp(t, driver, {
    env: { METRICS_PORT: String(port) },
  });
  const { url } = await startTarget(t);
  await call('POST', '/api/tests/execute', { url });
  await call('POST', '/api/tests/execute', { url: 'http://169.254.169.254/' });
  await call('POST', '/api/tests/execute', { url: 'http://printer.internal/' });
  await call('GET', '/api/playgrounds');
  const created = await call('POST', '/api/playgrounds', { curl_command: 'curl http://a.example' });
  const { id } = created.json();
  await call('GET', `/api/playgrounds/${id}`);
  await call('GET', '/api/nothing');
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const text = await read();
  /** The value of a series. */
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1),
    );
  const requests = 'playgrounds_request_duration_seconds_count';
  t.equal(value(`${requests}{route="/api/tests/execute",method="POST",status="200"}`), 1);
  t.equal(value(`${requests}{route="/api/tests/execute",method="POST",status="400"}`), 2);
  t.equal(
    value(`${requests}{route="/api/playgrounds/:id",method="GET",status="200"}`),
    1,
    'routes, not paths',
  );
  t.equal(value(`${requests}{route="none",method="GET",status="404"}`), 1);
  t.equal(value('playgrounds_tests_total{outcome="completed"}'), 1);
  t.equal(value('playgrounds_tests_total{outcome="destination_refused"}'), 2);
  t.equal(value('playgrounds_test_phase_seconds_count{phase="total",status="completed"}'), 1);
  t.ok(value('playgrounds_refused_destinations_total{reason="metadata"}') >= 1, 'reasons');
  t.equal(value('playgrounds_tests_under_way'), 0);
  t.equal(value('playgrounds_tests_under_way_max'), 100);
  t.equal(value('playgrounds_database_connections_max'), database.connections);
  t.ok(value('playgrounds_query_duration_seconds_count{name="select playgrounds"}') >= 1);
  t.ok(value('playgrounds_quota_charges_total') >= 1);
  t.ok(value('nodejs_eventloop_lag_p99_seconds') >= 0);
  t.match(text, `playgrounds_build_info{version="${VERSION}",commit="${COMMIT}"} 1`);
  const slow = /alert: PlaygroundsSlow\n.*route!~"([^"]+)"/.exec(
    readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8'),
  );
  // Prometheus matches whole values.
  const leftOut = new RegExp(`^(?:${slow?.[1]})$`);
  const executing = ['/api/tests/execute', '/api/tests/stream', '/p/:id/run', '/account/run'];
  for (const route of executing)
    t.ok(
      app.hasRoute({ method: 'POST', url: route }) && leftOut.test(route),
      `${route} is as slow as its target`,
    );
  t.notOk(leftOut.test('/api/tests') || leftOut.test('/p/:id'));
  for (const secret of [accountId, key, id, url.slice(7)])
    t.notOk(text.includes(secret), 'no ids and no targets');
  t.equal((await call('GET', '/metrics')).statusCode, 404, 'never on the public port');
  t.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);

  const names = (await app.metrics.getMetricsAsJSON()).map(({ name }) => name);
  const ours = names.filter((name) => name.startsWith('playgrounds_'));
  const asked = (file: string) =>
    new Set(
      [
        ...readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8').matchAll(
          /\b(?:playgrounds|nodejs|process)_\w+/g,
        ),
      ].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')),
    );
  for (const file of ['grafana-dashboard.json', 'alerts.yml'])
    t.same(
      [...asked(file)].filter((name) => !names.includes(name)),
      [],
      `${file} asks for what there is`,
    );
  t.same(
    ours.filter((name) => !asked('grafana-dashboard.json').has(name)),
    [],
    'the dashboard shows all of ours',
  );
});

t.test('no port, no metrics; a port in use is an error', async (t) => {
  const { app } = await testApp(t, 'pglite');
  t.same(await app.metrics.getMetricsAsJSON(), []);
  const taken = createServer().listen(0, '127.0.0.1');
  t.teardown(() => taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo; // a TCP server's address
  const database = await freshDatabase('pglite');
  t.teardown(() => database.close());
  const config = testConfig({ METRICS_PORT: String(port) });
  await t.rejects(buildApp(config, { database }), { code: 'EADDRINUSE' });
});

onEachDatabase(t, 'slow queries are logged with their name, and without values', async (t, driver) => {
  const lines: string[] = [];
  const { call } = await testApp(t, driver, {
    env: { LOG_LEVEL: 'warn', SLOW_QUERY_MS: '1' },
    logStream: { write: (line) => lines.push(line) },
  });
  const command = `curl http://a.example/s3cret -d ${'x'.repeat(60_000)}`;
  for (let attempt = 0; attempt < 200 && lines.length === 0; attempt += 1)
    await call('POST', '/api/playgrounds', { curl_command: command });
  t.match(JSON.parse(lines[0] ?? '{}'), { msg: 'slow query', query: /^\w+/, ms: Number, text: String });
  t.notMatch(lines.join(''), /s3cret/);
});
