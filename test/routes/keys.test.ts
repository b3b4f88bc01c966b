/** What a stolen, expiring or nearly used-up key can do. */
import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';

const HOUR_MS = 3_600_000;

onEachDatabase(t, 'a key that expires makes none that outlives it', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  const thief = (await call('POST', '/api/keys', { name: 'short', expires_at: until })).json();
  const make = (body: object) =>
    call('POST', '/api/keys', { name: 'mine', ...body }, { authorization: `Bearer ${thief.key}` });
  t.equal((await make({})).json().expires_at, until, 'without an end it has its maker’s');
  t.equal((await make({ expires_at: null })).json().expires_at, until);
  t.equal((await make({ expires_at: until })).statusCode, 201);
  const sooner = new Date(Date.now() + HOUR_MS / 2).toISOString();
  t.equal((await make({ expires_at: sooner })).json().expires_at, sooner);
  const later = await make({ expires_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() });
  t.equal(later.statusCode, 403);
  t.match(later.json().error, { code: 'forbidden', message: new RegExp(until.replaceAll('.', '\\.')) });
  t.equal((await call('POST', '/api/keys', { name: 'for ever' })).json().expires_at, null);
});

onEachDatabase(t, 'an Idempotency-Key makes one key', async (t, driver) => {
  const { call, database } = await testApp(t, driver);
  const make = (body: object) => call('POST', '/api/keys', body, { 'idempotency-key': 'once' });
  const first = await make({ name: 'CI' });
  t.equal(first.statusCode, 201);
  const { id, key } = first.json();
  const repeated = await make({ name: 'CI' });
  t.equal(repeated.statusCode, 409);
  t.match(repeated.json().error, { code: 'conflict', details: [{ code: 'key_exists' }] });
  t.ok(repeated.json().error.message.includes(id));
  t.notOk(repeated.body.includes(key));
  t.equal((await make({ name: 'another' })).statusCode, 409);
  t.equal((await call('GET', '/api/keys')).json().pagination.total, 2, 'the first one and this');
  const answers = await database.db.query.idempotencyKeys.findMany();
  t.equal(answers.length, 1);
  t.notOk(JSON.stringify(answers).includes(key), 'the key itself is stored nowhere');
  const refused = { name: 'CI', scopes: [] };
  t.equal((await call('POST', '/api/keys', refused, { 'idempotency-key': 'twice' })).statusCode, 400);
  t.equal((await call('POST', '/api/keys', { name: 'CI' }, { 'idempotency-key': 'twice' })).statusCode, 201);
});

onEachDatabase(
  t,
  'a used-up day stops neither the management of keys nor the look at usage',
  async (t, driver) => {
    const { call, account } = await testApp(t, driver);
    const { key } = await account({ plan: 'enterprise', dailyLimit: 3 });
    const as = (method: string, path: string, body?: unknown) =>
      call(method, path, body, { authorization: `Bearer ${key}` });
    for (let used = 1; used <= 3; used += 1) t.equal((await as('GET', '/api/playgrounds')).statusCode, 200);
    t.equal((await as('GET', '/api/playgrounds')).statusCode, 429);
    const made = await as('POST', '/api/keys', { name: 'after' });
    t.equal(made.statusCode, 201, made.body);
    t.equal(made.headers['x-ratelimit-remaining'], '0');
    t.equal((await as('GET', '/api/keys')).statusCode, 200);
    t.equal((await as('GET', `/api/keys/${made.json().id}`)).statusCode, 200);
    t.equal((await as('DELETE', `/api/keys/${made.json().id}`)).statusCode, 204);
    const usage = await as('GET', '/api/usage');
    t.match(usage.json(), { used: 3, limit: 3, remaining: 0 });
    for (const path of ['/api/playgrounds', '/api/unknown', '/api/%'])
      t.equal((await as('GET', path)).statusCode, 429, 'nothing else is let through');
    const { key: fresh } = await account({ plan: 'enterprise', dailyLimit: 2 });
    const counted = await call('GET', '/api/usage', undefined, { authorization: `Bearer ${fresh}` });
    t.equal(counted.json().used, 1, 'counted while there is something left');
  },
);
