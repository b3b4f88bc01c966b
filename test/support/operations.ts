/**
 * Every operation of the API, how it succeeds, and a walk that provokes every status it is documented with. The contract
 * test asserts what comes; the examples of the OpenAPI document are recorded from it.
 */
import type { LightMyRequestResponse } from 'fastify';
import { SCOPES, type Scope } from '../../src/schemas/account.ts';
import { suspendAccount } from '../../src/services/accounts.ts';
import type { TestApp } from '../helper.ts';

const COMMAND = `curl "https://api.example.com/users?page=1" -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json'`;
const PARSED = {
  method: 'POST',
  url: 'https://api.example.com/users',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  body: '{"name":"Ada"}',
  options: { follow_redirects: true, timeout_ms: 10_000 },
};
const DOCUMENT = `# Users

## List users

Newest first.

\`\`\`bash
curl "https://api.example.com/users?page=1" -H 'Authorization: Bearer {{token}}'
\`\`\`
`;
const POSTMAN = {
  info: {
    name: 'Teams',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  variable: [{ key: 'baseUrl', value: 'https://api.example.com' }],
  item: [{ name: 'List teams', request: { method: 'GET', url: '{{baseUrl}}/teams' } }],
};
export const UNKNOWN_ID = '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c';

/** The app, and others that are in trouble. */
export interface World extends TestApp {
  /** A target that answers every request; ends in a path or a query. */
  target: string;
  /** A key whose account has used up its day. */
  exhausted: string;
  /** Nothing that needs a key can be answered. */
  broken: TestApp;
  /** The database went away before the first request. */
  away: TestApp;
  /** An address may send only a few requests a minute without a key. */
  limited: TestApp;
}

type Answer = LightMyRequestResponse;
interface Good {
  path: string;
  body?: unknown;
}
type Send = (path: string, options?: { body?: unknown; headers?: Record<string, string> }) => Promise<Answer>;

export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  route: string;
  scope?: Scope | 'any';
  /** The 2xx response is a stream of server-sent events. */
  isStream?: true;
  /** The 2xx response is a text. */
  isText?: true;
  /** The schema of the 2xx answer's body. */
  schema?: string;
  status: 200 | 201 | 204;
  /** Makes what the operation needs; gives the path and a good body. */
  prepare(world: World): Promise<Good>;
  /** Other ways to succeed, each by what it is. */
  also?: Record<string, (world: World) => Promise<Good>>;
  /** Further answers by status; those that every operation has are added by themselves. */
  cases?: Record<number, { what: string; run(send: Send, good: Good, world: World): Promise<Answer> }>;
}

/** One answer of the walk. */
export interface Step {
  status: number;
  /** What was done to get it; empty for the plain success. */
  what: string;
  /** The body that was sent, of a success. */
  body?: unknown;
  answer: Answer;
}

const fixed = (path: string, body?: unknown) => async () => ({
  path,
  ...(body === undefined ? {} : { body }),
});

async function newPlayground({ call }: TestApp): Promise<{ path: string; id: string }> {
  const created = await call('POST', '/api/playgrounds', { name: 'List users', curl_command: COMMAND });
  return { path: String(created.headers.location), id: created.json().id };
}

async function newCollection(world: TestApp): Promise<Good> {
  const { id } = await newPlayground(world);
  const created = await world.call('POST', '/api/collections', { name: 'Users', playground_ids: [id] });
  return { path: String(created.headers.location) };
}

const SITE = { name: 'API docs', origins: ['https://docs.example.com'], targets: ['api.example.com'] };

async function newSite({ call }: TestApp): Promise<Good> {
  const created = await call('POST', '/api/sites', SITE);
  return { path: String(created.headers.location) };
}

async function newTest({ call, target }: World): Promise<Good> {
  const executed = await call('POST', '/api/tests/execute', { url: target });
  return { path: `/api/tests/${executed.json().id}` };
}

async function newKey({ call }: TestApp): Promise<Good> {
  const created = await call('POST', '/api/keys', { name: 'CI', scopes: ['playgrounds:read'] });
  return { path: String(created.headers.location) };
}

const notModified = {
  what: 'with the ETag it has',
  run: async (send: Send, { path }: Good): Promise<Answer> => {
    const { headers } = await send(path);
    return send(path, { headers: { 'if-none-match': String(headers.etag) } });
  },
};
const unknown = (route: string) => ({
  what: 'an unknown id',
  run: (send: Send, { body }: Good): Promise<Answer> =>
    send(`${route}/${UNKNOWN_ID}`, body === undefined ? {} : { body }),
});
const unknownPlayground = (body?: object) => ({
  what: 'an unknown playground',
  run: (send: Send, { path }: Good): Promise<Answer> =>
    body === undefined
      ? send(`${path}?playgroundId=${UNKNOWN_ID}`)
      : send(path, { body: { playground_id: UNKNOWN_ID, ...body } }),
});
const stale = {
  what: 'an older ETag',
  run: (send: Send, { path, body }: Good): Promise<Answer> =>
    send(path, { ...(body === undefined ? {} : { body }), headers: { 'if-match': '"stale"' } }),
};
const reusedKey = (first: (world: World) => unknown, second: (world: World) => unknown) => ({
  what: 'an Idempotency-Key used again',
  run: async (send: Send, { path }: Good, world: World): Promise<Answer> => {
    const headers = { 'idempotency-key': 'reused' };
    await send(path, { body: first(world), headers });
    return send(path, { body: second(world), headers });
  },
});

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'listPlaygrounds',
    method: 'GET',
    route: '/api/playgrounds',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'PlaygroundPage',
    prepare: async (world) => {
      await newPlayground(world);
      return { path: '/api/playgrounds' };
    },
  },
  {
    id: 'createPlayground',
    method: 'POST',
    route: '/api/playgrounds',
    scope: 'playgrounds:write',
    status: 201,
    schema: 'Playground',
    prepare: fixed('/api/playgrounds', {
      name: 'List users',
      curl_command: COMMAND,
      is_public: true,
      theme: 'dark',
      languages: ['python', 'javascript', 'curl'],
    }),
    also: { 'the command alone': fixed('/api/playgrounds', { curl_command: 'curl https://example.com/' }) },
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
    id: 'getPlaygroundStats',
    method: 'GET',
    route: '/api/playgrounds/{id}/stats',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'PlaygroundStats',
    prepare: async (world) => ({ path: `${(await newPlayground(world)).path}/stats` }),
    cases: {
      404: {
        what: 'a playground that does not exist',
        run: (send) => send(`/api/playgrounds/${UNKNOWN_ID}/stats`),
      },
    },
  },
  {
    id: 'updatePlayground',
    method: 'PATCH',
    route: '/api/playgrounds/{id}',
    scope: 'playgrounds:write',
    status: 200,
    schema: 'Playground',
    prepare: async (world) => ({ ...(await newPlayground(world)), body: { name: 'List all users' } }),
    also: {
      'publish it': async (world) => ({
        ...(await newPlayground(world)),
        body: { is_public: true, public_runs: true, embed_origins: ['https://docs.example.com'] },
      }),
    },
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
    id: 'listCollections',
    method: 'GET',
    route: '/api/collections',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'CollectionPage',
    prepare: async (world) => {
      await newCollection(world);
      return { path: '/api/collections' };
    },
  },
  {
    id: 'createCollection',
    method: 'POST',
    route: '/api/collections',
    scope: 'playgrounds:write',
    status: 201,
    schema: 'Collection',
    prepare: async (world) => ({
      path: '/api/collections',
      body: {
        name: 'Users',
        description: 'Create, read and delete users.',
        is_public: true,
        playground_ids: [(await newPlayground(world)).id],
      },
    }),
    also: { 'the name alone': fixed('/api/collections', { name: 'Users' }) },
    cases: {
      400: {
        what: 'an unknown playground',
        run: (send, { path }) => send(path, { body: { name: 'Users', playground_ids: [UNKNOWN_ID] } }),
      },
      409: reusedKey(
        () => ({ name: 'Users' }),
        () => ({ name: 'Teams' }),
      ),
    },
  },
  {
    id: 'getCollection',
    method: 'GET',
    route: '/api/collections/{id}',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'Collection',
    prepare: newCollection,
    cases: { 304: notModified, 404: unknown('/api/collections') },
  },
  {
    id: 'updateCollection',
    method: 'PATCH',
    route: '/api/collections/{id}',
    scope: 'playgrounds:write',
    status: 200,
    schema: 'Collection',
    prepare: async (world) => ({ ...(await newCollection(world)), body: { name: 'Users and teams' } }),
    also: {
      'move playgrounds': async (world) => ({
        ...(await newCollection(world)),
        body: { playground_ids: [(await newPlayground(world)).id] },
      }),
    },
    cases: { 404: unknown('/api/collections'), 412: stale },
  },
  {
    id: 'deleteCollection',
    method: 'DELETE',
    route: '/api/collections/{id}',
    scope: 'playgrounds:write',
    status: 204,
    prepare: newCollection,
    cases: { 404: unknown('/api/collections'), 412: stale },
  },
  {
    id: 'exportCollection',
    method: 'GET',
    route: '/api/collections/{id}/export',
    scope: 'playgrounds:read',
    isText: true,
    status: 200,
    prepare: async (world) => ({ path: `${(await newCollection(world)).path}/export` }),
    also: {
      'for Postman': async (world) => ({
        path: `${(await newCollection(world)).path}/export?format=postman`,
      }),
    },
    cases: {
      404: {
        what: 'an unknown id',
        run: (send) => send(`/api/collections/${UNKNOWN_ID}/export`),
      },
    },
  },
  {
    id: 'listSites',
    method: 'GET',
    route: '/api/sites',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'SitePage',
    prepare: async (world) => {
      await newSite(world);
      return { path: '/api/sites' };
    },
  },
  {
    id: 'createSite',
    method: 'POST',
    route: '/api/sites',
    scope: 'playgrounds:write',
    status: 201,
    schema: 'Site',
    prepare: fixed('/api/sites', SITE),
    also: {
      'with all fields': fixed('/api/sites', {
        ...SITE,
        origins: ['https://docs.example.com', 'https://*.preview.example.com'],
        runs_per_day: 5000,
        variables: [{ name: 'TOKEN', description: 'A token with the scope `users:read`.', secret: true }],
        theme: 'dark',
        confirm: false,
      }),
    },
    cases: {
      400: {
        what: 'a target with a path',
        run: (send, { path }) => send(path, { body: { ...SITE, targets: ['https://api.example.com/v1'] } }),
      },
      409: reusedKey(
        () => SITE,
        () => ({ ...SITE, name: 'Guides' }),
      ),
    },
  },
  {
    id: 'getSite',
    method: 'GET',
    route: '/api/sites/{id}',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'Site',
    prepare: newSite,
    cases: { 304: notModified, 404: unknown('/api/sites') },
  },
  {
    id: 'updateSite',
    method: 'PATCH',
    route: '/api/sites/{id}',
    scope: 'playgrounds:write',
    status: 200,
    schema: 'Site',
    prepare: async (world) => ({ ...(await newSite(world)), body: { runs_per_day: 5000 } }),
    cases: { 404: unknown('/api/sites'), 412: stale },
  },
  {
    id: 'deleteSite',
    method: 'DELETE',
    route: '/api/sites/{id}',
    scope: 'playgrounds:write',
    status: 204,
    prepare: newSite,
    cases: { 404: unknown('/api/sites'), 412: stale },
  },
  {
    id: 'getSiteStats',
    method: 'GET',
    route: '/api/sites/{id}/stats',
    scope: 'playgrounds:read',
    status: 200,
    schema: 'SiteStats',
    prepare: async (world) => ({ path: `${(await newSite(world)).path}/stats` }),
    cases: {
      404: { what: 'an unknown id', run: (send) => send(`/api/sites/${UNKNOWN_ID}/stats`) },
    },
  },
  {
    id: 'importDocument',
    method: 'POST',
    route: '/api/import',
    scope: 'playgrounds:write',
    status: 201,
    schema: 'ImportResponse',
    prepare: fixed('/api/import', { document: DOCUMENT }),
    also: {
      'a Postman collection': fixed('/api/import', { document: POSTMAN, collection_name: 'Teams' }),
    },
    cases: {
      200: {
        what: 'a dry run',
        run: (send, { path }) => send(path, { body: { document: DOCUMENT, dry_run: true } }),
      },
      400: {
        what: 'a document of another format',
        run: (send, { path }) => send(path, { body: { document: { swagger: '2.0', paths: {} } } }),
      },
      409: reusedKey(
        () => ({ document: DOCUMENT }),
        () => ({ document: POSTMAN }),
      ),
    },
  },
  {
    id: 'executeTest',
    method: 'POST',
    route: '/api/tests/execute',
    scope: 'tests:execute',
    status: 200,
    schema: 'TestRun',
    prepare: async ({ target }) => ({
      path: '/api/tests/execute',
      body: { method: 'GET', url: target, headers: { Accept: 'application/json' } },
    }),
    also: {
      'a target that cannot be reached': fixed('/api/tests/execute', {
        url: 'https://api.example.invalid/users',
      }),
    },
    cases: {
      400: {
        what: 'an address that is not public',
        run: (send, { path }) => send(path, { body: { url: 'http://169.254.169.254/latest/meta-data/' } }),
      },
      404: unknownPlayground({}),
      409: reusedKey(
        ({ target }) => ({ url: target }),
        ({ target }) => ({ url: `${target}other` }),
      ),
    },
  },
  {
    id: 'streamTest',
    method: 'POST',
    route: '/api/tests/stream',
    scope: 'tests:execute',
    status: 200,
    isStream: true,
    prepare: async ({ target }) => ({
      path: '/api/tests/stream',
      body: { method: 'GET', url: target, headers: { Accept: 'text/event-stream' } },
    }),
    cases: {
      400: {
        what: 'an address that is not public',
        run: (send, { path }) => send(path, { body: { url: 'http://169.254.169.254/latest/meta-data/' } }),
      },
      404: unknownPlayground({}),
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
    cases: { 404: unknownPlayground() },
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
    prepare: fixed('/api/parse-curl', {
      curl: `curl -L -m 10 https://api.example.com/users -H "Authorization: Bearer $TOKEN" --json '{"name":"Ada"}'`,
    }),
    also: {
      'a form with a file': fixed('/api/parse-curl', {
        curl: 'curl https://api.example.com/photos -F title=Ada -F image=@ada.png --cacert ca.pem',
      }),
    },
    cases: {
      400: {
        what: 'an option that curl does not have',
        run: (send, { path }) => send(path, { body: { curl: 'curl --no-such-option https://example.com/' } }),
      },
    },
  },
  {
    id: 'generateCode',
    method: 'POST',
    route: '/api/generate-code',
    scope: 'code:generate',
    status: 200,
    schema: 'GeneratedProgram',
    prepare: fixed('/api/generate-code', { parsed: PARSED, language: 'python' }),
    also: { 'with project files': fixed('/api/generate-code', { parsed: PARSED, language: 'rust' }) },
    cases: { 404: unknownPlayground({ language: 'python' }) },
  },
  {
    id: 'generateCodeBatch',
    method: 'POST',
    route: '/api/generate-code/batch',
    scope: 'code:generate',
    status: 200,
    schema: 'GeneratedProgramList',
    prepare: fixed('/api/generate-code/batch', {
      curl: 'curl https://api.example.com/users',
      languages: ['python', 'go'],
      libraries: ['httpx'],
      style: 'minimal',
    }),
    cases: { 404: unknownPlayground({ languages: ['python'] }) },
  },
  {
    id: 'listLanguages',
    method: 'GET',
    route: '/api/languages',
    scope: 'any',
    status: 200,
    schema: 'LanguageList',
    prepare: fixed('/api/languages'),
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
    prepare: fixed('/api/keys', { name: 'CI', scopes: ['playgrounds:read', 'tests:execute'] }),
    also: { 'all scopes of its maker': fixed('/api/keys', { name: 'Laptop' }) },
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
    prepare: async (world) => {
      await newKey(world);
      return { path: '/api/audit' };
    },
  },
  {
    id: 'getHealth',
    method: 'GET',
    route: '/healthz',
    status: 200,
    prepare: fixed('/healthz'),
    cases: {
      503: {
        // A server that closes answers everything so; the tests of processes see it.
        what: 'while shutting down',
        async run(_send, _good, { app, call }) {
          app.stopping = true;
          const answer = await call('GET', '/readyz');
          app.stopping = false;
          return answer;
        },
      },
    },
  },
  {
    id: 'getReadiness',
    method: 'GET',
    route: '/readyz',
    status: 200,
    prepare: fixed('/readyz'),
  },
];

/** Scopes whose operations go on when the day's quota is used up. */
const UNREFUSED: ReadonlySet<string> = new Set(['keys:manage', 'usage:read']);

/** The limits of the key and of the address that are beyond theirs. */
export const A_FEW = 10;

const asKey = (key: string) => ({ authorization: `Bearer ${key}` });
const NO_KEY = { authorization: '' };

/** What is wrong with the bodies that every operation with a body refuses. */
const BAD_BODIES: readonly [status: number, what: string, body: string, headers?: Record<string, string>][] =
  [
    [400, 'with broken JSON', '{"a":'],
    [400, 'with an array', '[]'],
    [400, 'with an unknown field', '{"unknown":1}'],
    [413, 'with too large a body', ' '.repeat(6 << 20)],
    [415, 'with a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    [415, 'with another charset', '{}', { 'content-type': 'application/json; charset=latin1' }],
    [415, 'with a compressed body', '{}', { 'content-encoding': 'gzip' }],
  ];

/** Every answer that an operation is documented with, the plain success last. */
export async function* walk(operation: Operation, world: World): AsyncGenerator<Step> {
  const { method, route, scope, status, cases = {}, also = {} } = operation;
  const good = await operation.prepare(world);
  const { path, body } = good;
  const send: Send = (to, options = {}) => world.call(method, to, options.body, options.headers);

  for (const [wanted, { what, run }] of Object.entries(cases))
    yield { status: Number(wanted), what, answer: await run(send, good, world) };
  yield {
    status: 400,
    what: 'with an unknown query parameter',
    answer: await send(`${path}?unknown=1`, { body }),
  };
  if (scope !== undefined) {
    const others = await world.account({ scopes: SCOPES.filter((other) => other !== scope) });
    // Whom any key serves is only refused while suspended.
    if (scope === 'any') await suspendAccount(world.app.database.db, others.accountId);
    const answer = await world.app.inject({
      method,
      url: path,
      ...(body === undefined ? {} : { payload: body as object }), // bodies here are JSON objects
    });
    yield { status: 401, what: 'without a key', answer };
    yield {
      status: 401,
      what: 'with a key that is not valid',
      answer: await send(path, { body, headers: asKey('pgk_revoked') }),
    };
    yield {
      status: 403,
      what: scope === 'any' ? 'of a suspended account' : `without ${scope}`,
      answer: await send(path, { body, headers: asKey(others.key) }),
    };
    const beyond = () =>
      UNREFUSED.has(scope)
        ? world.limited.call(method, path, body, NO_KEY)
        : send(path, { body, headers: asKey(world.exhausted) });
    let refused = await beyond();
    // The minute of an address may just have begun.
    for (let sent = 0; refused.statusCode !== 429 && sent < A_FEW; sent += 1) refused = await beyond();
    yield { status: 429, what: 'beyond the limit', answer: refused };
    yield { status: 500, what: 'on a broken database', answer: await world.broken.call(method, path, body) };
  }
  if (body !== undefined)
    for (const [wanted, what, wrong, headers = {}] of BAD_BODIES)
      yield { status: wanted, what, answer: await send(path, { body: wrong, headers }) };
  if (route !== '/healthz')
    yield {
      status: 503,
      what: 'without its database',
      answer: await world.away.call(method, path, body),
    };
  for (const [what, prepare] of Object.entries(also)) {
    const other = await prepare(world);
    yield { status, what, body: other.body, answer: await send(other.path, { body: other.body }) };
  }
  yield { status, what: '', body, answer: await send(path, { body }) };
}
