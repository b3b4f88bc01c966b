/** Readers of public playgrounds never take the place of their owner. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { setPlan } from '../../src/services/accounts.ts';
import { testApp } from '../helper.ts';
import { long } from '../support/full.ts';

/** A stream that sends its head and nothing more. */
async function slowTarget(t: Test): Promise<{ url: string; arrived: (count: number) => Promise<void> }> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    server.emit('arrived');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address
  const arrived = async (wanted: number) => {
    while (count < wanted) await once(server, 'arrived', { signal: AbortSignal.timeout(30_000) });
  };
  return { url: `http://127.0.0.1:${port}/`, arrived };
}

const ENV = {
  EGRESS_MAX_PER_ACCOUNT: '2',
  PUBLIC_RUNS_MAX_PER_PLAYGROUND: '2',
  PUBLIC_RUNS_MAX_TOTAL: '3',
  PUBLIC_RUNS_TIMEOUT_MS: '6000',
  PUBLIC_RUNS_PER_MINUTE: '1000',
};

t.test('ten readers of a slow public stream', { skip: long }, async (t) => {
  const target = await slowTarget(t);
  const { app, call } = await testApp(t, 'pglite', { env: ENV });
  const create = async () => {
    const fields = { curl_command: `curl -N ${target.url}`, is_public: true, public_runs: true };
    return (await call('POST', '/api/playgrounds', fields)).json().id as string;
  };
  const [one, other] = [await create(), await create()];
  const read = (id: string, accept = 'text/event-stream') =>
    app.inject({ method: 'POST', url: `/p/${id}/run`, headers: { accept } });
  const began = performance.now();
  const readers = Array.from({ length: 10 }, () => read(one));
  await target.arrived(2);
  const others = [read(other), read(other, 'application/json')];
  await target.arrived(3);
  t.equal((await read(one)).statusCode, 503);

  const own = { url: target.url, options: { timeout_ms: 500 } };
  const owners = await Promise.all([1, 2].map(() => call('POST', '/api/tests/execute', own)));
  t.same(
    owners.map(({ statusCode }) => statusCode),
    [200, 200],
    'the owner has all of its places',
  );
  const codes = async (answers: typeof readers) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  t.equal((await codes(readers)).filter((code) => code === 200).length, 2, 'two readers of a playground');
  t.equal((await codes(others)).filter((code) => code === 200).length, 1, 'three of all');
  t.ok(performance.now() - began < 30_000, 'a deadline of their own');
  const { used } = (await call('GET', '/api/usage')).json();
  t.equal(used, 2 + 3 + 2 + 1, 'what could not begin is not charged');
});

t.test("a run that the owner's quota refuses does not count for the playground", async (t) => {
  const target = createServer((_request, response) => response.end('fine')).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => target.close());
  const { port } = target.address() as AddressInfo; // a TCP server's address
  const { app, account, call, database } = await testApp(t, 'pglite', { env: { PUBLIC_RUNS_PER_DAY: '2' } });
  const { key, accountId } = await account({ plan: 'enterprise', dailyLimit: 1 });
  const fields = { curl_command: `curl http://127.0.0.1:${port}/`, is_public: true, public_runs: true };
  const created = await call('POST', '/api/playgrounds', fields, { authorization: `Bearer ${key}` });
  const run = async () => {
    const headers = { accept: 'application/json' };
    return (await app.inject({ method: 'POST', url: `/p/${created.json().id}/run`, headers })).statusCode;
  };
  for (let count = 0; count < 4; count += 1) t.equal(await run(), 429, "the owner's quota is used up");
  await setPlan(database.db, accountId, 'enterprise', 100);
  t.same([await run(), await run(), await run()], [200, 200, 429], 'the day still has both runs');
});
