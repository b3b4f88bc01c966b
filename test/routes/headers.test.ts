/** What HTTP offers on top of the operations: CORS, pages, search, entity tags, idempotency. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { idempotencyKeys, playgrounds } from '../../src/db/schema.ts';
import { hasCommonHeaders, onEachDatabase, type TestApp, testApp } from '../helper.ts';

const COMMAND = 'curl https://api.example.com/users';

async function create(
  { call }: TestApp,
  fields: object = {},
): Promise<{ id: string; path: string; etag: string }> {
  const answer = await call('POST', '/api/playgrounds', { curl_command: COMMAND, ...fields });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { id } = answer.json();
  return { id, path: `/api/playgrounds/${id}`, etag: String(answer.headers.etag) };
}

/** The links of a Link header by their relation. */
function linksOf(header: unknown): Record<string, string> {
  return Object.fromEntries(
    [...String(header).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url = '', rel = '']) => [rel, url]),
  );
}

t.test('CORS lets every origin call every operation and read every answer', async (t) => {
  const { app, call } = await testApp(t, 'pglite');
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
    for (const url of ['/api/playgrounds/x', '/api/tests/execute', '/api/nothing']) {
      const preflight = await app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin: 'https://app.example.com',
          'access-control-request-method': method,
          'access-control-request-headers':
            'authorization, content-type, idempotency-key, if-match, if-none-match',
        },
      });
      t.equal(preflight.statusCode, 204);
      t.equal(preflight.headers['access-control-allow-origin'], '*');
      t.equal(preflight.headers['access-control-allow-credentials'], undefined, 'without credentials');
      t.match(preflight.headers['access-control-allow-methods'], new RegExp(`\\b${method}\\b`));
      for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'])
        t.match(preflight.headers['access-control-allow-headers'], new RegExp(`\\b${name}\\b`, 'i'));
      hasCommonHeaders(t, preflight);
    }
  const origin = { origin: 'https://app.example.com' };
  for (const answer of [
    await call('GET', '/api/playgrounds', undefined, origin),
    await call('GET', '/api/playgrounds', undefined, { ...origin, authorization: '' }),
    await call('GET', '/api/nothing', undefined, origin),
    await call('PUT', '/api/playgrounds', undefined, origin),
    await call('GET', '/api/%zz', undefined, origin),
    await call('POST', '/api/playgrounds', '{', origin),
  ]) {
    t.equal(answer.headers['access-control-allow-origin'], '*');
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(', ');
    for (const name of Object.keys(answer.headers).filter((header) =>
      /^(x-r|etag|link|location|retry|allow|www)/.test(header),
    ))
      t.ok(exposed.includes(name), `${name} can be read by browsers`);
  }
  const counted = await call('OPTIONS', '/api/usage');
  t.match(
    await call('GET', '/api/usage').then((answer) => answer.json().used),
    7,
    'OPTIONS with a key counts',
  );
  t.equal(counted.headers['x-ratelimit-limit'], '500000');
});

onEachDatabase(t, 'pages', async (t, driver) => {
  const world = await testApp(t, driver);
  const { call, database } = world;
  const empty = await call('GET', '/api/playgrounds');
  const none = { data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0, next_cursor: null } };
  t.same(empty.json(), none);
  t.same(linksOf(empty.headers.link), { first: '/api/playgrounds?page=1', last: '/api/playgrounds?page=1' });

  const ids: string[] = [];
  for (let index = 0; index < 7; index += 1) ids.push((await create(world, { name: `n${index}` })).id);
  // All of one age: the ids break the tie.
  await database.db.update(playgrounds).set({ createdAt: new Date() });
  const newestFirst = [...ids].reverse();

  const seen: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const answer = await call('GET', `/api/playgrounds?page=${page}&limit=3`);
    const { data, pagination } = answer.json();
    const { next_cursor: cursor, ...counts } = pagination;
    t.same(counts, { page, limit: 3, total: 7, total_pages: 3 });
    t.equal(typeof cursor, page < 3 ? 'string' : 'object', 'a cursor, and null at the end');
    for (const { id } of data) seen.push(id);
    const at = (number: number) => `/api/playgrounds?page=${number}&limit=3`;
    t.same(linksOf(answer.headers.link), {
      first: at(1),
      ...(page > 1 ? { prev: at(page - 1) } : {}),
      ...(page < 3 ? { next: at(page + 1) } : {}),
      last: at(3),
    });
  }
  t.same(seen, newestFirst, 'every item once, newest first, ties broken by id');

  const past = await call('GET', '/api/playgrounds?page=9&limit=3');
  t.match(past.json(), { data: [], pagination: { page: 9, limit: 3, total: 7, total_pages: 3 } });
  t.equal(linksOf(past.headers.link)['prev'], '/api/playgrounds?page=3&limit=3', 'back to the last page');
  t.equal(linksOf(past.headers.link)['next'], undefined);
  t.equal((await call('GET', '/api/playgrounds?page=1000000000&limit=100')).statusCode, 200);

  const search = await call('GET', `/api/playgrounds?limit=1&search=${encodeURIComponent('n?&=#')}`);
  t.equal(
    new URL(linksOf(search.headers.link)['first'] ?? '', 'http://x').searchParams.get('search'),
    'n?&=#',
  );
  const raw = await call('GET', '/api/playgrounds?limit=1&search=n?1');
  t.equal(new URL(linksOf(raw.headers.link)['first'] ?? '', 'http://x').searchParams.get('search'), 'n?1');

  for (const path of ['/api/tests', '/api/keys', '/api/playgrounds'])
    for (const bad of [
      ...[
        'page=',
        'page=0',
        'page=-1',
        'page=1.5',
        'page=1e3',
        'page=0x1',
        'page=+1',
        'page=%201',
        'page=abc',
      ],
      ...[
        'page=99999999999999999999',
        'page=1000000001',
        'page=null',
        'page=true',
        'page=1&page=2',
        'page[]=1',
      ],
      ...[
        'limit=',
        'limit=0',
        'limit=101',
        'limit=-5',
        'limit=1e1',
        'limit=NaN',
        'limit=1&limit=1',
        'Page=1',
      ],
    ]) {
      const answer = await call('GET', `${path}?${bad}`);
      t.equal(answer.statusCode, 400, `${path}?${bad}`);
      const [detail] = answer.json().error.details;
      t.equal(detail.in, 'query');
      t.equal(detail.field, decodeURIComponent(bad).split('=')[0], 'names the parameter');
    }
  for (const good of ['page=1', 'page=01', 'limit=100', 'limit=1&page=2'])
    t.equal((await call('GET', `/api/playgrounds?${good}`)).statusCode, 200, good);
});

onEachDatabase(t, 'search', async (t, driver) => {
  const world = await testApp(t, driver);
  const names = [
    'Straße',
    'ÄRGER',
    'ΟΔΟΣ ΜΟΥ',
    'İstanbul',
    '100% sure',
    'snake_case',
    'back\\slash',
    "it's",
    'Ünïcödé 🚀',
    'Привет',
  ];
  for (const name of names) await create(world, { name });
  const find = async (text: string) => {
    const answer = await world.call('GET', `/api/playgrounds?search=${encodeURIComponent(text)}`);
    t.equal(answer.statusCode, 200, text);
    const { data, pagination } = answer.json();
    t.equal(pagination.total, data.length, 'the total counts what was found');
    return data.map(({ name }: { name: string }) => name);
  };
  for (const [text, found] of [
    ['straße', ['Straße']],
    ['STRASSE', ['Straße']],
    ['ärger', ['ÄRGER']],
    ['οδος', ['ΟΔΟΣ ΜΟΥ']],
    ['οδοσ', ['ΟΔΟΣ ΜΟΥ']],
    ['ΔΟΣ μ', ['ΟΔΟΣ ΜΟΥ']],
    ['İSTAN', ['İstanbul']],
    ['%', ['100% sure']],
    ['0%', ['100% sure']],
    ['_', ['snake_case']],
    ['e_c', ['snake_case']],
    ['\\', ['back\\slash']],
    ['k\\s', ['back\\slash']],
    ['\\%', []],
    ["'", ["it's"]],
    ["' or 1=1 --", []],
    ['🚀', ['Ünïcödé 🚀']],
    ['ÜNÏCÖDÉ', ['Ünïcödé 🚀']],
    ['ПРИВЕТ', ['Привет']],
    ['', [...names].reverse()],
  ] as const)
    t.same(await find(text), found, `search ${JSON.stringify(text)}`);
  await world.call('PATCH', `/api/playgrounds/${(await create(world, { name: 'old' })).id}`, {
    name: 'NEW Σ',
  });
  t.same(await find('new σ'), ['NEW Σ'], 'a changed name is found');
  t.same(await find('old'), []);
  t.equal((await world.call('GET', '/api/playgrounds?search=%00')).statusCode, 400);
  t.equal((await world.call('GET', `/api/playgrounds?search=${'a'.repeat(201)}`)).statusCode, 400);
  t.equal((await world.call('GET', '/api/playgrounds?search=a&search=b')).statusCode, 400);
  const other = await world.account();
  const others = await world.call('GET', '/api/playgrounds?search=a', undefined, {
    authorization: `Bearer ${other.key}`,
  });
  t.equal(others.json().pagination.total, 0, 'only the own playgrounds');
});

onEachDatabase(t, 'entity tags', async (t, driver) => {
  const world = await testApp(t, driver);
  const { call } = world;
  const { path, etag } = await create(world);
  t.match(etag, /^"[\w-]+"$/, 'strong');
  const read = await call('GET', path);
  t.equal(read.headers.etag, etag, 'creating and reading give the same tag');
  for (const header of [etag, `W/${etag}`, '*', `"other", ${etag}`, `"a,b" , W/${etag}`]) {
    const answer = await call('GET', path, undefined, { 'if-none-match': header });
    t.equal(answer.statusCode, 304, header);
    t.equal(answer.body, '');
    t.equal(answer.headers.etag, etag);
    t.equal(answer.headers['content-type'], undefined);
    hasCommonHeaders(t, answer);
    t.equal((await call('HEAD', path, undefined, { 'if-none-match': header })).statusCode, 304);
  }
  for (const header of ['"other"', 'W/"other"', '', etag.slice(1, -1)])
    t.equal((await call('GET', path, undefined, { 'if-none-match': header })).statusCode, 200, header);

  const patch = (name: string, match: string) => call('PATCH', path, { name }, { 'if-match': match });
  for (const header of ['"stale"', `W/${etag}`, etag.slice(1, -1), '']) {
    const answer = await patch('never', header);
    t.equal(answer.statusCode, 412, `If-Match: ${header}`);
    t.equal(answer.json().error.code, 'precondition_failed');
  }
  t.equal((await call('GET', path)).headers.etag, etag, 'nothing has changed');
  const changed = await patch('one', etag);
  t.equal(changed.statusCode, 200);
  t.not(changed.headers.etag, etag);
  t.equal(changed.headers.etag, (await call('GET', path)).headers.etag);
  t.equal((await patch('two', etag)).statusCode, 412, 'the old tag is stale now');
  const racing = await Promise.all(['a', 'b', 'c'].map((name) => patch(name, String(changed.headers.etag))));
  t.same(new Set(racing.map((answer) => answer.statusCode)), new Set([200, 412]));
  t.equal(racing.filter((answer) => answer.statusCode === 200).length, 1, 'one of three writers wins');
  t.equal((await call('DELETE', path, undefined, { 'if-match': etag })).statusCode, 412);
  t.equal((await patch('any', '*')).statusCode, 200);
  const last = String((await call('GET', path)).headers.etag);
  t.equal((await call('DELETE', path, undefined, { 'if-match': `"x", ${last}` })).statusCode, 204);
  t.equal((await call('GET', path, undefined, { 'if-none-match': '*' })).statusCode, 404);
});

/** A target that answers when it is told to. */
async function slowTarget(t: Test): Promise<{ url: string; hits: () => number; answer: () => void }> {
  const waiting: (() => void)[] = [];
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    waiting.push(() => response.end('late'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
  return {
    url,
    hits: () => hits,
    answer: () => {
      for (const end of waiting.splice(0)) end();
    },
  };
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came true');
}

onEachDatabase(t, 'Idempotency-Key', async (t, driver) => {
  const world = await testApp(t, driver);
  const { call, database } = world;
  const total = async () => (await call('GET', '/api/playgrounds')).json().pagination.total;
  const body = { curl_command: COMMAND };
  const post = (key: string, payload: unknown = body, headers = {}) =>
    call('POST', '/api/playgrounds', payload, { 'idempotency-key': key, ...headers });

  const first = await post('one');
  const second = await post('one');
  t.equal(first.statusCode, 201);
  t.equal(first.headers['idempotent-replayed'], undefined);
  t.equal(second.statusCode, 201);
  t.equal(second.headers['idempotent-replayed'], 'true');
  t.equal(second.body, first.body, 'the stored answer, byte for byte');
  for (const name of ['location', 'etag', 'content-type']) t.equal(second.headers[name], first.headers[name]);
  t.equal(await total(), 1);
  const conflict = await post('one', { ...body, name: 'other' });
  t.equal(conflict.statusCode, 409);
  t.equal(conflict.json().error.code, 'conflict');

  const bad = await post('two', { curl_command: 'no curl' });
  t.equal(bad.statusCode, 400);
  t.equal((await post('two')).statusCode, 201, 'a failed attempt releases its key, even for another body');
  const other = await world.account();
  const theirs = await post('one', body, { authorization: `Bearer ${other.key}` });
  t.not(theirs.json().id, first.json().id, 'keys belong to accounts');
  t.match((await post('with space')).json().error, {
    code: 'invalid_request',
    message: 'idempotency-key is not valid: up to 255 visible ASCII characters.',
  });
  t.equal((await post('')).statusCode, 400);
  t.equal((await post('é')).statusCode, 400);
  t.equal((await post('x'.repeat(256))).statusCode, 400);
  t.equal((await post('x'.repeat(255))).statusCode, 201);

  const before = await total();
  const parallel = await Promise.all(Array.from({ length: 10 }, () => post('parallel')));
  for (const answer of parallel) t.ok([201, 409].includes(answer.statusCode), String(answer.statusCode));
  t.equal(await total(), before + 1, 'ten at once do the work once');

  const target = await slowTarget(t);
  const execute = (url = target.url) =>
    call('POST', '/api/tests/execute', { url }, { 'idempotency-key': 'one' });
  const running = execute();
  await until(() => target.hits() === 1);
  const meanwhile = await execute();
  t.equal(meanwhile.statusCode, 409, 'still in flight');
  t.match(meanwhile.json().error.message, /in progress/);
  target.answer();
  const executed = await running;
  t.equal(executed.statusCode, 200, 'the key of another operation is another key');
  const again = await execute();
  t.equal(again.body, executed.body);
  t.equal(again.headers['idempotent-replayed'], 'true');
  t.equal(target.hits(), 1, 'the target was asked once');
  t.equal((await execute(`${target.url}?other`)).statusCode, 409);

  // What a process leaves behind that was killed in between: a key that is in flight for ever.
  const { db } = database;
  await db
    .update(idempotencyKeys)
    .set({ status: null, body: null, createdAt: new Date(Date.now() - 50_000) })
    .where(eq(idempotencyKeys.key, 'two'));
  const taken = await post('two');
  t.equal(taken.statusCode, 201, 'an abandoned key is taken over');
  t.equal(taken.headers['idempotent-replayed'], undefined);
  await db.update(idempotencyKeys).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  t.equal((await post('one', { ...body, name: 'tomorrow' })).statusCode, 201, 'answers are kept for a day');
});
