/** What was acknowledged survives, and no quota is exceeded: real server processes, killed while they work. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { type Driver, onEachDatabase } from './helper.ts';
import { long } from './support/full.ts';
import { postgresMissing } from './support/postgres.ts';
import {
  admin,
  databaseSettings,
  emptyPostgresUrl,
  KEY,
  type RunningServer,
  startServer,
} from './support/server-process.ts';

const body = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) });
const COMMAND = 'curl https://api.example.com/users';

async function target(t: Test): Promise<string> {
  const server = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
}

async function idsOf(server: RunningServer, path: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await server.fetch(`${path}?limit=100&page=${page}`);
    const { data, pagination } = (await answer.json()) as {
      data: { id: string }[];
      pagination: { total: number; total_pages: number };
    };
    for (const { id } of data) ids.add(id);
    if (page >= pagination.total_pages) {
      if (ids.size !== pagination.total) throw new Error('a total is not exact');
      return ids;
    }
  }
}

/** Writes with eight clients until the server, which is killed after so many answers, is gone. */
async function writeUntilKilled(
  t: Test,
  server: RunningServer,
  url: string,
  playgrounds: Set<string>,
  tests: Set<string>,
): Promise<void> {
  let acknowledged = 0;
  const write = async (path: string, value: object, ids: Set<string>): Promise<void> => {
    for (;;) {
      const answer = await server.fetch(path, body(value)).catch(() => undefined);
      const json = (await answer?.json().catch(() => undefined)) as { id: string } | undefined;
      if (answer === undefined || json === undefined) return;
      t.ok(answer.status < 300, String(answer.status));
      ids.add(json.id);
      acknowledged += 1;
      if (acknowledged === 60) server.child.kill('SIGKILL');
    }
  };
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? write('/api/playgrounds', { curl_command: COMMAND }, playgrounds)
        : write('/api/tests/execute', { url }, tests),
    ),
  );
  await server.exited;
}

const without = (ids: Set<string>, kept: Set<string>): string[] => [...ids].filter((id) => !kept.has(id));

onEachDatabase(t, 'a kill -9 loses nothing acknowledged and admits nothing more', killed, long);

async function killed(t: Test, driver: Driver): Promise<void> {
  const settings = await databaseSettings(t, driver);
  const url = await target(t);
  const first = await startServer(t, settings);
  t.notMatch(first.welcome, KEY, 'a key that was given is not printed');

  const playgrounds = new Set<string>();
  const parallel = await Promise.all(
    Array.from({ length: 50 }, () => first.fetch('/api/playgrounds', body({ curl_command: COMMAND }))),
  );
  for (const answer of parallel) {
    t.equal(answer.status, 201);
    playgrounds.add(((await answer.json()) as { id: string }).id);
  }
  t.equal(playgrounds.size, 50, '50 parallel creates make 50 playgrounds');
  const keyed = { ...body({ curl_command: COMMAND }), headers: { 'idempotency-key': 'once' } };
  const once = await (await first.fetch('/api/playgrounds', keyed)).text();
  playgrounds.add((JSON.parse(once) as { id: string }).id);
  const tests = new Set<string>();
  await writeUntilKilled(t, first, url, playgrounds, tests);

  const limit = 300;
  const made = await admin(
    t,
    ['create-account', '--name', 'n', '--plan', 'enterprise', '--daily-limit', String(limit)],
    settings,
  );
  const headers = { authorization: `Bearer ${(JSON.parse(made.stdout) as { api_key: string }).api_key}` };
  const second = await startServer(t, settings);
  t.same(without(playgrounds, await idsOf(second, '/api/playgrounds')), [], 'every playground is there');
  t.same(without(tests, await idsOf(second, '/api/tests')), [], 'every test is there');
  const replayed = await second.fetch('/api/playgrounds', keyed);
  t.equal(await replayed.text(), once, 'an answer is replayed byte for byte');

  let admitted = 0;
  const load = async (server: RunningServer, killAfter: number): Promise<void> => {
    const worker = async (): Promise<void> => {
      for (;;) {
        const before = admitted;
        const answer = await server.fetch('/api/playgrounds', { headers }).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => {});
        if (answer?.status !== 200) return;
        admitted += 1;
        if (admitted >= killAfter) server.child.kill('SIGKILL');
        const left = Number(answer.headers.get('x-ratelimit-remaining'));
        if (before + 1 + left > limit) t.fail(`${left} were promised although ${before} had been admitted`);
      }
    };
    await Promise.all(Array.from({ length: 20 }, worker));
  };
  await load(second, 100);
  await second.exited;
  const third = await startServer(t, settings);
  await load(third, Number.POSITIVE_INFINITY);
  const refused = await third.fetch('/api/playgrounds', { headers });
  t.equal(refused.status, 429);
  t.equal(refused.headers.get('x-ratelimit-remaining'), '0');
  t.ok(admitted <= limit, `${admitted} admitted of ${limit}`);
  t.ok(admitted >= limit - 40, `the kill cost little: ${admitted} of ${limit} admitted`);

  if (driver === 'postgres') return;
  const others = [admin(t, ['list-accounts'], settings), exitOf(startServer(t, settings))];
  for (const { code, stderr } of await Promise.all(others)) {
    t.equal(code, 1, 'another process on the folder is refused');
    t.match(stderr, /in use by another Playgrounds process/);
    t.equal(stderr.trim().split('\n').length, 1, 'in one line');
  }
  t.equal((await third.fetch('/api/usage')).status, 200, 'the first is unharmed');
}

/** How a server ended that is not expected to start. */
function exitOf(server: Promise<RunningServer>): Promise<{ code: number; stderr: string }> {
  return server.then(
    () => ({ code: 0, stderr: '' }),
    (error: Error) => ({ code: 1, stderr: error.message }),
  );
}

t.test(
  'three instances start at once on an empty database',
  { skip: long !== false ? long : (postgresMissing() ?? false) },
  async (t) => {
    const url = await emptyPostgresUrl();
    const servers = await Promise.all(
      [1, 2, 3].map(() =>
        startServer(t, { DATABASE_URL: url, BOOTSTRAP_API_KEY: '', BOOTSTRAP_PLAN: 'free' }),
      ),
    );
    const keys = servers.flatMap(({ welcome }) => /API key {3}(pgk_\w+)/.exec(welcome)?.[1] ?? []);
    t.equal(keys.length, 1, 'one of them made the account and shows its key');
    const headers = { authorization: `Bearer ${keys[0]}` };
    const listed = JSON.parse((await admin(t, ['list-accounts'], { DATABASE_URL: url })).stdout) as {
      accounts: { plan: string; daily_limit: number }[];
    };
    t.match(listed.accounts, [{ plan: 'free', daily_limit: 1000 }]);
    t.equal(listed.accounts.length, 1);

    // 1000 requests a day, shared by three.
    let admitted = 0;
    const worker = async (server: RunningServer | undefined): Promise<void> => {
      for (;;) {
        const before = admitted;
        const answer = await server?.fetch('/api/playgrounds', { headers });
        await answer?.arrayBuffer();
        if (answer?.status !== 200) return;
        admitted += 1;
        const left = Number(answer.headers.get('x-ratelimit-remaining'));
        if (before + 1 + left > 1000)
          t.fail(`${left} were promised although ${before} had been admitted before`);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => worker(servers[index % 3])));
    t.equal(admitted, 1000, 'together they admit exactly the limit');
    for (const server of servers) {
      const answer = await server.fetch('/api/playgrounds', { headers });
      t.equal(answer.status, 429);
      t.equal(answer.headers.get('x-ratelimit-remaining'), '0');
    }
  },
);
