/** Runs from the page of a public playground: who may, what they cost, what is kept of them, what comes back. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { hasCommonHeaders, matchesSchema, onEachDatabase, testApp } from '../helper.ts';
import { long } from '../support/full.ts';
import { bytesOf, collect, readEvents } from '../support/stream-target.ts';

/** The form of a page with its button to run. */
const RUN = /<form[^>]*id="run"(?:(?!<\/form>)[\s\S])*type="submit"/;

/** A target that answers with what it was sent. */
async function target(t: Test): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/lost') return request.socket.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        path: request.url,
        token: request.headers['x-token'],
        html: '<script>alert(1)</script>',
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port
}

onEachDatabase(t, 'running a public playground', async (t, driver) => {
  const lines: string[] = [];
  const { app, call, account } = await testApp(t, driver, {
    env: { PUBLIC_RUNS_PER_MINUTE: '1000', PUBLIC_RUNS_PER_DAY: '4', LOG_LEVEL: 'debug' },
    logStream: { write: (line) => lines.push(line) },
  });
  const url = await target(t);
  const create = async (fields: object, headers: Record<string, string> = {}) => {
    const body = {
      curl_command: `curl '${url}/users' -H "X-Token: $TOKEN" -H 'X-Other: {{path}}'`,
      is_public: true,
      ...fields,
    };
    return (await call('POST', '/api/playgrounds', body, headers)).json<{ id: string }>().id;
  };
  const run = (id: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/p/${id}/run`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const values = { 'variable:TOKEN': 's3cret-typed', 'variable:path': 'users' };

  await t.test('nobody may unless the owner lets them', async (t) => {
    const id = await create({});
    t.notMatch((await app.inject(`/p/${id}`)).body, RUN);
    t.equal((await run(id, values)).statusCode, 403);
    const hidden = await create({ public_runs: true, is_public: false });
    t.equal((await run(hidden, values)).statusCode, 404);
  });

  await t.test('anybody may, with what they fill in; the owner pays; nothing is kept', async (t) => {
    const id = await create({ public_runs: true });
    t.match((await app.inject(`/p/${id}`)).body, RUN);
    const before = (await call('GET', '/api/usage')).json<{ used: number }>().used;
    const page = await run(id, values);
    t.equal(page.statusCode, 200);
    hasCommonHeaders(t, page);
    t.equal(page.headers['cache-control'], 'private, no-store');
    t.match(page.body, '/users', 'the answer without scripts');
    t.match(page.body, 's3cret-typed', 'and what was typed stays in its field');
    t.notMatch(page.body, '<script>alert');
    const json = await run(id, values, { accept: 'application/json' });
    t.match(json.json(), { status: 'completed', response: { status: 200, body: /s3cret-typed/ } });
    const after = (await call('GET', '/api/usage')).json<{ used: number }>().used;
    t.equal(after - before, 3, 'two runs and the reading of the usage');
    t.equal((await call('GET', '/api/tests')).json<{ data: unknown[] }>().data.length, 0);
    t.notMatch(lines.join(''), /s3cret-typed/);
  });

  await t.test('with scripts it streams: charged like any run, not stored, refused as JSON', async (t) => {
    const id = await create({ public_runs: true });
    const stream = { accept: 'text/event-stream' };
    const before = (await call('GET', '/api/usage')).json<{ used: number }>().used;
    const streamed = await run(id, values, stream);
    t.equal(streamed.statusCode, 200);
    hasCommonHeaders(t, streamed);
    t.equal(streamed.headers['content-type'], 'text/event-stream');
    t.equal(streamed.headers['cache-control'], 'private, no-store');
    const events = await collect(readEvents(Readable.from([streamed.rawPayload])));
    t.strictSame(
      events.map(({ event }) => event),
      ['request', 'response', 'data', 'result'],
    );
    t.equal(events[0]?.data.headers['X-Token'], '***', 'masked');
    t.match(bytesOf(events).toString(), 's3cret-typed');
    t.equal((await call('GET', `/api/tests/${events.at(-1)?.data.id}`)).statusCode, 404, 'not stored');
    t.equal((await call('GET', '/api/usage')).json<{ used: number }>().used - before, 3);
    const missing = await run(id, {}, stream);
    t.equal(missing.statusCode, 400);
    t.match(missing.headers['content-type'], /^application\/json/);
    const foreign = await run(id, values, { ...stream, 'sec-fetch-site': 'cross-site' });
    t.equal(foreign.statusCode, 403);
    t.match(foreign.json(), { error: { code: 'forbidden' } });
  });

  await t.test('a connection that is lost is named, with what to do', async (t) => {
    const { origin } = new URL(url);
    const id = await create({ public_runs: true, curl_command: `curl '${origin}/lost'` });
    const { body } = await run(id, {});
    t.match(
      body.replace(/<[^>]*>/g, ''),
      /Connection lost.*Run it again; if it happens again, look into the log/,
    );
  });

  await t.test('a picked file is warned about no more, another one is', async (t) => {
    const curl_command = `echo '{}' > a.json; echo 'X-Mine: 1' > mine.txt
curl '${url}/users' -H @mine.txt --data-binary @a.json`;
    const id = await create({ public_runs: true, curl_command });
    const fields = { 'file:a.json': Buffer.from('{}').toString('base64') };
    const found = (await run(id, fields, { accept: 'application/json' })).json<{
      warnings: { code: string; message: string }[];
    }>();
    t.match(
      found.warnings.filter(({ code }) => code === 'local_file').map(({ message }) => message),
      [/^mine\.txt is written by another command/],
    );
  });

  await t.test('what is missing is said and costs nothing', async (t) => {
    const id = await create({ public_runs: true });
    for (let count = 0; count < 5; count += 1) {
      const page = await run(id, { 'variable:path': 'x' });
      t.equal(page.statusCode, 400);
      t.match(page.body, /TOKEN/);
    }
  });

  await t.test('so many a day of one playground', async (t) => {
    const id = await create({ public_runs: true });
    for (let count = 0; count < 4; count += 1) t.equal((await run(id, values)).statusCode, 200);
    const refused = await run(id, values);
    t.equal(refused.statusCode, 429);
    hasCommonHeaders(t, refused);
    t.match(refused.headers['retry-after'], /^\d+$/);
    t.match(refused.body, 'reached its daily limit of runs');
    for (const kept of ['X-Other', 'value="s3cret-typed"', 'Runs work again at 00:00 UTC'])
      t.match(refused.body, kept, 'the page stays');
    t.equal(
      (await run(await create({ public_runs: true }), values)).statusCode,
      200,
      'another one still runs',
    );
  });

  await t.test('not beyond the plan of the owner', async (t) => {
    const { key } = await account({ plan: 'enterprise', dailyLimit: 2 });
    const id = await create({ public_runs: true }, { authorization: `Bearer ${key}` });
    t.equal((await run(id, values)).statusCode, 200);
    const refused = await run(id, values);
    t.equal(refused.statusCode, 429);
    t.match(refused.body, 'has reached the daily limit');
  });

  await t.test('not from pages of others, not to addresses inside', async (t) => {
    const id = await create({ public_runs: true });
    t.equal((await run(id, values, { 'sec-fetch-site': 'cross-site' })).statusCode, 403);
    t.equal((await run(id, values, { origin: 'https://evil.example' })).statusCode, 403);
    t.equal((await run(id, values, { 'sec-fetch-site': 'same-origin' })).statusCode, 200);
    const inside = await create({ public_runs: true, curl_command: 'curl http://10.0.0.1/' });
    const refused = await run(inside, {});
    t.equal(refused.statusCode, 400);
  });
});

t.test('a body of null, or one nested very deeply, is answered', { skip: long }, async (t) => {
  const { app, call } = await testApp(t, 'pglite');
  const [is_public, public_runs] = [true, true];
  const { id } = (
    await call('POST', '/api/playgrounds', { curl_command: 'curl h.example/$A', is_public, public_runs })
  ).json<{ id: string }>();
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  t.equal(
    (await app.inject({ method: 'POST', url: `/p/${id}/run`, headers, payload: 'null' })).statusCode,
    415,
  );
  const nested = '['.repeat(20_000) + ']'.repeat(20_000);
  const page = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ curl_command: `curl -d '${nested}' https://h.example/` }).toString(),
  });
  t.equal(page.statusCode, 200, 'laid out, its indentation would take gigabytes');
  t.match(page.body, '[[[[');
});

t.test('so many a minute of one address', async (t) => {
  const { app, call } = await testApp(t, 'pglite', { env: { PUBLIC_RUNS_PER_MINUTE: '2' } });
  const { id } = (
    await call('POST', '/api/playgrounds', {
      curl_command: 'curl h.example/$A',
      is_public: true,
      public_runs: true,
    })
  ).json<{ id: string }>();
  const run = () =>
    app.inject({ method: 'POST', url: `/p/${id}/run`, headers: { accept: 'application/json' } });
  const statuses: number[] = [];
  // At the turn of a minute the count starts again, but not twice.
  for (let count = 0; count < 6; count += 1) statuses.push((await run()).statusCode);
  t.equal(statuses[0], 400, 'what is missing is told');
  t.ok(statuses.includes(429));
});

t.test('a form beyond the limit of its address keeps its page', async (t) => {
  const env = { PUBLIC_RUNS_PER_MINUTE: '1', ANONYMOUS_PER_MINUTE: '8' };
  const { app, call } = await testApp(t, 'pglite', { env });
  const fields = {
    name: 'Greet',
    curl_command: 'curl http://10.0.0.1/$A',
    is_public: true,
    public_runs: true,
  };
  const { id } = (await call('POST', '/api/playgrounds', fields)).json<{ id: string }>();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const payload = new URLSearchParams({ 'variable:A': 'as-typed' }).toString();
  const titles: (string | undefined)[] = [];
  // More than both limits, in two minutes at most.
  for (let count = 0; count < 24; count += 1) {
    const page = await app.inject({ method: 'POST', url: `/p/${id}/run`, headers, payload });
    titles.push(/<h1[^>]*>(?:<[^>]*>)*([^<]*)/.exec(page.body)?.[1]);
    if (page.statusCode !== 429 || titles.at(-1) !== 'Greet') continue;
    t.match(page.headers['retry-after'], /^\d+$/);
    hasCommonHeaders(t, page);
    for (const kept of ['value="as-typed"', 'More than 1 requests a minute', /Try again in \d+ (?:s|min)\./])
      t.match(page.body, kept);
    t.notMatch(page.body, 'Go to the start page');
  }
  t.ok(titles.includes('Greet'));
  t.ok(titles.includes('Too many requests'), 'pages that are rendered have a limit, too');
});

t.test('frames', async (t) => {
  const { app, call } = await testApp(t, 'pglite');
  const create = async (fields: object) =>
    (
      await call('POST', '/api/playgrounds', { curl_command: 'curl h.example', is_public: true, ...fields })
    ).json<{ id: string }>().id;
  const anywhere = await create({ name: 'Any' });
  const some = await create({ embed_origins: ['https://docs.example.com', 'https://a.example'] });
  const ancestors = async (path: string) => {
    const { headers } = await app.inject(path);
    t.equal(headers['x-frame-options'], undefined);
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  t.equal(await ancestors(`/embed/${anywhere}`), '*');
  t.equal(await ancestors(`/embed/${some}`), 'https://docs.example.com https://a.example');
  t.equal((await app.inject(`/p/${some}`)).headers['x-frame-options'], 'DENY');

  await t.test('a frame in another page than its owner allows', async (t) => {
    const open = (referer: string, destination = 'iframe') =>
      app.inject({ url: `/embed/${some}`, headers: { referer, 'sec-fetch-dest': destination } });
    t.equal((await open('https://a.example/')).statusCode, 200);
    const refused = await open('https://evil.example/');
    t.equal(refused.statusCode, 403);
    t.match(refused.headers['cache-control'], 'no-store');
    t.match(refused.body, `/p/${some}`);
    t.notMatch(refused.body, 'curl');
    t.equal((await open('https://evil.example/', 'document')).statusCode, 200, 'a link leads to it');
  });

  await t.test('embed.js', async (t) => {
    const script = await app.inject('/embed.js');
    t.match(script.headers['content-type'], 'javascript');
    t.equal(script.headers['cross-origin-resource-policy'], 'cross-origin');
    t.match(script.body, 'data-playground');
  });

  await t.test('badge.svg', async (t) => {
    const badge = await app.inject('/badge.svg');
    t.match(badge.headers['content-type'], 'image/svg+xml');
    t.equal(badge.headers['cross-origin-resource-policy'], 'cross-origin');
    t.match(badge.body, '<title>Open in Playgrounds</title>');
  });

  await t.test('oEmbed 1.0', async (t) => {
    const page = await app.inject({ url: `/p/${anywhere}`, headers: { host: 'play.example' } });
    const link =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
    t.match(link, /^http:\/\/play\.example\/oembed\?url=/);
    const ask = (query: string) => app.inject({ url: `/oembed?${query}`, headers: { host: 'play.example' } });
    const found = await ask(link.split('?')[1] ?? '');
    t.match(found.headers['content-type'], 'application/json');
    t.match(found.json(), {
      version: '1.0',
      type: 'rich',
      title: 'Any',
      width: 720,
      height: 380,
      html: /^<iframe src="http:\/\/play\.example\/embed\//,
    });
    const small = (
      await ask(`url=${encodeURIComponent(`http://play.example/p/${anywhere}`)}&maxwidth=300&maxheight=200`)
    ).json();
    t.match(small, { width: 300, height: 200, html: /width="300" height="200"/ });
    const other = await ask(`url=http://play.example/p/${anywhere}&format=xml`);
    t.equal(other.statusCode, 501);
    matchesSchema(t, 'ErrorResponse', other.json());
    t.equal((await ask('url=http://other.example/p/x')).statusCode, 404);
    t.equal((await ask('')).statusCode, 404);
  });
});
