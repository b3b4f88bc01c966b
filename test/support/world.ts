/** The app and its like in trouble, with a target under a name of its own: where the walk over all operations takes place. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Test } from 'tap';
import type { Database } from '../../src/db/client.ts';
import type { NameResolver } from '../../src/proxy/connect/resolver.ts';
import { type Driver, freshDatabase, testApp } from '../helper.ts';
import { ca, good } from './certificates.ts';
import { A_FEW, type World } from './operations.ts';

/** The only name there is, and it leads here. */
export const TARGET_NAME = 'target.test';
const resolver: NameResolver = {
  async resolve(hostname, family) {
    if (hostname === TARGET_NAME && family === 4) return ['127.0.0.1'];
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  },
};

const USERS = '{"data":[{"id":7,"name":"Ada Lovelace"}],"next_page":null}';

/** An https server of {@link TARGET_NAME} that answers everything alike. Gives its port. */
async function startUsers(t: Pick<Test, 'teardown'>): Promise<number> {
  const server = createServer({ key: good.key, cert: good.cert }, (_request, response) => {
    response.sendDate = false;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': USERS.length,
      connection: 'close',
    });
    response.end(USERS);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port; // a TCP server's address
}

/** @param newDatabase an empty one that is migrated; by default of the driver */
export async function makeWorld(
  t: Pick<Test, 'teardown'>,
  driver: Driver,
  newDatabase: () => Promise<Database> = () => freshDatabase(driver),
): Promise<World> {
  const port = await startUsers(t);
  const egress = { resolver, certificateAuthorities: [ca.cert] };
  const main = await testApp(t, driver, { database: await newDatabase(), egress });
  const exhausted = await main.account({ plan: 'enterprise', dailyLimit: A_FEW });
  for (let sent = 0; sent < A_FEW; sent += 1)
    await main.call('GET', '/api/usage', undefined, { authorization: `Bearer ${exhausted.key}` });

  const broken = await testApp(t, driver, { database: await newDatabase() });
  await broken.database.db.execute(sql`drop table api_keys`);
  const gone = await newDatabase();
  const away = await testApp(t, driver, { database: gone });
  await gone.close();
  const limited = await testApp(t, driver, {
    database: await newDatabase(),
    env: { ANONYMOUS_PER_MINUTE: String(A_FEW) },
  });
  return {
    ...main,
    target: `https://${TARGET_NAME}:${port}/users?page=1`,
    exhausted: exhausted.key,
    broken,
    away,
    limited,
  };
}
