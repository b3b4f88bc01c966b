/** Lists: exact totals under concurrency, any page and any depth the same rows, cursors, orders, filters, bounds. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/client.ts';
import { deleteWithUndo, restorePlayground } from '../../src/services/delete-playground.ts';
import { newTestRun, type Outcome, storeTestRun } from '../../src/services/test-runs.ts';
import { recountLists } from '../../src/store/counted-rows.ts';
import { newId } from '../../src/store/ids.ts';
import { matchesSchema, onEachDatabase, type TestApp, testApp } from '../helper.ts';
import { long } from '../support/full.ts';

const COMMAND = 'curl https://api.example.com/users';

interface Page {
  data: { id: string; name: string; updated_at: string; is_public: boolean }[];
  pagination: {
    page: number | null;
    limit: number;
    total: number;
    total_pages: number;
    next_cursor: string | null;
  };
}

async function get(api: TestApp, path: string): Promise<Page> {
  const answer = await api.call('GET', path);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

/** Ids by cursor from the start to the end. */
async function idsByCursor(t: Test, api: TestApp, path: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let rounds = 0; cursor !== null && rounds < 500; rounds += 1) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { data, pagination } = await get(api, `${path}limit=${limit}${query}`);
    t.equal(pagination.page, cursor === '' ? 1 : null);
    ids.push(...data.map(({ id }) => id));
    cursor = pagination.next_cursor;
  }
  return ids;
}

async function idsByPage(api: TestApp, path: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await get(api, `${path}limit=${limit}&page=${page}`);
    ids.push(...data.map(({ id }) => id));
    if (page >= pagination.total_pages) return ids;
  }
}

/** Maintained totals against those that are counted now. */
async function checkCounts(t: Test, { db }: Database, what: string): Promise<void> {
  const maintained = await db.execute(
    sql`select account_id, list, cast(sum(items) as int) items, cast(sum(bytes) as int) bytes from list_segments group by 1, 2 having sum(items) > 0 order by 1, 2`,
  );
  const counted = await db.execute(
    sql`select account_id, list, cast(count(*) as int) items, cast(sum(bytes) as int) bytes from (
      select account_id, 'playgrounds' list, 0 bytes from playgrounds
      union all select account_id, 'playgrounds:public', 0 from playgrounds where is_public
      union all select account_id, 'playgrounds:uncollected', 0 from playgrounds where collection_id is null
      union all select account_id, 'playgrounds:public:uncollected', 0 from playgrounds where is_public and collection_id is null
      union all select account_id, 'collections', 0 from collections
      union all select account_id, 'tests', bytes from test_runs
      union all select account_id, 'tests:' || playground_id, bytes from test_runs where playground_id is not null
    ) items group by 1, 2 order by 1, 2`,
  );
  t.same(rowsOf(maintained), rowsOf(counted), `${what}: maintained counts are those that are counted`);
  const shared = await db.execute(sql`select id, account_id from public_playgrounds order by 1`);
  const isPublic = await db.execute(sql`select id, account_id from playgrounds where is_public order by 1`);
  t.same(rowsOf(shared), rowsOf(isPublic), `${what}: public playgrounds are found by their ids`);
}

/** Drivers give rows as a list, or as a field. */
const rowsOf = (result: unknown): unknown[] =>
  Array.isArray(result) ? [...result] : ((result as { rows: unknown[] }).rows ?? []);

const outcome = (body = ''): Outcome => ({
  status: 'completed',
  request: { method: 'GET', url: 'https://api.example.com/', headers: {}, body_size: body.length, body },
  response: null,
  error: null,
  timings: { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null, total_ms: 1 },
  warnings: [],
});

onEachDatabase(t, 'totals stay exact whatever is done at one time', async (t, driver) => {
  const api = await testApp(t, driver);
  const other = await api.account();
  const create = async (isPublic: boolean) =>
    (await api.call('POST', '/api/playgrounds', { curl_command: COMMAND, is_public: isPublic })).json().id;
  const ids: string[] = await Promise.all(Array.from({ length: 30 }, (_, index) => create(index % 3 === 0)));
  await checkCounts(t, api.database, 'created');
  const { db } = api.database;
  const store = (accountId: string, playgroundId: string | null) =>
    storeTestRun(db, accountId, newTestRun(playgroundId, outcome()));
  const runs = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      store(
        index % 2 === 0 ? api.accountId : other.accountId,
        index % 5 === 0 ? null : (ids[index % 7] ?? null),
      ),
    ),
  );
  await checkCounts(t, api.database, 'tests stored');
  const mine = runs.filter((_, index) => index % 2 === 0);
  await Promise.all([
    ...ids.slice(0, 4).map((id) => api.call('DELETE', `/api/playgrounds/${id}`)),
    ...ids.slice(8, 14).map((id) => api.call('PATCH', `/api/playgrounds/${id}`, { is_public: true })),
    ...ids.slice(14, 20).map((id) => api.call('PATCH', `/api/playgrounds/${id}`, { is_public: false })),
    ...mine.slice(0, 10).map(({ id }) => api.call('DELETE', `/api/tests/${id}`)),
    ...Array.from({ length: 10 }, () => create(true)),
    ...Array.from({ length: 10 }, () => store(api.accountId, ids[5] ?? null)),
  ]);
  await checkCounts(t, api.database, 'deleted, changed and created at one time');
  await recountLists(db);
  await checkCounts(t, api.database, 'counted anew');
  await db.execute(sql`delete from accounts where id = ${other.accountId}`);
  await checkCounts(t, api.database, 'an account deleted');
});

/** Totals of the playgrounds in no collection, with each filter by visibility, against their rows. */
async function checkUncollected(t: Test, api: TestApp, what: string): Promise<void> {
  await checkCounts(t, api.database, what);
  for (const filter of ['', '&is_public=true', '&is_public=false']) {
    const path = `/api/playgrounds?collection_id=none${filter}&`;
    const { total } = (await get(api, `${path}limit=2`)).pagination;
    t.equal(total, (await idsByCursor(t, api, path, 100)).length, `${what}: ${path}`);
  }
}

onEachDatabase(t, 'those in no collection are counted, whatever is done at one time', async (t, driver) => {
  const api = await testApp(t, driver);
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await api.call(method, path, body);
    t.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
    return answer.statusCode === 204 ? undefined : answer.json();
  };
  const create = async (fields: object = {}): Promise<string> =>
    (await ok('POST', '/api/playgrounds', { curl_command: COMMAND, ...fields })).id;
  const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => create({ is_public: at % 3 === 0 })));
  const collect = async (from: number, to: number): Promise<string> =>
    (await ok('POST', '/api/collections', { name: 'c', playground_ids: ids.slice(from, to) })).id;
  const patch = (id: string | undefined, fields: object) => ok('PATCH', `/api/playgrounds/${id}`, fields);
  const [a, b, c, d] = await Promise.all([collect(0, 8), collect(8, 16), collect(16, 20), collect(20, 24)]);
  await checkUncollected(t, api, 'collections created');
  await Promise.all([
    ok('PATCH', `/api/collections/${a}`, { playground_ids: [...ids.slice(4, 12), ...ids.slice(24, 28)] }),
    ok('PATCH', `/api/collections/${b}`, { playground_ids: [...ids.slice(10, 14), ...ids.slice(28, 32)] }),
    ok('DELETE', `/api/collections/${c}`),
    ok('DELETE', `/api/collections/${d}?playgrounds=delete`),
    ...ids.slice(32, 36).map((id, at) => patch(id, { collection_id: a, is_public: at % 2 === 0 })),
    ...ids.slice(36, 38).map((id) => ok('DELETE', `/api/playgrounds/${id}`)),
    ...[0, 1, 2, 3].map((at) => create({ collection_id: b, is_public: at % 2 === 0 })),
    ok('POST', '/api/import', { document: '# d\n```sh\ncurl a.example\n```\n```sh\ncurl b.example\n```\n' }),
    ok('POST', '/api/import', { document: '```sh\ncurl a.example\n```\n', collection_id: b }),
    ...Array.from({ length: 8 }, () => collect(0, 0)),
  ]);
  await checkUncollected(t, api, 'changed at one time');
  await Promise.all([
    ...ids.slice(32, 34).map((id) => patch(id, { collection_id: null })),
    ...ids.slice(34, 36).map((id) => patch(id, { is_public: true })),
    ok('PATCH', `/api/collections/${b}`, { playground_ids: [] }),
  ]);
  await checkUncollected(t, api, 'taken out');
  const { db } = api.database;
  const actor = {
    accountId: api.accountId,
    via: 'page' as const,
    keyId: null,
    requestId: null,
    address: null,
  };
  await deleteWithUndo(db, actor, ids[34] ?? '');
  await checkUncollected(t, api, 'deleted with undo');
  await restorePlayground(db, actor, ids[34] ?? '');
  await checkUncollected(t, api, 'restored');
  await recountLists(db);
  await checkUncollected(t, api, 'counted anew');
});

onEachDatabase(t, 'every page and cursor of a long list', async (t, driver) => {
  const api = await testApp(t, driver);
  const { db } = api.database;
  const count = 4_500;
  // As ids are made: in order, many in a millisecond; one late, as from an instance whose clock is behind.
  const ids = Array.from({ length: count }, () => newId());
  const [late] = ids.splice(1_000, 1);
  for (const part of [ids, [late]])
    await db.execute(
      sql`insert into playgrounds (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
        select id::uuid, ${api.accountId}, 'n', 'n', 'curl x', false, 'dark', '{}', now(), now() from unnest(string_to_array(${part.join(',')}, ',')) id`,
    );
  const expected = [...ids, late ?? ''].sort().reverse();
  await recountLists(db);
  await checkCounts(t, api.database, 'counted anew');
  const total = (await get(api, '/api/playgrounds')).pagination;
  t.match(total, { total: count, total_pages: 225, page: 1 });
  for (const page of [1, 2, 20, 21, 22, 23, 40, 41, 44, 45, 46, 1_000_000]) {
    const { data, pagination } = await get(api, `/api/playgrounds?limit=100&page=${page}`);
    t.same(
      data.map(({ id }) => id),
      expected.slice((page - 1) * 100, page * 100),
      `page ${page}`,
    );
    t.equal(pagination.next_cursor === null, page >= 45, `page ${page} has a next one or not`);
    if (pagination.next_cursor === null) continue;
    const next = await get(api, `/api/playgrounds?limit=3&cursor=${pagination.next_cursor}`);
    t.same(
      next.data.map(({ id }) => id),
      expected.slice(page * 100, page * 100 + 3),
      'goes on behind it',
    );
    t.equal(next.pagination.total, count);
  }
  t.same(await idsByCursor(t, api, '/api/playgrounds?', 100), expected, 'by cursor');
});

onEachDatabase(t, 'a search that finds very many counts them all', async (t, driver) => {
  const api = await testApp(t, driver);
  const other = await api.account();
  const { db } = api.database;
  const insert = (account: string, name: string, count: number) => {
    const ids = Array.from({ length: count }, () => newId()).join(',');
    return db.execute(
      sql`insert into playgrounds (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
        select id::uuid, ${account}, ${name}, ${name}, 'curl x', false, 'dark', '{}', now(), now() from unnest(string_to_array(${ids}, ',')) id`,
    );
  };
  await insert(api.accountId, 'common', 10_003);
  await insert(api.accountId, 'rare', 3);
  await insert(api.accountId, 'moncom', 2);
  await insert(api.accountId, 'xxx', 2); // it has each three characters in a row that `xxxx` has
  await insert(other.accountId, 'common', 5);
  await recountLists(db);
  for (const [search, total] of [
    ['common', 10_003],
    ['com', 10_005],
    ['rare', 3],
    ['commons', 0],
    ['xxxx', 0],
  ] as const) {
    const { pagination } = await get(api, `/api/playgrounds?limit=2&search=${search}`);
    t.equal(pagination.total, total, search);
    t.equal(pagination.total_pages, Math.ceil(total / 2), search);
  }
});

onEachDatabase(t, 'orders, filters and search agree by page and by cursor', async (t, driver) => {
  const api = await testApp(t, driver);
  const names = ['beta', 'Alpha', 'alpha', 'ÄPFEL', 'äpfel 2', 'x_y', '100%', 'zz', 'Straße', 'ab'];
  for (const [index, name] of names.entries())
    await api.call('POST', '/api/playgrounds', { curl_command: COMMAND, name, is_public: index % 2 === 0 });
  const all = (await get(api, '/api/playgrounds?limit=100')).data;
  await api.call('PATCH', `/api/playgrounds/${all.at(-1)?.id}`, { theme: 'light' });
  const fold = (name: string) => name.toUpperCase().toLowerCase();
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const now = (await get(api, '/api/playgrounds?limit=100')).data;
  const ascending: Record<string, (a: (typeof now)[number], b: (typeof now)[number]) => number> = {
    created_at: byId,
    updated_at: (a, b) => a.updated_at.localeCompare(b.updated_at) || byId(a, b),
    name: (a, b) =>
      fold(a.name) === fold(b.name)
        ? byId(a, b)
        : Buffer.compare(Buffer.from(fold(a.name)), Buffer.from(fold(b.name))),
  };
  for (const [sort, compare] of Object.entries(ascending))
    for (const filter of ['', '&is_public=true', '&is_public=false', '&search=a', '&search=alpha']) {
      const wanted = now
        .filter(({ is_public, name }) => {
          if (filter.includes('is_public')) return is_public === filter.endsWith('true');
          return fold(name).includes(filter.split('search=')[1] ?? '');
        })
        .toSorted(compare)
        .map(({ id }) => id);
      for (const [order, expected] of [
        [sort, wanted],
        [`-${sort}`, wanted.toReversed()],
      ] as const) {
        const path = `/api/playgrounds?sort=${order}${filter}&`;
        t.same(await idsByPage(api, path, 3), expected, `${path} by page`);
        t.same(await idsByCursor(t, api, path, 3), expected, `${path} by cursor`);
        t.equal((await get(api, path)).pagination.total, expected.length, `${path} total`);
      }
    }
  for (const [search, found] of [
    ['ÄPF', ['ÄPFEL', 'äpfel 2']],
    ['_', ['x_y']],
    ['%', ['100%']],
    ['STRASSE', ['Straße']],
    ['zzz', []],
    ['', names],
  ] as const) {
    const { data } = await get(api, `/api/playgrounds?sort=created_at&search=${encodeURIComponent(search)}`);
    t.same(
      data.map(({ name }) => name),
      search === '' ? names : found,
      `search ${search}`,
    );
  }
});

t.test(
  'a list is looked for in its own account, whatever PostgreSQL knows of the others',
  { skip: long },
  async (t) => {
    const api = await testApp(t, 'pglite');
    const { db } = api.database;
    const other = await api.account();
    await db.execute(
      sql`insert into playgrounds (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
    select cast(lpad(to_hex(n), 12, '0') || '70008000000000000000' as uuid), ${other.accountId}, 'other', 'other', ${COMMAND}, false, 'dark', '{python}', now(), now() from generate_series(1, 10000) as n`,
    );
    for (const name of ['a', 'b', 'c'])
      await api.call('POST', '/api/playgrounds', { name, curl_command: COMMAND });
    await db.execute(sql`analyze playgrounds`);
    await get(api, '/api/playgrounds?limit=1');
    await get(api, '/api/playgrounds?limit=1&page=2');
    const statements = rowsOf(
      await db.execute(
        sql`select statement from pg_prepared_statements where statement not like '%pg_prepared%' and statement like '%from "playgrounds"%order by "playgrounds"."id" desc limit%'`,
      ),
    ) as { statement: string }[];
    t.equal(statements.length, 2, 'one for the start, one for other pages');
    await db.execute(sql`set plan_cache_mode = force_generic_plan`);
    for (const [index, { statement }] of statements.entries()) {
      const parameters = new Set(statement.match(/\$\d+/g)).size;
      await db.execute(sql.raw(`prepare list_${index} as ${statement}`));
      const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
      const plan = JSON.stringify(
        rowsOf(await db.execute(sql.raw(`explain execute list_${index}(${nulls})`))),
      );
      t.match(plan, /Index Scan Backward using playgrounds_account_id_id_pk/, plan);
    }
  },
);

t.test('what a cursor may be', async (t) => {
  const api = await testApp(t, 'pglite');
  for (let index = 0; index < 3; index += 1)
    await api.call('POST', '/api/playgrounds', { curl_command: COMMAND });
  const { next_cursor: cursor } = (await get(api, '/api/playgrounds?limit=1')).pagination;
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const [query, field] of [
    [`cursor=${cursor}&page=1`, 'cursor'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    [`cursor=${made(['-created_at', 'x'])}`, 'cursor'],
    [`cursor=${made(['-created_at'])}`, 'cursor'],
    [`cursor=${made({ a: 1 })}`, 'cursor'],
    [`cursor=${made(['-updated_at', 'infinity', newId()])}&sort=-updated_at`, 'cursor'],
    [`cursor=${made(['-updated_at', '2026-02-30T00:00:00.000Z', newId()])}&sort=-updated_at`, 'cursor'],
    [`cursor=${made(['-updated_at', '0000-01-01T00:00:00.000Z', newId()])}&sort=-updated_at`, 'cursor'],
    [`cursor=${made(['-updated_at', '+010000-01-01T00:00:00.000Z', newId()])}&sort=-updated_at`, 'cursor'],
    [`cursor=${made(['name', 'a\0', newId()])}&sort=name`, 'cursor'],
    [`cursor=${cursor}&sort=name`, 'cursor'],
    ['sort=size', 'sort'],
    ['is_public=maybe', 'is_public'],
  ] as const) {
    const answer = await api.call('GET', `/api/playgrounds?${query}`);
    t.equal(answer.statusCode, 400, query);
    t.equal(answer.json().error.details?.[0]?.field, field, query);
  }
  const dated = made(['name', '2026-01-01Tx', newId()]);
  t.equal((await get(api, `/api/playgrounds?sort=name&cursor=${dated}`)).data.length, 3, 'a name is no time');
  const answer = await api.call('GET', `/api/playgrounds?limit=1&cursor=${cursor}`);
  t.match(
    answer.headers.link,
    /^<\/api\/playgrounds\?limit=1>; rel="first", <\/api\/playgrounds\?limit=1&cursor=[\w-]+>; rel="next"$/,
  );
  const events = await get(api, '/api/audit?limit=1');
  t.equal(events.pagination.page, 1, 'the trail, too');
  for (let index = 0; index < 3; index += 1) await api.call('POST', '/api/keys', { name: `k${index}` });
  const keys = await idsByCursor(t, api, '/api/keys?', 1);
  t.same(
    keys,
    (await get(api, '/api/keys')).data.map(({ id }) => id),
    'and keys',
  );
});

onEachDatabase(t, 'lists stay small, and a result whole', async (t, driver) => {
  const api = await testApp(t, driver);
  const { db } = api.database;
  const long = 'x'.repeat(100_000);
  const big: Outcome = {
    ...outcome('y'.repeat(500_000)),
    request: {
      method: 'POST',
      url: `https://api.example.com/?q=${long}`,
      headers: { 'x-long': long, 'x-nul': '\0\ud800' },
      body: 'y'.repeat(500_000),
      body_size: 500_000,
    },
    response: {
      status: 200,
      status_text: 'OK',
      http_version: '1.1',
      headers: { a: long },
      body: 'z'.repeat(100_000),
      body_encoding: 'utf8',
      body_size: 100_000,
      wire_size: 100_000,
      truncated: false,
      url: `https://api.example.com/?q=${long}`,
      redirects: Array.from({ length: 20 }, () => ({
        status: 302,
        url: `https://api.example.com/${long.slice(0, 5000)}`,
        location: '/',
        set_cookies: Array.from({ length: 50 }, () => `a=${long.slice(0, 500)}`),
      })),
      remote_address: null,
      tls: null,
    },
  };
  const runs = [];
  for (let index = 0; index < 100; index += 1)
    runs.push(
      await storeTestRun(
        db,
        api.accountId,
        newTestRun(null, index === 0 ? big : outcome(randomBytes(5_000).toString('hex'))),
      ),
    );
  const whole = (await api.call('GET', `/api/tests/${runs[0]?.id}`)).json();
  t.same(whole, JSON.parse(JSON.stringify(runs[0])), 'a single result has all of it');
  const answer = await api.call('GET', '/api/tests?limit=100');
  t.equal(answer.statusCode, 200, answer.body.slice(0, 500));
  t.ok(answer.body.length < 200_000, `${answer.body.length} bytes`);
  const { data } = answer.json();
  t.equal(data.length, 100);
  for (const entry of data) matchesSchema(t, 'TestRunSummary', entry);
  t.notOk(
    'body' in data[0].request || 'headers' in (data[99].response ?? {}),
    'no bodies, no response headers',
  );
  const headers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-long-${n}`, 'v'.repeat(330)]));
  const { request, ...rest } = outcome();
  const wordy = await storeTestRun(
    db,
    api.accountId,
    newTestRun(null, { ...rest, request: { ...request, headers } }),
  );
  const [entry] = (await api.call('GET', '/api/tests?limit=1')).json().data;
  const listed = JSON.stringify(entry).length;
  t.ok(entry.id === wordy.id && listed < 5_000, `13 KB of request headers are listed in ${listed} bytes`);
  t.same((await api.call('GET', `/api/tests/${wordy.id}`)).json().request.headers, headers);
  t.match(data[99].request.url, /^https:\/\/api\.example\.com\/\?q=x+…$/, 'long texts end in an ellipsis');
});

t.test('items that are too large together are refused with a smaller limit', { skip: long }, async (t) => {
  const api = await testApp(t, 'pglite');
  // Each of these characters takes six bytes of JSON.
  const curl_command = `curl https://api.example.com/ -d '${'\x01'.repeat(60_000)}'`;
  for (let index = 0; index < 30; index += 1) await api.call('POST', '/api/playgrounds', { curl_command });
  const answer = await api.call('GET', '/api/playgrounds?limit=100');
  t.equal(answer.statusCode, 400);
  const { field, message } = answer.json().error.details[0];
  t.equal(field, 'limit');
  const limit = Number(/limit of (\d+) or less/.exec(message)?.[1]);
  t.equal((await get(api, `/api/playgrounds?limit=${limit}`)).data.length, limit);
});

onEachDatabase(t, 'a test is deleted by its owner only', async (t, driver) => {
  const api = await testApp(t, driver);
  const run = await storeTestRun(api.database.db, api.accountId, newTestRun(null, outcome('b')));
  const path = `/api/tests/${run.id}`;
  const stranger = await api.account();
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  t.equal((await api.call('DELETE', path, undefined, as(stranger.key))).statusCode, 404);
  const reader = await api.account({ scopes: ['tests:read'] });
  t.equal((await api.call('DELETE', path, undefined, as(reader.key))).statusCode, 403);
  t.equal((await api.call('DELETE', path, undefined, { 'if-match': '"x"' })).statusCode, 412);
  const etag = String((await api.call('GET', path)).headers.etag);
  const deleted = await api.call('DELETE', path, undefined, { 'if-match': etag });
  t.equal(deleted.statusCode, 204);
  t.equal((await api.call('GET', path)).statusCode, 404);
  t.equal((await api.call('DELETE', path)).statusCode, 404, 'a second time');
  t.equal((await api.call('DELETE', '/api/tests/nonsense')).statusCode, 404);
  t.equal((await get(api, '/api/tests')).pagination.total, 0);
});
