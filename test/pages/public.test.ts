/** The page of a public playground, as a reader without a key and without scripts gets it. */
import { brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import { hasCommonHeaders, onEachDatabase, testApp } from '../helper.ts';

const COMMAND = `curl -L 'https://api.example.com/users?team=core' -H "Authorization: Bearer $TOKEN" -d '{"name":"{{user}}","id":12345678901234567890}' --limit-rate 1k`;

onEachDatabase(t, 'the page of a public playground', async (t, driver) => {
  const { app, call } = await testApp(t, driver);
  const create = async (fields: object) =>
    (await call('POST', '/api/playgrounds', { curl_command: COMMAND, ...fields })).json<{ id: string }>().id;
  const open = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path, headers });
  const id = await create({
    name: 'Create a user',
    is_public: true,
    languages: ['go', 'python'],
    theme: 'light',
  });

  await t.test('has all there is to read', async (t) => {
    const page = await open(`/p/${id}`);
    t.equal(page.statusCode, 200);
    hasCommonHeaders(t, page);
    t.match(page.headers['content-type'], 'text/html; charset=utf-8');
    t.match(page.body, '<title>POST api.example.com · Create a user</title>');
    t.match(page.body, 'data-theme="light"');
    t.match(
      page.body,
      `<link rel="canonical" href="http://localhost/p/${id}"`.replace('localhost', 'localhost:80'),
    );
    t.match(page.body, 'application/json+oembed');
    t.match(
      page.body,
      /<mark class="pg-mark pg-mark--warning" title="[^"]*--limit-rate[^"]*">(?:<span[^>]*>)?--limit-rate/,
      'underlined',
    );
    t.match(page.body, /<li><code class="pg-inline">--limit-rate<\/code>/, 'and listed');
    t.match(page.body, '12345678901234567890', 'numbers as typed');
    t.match(page.body, /data-variable="TOKEN" data-quotes="double"/);
    t.match(page.body, /data-variable="user" data-quotes="single"/);
    t.match(page.body, 'data-fills="TOKEN"', 'a field for each variable');
    const options = Array.from(page.body.matchAll(/<option[^>]* value="(\w+) [^"]+"/g), ([, name]) => name);
    t.equal([...new Set(options)].join(), 'go,python', 'languages in their order');
  });

  await t.test('nothing inline, nothing from elsewhere, no frame', async (t) => {
    const { body, headers } = await open(`/p/${id}`);
    t.match(headers['content-security-policy'], "default-src 'none'; script-src 'self'; style-src 'self'");
    t.match(headers['content-security-policy'], "frame-ancestors 'none'");
    t.notMatch(body, /<script(?![^>]* src="\/assets\/)/);
    t.notMatch(body, /<[^>]*\s(?:on\w+|style)=|<style/);
    for (const [, address] of body.matchAll(/<iframe src="([^"]*)"/g)) t.equal(address, `/embed/${id}`);
    for (const [, address] of body.matchAll(
      /<(?:script[^>]* src|img[^>]* src|link rel="(?:icon|stylesheet)" href)="([^"]*)"/g,
    )) {
      const file = await open(String(address));
      t.equal(file.statusCode, 200, String(address));
      t.match(file.headers['cache-control'], 'immutable');
    }
  });

  await t.test('a page that has not changed is not sent again', async (t) => {
    const first = await open(`/p/${id}`, { 'accept-encoding': 'br' });
    t.match(brotliDecompressSync(first.rawPayload).toString(), 'Create a user');
    const etag = String(first.headers.etag);
    const again = { 'accept-encoding': 'br', 'if-none-match': etag };
    t.equal((await open(`/p/${id}`, again)).statusCode, 304);
    await call('PATCH', `/api/playgrounds/${id}`, { name: 'Other' });
    const changed = await open(`/p/${id}`, again);
    t.equal(changed.statusCode, 200);
    t.match(brotliDecompressSync(changed.rawPayload).toString(), 'Other');
  });

  await t.test('private, deleted and unknown are the same', async (t) => {
    const hidden = await create({ name: 'Hidden' });
    const gone = await create({ is_public: true });
    await call('DELETE', `/api/playgrounds/${gone}`);
    const pages = await Promise.all(
      [hidden, gone, '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c', 'x', '%00'].map((one) => open(`/p/${one}`)),
    );
    for (const page of pages) {
      t.equal(page.statusCode, 404);
      t.equal(page.body, pages[0]?.body);
    }
    await call('PATCH', `/api/playgrounds/${hidden}`, { is_public: true });
    t.equal((await open(`/p/${hidden}`)).statusCode, 200);
    await call('PATCH', `/api/playgrounds/${hidden}`, { is_public: false });
    t.equal((await open(`/p/${hidden}`)).statusCode, 404, 'taken back at once');
    t.equal((await open(`/p/${hidden}/programs/go`)).statusCode, 404);
  });

  await t.test('programs are files', async (t) => {
    const file = await open(`/p/${id}/programs/python`);
    t.match(file.headers['content-disposition'], /^attachment; filename="\w+\.py"$/);
    t.match(file.headers['content-type'], 'text/plain');
    t.match(file.body, 'import requests');
    t.equal((await open(`/p/${id}/programs/rust`)).statusCode, 404, 'only those of its languages');
  });

  await t.test('hostile texts show as text', async (t) => {
    const evil = `</title><script>alert(1)</script>"'\u202egnp.exe\u0007\u200b`;
    const one = await create({
      name: evil,
      is_public: true,
      curl_command: `curl 'http://h.example/<img/src=x/onerror=alert(1)>' -H 'X-A: </pre><script>alert(2)</script>\u202e'`,
    });
    const { body } = await open(`/p/${one}`);
    t.notMatch(body, /<script>|<img|<\/pre><script/);
    t.match(body, '⟨U+202E⟩');
    t.match(body, '<span class="pg-unseen" data-code="U+202E">\u202e</span>');
  });

  await t.test('a command of 64 KiB', async (t) => {
    const one = await create({
      is_public: true,
      curl_command: `curl http://h.example/ -d '${'x'.repeat(65_000)}'`,
    });
    const page = await open(`/p/${one}`, { 'accept-encoding': 'br' });
    t.equal(page.statusCode, 200);
    t.ok(page.rawPayload.length < 60_000, `${page.rawPayload.length} bytes`);
  });
});
