/** A database of version 0.1 with rows in it is brought up, and everything in it is served as before. */
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { type Database, fromPglite, openDatabase, PGLITE_EXTENSIONS } from '../../src/db/client.ts';
import { migratePgliteClient, migratePostgresUrl } from '../../src/db/migrate.ts';
import { createAccount } from '../../src/services/accounts.ts';
import { newId } from '../../src/store/ids.ts';
import { type Driver, matchesSchema, onEachDatabase, testApp } from '../helper.ts';
import { earlierMigrations, emptyPostgresUrl } from '../support/server-process.ts';

/** Migrations of version 0.1. */
const RELEASED = 2;

/** A database of version 0.1 with these rows, then migrated. */
async function upgraded(t: Test, driver: Driver, rows: string): Promise<Database> {
  const folder = earlierMigrations(t, RELEASED);
  if (driver === 'pglite') {
    const client = await PGlite.create({ extensions: PGLITE_EXTENSIONS });
    await migratePgliteClient(client, folder);
    await client.exec(rows);
    await migratePgliteClient(client);
    return fromPglite(client);
  }
  const url = await emptyPostgresUrl();
  await migratePostgresUrl(url, folder);
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe(rows);
  await client.end();
  return openDatabase({ url, dataDir: '', poolSize: 5 });
}

const quote = (value: unknown): string =>
  value === null
    ? 'null'
    : `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;

/** A test as version 0.1 stored it: the request with its body in one column. */
function oldTest(accountId: string, playgroundId: string | null, request: object, response: object | null) {
  const id = newId();
  const columns = [
    id,
    accountId,
    playgroundId,
    'completed',
    request,
    response,
    { a: 'b' },
    'hello',
    null,
    TIMINGS,
    [],
  ];
  return { id, sql: `insert into test_runs values (${columns.map(quote).join(', ')}, now())` };
}

const TIMINGS = { dns_ms: null, tcp_ms: 1, tls_ms: null, first_byte_ms: 1, download_ms: 1, total_ms: 3 };
const RESPONSE = {
  status: 200,
  status_text: 'OK',
  http_version: '1.1',
  body_encoding: 'utf8',
  body_size: 5,
  wire_size: 5,
  truncated: false,
  url: 'https://api.example.com/',
  redirects: [],
  remote_address: null,
  tls: null,
};

onEachDatabase(t, 'rows of version 0.1 are served by this one', async (t, driver) => {
  const [mine, others] = [newId(), newId()];
  const account = (id: string) => `insert into accounts values ('${id}', 'n', 'pro', null, now())`;
  const playgrounds = Array.from({ length: 25 }, () => newId());
  const playground = (id: string, index: number) =>
    `insert into playgrounds values ('${id}', '${mine}', 'Ünï ${index}', 'ünï ${index}', 'curl https://api.example.com/', ${index % 2 === 0}, 'dark', '{python}', now(), now())`;
  const small = {
    method: 'POST',
    url: 'https://api.example.com/',
    headers: { a: 'b' },
    body: { b: 1 },
    body_size: 7,
  };
  const large = {
    ...small,
    url: 'https://api.example.com/large',
    body: 'x'.repeat(1_000_000),
    body_size: 1_000_000,
  };
  const [first = '', second = ''] = playgrounds;
  const runs = [
    oldTest(mine, first, small, RESPONSE),
    oldTest(mine, null, large, RESPONSE),
    oldTest(mine, second, small, null),
    oldTest(others, first, small, RESPONSE),
  ];
  const database = await upgraded(
    t,
    driver,
    [account(mine), account(others), ...playgrounds.map(playground), ...runs.map(({ sql }) => sql)].join(
      ';\n',
    ),
  );
  const api = await testApp(t, driver, { database });
  // Keys are hashes only: a new one for the old account is made past the service.
  const made = await createAccount(database.db, { name: 'keys', plan: 'pro', dailyLimit: null });
  await database.db.execute(`update api_keys set account_id = '${mine}' where id = '${made.key.id}'`);
  const get = async (path: string) => {
    const answer = await api.call('GET', path, undefined, { authorization: `Bearer ${made.key.key}` });
    t.equal(answer.statusCode, 200, `${path}: ${answer.statusCode}`);
    return answer.json();
  };
  const list = await get('/api/playgrounds?limit=100');
  t.equal(list.pagination.total, 25);
  t.same(
    list.data.map(({ id }: { id: string }) => id),
    playgrounds.toReversed(),
  );
  t.equal((await get('/api/playgrounds?is_public=true')).pagination.total, 13);
  t.equal((await get('/api/playgrounds?search=%C3%BCN%C3%8F+2')).pagination.total, 6);
  const tests = await get('/api/tests');
  t.equal(tests.pagination.total, 3);
  for (const entry of tests.data) matchesSchema(t, 'TestRunSummary', entry);
  t.equal(tests.data[1].request.url, large.url, 'a large one is listed without its body');
  t.equal((await get(`/api/tests?playgroundId=${first}`)).pagination.total, 1);
  const whole = await get(`/api/tests/${runs[1]?.id}`);
  t.same(whole.request, large);
  t.match(whole.response, { ...RESPONSE, headers: { a: 'b' }, body: 'hello' });
  t.same((await get(`/api/tests/${runs[0]?.id}`)).request, small);
  t.equal((await get(`/api/tests/${runs[2]?.id}`)).response, null);
  const { storage } = await get('/api/usage');
  t.ok(storage.used_bytes > 1_000_000, `${storage.used_bytes} bytes are counted`);
});
