/** Three nodes, of which a worker is lost and comes back: only its own accounts notice. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { CITUS_SETTINGS, citusDatabase, citusSkipped, run, startCitus } from '../support/citus.ts';
import { killPostgres, type PostgresServer, restartPostgres, stopPostgres } from '../support/postgres.ts';
import { admin, type RunningServer, startServer } from '../support/server-process.ts';

const skip = citusSkipped();
const COMMAND = 'curl https://api.example.com/users';

interface Account {
  id: string;
  key: string;
  port: number;
  /** A public and a private playground, and a test of the first. */
  shared: string;
  own: string;
  test: string;
}

/** Sends a request of an account. */
function client(server: RunningServer, { key }: Pick<Account, 'key'>) {
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await server.fetch(path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
}

/** Every kind of write and read of an account; returns the statuses by request. */
async function everything(
  server: RunningServer,
  account: Account,
  target: string,
): Promise<Map<string, number>> {
  const send = client(server, account);
  const statuses = new Map<string, number>();
  const step = async (...args: Parameters<typeof send>) => {
    const response = await send(...args);
    statuses.set(`${args[0]} ${args[1]} ${JSON.stringify(args[2] ?? '')}`, response.status);
    return response.status < 300 && response.text.startsWith('{') ? response.json() : {};
  };
  const created = await step('POST', '/api/playgrounds', { curl_command: COMMAND });
  const repeated = { 'idempotency-key': `k${Math.random()}` };
  const shared = await step('POST', '/api/playgrounds', { curl_command: COMMAND, is_public: true }, repeated);
  const id = created.id ?? account.own;
  const sharedId = shared.id ?? account.shared;
  await step('GET', '/api/playgrounds');
  await step('GET', '/api/playgrounds?search=api.example&sort=name');
  await step('GET', `/api/playgrounds/${id}`);
  await step('PATCH', `/api/playgrounds/${id}`, { is_public: true });
  await step('PATCH', `/api/playgrounds/${id}`, { is_public: false });
  await step('GET', `/p/${sharedId}`);
  await step('POST', '/api/tests/execute', { url: target });
  const key = { 'idempotency-key': `t${Math.random()}` };
  const tested = await step('POST', '/api/tests/execute', { url: target, playground_id: id }, key);
  const testId = tested.id ?? account.test;
  await step('PATCH', `/api/playgrounds/${id}`, { example_test_id: testId });
  for (const path of ['/api/tests', `/api/tests?playgroundId=${id}`, `/api/tests/${testId}`])
    await step('GET', path);
  await step('DELETE', `/api/tests/${testId}`);
  await step('DELETE', `/api/playgrounds/${id}`);
  await step('DELETE', `/api/playgrounds/${sharedId}`);
  const made = await step('POST', '/api/keys', { name: 'x' });
  await step('DELETE', `/api/keys/${made.id ?? account.id}`);
  for (const path of ['/api/usage', '/api/audit', '/api/keys']) await step('GET', path);
  return statuses;
}

/** Makes accounts until every worker has two. */
async function accountsOnEach(
  t: Test,
  server: RunningServer,
  url: string,
  workers: readonly PostgresServer[],
  target: string,
): Promise<Account[]> {
  const accounts: Account[] = [];
  const ports = workers.map((worker) => Number(new URL(worker.url).port));
  while (ports.some((port) => accounts.filter((account) => account.port === port).length < 2)) {
    const { stdout, stderr } = await admin(t, ['create-account', '--name', 'a', '--plan', 'pro'], {
      DATABASE_URL: url,
    });
    t.equal(stderr, '');
    const { account_id: id, api_key: key } = JSON.parse(stdout);
    const [place] = await run(url, [
      `select nodeport from citus_shards where table_name = 'playgrounds'::regclass
         and shardid = get_shard_id_for_distribution_column('playgrounds', '${id}')`,
    ]);
    const send = client(server, { key });
    const playground = async (isPublic: boolean) =>
      (await send('POST', '/api/playgrounds', { curl_command: COMMAND, is_public: isPublic })).json().id;
    const [shared, own] = [await playground(true), await playground(false)];
    const tested = await send('POST', '/api/tests/execute', { url: target, playground_id: own });
    accounts.push({ id, key, port: Number(place?.['nodeport']), shared, own, test: tested.json().id });
  }
  return accounts;
}

/** Sends pairs of requests of an account until stopped; returns what was acknowledged. */
function underLoad(server: RunningServer, account: Account, target: string) {
  let stopped = false;
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const send = client(server, account);
  const worker = async () => {
    while (!stopped) {
      const made = await send('POST', '/api/playgrounds', { curl_command: COMMAND });
      const tested = await send('POST', '/api/tests/execute', { url: target });
      for (const { status } of [made, tested]) statuses.add(status);
      if (made.status === 201) acknowledged.push(`/api/playgrounds/${made.json().id}`);
      if (tested.status === 200) acknowledged.push(`/api/tests/${tested.json().id}`);
    }
  };
  const done = Promise.all([worker(), worker()]);
  const stop = async () => {
    stopped = true;
    await done;
    return { acknowledged, statuses };
  };
  return { stop };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

t.test('a lost worker', { skip }, async (t) => {
  const target = createServer((_request, response) => void response.end('hello')).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => target.close());
  const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;

  const servers = await startCitus(3);
  t.teardown(() => Promise.all(servers.map(stopPostgres)));
  const url = await citusDatabase(servers);
  const env = { DATABASE_URL: url };
  t.match(await admin(t, ['distribute'], env), { code: 0, stderr: '' });
  let server = await startServer(t, env);
  const readiness = async () => {
    const response = await server.fetch('/readyz');
    return { status: response.status, body: await response.json() };
  };
  const [, worker, lost] = servers;
  if (worker === undefined || lost === undefined) throw new Error('three servers');
  const accounts = await accountsOnEach(t, server, url, [worker, lost], targetUrl);
  const lostPort = Number(new URL(lost.url).port);
  const isLost = ({ port }: Account) => port === lostPort;
  const [away, here] = [accounts.filter(isLost), accounts.filter((account) => !isLost(account))];
  t.same(await readiness(), { status: 200, body: { status: 'ok' } });
  const all2xx = async (which: readonly Account[], what: string) => {
    for (const account of which)
      for (const [request, status] of await everything(server, account, targetUrl))
        t.ok(status < 300, `${what}: ${request} ${status}`);
  };
  await all2xx(accounts, 'at first');

  // Lost under load.
  const loads = accounts.map((account) => ({ account, ...underLoad(server, account, targetUrl) }));
  await pause(500);
  killPostgres(lost);
  await pause(2_000);
  const acknowledged: [Account, string][] = [];
  for (const { account, stop } of loads) {
    const { acknowledged: paths, statuses } = await stop();
    for (const path of paths) acknowledged.push([account, path]);
    const allowed = isLost(account) ? [200, 201, 503] : [200, 201];
    t.ok(
      [...statuses].every((status) => allowed.includes(status)),
      `${isLost(account)}: ${[...statuses]}`,
    );
    t.equal(statuses.has(503), isLost(account));
  }
  t.ok(acknowledged.length > 20, `${acknowledged.length} acknowledged`);

  await all2xx(here, 'on the other worker');
  for (const account of away) {
    const statuses = await everything(server, account, targetUrl);
    for (const [request, status] of statuses) t.equal(status, 503, `on the lost worker: ${request}`);
    const response = await client(server, account)('GET', '/api/playgrounds');
    t.match(response.json(), { error: { code: 'service_unavailable' } });
  }
  // A test of a playground whose owner's node is away, by an account that is served.
  const [reader] = here;
  const [owner] = away;
  if (reader === undefined || owner === undefined) throw new Error('accounts on each');
  t.equal((await client(server, reader)('GET', `/api/playgrounds/${owner.shared}`)).status, 503);
  t.same(await readiness(), {
    status: 200,
    body: { status: 'degraded', unavailable_nodes: [`127.0.0.1:${lostPort}`] },
  });

  // Starts and admin commands without it.
  server.child.kill('SIGTERM');
  t.equal((await server.exited).code, 0);
  server = await startServer(t, env);
  await all2xx(here, 'on a server that was started without the worker');
  for (const args of [
    ['migrate'],
    ['list-accounts'],
    ['create-account', '--name', 'new', '--plan', 'pro'],
    ['rename-account', '--account', reader.id, '--name', 'b'],
    ['set-plan', '--account', reader.id, '--plan', 'pro'],
    ['suspend-account', '--account', reader.id],
    ['resume-account', '--account', reader.id],
    ['create-key', '--account', reader.id],
    ['list-keys', '--account', reader.id],
    ['list-events', '--account', reader.id],
    ['export-account', '--account', reader.id],
  ])
    t.match(await admin(t, args, env), { code: 0, stderr: '' }, args.join(' '));
  const refused = await admin(t, ['list-events', '--account', owner.id], env);
  t.equal(refused.code, 1);
  t.match(refused.stderr, /^admin: The database is unavailable: .*\n$/, 'one line says why');
  const [other = reader] = here.slice(1);
  t.match(await admin(t, ['delete-account', '--account', other.id, '--yes'], env), { code: 0, stderr: '' });

  // Back again.
  const back = await restartPostgres(lost, CITUS_SETTINGS);
  t.teardown(() => stopPostgres(back));
  for (let round = 0; round < 50; round += 1) {
    const statuses = await Promise.all(away.map((account) => client(server, account)('GET', '/api/usage')));
    if (statuses.every(({ status }) => status === 200)) break;
    await pause(200);
  }
  await all2xx([...away, reader], 'with the worker again');
  t.same(await readiness(), { status: 200, body: { status: 'ok' } });
  for (const [account, path] of acknowledged)
    if (account !== other) t.equal((await client(server, account)('GET', path)).status, 200, path);
  const counted = `select account_id, list, sum(items)::int, sum(bytes)::int from list_segments group by 1, 2 having sum(items) > 0 order by 1, 2`;
  const before = await run(url, [counted]);
  t.match(await admin(t, ['recount-lists'], env), { code: 0 });
  t.same(await run(url, [counted]), before, 'all counts are exact');
});
