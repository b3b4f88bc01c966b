/** Metering: what counts, what does not, and that nothing is admitted beyond the limit. */
import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { usageDays } from '../../src/db/schema.ts';
import { setPlan } from '../../src/services/accounts.ts';
import { Quota } from '../../src/services/quota.ts';
import { type Driver, freshDatabase, onEachDatabase, testApp } from '../helper.ts';

const COMMAND = 'curl https://api.example.com/users';
const asKey = (key: string) => ({ authorization: `Bearer ${key}` });

/** An account in a database of its own, for counts that no app has a part in. */
async function accountAlone(t: Test, driver: Driver) {
  const database = await freshDatabase(driver);
  t.teardown(() => database.close());
  const borrowed = { ...database, close: async () => {} };
  const { accountId } = await (await testApp(t, driver, { database: borrowed })).account();
  return { database, accountId };
}

onEachDatabase(t, 'every request with a key counts one, whatever its status', async (t, driver) => {
  const { app, call, account } = await testApp(t, driver);
  const { key } = await account({ plan: 'free' });
  const midnight = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400;
  let expected = 1000;
  const counts = async (method: string, path: string, status: number, body?: unknown, headers = {}) => {
    const answer = await call(method, path, body, { ...asKey(key), ...headers });
    t.equal(answer.statusCode, status, `${method} ${path}`);
    expected -= 1;
    t.equal(answer.headers['x-ratelimit-limit'], '1000');
    t.equal(answer.headers['x-ratelimit-remaining'], String(expected), `${method} ${path} counts one`);
    t.ok(Number(answer.headers['x-ratelimit-reset']) - midnight <= 86_400, 'the next UTC midnight');
  };
  await counts('GET', '/api/playgrounds', 200);
  await counts('HEAD', '/api/playgrounds', 200);
  await counts('POST', '/api/playgrounds', 201, { curl_command: COMMAND });
  await counts('POST', '/api/playgrounds', 400, '{');
  await counts('POST', '/api/playgrounds', 400, {});
  await counts('POST', '/api/playgrounds', 415, 'x', { 'content-type': 'text/plain' });
  await counts('POST', '/api/playgrounds', 413, ' '.repeat(3 << 20));
  await counts('GET', '/api/playgrounds/unknown', 404);
  await counts('GET', '/api/nothing', 404);
  await counts('GET', '/api', 404);
  await counts('GET', '/%61pi/usage', 200);
  await counts('PUT', '/api/playgrounds', 405);
  await counts('GET', '/api/tests/execute', 405);
  await counts('GET', '/api/%zz', 400);
  await counts('GET', '/api/usage?x=1', 400);
  await counts('OPTIONS', '/api/usage', 204);
  await counts('GET', '/api/usage', 200);
  for (const path of [
    '/healthz',
    '/readyz',
    '/docs',
    '/openapi.json',
    '/openapi-3.0.json',
    '/nothing',
    '/%zz',
  ])
    await app.inject({ url: path, headers: asKey(key) });
  await counts('GET', '/api/usage', 200);
  const { days, ...usage } = (await call('GET', '/api/usage', undefined, asKey(key))).json();
  expected -= 1;
  t.match(usage, { plan: 'free', limit: 1000, used: 1000 - expected, remaining: expected });
  t.equal(days.length, 30);
  t.equal(days[0].requests, 1000 - expected);
  t.equal(days[0].date, new Date((usage.reset - 86_400) * 1000).toISOString().slice(0, 10), 'today first');
});

onEachDatabase(t, '200 parallel requests at the edge admit exactly the rest', async (t, driver) => {
  const { call, account, database } = await testApp(t, driver);
  const { key, accountId } = await account({ plan: 'enterprise', dailyLimit: 250 });
  for (let index = 0; index < 100; index += 1) await call('GET', '/api/playgrounds', undefined, asKey(key));
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => call('GET', '/api/playgrounds', undefined, asKey(key))),
  );
  const served = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  t.equal(served.length, 150);
  t.equal(refused.length, 50);
  const remaining = served.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  t.equal(new Set(remaining).size, 150, 'each was told another remainder');
  t.equal(Math.min(...remaining), 0);
  t.equal(Math.max(...remaining), 149);
  for (const { headers, body } of refused) {
    t.equal(headers['x-ratelimit-remaining'], '0');
    t.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 86_400);
    t.equal(JSON.parse(body).error.code, 'rate_limit_exceeded');
  }
  const preflight = await call('OPTIONS', '/api/playgrounds', undefined, asKey(key));
  t.equal(preflight.statusCode, 429);
  t.equal(preflight.headers['access-control-allow-origin'], '*');
  const [row] = await database.db.select().from(usageDays).where(eq(usageDays.accountId, accountId));
  t.equal(row?.used, 250, 'refusals are not counted');
});

onEachDatabase(t, 'blocks come back when the app closes, and counts survive', async (t, driver) => {
  const database = await freshDatabase(driver);
  t.teardown(() => database.close());
  const borrowed = { ...database, close: async () => {} };
  const first = await testApp(t, driver, { database: borrowed });
  const { key, accountId } = await first.account({ plan: 'pro' });
  for (let index = 0; index < 7; index += 1) await first.call('GET', '/api/usage', undefined, asKey(key));
  await first.app.close();
  const [row] = await database.db.select().from(usageDays).where(eq(usageDays.accountId, accountId));
  t.equal(row?.used, 7, 'exactly what was used');
  const second = await testApp(t, driver, { database: borrowed });
  const answer = await second.call('GET', '/api/usage', undefined, asKey(key));
  t.equal(answer.headers['x-ratelimit-remaining'], String(500_000 - 8));
});

onEachDatabase(t, 'a changed plan holds within seconds', async (t, driver) => {
  const { call, account, database } = await testApp(t, driver);
  const { key, accountId } = await account({ plan: 'enterprise', dailyLimit: 2 });
  const get = () => call('GET', '/api/playgrounds', undefined, asKey(key));
  const limitBecomes = async (limit: string) => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const answer = await get();
      if (answer.headers['x-ratelimit-limit'] === limit) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the limit never became ${limit}`);
  };
  await get();
  t.equal((await get()).statusCode, 200);
  t.equal((await get()).statusCode, 429);
  await setPlan(database.db, accountId, 'free', null);
  const more = await limitBecomes('1000');
  t.equal(more.statusCode, 200);
  t.equal(more.headers['x-ratelimit-remaining'], '997', 'what was used stays used');
  await setPlan(database.db, accountId, 'enterprise', 1);
  const less = await limitBecomes('1');
  t.equal(less.statusCode, 429);
  t.equal(less.headers['x-ratelimit-remaining'], '0');
});

onEachDatabase(t, 'the day ends at midnight UTC', async (t, driver) => {
  const { database, accountId } = await accountAlone(t, driver);
  const midnight = Date.parse('2026-11-21T00:00:00Z');
  let now = midnight - 5;
  const quota = new Quota(database.db, () => now);
  for (let index = 1; index <= 10; index += 1)
    t.same(await quota.take(accountId, 1000), { current: index, ttl: 5 }, 'to the last millisecond');
  now = midnight;
  t.same(await quota.take(accountId, 1000), { current: 1, ttl: 86_400_000 }, 'a new day');
  await quota.take(accountId, 1000);
  const usage = await quota.usage(accountId, 'free', 1000);
  t.match(usage, { used: 2, remaining: 998, reset: midnight / 1000 + 86_400 });
  t.same(usage.days.slice(0, 3), [
    { date: '2026-11-21', requests: 2 },
    { date: '2026-11-20', requests: 10 },
    { date: '2026-11-19', requests: 0 },
  ]);
  await quota.close();
  const rows = await database.db.select().from(usageDays).where(eq(usageDays.accountId, accountId));
  t.same(
    new Map(rows.map(({ day, used }) => [day, used])),
    new Map([
      ['2026-11-20', 10],
      ['2026-11-21', 2],
    ]),
  );
});

t.test('a block on its way back is not counted', async (t) => {
  const { database, accountId } = await accountAlone(t, 'pglite');
  const quota = new Quota(database.db);
  await quota.take(accountId, 10_000);
  t.equal((await quota.take(accountId, 10_000)).current, 2, 'a block of 100 is in hand now');
  // The lower limit sends the block back with the charge.
  const together = await Promise.all([1, 2, 3].map(() => quota.take(accountId, 5)));
  t.same(
    together.map(({ current }) => current),
    [3, 4, 5],
    'all three are admitted',
  );
  t.equal((await quota.take(accountId, 5)).current, 6, 'the sixth is refused');
  await quota.close();
});

onEachDatabase(t, 'the usage told while blocks come and go is what was admitted', async (t, driver) => {
  const { database, accountId } = await accountAlone(t, driver);
  const quota = new Quota(database.db);
  let asked = 0;
  let admitted = 0;
  const take = async () => {
    asked += 1;
    await quota.take(accountId, 10_000);
    admitted += 1;
  };
  const wrong: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    // The odd ones come when the lease has ended, so that a charge is under way.
    if (round % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 310));
    const before = admitted;
    const taken = [take(), take()];
    const { used } = await quota.usage(accountId, 'pro', 10_000);
    if (used < before || used > asked) wrong.push(`${used}, not from ${before} to ${asked}`);
    await Promise.all(taken);
  }
  // The block of an account that has fallen silent goes back within seconds.
  for (const until = Date.now() + 1_600; Date.now() < until; ) {
    const { used } = await quota.usage(accountId, 'pro', 10_000);
    if (used !== admitted) wrong.push(`${used}, not ${admitted}`);
  }
  t.same(wrong, []);
  await quota.close();
});

onEachDatabase(t, 'instances that come and go never tell more than what is left', async (t, driver) => {
  const { database, accountId } = await accountAlone(t, driver);
  const limit = 3000;
  const quotas = [0, 1, 2].map(() => new Quota(database.db));
  let admitted = 0;
  const told: string[] = [];
  const worker = async (quota: Quota | undefined, requests: number): Promise<void> => {
    for (let index = 0; index < requests; index += 1) {
      const before = admitted;
      const { current } = (await quota?.take(accountId, limit)) ?? { current: limit + 1 };
      if (current > limit) return;
      admitted += 1;
      if (limit - current > limit - before - 1) told.push(`${limit - current} after ${before}`);
    }
  };
  // Alone first, and with a block and a lease in hand when the second one comes.
  await worker(quotas[0], 30);
  t.same(admitted, 30);
  const busy = Array.from({ length: 5 }, () => worker(quotas[0], 400));
  busy.push(...Array.from({ length: 5 }, () => worker(quotas[1], 400)));
  await Promise.race(busy);
  busy.push(...Array.from({ length: 5 }, () => worker(quotas[2], Number.POSITIVE_INFINITY)));
  await Promise.all(busy);
  await Promise.all(quotas.map((quota) => quota.close()));
  t.same(told, [], 'the remainder told is never more than what is left');
  t.ok(admitted <= limit, `${admitted} of ${limit}`);
  const [row] = await database.db.select().from(usageDays).where(eq(usageDays.accountId, accountId));
  t.equal(row?.used, admitted, 'what was admitted is what is counted, blocks given back');
});

onEachDatabase(
  t,
  'an instance that died with a block costs the block, and a short wait',
  async (t, driver) => {
    const { database, accountId } = await accountAlone(t, driver);
    // Never closed: what it has in hand when it is left alone is lost.
    const dead = new Quota(database.db);
    for (let index = 1; index <= 10; index += 1)
      t.equal((await dead.take(accountId, 1000)).current, index, 'alone it counts by ones');
    const [{ used = 0 } = {}] = await database.db
      .select()
      .from(usageDays)
      .where(eq(usageDays.accountId, accountId));
    t.ok(used > 10 && used <= 110, `${used} are charged`);
    const next = new Quota(database.db);
    const together = await Promise.all([next.take(accountId, 1000), next.take(accountId, 1000)]);
    t.same(
      together.map(({ current }) => current),
      [used + 1, used + 2],
      'goes on behind what was charged',
    );
    await next.close();
  },
);

t.test('requests without a valid key are limited per address', async (t) => {
  const { app, key } = await testApp(t, 'pglite', {
    env: { ANONYMOUS_PER_MINUTE: '5', TRUST_PROXY: 'true' },
  });
  const from = (address: string, headers = {}, url = '/api/usage') =>
    app.inject({ url, headers: { 'x-forwarded-for': address, ...headers } });
  t.equal((await from('192.0.2.9', asKey(key))).statusCode, 200, 'a key in use');
  // Within one minute: a new one would start the counts again.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
  for (const [index, [url, headers]] of [
    ['/api/usage', {}],
    ['/api/nothing', {}],
    ['/nothing', {}],
    ['/api/usage', asKey('pgk_unknown_key_with_many_characters')],
    ['/%61pi/usage', {}],
  ].entries()) {
    const answer = await from('192.0.2.1', headers as object, String(url));
    t.equal(answer.headers['x-ratelimit-limit'], '5');
    t.equal(answer.headers['x-ratelimit-remaining'], String(4 - index), `${url} counts`);
    t.equal(Number(answer.headers['x-ratelimit-reset']), (Math.floor(Date.now() / 60_000) + 1) * 60);
  }
  const refused = await from('192.0.2.1');
  t.equal(refused.statusCode, 429);
  t.ok(Number(refused.headers['retry-after']) <= 60);
  t.equal((await from('192.0.2.1', {}, '/%61pi/usage')).statusCode, 429, 'an encoded path is no side door');
  t.equal((await from('192.0.2.1', {}, '/healthz')).statusCode, 200, 'health is free');
  t.equal((await from('192.0.2.1', asKey(key))).statusCode, 200, 'a valid key in use is not held back');
  t.equal((await from('192.0.2.2')).statusCode, 401, 'another address');
  for (let index = 0; index < 5; index += 1) await from(`2001:db8::${index + 1}`);
  t.equal((await from('2001:db8::ffff')).statusCode, 429, 'one IPv6 network is one customer');
  t.equal((await from('2001:db8:0:1::1')).statusCode, 401);
});

t.test('malformed URLs count and are refused like others', async (t) => {
  const { app, account } = await testApp(t, 'pglite', { env: { ANONYMOUS_PER_MINUTE: '1' } });
  const { key } = await account({ plan: 'enterprise', dailyLimit: 1 });
  const get = (headers = {}) => app.inject({ url: '/api/%zz', headers });
  for (const headers of [asKey(key), {}]) {
    t.match(await get(headers), { statusCode: 400, headers: { 'x-ratelimit-remaining': '0' } });
    t.match(await get(headers), { statusCode: 429, headers: { 'retry-after': /^\d+$/ } });
  }
});
