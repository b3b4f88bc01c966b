/** Descriptions on pages, and the page of a public collection. */
import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';

const DESCRIPTION = `# Users

Lists **users**. <script>alert(1)</script> [docs](https://docs.example.com) [no](javascript:alert(1))
![logo](https://img.example.com/a.png)

| Field | Meaning |
|:--|--:|
| \`id\` | a number |
`;

onEachDatabase(t, 'a description is shown as Markdown without HTML', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const fields = { curl_command: 'curl https://a.example/', is_public: true, name: 'List' };
  const created = await call('POST', '/api/playgrounds', { ...fields, description: DESCRIPTION });
  const { id, theme } = created.json();
  t.equal(theme, 'auto');
  const { body } = await app.inject(`/p/${id}`);
  t.match(body, 'data-theme="auto"');
  t.match(body, '<h2>Users</h2>');
  t.match(body, '<strong>users</strong>');
  t.match(body, '&lt;script&gt;alert(1)&lt;/script&gt;');
  t.match(body, '<a href="https://docs.example.com" rel="nofollow noopener">docs</a>');
  t.match(body, '<a href="https://img.example.com/a.png" rel="nofollow noopener">logo</a>');
  t.match(body, '<th class="right">Meaning</th>');
  t.notMatch(body, /href="javascript|<img[^>]*example| style="/);
  t.match(body, '<meta name="description" content="Users Lists users.');
  t.match((await app.inject(`/p/${id}.md`)).body, DESCRIPTION.trim());
  const url = encodeURIComponent(`http://localhost:80/p/${id}`);
  t.match((await app.inject(`/oembed?url=${url}`)).json(), { description: /^Users Lists users\./ });
});

onEachDatabase(t, 'credentials in a description are hidden from readers', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const curl_command = `curl https://a.example/ -H 'Authorization: Bearer s3cretT0kenOfMine'`;
  const description =
    'Send `s3cretT0kenOfMine`, or api_key=zzTop99secretValue. ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const created = await call('POST', '/api/playgrounds', { curl_command, is_public: true, description });
  const { id, warnings } = created.json();
  t.equal(created.json().description, description, 'its owner gets it back');
  t.ok(
    warnings.some(
      (one: { start?: number; code: string }) => one.code === 'public_secret' && one.start === undefined,
    ),
  );
  const { body } = await app.inject(`/p/${id}`);
  for (const secret of ['s3cretT0kenOfMine', 'zzTop99secretValue', 'ghp_0123456789'])
    t.notMatch(body, secret);
  await call('PATCH', `/api/playgrounds/${id}`, { share_secrets: true });
  t.match((await app.inject(`/p/${id}`)).body, 'zzTop99secretValue');
});

onEachDatabase(t, 'the page of a playground leads to its public collection', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const fields = { curl_command: 'curl https://a.example/', is_public: true };
  const { id } = (await call('POST', '/api/playgrounds', fields)).json();
  const page = async () => (await app.inject(`/p/${id}`)).body;
  const eventually = async (found: (body: string) => boolean, what: string) => {
    // A version may be a second old.
    for (const end = Date.now() + 5_000; !found(await page()) && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 100));
    t.ok(found(await page()), what);
  };
  t.notMatch(await page(), 'pg-play__collection', 'it is in none');
  const made = await call('POST', '/api/collections', { name: 'Guide', playground_ids: [id] });
  const { id: collection } = made.json();
  const patch = (change: object) => call('PATCH', `/api/collections/${collection}`, change);
  const link = `href="/c/${collection}#${id}"`;
  t.notMatch(await page(), link, 'that is private');
  await patch({ is_public: true });
  await eventually((body) => body.includes(link) && body.includes('Guide'), 'it is public now');
  await patch({ name: 'Users ghp_0123456789abcdefghijABCDEFGHIJ012345' });
  await eventually((body) => body.includes('Users '), 'its name changed');
  t.notMatch(await page(), 'ghp_0123456789', 'credentials in it are hidden');
  await patch({ is_public: false });
  await eventually((body) => !body.includes(link), 'it is private again');
});

onEachDatabase(t, 'search looks into names and descriptions', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const create = async (name: string, description: string) =>
    (
      await call('POST', '/api/playgrounds', { curl_command: 'curl https://a.example/', name, description })
    ).json().id;
  const [one, two] = [await create('Users', 'Pagination with CURSORS'), await create('cursors', '')];
  await create('other', 'nothing');
  const search = async (text: string): Promise<string[]> =>
    (await call('GET', `/api/playgrounds?search=${encodeURIComponent(text)}`))
      .json()
      .data.map(({ id }: { id: string }) => id);
  t.strictSame(await search('Cursors'), [two, one]);
  t.strictSame(await search('h c'), [one], 'two characters');
  t.strictSame(await search('cursorspag'), [], 'no match across the fields');
  await call('PATCH', `/api/playgrounds/${one}`, { description: 'ÄNDERUNG' });
  t.strictSame(await search('cursors'), [two]);
  t.strictSame(await search('änderung'), [one]);
  const long = await call('PATCH', `/api/playgrounds/${one}`, { description: 'x'.repeat(10_001) });
  t.match(long.json().error.details, [{ field: '/description' }]);
});

onEachDatabase(t, 'the page of a public collection', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const create = async (name: string, is_public: boolean) =>
    (
      await call('POST', '/api/playgrounds', {
        curl_command: `curl https://a.example/${name}`,
        name,
        is_public,
      })
    ).json().id;
  const [first, hidden, second] = [
    await create('first', true),
    await create('secluded', false),
    await create('second', true),
  ];
  const created = await call('POST', '/api/collections', {
    name: 'A & B',
    description: 'All *of* it.',
    playground_ids: [second, hidden, first],
  });
  const { id } = created.json();
  const open = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers });
  t.equal((await open(`/c/${id}`)).statusCode, 404, 'private');
  await call('PATCH', `/api/collections/${id}`, { is_public: true });
  const page = await open(`/c/${id}`);
  t.equal(page.statusCode, 200);
  t.match(page.body, /<h1><bdi>A &amp; B<\/bdi><\/h1>/);
  t.match(page.body, 'All <em>of</em> it.');
  t.ok(page.body.indexOf(second) < page.body.indexOf(first), 'in their order');
  t.notMatch(page.body, 'secluded');
  t.match(
    page.body,
    /<span class="pg-h-built_in">curl<\/span> https:\/\/a\.example\/first|curl.{0,40}https:\/\/a\.example\/first/,
  );
  const etag = String(page.headers.etag);
  t.equal((await open(`/c/${id}`, { 'if-none-match': etag })).statusCode, 304);
  await call('PATCH', `/api/playgrounds/${first}`, { name: 'changed' });
  t.match(
    (await open(`/c/${id}`, { 'if-none-match': etag })).body,
    'changed',
    'never older than its playgrounds',
  );
  const markdown = await open(`/c/${id}.md`);
  t.match(markdown.headers['content-type'], 'text/markdown');
  t.match(markdown.body, '# A \\& B');
  t.match(markdown.body, '```bash\ncurl https://a.example/second\n```');
  t.equal((await open(`/c/${id}`, { accept: 'text/markdown' })).body, markdown.body);
  for (const wrong of [first, 'x', '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'])
    for (const path of ['/c', '/embed/c'])
      t.equal((await open(`${path}/${wrong}`)).statusCode, 404, `${path}/${wrong}`);

  const frame = await open(`/embed/c/${id}`);
  t.match(frame.headers['content-security-policy'], /frame-ancestors \*$/);
  t.equal(frame.headers['x-frame-options'], undefined);
  t.match(page.headers, { 'x-frame-options': 'DENY' });
  t.match(frame.body, second);
  await call('PATCH', `/api/playgrounds/${second}`, { embed_origins: ['https://docs.example'] });
  const restricted = (await open(`/embed/c/${id}`)).body;
  t.notMatch(restricted, second, 'one that only some sites may show is not in a frame of any site');
  t.match(restricted, first);
  t.match((await open(`/c/${id}`)).body, second);
});
