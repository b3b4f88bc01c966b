/** What the editor asks the server for: previews while somebody types, and runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import t, { type Test } from 'tap';
import type { TestRun } from '../../src/schemas/test-run.ts';
import { hasCommonHeaders, onEachDatabase, testApp } from '../helper.ts';
import { Visitor } from '../support/visitor.ts';

const JSON_ONLY = { accept: 'application/json' };

/** A target that answers with so many bytes. */
async function target(t: Test, bytes = 10): Promise<string> {
  const server = createServer((_request, response) => response.end('z'.repeat(bytes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port
}

onEachDatabase(t, '/account/run', async (t, driver) => {
  const { app, call, account, key } = await testApp(t, driver);
  const url = await target(t);
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  await visitor.open('/account/playgrounds/new');
  const run = (fields: Record<string, string>, headers = {}) =>
    visitor.post('/account/run', fields, { ...JSON_ONLY, ...headers });
  const used = async () => (await call('GET', '/api/usage')).json<{ used: number }>().used;

  await t.test('a run is charged, stored and reported like one of the API', async (t) => {
    const command = `curl '${url}/a' -H "X-Token: $TOKEN" -H 'X-User: {{user}}' --limit-rate 10k`;
    const { id } = (await call('POST', '/api/playgrounds', { curl_command: command })).json();
    const before = await used();
    const values = { 'variable:TOKEN': 's3cret', 'variable:user': 'Ada' };
    const ran = await run({ curl_command: command, playground_id: id, ...values });
    t.equal(ran.statusCode, 200);
    hasCommonHeaders(t, ran);
    t.equal(ran.headers['x-ratelimit-limit'], '500000', "the plan's limit");
    const { warnings, ...result } = ran.json<TestRun>();
    t.match(result, {
      status: 'completed',
      playground_id: id,
      request: { headers: { 'X-Token': '***', 'X-User': 'Ada' } },
    });
    const viaApi = await call('POST', '/api/tests/execute', {
      playground_id: id,
      variables: { TOKEN: 's3cret', user: 'Ada' },
    });
    t.same(warnings, viaApi.json().warnings, 'nothing about variables that have values');
    t.ok(warnings.some(({ option }) => option === '--limit-rate'));
    t.equal((await used()) - before, 3, 'the two runs, and reading the usage');
    t.match((await call('GET', `/api/tests/${result.id}`)).json(), { playground_id: id, warnings });
  });

  await t.test('what is not valid costs nothing', async (t) => {
    const before = await used();
    const missing = await run({ curl_command: `curl ${url}/$A`, 'variable:other': 'ignored' });
    t.match(missing, { statusCode: 400, body: /missing_variable/ });
    t.match(await run({ curl_command: "curl 'http://x" }), { statusCode: 400, body: /"\/curl_command"/ });
    t.match(await run({ curl_command: '' }), { statusCode: 400 });
    t.match(await run({ curl_command: `curl ${url} -d '${'x'.repeat(70_000)}'` }), { statusCode: 400 });
    t.equal((await used()) - before, 1, 'reading the usage');
  });

  await t.test('not for others', async (t) => {
    const fields = { curl_command: `curl ${url}` };
    t.equal((await run(fields, { 'sec-fetch-site': 'cross-site' })).statusCode, 403);
    const nobody = await new Visitor(app).post('/account/run', fields, JSON_ONLY);
    t.equal(nobody.statusCode, 401, 'no session');
    const { key: other } = await account();
    const { id } = (
      await call('POST', '/api/playgrounds', fields, { authorization: `Bearer ${other}` })
    ).json();
    t.equal((await run({ ...fields, playground_id: id })).statusCode, 404, "another account's playground");
    const exhausted = await account({ plan: 'enterprise', dailyLimit: 1 });
    const poor = new Visitor(app);
    await poor.signIn(exhausted.key);
    await poor.open('/account/playgrounds/new');
    t.equal((await poor.post('/account/run', fields, JSON_ONLY)).statusCode, 200);
    const refused = await poor.post('/account/run', fields, JSON_ONLY);
    t.match(refused, { statusCode: 429, headers: { 'x-ratelimit-remaining': '0' } });
    t.match(refused.headers['retry-after'], /^\d+$/);
  });

  await t.test('a run before the first save belongs to the playground when it is saved', async (t) => {
    const curl_command = `curl ${url}/before`;
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const result = (await run({ curl_command })).json<TestRun>();
      t.equal(result.playground_id, null);
      ids.push(result.id);
    }
    const { key: other } = await account();
    const theirs = (
      await call('POST', '/api/tests/execute', { url }, { authorization: `Bearer ${other}` })
    ).json<TestRun>().id;
    const elsewhere = (await call('GET', '/api/tests?limit=100'))
      .json<{ data: TestRun[] }>()
      .data.filter((one) => one.playground_id !== null)
      .map((one) => one.id);
    const saved = await visitor.post('/account/playgrounds', {
      curl_command,
      languages: 'go',
      runs: [...ids, theirs, 'nonsense', ...elsewhere],
    });
    const id = /playgrounds\/([0-9a-f-]{36})$/.exec(String(saved.headers.location))?.[1] ?? '';
    const list = (await call('GET', `/api/tests?playgroundId=${id}`)).json();
    t.same(
      list.data.map((one: TestRun) => one.id),
      ids.toReversed(),
      'only those that are its own',
    );
    t.equal(list.pagination.total, 2, 'counted too');
    t.equal(
      (await call('GET', `/api/tests/${theirs}`, undefined, { authorization: `Bearer ${other}` })).json()
        .playground_id,
      null,
    );
  });
});

onEachDatabase(t, 'runs from the editor stay within the storage of the plan', async (t, driver) => {
  const lines: string[] = [];
  const { app, call, key, database } = await testApp(t, driver, {
    env: { PLAN_STORAGE_MB: 'pro=1', LOG_LEVEL: 'warn' },
    logStream: { write: (line) => lines.push(line) },
  });
  const curl_command = `curl ${await target(t, 300_000)}`;
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  await visitor.open('/account/playgrounds/new');
  const ids: string[] = [];
  const run = async () => {
    const ran = await visitor.post('/account/run', { curl_command }, JSON_ONLY);
    t.equal(ran.statusCode, 200);
    ids.unshift(ran.json<TestRun>().id);
  };
  const stored = async () =>
    (await call('GET', '/api/tests')).json<{ data: TestRun[] }>().data.map(({ id }) => id);
  for (let count = 0; count < 6; count += 1) await run();
  t.same(await stored(), ids.slice(0, 3), 'the oldest made room');
  const { used_bytes, limit_bytes } = (await call('GET', '/api/usage')).json().storage;
  t.ok(used_bytes <= limit_bytes, `${used_bytes} of ${limit_bytes}`);

  await database.db.execute(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`,
  );
  await database.db.execute(
    sql`create trigger refuse before delete on test_runs for each row execute function refuse()`,
  );
  t.teardown(() => database.db.execute(sql`drop function refuse cascade`));
  await run();
  t.same(await stored(), ids.slice(0, 4), 'stored all the same');
  t.match(lines.join(''), /could not be deleted/, 'and the operator is told why');
  await database.db.execute(sql`drop trigger refuse on test_runs`);
});

t.test('/account/preview', async (t) => {
  const { app, key } = await testApp(t, 'pglite', { env: { PREVIEWS_PER_MINUTE: '6' } });
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  await visitor.open('/account/playgrounds/new');
  const preview = (fields: Record<string, string | string[]>) =>
    visitor.post('/account/preview', fields, JSON_ONLY);
  // Within one minute: a new one would start the counts again.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left));

  const curl_command = 'curl https://api.example.com/users';
  const read = await preview({ curl_command });
  t.match(read.json(), { request: { url: 'https://api.example.com/users' } });
  t.match(read.json(), { programs: [] }, 'no program that nobody sees');
  const go = await preview({ curl_command, language: ['go', 'rust'] });
  t.match(go.json(), { programs: [{ language: 'go', code: /package main/ }] });
  t.notMatch(go.body, 'reqwest', 'and of several only the first');
  const wrong = await preview({ curl_command: "curl 'http://x", language: 'go' });
  t.match(wrong.json(), { problem: { message: /quote/i } });
  t.match(await preview({ curl_command: `curl x -d ${'y'.repeat(65_536)}` }), {
    statusCode: 400,
    body: /longer than 64 KiB/,
  });
  t.match(await preview({ curl_command: '' }), { statusCode: 200 });
  t.equal((await preview({ curl_command })).statusCode, 200);
  const refused = await preview({ curl_command });
  t.match(refused, { statusCode: 429, headers: { 'x-ratelimit-limit': '300' } });
  hasCommonHeaders(t, refused);
  const seconds = Number(refused.headers['retry-after']);
  t.ok(seconds >= 1 && seconds <= 60);
  const start = await visitor.post('/', { curl_command }, JSON_ONLY);
  t.equal(start.statusCode, 200, 'the start page counts apart');
});

t.test('/account/rewrite', async (t) => {
  const lines: string[] = [];
  const { app, key } = await testApp(t, 'pglite', {
    env: { LOG_LEVEL: 'debug' },
    logStream: { write: (line) => lines.push(line) },
  });
  const visitor = new Visitor(app);
  const command = `curl -s https://api.example.com/users?a=1 -H "Authorization: Bearer $TOKEN"`;
  const fields = {
    method: 'DELETE',
    url: 'https://api.example.com/users',
    query: [{ name: 'a', value: 's3cret 1' }],
    headers: [],
    body: { kind: 'none' },
    auth: { kind: 'bearer', token: '$TOKEN' },
  };
  const change = { command, fields, language: ['go'] };
  t.equal((await visitor.postJson('/account/rewrite', change)).statusCode, 401, 'no session');
  await visitor.signIn(key);
  await visitor.open('/account/playgrounds/new');
  const rewrite = (changed: object, headers = {}) =>
    visitor.postJson('/account/rewrite', { ...change, ...changed }, headers);

  const written = await rewrite({});
  t.equal(written.statusCode, 200);
  t.match(written.json(), {
    command: `curl -s -X DELETE 'https://api.example.com/users?a=s3cret%201' \\\n  -H "Authorization: Bearer $TOKEN"`,
    request: { method: 'DELETE', variables: [{ name: 'TOKEN' }] },
    programs: [{ language: 'go' }],
    reasons: [],
  });
  hasCommonHeaders(t, written);
  t.match((await rewrite({ language: ['x'] })).json(), { command: /^curl/ }, 'no program in no language');

  const refused = await rewrite({ fields: { ...fields, headers: [{ name: 'a b', value: '' }] } });
  t.match(refused.json(), { problem: { message: /header name/ } });
  t.notHas(refused.json(), 'command');
  t.match((await rewrite({ command: 'curl https://a.example https://b.example' })).json(), {
    problem: { message: /several requests/ },
  });
  t.match((await rewrite({ command: 'curl "' })).json(), { problem: { message: /quote/ } });

  const pair = { name: 'a', value: 'b' };
  for (const wrong of [
    { fields: { ...fields, method: 1 } },
    { fields: { ...fields, query: 'a=b' } },
    { fields: { ...fields, query: [{ ...pair, raw: 'a' }] } },
    { fields: { ...fields, headers: [{ ...pair, other: 1 }] } },
    { fields: { ...fields, body: { kind: 'multipart', parts: [{ name: 'a', value: 1 }] } } },
    { fields: { ...fields, body: { kind: 'other' } } },
    { fields: { ...fields, auth: { kind: 'bearer', token: 'x', at: -1 } } },
    { fields: { ...fields, auth: null } },
    { fields: null },
    { command: 'x'.repeat(65_537) },
    { command: null },
    { language: 'go' },
    { more: 1 },
  ]) {
    const response = await rewrite(wrong);
    t.equal(response.statusCode, 400, JSON.stringify(wrong).slice(0, 100));
    t.match(response.json(), { error: { details: [{ in: 'body' }] } });
  }
  // What the schema lets through and no command can say.
  for (const changed of [
    { url: '\ud800' },
    { url: ' ' },
    { url: 'https://h.example/\0' },
    { method: '' },
    { method: 'a b' },
    { body: { kind: 'bytes', base64: '?' } },
    { body: { kind: 'file', path: '\n' } },
    { body: { kind: 'multipart', parts: [{ name: 'a' }] } },
    { body: { kind: 'multipart', parts: [{ name: 'a', value: 'x', file: 'y' }] } },
    { headers: [{ name: '__proto__', value: 'x' }] },
    { auth: { kind: 'other', scheme: 'x' } },
  ])
    t.equal((await rewrite({ fields: { ...fields, ...changed } })).statusCode, 200, JSON.stringify(changed));

  t.notMatch(lines.join(''), 's3cret', 'nothing of it is logged');
  await visitor.post('/account/sign-out', {});
  await visitor.open('/account');
  t.equal((await rewrite({})).statusCode, 401);
});
