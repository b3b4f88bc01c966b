/** Storing results: in groups, each answered for itself. */
import t from 'tap';
import { playgrounds } from '../../src/db/schema.ts';
import { cliActor } from '../../src/services/audit.ts';
import { createPlayground } from '../../src/services/playgrounds.ts';
import { newTestRun, type Outcome, storeTestRun, storeTestRunIn } from '../../src/services/test-runs.ts';
import { Batcher, MAX_ITEMS } from '../../src/store/batcher.ts';
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

/** A writer whose statements end when they are told to. */
function writer(options = {}) {
  const statements: { rows: string[]; end: (error?: Error) => void }[] = [];
  const group = new Batcher<string, string>(
    (rows) =>
      new Promise((resolve, reject) => {
        const results = rows.map((row) => row.toUpperCase());
        statements.push({ rows: [...rows], end: (error) => (error ? reject(error) : resolve(results)) });
      }),
    { patienceMs: 60_000, ...options },
  );
  return { group, statements };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

t.test('rows that come together go together, and are answered when they are committed', async (t) => {
  const { group, statements } = writer();
  const answered: string[] = [];
  const add = (row: string, size = 1) => group.add(row, size).then((result) => answered.push(result));
  const all = ['a', 'b', 'c'].map((row) => add(row));
  await turn();
  t.same(
    statements.map(({ rows }) => rows),
    [['a', 'b', 'c']],
  );
  all.push(add('d'), add('e'));
  await turn();
  t.equal(statements.length, 1, 'one at a time');
  t.same(answered, [], 'nothing is acknowledged before its commit');
  statements[0]?.end();
  await turn();
  t.same(answered, ['A', 'B', 'C'], 'each with its own result');
  t.same(statements[1]?.rows, ['d', 'e']);
  statements[1]?.end();
  await Promise.all(all);
});

t.test('several statements at one time, where that is wanted', async (t) => {
  const { group, statements } = writer({ statements: 2 });
  const all: Promise<string>[] = [];
  for (const row of ['a', 'b', 'c', 'd']) {
    all.push(group.add(row, 1));
    await turn();
  }
  const rows = () => statements.map((statement) => statement.rows);
  t.same(rows(), [['a'], ['b']]);
  statements[1]?.end();
  await turn();
  t.same(rows(), [['a'], ['b'], ['c', 'd']], 'what waits goes when one is done');
  for (const { end } of statements) end();
  t.same(await Promise.all(all), ['A', 'B', 'C', 'D']);
});

t.test('a statement has so many rows and bytes', async (t) => {
  const { group, statements } = writer();
  const many = Array.from({ length: MAX_ITEMS + 1 }, (_, index) => group.add(String(index), 1));
  const big = ['big', 'bigger'].map((row) => group.add(row, 2 ** 21));
  const sizes: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    await turn();
    sizes.push(statements[index]?.rows.length ?? 0);
    statements[index]?.end();
  }
  t.same(sizes, [MAX_ITEMS, 1, 1, 1]);
  await Promise.all([...many, ...big]);
});

t.test('a statement that waits for a lock does not hold up the next', async (t) => {
  const { group, statements } = writer({ patienceMs: 1 });
  const stuck = group.add('stuck', 1);
  await turn();
  const next = group.add('next', 1);
  while (statements.length < 2) await turn();
  statements[1]?.end();
  await next;
  t.pass('the next is answered');
  statements[0]?.end();
  await stuck;
});

t.test('a row that cannot be written fails alone; a database that is away fails all', async (t) => {
  const { group, statements } = writer();
  const outcomes = Promise.allSettled(['a', 'bad', 'c'].map((row) => group.add(row, 1)));
  await turn();
  statements[0]?.end(new Error('one of them is wrong'));
  await turn();
  t.same(
    statements.slice(1).map(({ rows }) => rows),
    [['a'], ['bad'], ['c']],
  );
  for (const { rows, end } of statements.slice(1)) end(rows[0] === 'bad' ? new Error('wrong') : undefined);
  t.same(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );

  const away = Promise.allSettled(['d', 'e'].map((row) => group.add(row, 1)));
  await turn();
  statements[4]?.end(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  t.same(
    (await away).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.equal(statements.length, 5, 'nothing is tried again');
});

onEachDatabase(t, 'stored at once', async (t, driver) => {
  const { database, accountId, account, call } = await testApp(t, driver);
  const { db } = database;
  const other = (await account()).accountId;
  const runs = Array.from({ length: 3 * MAX_ITEMS + 5 }, () => newTestRun(null, OUTCOME));
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
    (run: ReturnType<typeof newTestRun>) => db.transaction((tx) => storeTestRunIn(tx, accountId, run)),
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
