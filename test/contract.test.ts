/**
 * Every endpoint × every status of the contract, through the production app on both databases. The table of operations is
 * compared with the routes of the app and with its OpenAPI document in both directions.
 */
import type { LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { ERRORS } from '../src/errors.ts';
import { hasCommonHeaders, matchesSchema, onEachDatabase } from './helper.ts';
import { OPERATIONS, UNKNOWN_ID, walk } from './support/operations.ts';
import { makeWorld } from './support/world.ts';

type Answer = LightMyRequestResponse;

/** Routes that are no operations: what they are for, and the status of their responses. */
const OTHER_ROUTES: Record<string, number> = {
  '/docs': 200,
  '/docs/': 308,
  '/docs/json': 200,
  '/docs/yaml': 200,
  '/openapi.json': 200,
  '/openapi-3.0.json': 200,
  '/llms.txt': 200,
  '/robots.txt': 200,
  '/security.md': 200,
  '/.well-known/security.txt': 200,
};

/** What people open in a browser: test/pages has their tests. */
const isPage = (route: string) =>
  /^\/(?:$|[pcs]\/|embed|oembed|account|badge|components|docs\/samples)/.test(route);

const CODES = Object.entries(ERRORS);

/** Asserts everything that the contract says of an answer of this status. */
function isAnswer(
  t: Test,
  answer: Answer,
  status: number,
  what: string,
  { schema, isStream, isText }: { schema?: string; isStream?: true; isText?: true } = {},
): void {
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
  else if (isStream && status < 300)
    t.equal(answer.headers['content-type'], 'text/event-stream', `${what} is a stream`);
  else if (isText && status < 300)
    t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8', `${what} is a text`);
  else t.match(answer.headers['content-type'], /^application\/json; charset=utf-8$/, `${what} is JSON`);
  if (status < 300 && schema !== undefined) matchesSchema(t, schema, answer.json());
  if (status === 401) t.equal(answer.headers['www-authenticate'], 'Bearer');
  if (status === 429 || status === 503)
    t.match(answer.headers['retry-after'], /^[1-9]\d*$/, `${what} says when`);
  if (what.startsWith('/api')) t.equal(answer.headers['cache-control'], 'private, no-store');
}

onEachDatabase(t, 'every operation answers with every status of the contract', async (t, driver) => {
  const world = await makeWorld(t, driver);
  const document = (await world.app.inject('/openapi.json')).json();

  for (const operation of OPERATIONS) {
    const { id, method, route, scope } = operation;
    await t.test(`${method} ${route}`, async (t) => {
      const seen = new Set<number>();
      for await (const { status, what, answer } of walk(operation, world)) {
        seen.add(status);
        isAnswer(t, answer, status, `${route} ${what}`.trim(), operation);
      }
      const documented = document.paths[route][method.toLowerCase()];
      t.equal(documented.operationId, id);
      t.same(seen, new Set(Object.keys(documented.responses).map(Number)), 'documents these statuses');
      t.same(documented.security, scope === undefined ? [] : [{ apiKey: [] }]);
      if (scope !== undefined)
        t.match(documented.description, scope === 'any' ? 'Any valid key.' : `\`${scope}\``);
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
    t.equal((await world.call('POST', '/docs/')).headers.allow, 'GET, HEAD', 'with a slash at its end');
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
    let before = Number((await world.app.inject('/docs')).headers['x-ratelimit-remaining']);
    for (const [path, status] of Object.entries(OTHER_ROUTES)) {
      const answer = await world.app.inject(path);
      t.equal(answer.statusCode, status, path);
      hasCommonHeaders(t, answer, path);
      // A new minute may have begun: then there are more.
      const remaining = Number(answer.headers['x-ratelimit-remaining']);
      t.ok(remaining >= before, `${path} is not counted: ${before}, then ${remaining}`);
      before = remaining;
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
