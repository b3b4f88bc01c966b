/**
 * A Citus cluster: distributing a database that has rows, what a statement costs in tasks (1 is one shard, 0 a reference
 * table), and three nodes. `CITUS=1 npm test -- FILES` runs other tests on one node with shards.
 */
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { distribute } from '../../src/db/distribute.ts';
import { createAccount } from '../../src/services/accounts.ts';
import { cliActor } from '../../src/services/audit.ts';
import { createPlayground } from '../../src/services/playgrounds.ts';
import { applyRetention } from '../../src/services/retention.ts';
import { newTestRun, type Outcome, storeTestRun } from '../../src/services/test-runs.ts';
import { recountLists } from '../../src/store/counted-rows.ts';
import { readTotal } from '../../src/store/lists.ts';
import { freshPostgresUrl, type TestApp, testApp } from '../helper.ts';
import { citusDatabase, citusMissing, run, startCitus } from '../support/citus.ts';
import { type PostgresServer, stopPostgres } from '../support/postgres.ts';

const skip = process.env['CITUS'] === '1' ? 'CITUS=1 is for the other tests' : (citusMissing() ?? false);
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
  await t.rejects(distribute(plain.db), /no extension citus/);
  await plain.close();
  const url = await citusDatabase(servers);
  const database = await opened(url);
  const account = await createAccount(database.db, { name: 'a', plan: 'pro', dailyLimit: null });
  for (let at = 0; at < 30; at += 1)
    await createPlayground(database.db, cliActor(account.accountId), {
      curl_command: COMMAND,
      is_public: at % 3 === 0,
    });
  await storeTestRun(database.db, account.accountId, newTestRun(null, OUTCOME));
  // Cut off after two tables.
  await run(url, ["select create_reference_table('accounts')", "select create_reference_table('api_keys')"]);
  const first = await distribute(database.db);
  t.notOk(first.distributed.includes('accounts'), 'what is distributed is left as it is');
  t.equal(first.tables.length, 12);
  t.same((await distribute(database.db)).distributed, [], 'a second time nothing is left to do');
  t.equal(await readTotal(database.db, account.accountId, 'playgrounds'), 30);
  const api = await testApp(t, 'postgres', { database });
  const as = { authorization: `Bearer ${account.key.key}` };
  t.equal((await api.call('GET', '/api/playgrounds', undefined, as)).json().pagination.total, 30);
  t.equal((await api.call('GET', '/api/tests', undefined, as)).json().pagination.total, 1);
});

/** Statements that need several shards, and why they may. */
const MANY_SHARDS: readonly [statement: RegExp, why: string][] = [
  [/update "test_runs" set "playground_id" = /, 'tests that other accounts made of a deleted playground'],
  [/^delete from "audit_events" where .*"created_at" </, 'the hourly job: old events of all accounts'],
  [
    /^select .* from "deleted_playgrounds" where .*"deleted_at" </,
    'the hourly job: those past undoing, of all accounts',
  ],
  [/^select distinct "account_id", "list"/, 'recount-lists, a command of the operator'],
];

t.test('statements and their tasks', { skip }, async (t) => {
  const servers = await cluster(t, 1);
  const url = await citusDatabase(servers);
  const database = await opened(url);
  await distribute(database.db);
  const seen = new Map<string, unknown[]>();
  watchStatements(database, seen);
  const api = await testApp(t, 'postgres', { database });
  await useEverything(t, api);
  t.ok(seen.size > 25, `${seen.size} statements`);
  const client = postgres(url, { max: 1, onnotice: () => {} });
  t.teardown(() => client.end());
  const excused = new Set<RegExp>();
  const table: string[] = [];
  for (const statement of seen.keys()) {
    if (
      !/"?(playgrounds|test_runs|list_segments|usage_days|idempotency_keys|audit_events|public_runs)"?/.test(
        statement,
      )
    )
      continue;
    if (
      /pg_inherits|_partition|recount_lists|_past|join test_runs|limit \$\d+\) and|having sum/.test(statement)
    )
      continue; // the hourly job's, and this test's
    const tasks = await tasksOf(client, statement);
    table.push(`${String(tasks).padStart(3)}  ${statement.slice(0, 110)}`);
    const known = MANY_SHARDS.find(([pattern]) => pattern.test(statement));
    if (known !== undefined) excused.add(known[0]);
    else t.ok(tasks <= 1, `${tasks} tasks: ${statement}`);
  }
  for (const line of table) t.comment(line);
  t.equal(excused.size, MANY_SHARDS.length, 'nothing is excused that is not sent');
});

/** The texts of statements on distributed tables. */
function watchStatements({ queries }: Database, seen: Map<string, unknown[]>): void {
  queries.listen((_name, _ms, text) => seen.set(text.replace(/\s+/g, ' ').trim(), []));
}

/** The most tasks that a part of a statement has, with an account's id for every id. */
async function tasksOf(client: postgres.Sql, statement: string): Promise<number> {
  const types = (await client.unsafe(statement, [], { prepare: true }).describe()).types;
  const values = types.map((type) => literal(type));
  const text = statement.replace(/\$(\d+)/g, (_all, number: string) => values[Number(number) - 1] ?? 'null');
  const plan = (await client.unsafe(`explain ${text}`)).map((row) => String(row['QUERY PLAN'])).join('\n');
  return Math.max(0, ...Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count)));
}

const ID = '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c';
const LITERALS: Record<number, string> = {
  2950: `'${ID}'::uuid`,
  2951: `'{${ID}}'::uuid[]`,
  1184: "'2026-01-01Z'::timestamptz",
  1082: "'2026-01-01'::date",
  16: 'true',
  20: '1::bigint',
  23: '1',
  701: '1::float8',
  1009: "'{}'::text[]",
};
const literal = (type: number): string => LITERALS[type] ?? "'x'::text";

t.test('three nodes', { skip }, async (t) => {
  const servers = await cluster(t, 3);
  const url = await citusDatabase(servers);
  const database = await opened(url);
  const { nodes, tables } = await distribute(database.db);
  t.equal(nodes, 2, 'the workers have the shards');
  t.ok(tables.every(({ kind }) => kind === 'distributed' || kind === 'reference'));
  await useEverything(t, await testApp(t, 'postgres', { database }));
});
