/** Packets between the service and PostgreSQL are dropped for a while, without a reset. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import t from 'tap';
import { openDatabase } from '../../src/db/client.ts';
import { freshPostgresUrl } from '../helper.ts';
import { long } from '../support/full.ts';
import { postgresMissing } from '../support/postgres.ts';

t.test(
  'the pool is back within 5 s of the path',
  { skip: long || (postgresMissing() ?? false) },
  async (t) => {
    const direct = new URL(await freshPostgresUrl());
    let swallows = false;
    const relay = createServer((near) => {
      const far = connect(Number(direct.port), direct.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', (bytes) => swallows || to.write(bytes));
        from.on('error', () => {});
        from.on('close', () => to.destroy());
      }
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    t.teardown(() => relay.close());
    const url = new URL(direct);
    url.port = String((relay.address() as AddressInfo).port); // a TCP server's address
    const database = await openDatabase({ url: url.href, dataDir: '', poolSize: 5 });
    t.teardown(() => database.close());
    const query = () => database.db.execute(sql`select ${1}::int as n`);
    const queries = (count: number) => Promise.allSettled(Array.from({ length: count }, query));
    await queries(10);
    swallows = true;
    const lost = queries(10);
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    swallows = false;
    const restored = performance.now();
    while ((await queries(1))[0]?.status !== 'fulfilled') {
      // The next one may find a connection.
    }
    const ms = Math.round(performance.now() - restored);
    t.ok(ms < 5_000, `back after ${ms} ms`);
    const { length } = (await queries(10)).filter(({ status }) => status === 'fulfilled');
    t.equal(length, 10, 'every connection');
    t.ok(
      (await lost).every(({ status }) => status === 'rejected'),
      'the queries of before have ended',
    );
    await t.resolves(database.db.execute(sql`select pg_sleep(5)`), 'a slow query is not a dead path');
  },
);
