/** Starts the server: config → database → app → listen → signals. No routes. */
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { DatabaseError, openDatabase } from './db/client.ts';
import { untilAccepted } from './runtime/event-loop.ts';
import { openLog } from './runtime/log.ts';
import { exitBeforeReady, onStop, requestStop } from './runtime/stop-signals.ts';
import { bootstrapAccount, deleteAccount } from './services/accounts.ts';
import { welcomeAccount } from './services/first-start.ts';

/** How long a server that has created its first account may take to undo that when it is stopped. */
const UNDO_MS = 5_000;

/** How often a server that npm started looks for its parent process. */
const PARENT_CHECK_MS = 200;

/** Prints in one line why the server does not start, and exits. */
function fail(message: string): never {
  process.stderr.write(`playgrounds: ${message.replaceAll('\n', ' ')}\n`);
  process.exit(1);
}

function describe(error: unknown, config?: Config): string {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }; // Node sets `port` on errors of listen()
  if (error instanceof ConfigError || error instanceof DatabaseError) return message;
  const ofMetrics = port !== undefined && port === config?.metricsPort && port !== config.port;
  const address = ofMetrics ? `${config.metricsHost}:${port}` : `${config?.host}:${config?.port}`;
  const setting = ofMetrics ? 'METRICS_HOST or METRICS_PORT' : 'HOST or PORT';
  if (code === 'EADDRINUSE') return `The address ${address} is in use. Set ${setting}.`;
  if (code === 'EACCES') return `This user is not allowed to listen on ${address}. Set ${setting}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${ofMetrics ? `METRICS_HOST ${config?.metricsHost}` : `HOST ${config?.host}`} is not an address of this machine.`;
  return `The server cannot start: ${message}`;
}

async function run(config: Config, migrate: boolean): Promise<void> {
  if (config.startedByNpm) stopWithParent();
  const { databaseUrl: url, dataDir, databasePoolSize: poolSize } = config;
  const opening = reportIfSlow(
    url === undefined ? `Opening the database in ${dataDir}…` : 'Waiting for PostgreSQL and its migrations…',
    openDatabase({ url, dataDir, poolSize, migrate }),
  );
  // In parallel: the database starts on its own threads.
  const [database, { buildApp }] = await Promise.all([opening, import('./app.ts')]);
  const app = await buildApp(config, { database, logStream: await openLog() }).catch(async (error) => {
    await database.close();
    throw error;
  });
  let first: Awaited<ReturnType<typeof bootstrapAccount>>;
  let link: string | undefined;
  let stopped: NodeJS.Signals | undefined;
  onStop((signal) => {
    stopped = signal;
    setTimeout(() => exitBeforeReady(signal), UNDO_MS);
  });
  const obeySignal = () => {
    if (stopped !== undefined) throw new Error(`Stopped by ${stopped}`);
  };
  try {
    // Before the server listens: the first request needs its key.
    first = await bootstrapAccount(database.db, config.bootstrapPlan, config.bootstrapApiKey);
    obeySignal();
    // Not printed if the key is configured: then no secret may appear in the output.
    if (first !== undefined && config.bootstrapApiKey === undefined)
      link = await welcomeAccount(database.db, first.accountId, first.key.key);
    obeySignal();
    await app.listen({ host: config.host, port: config.port });
    obeySignal();
  } catch (error) {
    // The server did not start, so the key was never shown.
    if (first !== undefined) await deleteAccount(database.db, first.accountId);
    await app.close();
    if (stopped !== undefined) exitBeforeReady(stopped);
    throw error;
  }
  onStop((signal) => {
    if (app.stopping) process.exit(1);
    app.log.info({ signal }, 'shutting down');
    drain(app, config, 0);
  });
  // Unhandled rejections arrive here, too. Nothing is certain after one, so the supervisor starts a new process.
  process.on('uncaughtException', (err) => {
    app.log.fatal({ err }, 'uncaught exception: the process drains and exits');
    if (!app.stopping) drain(app, config, 1);
  });
  process.stdout.write(welcome(config, app.listeningOrigin, database.driver, { key: first?.key.key, link }));
}

/** Lets running requests finish, and exits. */
function drain(app: FastifyInstance, config: Config, exitCode: number): void {
  // Load balancers see it in /readyz and stop sending requests; until then, requests are served.
  app.stopping = true;
  setTimeout(() => {
    const late = setTimeout(
      () => fail('Requests were still under way at the end of the grace period.'),
      config.shutdownGraceMs,
    );
    untilAccepted()
      .then(() => app.close())
      .then(
        () => {
          clearTimeout(late);
          process.exit(exitCode);
        },
        (error: unknown) => fail(describe(error, config)),
      );
  }, config.shutdownDelayMs);
}

/** Stops when the parent process ends: killing `npm start` reaches only npm and its shell. */
function stopWithParent(): void {
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    requestStop('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/** Milliseconds after which slow startup work is reported. */
const REPORT_AFTER_MS = 1_000;

/** Reports startup work that takes longer than a second. */
async function reportIfSlow<T>(what: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stdout.write(`${what}\n`), REPORT_AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the first-run message. The key is shown once; the link's secret is in its fragment, which is never logged. */
function welcome(
  config: Config,
  origin: string,
  driver: string,
  { key, link }: { key: string | undefined; link: string | undefined },
): string {
  // The unspecified address is not one that a browser can open.
  const everywhere = /\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/;
  const reachable = origin.replace(everywhere, (any) => (any === '//[::]' ? '//[::1]' : '//127.0.0.1'));
  const address = config.publicUrl ?? reachable;
  const more = everywhere.test(origin) ? '   (and on every other address of this machine)' : '';
  const lines = [
    '',
    `Playgrounds listens on ${address}${config.publicUrl === undefined ? more : ''}`,
    `  Docs      ${address}/docs`,
    `  Account   ${address}/account${link === undefined ? '' : `#sign-in=${link}   (signs in once, within ten minutes)`}`,
    `  Database  ${driver === 'pglite' ? `PGlite in ${config.dataDir}` : 'PostgreSQL'}`,
  ];
  const shown = config.bootstrapApiKey === key ? '$BOOTSTRAP_API_KEY' : key;
  if (key !== undefined) {
    lines.push(`  API key   ${shown}${shown === key ? '   (shown only this once)' : ''}`);
    // Double quotes, so that the shell expands the variable.
    lines.push('', 'Try it:', `  curl -H "Authorization: Bearer ${shown}" ${address}/api/playgrounds`);
  } else {
    lines.push('', 'Try it:', `  curl -H 'Authorization: Bearer <API_KEY>' ${address}/api/playgrounds`);
    const stopped = driver === 'pglite' ? ', with this server stopped' : '';
    lines.push(
      '',
      `To create a new key${stopped}:`,
      '  npm run -s admin -- list-accounts --human',
      '  npm run -s admin -- create-key --account ID',
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/**
 * Starts the server. If it cannot start, prints why in one line and exits with status 1.
 * @param options.migrate whether to apply the migrations that are due
 */
export async function start({ migrate }: { migrate: boolean }): Promise<void> {
  let config: Config | undefined;
  try {
    config = loadConfig();
    await run(config, migrate);
  } catch (error) {
    fail(describe(error, config));
  }
}
