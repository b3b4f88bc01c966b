/** How often playgrounds are run: whose runs are counted, as what, and for how long. */
import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { runDays } from '../../src/db/schema.ts';
import { cliActor } from '../../src/services/audit.ts';
import { deleteWithUndo, restorePlayground } from '../../src/services/delete-playground.ts';
import { runCounts } from '../../src/services/run-counts.ts';
import { newId } from '../../src/store/ids.ts';
import { onEachDatabase, testApp } from '../helper.ts';
import { startRecorder } from '../support/recorder.ts';
import { Visitor } from '../support/visitor.ts';

onEachDatabase(t, 'runs are counted by owner, readers and outcome', async (t, driver) => {
  const target = await startRecorder(({ target: path }) => ({ status: Number(path.slice(1)) }));
  t.teardown(() => target.close());
  const { app, call, account, database, accountId, key } = await testApp(t, driver);
  const { db } = database;
  const other = await account();
  const asOther = { authorization: `Bearer ${other.key}` };
  const create = async (curl_command: string) => {
    const body = { curl_command, is_public: true, public_runs: true };
    return (await call('POST', '/api/playgrounds', body)).json<{ id: string }>().id;
  };
  const id = await create(`curl ${target.origin}/200`);
  const execute = (body: object, headers = {}) => call('POST', '/api/tests/execute', body, headers);
  const stats = async (of: string, headers = {}) =>
    (await call('GET', `/api/playgrounds/${of}/stats`, undefined, headers)).json();
  const none = { runs: 0, status_4xx: 0, status_5xx: 0, failed: 0 };
  const empty = await stats(id);
  t.match(empty, { owner: none, readers: none });
  t.equal(empty.days.length, 30);

  for (const status of [200, 302, 404, 429, 500])
    await execute({ url: `${target.origin}/${status}`, playground_id: id });
  t.equal((await execute({ url: 'http://127.0.0.1:1/', playground_id: id })).json().status, 'failed');
  t.equal((await execute({ url: 'http://10.0.0.1/', playground_id: id })).statusCode, 400);
  await execute({ url: `${target.origin}/200` });
  for (const headers of [{}, asOther]) await execute({ playground_id: id }, headers);
  const page = { method: 'POST', url: `/p/${id}/run`, headers: { accept: 'application/json' } } as const;
  t.equal((await app.inject(page)).statusCode, 200, 'on its page');
  const streamed = await call('POST', '/api/tests/stream', { playground_id: id }, asOther);
  t.equal(streamed.statusCode, 200);

  const owner = { runs: 7, status_4xx: 2, status_5xx: 1, failed: 1 };
  const readers = { ...none, runs: 3 };
  const counted = await stats(id);
  t.same({ owner: counted.owner, readers: counted.readers }, { owner, readers });
  t.same(counted.days[0], { date: new Date().toISOString().slice(0, 10), owner, readers });
  t.equal((await call('GET', `/api/playgrounds/${id}/stats`, undefined, asOther)).statusCode, 404);
  t.equal((await call('GET', '/api/playgrounds/x/stats')).statusCode, 404);
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  t.match(
    (await visitor.open('/account/playgrounds')).body,
    /<td[^>]* class="pg-list__num pg-list__wide"[^>]*>(?:<[^>]*>)*10</,
  );

  const ofIt = and(eq(runDays.accountId, accountId), eq(runDays.playgroundId, id));
  const actor = cliActor(accountId);
  await deleteWithUndo(db, actor, id);
  await restorePlayground(db, actor, id);
  t.same((await stats(id)).owner, owner, 'what is restored has its counts');
  await execute({ playground_id: id });
  t.equal((await call('DELETE', `/api/playgrounds/${id}`)).statusCode, 204);
  for (const playgroundId of [id, newId()])
    runCounts(db).add({ ownerId: accountId, playgroundId, byOwner: true }, counted);
  await runCounts(db).flush();
  t.equal(await db.$count(runDays, ofIt), 0, 'deleted with it, and what was counted since is not written');
  t.equal(await db.$count(runDays), 0);
});

onEachDatabase(t, 'many runs are few statements', async (t, driver) => {
  const { call, database, accountId } = await testApp(t, driver);
  const { db, queries } = database;
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1)
    ids.push((await call('POST', '/api/playgrounds', { curl_command: 'curl http://h.example/' })).json().id);
  let statements = 0;
  queries.listen(() => {
    statements += 1;
  });
  const outcome = { status: 'completed', response: { status: 503 } };
  for (let at = 0; at < 300; at += 1)
    runCounts(db).add(
      { ownerId: accountId, playgroundId: ids[at % 3] ?? '', byOwner: at % 2 === 0 },
      outcome as never,
    );
  await Promise.all([runCounts(db).flush(), runCounts(db).flush()]);
  t.ok(statements <= 4, `${statements} statements`);
  const { owner, readers } = (await call('GET', `/api/playgrounds/${ids[0]}/stats`)).json();
  t.match([owner, readers], [{ runs: 50, status_5xx: 50 }, { runs: 50 }]);
});
