/** A database that an earlier version distributed, with rows in it, is upgraded: on one Citus node and on three. */
import t, { type Test } from 'tap';
import { openDatabase } from '../../src/db/client.ts';
import { distribute } from '../../src/db/distribute.ts';
import { generateKey, hashKey } from '../../src/services/api-keys.ts';
import { newId } from '../../src/store/ids.ts';
import { testApp } from '../helper.ts';
import { citusDatabase, citusSkipped, run, startCitus } from '../support/citus.ts';
import { stopPostgres } from '../support/postgres.ts';
import { admin, earlierMigrations, startServer } from '../support/server-process.ts';

const skip = citusSkipped();

/** Migrations of the first version that could be distributed: without examples, undo and variables. */
const EARLIER = 12;

/** What that version's `distribute` sent. */
const DISTRIBUTE = [
  ...['uuid_at(timestamptz)', 'uuid_hour(uuid)', 'name_trigrams(uuid, text)'].map(
    (name) => `select create_distributed_function('${name}')`,
  ),
  `select create_distributed_function('clock_after(timestamptz, double precision)')`,
  ...['accounts', 'api_keys', 'public_playgrounds', 'sessions'].map(
    (name) => `select create_reference_table('${name}')`,
  ),
  ...[
    'usage_days',
    'idempotency_keys',
    'public_runs',
    'list_segments',
    'audit_events',
    'playgrounds',
    'test_runs',
  ].map(
    (name) =>
      `begin; set local citus.multi_shard_modify_mode = 'sequential';
       select create_distributed_table('${name}', 'account_id', colocate_with => '${name === 'usage_days' ? 'default' : 'usage_days'}');
       commit`,
  ),
];

const PLAYGROUNDS = 24;
const TIMINGS = '{"dns_ms":null,"tcp_ms":1,"tls_ms":null,"first_byte_ms":1,"download_ms":1,"total_ms":3}';

/** Fills accounts as that version would, each with playgrounds, half of them public, and a test. */
function rowsOf(account: string, key: string): string[] {
  return [
    `insert into accounts values ('${account}', 'a', 'pro', null, now())`,
    `insert into api_keys values ('${newId()}', '${account}', 'k', 'pgk_', '${hashKey(key)}',
       '{playgrounds:read,playgrounds:write,tests:read,tests:execute,usage:read}', now())`,
    ...Array.from({ length: PLAYGROUNDS }, newId).flatMap((id, at) => [
      `insert into playgrounds (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
         values ('${id}', '${account}', 'Ünï ${at}', 'ünï ${at}', 'curl https://api.example.com/${at}', ${at % 2 === 0}, 'dark', '{python}', now(), now())`,
      ...(at % 2 === 0 ? [`insert into public_playgrounds values ('${id}', '${account}')`] : []),
    ]),
    `insert into test_runs (id, account_id, status, request, timings, warnings, created_at)
       values ('${newId()}', '${account}', 'completed', '{"method":"GET","url":"https://api.example.com/","headers":{},"body_size":0}', '${TIMINGS}', '[]', now())`,
  ];
}

async function upgrades(t: Test, nodes: number): Promise<void> {
  const servers = await startCitus(nodes);
  t.teardown(() => Promise.all(servers.map(stopPostgres)));
  const url = await citusDatabase(servers, earlierMigrations(t, EARLIER));
  const keys = Array.from({ length: 4 }, () => ({ account: newId(), key: generateKey() }));
  await run(url, [
    ...DISTRIBUTE,
    ...keys.flatMap(({ account, key }) => rowsOf(account, key)),
    'select recount_lists()',
  ]);

  const server = await startServer(t, { DATABASE_URL: url });
  const served = async (response: Promise<Response>) => {
    const { status } = await response;
    t.equal(status, 200);
    return (await response).json();
  };
  for (const { key } of keys) {
    const headers = { authorization: `Bearer ${key}` };
    const { data, pagination } = await served(server.fetch('/api/playgrounds', { headers }));
    t.equal(pagination.total, PLAYGROUNDS, 'all playgrounds are listed');
    t.match(data[0], { variables: [], example_test_id: null, name: /^Ünï/ });
    t.equal((await served(server.fetch('/api/tests', { headers }))).pagination.total, 1);
    const body = JSON.stringify({ name: 'changed' });
    await served(server.fetch(`/api/playgrounds/${data[0].id}`, { method: 'PATCH', headers, body }));
    const { id } = data.find(({ is_public }: { is_public: boolean }) => is_public);
    t.equal((await server.fetch(`/p/${id}`)).status, 200, 'public ones are found');
  }
  server.child.kill('SIGTERM');
  t.equal((await server.exited).code, 0);

  const again = await admin(t, ['distribute', '--human'], { DATABASE_URL: url });
  t.equal(again.code, 0, again.stderr);
  t.match(
    again.stdout,
    /^distributed: \["run_days","collections","sites","site_days","deleted_playgrounds"\]\ntables:\n[^\n]*\n[^\n]* name /,
  );
  const database = await openDatabase({ url, dataDir: '', poolSize: 2 });
  t.same((await distribute(database.db)).distributed, []);
  const api = await testApp(t, 'postgres', { database });
  for (const { key } of keys) {
    const listed = await api.call('GET', '/api/playgrounds', undefined, { authorization: `Bearer ${key}` });
    t.equal(listed.json().pagination.total, PLAYGROUNDS);
  }
}

t.test('one node', { skip }, (t) => upgrades(t, 1));
t.test('three nodes', { skip }, (t) => upgrades(t, 3));
