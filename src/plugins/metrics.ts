/**
 * Serves metrics for Prometheus on a separate port, if METRICS_PORT is set. They aggregate all accounts and name none.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { COMMIT, VERSION } from '../runtime/version.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every metric of this app; the same object whether or not it is served. */
    metrics: Registry;
  }
}

export interface MetricsOptions {
  host: string;
  /** Port of the metrics; undefined when they are not served. */
  port: number | undefined;
  /** Maximum number of concurrent tests. */
  maxTests: number;
}

const REQUEST_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];

export default fp(
  async (app: FastifyInstance, { host, port, maxTests }: MetricsOptions) => {
    const registry = new Registry();
    app.decorate('metrics', registry);
    if (port === undefined) return;
    const registers = [registry];
    collectDefaultMetrics({ register: registry });
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name: `playgrounds_${name}`,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });

    new Gauge({
      name: 'playgrounds_build_info',
      help: 'Always 1; the labels have the version and the commit of the build.',
      labelNames: ['version', 'commit'],
      registers,
      collect() {
        this.set({ version: VERSION, commit: COMMIT }, 1);
      },
    });
    const requests = new Histogram({
      name: 'playgrounds_request_duration_seconds',
      help: 'Duration of requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    const tests = new Counter({
      name: 'playgrounds_tests_total',
      help: 'Executed tests by outcome: completed, or the error code.',
      labelNames: ['outcome'],
      registers,
    });
    const phases = new Histogram({
      name: 'playgrounds_test_phase_seconds',
      help: 'Duration of each phase of a test: dns, tcp, tls, first_byte, download, total.',
      labelNames: ['phase', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    app.addHook('onResponse', async (request, reply) => {
      requests.observe(
        { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      const { target } = request;
      if (target === null) return;
      tests.inc({ outcome: target.outcome });
      const status = target.outcome === 'completed' ? 'completed' : 'failed';
      for (const [name, ms] of Object.entries(target.timings ?? {}))
        if (ms !== null) phases.observe({ phase: name.replace(/_ms$/, ''), status }, ms / 1000);
    });

    const refused = new Counter({
      name: 'playgrounds_refused_destinations_total',
      help: 'Addresses and names that the address policy refused, by reason.',
      labelNames: ['reason'],
      registers,
    });
    app.proxy.onRefused = (reason) => refused.inc({ reason });
    gauge('tests_under_way', 'Tests in progress.', () => app.proxy.underWay);
    gauge('tests_under_way_max', 'Highest number of concurrent tests.', () => maxTests);

    const { queries, connections } = app.database;
    const seconds = new Histogram({
      name: 'playgrounds_query_duration_seconds',
      help: 'Duration of database queries by name, including the wait for a connection.',
      labelNames: ['name'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    queries.listen((name, ms) => seconds.observe({ name }, ms / 1000));
    gauge('database_connections_max', 'Size of the connection pool.', () => connections);
    gauge(
      'database_queries_under_way',
      'Queries that have a connection or wait for one.',
      () => queries.underWay,
    );
    gauge('database_queries_waiting', 'Queries that wait for a connection.', () =>
      Math.max(0, queries.underWay - connections),
    );

    const charges = new Counter({
      name: 'playgrounds_quota_charges_total',
      help: 'Database writes that charge requests to accounts. One write charges many requests.',
      registers,
    });
    queries.listen((name) => {
      if (name === 'insert usage_days') charges.inc();
    });

    const { retention } = app;
    gauge(
      'retention_last_run_timestamp_seconds',
      'Start of the last retention run on this instance; 0 if there was none.',
      () => (retention.lastRun === null ? 0 : retention.lastRun.startedAt.getTime() / 1000),
    );
    gauge(
      'retention_last_run_seconds',
      'Duration of the last retention run.',
      () => retention.lastRun?.seconds ?? 0,
    );
    gauge(
      'retention_last_run_deleted',
      'Rows that the last retention run deleted, without dropped partitions.',
      () => Object.values(retention.lastRun?.deleted ?? {}).reduce((sum, rows) => sum + rows, 0),
    );
    gauge('retention_last_run_failed', '1 if the last retention run failed, otherwise 0.', () =>
      retention.lastRun?.error ? 1 : 0,
    );

    const server = createServer((request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          app.log.warn({ err: error }, 'metrics failed');
          response.writeHead(500).end();
        },
      );
    });
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    app.log.info({ host, port: server.address() }, 'metrics are served');
    app.addHook('onClose', async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
  },
  { name: 'metrics', dependencies: ['database', 'proxy', 'request-log', 'retention'] },
);
