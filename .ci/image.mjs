/**
 * Runs the image with runc as compose.yaml has it: read-only root, no rights, a volume at /data; the network is that of
 * the machine. Called by .ci/image.
 *   node .ci/image.mjs IMAGE.json ROOT WORK    what `buildah inspect` prints, the mounted image, a folder to work in
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [inspected, root, work] = process.argv.slice(2);
const image = JSON.parse(readFileSync(inspected, 'utf8')).Docker.config;
/** The user `node` of the image. */
const [UID, GID] = [1000, 1000];
const KEY = 'pgk_for_the_image_0123456789abcdef';
const READY_MS = 60_000;
let failed = 0;
let containers = 0;

function check(ok, what, detail = '') {
  console.log(`${ok ? 'ok    ' : 'not ok'} ${what}${ok || detail === '' ? '' : `\n${detail}`}`);
  if (!ok) failed += 1;
}

const runc = (...args) => ['runc', ['--root', join(work, 'runc'), ...args]];
const runcSync = (...args) => spawnSync(...runc(...args), { encoding: 'utf8', timeout: 120_000 });

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A new volume, as Docker makes it: empty, and of the owner that the image's folder has. */
function newVolume() {
  const folder = join(work, `volume${++containers}`);
  mkdirSync(folder);
  chownSync(folder, UID, GID);
  return folder;
}

/** Writes the bundle of a container; gives its folder. */
function bundle(id, args, volume, env) {
  const folder = join(work, id);
  mkdirSync(folder);
  runcSync('spec', '--bundle', folder);
  const path = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  Object.assign(config.process, {
    terminal: false,
    args,
    cwd: image.WorkingDir,
    user: { uid: UID, gid: GID },
    env: [...image.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
    capabilities: {},
    noNewPrivileges: true,
  });
  config.root = { path: root, readonly: true };
  config.mounts.push({ destination: '/data', type: 'bind', source: volume, options: ['rbind', 'rw'] });
  config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network');
  writeFileSync(path, JSON.stringify(config));
  return folder;
}

/** Starts a command in a container, by default the image's own. */
async function start({ args = image.Cmd, volume = newVolume(), env = {} } = {}) {
  const id = `playgrounds-${process.pid}-${++containers}`;
  const port = await freePort();
  const folder = bundle(id, args, volume, { HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'error', ...env });
  const child = spawn(...runc('run', '--bundle', folder, id), { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const exited = new Promise((resolve) =>
    child.once('close', (code) => {
      runcSync('delete', '--force', id);
      resolve(code);
    }),
  );
  const origin = `http://127.0.0.1:${port}`;
  return { id, origin, volume, exited, printed: () => printed };
}

/** What /readyz says in the end. */
async function readiness({ origin, exited }) {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  let status = 0;
  for (const until = Date.now() + READY_MS; status !== 200 && !ended && Date.now() < until; await wait(100))
    status = await fetch(`${origin}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
  return status;
}

/** Runs a command in a container of its own to its end. */
async function runOnce(options) {
  const container = await start(options);
  return { status: await container.exited, printed: container.printed() };
}

async function stop(container) {
  const began = Date.now();
  runcSync('kill', container.id, 'TERM');
  const status = await Promise.race([container.exited, wait(20_000, 'still running', { ref: false })]);
  if (status === 'still running') runcSync('kill', container.id, 'KILL');
  return { status, ms: Date.now() - began };
}

function checkConfiguration() {
  check(image.User === 'node', 'runs as the user node', image.User);
  check('/data' in (image.Volumes ?? {}), 'has the volume /data');
  check(image.Healthcheck?.Test?.[0] === 'CMD', 'has a health check');
  check(image.StopSignal === 'SIGTERM', 'is stopped with SIGTERM');
}

async function checkServer() {
  const metrics = await freePort();
  const first = await start({ env: { BOOTSTRAP_API_KEY: KEY, METRICS_PORT: metrics } });
  check((await readiness(first)) === 200, 'serves on a read-only root', first.printed());
  const health = runcSync('exec', first.id, ...image.Healthcheck.Test.slice(1));
  check(health.status === 0, 'is healthy', health.stderr);
  const uid = runcSync('exec', first.id, 'id', '-u').stdout.trim();
  check(uid === String(UID), 'has no rights', uid);
  for (const path of ['/app/x', '/home/node/x', '/x'])
    check(runcSync('exec', first.id, 'touch', path).status !== 0, `cannot write ${path}`);
  const series = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const commit = /build_info\{.*commit="(\w+)"/.exec(series)?.[1];
  check(/^[0-9a-f]{12}$/.test(commit), 'build_info has the commit', commit);
  const { status, ms } = await stop(first);
  check(status === 0, `ends with status 0 on SIGTERM (${ms} ms)`, `status ${status}\n${first.printed()}`);

  const again = await start({ volume: first.volume });
  check((await readiness(again)) === 200, 'starts again with the same volume', again.printed());
  const { status: code } = await fetch(`${again.origin}/api/usage`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  check(code === 200, 'finds its data again', `status ${code}`);
  await stop(again);
}

/**
 * SIGTERM at several moments of a start: PID 1 has no default action for it. Before Node runs our first line, after some 100 ms,
 * the kernel drops it; with an init (compose.yaml) it does not.
 */
async function checkEarlySignal() {
  for (const delay of [250, 500, 1000]) {
    const container = await start();
    await wait(delay);
    const { status, ms } = await stop(container);
    check(
      typeof status === 'number' && ms < 10_000,
      `ends on SIGTERM ${delay} ms after its start: status ${status} after ${ms} ms`,
      container.printed(),
    );
  }
}

async function checkCommands() {
  const volume = newVolume();
  const migrated = await runOnce({ args: ['npm', 'run', 'db:migrate'], volume });
  check(migrated.status === 0, 'npm run db:migrate', migrated.printed);
  const accounts = await runOnce({ args: ['npm', 'run', '-s', 'admin', '--', 'list-accounts'], volume });
  check(accounts.status === 0, 'npm run -s admin -- list-accounts', accounts.printed);
}

checkConfiguration();
await checkServer();
await checkEarlySignal();
await checkCommands();
console.log(failed === 0 ? 'The image does what it should.' : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
