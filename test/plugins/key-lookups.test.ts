/** Which keys are looked up in the database: with its table away, a lookup is a 500. */
import { sql } from 'drizzle-orm';
import t from 'tap';
import { apiKeys } from '../../src/db/schema.ts';
import { createAccount } from '../../src/services/accounts.ts';
import { generateKey } from '../../src/services/api-keys.ts';
import { testApp } from '../helper.ts';
import { long } from '../support/full.ts';

const CHOSEN = 'pgk_chosen_by_an_operator_0123456789';

t.test('checksum first, limit second, database third', async (t) => {
  const { app, database, key } = await testApp(t, 'pglite', {
    env: { ANONYMOUS_PER_MINUTE: '3', TRUST_PROXY: 'true' },
  });
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left)); // all within one minute
  const status = async (address: string, key: string) => {
    const headers = { 'x-forwarded-for': address, authorization: `Bearer ${key}` };
    return (await app.inject({ url: '/api/usage', headers })).statusCode;
  };
  t.equal(await status('192.0.2.1', key), 200);
  t.equal(await status('192.0.2.1', CHOSEN), 401, 'no key without a checksum is known');

  await database.db.execute(sql`alter table api_keys rename to away`);
  t.teardown(() => database.db.execute(sql`alter table if exists away rename to api_keys`));
  const last = key.slice(-1);
  const mistyped = [
    key.slice(0, -1) + (last === 'x' ? 'y' : 'x'),
    key.replace(/(.)(.)$/, '$2$1').replace(last === key.at(-2) ? /^pgk_./ : /$^/, 'pgk_'),
    `${key.slice(0, 10)}${key.slice(10).replace(/[a-z]/, (char) => char.toUpperCase())}`,
    `pgk_${'x'.repeat(42)}`,
    'pgk_',
    'pgk_short',
    CHOSEN,
    `pgk_${'é'.repeat(30)}`,
    `pgk_${'a'.repeat(5_000)}`,
  ].filter((wrong) => wrong !== key);
  for (const [index, wrong] of mistyped.entries())
    t.equal(await status(`192.0.2.${index + 10}`, wrong), 401, `${wrong.slice(0, 50)} needs no lookup`);

  t.equal(await status('192.0.2.2', generateKey()), 500, 'one that could be a key is looked up');
  for (let count = 0; count < 3; count += 1) await status('192.0.2.3', 'none');
  t.equal(await status('192.0.2.3', generateKey()), 429, 'but not beyond the limit of its address');
  // Together, before any of them is counted.
  const burst = await Promise.all(Array.from({ length: 50 }, () => status('192.0.2.4', generateKey())));
  t.equal(burst.filter((one) => one === 500).length, 3, 'nor in a burst');

  await database.db.execute(sql`alter table away rename to api_keys`);
  t.equal(await status('192.0.2.3', key), 200, 'a key in use works from that address');
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  t.equal(await status('192.0.2.3', key), 200, 'also when it is read again');
});

t.test('a key that an operator chose works with and without its setting', { skip: long }, async (t) => {
  for (const key of [CHOSEN, `pgk_${'0123456789'.repeat(5)}`, 'pgk_0123456789_0123456789-abcd']) {
    const { app, database } = await testApp(t, 'pglite');
    await database.db.delete(apiKeys); // the chosen key is the first of its database
    await createAccount(database.db, { name: 'default', plan: 'pro', dailyLimit: null, key });
    const use = async (key: string) =>
      (await app.inject({ url: '/api/usage', headers: { authorization: `Bearer ${key}` } })).statusCode;
    t.equal(await use(key), 200);
    t.equal(await use(`${key}x`), 401);
  }
  // With exactly the length of a generated one, its setting is needed.
  const key = `pgk_${'0123456789ab'.repeat(4).slice(0, 42)}`;
  const { app, database } = await testApp(t, 'pglite', { env: { BOOTSTRAP_API_KEY: key } });
  await createAccount(database.db, { name: 'default', plan: 'pro', dailyLimit: null, key });
  t.equal(
    (await app.inject({ url: '/api/usage', headers: { authorization: `Bearer ${key}` } })).statusCode,
    200,
  );
});
