/** The process edge: what keeps a server from starting, how it stops, and the operator's command line. */

import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Config, ConfigError, loadConfig } from '../src/config.ts';
import { onEachDatabase } from './helper.ts';
import { isFull, long } from './support/full.ts';
import { plainNode } from './support/plain-node.ts';
import { freePort } from './support/postgres.ts';
import { admin, databaseSettings, KEY, run, startServer, temporaryFolder } from './support/server-process.ts';

t.test('a wrong setting is one line that names it', async (t) => {
  for (const [name, ...values] of [
    ['PORT', 'abc', '-1', '65536', '1.5', '0x10', '1e3'],
    ['DATABASE_URL', 'mysql://x/y', 'nonsense', 'postgres://['],
    ['DATABASE_POOL_SIZE', '0', 'many'],
    ['LOG_LEVEL', 'loud', 'INFO'],
    ['TRUST_PROXY', 'yes', '10.0.0.0/33', 'example.com', '10.0.0.1,'],
    ['PUBLIC_URL', 'example.com', 'ftp://x', 'http://'],
    [
      'BOOTSTRAP_API_KEY',
      'short',
      'pgk_short',
      `pgk_${'x'.repeat(30)}!`,
      'sk_live_0123456789012345678901234',
    ],
    ['BOOTSTRAP_PLAN', 'gold'],
    ['MAX_BODY_BYTES', '1', '1GB'],
    ['MASK_REQUEST_BODIES', 'yes'],
    ['ANONYMOUS_PER_MINUTE', '0'],
    ['REQUEST_TIMEOUT_MS', '1', '20s'],
    ['METRICS_PORT', 'x', '65536'],
    ['SLOW_QUERY_MS', '-1', '1s'],
    ['AUDIT_RETENTION_DAYS', '-1', '1y'],
    ['TEST_RETENTION_DAYS', '-1', '1y', 'gold=3', 'free=', '40000'],
    ['PLAN_STORAGE_MB', 'free', 'free=-1', 'all=x'],
    ['SHUTDOWN_DELAY_MS', '-1', '5s'],
    ['SHUTDOWN_GRACE_MS', '-1', '1h'],
    ['EGRESS_ALLOW', 'localhost', '10.0.0.0/33', '1.2.3.4:99999', '::1/129'],
    ['EGRESS_DENY', 'example.com', '300.1.1.1'],
    ['EGRESS_PROXY_URL', 'proxy:3128', 'socks5://x:1'],
    ['EGRESS_TIMEOUT_MS', '0', 'x'],
    ['EGRESS_MAX_RESPONSE_BYTES', '-1'],
    ['EGRESS_MAX_HEADER_BYTES', '10'],
    ['EGRESS_MAX_REDIRECTS', '51'],
    ['EGRESS_MAX_PER_ACCOUNT', '0'],
    ['EGRESS_MAX_TOTAL', '0'],
  ] as const)
    for (const value of values) {
      t.throws(
        () => loadConfig({ [name]: value }),
        { constructor: ConfigError, message: name },
        `${name}=${value}`,
      );
      try {
        loadConfig({ [name]: value });
      } catch (error) {
        t.notMatch((error as Error).message, '\n', 'one line');
        if (/URL|KEY/.test(name) && value.length > 8)
          t.notOk((error as Error).message.includes(value), 'credentials are not repeated');
      }
    }
  for (const [name, value] of [
    ['PORT', ' 8080 '],
    ['PORT', ''],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8'],
    ['TRUST_PROXY', '2'],
    ['EGRESS_ALLOW', '127.0.0.1:8080, ::1, [::1]:80,10.0.0.0/8'],
  ] as const)
    t.ok(Object.isFrozen(loadConfig({ [name]: value })), `${name}=${value} is taken`);
});

t.test('a secret stands in a variable or in a file', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'secret');
  for (const [name, value, setting] of [
    ['DATABASE_URL', 'postgres://u:s3cret@db:5432/x', (config) => config.databaseUrl],
    ['BOOTSTRAP_API_KEY', KEY, (config) => config.bootstrapApiKey],
    ['EGRESS_PROXY_URL', 'http://u:s3cret@proxy:3128', (config) => config.egress.proxyUrl],
  ] satisfies [string, string, (config: Config) => unknown][]) {
    writeFileSync(file, `${value}\n`);
    t.equal(setting(loadConfig({ [`${name}_FILE`]: file })), value, `${name}_FILE`);
    t.throws(() => loadConfig({ [name]: value, [`${name}_FILE`]: file }), { message: 'not both' });
    writeFileSync(file, '\n');
    t.throws(() => loadConfig({ [`${name}_FILE`]: file }), { message: `${name}_FILE` }, 'an empty file');
    t.throws(() => loadConfig({ [`${name}_FILE`]: join(folder, 'none') }), { message: `${name}_FILE` });
  }
});

t.test('--help prints the usage, and an unknown argument is one line', async (t) => {
  const ask = async (file: string, ...args: string[]) => {
    // A wrong setting and a folder that cannot be: whoever asks for help needs neither.
    const env = { PORT: 'abc', DATA_DIR: '/proc/nowhere', DATABASE_URL: 'nonsense' };
    const { code, stdout, stderr } = await run(t, file, args, env).exited;
    return { code, stdout, lines: stderr.split('\n').length - 1 };
  };
  const usage = (of: RegExp) => ({ code: 0, stdout: of, lines: 0 });
  for (const arg of isFull ? ['--help', '-h', 'help'] : ['--help'])
    t.match(await ask('server.js', arg), usage(/^Usage: npm start/), `server.js ${arg}`);
  for (const args of isFull ? [[], ['--help'], ['-h'], ['help']] : [['--help']])
    t.match(
      await ask('cli/admin.js', ...args),
      usage(/^Usage: .*create-account.*distribute/s),
      `admin ${args}`,
    );
  const { stdout } = await ask('cli/admin.js', 'help');
  const commands = [...stdout.matchAll(/^ {2}([a-z]+-[a-z]+|distribute|migrate)\b/gm)].map(
    ([, name = '']) => name,
  );
  t.ok(commands.length > 15, commands.join());
  // In the short run a few of them: each is a process.
  const tried = isFull ? commands : commands.slice(0, 2);
  for (const [index, command] of tried.entries()) {
    const args = index % 2 === 0 ? [command, '--help'] : ['help', command];
    t.match(await ask('cli/admin.js', ...args), usage(RegExp(`^Usage: .* -- ${command}\\b`)), args.join(' '));
  }
  const wrong = [
    ['server.js', '--port=80'],
    ['server.js', 'start'],
    ['cli/admin.js', 'make-coffee'],
    ['cli/admin.js', 'help', 'make-coffee'],
    ['cli/admin.js', 'list-accounts', '--wrong'],
    ['cli/admin.js', 'list-accounts', 'wrong'],
    ['cli/admin.js', 'set-plan', '--account'],
    ['cli/admin.js', 'set-plan', '--account', '--plan', 'pro'],
  ] as const;
  for (const [file, ...args] of isFull ? wrong : wrong.slice(1, 3))
    t.match(await ask(file, ...args), { code: 1, stdout: '', lines: 1 }, `${file} ${args.join(' ')}`);
});

t.test('what is built is not built again', async (t) => {
  // before.ts has built it.
  const { status, stdout, stderr } = spawnSync(...plainNode(['scripts/built.mjs']));
  t.same([status, String(stdout), String(stderr)], [0, '', '']);
});

t.test('what keeps the server from starting is one line on stderr', { skip: long }, async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const taken = createTcpServer().listen(0, '127.0.0.1');
  t.teardown(() => taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo; // a TCP server's address
  const nobody = await freePort();
  const cases: [what: string, env: Record<string, string>, message: RegExp][] = [
    ['a wrong setting', { PORT: 'abc' }, /PORT must be/],
    ['a folder that is a file', { DATA_DIR: join(folder, 'file') }, /file/],
    ['a folder with a long path', { DATA_DIR: join(folder, 'x'.repeat(100)) }, /too long.*DATA_DIR/],
    ['a port in use', { DATA_DIR: join(folder, 'a'), PORT: String(port) }, /in use/],
    ['no such address', { DATA_DIR: join(folder, 'b'), HOST: '192.0.2.1', PORT: '0' }, /192\.0\.2\.1/],
    ['no database', { DATABASE_URL: `postgres://u:s3cret@127.0.0.1:${nobody}/x` }, /ECONNREFUSED/],
    ['a database that is none', { DATABASE_URL: `postgres://u:s3cret@127.0.0.1:${port}/x` }, /database/i],
  ];
  if (process.getuid?.() !== 0) {
    mkdirSync(join(folder, 'readonly'));
    chmodSync(join(folder, 'readonly'), 0o500);
    cases.push(['a folder that cannot be written', { DATA_DIR: join(folder, 'readonly/data') }, /readonly/]);
  } else t.comment('root may write everywhere: no test of a folder that cannot be written');
  if (process.platform === 'linux')
    cases.push(['a folder that cannot exist', { DATA_DIR: '/proc/foo/bar' }, /\/proc\/foo/]);
  for (const [what, env, message] of cases) {
    const { code, stderr, stdout } = await run(t, 'server.js', [], { LOG_LEVEL: 'error', ...env }).exited;
    t.equal(code, 1, what);
    t.match(stderr, message, what);
    t.equal(stderr.trim().split('\n').length, 1, `${what}: one line`, { stderr });
    t.notMatch(stderr, 's3cret');
    t.notMatch(stdout, 'listens on');
  }
});

t.test(
  'kill of `npm start` ends the server',
  { skip: long || (process.platform === 'win32' && 'no signals on Windows') },
  async (t) => {
    const child = spawn('npm', ['start'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: '0',
        HOST: '127.0.0.1',
        ...(await databaseSettings(t, 'pglite')),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    let printed = '';
    const closed = once(child.stdout, 'close');
    for await (const data of on(child.stdout, 'data')) {
      printed += String(data[0]);
      if (/Try it/.test(printed)) break;
    }
    const origin = /listens on (\S+)/.exec(printed)?.[1] ?? '';
    t.equal((await fetch(`${origin}/healthz`)).status, 200);
    child.kill('SIGTERM');
    child.stdout.resume();
    // The server holds the pipe until it has ended.
    await closed;
    await t.rejects(fetch(`${origin}/healthz`));
  },
);

onEachDatabase(t, 'the first request that is answered finds its key', async (t, driver) => {
  const port = await freePort();
  const settings = { ...(await databaseSettings(t, driver)), PORT: String(port), BOOTSTRAP_API_KEY: KEY };
  const { exited } = run(t, 'server.js', [], { LOG_LEVEL: 'error', HOST: '127.0.0.1', ...settings });
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  let status: number | undefined;
  while (status === undefined && !ended) {
    const headers = { authorization: `Bearer ${KEY}` };
    const answer = await fetch(`http://127.0.0.1:${port}/api/usage`, { headers }).catch(() => undefined);
    status = answer?.status;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  t.equal(status, 200, 'no 401 before the first account exists');
});

/** A target that answers when it is told to. */
async function slowTarget(t: Test): Promise<{ url: string; asked: Promise<void>; answer: () => void }> {
  let answer = () => {};
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const server = createServer((_request, response) => {
    answer = () => void response.end('late');
    tell();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
  return { url, asked, answer: () => answer() };
}

t.test('what is built has all of its pages', async (t) => {
  const server = await startServer(t, await databaseSettings(t, 'pglite'));
  for (const path of ['/', '/account', '/docs']) {
    const page = await server.fetch(path);
    t.equal(page.status, 200, path);
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\.?\/[^"]+\.\w+)"/g)];
    t.ok(files.length > 0, `${path} has files`);
    for (const [, file = ''] of files)
      t.equal((await server.fetch(new URL(file, `${server.origin}${path}`).pathname)).status, 200, file);
  }
  const sent = await server.fetch('/account/sign-in', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `key=${KEY}`,
  });
  t.equal(sent.status, 303, 'signed in');
  t.match(sent.headers.get('set-cookie'), /playgrounds_session=/);
});

onEachDatabase(t, 'the command line, and a graceful end', async (t, driver) => {
  const settings = await databaseSettings(t, driver);
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await admin(t, args, settings);
    t.equal(code, 0, stderr);
    t.equal(stdout.trim().split('\n').length, 1, 'one JSON object on one line');
    return JSON.parse(stdout);
  };
  const made = await command(
    'create-account',
    '--name',
    'Ada',
    '--plan',
    'enterprise',
    '--daily-limit',
    '77',
  );
  t.match(made, { account_id: /^[0-9a-f-]{36}$/, key_id: /^[0-9a-f-]{36}$/, api_key: /^pgk_/ });
  const scoped = await command(
    'create-key',
    '--account',
    made.account_id,
    '--scopes',
    'usage:read, curl:parse',
    '--expires',
    '2099-01-01T00:00:00Z',
  );
  const revoked = await command('create-key', '--account', made.account_id, '--name', 'short');
  t.same(await command('revoke-key', '--key', revoked.key_id), { key_id: revoked.key_id });
  t.match(await command('set-plan', '--account', made.account_id, '--plan', 'starter'), { plan: 'starter' });
  t.match((await command('list-accounts')).accounts, [
    { account_id: made.account_id, name: 'Ada', plan: 'starter', daily_limit: 50_000, keys: 2 },
  ]);

  const server = await startServer(t, { ...settings, HOST: '0.0.0.0' });
  t.match(server.welcome, /create-key --account/, 'an existing database: how to make a new key');
  t.match(server.welcome, /on http:\/\/127\.0\.0\.1:\d+ +\(and on every other address/, 'a URL to go to');
  const usage = (key: string) => server.fetch('/api/usage', { headers: { authorization: `Bearer ${key}` } });
  t.equal((await usage(made.api_key)).headers.get('x-ratelimit-limit'), '50000');
  t.equal((await usage(scoped.api_key)).status, 200);
  t.equal((await usage(revoked.api_key)).status, 401);
  if (driver === 'postgres') {
    t.equal((await admin(t, ['revoke-key', '--key', scoped.api_key], settings)).code, 0, 'by the key itself');
    let status = 200;
    for (let attempt = 0; attempt < 100 && status === 200; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      ({ status } = await usage(scoped.api_key));
    }
    t.equal(status, 401, 'a revoked key stops working within seconds');
  }

  const target = await slowTarget(t);
  const running = server.fetch('/api/tests/execute', {
    method: 'POST',
    body: JSON.stringify({ url: target.url }),
    headers: { authorization: `Bearer ${made.api_key}` },
  });
  await target.asked;
  server.child.kill('SIGTERM');
  let refused = false;
  for (let attempt = 0; attempt < 200 && !refused; attempt += 1) {
    refused = await usage(made.api_key).then(
      ({ status }) => status === 503,
      () => true,
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.ok(refused, 'new requests are refused');
  target.answer();
  const finished = await running;
  t.equal(finished.status, 200, 'the request under way is finished');
  t.equal(((await finished.json()) as { status: string }).status, 'completed');
  const { code, stderr } = await server.exited;
  t.equal(code, 0);
  t.equal(stderr, '');
});

t.test('the command line says what is wrong', { skip: long }, async (t) => {
  const settings = await databaseSettings(t, 'pglite');
  const fails = async (message: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await admin(t, args, settings);
    t.equal(code, 1, args.join(' '));
    t.match(stderr, message, args.join(' '));
    t.notMatch(stderr, /^\s+at /m, 'no stack');
    t.equal(stdout, '');
  };
  // Those that need no database first: they are quick.
  await Promise.all([fails(/no command/, 'make-coffee'), fails(/--wrong/, 'list-accounts', '--wrong')]);
  await fails(/--daily-limit/, 'create-account', '--name', 'n', '--plan', 'enterprise');
  const account = ['--account', '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'];
  await fails(/--expires must be an RFC 3339/, 'create-key', ...account, '--expires', '2099-02-30T00:00:00Z');
  await fails(/no account/, 'create-key', ...account, '--expires', '2096-02-29');
});
