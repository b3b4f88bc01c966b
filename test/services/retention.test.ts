/** What goes by itself: expired tests, partitions, keys and days; and what an account may keep. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/client.ts';
import { idempotencyKeys, runDays, testRuns, usageDays } from '../../src/db/schema.ts';
import type { Plan } from '../../src/schemas/account.ts';
import { applyRetention } from '../../src/services/retention.ts';
import { Storage } from '../../src/services/storage.ts';
import { newTestRun, type Outcome, storeTestRun } from '../../src/services/test-runs.ts';
import { newId } from '../../src/store/ids.ts';
import { readTotal } from '../../src/store/lists.ts';
import { onEachDatabase, testApp } from '../helper.ts';

const DAY_MS = 86_400_000;
const forAll = (days: number): Record<Plan, number> => ({
  free: days,
  starter: days,
  pro: days,
  enterprise: days,
});

const outcome = (body: string): Outcome => ({
  status: 'completed',
  request: { method: 'POST', url: 'https://api.example.com/', headers: {}, body, body_size: body.length },
  response: null,
  error: null,
  timings: { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null, total_ms: 1 },
  warnings: [],
});

/** The id that a test of a day ago, or more, has. */
function idOf(daysAgo: number): string {
  const time = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

const store = ({ db }: Database, accountId: string, daysAgo: number) =>
  storeTestRun(db, accountId, { ...newTestRun(null, outcome('x')), id: idOf(daysAgo) });

async function idsOf({ db }: Database, accountId: string): Promise<string[]> {
  const rows = await db.select({ id: testRuns.id }).from(testRuns).where(eq(testRuns.accountId, accountId));
  return rows.map(({ id }) => id).sort();
}

async function retain({ db }: Database, testDays: Record<Plan, number>) {
  const done = { dropped: 0, deleted: {} as Record<string, number> };
  await applyRetention(db, { testDays, auditDays: 365 }, done);
  return done;
}

onEachDatabase(t, 'tests go when they have expired, whole partitions at once', async (t, driver) => {
  const { database, accountId, account } = await testApp(t, driver);
  const { db } = database;
  const kept = [await store(database, accountId, 0), await store(database, accountId, 80)];
  await store(database, accountId, 91);
  await store(database, accountId, 4000);
  t.equal(await readTotal(db, accountId, 'tests'), 4);
  const done = await retain(database, forAll(90));
  t.match(done, { dropped: 0, deleted: { test_runs: 2 } }, 'older than the first partition: deleted');
  t.same(new Set(await idsOf(database, accountId)), new Set(kept.map(({ id }) => id)));
  t.equal(await readTotal(db, accountId, 'tests'), 2);

  const partitions = async () =>
    Number(
      (
        await db
          .select({ count: sql<number>`count(*)` })
          .from(sql`pg_inherits`)
          .where(sql`inhparent = 'test_runs'::regclass`)
      )[0]?.count,
    );
  const before = await partitions();
  t.ok(before >= 5, `${before} partitions, some of them ahead`);
  const future = await store(database, accountId, -1);
  const [dropped] = await db
    .select({ dropped: sql<boolean>`drop_test_partition(now() + interval '30 days')` })
    .from(sql`(select) as one`);
  t.equal(dropped?.dropped, true);
  t.equal(await partitions(), before - 1);
  const left = await idsOf(database, accountId);
  t.notOk(left.includes(kept[0]?.id ?? '') && left.includes(future.id), 'its tests are gone');
  t.equal(await readTotal(db, accountId, 'tests'), left.length, 'and counted no more');
  await store(database, accountId, 0);
  t.equal(await readTotal(db, accountId, 'tests'), left.length + 1, 'late ones still have their place');

  const free = await account({ plan: 'free' });
  await store(database, free.accountId, 3);
  const stays = await store(database, free.accountId, 1);
  await retain(database, { ...forAll(0), free: 2 });
  t.same(await idsOf(database, free.accountId), [stays.id], 'a plan with less time');
  t.same((await idsOf(database, accountId)).length, left.length + 1, 'the others keep theirs for ever');
});

onEachDatabase(t, 'old keys and days go, in small steps', async (t, driver) => {
  const { database, accountId, account } = await testApp(t, driver);
  const { db } = database;
  const other = await account();
  const key = (index: number, ageMs: number, id: string) => ({
    accountId: id,
    operation: 'POST /api/playgrounds',
    key: String(index),
    bodyHash: '',
    attempt: newId(),
    createdAt: new Date(Date.now() - ageMs),
  });
  await db
    .insert(idempotencyKeys)
    .values(Array.from({ length: 1_200 }, (_, index) => key(index, DAY_MS + 60_000, accountId)));
  await db.insert(idempotencyKeys).values([key(1, 1_000, other.accountId)]);
  const day = (daysAgo: number) => ({
    accountId,
    day: new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10),
    used: 1,
    lastTaken: 1,
  });
  await db.insert(usageDays).values([day(30), day(399), day(402), day(500)]);
  const counts = { playgroundId: newId(), byOwner: true, runs: 1, status4xx: 0, status5xx: 0, failed: 0 };
  for (const daysAgo of [399, 402, 500]) await db.insert(runDays).values({ ...day(daysAgo), ...counts });
  const runs = await Promise.all([retain(database, forAll(90)), retain(database, forAll(90))]);
  const sum = (table: string) => runs.reduce((all, { deleted }) => all + (deleted[table] ?? 0), 0);
  t.equal(sum('idempotency_keys') <= 1_200, true);
  await retain(database, forAll(90));
  t.equal(await db.$count(idempotencyKeys), 1, 'what is still replayed stays');
  t.equal(await db.$count(usageDays, eq(usageDays.accountId, accountId)), 2);
  t.equal(await db.$count(runDays), 1, 'runs are counted as long as usage is');
});

onEachDatabase(t, 'the oldest results make room', async (t, driver) => {
  const { call, database, accountId } = await testApp(t, driver, { env: { PLAN_STORAGE_MB: 'pro=1' } });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const storage = new Storage(database.db, forAll(100_000), onFailure);
  const runs: string[] = [];
  for (let index = 0; index < 30; index += 1) {
    await storage.makeRoom(accountId, 'pro', 10_000);
    const run = await storeTestRun(database.db, accountId, newTestRun(null, outcome('y'.repeat(10_000))));
    runs.push(run.id);
  }
  const left = await idsOf(database, accountId);
  t.ok(left.length >= 8 && left.length <= 9, `${left.length} results of 10 kB in 100 kB`);
  t.same(left, runs.slice(-left.length), 'the newest');
  const { used_bytes, limit_bytes } = await storage.usage(accountId, 'pro');
  t.equal(limit_bytes, 100_000);
  t.ok(used_bytes > 80_000 && used_bytes <= 100_000, String(used_bytes));
  t.same((await call('GET', '/api/usage')).json().storage, { used_bytes, limit_bytes: 1_048_576 });
  t.same(failures, []);
  const hurried = new Storage(database.db, forAll(1_000), onFailure, 0);
  await hurried.makeRoom(accountId, 'pro', 1);
  t.match(failures, [/not deleted within 0 ms/], 'a failure is reported, and does not stop the run');
});

async function target(t: Test): Promise<string> {
  const server = createServer((_request, response) => response.end('z'.repeat(300_000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
}

onEachDatabase(t, 'a full account, and a replay without a second copy', async (t, driver) => {
  const { call, database, accountId } = await testApp(t, driver, { env: { PLAN_STORAGE_MB: 'pro=1' } });
  const url = await target(t);
  const execute = (key: string) =>
    call(
      'POST',
      '/api/tests/execute',
      { url, method: 'POST', body: { a: ['b'] } },
      { 'idempotency-key': key },
    );
  const first = await execute('a');
  const replayed = await execute('a');
  t.equal(replayed.headers['idempotent-replayed'], 'true');
  t.equal(replayed.body, first.body, 'byte for byte');
  const [row] = await database.db.select().from(idempotencyKeys);
  t.match(row, { body: null, testId: first.json().id });
  for (let index = 0; index < 4; index += 1) await execute(`b${index}`);
  t.ok((await idsOf(database, accountId)).length <= 3, 'the plan holds three of them');
  const { used_bytes, limit_bytes } = (await call('GET', '/api/usage')).json().storage;
  t.ok(used_bytes <= limit_bytes, `${used_bytes} of ${limit_bytes}`);
  t.equal((await execute('a')).statusCode, 404, 'the result made room: there is nothing to replay');
});
