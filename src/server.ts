/** Starts the server: config → database → app → listen → signals. No routes. */
import { createServer } from 'node:net';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { DatabaseError, openDatabase } from './db/client.ts';
import { openLog } from './runtime/log.ts';
import { bootstrapAccount, deleteAccount } from './services/accounts.ts';
import { welcomeAccount } from './services/first-start.ts';

/** A second signal within this time counts as the same signal. */
const SAME_SIGNAL_MS = 500;

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

async function run(config: Config): Promise<void> {
  // Checked before slow work, to fail early.
  await tryAddress(config.host, config.port);
  if (config.metricsPort !== undefined) await tryAddress(config.metricsHost, config.metricsPort);
  const opening = reportIfSlow(
    config.databaseUrl === undefined
      ? `Opening the database in ${config.dataDir}…`
      : 'Waiting for PostgreSQL and its migrations…',
    openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePoolSize }),
  );
  // In parallel: the database starts on its own threads.
  const [database, { buildApp }] = await Promise.all([opening, import('./app.ts')]);
  const app = await buildApp(config, { database, logStream: await openLog() }).catch(async (error) => {
    await database.close();
    throw error;
  });
  let first: Awaited<ReturnType<typeof bootstrapAccount>>;
  let link: string | undefined;
  try {
    // Before the server listens: the first request needs its key.
    first = await bootstrapAccount(database.db, config.bootstrapPlan, config.bootstrapApiKey);
    // Not printed if the key is configured: then no secret may appear in the output.
    if (first !== undefined && config.bootstrapApiKey === undefined)
      link = await welcomeAccount(database.db, first.accountId, first.key.key);
    await app.warmUp();
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    // The server did not start, so the key was never shown.
    if (first !== undefined) await deleteAccount(database.db, first.accountId);
    await app.close();
    throw error;
  }
  process.stdout.write(welcome(config, app.listeningOrigin, database.driver, { key: first?.key.key, link }));

  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      // Ctrl-C under `npm start` arrives twice: from the terminal, and forwarded by npm.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1); // a second signal: exit at once
      return;
    }
    app.log.info({ signal }, 'shutting down');
    drain(0);
  };
  /** Ends the process when the requests under way have ended. */
  const drain = (exitCode: number) => {
    stoppingSince = performance.now();
    // Load balancers see it in /readyz and stop sending requests; until then, requests are served.
    app.stopping = true;
    setTimeout(() => {
      const late = setTimeout(
        () => fail('Requests were still under way at the end of the grace period.'),
        config.shutdownGraceMs,
      );
      app.close().then(
        () => {
          clearTimeout(late);
          process.exit(exitCode);
        },
        (error: unknown) => fail(describe(error, config)),
      );
    }, config.shutdownDelayMs);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Unhandled rejections arrive here, too. Nothing is certain after one, so the supervisor starts a new process.
  process.on('uncaughtException', (err) => {
    app.log.fatal({ err }, 'uncaught exception: the process drains and exits');
    if (stoppingSince === undefined) drain(1);
  });
  if (!config.startedByNpm) return;
  // Killing `npm start` reaches only npm and its shell.
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    stop('SIGTERM');
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

/** Checks that an address is available by listening on it briefly. Rejects with Node's error if it is not. */
function tryAddress(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
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

let config: Config | undefined;
try {
  config = loadConfig();
  await run(config);
} catch (error) {
  fail(describe(error, config));
}
