/**
 * Whether the service stays as fast as it grows: one account with many playgrounds and tests beside one with a
 * thousand, in the same database, asked in turns over one connection; medians and their ratios. Runs alone with
 * `npx tsx bench/growth.ts [ITEMS]`, by default with 100,000; with `--one-playground` for tests alone, all of one
 * playground; with `--collections` for collections, and playgrounds of which every second is in one, twenty in each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../src/db/client.ts';
import { createAccount } from '../src/services/accounts.ts';
import { cliActor } from '../src/services/audit.ts';
import { createPlayground } from '../src/services/playgrounds.ts';
import { startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { median, Processes } from './processes.ts';

const SMALL = 1_000;
const ROUNDS = 60;
const COMMAND = 'curl https://api.example.com/users';
/** Rows written with one statement. */
const STEP = 20_000;

interface Account {
  key: string;
  id: string;
  items: number;
}

type Kind = 'all' | 'one playground' | 'collections';

/** A number as a part of a statement: a parameter would have no type. */
const number = (value: number) => sql.raw(String(value));

/** An account with so many playgrounds and tests, spread over the last weeks; or with one playground that has them all. */
async function seed({ db }: Database, items: number, kind: Kind): Promise<Account> {
  const created = await createAccount(db, {
    name: `bench ${items}`,
    plan: 'enterprise',
    dailyLimit: 999_999_999,
  });
  const account = created.accountId;
  const command = { curl_command: COMMAND };
  const playground =
    kind === 'one playground' ? (await createPlayground(db, cliActor(account), command)).id : null;
  // UUIDv7, evenly over 60 days, in any database.
  const now = Date.now();
  const idOf = (n: SQL) =>
    sql`(lpad(to_hex(cast(${number(now)} as bigint) - (${number(items)} - (${n})) * (5184000000 / ${number(items)})), 12, '0') || '7' || substr(md5('${number(items)}' || (${n})), 1, 3) || '8' || substr(md5('x' || (${n})), 1, 15))::uuid`;
  const id = idOf(sql`n`);
  const collected = sql`case when n % 2 = 0 then ${idOf(sql`n - n % 40 + 40`)} end`;
  for (let from = 0; from < items; from += STEP) {
    const rows = sql`from (select cast(i as bigint) as n from generate_series(${number(from + 1)}, ${number(Math.min(from + STEP, items))}) as i) as numbers`;
    const collection = kind === 'collections' ? collected : sql`cast(null as uuid)`;
    if (playground === null)
      await patiently(
        db,
        sql`insert into playgrounds (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at, collection_id)
      select ${id}, ${account}, 'Users ' || substr(md5(cast(n as text)), 1, 12), 'users ' || substr(md5(cast(n as text)), 1, 12), ${COMMAND}, false, 'dark', '{python,go}', now(), now(), ${collection} ${rows}`,
      );
    if (kind === 'collections') {
      await patiently(
        db,
        sql`insert into collections (id, account_id, name, description, is_public, created_at, updated_at)
      select ${id}, ${account}, 'Guide ' || n, '', false, now(), now() ${rows}`,
      );
      continue;
    }
    await patiently(
      db,
      sql`insert into test_runs (id, account_id, playground_id, status, request, response, response_headers, response_body, timings, warnings, created_at)
      select ${id}, ${account}, cast(${playground} as uuid), 'completed', ${JSON.stringify({ method: 'GET', url: 'https://api.example.com/', headers: { accept: '*/*' }, body_size: 0 })}, ${JSON.stringify({ status: 200, status_text: 'OK', http_version: '1.1', body_encoding: 'utf8', body_size: 2, wire_size: 2, truncated: false, url: 'https://api.example.com/', redirects: [], remote_address: null, tls: null })}, '{}', 'ok', ${JSON.stringify({ dns_ms: 1, tcp_ms: 1, tls_ms: null, first_byte_ms: 1, download_ms: 1, total_ms: 4 })}, '[]', now() ${rows}`,
    );
  }
  return { key: created.key.key, id: account, items };
}

/** A statement that may take longer than one of the service. */
const patiently = (db: Database['db'], statement: SQL) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(statement);
  });

/** Both accounts, counted afterwards: the rows are written past the service. */
async function seedBoth(database: Database, items: number, kind: Kind): Promise<[Account, Account]> {
  const { db } = database;
  const accounts: [Account, Account] = [await seed(database, SMALL, kind), await seed(database, items, kind)];
  await patiently(db, sql`select recount_lists()`);
  await patiently(db, sql`analyze`);
  return accounts;
}

type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; json: Answer }>;
interface Answer {
  id: string;
  data: { id: string; playground_ids: string[] }[];
  pagination: { next_cursor: string; total_pages: number };
}

function asker(origin: string, { key }: Account, agent: Agent): Ask {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const asked = request(origin + path, { method, headers, agent }, (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          received += chunk;
        });
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          if (status >= 300) reject(new Error(`${method} ${path}: ${status} ${received}`));
          else resolve({ status, json: (received === '' ? {} : JSON.parse(received)) as Answer });
        });
      });
      asked.on('error', reject);
      asked.end(text);
    });
}

interface Operation {
  name: string;
  /** Most that the ratio may be on PostgreSQL; twice that on PGlite. */
  bar: number;
  run(ask: Ask, round: number): Promise<unknown>;
}

/** What is measured for one account; what it needs is asked for first. */
async function operations(ask: Ask, kind: Kind): Promise<Operation[]> {
  const { json: first } = await ask('GET', '/api/playgrounds');
  const id = first.data.at(5)?.id ?? '';
  const made: string[] = [];
  const list = async (name: string, path: string): Promise<Operation[]> => {
    const { total_pages: pages } = (await ask('GET', path)).json.pagination;
    const { next_cursor: cursor } = (await ask('GET', `${path}page=${Math.ceil(pages / 2)}`)).json.pagination;
    return [
      { name: `${name} first`, bar: 1.5, run: (ask) => ask('GET', path) },
      { name: `${name} last`, bar: 1.5, run: (ask) => ask('GET', `${path}page=${pages}`) },
      { name: `${name} by cursor`, bar: 1.5, run: (ask) => ask('GET', `${path}cursor=${cursor}`) },
      {
        name: `${name} middle`,
        bar: 10,
        // Another page each time.
        run: (ask, round) =>
          ask('GET', `${path}page=${Math.ceil((pages * (round + ROUNDS)) / (3 * ROUNDS))}`),
      },
    ];
  };
  if (kind === 'collections') {
    const { json: collections } = await ask('GET', '/api/collections?limit=100');
    const [one] = collections.data.filter(({ playground_ids: members }) => members.length === 20);
    const path = `/api/collections/${one?.id}`;
    const members = one?.playground_ids ?? [];
    return [
      ...(await list('collections', '/api/collections?')),
      ...(await list('in none', '/api/playgrounds?collection_id=none&')),
      { name: 'in one', bar: 1.5, run: (ask) => ask('GET', `/api/playgrounds?collection_id=${one?.id}`) },
      { name: 'read', bar: 1.5, run: (ask) => ask('GET', path) },
      { name: 'export', bar: 1.5, run: (ask) => ask('GET', `${path}/export?format=postman`) },
      {
        name: 'reorder',
        bar: 1.5,
        run: (ask, round) =>
          ask('PATCH', path, {
            playground_ids: [...members.slice(round % 20), ...members.slice(0, round % 20)],
          }),
      },
      {
        name: 'create',
        bar: 1.5,
        run: async (ask) => {
          made.push((await ask('POST', '/api/collections', { name: 'Guide' })).json.id);
        },
      },
      { name: 'delete', bar: 1.5, run: (ask) => ask('DELETE', `/api/collections/${made.pop()}`) },
    ];
  }
  if (kind === 'one playground') return list('history', `/api/tests?playgroundId=${first.data[0]?.id}&`);
  return [
    ...(await list('list', '/api/playgrounds?')),
    ...(await list('history', '/api/tests?')),
    {
      name: 'create',
      bar: 1.5,
      run: async (ask) => {
        made.push((await ask('POST', '/api/playgrounds', { curl_command: COMMAND })).json.id);
      },
    },
    { name: 'read', bar: 1.5, run: (ask) => ask('GET', `/api/playgrounds/${id}`) },
    {
      name: 'update',
      bar: 1.5,
      run: (ask, round) => ask('PATCH', `/api/playgrounds/${id}`, { name: `n ${round}` }),
    },
    { name: 'delete', bar: 1.5, run: (ask) => ask('DELETE', `/api/playgrounds/${made.pop()}`) },
    { name: 'search none', bar: 2, run: (ask) => ask('GET', '/api/playgrounds?search=nothing-has-this') },
    {
      name: 'search few',
      bar: 2,
      run: (ask) => ask('GET', `/api/playgrounds?search=${FEW}`),
    },
  ];
}

/** In the name of the tenth row of each account. */
const FEW = 'd3d9446802a4'; // md5('10')

async function measure(
  origin: string,
  accounts: readonly Account[],
  { factor, kind }: { factor: number; kind: Kind },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asks = accounts.map((account) => asker(origin, account, agent));
  const sides = await Promise.all(asks.map((ask) => operations(ask, kind)));
  console.log(
    `${'operation'.padEnd(20)}${'1,000'.padStart(12)}${(accounts[1]?.items ?? 0).toLocaleString('en').padStart(12)}${'ratio'.padStart(8)}${'bar'.padStart(6)}`,
  );
  for (const [index, { name, bar }] of (sides[0] ?? []).entries()) {
    const times: number[][] = sides.map(() => []);
    for (let round = -10; round < ROUNDS; round += 1)
      for (const [side, ask] of asks.entries()) {
        const began = performance.now();
        await sides[side]?.[index]?.run(ask, Math.max(0, round));
        if (round >= 0) times[side]?.push(performance.now() - began);
      }
    const [small = 0, large = 0] = times.map(median);
    const ratio = large / small;
    const ms = (value: number) => `${value.toFixed(2)} ms`.padStart(12);
    console.log(
      `${name.padEnd(20)}${ms(small)}${ms(large)}${ratio.toFixed(2).padStart(8)}${String(bar * factor).padStart(6)}${ratio > bar * factor ? '  over' : ''}`,
    );
  }
  agent.destroy();
}

/**
 * @param items playgrounds, and tests, of the large account; on PGlite a tenth
 * @param kind `one playground` runs on PostgreSQL only
 */
export async function benchGrowth(items: number, kind: Kind): Promise<void> {
  const postgres = await startPostgres({ persistent: false });
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-growth-'));
  const run = async (name: string, size: number, url: string | undefined, factor: number) => {
    const database = await openDatabase({ url, dataDir, poolSize: 2 });
    const began = performance.now();
    const accounts = await seedBoth(database, size, kind);
    await database.close();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `growth on ${name}: medians of ${ROUNDS} requests in turns, one at a time (written in ${seconds} s)`,
    );
    const processes = new Processes();
    try {
      const settings = url === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: url };
      const server = await processes.startService({ ...settings, LOG_LEVEL: 'silent' });
      await measure(server.url, accounts, { factor, kind });
    } finally {
      await processes.stop();
    }
  };
  try {
    await run('PostgreSQL', items, postgres.url, 1);
    if (kind !== 'one playground') await run('PGlite', items / 10, undefined, 2);
  } finally {
    await stopPostgres(postgres);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [items] = process.argv.slice(2).map(Number).filter(Number.isInteger);
  const given = (flag: string) => process.argv.includes(flag);
  const kind = given('--one-playground') ? 'one playground' : given('--collections') ? 'collections' : 'all';
  await benchGrowth(items ?? 100_000, kind);
}
