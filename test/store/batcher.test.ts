/** Batches: what arrives at one time shares a statement, and each caller gets its own result. */
import t from 'tap';
import { Batcher, MAX_ITEMS } from '../../src/store/batcher.ts';

/** A writer whose statements end when they are told to. */
function writer(options = {}) {
  const statements: { rows: string[]; end: (error?: Error) => void }[] = [];
  const batcher = new Batcher<string, string>(
    (rows) =>
      new Promise((resolve, reject) => {
        const results = rows.map((row) => row.toUpperCase());
        statements.push({ rows: [...rows], end: (error) => (error ? reject(error) : resolve(results)) });
      }),
    { patienceMs: 60_000, ...options },
  );
  return { batcher, statements };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

t.test('rows that come together share a statement, and are answered when it is committed', async (t) => {
  const { batcher, statements } = writer();
  const answered: string[] = [];
  const add = (row: string, size = 1) => batcher.add(row, size).then((result) => answered.push(result));
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
  const { batcher, statements } = writer({ statements: 2 });
  const all: Promise<string>[] = [];
  for (const row of ['a', 'b', 'c', 'd']) {
    all.push(batcher.add(row, 1));
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
  const { batcher, statements } = writer();
  const many = Array.from({ length: MAX_ITEMS + 1 }, (_, index) => batcher.add(String(index), 1));
  const big = ['big', 'bigger'].map((row) => batcher.add(row, 2 ** 21));
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
  const { batcher, statements } = writer({ patienceMs: 1 });
  const stuck = batcher.add('stuck', 1);
  await turn();
  const next = batcher.add('next', 1);
  while (statements.length < 2) await turn();
  statements[1]?.end();
  await next;
  t.pass('the next is answered');
  statements[0]?.end();
  await stuck;
});

t.test('a row that cannot be written fails alone; a database that is away fails all', async (t) => {
  const { batcher, statements } = writer();
  const outcomes = Promise.allSettled(['a', 'bad', 'c'].map((row) => batcher.add(row, 1)));
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

  const away = Promise.allSettled(['d', 'e'].map((row) => batcher.add(row, 1)));
  await turn();
  statements[4]?.end(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  t.same(
    (await away).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.equal(statements.length, 5, 'nothing is tried again');
});
