/** Prepared statements on PGlite: the same answers as its own query(), also after errors and among transactions. */
import { PGlite } from '@electric-sql/pglite';
import t from 'tap';
import { preparedStatementsClient } from '../../src/db/pglite-client.ts';

const client = await PGlite.create();
await client.exec(`create table things (
  id uuid primary key, name text not null, size bigint, tags text[], at timestamptz, open boolean, data jsonb)`);
const prepared = preparedStatementsClient(client);
t.teardown(() => prepared.close());

const ID = '01900000-0000-7000-8000-000000000000';
const INSERT =
  'insert into things (id, name, size, tags, at, open, data) values ($1, $2, $3, $4, $5, $6, $7)';
const id = (number: number) => ID.slice(0, -4) + String(number).padStart(4, '0');
const row = (number: number) => [
  id(number),
  `a "name" \\ with ü, 🙂 and\nmore`,
  12,
  ['a', 'b,"c'],
  '2026-11-20T09:30:00.123Z',
  true,
  { a: [1, null] },
];

t.test('answers like query()', async (t) => {
  const inserted = await prepared.query(INSERT, row(1));
  t.equal(inserted.affectedRows, 1);
  await prepared.query(INSERT, [id(2), 'empty', null, null, null, null, null]);
  for (const text of [
    'select * from things order by id',
    'select count(*) from things',
    'select 1 as a where false',
  ])
    for (const options of [
      {},
      { rowMode: 'array' as const },
      { parsers: { 1184: (value: string) => value } },
    ])
      for (let again = 0; again < 3; again += 1)
        t.same(await prepared.query(text, [], options), await client.query(text, [], options), text);
  const by = 'update things set name = $2 where id = $1 returning name';
  t.same((await prepared.query(by, [id(2), 'x'.repeat(3_000_000)])).rows, [{ name: 'x'.repeat(3_000_000) }]);
  t.same((await prepared.query(by, [id(2), ''])).rows, [{ name: '' }]);
});

t.test('an error concerns its own statement only', async (t) => {
  for (let again = 0; again < 3; again += 1) {
    await t.rejects(prepared.query(INSERT, row(1)), { code: '23505' });
    await t.rejects(prepared.query(INSERT, ['no id', 'n', 1, null, null, null, null]), { code: '22P02' });
    await t.rejects(prepared.query('select from nowhere'), { code: '42P01' });
    await t.rejects(prepared.query('selec'), { code: '42601' });
    t.same((await prepared.query('select name from things where id = $1', [id(2)])).rows, [{ name: '' }]);
  }
  t.same((await client.query('select count(*)::int as count from things')).rows, [{ count: 2 }]);
});

t.test('statements and transactions take turns', async (t) => {
  const rename = 'update things set name = $2 where id = $1';
  const gone = prepared.transaction(async (tx) => {
    await tx.query(rename, [id(2), 'in a transaction']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('rolled back');
  });
  const [, outside] = await Promise.all([
    t.rejects(gone, { message: 'rolled back' }),
    prepared.query('select name from things where id = $1', [id(2)]),
    ...Array.from({ length: 20 }, (_, index) => prepared.query(INSERT, row(10 + index))),
  ]);
  t.same(outside.rows, [{ name: '' }], 'what was rolled back was never seen');
  t.same((await client.query('select count(*)::int as count from things')).rows, [{ count: 22 }]);
});

t.test('the number of statements kept is bounded', async (t) => {
  for (let number = 0; number < 520; number += 1)
    t.same((await prepared.query(`select ${number} as number`)).rows, [{ number }]);
  const kept = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  );
  t.ok((kept.rows[0]?.count ?? 1000) <= 500, JSON.stringify(kept.rows));
  t.same((await prepared.query('select name from things where id = $1', [id(2)])).rows, [{ name: '' }]);
});

t.test('closing waits for what is under way', async (t) => {
  const slow = prepared.query('select pg_sleep(0.05)');
  const closing = prepared.close();
  const late = prepared.query('select 1');
  await slow;
  await closing;
  await t.rejects(late, { message: 'PGlite is closed' });
  await prepared.close();
});
