/** The application: every Fastify option and the ordered registration of plugins and routes. */
import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { docsPage } from './pages/docs.tsx';
import { sendErrorPage } from './pages/error-page.tsx';
import { pages } from './pages/plugin.ts';
import auth from './plugins/auth.ts';
import connections from './plugins/connections.ts';
import database from './plugins/database.ts';
import errors, { describeForLog } from './plugins/errors.ts';
import eventStream from './plugins/event-stream.ts';
import json from './plugins/json.ts';
import meteringGate, { respondToMalformedUrl } from './plugins/metering-gate.ts';
import metrics from './plugins/metrics.ts';
import openapi from './plugins/openapi.ts';
import pipelining from './plugins/pipelining.ts';
import proxy from './plugins/proxy.ts';
import limits from './plugins/rate-limit.ts';
import requestContext from './plugins/request-context.ts';
import requestLog from './plugins/request-log.ts';
import retention from './plugins/retention.ts';
import socketErrors, { respondToInvalidHttp } from './plugins/socket-errors.ts';
import timeout from './plugins/timeout.ts';
import traces from './plugins/traces.ts';
import unknownRoutes from './plugins/unknown-routes.ts';
import validation from './plugins/validation.ts';
import { accountRoutes } from './routes/account.ts';
import { codeRoutes } from './routes/code.ts';
import { collectionRoutes } from './routes/collections.ts';
import { healthRoutes } from './routes/health.ts';
import { importRoutes } from './routes/imports.ts';
import { playgroundRoutes } from './routes/playgrounds.ts';
import { siteRoutes } from './routes/sites.ts';
import { testRoutes } from './routes/tests.ts';
import { SafeResponse } from './runtime/field-values.ts';
import { closePool, startPool } from './runtime/pool.ts';
import { VERSION } from './runtime/version.ts';

export interface AppDependencies {
  /** Open and migrated; the app closes it. */
  database: Database;
  /** Destination of the log lines; standard output when absent. */
  logStream?: { write(line: string): void };
}

/** Converts a number of hops to the function that Fastify's types require. */
function trustProxy(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;
}

/** Fastify's serializers, each compiled on first use: compiling all takes a third of the startup time. */
const compiledWhenUsed: SerializerFactory = (...shared) => {
  const compile = SerializerSelector()(...shared);
  return (route) => {
    let serialize: Serializer | undefined;
    return (document: unknown) => {
      serialize ??= compile(route);
      return serialize(document);
    };
  };
};

/** Milliseconds until the headers of a request must be complete. */
const HEADERS_MS = 15_000;

/** Builds the application, ready to listen or to be injected into. */
export async function buildApp(config: Config, dependencies: AppDependencies): Promise<FastifyInstance> {
  // Later than plugins/timeout.ts, whose response is better; for what has a response before its body.
  const wholeRequestMs = config.requestTimeoutMs + 5_000;
  const app: FastifyInstance = Fastify({
    logger: {
      level: config.logLevel,
      ...(dependencies.logStream === undefined ? {} : { stream: dependencies.logStream }),
      serializers: { err: describeForLog },
    },
    // plugins/request-log.ts writes one line a request.
    logController: new LogController({ disableRequestLogging: true }),
    // Only the path of an absolute-form target (RFC 9112, section 3.2.2) counts: there is one host.
    rewriteUrl: ({ url = '/' }) =>
      /^https?:\/\//i.test(url) ? url.replace(/^https?:\/\/[^/?#]*\/?/i, '/') : url,
    bodyLimit: config.maxBodyBytes,
    trustProxy: trustProxy(config.trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: wholeRequestMs,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: false, caseSensitive: true },
    http: {
      requireHostHeader: false,
      maxHeaderSize: 32 * 1024,
      headersTimeout: Math.min(HEADERS_MS, wholeRequestMs),
      connectionsCheckingInterval: 2_500,
      ServerResponse: SafeResponse,
    },
    schemaController: { compilersFactory: { buildSerializer: compiledWhenUsed } },
    frameworkErrors: respondToMalformedUrl(() => app),
    clientErrorHandler: respondToInvalidHttp(() => app),
  });

  await app.register(pipelining, { unreadMs: config.requestTimeoutMs });
  await app.register(traces);
  await app.register(errors, { sendErrorPage });
  await app.register(requestLog);
  await app.register(timeout, { timeoutMs: config.requestTimeoutMs });
  await app.register(database, { database: dependencies.database, slowQueryMs: config.slowQueryMs });
  await app.register(retention, {
    testDays: config.testRetentionDays,
    auditDays: config.auditRetentionDays,
    storageBytes: config.storageBytes,
  });
  await app.register(auth, { bootstrapApiKey: config.bootstrapApiKey });
  await app.register(limits, { perMinute: config.anonymousPerMinute });
  await app.register(requestContext, { publicUrl: config.publicUrl });
  // Longer than the sample nginx.conf keeps an idle connection; a stop without a delay does not wait.
  await app.register(connections, { idleMs: Math.min(config.shutdownDelayMs, 2_000) });
  await app.register(unknownRoutes);
  await app.register(meteringGate);
  await app.register(socketErrors);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'],
    maxAge: 86_400,
    strictPreflight: false,
  });
  app.addHook('onRequest', app.gate);
  await app.register(json);
  await app.register(validation);
  await app.register(proxy, { config, version: VERSION });
  await app.register(eventStream, { heartbeatMs: config.streamHeartbeatMs });
  await app.register(metrics, {
    host: config.metricsHost,
    port: config.metricsPort,
    maxTests: config.egress.maxTotal,
  });
  await app.register(openapi, { publicUrl: config.publicUrl, version: VERSION });
  await app.register(docsPage, { publicUrl: config.publicUrl });

  await app.register(healthRoutes);
  await app.register(playgroundRoutes, { publicUrl: config.publicUrl });
  await app.register(collectionRoutes, { publicUrl: config.publicUrl });
  await app.register(importRoutes);
  await app.register(siteRoutes, { publicUrl: config.publicUrl });
  await app.register(testRoutes, {
    timeoutMs: config.egress.timeoutMs + config.requestTimeoutMs,
    streamTimeoutMs: config.streamTimeoutMs + config.requestTimeoutMs,
    maskBodies: config.maskRequestBodies,
  });
  await app.register(codeRoutes);
  await app.register(accountRoutes);
  await app.register(pages, config);
  app.addHook('onListen', async () => void startPool());
  app.addHook('onClose', closePool);
  return app;
}
