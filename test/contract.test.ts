/**
 * Every endpoint × every status of the contract, through the production app on both databases. The table below is
 * compared with the routes of the app and with its OpenAPI document in both directions.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { ERRORS } from '../src/errors.ts';
import { SCOPES, type Scope } from '../src/schemas/account.ts';
import {
  type Driver,
  freshDatabase,
  hasCommonHeaders,
  matchesSchema,
  onEachDatabase,
  type TestApp,
  testApp,
} from './helper.ts';

const COMMAND = 'curl https://api.example.com/users';
const UNKNOWN_ID = '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c';

interface World extends TestApp {
  /** A target that answers every request. */
  target: string;
}

type Send = (path: string, options?: { body?: unknown; headers?: Record<string, string> }) => Promise<Answer>;
type Answer = LightMyRequestResponse;

interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  route: string;
  scope?: Scope;
  /** The schema of the 2xx answer's body. */
  schema?: string;
  status: 200 | 201 | 204;
  /** Makes what the operation needs; gives the path and a good body. */
  prepare(world: World): Promise<{ path: string; body?: unknown }>;
  /** Further answers by status; those that every operation has are added by themselves. */
  cases?: Record<
    number,
    (send: Send, good: { path: string; body?: unknown }, world: World) => Promise<Answer>
  >;
}

const fixed = (path: string, body?: unknown) => async () => ({
  path,
  ...(body === undefined ? {} : { body }),
});

async function newPlayground({ call }: TestApp): Promise<{ path: string }> {
  const created = await call('POST', '/api/playgrounds', { curl_command: COMMAND });
  return { path: String(created.headers.location) };
}

async function newTest({ call, target }: World): Promise<{ path: string }> {
  const executed = await call('POST', '/api/tests/execute', { url: target });
  return { path: `/api/tests/${executed.json().id}` };
}

async function newKey({ call }: TestApp): Promise<{ path: string }> {
  const created = await call('POST', '/api/keys', { name: 'another' });
  return { path: String(created.headers.location) };
}

const notModified = async (send: Send, { path }: { path: string }): Promise<Answer> => {
  const { headers } = await send(path);
  return send(path, { headers: { 'if-none-match': String(headers.etag) } });
};
const unknown =
  (route: string): ((send: Send, good: { path: string; body?: unknown }) => Promise<Answer>) =>
  (send, { body }) =>
    send(`${route}/${UNKNOWN_ID}`, body === undefined ? {} : { body });
const stale = (send: Send, { path, body }: { path: string; body?: unknown }): Promise<Answer> =>
  send(path, { ...(body === undefined ? {} : { body }), headers: { 'if-match': '"stale"' } });
const reusedKey =
  (first: (world: World) => unknown, second: (world: World) => unknown) =>
  async (send: Send, { path }: { path: string }, world: World): Promise<Answer> => {
    const headers = { 'idempotency-key': 'reused' };
    await send(path, { body: first(world), headers });
    return send(path, { body: second(world), headers });
  };

const OPERATIONS: Operation[] = [
  {
    id: 'listPlaygrounds',
    method: 'GET',
    route: '/api/playgrounds',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'PlaygroundPage',
    prepare: fixed('/api/playgrounds'),
  },
  {
    id: 'createPlayground',
    method: 'POST',
    route: '/api/playgrounds',
    scope: 'playgrounds:write',
    status: 201,
    schema: 'Playground',
    prepare: fixed('/api/playgrounds', { curl_command: COMMAND }),
    cases: {
      409: reusedKey(
        () => ({ curl_command: COMMAND }),
        () => ({ curl_command: COMMAND, name: 'other' }),
      ),
    },
  },
  {
    id: 'getPlayground',
    method: 'GET',
    route: '/api/playgrounds/{id}',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'Playground',
    prepare: newPlayground,
    cases: { 304: notModified, 404: unknown('/api/playgrounds') },
  },
  {
    id: 'updatePlayground',
    method: 'PATCH',
    route: '/api/playgrounds/{id}',
    scope: 'playgrounds:write',
    status: 200,
    schema: 'Playground',
    prepare: async (world) => ({ ...(await newPlayground(world)), body: { name: 'changed' } }),
    cases: { 404: unknown('/api/playgrounds'), 412: stale },
  },
  {
    id: 'deletePlayground',
    method: 'DELETE',
    route: '/api/playgrounds/{id}',
    scope: 'playgrounds:write',
    status: 204,
    prepare: newPlayground,
    cases: { 404: unknown('/api/playgrounds'), 412: stale },
  },
  {
    id: 'executeTest',
    method: 'POST',
    route: '/api/tests/execute',
    scope: 'tests:execute',
    status: 200,
    schema: 'TestRun',
    prepare: async ({ target }) => ({ path: '/api/tests/execute', body: { url: target } }),
    cases: {
      404: (send) => send('/api/tests/execute', { body: { playground_id: UNKNOWN_ID } }),
      409: reusedKey(
        ({ target }) => ({ url: target }),
        ({ target }) => ({ url: `${target}other` }),
      ),
    },
  },
  {
    id: 'listTests',
    method: 'GET',
    route: '/api/tests',
    scope: 'tests:read',
    status: 200,
    schema: 'TestRunPage',
    prepare: async (world) => {
      await newTest(world);
      return { path: '/api/tests' };
    },
    cases: { 404: (send) => send(`/api/tests?playgroundId=${UNKNOWN_ID}`) },
  },
  {
    id: 'getTest',
    method: 'GET',
    route: '/api/tests/{id}',
    scope: 'tests:read',
    status: 200,
    schema: 'TestRun',
    prepare: newTest,
    cases: { 304: notModified, 404: unknown('/api/tests') },
  },
  {
    id: 'deleteTest',
    method: 'DELETE',
    route: '/api/tests/{id}',
    scope: 'tests:execute',
    status: 204,
    prepare: newTest,
    cases: { 404: unknown('/api/tests'), 412: stale },
  },
  {
    id: 'parseCurl',
    method: 'POST',
    route: '/api/parse-curl',
    scope: 'curl:parse',
    status: 200,
    schema: 'RequestShape',
    prepare: fixed('/api/parse-curl', { curl: COMMAND }),
  },
  {
    id: 'generateCode',
    method: 'POST',
    route: '/api/generate-code',
    scope: 'code:generate',
    status: 200,
    schema: 'GeneratedCode',
    prepare: fixed('/api/generate-code', {
      parsed: { url: 'https://api.example.com/users' },
      language: 'python',
    }),
    cases: {
      404: (send) => send('/api/generate-code', { body: { playground_id: UNKNOWN_ID, language: 'python' } }),
    },
  },
  {
    id: 'listKeys',
    method: 'GET',
    route: '/api/keys',
    scope: 'keys:manage',
    status: 200,
    schema: 'ApiKeyPage',
    prepare: fixed('/api/keys'),
  },
  {
    id: 'createKey',
    method: 'POST',
    route: '/api/keys',
    scope: 'keys:manage',
    status: 201,
    schema: 'CreatedApiKey',
    prepare: fixed('/api/keys', { name: 'CI' }),
    cases: {
      409: reusedKey(
        () => ({ name: 'CI' }),
        () => ({ name: 'CI' }),
      ),
    },
  },
  {
    id: 'getKey',
    method: 'GET',
    route: '/api/keys/{id}',
    scope: 'keys:manage',
    status: 200,
    schema: 'ApiKey',
    prepare: newKey,
    cases: { 304: notModified, 404: unknown('/api/keys') },
  },
  {
    id: 'revokeKey',
    method: 'DELETE',
    route: '/api/keys/{id}',
    scope: 'keys:manage',
    status: 204,
    prepare: newKey,
    cases: { 404: unknown('/api/keys'), 412: stale },
  },
  {
    id: 'getUsage',
    method: 'GET',
    route: '/api/usage',
    scope: 'usage:read',
    status: 200,
    schema: 'Usage',
    prepare: fixed('/api/usage'),
  },
  {
    id: 'listAuditEvents',
    method: 'GET',
    route: '/api/audit',
    scope: 'audit:read',
    status: 200,
    schema: 'AuditEventPage',
    prepare: fixed('/api/audit'),
  },
  { id: 'getHealth', method: 'GET', route: '/healthz', status: 200, prepare: fixed('/healthz') },
  { id: 'getReadiness', method: 'GET', route: '/readyz', status: 200, prepare: fixed('/readyz') },
];

/** Routes that are no operations: what they are for, and what they answer. */
const OTHER_ROUTES: Record<string, number> = {
  '/docs': 200,
  '/docs/': 200,
  '/docs/static/index.html': 302,
  '/docs/static/swagger-initializer.js': 200,
  '/docs/static/theme/docs.css': 200,
  '/docs/static/theme/docs.js': 200,
  '/docs/static/theme/icon.svg': 200,
  '/docs/json': 200,
  '/docs/yaml': 200,
  '/openapi.json': 200,
  '/openapi-3.0.json': 200,
};

/** Scopes whose operations go on when the day's quota is used up. */
const UNREFUSED: ReadonlySet<string> = new Set(['keys:manage', 'usage:read']);

/** What people open in a browser: test/pages has their tests. */
const isPage = (route: string) => /^\/(?:$|p\/|embed|oembed|account)/.test(route);

const CODES = Object.entries(ERRORS);

/** Asserts everything that the contract says of an answer of this status. */
function isAnswer(t: Test, answer: Answer, status: number, what: string, schema?: string): void {
  t.equal(answer.statusCode, status, `${what} answers ${status}`, { body: answer.body.slice(0, 500) });
  hasCommonHeaders(t, answer, what);
  t.equal(answer.headers['access-control-allow-origin'], '*', `${what} can be read by browsers`);
  if (status >= 400) {
    const { error } = answer.json();
    matchesSchema(t, 'ErrorResponse', answer.json(), `${what} has the shape of an error`);
    t.equal(
      error.code,
      CODES.find(([, entry]) => entry.status === status)?.[0],
      `${what} has the table's code`,
    );
    t.equal(error.request_id, answer.headers['x-request-id'], `${what} repeats the request id`);
    t.notMatch(
      answer.body,
      /drizzle|postgres|pglite|select |node_modules|at \w+ \(/i,
      `${what} leaks nothing`,
    );
  }
  if (status === 204 || status === 304) t.equal(answer.body, '', `${what} has no body`);
  else t.match(answer.headers['content-type'], /^application\/json; charset=utf-8$/, `${what} is JSON`);
  if (status < 300 && schema !== undefined) matchesSchema(t, schema, answer.json());
  if (status === 401) t.equal(answer.headers['www-authenticate'], 'Bearer');
  if (status === 429 || status === 503)
    t.match(answer.headers['retry-after'], /^[1-9]\d*$/, `${what} says when`);
  if (what.startsWith('/api')) t.equal(answer.headers['cache-control'], 'private, no-store');
}

/** A target on loopback; closed at the end of the test. */
async function target(t: Test): Promise<string> {
  const server = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
}

const asKey = (key: string) => ({ authorization: `Bearer ${key}` });

onEachDatabase(t, 'every operation answers with every status of the contract', async (t, driver) => {
  const world: World = { ...(await testApp(t, driver)), target: await target(t) };
  const exhausted = await world.account({ plan: 'enterprise', dailyLimit: 1 });
  await world.call('GET', '/api/usage', undefined, asKey(exhausted.key));
  const broken = await brokenApp(t, driver);
  const away = await awayApp(t, driver);
  const document = (await world.app.inject('/openapi.json')).json();

  for (const operation of OPERATIONS) {
    const { method, route, scope, status, cases = {} } = operation;
    await t.test(`${method} ${route}`, async (t) => {
      const good = await operation.prepare(world);
      const { path, body } = good;
      const seen = new Set<number>();
      const expect = (answer: Answer, wanted: number, what = '') => {
        seen.add(wanted);
        isAnswer(t, answer, wanted, `${route} ${what}`.trim(), operation.schema);
      };
      const send: Send = (to, options = {}) => world.call(method, to, options.body, options.headers);

      for (const [wanted, run] of Object.entries(cases)) expect(await run(send, good, world), Number(wanted));
      expect(await send(`${path}?unknown=1`, { body }), 400, 'with an unknown query parameter');
      if (scope !== undefined) {
        const others = await world.account({ scopes: SCOPES.filter((other) => other !== scope) });
        expect(await world.call(method, path, body, { authorization: '' }), 401, 'without a key');
        expect(await send(path, { body, headers: asKey(others.key) }), 403, `without ${scope}`);
        // Keys and usage are never refused for the quota; the limit of an address is (test/quota.test.ts).
        if (UNREFUSED.has(scope)) seen.add(429);
        else expect(await send(path, { body, headers: asKey(exhausted.key) }), 429, 'beyond the limit');
        expect(await broken.call(method, path, body), 500, 'on a broken database');
      }
      if (body !== undefined) {
        const type = (name: string) => ({ 'content-type': name });
        expect(await send(path, { body: '{"a":', headers: {} }), 400, 'with broken JSON');
        expect(await send(path, { body: '[]' }), 400, 'with an array');
        expect(await send(path, { body: { unknown: 1 } }), 400, 'with an unknown field');
        expect(await send(path, { body: ' '.repeat(3 << 20) }), 413, 'with too large a body');
        expect(await send(path, { body: 'a=b', headers: type('application/x-www-form-urlencoded') }), 415);
        expect(await send(path, { body: '{}', headers: type('application/json; charset=latin1') }), 415);
        expect(await send(path, { body: '{}', headers: { 'content-encoding': 'gzip' } }), 415);
      }
      if (route !== '/healthz') expect(await away.call(method, path, body), 503, 'without its database');
      else seen.add(503); // only while shutting down: see the tests of processes
      expect(await send(path, { body }), status);

      const documented = document.paths[route][method.toLowerCase()];
      t.equal(documented.operationId, operation.id);
      t.same(seen, new Set(Object.keys(documented.responses).map(Number)), 'documents these statuses');
      t.same(documented.security, scope === undefined ? undefined : [{ apiKey: [] }]);
      if (scope !== undefined) t.match(documented.description, `\`${scope}\``);
    });
  }

  await t.test('HEAD answers like GET, without a body', async (t) => {
    for (const operation of OPERATIONS.filter(({ method }) => method === 'GET')) {
      const { path } = await operation.prepare(world);
      const get = await world.call('GET', path);
      const head = await world.call('HEAD', path);
      isHead(t, head, get);
      isHead(
        t,
        await world.call('HEAD', `${path}/unknown/path`),
        await world.call('GET', `${path}/unknown/path`),
      );
      isHead(
        t,
        await world.call('HEAD', path, undefined, { authorization: 'Bearer no' }),
        await world.call('GET', path, undefined, { authorization: 'Bearer no' }),
      );
    }
  });

  await t.test('a wrong method is 405 with Allow, an unknown path is 404', async (t) => {
    const paths = new Map<string, Set<string>>();
    for (const { method, route } of OPERATIONS) {
      const methods = paths.get(route) ?? new Set();
      methods.add(method);
      if (method === 'GET') methods.add('HEAD');
      paths.set(route, methods);
    }
    for (const [route, methods] of paths)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        if (methods.has(method)) continue;
        const path = route.replace('{id}', UNKNOWN_ID);
        const answer = await world.call(method, path);
        t.equal(answer.statusCode, 405, `${method} ${path}`);
        if (method !== 'HEAD') isAnswer(t, answer, 405, path);
        t.same(new Set(String(answer.headers.allow).split(', ')), methods, `${path} says what it takes`);
      }
    for (const path of ['/api', '/api/', '/api/nothing', '/nothing', '/api/playgrounds/a/b', '/API/usage'])
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND'])
        isAnswer(t, await world.call(method, path), 404, path);
    isAnswer(t, await world.call('GET', '/api/tests/execute'), 405, '/api/tests/execute');
    for (const path of ['/api/%zz', '/%zz', '/api/playgrounds/%ff', '/api/tests/%'])
      isAnswer(t, await world.call('GET', path), 400, path);
  });

  await t.test('the tables of the test, the app and its document agree', async (t) => {
    const inDocument = Object.entries<object>(document.paths).flatMap(([route, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${route}`),
    );
    const inTest = OPERATIONS.map(({ method, route }) => `${method} ${route}`);
    t.same(new Set(inDocument), new Set(inTest));
    const inApp = [...routesOf(world.app.printRoutes({ commonPrefix: false }))].filter(
      (route) => !isPage(route),
    );
    t.same(new Set(inApp), new Set([...OPERATIONS.map(({ route }) => route), ...Object.keys(OTHER_ROUTES)]));
  });

  await t.test('what is no operation carries the headers too', async (t) => {
    const before = (await world.app.inject('/docs')).headers['x-ratelimit-remaining'];
    for (const [path, status] of Object.entries(OTHER_ROUTES)) {
      const answer = await world.app.inject(path);
      t.equal(answer.statusCode, status, path);
      hasCommonHeaders(t, answer, path);
      t.equal(answer.headers['x-ratelimit-remaining'], before, `${path} is not counted`);
    }
  });
});

/** The routes in Fastify's drawing of them, with parameters as OpenAPI writes them. */
function routesOf(drawing: string): Set<string> {
  const stack: string[] = [];
  const routes = new Set<string>();
  for (const line of drawing.split('\n')) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S+) \((.*)\)$/.exec(line);
    if (match === null) continue;
    const [, indent = '', part = '', methods = ''] = match;
    stack.length = indent.length / 4;
    stack.push(part);
    const route = stack.join('').replace(/:(\w+)/g, '{$1}');
    if (methods !== 'OPTIONS' && !route.endsWith('*')) routes.add(route);
  }
  return routes;
}

function isHead(t: Test, head: Answer, get: Answer): void {
  t.equal(head.statusCode, get.statusCode);
  t.equal(head.body, '');
  const vary = ['x-request-id', 'date', 'x-ratelimit-remaining', 'content-length'];
  const headers = ({ headers }: Answer) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !vary.includes(name)));
  t.same(headers(head), headers(get));
  hasCommonHeaders(t, head);
}

/** An app whose database lost the table of keys: nothing that needs a key can be answered. */
async function brokenApp(t: Test, driver: Driver): Promise<TestApp> {
  const app = await testApp(t, driver);
  await app.database.db.execute(sql`drop table api_keys`);
  return app;
}

/** An app whose database went away before the first request. */
async function awayApp(t: Test, driver: Driver): Promise<TestApp> {
  const database = await freshDatabase(driver);
  const app = await testApp(t, driver, { database });
  await database.close();
  return app;
}
