/** Storing results: many at once, and of a playground that is deleted meanwhile. */
import t from 'tap';
import { playgrounds } from '../../src/db/schema.ts';
import { cliActor } from '../../src/services/audit.ts';
import { createPlayground } from '../../src/services/playgrounds.ts';
import { newTestRun, type Outcome, storeTestRun } from '../../src/services/test-runs.ts';
import { newId } from '../../src/store/ids.ts';
import { onEachDatabase, testApp } from '../helper.ts';

const OUTCOME: Outcome = {
  status: 'failed',
  request: { method: 'GET', url: 'http://a.example/', headers: {}, body_size: 0 },
  response: null,
  error: { code: 'timeout', message: 'No complete answer within 1 ms.' },
  timings: { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null, total_ms: 1 },
  warnings: [],
};

onEachDatabase(t, 'stored at once', async (t, driver) => {
  const { database, accountId, account, call } = await testApp(t, driver);
  const { db } = database;
  const other = (await account()).accountId;
  const runs = Array.from({ length: 53 }, () => newTestRun(null, OUTCOME));
  const twin = runs[2];
  if (twin === undefined) throw new Error('there are runs');
  const stored = await Promise.allSettled([
    ...runs.map((run, index) => storeTestRun(db, index % 2 === 0 ? accountId : other, run)),
    storeTestRun(db, accountId, twin),
  ]);
  t.equal(stored.filter(({ status }) => status === 'rejected').length, 1, 'an id is stored once');
  const mine = await call('GET', '/api/tests?limit=100');
  const expected = runs.filter((_, index) => index % 2 === 0).map(({ id }) => id);
  const listed: string[] = mine.json().data.map(({ id }: { id: string }) => id);
  t.same(
    listed.filter((id) => id !== twin.id).toReversed(),
    expected.filter((id) => id !== twin.id),
    'all of them, in order',
  );
  const one = await call('GET', `/api/tests/${expected[0]}`);
  t.match(one.json(), { ...runs[0] });
});

onEachDatabase(t, 'a run of a playground that goes meanwhile', async (t, driver) => {
  const { database, accountId, call } = await testApp(t, driver);
  const { db } = database;
  const { id } = await createPlayground(db, cliActor(accountId), { curl_command: 'curl http://a.example' });
  const store = [
    (run: ReturnType<typeof newTestRun>) => storeTestRun(db, accountId, run),
    (run: ReturnType<typeof newTestRun>) => db.transaction((tx) => storeTestRun(tx, accountId, run)),
  ];
  for (const put of store) {
    const kept = await put(newTestRun(id, OUTCOME));
    t.equal(kept.playground_id, id);
    t.equal((await call('GET', `/api/tests/${kept.id}`)).json().playground_id, id);
  }
  for (const put of store) {
    const own = await put(newTestRun(null, OUTCOME));
    t.equal((await call('GET', `/api/tests/${own.id}`)).json().playground_id, null, 'of no playground');
    const orphan = await put(newTestRun(newId(), OUTCOME));
    t.equal(orphan.playground_id, null);
    t.equal((await call('GET', `/api/tests/${orphan.id}`)).json().playground_id, null);
  }
  if (driver === 'pglite') return; // one connection: nothing runs meanwhile
  // The deletion has happened but is not committed when the run is stored.
  let storing: Promise<{ playground_id: string | null }> | undefined;
  await db.transaction(async (tx) => {
    await tx.delete(playgrounds);
    storing = storeTestRun(db, accountId, newTestRun(id, OUTCOME));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  t.equal((await storing)?.playground_id, null, 'it waits, and stays');
});

t.test('ids sort by age and differ', async (t) => {
  const ids = Array.from({ length: 20_000 }, newId);
  t.equal(new Set(ids).size, ids.length);
  t.ok(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? '')));
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  t.ok(ids.every((id) => shape.test(id)));
  const time = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16);
  t.ok(Math.abs(Date.now() - time) < 60_000, 'the first bits are the time');
});
