/**
 * Runs commands against a live service on PGlite, which has what the clients' flows need:
 *   node clients/live.mjs <name>=<command>... ; each is run in clients/, and must print "ok" last
 * The environment of each: PLAYGROUNDS_BASE_URL and PLAYGROUNDS_API_KEY; LIMITED_KEY, whose quota is used up; TARGET_URL,
 * a server that the service may reach; FLAKY_URL, the service behind a proxy that answers each request with a 503 first.
 * Needs a built server (npm run build).
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEY = 'pgk_for_the_flow_of_all_clients_0123';
const root = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'clients-'));

async function listen(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

const target = await listen((incoming, answer) => {
  incoming.resume();
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify({ method: incoming.method, url: incoming.url }));
});

const dataDir = join(folder, 'data');
const settings = {
  PATH: process.env.PATH,
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  EGRESS_ALLOW: `127.0.0.1:${new URL(target.url).port}`,
  BOOTSTRAP_API_KEY: KEY,
};
// The command line and the server take turns: PGlite belongs to one process.
async function serve() {
  const server = spawn(process.execPath, [join(root, 'dist/server.js')], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  let printed = '';
  const origin = await new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /listens on (\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`the server did not start\n${printed}`)));
  });
  const stop = () => {
    server.kill('SIGTERM');
    return exited;
  };
  return { origin, stop };
}
await (await serve()).stop();
const limited = JSON.parse(
  execFileSync(
    process.execPath,
    [
      join(root, 'dist/cli/admin.js'),
      'create-account',
      '--name',
      'limited',
      '--plan',
      'enterprise',
      '--daily-limit',
      '1',
    ],
    { env: settings, encoding: 'utf8' },
  ),
).api_key;
const { origin, stop } = await serve();
await fetch(`${origin}/api/usage`, { headers: { authorization: `Bearer ${limited}` } });

const seen = new Set();
const flaky = await listen((incoming, answer) => {
  const { idempotency_key: _, ...rest } = incoming.headers;
  // The same request a second time is an attempt to repeat it.
  const attempt = `${incoming.method} ${incoming.url} ${incoming.headers['idempotency-key'] ?? rest['user-agent']}`;
  if (seen.has(attempt)) {
    const { method, url: path, headers } = incoming;
    seen.delete(attempt);
    const onward = request(`${origin}${path}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(onward);
    return;
  }
  seen.add(attempt);
  incoming.resume();
  answer.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json', 'x-request-id': 'none' });
  answer.end(
    JSON.stringify({ error: { code: 'service_unavailable', message: 'Try again.', request_id: 'none' } }),
  );
});

let failed = 0;
let passed = 0;
for (const argument of process.argv.slice(2)) {
  const at = argument.indexOf('=');
  const [name, command] = [argument.slice(0, at), argument.slice(at + 1)];
  const began = Date.now();
  // Not spawnSync: the servers of this process must go on.
  const child = spawn('bash', ['-c', command], {
    cwd: join(root, 'clients'),
    env: {
      ...process.env,
      PLAYGROUNDS_BASE_URL: origin,
      PLAYGROUNDS_API_KEY: KEY,
      LIMITED_KEY: limited,
      TARGET_URL: `${target.url}/`,
      FLAKY_URL: flaky.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  const good = status === 0 && output.trimEnd().endsWith('ok');
  if (good) passed += 1;
  else failed += 1;
  console.log(`${good ? 'ok     ' : 'not ok '} ${name} ${((Date.now() - began) / 1000).toFixed(1)} s`);
  if (!good) console.log(output);
}
await stop();
for (const { server } of [target, flaky]) server.close().closeAllConnections();
rmSync(folder, { recursive: true });
console.log(`clients: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
