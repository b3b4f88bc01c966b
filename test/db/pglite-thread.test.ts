/** PGlite in its own thread: no statement holds the event loop, and failures arrive as they do in one thread. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { type DatabaseOptions, openDatabase } from '../../src/db/client.ts';
import { temporaryFolder } from '../support/server-process.ts';

/** Settings of a new database: a copy of the build's empty one. */
function settings(t: Test): DatabaseOptions {
  const dataDir = temporaryFolder(t);
  cpSync('dist/empty-database', join(dataDir, 'pglite'), { recursive: true });
  return { url: undefined, dataDir, poolSize: 1 };
}

t.test('the event loop goes on during a statement', async (t) => {
  const database = await openDatabase(settings(t));
  t.teardown(() => database.close());
  let running = true;
  const slow = database.db.execute(sql`select pg_sleep(0.3)`).finally(() => {
    running = false;
  });
  let turns = 0;
  for (; running; turns += 1) await turn();
  await slow;
  t.ok(turns > 20, `${turns} turns of the event loop`);
});

t.test(
  'an error of a statement is the database’s, and a transaction that fails is rolled back',
  async (t) => {
    const database = await openDatabase(settings(t));
    t.teardown(() => database.close());
    const { db } = database;
    await t.rejects(db.execute(sql`select from nowhere`), { cause: { code: '42P01', severity: 'ERROR' } });
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`create table things (id int primary key)`);
      await tx.execute(sql`insert into things values (1), (1)`);
    });
    await t.rejects(failed, { cause: { code: '23505' } });
    await t.rejects(db.execute(sql`select from things`), { cause: { code: '42P01' } });
  },
);

t.test('a folder that is no database is refused with the reason, and unlocked', async (t) => {
  const options = settings(t);
  writeFileSync(join(options.dataDir, 'pglite/PG_VERSION'), '1\n');
  for (let again = 0; again < 2; again += 1)
    await t.rejects(openDatabase(options), { name: 'DatabaseError', message: /cannot be opened: / });
});
