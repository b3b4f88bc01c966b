/** The account's pages as a browser without scripts uses them: sessions, keys, usage, playgrounds, and attacks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import t from 'tap';
import { sessions } from '../../src/db/schema.ts';
import { hashKey } from '../../src/services/api-keys.ts';
import { createSignInLink } from '../../src/services/sessions.ts';
import { hasCommonHeaders, onEachDatabase, testApp } from '../helper.ts';
import { Visitor } from '../support/visitor.ts';

onEachDatabase(t, 'the account', async (t, driver) => {
  const lines: string[] = [];
  const { app, key, call, account, database } = await testApp(t, driver, {
    env: { LOG_LEVEL: 'debug' },
    logStream: { write: (line) => lines.push(line) },
  });
  const visitor = new Visitor(app);

  await t.test('nothing is open before signing in', async (t) => {
    for (const path of ['playgrounds', 'keys', 'usage?page=2', 'audit', 'playgrounds/new', 'tests/compare'])
      t.match(await new Visitor(app).open(`/account/${path}`), {
        statusCode: 303,
        headers: { location: `/account?next=${encodeURIComponent(`/account/${path}`)}` },
      });
    const wrong = await visitor.signIn(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`);
    t.equal(wrong.statusCode, 401);
    hasCommonHeaders(t, wrong);
    t.match(wrong.body, 'not valid');
    t.notMatch(wrong.body, key.slice(0, -1));
    const { key: small } = await account({ scopes: ['playgrounds:read'] });
    t.equal((await visitor.signIn(small)).statusCode, 403);
  });

  await t.test('signing in', async (t) => {
    const answer = await visitor.signIn(` ${key}\n`);
    t.match(answer, { statusCode: 303, headers: { location: '/account/playgrounds' } });
    const cookie = answer.cookies.find(({ name }) => name === 'playgrounds_session');
    t.match(cookie, { httpOnly: true, sameSite: /^(?:Strict|Lax)$/, path: '/account' });
    t.not(cookie?.secure, true, 'on plain http');
    t.equal((await visitor.open('/account/playgrounds')).statusCode, 200);
    const stored = await call('GET', '/api/audit');
    t.match(stored.body, 'session.started');
    t.notMatch(lines.join(''), new RegExp(key.slice(4)), 'no key in the log');
  });

  await t.test('the cookie is secure under https', async (t) => {
    const { app, key } = await testApp(t, driver, { env: { TRUST_PROXY: 'true' } });
    const https = { 'x-forwarded-proto': 'https' };
    const payload = new URLSearchParams({ key }).toString();
    const headers = { ...https, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.inject({ method: 'POST', url: '/account/sign-in', headers, payload });
    t.match(
      answer.cookies.find(({ name }) => name === 'playgrounds_session'),
      { secure: true, sameSite: 'Strict' },
    );
  });

  await t.test('forms of others', async (t) => {
    const fields = { name: 'stolen', scopes: 'keys:manage' };
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost' },
    ])
      t.equal((await visitor.post('/account/keys', fields, headers)).statusCode, 403);
    t.notMatch((await call('GET', '/api/keys')).body, 'stolen');
    const { headers } = await visitor.open('/account/keys');
    t.equal(headers['x-frame-options'], 'DENY');
    t.match(headers['content-security-policy'], "frame-ancestors 'none'");
    t.equal(headers['cache-control'], 'private, no-store');
    t.equal(
      (await visitor.open('/account?next=https://evil.example')).headers.location,
      '/account/playgrounds',
    );
  });

  await t.test('keys are made, used and revoked, also beyond the quota', async (t) => {
    const tired = await account({ plan: 'enterprise', dailyLimit: 1 });
    const usual = { authorization: `Bearer ${tired.key}` };
    await call('GET', '/api/playgrounds', undefined, usual);
    t.equal((await call('GET', '/api/playgrounds', undefined, usual)).statusCode, 429);
    const owner = new Visitor(app);
    await owner.signIn(tired.key);
    await owner.open('/account/keys');
    const made = await owner.post('/account/keys', {
      name: '<b>CI</b>\u202e',
      scopes: ['playgrounds:read', 'keys:manage'],
      expires: '365',
    });
    t.match(made, { statusCode: 303, headers: { location: '/account/keys' } });
    t.match(
      made.cookies.find(({ name }) => name === 'playgrounds_created'),
      { httpOnly: true, sameSite: 'Strict', path: '/account/keys', maxAge: 60 },
    );
    const shown = await owner.open('/account/keys');
    t.match(shown.body, '&lt;b>CI&lt;/b>⟨U+202E⟩');
    const fresh = /id="new-key">\s*(pgk_\w+)/.exec(shown.body)?.[1] ?? '';
    t.match(fresh, /^pgk_\w{42}$/);
    t.notMatch((await owner.open('/account/keys')).body, fresh, 'shown once');
    owner.cookies.set('playgrounds_created', key);
    t.notMatch((await owner.open('/account/keys')).body, key, "another account's key is not shown");
    t.match(
      (await owner.open('/account/keys')).body,
      new RegExp(`<time datetime="${new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)}`),
      'a year from now',
    );
    const refusals: Record<string, string>[] = [
      { expires: '366' },
      { expires: 'toString' },
      { expires: 'date' },
      { expires: 'date', expires_on: '2099-02-30' },
      { expires: 'date', expires_on: '2001-01-01' },
      { name: 'n'.repeat(201) },
    ];
    for (const fields of refusals) {
      const typed = { name: 'late', scopes: 'usage:read', ...fields };
      const refused = await owner.post('/account/keys', typed);
      t.equal(refused.statusCode, 400, JSON.stringify(fields));
      for (const value of [typed.name, fields['expires_on'] ?? typed.name])
        t.match(refused.body, `value="${value}"`, 'what was typed is still there');
      t.match(refused.body, /value="usage:read" checked/);
      t.notMatch(refused.body, /value="tests:read" checked/);
    }
    t.equal((await owner.post('/account/keys', { name: 'none' })).statusCode, 400);

    const second = new Visitor(app);
    t.equal((await second.signIn(fresh)).statusCode, 303);
    t.equal((await second.open('/account/usage')).statusCode, 403, 'only what the key may do');
    const keys = (await owner.open('/account/keys')).body;
    const id = /keys\/([0-9a-f-]{36})\/revoke/.exec(keys)?.[1];
    t.match(keys, "stops working within seconds. This can't be undone.");
    t.equal((await owner.post(`/account/keys/${id}/revoke`, {})).statusCode, 303);
    t.equal((await second.open('/account/keys')).statusCode, 303, 'the session ends with its key');
    const dated = { name: 'dated', access: 'run', expires: 'date', expires_on: '2099-01-31' };
    t.equal((await owner.post('/account/keys', dated)).statusCode, 303);
    t.match(
      (await owner.open('/account/keys')).body,
      '<time datetime="2099-01-31T00:00:00.000Z"',
      'on a date',
    );
    const { body } = await visitor.post(`/account/keys/${id}/revoke`, {});
    t.match(body, "This page doesn't exist", "another account's key");
  });

  await t.test('presets of scopes are no more than the key that creates one has', async (t) => {
    const { key: small } = await account({ scopes: ['keys:manage', 'usage:read', 'tests:execute'] });
    const owner = new Visitor(app);
    await owner.signIn(small);
    await owner.open('/account/keys');
    const scopesOf = async (access: string, name: string) => {
      await owner.post('/account/keys', { name, access, scopes: 'tests:execute' });
      const list = await call('GET', '/api/keys', undefined, { authorization: `Bearer ${small}` });
      const { data } = list.json<{ data: { name: string; scopes: string[] }[] }>();
      return data.find((one) => one.name === name)?.scopes;
    };
    t.strictSame(await scopesOf('read', 'a'), ['usage:read']);
    t.strictSame(await scopesOf('run', 'b'), ['tests:execute', 'usage:read']);
    t.strictSame(await scopesOf('everything', 'c'), ['tests:execute', 'keys:manage', 'usage:read']);
    t.strictSame(await scopesOf('custom', 'd'), ['tests:execute']);
    t.strictSame(await scopesOf('toString', 'e'), ['tests:execute'], 'no preset');
  });

  await t.test('signing in leads to the page that was asked for, and to no other site', async (t) => {
    const after = async (next: string) => {
      const somebody = new Visitor(app);
      await somebody.open(`/account?${new URLSearchParams({ next })}`);
      const answer = await somebody.post('/account/sign-in', { key, next });
      return answer.headers.location;
    };
    t.equal(await after('/account/keys?page=2'), '/account/keys?page=2');
    for (const next of ['', 'https://evil.example/account/', '//evil.example', '/accounts', '/'])
      t.equal(await after(next), '/account/playgrounds', next);
  });

  await t.test('a link signs in once, within ten minutes', async (t) => {
    const use = async (link: string) => {
      const somebody = new Visitor(app);
      await somebody.open('/account');
      const { statusCode } = await somebody.post('/account/sign-in', { link });
      return [statusCode, (await somebody.open('/account/keys')).statusCode];
    };
    const link = await createSignInLink(database.db, hashKey(key));
    t.strictSame(await use(link), [303, 200]);
    t.strictSame(await use(link), [401, 303], 'once');
    /** As if so much time had passed. */
    const pass = (seconds: number) =>
      database.db
        .update(sessions)
        .set({ expiresAt: sql`${sessions.expiresAt} - ${`${seconds} seconds`}::interval` });
    const late = await createSignInLink(database.db, hashKey(key));
    await pass(590);
    t.strictSame(await use(late), [303, 200], 'after nearly ten minutes');
    const tooLate = await createSignInLink(database.db, hashKey(key));
    await pass(601);
    t.strictSame(await use(tooLate), [401, 303], 'after more than ten minutes');
    const other = await createSignInLink(database.db, hashKey(key));
    const intruder = new Visitor(app);
    for (const id of [other, `link ${other}`]) {
      intruder.cookies.set('playgrounds_session', encodeURIComponent(id));
      t.equal((await intruder.open('/account/keys')).statusCode, 303, 'its secret is no session');
    }
    await visitor.signIn(key);
  });

  await t.test('usage', async (t) => {
    const page = await visitor.open('/account/usage');
    const { used } = (await call('GET', '/api/usage')).json<{ used: number }>();
    t.match(
      page.body,
      new RegExp(`>${used - 1}</b> <span class="pg-quiet">of 500,000`),
      'pages do not count',
    );
    t.equal(page.body.match(/data-day=/g)?.length, 30);
    t.match(page.body, '<meter');
    t.match(page.body, /Stored results.*[\d.]+ (?:bytes|[KMG]iB)<.*of 10 GiB.*The oldest are deleted first/);
    t.match(page.body, /Resets at 00:00 UTC, in (?:\d+ h )?\d+ min</);
  });

  await t.test('usage near its limit: how much is left, what uses it, what happens then', async (t) => {
    const target = createServer((_request, response) => response.end('ok'));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    t.teardown(() => target.close());
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`; // listens on a port
    const { key: limited } = await account({ plan: 'enterprise', dailyLimit: 10 });
    const auth = { authorization: `Bearer ${limited}` };
    const fields = { name: 'Busy one', curl_command: `curl ${url}` };
    const { id } = (await call('POST', '/api/playgrounds', fields, auth)).json();
    for (let count = 0; count < 6; count += 1)
      t.equal((await call('POST', '/api/tests/execute', { playground_id: id }, auth)).statusCode, 200);
    const owner = new Visitor(app);
    await owner.signIn(limited);
    const before = (await owner.open('/account/usage')).body;
    t.notMatch(before, 'role="status"', '70 %');
    t.match(
      before,
      /Busy one<\/bdi><\/a><\/th><td[^>]*><span[^>]*>you<\/span><\/td><td[^>]*><b>6<\/b>/,
      'six runs of its owner',
    );
    await call('GET', '/api/usage', undefined, auth);
    t.match((await owner.open('/account/usage')).body, '80 % of today’s requests are used.');
    for (let count = 0; count < 2; count += 1) await call('GET', '/api/usage', undefined, auth);
    t.match((await owner.open('/account/usage')).body, 'The daily limit is reached.');
  });

  await t.test('playgrounds are made, changed, shared and deleted', async (t) => {
    await visitor.open('/account/playgrounds/new');
    const fields = {
      name: '',
      curl_command: 'curl https://api.example.com/users \\\r\n  -H "A: $B"',
      theme: 'light',
      languages: ['go', 'rust'],
      is_public: 'yes',
      embed_origins: 'https://docs.example.com\r\nhttps://a.example',
    };
    const broken = await visitor.post('/account/playgrounds', { ...fields, curl_command: "curl 'http://x" });
    t.equal(broken.statusCode, 400);
    t.match(broken.body, "curl 'http://x", 'what was typed is still there');
    const saved = await visitor.post('/account/playgrounds', fields);
    const id = /playgrounds\/([0-9a-f-]{36})\/preview$/.exec(String(saved.headers.location))?.[1] ?? '';
    const record = async () => (await call('GET', `/api/playgrounds/${id}`)).json();
    t.match(await record(), {
      name: 'GET api.example.com/users',
      curl_command: 'curl https://api.example.com/users \\\n  -H "A: $B"',
      theme: 'light',
      languages: ['go', 'rust'],
      is_public: false,
      public_runs: false,
      embed_origins: ['https://docs.example.com', 'https://a.example'],
    });
    t.match((await visitor.open(`/account/playgrounds/${id}/preview`)).body, 'No credential was found.');
    t.equal((await visitor.post(`/account/playgrounds/${id}/publish`, {})).statusCode, 303);
    const again = await visitor.post(`/account/playgrounds/${id}`, fields);
    t.match(again.headers.location, /\/playgrounds\/[0-9a-f-]+$/, 'a public playground stays public');
    t.equal((await record()).is_public, true);
    const page = await visitor.open(`/account/playgrounds/${id}`);
    t.match(page.body, `&quot;${id}&quot;</span>`, 'code to embed it');
    const changed = {
      ...fields,
      name: 'GET api.example.com/users',
      curl_command: 'curl https://api.example.com/teams',
    };
    await visitor.post(`/account/playgrounds/${id}`, { ...changed, is_public: [] });
    t.match(
      await record(),
      { name: 'GET api.example.com/teams', is_public: false },
      'the name follows the command',
    );
    t.match((await visitor.open('/account/playgrounds?search=TEAMS')).body, id);
    t.match((await visitor.open('/account/playgrounds?search=CURL+HTTPS://api')).body, id, 'in its command');
    t.match(
      (await visitor.open('/account/playgrounds?page=99')).body,
      'There is no page 99: the list has one page.',
    );
    for (const list of ['audit?page=99', `playgrounds/${id}?page=99`])
      t.match((await visitor.open(`/account/${list}`)).body, /There is no page 99: the list has /, list);
    t.notMatch((await visitor.open('/account/playgrounds?search=nothing')).body, id);
    for (let count = 0; count < 64; count += 1)
      await call('POST', '/api/playgrounds', { curl_command: `curl h.example/${count}` });
    const many = (await visitor.open('/account/playgrounds')).body;
    t.equal(many.match(/id="pick-/g)?.length, 64, 'a page has 64');
    t.match(many, 'Page 1 of 2');

    const { key: strange } = await account();
    const stranger = new Visitor(app);
    await stranger.signIn(strange);
    await call('PATCH', `/api/playgrounds/${id}`, { is_public: true });
    t.equal((await stranger.open(`/account/playgrounds/${id}`)).statusCode, 404);
    t.equal((await stranger.post(`/account/playgrounds/${id}`, changed)).statusCode, 404);
    t.equal((await visitor.post(`/account/playgrounds/${id}/delete`, {})).statusCode, 303);
    t.equal((await call('GET', `/api/playgrounds/${id}`)).statusCode, 404);
  });

  await t.test('before a playground becomes public its owner sees what readers will see', async (t) => {
    const command = "curl https://api.example.com -u 'ada:hunter2-horse' -H 'Authorization: Bearer $T'";
    const fields = { curl_command: `${command} -d '{"name":"T","value":"\${PW:-other-horse}","pin":4711}'` };
    const { id } = (await call('POST', '/api/playgrounds', fields)).json();
    await visitor.open(`/account/playgrounds/${id}`);
    const ticked = { curl_command: fields.curl_command, languages: 'go', is_public: 'yes' };
    const saved = await visitor.post(`/account/playgrounds/${id}`, ticked);
    const path = `/account/playgrounds/${id}/preview`;
    t.match(saved, { statusCode: 303, headers: { location: path } });
    const { statusCode, body: readers } = await visitor.open(path);
    t.equal(statusCode, 200);
    t.match(readers, /<mark class="pg-mark pg-mark--warning" title="[^"]*">(?:<span[^>]*>)?\{\{password\}\}/);
    t.match(readers, /3 credentials replaced and marked/);
    t.notMatch(readers, 'hunter2-horse');
    t.equal(
      (await call('GET', `/api/playgrounds/${id}`)).json().is_public,
      false,
      'looking publishes nothing',
    );
    const stranger = new Visitor(app);
    await stranger.signIn((await account()).key);
    t.equal((await stranger.open(`/account/playgrounds/${id}/preview`)).statusCode, 404);
    t.equal((await stranger.post(`/account/playgrounds/${id}/publish`, {})).statusCode, 404);
    await visitor.open(`/account/playgrounds/${id}/preview`);
    t.equal((await visitor.post(`/account/playgrounds/${id}/publish`, {})).statusCode, 303);
    t.equal((await call('GET', `/api/playgrounds/${id}`)).json().is_public, true);
    await call('PATCH', `/api/playgrounds/${id}`, { share_secrets: true });
    const shown = await visitor.open(`/account/playgrounds/${id}/preview`);
    t.match(shown.body, 'Nothing is replaced, because “Show secrets to readers” is on.');
    t.match(shown.body, 'hunter2-horse');
    await call('DELETE', `/api/playgrounds/${id}`);
  });

  await t.test('signing out', async (t) => {
    const kept = new Map(visitor.cookies);
    t.equal((await visitor.post('/account/sign-out', {})).statusCode, 303);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    t.equal((await visitor.open('/account/keys')).statusCode, 303, 'the old cookie is worth nothing');
  });
});

onEachDatabase(
  t,
  'what is done with ticked playgrounds is named, and nothing else is done',
  async (t, driver) => {
    const { app, key, call } = await testApp(t, driver);
    const visitor = new Visitor(app);
    await visitor.signIn(key);
    const ids: string[] = [];
    for (const path of ['a', 'b'])
      ids.push(
        (
          await call('POST', '/api/playgrounds', {
            curl_command: `curl https://h.example/${path}`,
            is_public: true,
          })
        ).json().id,
      );
    const pick = (what: string | undefined, playground = ids) =>
      visitor.post('/account/playgrounds/picked', { playground, ...(what !== undefined && { do: what }) });
    const publicOnes = async () =>
      (await call('GET', '/api/playgrounds?is_public=true')).json().pagination.total;
    for (const wrong of [undefined, '', 'remove', 'constructor', 'toString', '__proto__'])
      t.equal((await pick(wrong)).statusCode, 400, `${wrong}`);
    t.equal(await publicOnes(), 2);
    t.equal((await pick('hide')).statusCode, 303);
    t.equal(await publicOnes(), 0);
    t.match(await pick('delete', ids.slice(1)), {
      statusCode: 303,
      headers: { location: `/account/playgrounds?deleted=${ids[1]}` },
    });
    t.strictSame(
      (await call('GET', '/api/playgrounds')).json().data.map(({ id }: { id: string }) => id),
      ids.slice(0, 1),
    );
  },
);

onEachDatabase(
  t,
  'the audit log is searched within the own account, whatever the text',
  async (t, driver) => {
    const { app, key, call, account } = await testApp(t, driver);
    const visitor = new Visitor(app);
    await visitor.signIn(key);
    const { id } = (await call('POST', '/api/keys', { name: 'Deploy "100 %_\\" é' })).json();
    await call('DELETE', `/api/keys/${id}`);
    const other = (await account()).key;
    await call('POST', '/api/keys', { name: 'Deploy of another' }, { authorization: `Bearer ${other}` });
    const rows = async (search: string, more = '') => {
      const query = new URLSearchParams({ search });
      const { statusCode, body } = await visitor.open(`/account/audit?${query}${more}`);
      t.equal(statusCode, 200, search);
      return body.split('<tbody>')[1]?.split('<tr').length ?? 1;
    };
    const found = async (search: string, more?: string) => (await rows(search, more)) - 1;
    t.equal(await found('deploy'), 2, 'by the name of what was changed, in either case');
    for (const part of ['"100', '%_\\', '\\"', 'é']) t.equal(await found(part), 2, part);
    t.equal(await found('KEY REVOKED'), 1, 'by what was done');
    t.equal(await found('deploy', '&kind=session'), 0, 'with the menu');
    t.ok((await found('first key')) >= 3, 'by the name of the key that did it');
    t.ok((await found('127.0.0.1')) >= 3, 'by the address');
    for (const none of ['of another', 'd%y', 'prefix":', '_____', `${'\\'.repeat(200)}`])
      t.equal(await found(none), 0, none);
    const csv = await visitor.open('/account/audit.csv?search=deploy');
    t.equal(csv.body.trim().split('\r\n').length, 3, 'so is the file');
    for (const wrong of ['%00', '%ff', '%'])
      t.ok((await visitor.open(`/account/audit?search=${wrong}`)).statusCode < 500, wrong);
  },
);
