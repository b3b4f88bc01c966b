/** Redirects as curl follows them, and what other origins get to see. */
import t, { type Test } from 'tap';
import type { RequestOptions, RequestShape } from '../../src/schemas/request-shape.ts';
import { startProxy } from '../support/proxy.ts';
import { headerOf, startRecorder } from '../support/recorder.ts';

async function start(t: Test, location = '/next', maxRedirects = 20) {
  const recorder = await startRecorder(({ target }) => {
    const status = /^\/(\d{3})/.exec(target)?.[1];
    return status === undefined
      ? { body: 'there' }
      : { status: Number(status), headers: [['Location', location]] };
  });
  const proxy = startProxy({ maxRedirects });
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const follow = async (path: string, request: Omit<RequestShape, 'url'> = {}) => {
    recorder.clear();
    const options = { follow_redirects: true, ...request.options };
    return proxy.send({ ...request, url: recorder.origin + path, options });
  };
  return { recorder, proxy, follow };
}

t.test('the method and the body after each status', async (t) => {
  const { recorder, follow } = await start(t);
  const all: RequestOptions['keep_method_on'] = [301, 302, 303];
  const table: readonly (readonly [
    status: number,
    method: string,
    options: RequestOptions,
    expected: string,
    body: boolean,
  ])[] = [
    [301, 'POST', {}, 'GET', false],
    [302, 'POST', {}, 'GET', false],
    [303, 'POST', {}, 'GET', false],
    [307, 'POST', {}, 'POST', true],
    [308, 'POST', {}, 'POST', true],
    [300, 'POST', {}, 'POST', true],
    [301, 'POST', { keep_method_on: all }, 'POST', true],
    [302, 'POST', { keep_method_on: all }, 'POST', true],
    [303, 'POST', { keep_method_on: all }, 'POST', true],
    [302, 'POST', { keep_method_on: [301] }, 'GET', false],
    [301, 'PUT', {}, 'PUT', true],
    [302, 'PUT', {}, 'PUT', true],
    [303, 'PUT', {}, 'GET', false],
    [302, 'POST', { custom_method: true }, 'POST', false],
    [302, 'PATCH', { custom_method: true }, 'PATCH', false],
    [303, 'DELETE', { custom_method: true }, 'DELETE', false],
    [307, 'DELETE', { custom_method: true }, 'DELETE', true],
  ];
  for (const [status, method, options, expected, keepsBody] of table) {
    const name = `${method} ${status} ${JSON.stringify(options)}`;
    const { response } = await follow(`/${status}`, {
      method,
      body: 'data',
      headers: { 'Content-Type': 'text/plain', 'X-A': 'b' },
      options,
    });
    t.equal(response?.body, 'there', name);
    const second = recorder.requests[1];
    t.equal(second?.method, expected, `${name}: method`);
    t.equal(second?.body.toString(), keepsBody ? 'data' : '', `${name}: body`);
    for (const [header, value] of [
      ['content-type', 'text/plain'],
      ['x-a', 'b'],
    ] as const)
      t.equal(headerOf(second ?? { headers: [] }, header), value, `${name}: ${header} stays`);
  }
  for (const method of ['GET', 'HEAD'])
    for (const status of [301, 302, 303, 307, 308]) {
      await follow(`/${status}`, { method });
      t.equal(recorder.requests[1]?.method, method, `${method} ${status}`);
    }
});

// Recorded with curl 8.23: what -H gave stays when the body goes, what curl makes up for the body does not.
t.test('the type of a body that a redirect takes away', async (t) => {
  const { recorder, follow } = await start(t);
  const type = (value: string) => ({ headers: { 'Content-Type': value } });
  const form = [{ name: 'a', value: 'b' }];
  const table: readonly (readonly [request: Parameters<typeof follow>[1], expected: string | undefined])[] = [
    [{ body: 'a=b', ...type('application/x-www-form-urlencoded') }, undefined],
    [{ body: '{}', ...type('application/json') }, 'application/json'],
    [{ form }, undefined],
    [{ form, ...type('multipart/form-data; x=y') }, 'multipart/form-data; x=y'],
    [{ body: 'a' }, undefined],
  ];
  for (const [request, expected] of table) {
    await follow('/302', {
      method: 'POST',
      ...request,
      headers: { ...request?.headers, 'Content-Encoding': 'gzip', 'Content-Language': 'de' },
    });
    const second = recorder.requests[1] ?? { headers: [] };
    t.equal(headerOf(second, 'content-type'), expected, JSON.stringify(request));
    t.equal(headerOf(second, 'content-length'), undefined);
    t.equal(headerOf(second, 'content-encoding'), 'gzip');
    t.equal(headerOf(second, 'content-language'), 'de');
  }
});

t.test('what another origin gets, with and without trust', async (t) => {
  const other = await startRecorder();
  t.teardown(() => other.close());
  const { follow } = await start(t, `${other.origin}/there`);
  const headers = {
    Authorization: 'Bearer secret',
    Cookie: 'session=secret',
    'X-Api-Key': 'secret',
    Accept: 'text/x',
    'Accept-Language': 'de',
    'Content-Type': 'text/plain',
    Host: 'spoofed.example',
    Referer: 'https://secret.example/',
  };
  const { warnings } = await follow('/307', { method: 'POST', headers, body: 'data' });
  const bare = await other.next();
  t.strictSame(
    bare.headers.map(([name]) => name),
    ['Host', 'User-Agent', 'Accept', 'Accept-Language', 'Content-Type', 'Content-Length'],
  );
  t.equal(headerOf(bare, 'host'), other.host);
  t.match(warnings, [
    { code: 'headers_not_forwarded', message: /Authorization, Cookie, X-Api-Key, Host, Referer/ },
  ]);
  await follow('/307', { method: 'POST', headers, body: 'data', options: { auth_on_redirect: true } });
  const trusted = await other.next();
  t.equal(headerOf(trusted, 'authorization'), 'Bearer secret');
  t.equal(headerOf(trusted, 'x-api-key'), 'secret');
  t.equal(headerOf(trusted, 'host'), other.host, 'never the other host');
});

t.test('the same origin keeps everything', async (t) => {
  const { recorder, follow } = await start(t);
  await follow('/302', { headers: { Authorization: 'Bearer x', Cookie: 'a=b', Host: 'own.example' } });
  const second = recorder.requests[1] ?? { headers: [] };
  t.equal(headerOf(second, 'authorization'), 'Bearer x');
  t.equal(headerOf(second, 'cookie'), 'a=b');
  t.equal(headerOf(second, 'host'), 'own.example');
});

t.test('credentials in a Location are basic credentials', async (t) => {
  const other = await startRecorder();
  t.teardown(() => other.close());
  const { follow } = await start(t, `http://us%40er:pw@${other.host}/`);
  const { response } = await follow('/302');
  t.equal(headerOf(await other.next(), 'authorization'), `Basic ${btoa('us@er:pw')}`);
  t.equal(response?.url, `${other.origin}/`);
});

t.test('digest credentials do not cross origins', async (t) => {
  const other = await startRecorder(() => ({
    status: 401,
    headers: [['WWW-Authenticate', 'Digest realm="r", nonce="n"']],
  }));
  t.teardown(() => other.close());
  const { follow } = await start(t, `${other.origin}/`);
  const auth = { scheme: 'digest', username: 'u', password: 'p' } as const;
  t.equal((await follow('/302', { auth })).response?.status, 401);
  t.equal(other.requests.length, 1);
  t.equal((await follow('/302', { auth, options: { auth_on_redirect: true } })).response?.status, 401);
  t.match(headerOf(other.requests[2] ?? { headers: [] }, 'authorization'), /^Digest username="u"/);
});

t.test('where a Location leads', async (t) => {
  const table: readonly (readonly [from: string, location: string, to: string])[] = [
    ['/302/a/b?q', 'c', '/302/a/c'],
    ['/302/a/b', './c/', '/302/a/c/'],
    ['/302/a/b', '../c', '/302/c'],
    ['/302/a/b', '../../../c', '/c'],
    ['/302/a/b', '/x/./y/../z', '/x/z'],
    ['/302/a/b', '/x/%2e%2E/y', '/y'],
    ['/302/a/b', '/x/..', '/'],
    ['/302/a/b?q', '?r', '/302/a/b?r'],
    ['/302/a/b', '/x?y/../z', '/x?y/../z'],
    ['/302/a/b', '/x#frag', '/x'],
    ['/302/a/b?q', '#frag', '/302/a/b?q'],
    ['/302/a/b', '/%c3%bc?%2f%zz', '/%C3%BC?%2F%zz'],
    ['/302/a/b', '  /x  ', '/x'],
    ['/302/a/b', '/a b?c d', '/a%20b?c+d'],
    ['/302/a/b', '/%zz"<>|', '/%zz"<>|'],
  ];
  for (const [from, location, to] of table) {
    const { recorder, follow } = await start(t, location, 1);
    await follow(from);
    t.equal(recorder.requests[1]?.target, to, `${from} + ${location}`);
  }
});

t.test('how many, and what is recorded', async (t) => {
  const { follow, recorder } = await start(t, '/302');
  for (const [asked, hops] of [
    [0, 1],
    [3, 4],
    [20, 21],
    [50, 21],
    [-1, 21],
  ] as const) {
    const { error } = await follow('/302', { options: { max_redirects: asked } });
    t.match(error, { code: 'too_many_redirects', redirects: [{ status: 302, location: '/302' }] });
    t.equal(error?.redirects?.length, hops);
    t.equal(recorder.requests.length, hops, `max_redirects ${asked}`);
  }
  const { response } = await (await start(t, '/x')).follow('/301', {});
  t.match(response?.redirects, [{ status: 301, url: /\/301$/, location: '/x', set_cookies: [] }]);
  t.match(response?.url, /\/x$/);
});
