/** Signals are obeyed at every moment of the start, and a hangup drains like any other signal. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { onEachDatabase } from './helper.ts';
import { long } from './support/full.ts';
import { admin, databaseSettings, run, startServer } from './support/server-process.ts';

/** Starts a server, stops it after some time, and returns how it ended and how long that took. */
async function stopAfter(t: Test, ms: number, signal: NodeJS.Signals, env: Record<string, string>) {
  const { child, exited } = run(t, 'server.js', [], env);
  await new Promise((resolve) => setTimeout(resolve, ms));
  const asked = performance.now();
  child.kill(signal);
  const { code, stdout, stderr } = await exited;
  return { code, signal: child.signalCode, stdout, stderr, took: performance.now() - asked };
}

onEachDatabase(
  t,
  'a signal at any moment of the start',
  async (t, driver) => {
    const settings = await databaseSettings(t, driver);
    const ready = performance.now();
    const server = await startServer(t, { ...settings, BOOTSTRAP_API_KEY: '' });
    const startMs = performance.now() - ready;
    server.child.kill('SIGTERM');
    await server.exited;
    // A new database: whether an account stays behind whose key nobody has seen is part of the question.
    const fresh = await databaseSettings(t, driver);
    let before = 0;
    let shown = 0;
    for (let step = 0; step <= 8; step += 1) {
      const ms = Math.round((startMs * step) / 7);
      const ended = await stopAfter(t, ms, step % 2 === 0 ? 'SIGTERM' : 'SIGINT', fresh);
      // Node itself takes some time to start; until then the signal's default ends the process. How long differs
      // from start to start, so a later step may meet it once more, but none after half of the start.
      if (ended.signal === null) t.match(ended, { code: 0, stderr: '' }, `after ${ms} ms`);
      else
        t.match({ step, ...ended }, { step: /^[0-3]$/, stdout: '' }, `after ${ms} ms, before our first line`);
      t.ok(ended.took < 10_000, `within ${Math.round(ended.took)} ms`);
      if (ended.stdout.includes('before the server was ready')) before += 1;
      if (/API key +pgk_/.test(ended.stdout)) shown += 1;
    }
    const { stdout } = await admin(t, ['list-accounts'], fresh);
    t.equal(JSON.parse(stdout).accounts.length, shown, 'no account whose key was never shown');
    t.ok(before > 0, `${before} were stopped during their start`);
  },
  long,
);

t.test('a signal while the database does not answer', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo; // a TCP server's address
  const env = { DATABASE_URL: `postgres://u@127.0.0.1:${port}/x` };
  const { child, exited } = run(t, 'server.js', [], env);
  await once(silent, 'connection');
  child.kill('SIGTERM');
  t.match(await exited, { code: 0, stdout: 'Stopped by SIGTERM before the server was ready.\n', stderr: '' });
});

t.test('SIGHUP drains and exits, and the log says so', async (t) => {
  const settings = await databaseSettings(t, 'pglite');
  const server = await startServer(t, { ...settings, LOG_LEVEL: 'info', SHUTDOWN_DELAY_MS: '500' });
  server.child.kill('SIGHUP');
  while ((await server.fetch('/readyz')).status !== 503)
    await new Promise((resolve) => setTimeout(resolve, 10));
  t.equal((await server.fetch('/api/usage')).status, 200, 'requests are served until the end');
  const { code, stdout, stderr } = await server.exited;
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.match(stdout, /"signal":"SIGHUP","msg":"shutting down"/);
});
