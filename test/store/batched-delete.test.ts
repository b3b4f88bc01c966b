/** Deletions of more than one statement should delete. */
import { and, eq, sql } from 'drizzle-orm';
import t from 'tap';
import { testRuns } from '../../src/db/schema.ts';
import { deleteAccount } from '../../src/services/accounts.ts';
import { BATCH_ROWS, deleteManyTestRuns, recountLists } from '../../src/store/counted-rows.ts';
import { onEachDatabase, testApp } from '../helper.ts';

const MANY = 2 * BATCH_ROWS + 7;

onEachDatabase(t, 'a playground with many tests is deleted in batches', async (t, driver) => {
  const { call, database, accountId, account } = await testApp(t, driver);
  const { db } = database;
  const { id } = (await call('POST', '/api/playgrounds', { curl_command: 'curl http://h.example/' })).json();
  const fill = () =>
    db.execute(sql`insert into test_runs (id, account_id, playground_id, status, request, timings, warnings, created_at)
      select gen_random_uuid(), ${accountId}, cast(${id} as uuid), 'failed', '{}', '{}', '[]', now() from generate_series(1, ${sql.raw(String(MANY))})`);
  const left = () => db.$count(testRuns, eq(testRuns.accountId, accountId));
  await fill();
  await recountLists(db);
  const own = and(eq(testRuns.accountId, accountId), eq(testRuns.playgroundId, id));
  t.equal(await deleteManyTestRuns(db, own, 0), false, 'no time is left after the first batch');
  t.equal(await left(), MANY - BATCH_ROWS);
  const stale = await call('DELETE', `/api/playgrounds/${id}`, undefined, { 'if-match': '"other"' });
  t.equal(stale.statusCode, 412);
  t.equal(await left(), MANY - BATCH_ROWS, 'nothing goes with a playground that stays');
  t.equal((await call('DELETE', `/api/playgrounds/${id}`)).statusCode, 204);
  t.equal(await left(), 0);
  t.equal((await call('GET', '/api/tests')).json().pagination.total, 0, 'and counted as gone');

  await fill();
  await recountLists(db);
  const other = await account();
  const tests = () => db.select().from(testRuns).where(eq(testRuns.accountId, other.accountId));
  const body = { curl_command: 'curl http://h.example/', is_public: true };
  const shared = (await call('POST', '/api/playgrounds', body)).json();
  await db.execute(sql`insert into test_runs (id, account_id, playground_id, status, request, timings, warnings, created_at)
    values (gen_random_uuid(), ${other.accountId}, cast(${shared.id} as uuid), 'failed', '{}', '{}', '[]', now())`);
  await recountLists(db);
  await deleteAccount(db, accountId);
  t.equal(await left(), 0, 'with its account, too');
  t.match(await tests(), [{ playgroundId: null }], 'and cleared from the tests of others');
});
