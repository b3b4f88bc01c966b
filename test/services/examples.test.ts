/** Example responses: a stored result that readers see, without credentials, and for as long as its playground. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { deletedPlaygrounds, playgrounds } from '../../src/db/schema.ts';
import { cliActor } from '../../src/services/audit.ts';
import {
  deleteWithUndo,
  purgeDeletedPlaygrounds,
  restorePlayground,
  UNDO_MS,
} from '../../src/services/delete-playground.ts';
import { getExample } from '../../src/services/example-responses.ts';
import { readTotal } from '../../src/store/lists.ts';
import { onEachDatabase, testApp } from '../helper.ts';
import { startRecorder } from '../support/recorder.ts';

const SECRET = 'sk_live_51HZd8gJtq9Xv2mPq';
const OWN = 'hunter2-correct-horse';

onEachDatabase(t, 'an example is a stored result without credentials', async (t, driver) => {
  const body = {
    user: 'ada',
    auth: { access_token: 'zq81kfma0s9dl2', token: 'YOUR_TOKEN' },
    note: `the key is ${SECRET}, and you sent ${OWN}`,
    pin: 4711,
    next: 'https://h.example/?page=2&api_key=abcd1234efgh',
  };
  const { origin: target, close } = await startRecorder(() => ({
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(body),
  }));
  t.teardown(() => close());
  const { call, account, accountId, database } = await testApp(t, driver);
  const { db } = database;
  const command = `curl ${target}/a -u 'ada:${OWN}'`;
  const { id } = (await call('POST', '/api/playgrounds', { curl_command: command })).json();
  const execute = async (body: object) =>
    (await call('POST', '/api/tests/execute', body)).json<{ id: string }>().id;
  const run = await execute({ playground_id: id });
  const patch = (body: object) => call('PATCH', `/api/playgrounds/${id}`, body);

  const pinned = await patch({ example_test_id: run });
  t.equal(pinned.statusCode, 200, pinned.body);
  t.equal(pinned.json().example_test_id, run);
  t.equal((await call('GET', '/api/playgrounds')).json().data[0].example_test_id, run);
  const example = await getExample(db, accountId, id);
  const text = JSON.stringify(example);
  for (const secret of [SECRET, OWN, 'zq81kfma0s9dl2', 'abcd1234efgh', '4711'])
    t.notMatch(text, secret, `${secret} is masked`);
  const shown = JSON.parse(example?.response?.body ?? '');
  t.match(shown, { user: 'ada', auth: { token: 'YOUR_TOKEN' }, pin: '***' }, 'what is no credential stays');

  t.equal((await patch({ name: 'Other', example_test_id: run })).statusCode, 200);
  const other = (await call('POST', '/api/playgrounds', { curl_command: command })).json().id;
  for (const unknown of ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c', 'x', '']) {
    const refused = await patch({ example_test_id: unknown });
    t.equal(refused.statusCode, 400);
    t.match(refused.json().error.details, [{ field: '/example_test_id', code: 'unknown_test' }]);
  }
  t.equal(
    (await call('PATCH', `/api/playgrounds/${other}`, { example_test_id: run })).statusCode,
    400,
    'of another',
  );
  const authorization = `Bearer ${(await account()).key}`;
  const stranger = await call('POST', '/api/playgrounds', { curl_command: command }, { authorization });
  const theirs = `/api/playgrounds/${stranger.json().id}`;
  t.equal((await call('PATCH', theirs, { example_test_id: run }, { authorization })).statusCode, 400);

  const before = await execute({ url: `${target}/b` });
  const born = await call('POST', '/api/playgrounds', { curl_command: command, example_test_id: before });
  t.equal(born.statusCode, 201, born.body);
  const { data } = (await call('GET', `/api/tests?playgroundId=${born.json().id}`)).json();
  t.match(data, [{ id: before }], 'a result of no playground becomes one of the new');

  const { etag } = (await call('GET', `/api/playgrounds/${id}`)).headers;
  await call('DELETE', `/api/tests/${run}`);
  const withdrawn = await call('GET', `/api/playgrounds/${id}`);
  t.equal(withdrawn.json().example_test_id, null, 'deleting the result withdraws it');
  t.not(withdrawn.headers.etag, etag);
  t.equal(await getExample(db, accountId, id), undefined);
  t.equal(
    (await call('PATCH', `/api/playgrounds/${born.json().id}`, { example_test_id: null })).json()
      .example_test_id,
    null,
  );
});

onEachDatabase(t, 'deleting on a page can be undone for an hour', async (t, driver) => {
  const { origin: target, close } = await startRecorder();
  t.teardown(() => close());
  const { call, accountId, database } = await testApp(t, driver);
  const { db } = database;
  const actor = cliActor(accountId);
  const create = {
    name: '\ufeffÜ',
    curl_command: `curl ${target}`,
    is_public: true,
    embed_origins: ['https://a.example'],
  };
  const { id } = (await call('POST', '/api/playgrounds', create)).json();
  const run = (await call('POST', '/api/tests/execute', { playground_id: id })).json().id;
  await call('PATCH', `/api/playgrounds/${id}`, { example_test_id: run });
  const before = (await call('GET', `/api/playgrounds/${id}`)).json();
  const [row] = await db.select().from(playgrounds).where(eq(playgrounds.id, id));

  await deleteWithUndo(db, actor, id);
  t.equal((await call('GET', `/api/playgrounds/${id}`)).statusCode, 404);
  t.equal((await call('GET', '/api/playgrounds')).json().pagination.total, 0);
  t.equal((await call('GET', '/api/playgrounds?is_public=true')).json().pagination.total, 0);
  await t.rejects(deleteWithUndo(db, actor, id), { code: 'not_found' });
  await purgeDeletedPlaygrounds(db);
  const stranger = cliActor('019300a1-7c1e-7a51-8000-5a4e1d1f2b3c');
  await t.rejects(restorePlayground(db, stranger, id), { code: 'not_found' });

  await restorePlayground(db, actor, id);
  const after = (await call('GET', `/api/playgrounds/${id}`)).json();
  t.same({ ...after, updated_at: 0 }, { ...before, updated_at: 0 });
  t.equal(
    Date.parse(after.updated_at),
    Date.parse(before.updated_at) + 1,
    'another version in its old place',
  );
  const [again] = await db.select().from(playgrounds).where(eq(playgrounds.id, id));
  t.same({ ...again, updatedAt: 0 }, { ...row, updatedAt: 0 }, 'with the example and all');
  t.equal((await call('GET', '/api/playgrounds?is_public=true')).json().pagination.total, 1);
  t.match((await call('GET', `/api/tests?playgroundId=${id}`)).json().data, [{ id: run }], 'and its results');
  await t.rejects(restorePlayground(db, actor, id), { code: 'not_found' }, 'once');
  const actions = (await call('GET', '/api/audit'))
    .json()
    .data.map(({ action }: { action: string }) => action);
  t.match(actions.slice(0, 2), ['playground.restored', 'playground.deleted']);

  await deleteWithUndo(db, actor, id);
  await db.update(deletedPlaygrounds).set({ deletedAt: new Date(Date.now() - UNDO_MS - 1) });
  await t.rejects(restorePlayground(db, actor, id), { code: 'not_found' }, 'not after an hour');
  await db.update(deletedPlaygrounds).set({ deletedAt: new Date(Date.now() - 2 * UNDO_MS) });
  await purgeDeletedPlaygrounds(db);
  t.equal(await db.$count(deletedPlaygrounds), 0);
  t.equal(await readTotal(db, accountId, 'tests'), 0, 'its results are deleted for good then');
  t.equal(await readTotal(db, accountId, `tests:${id}`), 0);
});
