/** Commands of documentation pages: their frame, their card and their runs. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { withPlaceholders } from '../../src/request/site-command.ts';
import { siteCounts } from '../../src/services/site-counts.ts';
import { type TestApp, testApp } from '../helper.ts';

const ORIGIN = 'https://docs.example.com';

/** A target that counts its requests; `/away` redirects to another host, `/home` to itself. */
async function target(t: Test) {
  const seen: { url: string; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    const { port } = server.address() as AddressInfo;
    if (request.url === '/away')
      return response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    if (request.url === '/home') return response.writeHead(302, { location: '/' }).end();
    return response.writeHead(request.url === '/teapot' ? 418 : 200).end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` };
}

interface Answer {
  status: number;
  result: {
    status: string;
    error: { code: string; message: string } | null;
    response: { status: number } | null;
  };
  message: string;
}

async function world(t: Test, more: object = {}, env: Record<string, string> = {}) {
  const to = await target(t);
  const lines: string[] = [];
  const app: TestApp = await testApp(t, 'pglite', {
    env: { EGRESS_ALLOW: '127.0.0.1,::1', LOG_LEVEL: 'debug', ...env },
    logStream: { write: (line) => lines.push(line) },
  });
  const created = await app.call('POST', '/api/sites', {
    name: 'API docs',
    origins: [ORIGIN, 'https://*.preview.example.com'],
    targets: [to.host],
    ...more,
  });
  const { id } = created.json();
  const post = (path: string, form: Record<string, string>, accept = 'application/json') =>
    app.app.inject({
      method: 'POST',
      url: `/s/${id}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
      payload: new URLSearchParams({ path: '/users', position: '2', ...form }).toString(),
    });
  const run = async (curl_command: string, form: Record<string, string> = {}): Promise<Answer> => {
    const response = await post('run', { curl_command, ...form });
    const body = response.json();
    return { status: response.statusCode, result: body, message: body.error?.message ?? '' };
  };
  const stats = async () => {
    await siteCounts(app.database.db).flush();
    return (await app.call('GET', `/api/sites/${id}/stats`)).json();
  };
  return { ...app, id, to, lines, post, run, stats };
}

t.test('the script learns the targets only on pages of the site', async (t) => {
  const { app, id, to } = await world(t);
  const ask = (origin?: string) =>
    app.inject({ url: `/s/${id}.json`, headers: origin === undefined ? {} : { origin } });
  for (const origin of [ORIGIN, 'https://a.preview.example.com']) {
    const known = await ask(origin);
    t.strictSame(known.json(), { targets: [to.host] });
    t.equal(known.headers['access-control-allow-origin'], origin);
    t.match(known.headers.vary, /Origin/);
  }
  for (const origin of ['https://evil.example', 'http://docs.example.com', 'null', undefined]) {
    const other = await ask(origin);
    t.equal(other.statusCode, 403, String(origin));
    t.notOk(other.body.includes(to.host));
  }
});

t.test('only the pages of the site may show the frame, which needs no cookie', async (t) => {
  const { app, id } = await world(t, { theme: 'dark' });
  const frame = await app.inject(`/s/${id}?theme=light`);
  t.match(
    frame.headers['content-security-policy'],
    /frame-ancestors https:\/\/docs\.example\.com https:\/\/\*\.preview\.example\.com$/,
  );
  t.equal(frame.headers['set-cookie'], undefined);
  t.match(frame.body, /data-theme="dark"/, 'the theme of the site');
  t.equal((await app.inject('/s/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c')).statusCode, 404);
  const other = await app.inject({
    method: 'POST',
    url: `/s/${id}/run`,
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  t.equal(other.statusCode, 403, 'no other page starts a run');
});

t.test('the card has fields for variables and placeholders, and says where it goes', async (t) => {
  const { post, to } = await world(t, { variables: [{ name: 'team', description: 'Your team.' }] });
  const card = await post('form', {
    curl_command: `$ curl -X POST "${to.url}/<team>/{{page}}" \\\n  -H "X-Key: YOUR_API_KEY" -H "Authorization: Bearer $TOKEN"`,
  });
  for (const name of ['team', 'page', 'YOUR_API_KEY', 'TOKEN'])
    t.match(card.body, `name="variable:${name}"`, name);
  t.match(card.body, /Your team\./);
  t.equal(card.body.match(/type="password"/g)?.length, 2, 'keys are masked');
  t.match(card.body, `to ${to.host}. Your key is not stored.`);
  t.match(card.body, /data-confirm="This creates something on /);
  const read = await post('form', { curl_command: `curl ${to.url}/` });
  t.notMatch(read.body, /data-confirm/);
  t.match(read.body, /data-run-button/);

  const elsewhere = await post('form', { curl_command: 'curl https://evil.example/' });
  t.match(elsewhere.body, /The host evil\.example is not one of those that this site may reach\./);
  t.notMatch(elsewhere.body, /data-run-button/);
  const broken = await post('form', { curl_command: `curl ${to.url} --no-such-option` });
  t.match(broken.body, /no-such-option/, 'the reason of the parser');
  t.notMatch(broken.body, /data-run-button/);
});

t.test('a run reaches targets only, at every hop and by every name', async (t) => {
  const { run, to } = await world(t);
  t.match(await run(`curl -L ${to.url}/home`), {
    status: 200,
    result: { status: 'completed', response: { status: 200 } },
  });
  const away = await run(`curl -L ${to.url}/away`);
  t.match(away.result, {
    status: 'failed',
    error: { code: 'destination_refused', message: /The host localhost:\d+ is not one/ },
  });
  const before = to.seen.length;
  t.match(await run('curl https://evil.example/'), {
    status: 400,
    message: /The host evil\.example is not one/,
  });
  t.match(await run('curl http://$HOST/', { 'variable:HOST': 'evil.example' }), {
    status: 400,
    message: /evil\.example/,
  });
  t.match(await run(`curl ${to.url} -H 'Host: evil.example'`), { status: 400, message: /evil\.example/ });
  t.match(await run(`curl http://${to.host}@evil.example/`), { status: 400, message: /evil\.example/ });
  t.match(await run('curl http://127.0.0.1:1/'), { status: 400, message: /127\.0\.0\.1:1/ });
  t.equal(to.seen.length, before, 'nothing was sent');
});

t.test("runs count toward the site's day and the owner's plan, and are not stored or logged", async (t) => {
  const { run, post, stats, to, call, lines } = await world(t, { runs_per_day: 2 });
  const usage = async () => (await call('GET', '/api/usage')).json().used;
  const used = await usage();
  await post('form', { curl_command: `curl ${to.url}` });
  await run('curl https://evil.example/');
  const command = `curl ${to.url}/teapot -H "X-Key: $KEY"`;
  t.match(await run(command, { 'variable:KEY': 'hidden-value-1' }), {
    result: { response: { status: 418 } },
  });
  t.equal(to.seen.at(-1)?.headers['x-key'], 'hidden-value-1');
  t.match(await run(`curl ${to.url}/`, { path: '/teams?q=secret', position: '1' }), { status: 200 });
  t.match(await run(`curl ${to.url}/`), { status: 429, message: /This site has reached its daily limit/ });
  t.equal(await usage(), used + 3, 'two runs and this reading');
  t.equal((await call('GET', '/api/tests')).json().pagination.total, 0);
  t.notOk(
    lines.some((line) => line.includes('hidden-value-1')),
    'no value in the log',
  );
  const { failing, days } = await stats();
  const none = { shown: 0, runs: 1, status_4xx: 0, status_5xx: 0, failed: 0 };
  t.strictSame(failing, [{ path: '/users', position: 2, ...none, shown: 1, status_4xx: 1 }]);
  t.strictSame(days[0].blocks, [
    { path: '/teams', position: 1, ...none },
    { path: '/users', position: 2, ...none, shown: 1, status_4xx: 1 },
  ]);
});

t.test('blocks beyond the limit of a day are counted together', async (t) => {
  const { id, accountId, database, stats } = await world(t);
  const counts = siteCounts(database.db);
  for (let position = 1; position <= 600; position += 1)
    counts.shown({ ownerId: accountId, siteId: id, path: '/', position });
  const { days } = await stats();
  t.equal(days[0].blocks.length, 501);
  t.match(days[0].blocks[0], { path: '', position: 0, shown: 100 });
  counts.shown({ ownerId: accountId, siteId: id, path: '/new', position: 1 });
  counts.shown({ ownerId: accountId, siteId: id, path: '/', position: 1 });
  const later = (await stats()).days[0].blocks;
  t.match([later.length, later[0].shown, later[1]], [501, 101, { path: '/', position: 1, shown: 2 }]);
});

t.test('a target is protected from all readers together', async (t) => {
  const { app, id, to } = await world(t, {}, { PUBLIC_RUNS_PER_MINUTE: '1', TRUST_PROXY: 'true' });
  const run = (address: string) =>
    app.inject({
      method: 'POST',
      url: `/s/${id}/run`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'x-forwarded-for': address,
      },
      payload: new URLSearchParams({ curl_command: `curl ${to.url}/` }).toString(),
    });
  t.equal((await run('192.0.2.1')).statusCode, 200);
  t.match((await run('192.0.2.1')).statusCode, 429, 'an address');
  const statuses = [];
  for (let at = 2; at <= 40; at += 1) statuses.push((await run(`192.0.2.${at}`)).statusCode);
  const allowed = statuses.filter((status) => status === 200).length;
  // The minute may end meanwhile.
  t.ok(allowed >= 29 && allowed < 39, `${allowed} of 39 addresses`);
  t.ok(to.seen.length === allowed + 1);
});

t.test('placeholders as documentation writes them', async (t) => {
  for (const [text, expected] of [
    ['curl -H "X: YOUR_API_KEY"', 'curl -H "X: {{YOUR_API_KEY}}"'],
    ['curl "a/<user-id>/x"', 'curl "a/{{user-id}}/x"'],
    ['curl $YOUR_KEY ${YOUR_KEY} {{YOUR_KEY}}', 'curl $YOUR_KEY ${YOUR_KEY} {{YOUR_KEY}}'],
    ['curl -d "<user><name>x</name></user>"', 'curl -d "<user><name>x</name></user>"'],
    ['curl a/<id> -d "<user><name>x</name></user>"', 'curl a/{{id}} -d "<user><name>x</name></user>"'],
    ['curl a -d "one<br>two"', 'curl a -d "one<br>two"'],
    ['curl a < in > out', 'curl a < in > out'],
    ['curl <YOUR_TOKEN>', 'curl {{YOUR_TOKEN}}'],
  ] as const)
    t.equal(withPlaceholders(text), expected);
});
