/**
 * Runs commands against a live service on PGlite, which has what the clients' flows need:
 *   node clients/live.mjs [--compare] <name>=<command>... ; each is run in clients/, and must print "ok" last
 * The environment of each: PLAYGROUNDS_BASE_URL and PLAYGROUNDS_API_KEY; LIMITED_KEY, whose quota is used up; TARGET_URL,
 * a server that the service may reach, which streams three events at events and never ends at events/endless; FLAKY_URL, the service behind a proxy that responds to each request with a 503 first.
 * With --compare, what the four libraries send is compared with the document: a flow that leaves out an operation, a parameter or a field
 * of a body fails.
 * Needs a built server (npm run build).
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  if (incoming.url.startsWith('/events')) {
    answer.setHeader('content-type', 'text/event-stream');
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      answer.write(`data: é ${sent}\n\n`);
      // Without an end only those that are cancelled end.
      if (sent === 3 && incoming.url === '/events') answer.end();
    }, 50);
    answer.on('close', () => clearInterval(timer));
    return;
  }
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

const compared = process.argv[2] === '--compare';
const LIBRARIES = new Set(compared ? ['python', 'javascript', 'go', 'ruby'] : []);
const document = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8'));
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, path, method })))
  // Health is for those who run the service.
  .filter(({ tags }) => !tags.includes('Operations'));

/** A new playground has no results of which one could be its example. */
const NEVER = 'createPlayground example_test_id';

/** All that an operation has for callers: itself, its query, Idempotency-Key, and the fields of its own body. */
function partsOf({ operationId, parameters = [], requestBody }) {
  const named = parameters.filter((one) => one.in === 'query' || one.name === 'Idempotency-Key');
  const model = requestBody?.content['application/json'].schema.$ref?.split('/').at(-1) ?? '';
  const fields = /Request$/.test(model) ? Object.keys(document.components.schemas[model].properties) : [];
  return [
    operationId,
    ...[...named.map((one) => one.name.toLowerCase()), ...fields].map((one) => `${operationId} ${one}`),
  ].filter((part) => part !== NEVER);
}
let sent = new Set();
/** The service behind a proxy that writes down which parts of the document are used. */
const recorder = await listen(async (incoming, answer) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method, url, headers } = incoming;
  const { pathname, searchParams } = new URL(url, origin);
  const found = operations.find(
    (one) =>
      one.method === method.toLowerCase() &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, '(?!execute$|stream$)[^/]+')}$`).test(pathname),
  );
  if (found !== undefined) {
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : {};
    const names = [...searchParams.keys(), ...Object.keys(headers), ...Object.keys(body)];
    sent.add(found.operationId);
    for (const name of names) sent.add(`${found.operationId} ${name.toLowerCase()}`);
  }
  const onward = request(`${origin}${url}`, { method, headers }, (response) => {
    answer.writeHead(response.statusCode, response.headers);
    response.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  onward.end(Buffer.concat(chunks));
});

const seen = new Set();
const flaky = await listen((incoming, answer) => {
  const { idempotency_key: _, ...rest } = incoming.headers;
  // The same request a second time is an attempt to repeat it.
  const attempt = `${incoming.method} ${incoming.url} ${incoming.headers['idempotency-key'] ?? rest['user-agent']}`;
  // Browsers ask first whether they may.
  if (seen.has(attempt) || incoming.method === 'OPTIONS') {
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
  answer.writeHead(503, {
    'retry-after': '1',
    'content-type': 'application/json',
    'x-request-id': 'none',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after, x-request-id',
  });
  answer.end(
    JSON.stringify({ error: { code: 'service_unavailable', message: 'Try again.', request_id: 'none' } }),
  );
});

let failed = 0;
let passed = 0;
for (const argument of process.argv.slice(compared ? 3 : 2)) {
  const at = argument.indexOf('=');
  const [name, command] = [argument.slice(0, at), argument.slice(at + 1)];
  const began = Date.now();
  sent = new Set();
  // Not spawnSync: the servers of this process must go on.
  const child = spawn('bash', ['-c', command], {
    cwd: join(root, 'clients'),
    env: {
      ...process.env,
      PLAYGROUNDS_BASE_URL: LIBRARIES.has(name) ? recorder.url : origin,
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
  const parts = LIBRARIES.has(name) ? operations.flatMap(partsOf) : [];
  const missing = parts.filter((part) => !sent.has(part.toLowerCase()) && !sent.has(part));
  if (missing.length > 0) output += `\nthe flow leaves out: ${missing.join(', ')}\n`;
  const good = status === 0 && missing.length === 0 && output.trimEnd().endsWith('ok');
  if (good) passed += 1;
  else failed += 1;
  console.log(
    `${good ? 'ok     ' : 'not ok '} ${name} ${((Date.now() - began) / 1000).toFixed(1)} s${parts.length > 0 ? `, ${parts.length} parts of the document` : ''}`,
  );
  if (!good) console.log(output);
}
await stop();
for (const { server } of [target, flaky, recorder]) server.close().closeAllConnections();
rmSync(folder, { recursive: true });
console.log(`clients: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
