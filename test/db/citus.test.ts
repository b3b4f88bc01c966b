/**
 * A Citus cluster: distributing a database that has rows, what reaches the nodes, and three nodes. `CITUS=1 npm test -- FILES`
 * runs other tests on one node with shards.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/db/client.ts';
import { distribute } from '../../src/db/distribute.ts';
import { apiKeys, runDays } from '../../src/db/schema.ts';
import { createAccount, renameAccount } from '../../src/services/accounts.ts';
import { insertKey, KeyRing, revokeKey } from '../../src/services/api-keys.ts';
import { cliActor } from '../../src/services/audit.ts';
import { deletePlayground } from '../../src/services/delete-playground.ts';
import { idempotent } from '../../src/services/idempotency.ts';
import {
  createPlayground,
  getPlayground,
  listPlaygrounds,
  updatePlayground,
} from '../../src/services/playgrounds.ts';
import { Quota } from '../../src/services/quota.ts';
import { applyRetention } from '../../src/services/retention.ts';
import { runCounts } from '../../src/services/run-counts.ts';
import { endSession, saveSession } from '../../src/services/sessions.ts';
import { sharedVersion } from '../../src/services/shared-playgrounds.ts';
import {
  deleteTestRun,
  listTestRuns,
  newTestRun,
  type Outcome,
  storeTestRun,
} from '../../src/services/test-runs.ts';
import { recountLists } from '../../src/store/counted-rows.ts';
import { readTotal } from '../../src/store/lists.ts';
import { freshPostgresUrl, type TestApp, testApp } from '../helper.ts';
import { citusDatabase, citusSkipped, run, startCitus } from '../support/citus.ts';
import { type PostgresServer, stopPostgres } from '../support/postgres.ts';

const skip = citusSkipped();
const COMMAND = 'curl https://api.example.com/users';

const OUTCOME: Outcome = {
  status: 'completed',
  request: { method: 'GET', url: 'https://api.example.com/', headers: {}, body_size: 0 },
  response: null,
  error: null,
  timings: { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null, total_ms: 1 },
  warnings: [],
};

async function cluster(t: Test, count: number): Promise<PostgresServer[]> {
  const servers = await startCitus(count);
  t.teardown(() => Promise.all(servers.map(stopPostgres)));
  return servers;
}

const opened = (url: string) => openDatabase({ url, dataDir: '', poolSize: 5 });

/** Every operation that reads or writes an account's rows; the runs' ids are those that are left. */
async function useEverything(t: Test, api: TestApp): Promise<void> {
  const { db } = api.database;
  const ok = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const answer = await api.call(method, path, body, headers);
    t.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
    return answer.statusCode === 204 ? undefined : answer.json();
  };
  const { id } = await ok('POST', '/api/playgrounds', { curl_command: COMMAND });
  const shared = await ok(
    'POST',
    '/api/playgrounds',
    { curl_command: COMMAND, is_public: true },
    { 'idempotency-key': 'a' },
  );
  for (const query of [
    '',
    '?page=2',
    '?search=users',
    '?search=u',
    '?is_public=true&sort=name',
    '?sort=-updated_at',
  ])
    await ok('GET', `/api/playgrounds${query}`);
  await ok('GET', `/api/playgrounds/${id}`);
  const guide = await ok('POST', '/api/collections', { name: 'guide', playground_ids: [id, shared.id] });
  await ok('PATCH', `/api/collections/${guide.id}`, { playground_ids: [shared.id] });
  await ok('PATCH', `/api/playgrounds/${id}`, { collection_id: guide.id });
  await ok('POST', '/api/import', { document: `\`\`\`sh\n${COMMAND}\n\`\`\`\n`, collection_id: guide.id });
  t.equal((await ok('GET', '/api/playgrounds?collection_id=none')).pagination.total, 0);
  const [, , imported] = (await ok('GET', `/api/collections/${guide.id}`)).playground_ids;
  await ok('DELETE', `/api/playgrounds/${imported}`);
  for (const byOwner of [true, false])
    runCounts(db).add({ ownerId: api.accountId, playgroundId: id, byOwner }, OUTCOME);
  t.match(await ok('GET', `/api/playgrounds/${id}/stats`), { owner: { runs: 1 }, readers: { runs: 1 } });
  await ok('PATCH', `/api/playgrounds/${id}`, { is_public: true });
  const other = await api.account();
  const asOther = { authorization: `Bearer ${other.key}` };
  await ok('GET', `/api/playgrounds/${shared.id}`, undefined, asOther);
  t.equal((await api.call('PATCH', `/api/playgrounds/${id}`, { theme: 'light' }, asOther)).statusCode, 403);
  t.equal((await api.call('GET', `/p/${id}`)).statusCode, 200);
  const own = await storeTestRun(db, api.accountId, newTestRun(id, OUTCOME));
  const theirs = await storeTestRun(db, other.accountId, newTestRun(id, OUTCOME));
  t.same([own.playground_id, theirs.playground_id], [id, id]);
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      storeTestRun(db, at % 2 === 0 ? api.accountId : other.accountId, newTestRun(null, OUTCOME)),
    ),
  );
  for (const query of ['', '?page=2', `?playgroundId=${id}`]) await ok('GET', `/api/tests${query}`);
  await ok('GET', `/api/tests/${own.id}`);
  await ok('DELETE', `/api/tests/${own.id}`);
  await ok('DELETE', `/api/playgrounds/${id}`);
  t.equal((await ok('GET', `/api/tests/${theirs.id}`, undefined, asOther)).playground_id, null);
  for (const path of ['/api/usage', '/api/audit', '/api/keys']) await ok('GET', path);
  const key = await ok('POST', '/api/keys', { name: 'x' });
  await ok('DELETE', `/api/keys/${key.id}`);
  t.equal((await ok('GET', '/api/tests')).pagination.total, 10, 'counted exactly');
  t.equal(await readTotal(db, other.accountId, 'tests'), 11);
  t.equal(await readTotal(db, api.accountId, 'playgrounds'), 1);
  t.equal(await db.$count(runDays), 0, 'deleted with the playground');
  const done = { dropped: 0, deleted: {} };
  const days = { free: 2, starter: 30, pro: 90, enterprise: 90 };
  await applyRetention(db, { testDays: days, auditDays: 365 }, done);
  const counted = () =>
    db.execute(
      'select account_id, list, sum(items)::int from list_segments group by 1, 2 having sum(items) > 0 order by 1, 2',
    );
  const before = [...((await counted()) as unknown as object[])];
  await recountLists(db);
  t.same(
    [...((await counted()) as unknown as object[])],
    before,
    'what is maintained is what is counted anew',
  );
}

t.test('a database with rows is distributed, once', { skip }, async (t) => {
  const servers = await cluster(t, 1);
  const plain = await opened(await freshPostgresUrl());
  await t.rejects(distribute(plain.db), /no extension citus.*\(docs\/citus.md, "Set up"\)/);
  await plain.close();
  const url = await citusDatabase(servers);
  await run(url, [
    "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false) from pg_dist_node",
  ]);
  const coordinator = await opened(url);
  await t.rejects(distribute(coordinator.db), /no node for shards.*\(docs\/citus.md, "One node"\)/);
  await coordinator.close();
  await run(url, [
    "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node",
  ]);
  for (const heading of ['Set up', 'One node'])
    t.match(readFileSync('docs/citus.md', 'utf8'), `\n## ${heading}\n`, 'the messages name text that exists');
  const database = await opened(url);
  const account = await createAccount(database.db, { name: 'a', plan: 'pro', dailyLimit: null });
  for (let at = 0; at < 30; at += 1)
    await createPlayground(database.db, cliActor(account.accountId), {
      curl_command: COMMAND,
      is_public: at % 3 === 0,
    });
  await storeTestRun(database.db, account.accountId, newTestRun(null, OUTCOME));
  // As an earlier version, cut off after two tables.
  await run(url, ["select create_reference_table('accounts')", "select create_reference_table('api_keys')"]);
  const first = await distribute(database.db);
  t.equal(first.tables.length, 18);
  t.match(
    first.tables.find(({ name }) => name === 'accounts'),
    { kind: 'local' },
  );
  t.same((await distribute(database.db)).distributed, [], 'a second time nothing is left to do');
  t.equal(await readTotal(database.db, account.accountId, 'playgrounds'), 30);
  const api = await testApp(t, 'postgres', { database });
  const as = { authorization: `Bearer ${account.key.key}` };
  t.equal((await api.call('GET', '/api/playgrounds', undefined, as)).json().pagination.total, 30);
  t.equal((await api.call('GET', '/api/tests', undefined, as)).json().pagination.total, 1);
});

/** Writes every statement that a node gets to its log. */
const LOG_STATEMENTS = [
  ...['logging_collector=on', 'log_directory=log', 'log_filename=all.log', 'log_truncate_on_rotation=off'],
  ...['log_statement=all', 'log_min_messages=log'],
];

/** Reads what a node has been sent, without what Citus sends of itself. */
function sentTo({ folder }: PostgresServer): string[] {
  const log = readFileSync(join(folder, 'data', 'log', 'all.log'), 'utf8');
  return log.split('\n').filter((line) => /public\.\w+_\d{6}|COPY |PREPARE TRANSACTION/.test(line));
}

t.test('what reaches the nodes', { skip }, async (t) => {
  const servers = await startCitus(3, false, LOG_STATEMENTS);
  t.teardown(() => Promise.all(servers.map(stopPostgres)));
  const url = await citusDatabase(servers);
  const database = await opened(url);
  t.teardown(() => database.close());
  const { db } = database;
  await distribute(db);
  const [, ...workers] = servers;
  /** Returns the number of statements that work sent to each worker, fewest first. */
  const sent = async (work: () => Promise<unknown>): Promise<number[]> => {
    const before = workers.map((worker) => sentTo(worker).length);
    await work();
    await new Promise((resolve) => setTimeout(resolve, 300)); // the logger has a process of its own
    return workers.map((worker, at) => sentTo(worker).length - (before[at] ?? 0)).sort((a, b) => a - b);
  };
  const { accountId, key } = await createAccount(db, { name: 'a', plan: 'pro', dailyLimit: null });
  const actor = cliActor(accountId);
  const create = (isPublic: boolean) =>
    createPlayground(db, actor, { curl_command: COMMAND, is_public: isPublic });
  const [own, shared, doomed] = [await create(false), await create(true), await create(false)];
  const run = await storeTestRun(db, accountId, newTestRun(null, OUTCOME));
  const quota = new Quota(db);
  t.teardown(() => quota.close());
  const update = (body: object) => updatePlayground(db, actor, own.id, body, undefined);
  const claim = { accountId, operation: 'x', key: 'k', body: {}, abandonedAfterMs: 1_000 };
  const list = (path: object) => listPlaygrounds(db, accountId, { sort: '-created_at', limit: 20, ...path });
  const onOneNode: Record<string, () => Promise<unknown>> = {
    'creating a playground': () => create(false),
    'creating a public playground': () => create(true),
    'publishing a playground': () => update({ is_public: true }),
    'withdrawing a playground': () => update({ is_public: false }),
    'pinning an example': () => update({ example_test_id: run.id }),
    'storing a test': () => storeTestRun(db, accountId, newTestRun(null, OUTCOME)),
    'storing tests at once': () =>
      Promise.all(Array.from({ length: 20 }, () => storeTestRun(db, accountId, newTestRun(null, OUTCOME)))),
    'storing a test of a playground': () => storeTestRun(db, accountId, newTestRun(own.id, OUTCOME)),
    'a request with an Idempotency-Key': () =>
      idempotent(db, claim, (commit) =>
        commit(async (tx) => {
          await createPlayground(tx, actor, { curl_command: COMMAND });
          return { status: 201, location: undefined, body: '{}' };
        }),
      ),
    'counting a request': () => quota.take(accountId, 100),
    'reading playgrounds': () => list({}),
    'searching playgrounds': () => list({ search: 'users', sort: 'name' }),
    'reading a playground': () => getPlayground(db, accountId, own.id),
    'reading a public playground': () => getPlayground(db, null, shared.id),
    'reading its version': () => sharedVersion(db, shared.id),
    'reading tests': () => listTestRuns(db, accountId, { limit: 20 }),
    'reading tests of a playground': () => listTestRuns(db, accountId, { limit: 20, playgroundId: own.id }),
    'deleting a test': () => deleteTestRun(db, actor, run.id, undefined),
    'creating and revoking a key': async () => {
      const made = await db.transaction((tx) => insertKey(tx, actor, { name: 'x' }));
      await revokeKey(db, actor, made.id, undefined);
    },
    'renaming the account': () => renameAccount(db, accountId, 'b'),
  };
  for (const [what, work] of Object.entries(onOneNode)) {
    const [least, most = 0] = await sent(work);
    t.ok(least === 0 && most > 0, `${what}: ${least} and ${most}`);
  }
  const identify = async () => {
    await new KeyRing(db).identify(key.key);
    await new Promise((resolve) => setTimeout(resolve, 100)); // records the use without waiting
  };
  t.same(await sent(identify), [0, 0], 'identifying a key and recording its use');
  t.equal(await db.$count(apiKeys, isNotNull(apiKeys.lastUsedAt)), 1);
  t.same(
    await sent(async () => {
      await saveSession(db, 'x', { keyHash: key.id, expiresAt: new Date() });
      await endSession(db, 'x');
    }),
    [0, 0],
    'signing in and out',
  );
  t.same(
    await sent(async () => (await opened(url)).close()),
    [0, 0],
    'opening a database without migrations',
  );
  const [least] = await sent(() => deletePlayground(db, actor, doomed.id, undefined));
  t.ok(
    (least ?? 0) > 0,
    "only a deletion needs all nodes, for other accounts' tests; it succeeds without them",
  );
});

t.test('three nodes', { skip }, async (t) => {
  const servers = await cluster(t, 3);
  const url = await citusDatabase(servers);
  const database = await opened(url);
  const { nodes, tables } = await distribute(database.db);
  t.equal(nodes, 2, 'the workers have the shards');
  t.equal(tables.filter(({ kind }) => kind === 'distributed').length, 12);
  await useEverything(t, await testApp(t, 'postgres', { database }));
});
