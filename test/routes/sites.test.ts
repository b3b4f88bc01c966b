/** Sites: their fields, who sees them, and what is refused. */
import t, { type Test } from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';

const SITE = { name: 'API docs', origins: ['https://docs.example.com'], targets: ['api.example.com'] };
const as = (key: string) => ({ authorization: `Bearer ${key}` });

onEachDatabase(t, 'a site is created, read, changed, listed and deleted by its owner', async (t, driver) => {
  const app = await testApp(t, driver);
  const { call } = app;
  const created = await call('POST', '/api/sites', SITE);
  t.equal(created.statusCode, 201);
  const site = created.json();
  t.match(site, { ...SITE, runs_per_day: 1000, variables: [], theme: 'auto', confirm: true });
  t.match(site.url, new RegExp(`/s/${site.id}$`));
  const path = String(created.headers.location);
  t.equal(path, `/api/sites/${site.id}`);
  const read = await call('GET', path);
  t.strictSame(read.json(), site);
  t.equal(read.headers.etag, created.headers.etag);

  const changes = {
    origins: ['https://*.example.com'],
    runs_per_day: 0,
    variables: [{ name: 'TOKEN', secret: true }],
    confirm: false,
  };
  const changed = await call('PATCH', path, changes);
  t.match(changed.json(), { ...SITE, ...changes });
  t.not(changed.headers.etag, read.headers.etag);
  const stale = await call('DELETE', path, undefined, { 'if-match': String(read.headers.etag) });
  t.equal(stale.statusCode, 412);

  for (let at = 0; at < 3; at += 1) await call('POST', '/api/sites', { ...SITE, name: `Docs ${at}` });
  const first = (await call('GET', '/api/sites?limit=2')).json();
  t.match(first, { data: [{ name: 'Docs 2' }, { name: 'Docs 1' }], pagination: { total: 4 } });
  const second = (await call('GET', `/api/sites?limit=2&cursor=${first.pagination.next_cursor}`)).json();
  t.match(second.data, [{ name: 'Docs 0' }, { name: 'API docs' }]);

  t.strictSame((await call('GET', `${path}/stats`)).json(), { failing: [], days: [] });
  t.equal((await call('DELETE', path)).statusCode, 204);
  t.equal((await call('GET', path)).statusCode, 404);
  const audit = (await call('GET', '/api/audit')).json().data.map(({ action }: { action: string }) => action);
  t.match(audit.slice(0, 1), ['site.deleted']);
  t.ok(audit.includes('site.updated') && audit.includes('site.created'));
});

onEachDatabase(
  t,
  "other accounts see nothing of a site, and an account's sites are deleted with it",
  async (t, driver) => {
    const app = await testApp(t, driver);
    const path = String((await app.call('POST', '/api/sites', SITE)).headers.location);
    const other = await app.account();
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/stats`],
      ['PATCH', path],
      ['DELETE', path],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
      t.equal((await app.call(method, at, body, as(other.key))).statusCode, 404, `${method} ${at}`);
    }
    t.equal((await app.call('GET', '/api/sites', undefined, as(other.key))).json().pagination.total, 0);
  },
);

onEachDatabase(t, 'wrong origins, targets and variables are refused by name', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const refused = async (t: Test, more: object, field: string, code: string, hint: RegExp) => {
    const response = await call('POST', '/api/sites', { ...SITE, ...more });
    t.equal(response.statusCode, 400);
    t.match(response.json(), { error: { details: [{ field, code, message: hint }] } });
  };
  const origins = ['https://docs.example.com', 'https://docs.example.com/guide'];
  await refused(t, { origins }, '/origins/1', 'invalid_origin', /such as https:\/\/docs\.example\.com/);
  await refused(t, { origins: ['*'] }, '/origins/0', 'invalid_origin', /`\*`/);
  const targets = ['https://API.example.com:8443/v1'];
  await refused(t, { targets }, '/targets/0', 'invalid_target', /such as api\.example\.com:8443/);
  await refused(t, { targets: ['*.com'] }, '/targets/0', 'invalid_target', /`\*\.com`/);
  await refused(t, { targets: [] }, '/targets', 'min_items', /./);
  const twice = [{ name: 'A' }, { name: 'A' }];
  await refused(t, { variables: twice }, '/variables/1/name', 'duplicate', /A is listed twice/);
  const open = [{ name: 'A', secret: true, default: 'x' }];
  await refused(t, { variables: open }, '/variables/0/default', 'secret_default', /every reader/);
  t.equal((await call('GET', '/api/sites')).json().pagination.total, 0);
});
