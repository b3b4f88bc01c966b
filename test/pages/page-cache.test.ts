/** Public pages are made once for each version of a playground; what is not in the cache counts against an address. */
import t from 'tap';
import { testApp } from '../helper.ts';
import { long } from '../support/full.ts';

t.test('what is not in the cache counts against the limit of the address', { skip: long }, async (t) => {
  const { app, call } = await testApp(t, 'pglite', { env: { ANONYMOUS_PER_MINUTE: '4' } });
  const fields = { curl_command: 'curl http://a.example/', is_public: true, languages: ['python'] };
  const { id } = (await call('POST', '/api/playgrounds', fields)).json();
  const get = (path: string, host = 'a.example', remoteAddress = '192.0.2.1') =>
    app.inject({ url: `/p/${id}${path}`, headers: { host }, remoteAddress });
  const statuses = async (paths: readonly string[], host?: string) =>
    (await Promise.all(paths.map((path) => get(path, host)))).map(({ statusCode }) => statusCode);
  /** Far enough from the end of a minute, at which counts start again. */
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));

  t.equal((await get('')).statusCode, 200);
  const cached = ['', '/request', '/programs/python', '/programs/python?library=requests'];
  const many = Array.from({ length: 5 }, () => cached).flat();
  t.ok(
    (await statuses(many)).every((status) => status === 200),
    'a page and its files, over and over, count once',
  );
  const hosts = Array.from({ length: 6 }, (_, index) => `h${index}.example`);
  const found = [];
  for (const host of hosts) found.push(await get('', host));
  t.same(
    found.map(({ statusCode }) => statusCode),
    [200, 200, 200, 429, 429, 429],
    'each new Host is a page to make',
  );
  t.match(found.at(-1)?.headers, { 'retry-after': /^\d+$/ });
  t.same(await statuses(cached), [200, 200, 200, 200], 'what is in the cache is still served');
  t.equal((await get('', 'other.example', '192.0.2.2')).statusCode, 200, 'and other addresses');
  await call('PATCH', `/api/playgrounds/${id}`, { name: 'Changed' });
  t.equal((await get('/request')).statusCode, 429, 'another version is read anew');
  t.equal((await get('/request', 'a.example', '192.0.2.3')).statusCode, 200);
});
