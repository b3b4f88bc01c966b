/** What is shared besides the page: Markdown, the example response, the files that programs ask a site for. */
import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';
import { SECRET_PLACES } from '../secrets/places.ts';
import { startRecorder } from '../support/recorder.ts';

const COMMAND = `curl 'https://api.example.com/users?team=core' -H "Authorization: Bearer $TOKEN" -d '{"name":"{{user}}"}' --limit-rate 1k`;

onEachDatabase(t, 'a playground as Markdown', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const create = async (fields: object) =>
    (await call('POST', '/api/playgrounds', { curl_command: COMMAND, is_public: true, ...fields })).json<{
      id: string;
    }>().id;
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers });
  const id = await create({ name: 'Create a user', languages: ['go', 'curl'] });

  await t.test('has the command, its warnings, variables and programs', async (t) => {
    const { statusCode, headers, body } = await open(`/p/${id}.md`);
    t.equal(statusCode, 200);
    t.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    t.match(body, /^# Create a user\n\n`POST https:\/\/api\.example\.com\/users\?team=core`\n/);
    t.match(body, `](http://localhost:80/p/${id})`);
    t.ok(body.includes(`\`\`\`bash\n${COMMAND}\n\`\`\``), 'the command as it is');
    t.match(body, /## Warnings\n\n(?:- .*\n)*- .*--limit-rate/);
    t.match(body, '- `$TOKEN` is');
    t.match(body, '## Variables\n\n- `TOKEN`\n- `user`');
    t.match(body, /### Go \(net\/http\)\n\n```go\npackage main/);
    t.match(body, /### cURL \(bash\)\n\n```bash\n/);
    t.notMatch(body, '```python');
  });

  await t.test('by Accept, where Markdown is preferred', async (t) => {
    const type = async (accept: string) => {
      const { headers } = await open(`/p/${id}`, { accept });
      t.match(headers.vary, /\bAccept\b(?!-)/, accept);
      return String(headers['content-type']).split(';')[0];
    };
    t.equal(await type('text/markdown'), 'text/markdown');
    t.equal(await type('text/markdown, text/html;q=0.9, */*;q=0.1'), 'text/markdown');
    t.equal(await type('text/html, text/markdown;q=0.5'), 'text/html');
    t.equal(await type('text/markdown;q=0.1, text/html'), 'text/html', 'weights count, not the order');
    t.equal(await type('text/html, text/markdown'), 'text/markdown');
    t.equal(await type('text/markdown;q=0, */*'), 'text/html');
    t.equal(await type('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'), 'text/html');
    t.match((await open(`/p/${id}`)).body, `<link rel="alternate" type="text/markdown" href="http`);
  });

  await t.test('cached like the page, and gone with it', async (t) => {
    const first = await open(`/p/${id}.md`);
    t.equal(first.headers['cache-control'], 'public, no-cache');
    const again = { 'if-none-match': String(first.headers.etag) };
    t.equal((await open(`/p/${id}.md`, again)).statusCode, 304);
    t.equal((await app.inject({ method: 'HEAD', url: `/p/${id}.md` })).statusCode, 200);
    t.equal((await app.inject({ method: 'POST', url: `/p/${id}.md` })).statusCode, 405);
    await call('PATCH', `/api/playgrounds/${id}`, { name: 'Other' });
    t.match(await open(`/p/${id}.md`, again), { statusCode: 200, body: /^# Other\n/ });
    const hidden = await create({ is_public: false });
    const gone = await create({});
    await call('DELETE', `/api/playgrounds/${gone}`);
    const unknown = await open('/p/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c');
    for (const one of [hidden, gone, '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c', 'x']) {
      const { statusCode, body } = await open(`/p/${one}.md`);
      t.equal(statusCode, 404);
      t.equal(body, unknown.body, 'the same as for the page');
    }
  });

  await t.test('texts cannot leave their place', async (t) => {
    const one = await create({
      name: '<b>x</b> [a](b) `c` \u202e# d',
      curl_command: "curl http://h.example/ -d '\n```\n# no heading'",
    });
    const { body } = await open(`/p/${one}.md`);
    t.equal(body.split('\n')[0], '# \\<b\\>x\\</b\\> \\[a\\](b) \\`c\\` ⟨U+202E⟩\\# d');
    t.match(body, "````bash\ncurl http://h.example/ -d '\n```\n# no heading'\n````");
  });

  await t.test("the owner's credentials are placeholders", async (t) => {
    const one = await create({
      curl_command: "curl https://h.example/ -u 'ada:hunter2-correct-horse' -H 'X-Api-Key: abcd1234efgh'",
    });
    const { body } = await open(`/p/${one}.md`);
    t.notMatch(body, /hunter2|abcd1234efgh/);
    t.match(body, '{{password}}');
  });
});

/** Each is in one place of the request or of the response, under a name that says what it is or in a known form. */
const SECRETS = {
  command: 'hunter2-correct-horse',
  header: 'zxcv-0192-header',
  cookie: 'zxcv-0192-cookie',
  hopCookie: 'zxcv-0192-hop',
  location: 'zxcv-0192-location',
  json: 'zxcv-0192-json',
  nested: 'zxcv-0192-nested',
  url: 'zxcv-0192-url',
  token: 'sk_live_51HZd8gJtq9Xv2mPq',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLWl0',
  sent: 'zxcv-0192-sent',
};

onEachDatabase(t, 'an example response shows readers no secret', async (t, driver) => {
  const { origin: target, close } = await startRecorder(({ target: path }) =>
    path.startsWith('/start')
      ? {
          status: 302,
          headers: [
            ['location', `/end?access_token=${SECRETS.location}`],
            ['set-cookie', `hop=${SECRETS.hopCookie}; Path=/`],
          ],
        }
      : {
          headers: [
            ['content-type', 'application/json'],
            ['set-cookie', `session=${SECRETS.cookie}; HttpOnly`],
            ['x-api-key', SECRETS.header],
            ['x-echo', `you are ${SECRETS.command}`],
            ['link', `<https://h.example/?page=2&token=${SECRETS.url}>; rel="next"`],
          ],
          body: JSON.stringify({
            name: 'Ada Lovelace',
            access_token: SECRETS.json,
            settings: { smtp: { password: SECRETS.nested } },
            next: `https://h.example/?api_key=${SECRETS.url}`,
            text: `use ${SECRETS.token} or ${SECRETS.jwt}, said ${SECRETS.command}`,
          }),
        },
  );
  t.teardown(() => close());
  const { app, call } = await testApp(t, driver);
  const command = `curl -L '${target}/start?token=${SECRETS.sent}' -u 'ada:${SECRETS.command}' --json '{"password":"${SECRETS.sent}"}'`;
  const { id } = (await call('POST', '/api/playgrounds', { curl_command: command, is_public: true })).json();
  const run = (await call('POST', '/api/tests/execute', { playground_id: id })).json();
  t.equal(run.response.redirects.length, 1);
  const shared = async () => {
    const bodies = await Promise.all(
      [
        `/p/${id}`,
        `/p/${id}.md`,
        `/embed/${id}`,
        `/p/${id}/request`,
        `/oembed?url=http://localhost:80/p/${id}`,
      ].map(async (url) => {
        const { statusCode, body } = await app.inject({ method: 'GET', url });
        t.equal(statusCode, 200, url);
        return body;
      }),
    );
    return bodies;
  };
  const before = await shared();
  for (const body of before) t.notMatch(body, 'Ada Lovelace');

  t.equal((await call('PATCH', `/api/playgrounds/${id}`, { example_test_id: run.id })).statusCode, 200);
  const [page = '', markdown = '', embed = ''] = await shared();
  for (const [kind, body] of Object.entries({ page, markdown, embed })) {
    t.match(body, 'Ada Lovelace', `${kind} shows it without running`);
    for (const [place, secret] of Object.entries(SECRETS)) t.notMatch(body, secret, `${kind}: ${place}`);
  }
  t.match(markdown, '## Example response');
  t.match(markdown, 'HTTP/1.1 200 OK\n');
  t.match(markdown, 'set-cookie: session=***\n');
  t.match(page, 'Example response');

  await t.test('a credential that the command has since then is masked, too', async (t) => {
    const later = { curl_command: `curl ${target}/end -H 'Authorization: Bearer Ada Lovelace'` };
    t.equal((await call('PATCH', `/api/playgrounds/${id}`, later)).statusCode, 200);
    for (const body of await shared()) t.notMatch(body, 'Ada Lovelace');
  });

  await t.test('deleting the result withdraws it', async (t) => {
    await call('DELETE', `/api/tests/${run.id}`);
    for (const body of await shared()) t.notMatch(body, /Example response|zxcv/);
  });
});

onEachDatabase(t, 'credentials in every syntax are in nothing that readers see', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const secret = 'zq81Kfma0s9Dl2';
  for (const [syntax, [command = '']] of Object.entries(SECRET_PLACES)) {
    const fields = { curl_command: command.replaceAll('§', secret), is_public: true, name: 'A' };
    const created = (await call('POST', '/api/playgrounds', fields)).json();
    const spans = created.warnings.map(({ start, end }: { start: number; end: number }) =>
      Array.from(fields.curl_command).slice(start, end).join(''),
    );
    t.ok(
      spans.some((span: string) => span.includes(secret)),
      `${syntax}: its owner is warned`,
    );
    for (const path of ['', '.md', '/request', '/programs/python', '/programs/curl']) {
      const { body } = await app.inject({ method: 'GET', url: `/p/${created.id}${path}` });
      t.notOk(body.includes(secret), `${syntax}: ${path}`);
    }
  }
});

onEachDatabase(t, 'an example hides the credentials of the command in their encodings', async (t, driver) => {
  const secret = 'pä"s/s w0rd?';
  const encodings = [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(`ada:${secret}`).toString('base64'),
    Buffer.from(`{"x":"${secret}","y":1}`).toString('base64url'),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    encodeURIComponent(encodeURIComponent(secret)),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/').replaceAll('ä', '\\u00e4'),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    secret.replaceAll('"', '&quot;'),
  ];
  const { origin: target, close } = await startRecorder(() => ({
    headers: [['content-type', 'text/plain; charset=utf-8']],
    body: `before\n${encodings.map((text, index) => `line ${index} ${text} end`).join('\n')}\nafter`,
  }));
  t.teardown(() => close());
  const { app, call } = await testApp(t, driver);
  const fields = { curl_command: `curl ${target}/ -u 'ada:${secret}'`, is_public: true };
  const { id } = (await call('POST', '/api/playgrounds', fields)).json();
  const run = (await call('POST', '/api/tests/execute', { playground_id: id })).json();
  t.equal((await call('PATCH', `/api/playgrounds/${id}`, { example_test_id: run.id })).statusCode, 200);
  const { body } = await app.inject({ method: 'GET', url: `/p/${id}.md` });
  t.match(body, /before\n(?:.*\n)+after/);
  for (const [index, text] of encodings.entries()) {
    t.notOk(body.includes(text), text);
    t.match(body, `line ${index} *** end`, text);
  }
});

t.test('what programs ask a site for', async (t) => {
  const { app } = await testApp(t, 'pglite', { env: { PUBLIC_URL: 'https://play.example' } });
  const open = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  const llms = await open('/llms.txt');
  t.match(llms, { statusCode: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' } });
  t.match(llms.body, /^# Playgrounds\n\n> /, 'a title and a summary come first');
  t.match(llms.body, 'https://play.example/p/{id}.md');
  const links = [...llms.body.matchAll(/\]\(https:\/\/play\.example(\/[^)]*)\)/g)].map(
    ([, path = '']) => path,
  );
  t.ok(links.length > 3);
  for (const link of links) t.equal((await open(link)).statusCode, 200, link);
  t.equal((await open('/llms.txt', { 'if-none-match': String(llms.headers.etag) })).statusCode, 304);

  const robots = await open('/robots.txt');
  t.match(robots, { statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  t.match(robots.body, /^User-agent: \*\n(?:.*\n)*Disallow: \/account\n/);
  t.notMatch(robots.body, /^Disallow: \/p\/?$/m, 'public playgrounds are found');

  const security = await open('/.well-known/security.txt');
  t.match(security, { statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  t.match(security.body, 'Canonical: https://play.example/.well-known/security.txt\n');
  const contact = /^Contact: https:\/\/play\.example(\/.+)$/m.exec(security.body)?.[1] ?? '';
  t.match((await open(contact)).body, 'Report a vulnerability');
  const days = (Date.parse(/^Expires: (.+)$/m.exec(security.body)?.[1] ?? '') - Date.now()) / 86_400_000;
  t.ok(days > 150 && days < 365, `valid for ${Math.round(days)} days`);

  const configured = await testApp(t, 'pglite', {
    env: { SECURITY_CONTACT: 'mailto:security@play.example' },
  });
  const own = await configured.app.inject({ method: 'GET', url: '/.well-known/security.txt' });
  t.match(own.body, /^Contact: mailto:security@play\.example$/m);
});

onEachDatabase(t, 'a playground as a picture', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const create = async (fields: object) =>
    (await call('POST', '/api/playgrounds', { is_public: true, ...fields })).json<{ id: string }>().id;
  const open = (id: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: `/p/${id}.png`, headers });
  const withKey = (key: string) =>
    create({ name: 'List', curl_command: `curl https://api.example.com/users -H 'X-Api-Key: ${key}'` });
  const id = await withKey('first-secret-4711');

  await t.test('previews of links find it', async (t) => {
    const { body } = await app.inject(`/p/${id}`);
    t.match(body, `<meta property="og:image" content="http://localhost:80/p/${id}.png"/>`);
    t.match(body, '<meta name="twitter:card" content="summary_large_image"/>');
    const { statusCode, headers, rawPayload } = await open(id, { 'accept-encoding': 'br' });
    t.match(
      { statusCode, ...headers },
      { statusCode: 200, 'content-type': 'image/png', 'cache-control': 'public, no-cache' },
    );
    t.notOk(headers['content-encoding']);
    t.equal(rawPayload.subarray(1, 4).toString(), 'PNG');
    t.same([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [1200, 630]);
    t.equal((await open(id, { 'if-none-match': String(headers.etag) })).statusCode, 304);
  });

  await t.test('it shows what readers see', async (t) => {
    const one = (await open(id)).rawPayload;
    t.ok(one.equals((await open(await withKey('other-secret-4712'))).rawPayload), 'no secret is in it');
    const other = await create({ name: 'List', curl_command: 'curl https://api.example.com/users' });
    t.notOk(one.equals((await open(other)).rawPayload));
  });

  await t.test('whatever the text is', async (t) => {
    for (const [name, command] of [
      ['\ud83d\ude00 日本語 \u202e', `curl https://api.example.com/ -d '\ufffe <&>\u0001'`],
      ['a'.repeat(200), `curl https://api.example.com/${'a b'.repeat(5_000)}`],
      ['List', 'curl a.example'],
    ] as const)
      t.equal((await open(await create({ name, curl_command: command }))).statusCode, 200, name);
  });

  await t.test('of no private playground', async (t) => {
    t.equal((await open(await create({ curl_command: 'curl a.example', is_public: false }))).statusCode, 404);
    await call('PATCH', `/api/playgrounds/${id}`, { is_public: false });
    t.equal((await open(id)).statusCode, 404);
  });
});
