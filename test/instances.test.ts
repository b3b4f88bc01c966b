/** Several server processes on one PostgreSQL, directly and through a PgBouncer in transaction mode. */
import { rmSync } from 'node:fs';
import t, { type Test } from 'tap';
import { freshPostgresUrl } from './helper.ts';
import { long } from './support/full.ts';
import { missing } from './support/installed.ts';
import { startPgbouncer, throughPgbouncer } from './support/pgbouncer.ts';
import { postgresMissing } from './support/postgres.ts';
import { admin, databaseSettings, type RunningServer, startServer } from './support/server-process.ts';

const skip = long !== false ? long : (postgresMissing() ?? false);
const COMMAND = 'curl https://api.example.com/users';
/** Requests that one instance may have charged in advance for an account. */
const MAX_BLOCK = 100;

/** A key of a new account with that many requests a day. */
async function accountOf(t: Test, settings: Record<string, string>, limit: number) {
  const { stdout, stderr } = await admin(
    t,
    ['create-account', '--name', 'n', '--plan', 'enterprise', '--daily-limit', String(limit)],
    settings,
  );
  if (stdout === '') throw new Error(stderr);
  return { authorization: `Bearer ${(JSON.parse(stdout) as { api_key: string }).api_key}` };
}

t.test('four instances, three times the quota at once, one killed', { skip }, async (t) => {
  const settings = await databaseSettings(t, 'postgres');
  const limit = 1_500;
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(t, settings)));
  const headers = await accountOf(t, settings, limit);
  let asked = 0;
  let admitted = 0;
  let refused = 0;
  const worker = async (index: number): Promise<void> => {
    while (asked < 3 * limit) {
      asked += 1;
      if (asked === limit / 2) servers[3]?.child.kill('SIGKILL');
      const before = admitted;
      // From one to four instances at a time, so that both ways of charging take turns.
      const spread = 1 + (Math.floor(asked / 200) % 4);
      const server = servers[index % spread];
      const answer = await server?.fetch('/api/playgrounds', { headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.status === 429) refused += 1;
      if (answer?.status !== 200) continue;
      admitted += 1;
      const left = Number(answer.headers.get('x-ratelimit-remaining'));
      if (before + 1 + left > limit) t.fail(`${left} were promised although ${before} had been admitted`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, index) => worker(index)));
  t.ok(admitted <= limit, `${admitted} of ${limit} admitted`);
  t.ok(refused > 0, `${refused} refused`);
  // What the killed one had in its block, and answers that it had not given yet.
  t.ok(admitted >= limit - MAX_BLOCK - 16, `the kill cost at most a block: ${admitted} of ${limit}`);
});

/** A load balancer as any is: what an instance refuses, or cannot take, goes to the next one. */
function balance(servers: readonly RunningServer[]) {
  let turn = 0;
  return async (path: string, init: RequestInit): Promise<Response> => {
    for (let tries = 0; ; tries += 1) {
      turn += 1;
      const answer = await servers[turn % servers.length]?.fetch(path, init).catch(() => undefined);
      if (answer !== undefined && answer.status !== 503) return answer;
      if (tries === 20) throw new Error(`no instance answers ${path}`);
    }
  };
}

t.test('a rolling restart of four instances under load loses no request', { skip }, async (t) => {
  const settings = await databaseSettings(t, 'postgres');
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(t, settings)));
  const send = balance(servers);
  const headers = await accountOf(t, settings, 1_000_000);
  let running = true;
  let created = 0;
  let answers = 0;
  const failures: string[] = [];
  const worker = async (id: number): Promise<void> => {
    while (running) {
      answers += 1;
      const write = answers % 3 === 0;
      // A client that sends a request again says that it is the same.
      const init = write
        ? {
            method: 'POST',
            body: JSON.stringify({ curl_command: COMMAND, name: `${id}-${answers}` }),
            headers: { ...headers, 'idempotency-key': `${id}-${answers}` },
          }
        : { headers };
      const answer = await send('/api/playgrounds', init).catch((error: Error) => error);
      if (answer instanceof Error || answer.status !== (write ? 201 : 200))
        failures.push(answer instanceof Error ? answer.message : `${answer.status} ${await answer.text()}`);
      else {
        if (write) created += 1;
        await answer.arrayBuffer();
      }
    }
  };
  const load = Promise.all([1, 2, 3, 4, 5, 6].map(worker));
  for (const index of servers.keys()) {
    const old = servers[index];
    old?.child.kill('SIGTERM');
    t.equal((await old?.exited)?.code, 0, `instance ${index + 1} ends in peace`);
    servers[index] = await startServer(t, settings);
  }
  running = false;
  await load;
  t.same(failures, [], `${answers} requests, all served`);
  const list = await servers[0]?.fetch('/api/playgrounds?limit=1', { headers });
  const page = (await list?.json()) as { pagination: { total: number } } | undefined;
  t.equal(page?.pagination.total, created, 'and each write was done once');
});

t.test(
  'through PgBouncer in transaction mode',
  { skip: skip || missing('PgBouncer', 'pgbouncer', '--version') },
  async (t) => {
    const direct = await freshPostgresUrl();
    const bouncer = await startPgbouncer(direct);
    t.teardown(() => {
      bouncer.child.kill('SIGKILL');
      rmSync(bouncer.folder, { recursive: true, force: true });
    });
    // Nothing says that there is a pooler: the service finds out.
    const url = throughPgbouncer(direct, bouncer).replace('?prepare=false', '');
    const settings = { DATABASE_URL: url, DATABASE_POOL_SIZE: '20' };
    // The bouncer may take a moment to listen; migrations run through it, too.
    const first = await startServer(t, settings).catch(() => startServer(t, settings));
    const servers = [first, await startServer(t, settings)];
    const headers = await accountOf(t, settings, 400);
    const send = (index: number, path: string, init: RequestInit = {}) =>
      servers[index % 2]?.fetch(path, { ...init, headers: { ...headers, ...init.headers } });
    const post = (value: object, more = {}) => ({
      method: 'POST',
      body: JSON.stringify(value),
      headers: more,
    });
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        send(
          index,
          '/api/playgrounds',
          post({ curl_command: COMMAND, name: `name ${index}`, is_public: index % 2 === 0 }),
        ),
      ),
    );
    t.ok(created.every((answer) => answer?.status === 201));
    const [one] = created;
    const { id } = ((await one?.json()) ?? {}) as { id?: string };
    const json = async (path: string) => {
      const answer = await send(1, path);
      t.equal(answer?.status, 200, path);
      return (await answer?.json()) as { pagination: { total: number } };
    };
    t.equal((await json('/api/playgrounds')).pagination.total, 60);
    t.equal((await json('/api/playgrounds?search=name&sort=-name&is_public=true')).pagination.total, 30);
    const patch = await send(0, `/api/playgrounds/${id}`, { ...post({ is_public: false }), method: 'PATCH' });
    t.equal(patch?.status, 200);
    const same = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        send(index, '/api/playgrounds', post({ curl_command: COMMAND }, { 'idempotency-key': 'one' })),
      ),
    );
    t.ok(same.every((answer) => answer?.status === 201 || answer?.status === 409));
    t.equal((await json('/api/playgrounds')).pagination.total, 61);
    const tested = await send(
      0,
      '/api/tests/execute',
      post({ url: `${servers[1]?.origin}/healthz`, playground_id: id }),
    );
    t.equal(tested?.status, 200);
    t.equal((await json(`/api/tests?playgroundId=${id}`)).pagination.total, 1);
    t.equal((await send(1, `/api/playgrounds/${id}`, { method: 'DELETE' }))?.status, 204);
    t.equal((await json('/api/tests')).pagination.total, 0);
    t.equal((await send(0, '/api/keys', post({ name: 'k' })))?.status, 201);
    let admitted = 0;
    await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        if ((await send(index, '/api/playgrounds'))?.status === 200) admitted += 1;
      }),
    );
    t.ok(admitted > 250 && admitted < 400, `${admitted} were admitted: the quota holds`);
    for (const server of servers) {
      server.child.kill('SIGTERM');
      t.equal((await server.exited).code, 0);
    }
  },
);
