/** One log line a request: what is in it, and what is not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t, { type Test } from 'tap';
import { type Driver, onEachDatabase, testApp } from '../helper.ts';

interface Line {
  level: number;
  reqId?: string;
  msg: string;
  [field: string]: unknown;
}

/** The app with what it logs of requests. */
async function loggingApp(t: Test, driver: Driver) {
  const lines: Line[] = [];
  const app = await testApp(t, driver, {
    env: { LOG_LEVEL: 'info' },
    logStream: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const of = (id: unknown) => lines.filter((line) => line.reqId === id);
  /** The one line of an answer. */
  const lineOf = async (answer: { headers: Record<string, unknown> }): Promise<Line> => {
    const id = answer.headers['x-request-id'];
    while (of(id).length === 0) await new Promise((resolve) => setTimeout(resolve, 5)); // written when it has left
    t.equal(of(id).length, 1, 'one line');
    return of(id)[0] as Line; // there is one
  };
  return { ...app, lines, lineOf };
}

onEachDatabase(t, 'every kind of answer has one line', async (t, driver) => {
  const { app, call, key, accountId, lineOf } = await loggingApp(t, driver);
  const ok = await call('GET', '/api/playgrounds?search=private');
  const line = await lineOf(ok);
  t.match(line, {
    level: 30,
    method: 'GET',
    path: '/api/playgrounds',
    status: 200,
    ms: Number,
    address: '127.0.0.1',
    account_id: accountId,
    key_id: /^[0-9a-f-]{36}$/,
    msg: 'GET /api/playgrounds 200',
  });
  t.notMatch(JSON.stringify(line), /private|pgk_/);
  for (const [method, url, body, headers, status] of [
    ['POST', '/api/parse-curl', '{', {}, 400],
    ['GET', '/api/usage', undefined, { authorization: 'Bearer pgk_wrong_wrong_wrong_wrong_wrong' }, 401],
    ['GET', '/api/nothing', undefined, {}, 404],
    ['PUT', '/api/keys', undefined, {}, 405],
    ['POST', '/api/parse-curl', `"${'x'.repeat(3_000_000)}"`, {}, 413],
    ['POST', '/api/parse-curl', 'curl', { 'content-type': 'text/plain' }, 415],
    ['GET', '/api/%zz', undefined, {}, 400],
    [
      'OPTIONS',
      '/api/keys',
      undefined,
      { origin: 'http://a.example', 'access-control-request-method': 'GET' },
      204,
    ],
    ['GET', '/healthz', undefined, {}, 200],
    ['GET', '/docs', undefined, {}, 200],
  ] as const) {
    const answer = await call(method, url, body, headers);
    t.equal(answer.statusCode, status, `${method} ${url}`);
    t.match(await lineOf(answer), { level: 30, method, path: url, status });
  }
  t.notOk('account_id' in (await lineOf(await app.inject('/healthz'))), 'health has no account');
  t.equal(JSON.stringify(await lineOf(await call('GET', '/api/usage'))).includes(key), false);
});

onEachDatabase(t, 'a line names the account, and no line has the key', async (t, driver) => {
  const { app, call, key, accountId, account, lines, lineOf } = await loggingApp(t, driver);
  const escaped = key.replace('p', '%70');
  for (const [method, url, body] of [
    ['GET', '/api/usage'],
    ['GET', `/api/usage?key=${key}`],
    ['GET', `/api/keys/${key}`],
    ['DELETE', `/api/keys/${escaped}`],
    ['GET', `/api/${key}/${key}?key=${key}`],
    ['POST', `/api/tests/execute`, { url: `http://127.0.0.1:1/${key}` }],
    ['POST', '/api/parse-curl', `{"curl": "${key}`],
    ['GET', `/api/%zz${key}`],
  ] as const)
    t.match(await lineOf(await call(method, url, body)), { account_id: accountId }, `${method} ${url}`);
  const tired = await account({ plan: 'enterprise', dailyLimit: 1 });
  const headers = { authorization: `Bearer ${tired.key}` };
  for (const status of [200, 429])
    t.match(await lineOf(await call('GET', '/api/playgrounds', undefined, headers)), {
      status,
      account_id: tired.accountId,
    });
  for (const url of [`/p/${key}`, `/${escaped}`]) await lineOf(await app.inject(url));
  await lineOf(await call('GET', '/api/usage', undefined, { authorization: `Bearer ${key}x` }));
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  for (const secret of [key, escaped, tired.key])
    t.notOk(text.includes(secret.slice(4)), 'no key, not even escaped');
});

onEachDatabase(t, 'a test says where it went, how that ended and how long it took', async (t, driver) => {
  const { call, lineOf } = await loggingApp(t, driver);
  const target = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => target.close());
  const host = `127.0.0.1:${(target.address() as AddressInfo).port}`; // a TCP server's address
  const execute = async (url: string) => lineOf(await call('POST', '/api/tests/execute', { url }));
  const done = await execute(`http://ada:s3cret@${host}/path?token=s3cret`);
  t.match(done, { status: 200, target: { host, outcome: 'completed', ms: Number } });
  t.notMatch(JSON.stringify(done), /s3cret/);
  target.close();
  target.closeAllConnections();
  t.match(await execute(`http://${host}/`), {
    status: 200,
    target: { host, outcome: 'connection_refused', ms: Number },
  });
  t.match(await execute('http://169.254.169.254/latest'), {
    status: 400,
    target: { host: '169.254.169.254', outcome: 'destination_refused', ms: null },
  });
});

t.test('a client that goes away, and one that speaks no HTTP', async (t) => {
  const { app, key, lines } = await loggingApp(t, 'pglite');
  let arrived = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const target = createServer(() => arrived()).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => {
    target.closeAllConnections();
    target.close();
  });
  const { port } = target.address() as AddressInfo; // a TCP server's address
  await app.listen({ host: '127.0.0.1', port: 0 });
  const gone = new AbortController();
  const execute = fetch(`${app.listeningOrigin}/api/tests/execute`, {
    method: 'POST',
    signal: gone.signal,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/` }),
  });
  await asked;
  gone.abort();
  await t.rejects(execute);
  const line = async (msg: RegExp) => {
    for (;;) {
      const found = lines.filter((candidate) => msg.test(candidate.msg));
      if (found.length > 0) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  t.match(await line(/aborted/), [{ aborted: true, status: null, path: '/api/tests/execute' }]);
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1', () =>
    socket.write('nonsense\r\n\r\n'),
  );
  await once(socket, 'data');
  socket.destroy();
  t.match(await line(/given up 400/), [{ status: 400, address: '127.0.0.1', reqId: /^[0-9a-f-]{36}$/ }]);
});

onEachDatabase(t, 'a failure of the service is explained in the same line', async (t, driver) => {
  const { call, database, lineOf } = await loggingApp(t, driver);
  await call('GET', '/api/usage'); // the key is known from here on
  await database.close();
  const answer = await call('GET', '/api/playgrounds');
  t.equal(answer.statusCode, 503);
  t.match(await lineOf(answer), { level: 40, status: 503, err: { message: String, stack: String } });
});
