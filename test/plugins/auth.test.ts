/** Keys, scopes and the walls between accounts. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { apiKeys } from '../../src/db/schema.ts';
import { SCOPES, type Scope } from '../../src/schemas/account.ts';
import { insertKey } from '../../src/services/api-keys.ts';
import { cliActor } from '../../src/services/audit.ts';
import { matchesSchema, onEachDatabase, testApp } from '../helper.ts';

const asKey = (key: string) => ({ authorization: `Bearer ${key}` });
const UNKNOWN_ID = '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c';

/** Every operation with the scope it needs. */
const NEEDS: [scope: Scope, method: string, path: string, body?: unknown][] = [
  ['playgrounds:read', 'GET', '/api/playgrounds'],
  ['playgrounds:read', 'GET', `/api/playgrounds/${UNKNOWN_ID}`],
  ['playgrounds:read', 'GET', `/api/playgrounds/${UNKNOWN_ID}/stats`],
  ['playgrounds:write', 'POST', '/api/playgrounds', {}],
  ['playgrounds:write', 'PATCH', `/api/playgrounds/${UNKNOWN_ID}`, {}],
  ['playgrounds:write', 'DELETE', `/api/playgrounds/${UNKNOWN_ID}`],
  ['tests:execute', 'POST', '/api/tests/execute', {}],
  ['tests:read', 'GET', '/api/tests'],
  ['tests:read', 'GET', `/api/tests/${UNKNOWN_ID}`],
  ['curl:parse', 'POST', '/api/parse-curl', {}],
  ['code:generate', 'POST', '/api/generate-code', {}],
  ['code:generate', 'POST', '/api/generate-code/batch', {}],
  ['keys:manage', 'GET', '/api/keys'],
  ['keys:manage', 'POST', '/api/keys', {}],
  ['keys:manage', 'GET', `/api/keys/${UNKNOWN_ID}`],
  ['keys:manage', 'DELETE', `/api/keys/${UNKNOWN_ID}`],
  ['usage:read', 'GET', '/api/usage'],
  ['audit:read', 'GET', '/api/audit'],
];

t.test('each operation needs exactly its scope', async (t) => {
  const { call, account } = await testApp(t, 'pglite');
  for (const scope of SCOPES) {
    const only = await account({ scopes: [scope] });
    const allBut = await account({ scopes: SCOPES.filter((other) => other !== scope) });
    for (const [needed, method, path, body] of NEEDS) {
      const { statusCode } = await call(method, path, body, asKey(only.key));
      const other = await call(method, path, body, asKey(allBut.key));
      t.equal(statusCode === 403, needed !== scope, `only ${scope}: ${method} ${path}`);
      t.equal(other.statusCode === 403, needed === scope, `all but ${scope}: ${method} ${path}`);
      if (needed === scope) t.match(other.json().error.message, scope, 'says which scope is missing');
    }
  }
  t.same(new Set(NEEDS.map(([scope]) => scope)), new Set(SCOPES));
});

onEachDatabase(t, 'a key that is not valid is 401', async (t, driver) => {
  const { call, key, account, accountId, database } = await testApp(t, driver);
  const revoked = await account();
  await database.db
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(eq(apiKeys.accountId, revoked.accountId));
  const expired = await insertKey(database.db, cliActor(accountId), {
    name: 'e',
    expiresAt: new Date(Date.now() - 1),
  });
  for (const header of [
    ...['', 'Bearer', 'Bearer ', key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key.slice(0, -1)}`],
    ...[
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key} ${key}`,
      `Bearer "${key}"`,
      'Bearer pgk_',
      'Bearer \u00e9',
    ],
    ...[
      `Bearer ${revoked.key}`,
      `Bearer ${expired.key}`,
      `Bearer pgk_${'x'.repeat(5000)}`,
      "Bearer pgk_' or 1=1 --",
    ],
  ]) {
    const answer = await call('GET', '/api/usage', undefined, { authorization: header });
    t.equal(answer.statusCode, 401, header.slice(0, 40));
    t.equal(answer.json().error.code, 'unauthorized');
    t.equal(answer.headers['www-authenticate'], 'Bearer');
  }
  for (const header of [`bearer ${key}`, `BEARER   ${key}`])
    t.equal((await call('GET', '/api/usage', undefined, { authorization: header })).statusCode, 200, header);
  // Looked for together: each gets its own answer, and a key that has just been made works among wrong ones.
  const fresh = await insertKey(database.db, cliActor(accountId), { name: 'f' });
  const flood = Array.from({ length: 40 }, (_, index) => `pgk_${String(index).padStart(30, 'x')}`);
  const answers = await Promise.all(
    [...flood.slice(0, 20), fresh.key, ...flood.slice(20)].map((wrong) =>
      call('GET', '/api/usage', undefined, asKey(wrong)),
    ),
  );
  t.same(
    answers.map(({ statusCode }) => statusCode),
    answers.map((_, index) => (index === 20 ? 200 : 401)),
  );
  const soon = await insertKey(database.db, cliActor(accountId), {
    name: 's',
    expiresAt: new Date(Date.now() + 2000),
  });
  t.equal((await call('GET', '/api/usage', undefined, asKey(soon.key))).statusCode, 200);
  await new Promise((resolve) => setTimeout(resolve, 2050));
  t.equal(
    (await call('GET', '/api/usage', undefined, asKey(soon.key))).statusCode,
    401,
    'expires to the moment',
  );
});

onEachDatabase(t, 'keys', async (t, driver) => {
  const { call, database, key, accountId } = await testApp(t, driver);
  const before = await database.db.select().from(apiKeys);
  t.equal(before[0]?.hash, createHash('sha256').update(key).digest('hex'), 'stored as SHA-256');
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const created = await call('POST', '/api/keys', {
    name: 'CI 🚀',
    scopes: ['usage:read', 'keys:manage'],
    expires_at: expires,
  });
  t.equal(created.statusCode, 201);
  const made = created.json();
  matchesSchema(t, 'CreatedApiKey', made);
  t.match(made, {
    name: 'CI 🚀',
    scopes: ['keys:manage', 'usage:read'],
    expires_at: expires,
    last_used_at: null,
  });
  t.match(made.key, /^pgk_[0-9A-Za-z]{42}$/);
  t.ok(made.key.startsWith(made.prefix) && made.prefix.length < 16);
  const { key: secret, ...shown } = made;
  const own = () => call('GET', `/api/keys/${made.id}`, undefined, asKey(secret));
  const tag = (await call('GET', `/api/keys/${made.id}`)).headers['etag'];
  const read = await call('GET', `/api/keys/${made.id}`);
  t.same(read.json(), shown, 'the key is shown once');
  t.notMatch((await call('GET', '/api/keys')).body, secret.slice(13));
  for (const table of ['api_keys', 'accounts', 'idempotency_keys']) {
    const rows = await database.db.execute(sql.raw(`select t::text as row from ${table} t`));
    t.notMatch(JSON.stringify(rows), secret, `${table} does not hold the key`);
  }

  t.equal((await call('GET', '/api/usage', undefined, asKey(secret))).statusCode, 200);
  let used = await own();
  for (let tries = 0; used.json().last_used_at === null && tries < 100; tries += 1) used = await own();
  t.not(used.json().last_used_at, null);
  t.equal(used.headers['etag'], tag, 'being used does not change its tag');
  const less = await call('POST', '/api/keys', { name: 'more', scopes: ['curl:parse'] }, asKey(secret));
  t.equal(less.statusCode, 403, 'only scopes that its maker has');
  const child = await call('POST', '/api/keys', { name: 'child' }, asKey(secret));
  t.same(child.json().scopes, ['keys:manage', 'usage:read'], "the maker's scopes by default");
  for (const bad of [
    ...[{}, { name: '' }, { name: 'x'.repeat(201) }, { name: 5 }, { name: 'x\0' }, { name: '\ud800' }],
    ...[
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['all'] },
      { name: 'x', scopes: ['usage:read', 'usage:read'] },
    ],
    ...[
      { name: 'x', expires_at: 'tomorrow' },
      { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
      { name: 'x', expires_at: 5 },
    ],
    ...[
      { name: 'x', expires_at: '2027-02-30T00:00:00Z' },
      { name: 'x', key: 'pgk_mine' },
    ],
  ])
    t.equal((await call('POST', '/api/keys', bad)).statusCode, 400, JSON.stringify(bad));
  t.equal((await call('POST', '/api/keys', { name: 'x', expires_at: null })).statusCode, 201);

  t.equal((await call('DELETE', `/api/keys/${made.id}`)).statusCode, 204);
  t.equal((await call('DELETE', `/api/keys/${made.id}`)).statusCode, 404);
  t.equal((await call('GET', `/api/keys/${made.id}`)).statusCode, 404);
  t.equal((await call('GET', '/api/usage', undefined, asKey(secret))).statusCode, 401, 'revoked at once');
  const rows = await database.db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId));
  t.equal(
    (await call('GET', '/api/keys')).json().pagination.total,
    rows.filter((row) => row.revokedAt === null).length,
  );
});

onEachDatabase(t, 'accounts do not see each other', async (t, driver) => {
  const { call, account } = await testApp(t, driver);
  const server = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
  const other = asKey((await account()).key);
  const make = async (path: string, body: object) => (await call('POST', path, body)).json().id as string;
  const own = await make('/api/playgrounds', { curl_command: `curl ${url}`, name: 'private' });
  const open = await make('/api/playgrounds', {
    curl_command: `curl ${url}`,
    name: 'public',
    is_public: true,
  });
  const test = await make('/api/tests/execute', { url, playground_id: own });
  const key = await make('/api/keys', { name: 'k' });
  const as = async (method: string, path: string, status: number, body?: unknown) =>
    t.equal((await call(method, path, body, other)).statusCode, status, `${method} ${path}`);

  await as('GET', `/api/playgrounds/${own}`, 404);
  await as('PATCH', `/api/playgrounds/${own}`, 404, { name: 'x' });
  await as('DELETE', `/api/playgrounds/${own}`, 404);
  await as('GET', `/api/playgrounds/${open}`, 200);
  await as('PATCH', `/api/playgrounds/${open}`, 403, { name: 'x' });
  await as('DELETE', `/api/playgrounds/${open}`, 403);
  await as('GET', `/api/tests/${test}`, 404);
  await as('GET', `/api/tests?playgroundId=${own}`, 404);
  await as('POST', '/api/tests/execute', 404, { playground_id: own });
  await as('POST', '/api/tests/execute', 404, { playground_id: own, url });
  await as('GET', `/api/keys/${key}`, 404);
  await as('DELETE', `/api/keys/${key}`, 404);
  for (const path of ['/api/playgrounds', '/api/tests'])
    t.equal((await call('GET', path, undefined, other)).json().pagination.total, 0, `${path} is empty`);
  t.equal((await call('GET', '/api/keys', undefined, other)).json().pagination.total, 1);

  const theirs = await call('POST', '/api/tests/execute', { playground_id: open }, other);
  t.equal(theirs.statusCode, 200, 'a public playground can be run');
  t.equal(theirs.json().playground_id, open);
  t.equal(
    (await call('GET', `/api/tests?playgroundId=${open}`)).json().pagination.total,
    0,
    'their test is theirs',
  );
  t.equal((await call('GET', `/api/tests/${theirs.json().id}`)).statusCode, 404);
  t.equal((await call('DELETE', `/api/playgrounds/${open}`)).statusCode, 204);
  const kept = await call('GET', `/api/tests/${theirs.json().id}`, undefined, other);
  t.equal(kept.json().playground_id, null, 'it stays when the playground goes');
  t.equal((await call('DELETE', `/api/playgrounds/${own}`)).statusCode, 204);
  t.equal((await call('GET', `/api/tests/${test}`)).statusCode, 404, "the owner's tests go with it");
});

onEachDatabase(t, 'the log holds no secrets', async (t, driver) => {
  const lines: string[] = [];
  const { call, key, database } = await testApp(t, driver, {
    env: { LOG_LEVEL: 'trace' },
    logStream: { write: (line) => lines.push(line) },
  });
  const secret = 's3cr3t-value';
  const curl = `curl https://${secret}.example.com -H 'X: ${secret}' -u a:${secret}`;
  await call(
    'POST',
    '/api/playgrounds',
    { curl_command: curl, name: secret },
    { cookie: secret, 'x-api-key': secret },
  );
  await call('POST', '/api/parse-curl', { curl });
  await call('POST', '/api/playgrounds', `{"${secret}`);
  await call('GET', `/api/playgrounds?search=${secret}`);
  await call('GET', `/api/playgrounds?${secret}=1`);
  await call('GET', '/api/usage', undefined, asKey(`pgk_${secret}_0123456789`));
  await database.db.execute(sql`alter table playgrounds rename to elsewhere`);
  const failed = await call('POST', '/api/playgrounds', { curl_command: curl, name: secret });
  t.equal(failed.statusCode, 500);
  t.equal((await call('GET', `/api/playgrounds?search=${secret}`)).statusCode, 500);
  const { request_id: id } = failed.json().error;
  const log = lines.join('');
  t.ok(
    lines.some(
      (line) => line.includes(id) && line.includes('elsewhere') === false && JSON.parse(line).level >= 50,
    ),
    'the failure is logged',
  );
  t.match(log, /does not exist/, 'with its cause');
  t.notMatch(log, secret);
  t.notMatch(log, key);
});
