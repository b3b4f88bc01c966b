import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';

onEachDatabase(t, 'what sharing needs is kept and told', async (t, driver) => {
  const { call } = await testApp(t, driver, { env: { PUBLIC_URL: 'https://play.example.com/base/' } });
  const created = await call('POST', '/api/playgrounds', { curl_command: 'curl https://example.com/a' });
  t.equal(created.statusCode, 201);
  const { id } = created.json();
  t.match(created.json(), {
    share_secrets: false,
    public_runs: false,
    embed_origins: [],
    url: `https://play.example.com/base/p/${id}`,
    embed_url: `https://play.example.com/base/embed/${id}`,
  });
  const fields = {
    share_secrets: true,
    public_runs: true,
    embed_origins: ['https://docs.example.com', 'http://localhost:8080'],
  };
  const patched = await call('PATCH', `/api/playgrounds/${id}`, fields);
  t.match(patched.json(), fields);
  t.same((await call('GET', `/api/playgrounds/${id}`)).json(), patched.json());
  t.same((await call('GET', '/api/playgrounds')).json().data, [patched.json()]);
  const back = await call('PATCH', `/api/playgrounds/${id}`, { embed_origins: [] });
  t.match(back.json(), { ...fields, embed_origins: [] });
});

onEachDatabase(t, 'a default name follows the command, a given one stays', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const { id, name } = (
    await call('POST', '/api/playgrounds', { curl_command: 'curl https://example.com/a' })
  ).json();
  t.equal(name, 'GET example.com/a');
  const patch = async (body: object) => (await call('PATCH', `/api/playgrounds/${id}`, body)).json().name;
  t.equal(await patch({ theme: 'light' }), 'GET example.com/a');
  t.equal(await patch({ curl_command: 'curl -X PUT https://example.com/b' }), 'PUT example.com/b');
  t.equal(await patch({ name: 'mine', curl_command: 'curl https://example.com/c' }), 'mine');
  t.equal(await patch({ curl_command: 'curl https://example.com/d' }), 'mine');
  t.equal((await call('GET', '/api/playgrounds?search=mine')).json().pagination.total, 1);
});

t.test('the pages are where the request was sent, unless PUBLIC_URL says', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const { id } = (
    await call('POST', '/api/playgrounds', { curl_command: 'curl https://example.com' })
  ).json();
  const at = async (host: string) =>
    (await call('GET', `/api/playgrounds/${id}`, undefined, { host })).json();
  t.equal((await at('play.test:8080')).url, `http://play.test:8080/p/${id}`);
  t.equal((await at('[::1]:3000')).embed_url, `http://[::1]:3000/embed/${id}`);
  t.equal((await at('"><script>')).url, `/p/${id}`, 'no nonsense is repeated');
  const tags = new Set<unknown>();
  for (const host of ['a.test', 'b.test'])
    tags.add((await call('GET', `/api/playgrounds/${id}`, undefined, { host })).headers.etag);
  t.equal(tags.size, 1, 'the tag is the same wherever it is asked for');
});

t.test('only origins may embed', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const wrong = [
    'example.com',
    'https://example.com/',
    'https://example.com/docs',
    'HTTPS://example.com',
    'https://example.com:443',
    "https://example.com; script-src 'none'",
    'https://example.com;x',
    'https://*.example.com',
    'https://user@example.com',
    'data:text/html,x',
    'null',
    '*',
    "'self'",
  ];
  for (const origin of wrong) {
    const refused = await call('POST', '/api/playgrounds', {
      curl_command: 'curl https://example.com',
      embed_origins: ['https://fine.example', origin],
    });
    t.equal(refused.statusCode, 400, origin);
    t.match(refused.json().error.details, [
      { in: 'body', field: '/embed_origins/1', code: 'invalid_origin' },
    ]);
  }
});
