/** Collections: members, their order, who sees them, and what happens to their playgrounds. */
import t, { type Test } from 'tap';
import { onEachDatabase, type TestApp, testApp } from '../helper.ts';

interface Listed {
  data: { id: string }[];
  pagination: { total: number };
}

/** Makes playgrounds and collections of the first account. */
function makers({ call }: TestApp) {
  const playground = async (more: object = {}): Promise<string> =>
    (await call('POST', '/api/playgrounds', { curl_command: 'curl https://a.example/', ...more })).json().id;
  const collection = async (playground_ids: readonly string[] = [], more: object = {}): Promise<string> =>
    (await call('POST', '/api/collections', { name: 'Users', playground_ids, ...more })).json().id;
  const members = async (id: string): Promise<string[]> =>
    (await call('GET', `/api/collections/${id}`)).json().playground_ids;
  const listed = async (query: string): Promise<Listed> =>
    (await call('GET', `/api/playgrounds?${query}`)).json();
  return { playground, collection, members, listed };
}

const refused = (t: Test, response: { statusCode: number; json(): unknown }, field: string, code: string) => {
  t.equal(response.statusCode, 400);
  t.match(response.json(), { error: { details: [{ field, code }] } });
};

onEachDatabase(t, 'playground_ids adds, removes, orders and moves', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { playground, collection, members, listed } = makers(app);
  const [a, b, c] = [await playground(), await playground(), await playground()];
  const first = await collection([c, a]);
  const second = await collection([b]);
  t.strictSame(await members(first), [c, a], 'in the given order');
  await call('PATCH', `/api/collections/${first}`, { playground_ids: [a, b, c] });
  t.strictSame(await members(first), [a, b, c]);
  t.strictSame(await members(second), [], 'b was moved');
  await call('PATCH', `/api/collections/${first}`, { playground_ids: [c, b] });
  t.strictSame(await members(first), [c, b]);
  t.equal((await call('GET', `/api/playgrounds/${a}`)).json().collection_id, null);
  t.equal((await call('GET', `/api/playgrounds/${b}`)).json().collection_id, first);

  const inFirst = await listed(`collection_id=${first}`);
  t.strictSame([inFirst.data.map(({ id }) => id), inFirst.pagination.total], [[c, b], 2], 'newest first');
  t.strictSame(
    (await listed('collection_id=none')).data.map(({ id }) => id),
    [a],
  );
  t.equal((await listed(`collection_id=${second}`)).pagination.total, 0);
  t.equal((await listed('collection_id=nonsense')).pagination.total, 0);
  t.equal((await listed(`collection_id=${first}&search=a.example&is_public=false`)).pagination.total, 2);
});

onEachDatabase(t, 'collection_id appends and takes out', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { playground, collection, members } = makers(app);
  const a = await playground();
  const first = await collection([a]);
  const b = await playground({ collection_id: first });
  t.strictSame(await members(first), [a, b]);
  const before = (await call('GET', `/api/collections/${first}`)).headers.etag;
  await call('PATCH', `/api/playgrounds/${a}`, { collection_id: null });
  t.strictSame(await members(first), [b]);
  t.not((await call('GET', `/api/collections/${first}`)).headers.etag, before, 'its ETag tells');
  await call('PATCH', `/api/playgrounds/${a}`, { collection_id: first });
  t.strictSame(await members(first), [b, a]);
  await call('PATCH', `/api/playgrounds/${b}`, { collection_id: first, name: 'b' });
  t.strictSame(await members(first), [b, a], 'naming the same one keeps its place');
  const unknown = await call('PATCH', `/api/playgrounds/${b}`, { collection_id: a });
  refused(t, unknown, '/collection_id', 'unknown_collection');
  refused(
    t,
    await call('POST', '/api/playgrounds', { curl_command: 'curl a.example', collection_id: 'x' }),
    '/collection_id',
    'unknown_collection',
  );
});

onEachDatabase(t, 'wrong members are refused by name, and nothing changes', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { playground, collection, members } = makers(app);
  const [a, b] = [await playground(), await playground()];
  const id = await collection([a]);
  const patch = (playground_ids: string[]) => call('PATCH', `/api/collections/${id}`, { playground_ids });
  refused(t, await patch([b, a, b]), '/playground_ids/2', 'duplicate');
  refused(t, await patch([b, id]), '/playground_ids/1', 'unknown_playground');
  refused(t, await patch([b, 'x']), '/playground_ids/1', 'unknown_playground');
  t.equal((await patch(Array.from({ length: 201 }, () => a))).statusCode, 400);
  t.strictSame(await members(id), [a]);
  t.equal((await call('GET', '/api/collections')).json().pagination.total, 1);
  refused(
    t,
    await call('POST', '/api/collections', { name: 'x', playground_ids: ['x'] }),
    '/playground_ids/0',
    'unknown_playground',
  );
  t.equal(
    (await call('GET', '/api/collections')).json().pagination.total,
    1,
    'the refused one is not stored',
  );
});

onEachDatabase(t, 'a collection has at most 200 playgrounds', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { playground, collection, members } = makers(app);
  const ids: string[] = [];
  for (let at = 0; at < 200; at += 1) ids.push(await playground());
  const id = await collection(ids);
  t.strictSame(await members(id), ids);
  const more = await call('POST', '/api/playgrounds', { curl_command: 'curl a.example', collection_id: id });
  refused(t, more, '/collection_id', 'full_collection');
});

onEachDatabase(t, 'others see public members of a public collection', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call, account } = app;
  const { playground, collection } = makers(app);
  const other = await account();
  const asOther = { authorization: `Bearer ${other.key}` };
  const [shown, hidden] = [await playground({ is_public: true }), await playground()];
  const id = await collection([hidden, shown], { description: 'password=hunter2secret' });
  const path = `/api/collections/${id}`;
  t.equal((await call('GET', path, undefined, asOther)).statusCode, 404, 'private');
  t.equal((await call('PATCH', path, { name: 'x' }, asOther)).statusCode, 404);
  t.strictSame((await call('PATCH', path, { is_public: true })).json().private_playground_ids, [hidden]);
  const seen = (await call('GET', path, undefined, asOther)).json();
  t.strictSame(seen.playground_ids, [shown]);
  t.notOk('private_playground_ids' in seen);
  t.notMatch(seen.description, /hunter2secret/);
  t.match(seen.url, new RegExp(`/c/${id}$`));
  for (const method of ['PATCH', 'DELETE'] as const)
    t.equal(
      (await call(method, path, method === 'PATCH' ? { name: 'x' } : undefined, asOther)).statusCode,
      403,
    );
  t.equal((await call('GET', '/api/collections', undefined, asOther)).json().pagination.total, 0);
  await call('PATCH', path, { is_public: false });
  t.equal((await call('GET', path, undefined, asOther)).statusCode, 404);
  const actions = (await call('GET', '/api/audit'))
    .json()
    .data.map(({ action }: { action: string }) => action);
  t.strictSame(actions.slice(0, 2), ['collection.unpublished', 'collection.published']);
});

onEachDatabase(t, 'a deleted collection leaves its playgrounds, or takes them along', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { playground, collection, listed } = makers(app);
  const [a, b] = [await playground(), await playground()];
  const kept = await collection([a]);
  const whole = await collection([b]);
  const etag = String((await call('GET', `/api/collections/${kept}`)).headers.etag);
  const stale = await call('DELETE', `/api/collections/${whole}?playgrounds=delete`, undefined, {
    'if-match': etag,
  });
  t.equal(stale.statusCode, 412);
  t.equal((await call('GET', `/api/playgrounds/${b}`)).statusCode, 200);
  t.equal(
    (await call('DELETE', `/api/collections/${kept}`, undefined, { 'if-match': etag })).statusCode,
    204,
  );
  t.equal((await call('GET', `/api/playgrounds/${a}`)).json().collection_id, null);
  t.equal((await call('DELETE', `/api/collections/${whole}?playgrounds=delete`)).statusCode, 204);
  t.equal((await call('GET', `/api/playgrounds/${b}`)).statusCode, 404);
  t.equal((await call('GET', '/api/collections')).json().pagination.total, 0);
  t.strictSame(
    (await listed('')).data.map(({ id }) => id),
    [a],
  );
});

onEachDatabase(t, 'concurrent moves neither deadlock nor lose a playground', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { playground, collection, members } = makers(app);
  const ids = await Promise.all(Array.from({ length: 6 }, () => playground()));
  const pair = [await collection(), await collection()];
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async (_, at) => {
      const target = pair[at % 2];
      const given = at % 4 < 2 ? ids : ids.toReversed();
      const response =
        at % 3 === 0
          ? await call('PATCH', `/api/playgrounds/${ids[at % 6]}`, { collection_id: target ?? null })
          : await call('PATCH', `/api/collections/${target}`, { playground_ids: given });
      return response.statusCode;
    }),
  );
  t.strictSame([...new Set(statuses)], [200]);
  const all = [...(await members(pair[0] ?? '')), ...(await members(pair[1] ?? ''))];
  t.strictSame(all.toSorted(), ids.toSorted(), 'each is in one collection');
});

onEachDatabase(t, 'lists of collections have pages and exact totals', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const { collection } = makers(app);
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.unshift(await collection());
  const first = (await call('GET', '/api/collections?limit=2')).json();
  t.match(first.pagination, { page: 1, total: 5, total_pages: 3 });
  const next = (await call('GET', `/api/collections?limit=2&cursor=${first.pagination.next_cursor}`)).json();
  const last = (await call('GET', '/api/collections?limit=2&page=3')).json();
  const seen = [first, next, last].flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
  t.strictSame(seen, ids);
});
