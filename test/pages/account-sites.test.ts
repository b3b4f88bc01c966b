/** The pages of an account's documentation sites, as a browser without scripts uses them, and the check of a page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { siteCounts } from '../../src/services/site-counts.ts';
import { testApp } from '../helper.ts';
import { long } from '../support/full.ts';
import { admin, databaseSettings, startServer } from '../support/server-process.ts';
import { Visitor } from '../support/visitor.ts';

const HTML = 'text/html; charset=utf-8';

/** Serves pages by path: their HTML, or a status, a type and what is sent. */
async function documentation(t: Test, pages: Record<string, string | [number, string, string | Buffer]>) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    const page = pages[request.url ?? ''] ?? [404, HTML, ''];
    const [status, type, body] = typeof page === 'string' ? ([200, HTML, page] as const) : page;
    const location = status === 302 ? { location: String(body) } : {};
    response.writeHead(status, { 'content-type': type, ...location }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const pre = (text: string, attributes = '') => `<pre ${attributes}><code>${text}</code></pre>`;

async function world(t: Test, env: Record<string, string> = {}) {
  const app = await testApp(t, 'pglite', { env: { EGRESS_ALLOW: '127.0.0.1', ...env } });
  const visitor = new Visitor(app.app);
  await visitor.signIn(app.key);
  const make = async (fields: object) =>
    (
      await app.call('POST', '/api/sites', {
        ...{ name: 'Docs', origins: ['https://docs.example.com'], targets: ['api.example.com'] },
        ...fields,
      })
    ).json().id as string;
  return { ...app, visitor, make };
}

/** The rows of a table by its name, each as the text of its cells. */
function rowsOf(html: string, name: string): string[][] {
  const [, body = ''] = new RegExp(`aria-label="${name}".*?<tbody>(.*?)</tbody>`, 's').exec(html) ?? [];
  const plain = (cell: string) =>
    cell
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell)),
  );
}

t.test('a site is created, changed and deleted with forms alone', async (t) => {
  const { visitor, call, account } = await world(t);
  t.match((await visitor.open('/account/sites')).body, 'Create a site');
  const typed = {
    name: ' <b>API</b> docs ',
    origins: 'https://docs.example.com\r\n\r\nhttps://docs.example.com \r\nhttps://*.preview.example.com\r\n',
    targets: 'api.example.com',
    runs_per_day: '50',
    confirm: 'yes',
  };
  const made = await visitor.post('/account/sites', typed);
  t.equal(made.statusCode, 303);
  const path = String(made.headers.location);
  const api = `/api/sites/${path.split('/').at(-1)}`;
  const site = (await call('GET', api)).json();
  t.match(site, {
    name: '<b>API</b> docs',
    origins: ['https://docs.example.com', 'https://*.preview.example.com'],
    targets: ['api.example.com'],
    ...{ runs_per_day: 50, confirm: true },
  });
  const { body } = await visitor.open(path);
  t.match(
    body,
    `&lt;script src=&quot;http://localhost:80/embed.js&quot; data-site=&quot;${site.id}&quot; async>&lt;/script>`,
  );
  t.match(body, '>&lt;b>API&lt;/b> docs</bdi>');
  t.notMatch(body, 'Where do readers fail', 'nothing was counted yet');
  t.match((await visitor.open('/account/sites')).body, `href="${path}"`);

  const changed = { ...typed, name: 'Docs', targets: 'api.example.com\n*.eu.example.com', runs_per_day: '0' };
  const { confirm: _, ...unconfirmed } = changed;
  t.match(await visitor.post(path, unconfirmed), { statusCode: 303, headers: { location: path } });
  t.match((await call('GET', api)).json(), {
    ...{ name: 'Docs', runs_per_day: 0, confirm: false },
    targets: ['api.example.com', '*.eu.example.com'],
  });

  const rows = {
    theme: 'dark',
    ...{
      'variable:0:name': 'TOKEN',
      'variable:0:description': 'From <b>Settings</b>',
      'variable:0:secret': 'yes',
    },
    ...{
      'variable:2:name': 'lang',
      'variable:2:default': 'en',
      'variable:2:choices': 'en\r\nde',
      'variable:3:default': 'of no variable',
    },
  };
  t.equal((await visitor.post(path, { ...changed, ...rows })).statusCode, 303);
  const variables = [
    { name: 'TOKEN', description: 'From <b>Settings</b>', secret: true },
    { name: 'lang', default: 'en', choices: ['en', 'de'] },
  ];
  const withRows = (await call('GET', api)).json();
  t.strictSame([withRows.theme, withRows.variables], ['dark', variables]);
  const shown = (await visitor.open(path)).body;
  t.match(shown, /<option value="dark"[^>]* selected/);
  t.match(shown, /name="variable:0:description" value="From &lt;b>Settings&lt;\/b>"/);
  t.match(shown, /name="variable:3:name"/, 'rows for more');
  await visitor.post(path, { ...changed, ...rows, 'variable:0:name': '' });
  t.strictSame((await call('GET', api)).json().variables, [variables[1]], 'a row without a name is removed');

  const refusals: [fields: Record<string, string>, message: string | RegExp][] = [
    [{ name: ' ' }, 'Write a name.'],
    [{ name: 'n'.repeat(201) }, 'A name has at most 200 characters.'],
    [{ origins: '' }, 'Write at least one origin.'],
    [{ origins: 'https://docs.example.com/guide' }, /is not an origin\. Write its scheme/],
    [{ targets: 'https://api.example.com/v1' }, /is not a host\..* such as api\.example\.com/],
    [{ targets: `${'a'.repeat(256)}.example` }, 'A host has at most 255 characters.'],
    [{ targets: Array.from({ length: 51 }, (_, at) => `a${at}.example`).join('\n') }, 'At most 50 hosts'],
    [{ runs_per_day: '1000001' }, 'Runs per day is a whole number'],
    [{ runs_per_day: '-1' }, 'Runs per day is a whole number'],
    [{ name: 'a\0' }, /./],
    [{ ...rows, 'variable:0:default': 'hidden' }, 'The variable TOKEN is secret'],
    [{ ...rows, 'variable:2:name': 'TOKEN' }, 'The variable TOKEN is listed twice'],
    [{ ...rows, 'variable:2:name': 'n'.repeat(201) }, 'The name of a variable has at most 200 characters.'],
    [{ ...rows, 'variable:2:description': 'n'.repeat(501) }, 'A description has at most 500 characters.'],
  ];
  for (const [fields, message] of refusals)
    for (const at of ['/account/sites', path]) {
      const refused = await visitor.post(at, { ...changed, name: 'Typed', ...fields });
      t.equal(refused.statusCode, 400, JSON.stringify(fields).slice(0, 80));
      t.match(refused.body, 'role="alert"');
      t.match(refused.body, message);
      if (fields['origins'] === undefined)
        t.match(refused.body, '>https://docs.example.com\r\n', 'what was typed is still there');
    }
  t.equal((await call('GET', '/api/sites')).json().pagination.total, 1);

  const other = new Visitor(visitor.app);
  await other.signIn((await account()).key);
  t.equal((await other.open(path)).statusCode, 404);
  for (const at of [path, `${path}/delete`, `${path}/check`])
    t.equal((await other.post(at, { ...changed, url: 'https://docs.example.com' })).statusCode, 404, at);

  t.match((await visitor.open(path)).body, 'Delete “Docs”?');
  t.match(await visitor.post(`${path}/delete`, {}), {
    statusCode: 303,
    headers: { location: '/account/sites' },
  });
  t.equal((await visitor.open(path)).statusCode, 404);
  const audit = (await call('GET', '/api/audit')).json().data[0];
  t.match(audit, { action: 'site.deleted', actor: { via: 'page' } });
});

t.test('where readers fail is at the top', async (t) => {
  const { visitor, make, accountId, database } = await world(t);
  const id = await make({});
  const counts = siteCounts(database.db);
  const block = { ownerId: accountId, siteId: id, path: '/users', position: 2 };
  counts.shown(block);
  counts.run(block, { status: 'failed', response: null });
  counts.run({ ...block, path: '/teams<b>', position: 1 }, {
    status: 'completed',
    response: { status: 200 },
  } as never);
  await counts.flush();
  const { body } = await visitor.open(`/account/sites/${id}`);
  t.strictSame(rowsOf(body, 'Where do readers fail'), [['/users', '2', '1', '1', '0', '0', '1']]);
  t.ok(body.indexOf('Where do readers fail') < body.indexOf('The tag'));
  t.match(body, '/teams&lt;b>');
});

t.test('a page of the documentation is checked: which commands run, and why others do not', async (t) => {
  const { visitor, make, call } = await world(t);
  const page = [
    pre('{"no": "command"}'),
    pre('curl https://api.example.com/users -H "Authorization: Bearer YOUR_TOKEN"'),
    pre('curl https://other.example/users'),
    pre('curl https://api.example.com \\\n  -H "unclosed'),
    pre('curl $BASE/users'),
    pre('curl $BASE/users', 'data-playground="on"'),
    `<div data-playground="off">${pre('curl https://api.example.com/')}</div>`,
    // Docusaurus: lines end with elements, buttons are within.
    '<pre><code><span># first</span><br><span>curl https://api.example.com</span><br><span>-s</span><button>curl</button></code></pre>',
    // Sphinx and Hugo: no `code`, or numbers of lines.
    '<pre><span></span><span class="gp">$ </span>curl https://API.example.com:443/&lt;id&gt;\n</pre>',
    '<pre><code><span class="ln">1</span>curl https://api.example.com/a</code></pre>',
    pre('curl "https://api.exam""ple.com/split"'),
  ].join('<p>Text</p>');
  const docs = await documentation(t, { '/users': page, '/moved': [302, HTML, '/users'] });
  const id = await make({ origins: [docs.url] });
  const tagged = await documentation(t, { '/': `<script src="x" data-site="${id}"></script>${page}` });
  const used = async () => (await call('GET', '/api/usage')).json().used;
  const before = await used();
  const checked = await visitor.post(`/account/sites/${id}/check`, { url: `${docs.url}/moved` });
  t.equal(checked.statusCode, 200);
  t.equal(await used(), before + 2, 'the check and this reading');
  t.equal((await call('GET', '/api/tests')).json().pagination.total, 0, 'nothing is stored');
  t.match(checked.body, `${docs.url}/users</bdi>: 5 of 10 curl commands run.`);
  t.match(checked.body, 'The tag is not on this page yet.');
  t.notMatch(checked.body, 'does not list the origin');
  const rows = rowsOf(checked.body, 'Commands of the page');
  t.match(rows, [
    [/^curl https:\/\/api\.example\.com\/users -H/, '1', 'Yes', '', ''],
    [
      /other/,
      '–',
      'No',
      'The host other.example is not one of those that this site may reach.',
      'Add other.example to the targets.',
    ],
    [
      'curl https://api.example.com \\',
      '2',
      'No',
      'Line 2: A quote is never closed.',
      'Correct it, or write data-playground="off" at the block.',
    ],
    ['curl $BASE/users', '–', 'No', 'Its host is a variable.', 'Write data-playground="on" at the block.'],
    ['curl $BASE/users', '3', 'Yes', '', ''],
    [
      'curl https://api.example.com/',
      '–',
      'No',
      'It is switched off.',
      'Remove data-playground="off" from the block.',
    ],
    ['curl https://api.example.com', '4', 'Yes', '', ''],
    ['$ curl https://API.example.com:443/<id>', '5', 'Yes', '', ''],
    ['curl https://api.example.com/a', '6', 'Yes', '', ''],
    [/split/, '–', 'No', 'Its target is not written as a word.', 'Write data-playground="on" at the block.'],
  ]);
  const elsewhere = await visitor.post(`/account/sites/${id}/check`, { url: tagged.url });
  t.match(elsewhere.body, `Add <code class="pg-inline">${tagged.url}</code> to its origins.`);
  t.notMatch(elsewhere.body, 'The tag is not on this page yet');
});

t.test('a page that cannot be checked says why', async (t) => {
  const docs = await documentation(t, {
    '/none': '<p>All blocks come from scripts.</p>',
    '/json': [200, 'application/json', '{}'],
    '/latin': [200, HTML, Buffer.from([60, 0xe9, 0xff])],
    '/many': pre('curl https://api.example.com/').repeat(501),
    '/large': `${pre('curl https://api.example.com/')}${' '.repeat(1_100_000)}${pre('curl https://api.example.com/')}`,
    '/hostile': '<div>'.repeat(200_000) + '<p>'.repeat(1000) + pre('curl https://api.example.com/'),
  });
  const { visitor, make, account, call } = await world(t);
  const id = await make({ origins: [docs.url] });
  const check = (url: string) => visitor.post(`/account/sites/${id}/check`, { url });
  for (const [url, message] of [
    [`${docs.url}/missing`, 'The page responded with status 404.'],
    [`${docs.url}/json`, 'This address is not a page'],
    [`${docs.url}/latin`, 'This address is not a page'],
    ['', /role="alert"/],
    ['file:///etc/passwd', /role="alert"/],
    ['docs.example.com', /role="alert"/],
    ['http://127.0.0.1:1/', /role="alert"/],
    ['http://169.254.169.254/latest/', /role="alert"/],
    ['http://localhost/', /role="alert"/],
    ['http://user:pa ss@[', /role="alert"/],
  ] as const) {
    const { statusCode, body } = await check(url);
    t.equal(statusCode, 400, url);
    t.match(body, message, url);
    t.ok(body.includes(url === '' ? 'value ' : `value="${url}"`), 'what was typed is still there');
  }
  t.match((await check(`${docs.url}/none`)).body, /has no <code[^>]*>&lt;pre><\/code>/);
  const many = await check(`${docs.url}/many`);
  t.match(many.body, 'Only the first 500 of 501 blocks were checked.');
  t.equal(rowsOf(many.body, 'Commands of the page').length, 500);
  const large = await check(`${docs.url}/large`);
  t.match(large.body, 'Only the beginning of this page was checked: 1024 KiB at most.');
  t.match(large.body, '1 of 1 curl command runs.');
  const hostile = await check(`${docs.url}/hostile`);
  t.ok([200, 503].includes(hostile.statusCode), `bounded: ${hostile.statusCode}`);
  t.equal((await call('GET', '/api/usage')).statusCode, 200, 'the service goes on');

  // Beyond the quota nothing is fetched, and a key that may not run cannot check.
  const poor = await account({ plan: 'enterprise', dailyLimit: 1 });
  const own = { authorization: `Bearer ${poor.key}` };
  const site = { name: 'a', origins: [docs.url], targets: ['api.example.com'] };
  const { id: theirs } = (await call('POST', '/api/sites', site, own)).json();
  const visitors = [poor.key, (await account({ scopes: ['keys:manage', 'playgrounds:read'] })).key];
  const seen = docs.seen.length;
  for (const [at, status] of [400, 403].entries()) {
    const one = new Visitor(visitor.app);
    await one.signIn(visitors[at] ?? '');
    const refused = await one.post(`/account/sites/${theirs}/check`, { url: `${docs.url}/none` });
    t.equal(refused.statusCode, status, refused.body.slice(0, 200));
  }
  t.equal(docs.seen.length, seen);
});

t.test('the operator checks a page at the command line', { skip: long }, async (t) => {
  const settings = { ...(await databaseSettings(t, 'pglite')), EGRESS_ALLOW: '127.0.0.1' };
  const docs = await documentation(t, {
    '/': pre('curl https://api.example.com/') + pre('echo \u001b[2J; curl https://other.example/'),
  });
  const server = await startServer(t, settings);
  const body = JSON.stringify({ name: 'a', origins: [docs.url], targets: ['api.example.com'] });
  const { id } = (await (await server.fetch('/api/sites', { method: 'POST', body })).json()) as {
    id: string;
  };
  server.child.kill();
  await server.exited;
  const check = (...args: string[]) => admin(t, ['check-site', ...args], settings);
  const found = await check(id, docs.url);
  t.equal(found.code, 0, found.stderr);
  t.match(JSON.parse(found.stdout), {
    site_id: id,
    url: `${docs.url}/`,
    problems: [/The tag is not on this page/],
    blocks: [
      { position: 1, command: 'curl https://api.example.com/', runs: true, line: null, reason: '' },
      { position: null, runs: false, remedy: 'Add `other.example` to the targets.' },
    ],
  });
  const human = await check(id, docs.url, '--human');
  t.match(human.stdout, /position +│ +command +│ +runs +│ +line +│ +reason +│ +remedy/);
  t.notMatch(human.stdout, '\u001b');
  t.match(await check(id), { code: 1, stderr: /Give SITE URL\. .*check-site --help/ });
  t.match(await check('nothing', docs.url), { code: 1, stderr: /There is no site nothing/ });
  t.match(await check(id, `${docs.url}/missing`), { code: 1, stderr: /responded with status 404/ });
});
