/** The operator's commands on accounts: who is it, stop it, move it, remove it. */
import { spawn } from 'node:child_process';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import t, { type Test } from 'tap';
import * as schema from '../../src/db/schema.ts';
import { VERSION } from '../../src/runtime/version.ts';
import { EXPORTED_TABLES, exportAccount, importAccount } from '../../src/services/account-export.ts';
import { deleteAccount, suspendAccount } from '../../src/services/accounts.ts';
import { findKeys } from '../../src/services/api-keys.ts';
import { listEvents } from '../../src/services/audit.ts';
import { freshDatabase, onEachDatabase, type TestApp, testApp } from '../helper.ts';
import { plainNode } from '../support/plain-node.ts';
import { admin, databaseSettings } from '../support/server-process.ts';
import { startTarget } from '../support/target.ts';

/** An account with something of everything. */
async function livedIn(t: Test, app: TestApp): Promise<void> {
  const { url } = await startTarget(t);
  const { call, account } = app;
  const own = await call('POST', '/api/playgrounds', {
    curl_command: `curl ${url}/\ufeff -d 'a\u2028b'`,
    is_public: true,
  });
  await call('POST', '/api/keys', { name: 'CI', expires_at: '2099-01-01T00:00:00Z' });
  for (let index = 0; index < 25; index += 1)
    await call('POST', '/api/tests/execute', { url: `${url}/${index}` });
  await call('POST', '/api/tests/execute', { playground_id: own.json().id });
  const other = await account();
  const asOther = { authorization: `Bearer ${other.key}` };
  const theirs = await call(
    'POST',
    '/api/playgrounds',
    { curl_command: `curl ${url}`, is_public: true },
    asOther,
  );
  const ran = await call('POST', '/api/tests/execute', { playground_id: theirs.json().id });
  t.equal(ran.statusCode, 200);
  // More than one statement of the export reads.
  const counts = { runs: 1, status4xx: 2, status5xx: 3, failed: 4 };
  const rows = Array.from({ length: 45 }, (_, at) => ({
    accountId: app.accountId,
    playgroundId: own.json().id,
    day: `2026-01-${String(1 + (at >> 1)).padStart(2, '0')}`,
    byOwner: at % 2 === 0,
    ...counts,
  }));
  await app.database.db.insert(schema.runDays).values(rows);
}

async function exported(app: Pick<TestApp, 'database'>, accountId: string): Promise<string[]> {
  const lines: string[] = [];
  await exportAccount(app.database.db, accountId, async (line) => {
    lines.push(line.trimEnd());
  });
  return lines;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

t.test('an export holds every table of accounts', async (t) => {
  const owned = Object.values<unknown>(schema)
    .filter((table) => is(table, PgTable))
    .filter((table) => table === schema.accounts || 'accountId' in table)
    .map((table) => getTableConfig(table).name);
  // Derived from other rows, or kept for a day at most.
  const left = owned.filter((name) => !EXPORTED_TABLES.some((table) => getTableName(table) === name));
  t.strictSame(left, [
    'deleted_playgrounds',
    'idempotency_keys',
    'list_segments',
    'public_collections',
    'public_playgrounds',
    'public_runs',
  ]);
});

onEachDatabase(t, 'an account is exported, deleted and imported as it was', async (t, driver) => {
  const app = await testApp(t, driver);
  const { accountId, call, database, key } = app;
  await livedIn(t, app);
  const before = (await call('GET', '/api/tests?limit=100')).json();
  t.equal(before.data.length, 27);
  const lines = await exported(app, accountId);
  t.notOk(
    lines.some((line) => line.includes(key)),
    'no key in it',
  );
  const types = (line: string) => JSON.parse(line).type;
  t.strictSame(
    [...new Set(lines.map(types))],
    ['export', 'account', 'api_key', 'playground', 'test', 'usage_day', 'run_day', 'audit_event', 'end'],
  );

  await t.rejects(importAccount(database.db, each(lines)), { message: /already/ });
  const elsewhere = await freshDatabase(driver);
  t.teardown(() => elsewhere.close());
  await t.rejects(importAccount(elsewhere.db, each(lines.slice(0, -1))), {
    message: /incomplete: its last line/,
  });
  await t.rejects(importAccount(elsewhere.db, each(lines.toSpliced(4, 1))), {
    message: /incomplete: it has \d+ of \d+ rows/,
  });
  await t.rejects(importAccount(elsewhere.db, each(['{"type":"account"}'])), {
    message: /not an account export/,
  });
  await t.rejects(importAccount(elsewhere.db, each([lines[0] ?? '', '{}}'])), {
    message: /Line 2 is not a JSON object/,
  });
  t.strictSame(
    await exported({ database: elsewhere }, accountId).catch((error) => error.message),
    `There is no account ${accountId}. list-accounts shows all of them.`,
    'nothing of what failed is there',
  );

  const { rows } = await importAccount(elsewhere.db, each(lines));
  t.equal(rows, lines.length - 2);
  const again = await exported({ database: elsewhere }, accountId);
  /** What an import changes: when it was written, its own events, and playgrounds of others that are not there. */
  const comparable = (all: string[]) =>
    all
      .map((line) => JSON.parse(line))
      .filter(({ type, action }) => type !== 'export' && type !== 'end' && !/ported$/.test(action ?? ''))
      .map((row) =>
        row.type === 'test' && !ownPlaygrounds.has(row.playgroundId) ? { ...row, playgroundId: null } : row,
      );
  const ownPlaygrounds = new Set(
    lines.map((line) => JSON.parse(line)).flatMap(({ type, id }) => (type === 'playground' ? [id] : [])),
  );
  t.strictSame(comparable(again), comparable(lines));
  const moved = await testApp(t, driver, { database: elsewhere });
  const there = await moved.call('GET', '/api/tests?limit=100', undefined, {
    authorization: `Bearer ${key}`,
  });
  t.equal(there.statusCode, 200, 'its key works there');
  t.equal(there.json().pagination.total, 27);

  await deleteAccount(database.db, accountId);
  await app.app.keyRing.identify(key);
  t.strictSame(
    await exported(app, accountId).catch((error) => error.message),
    `There is no account ${accountId}. list-accounts shows all of them.`,
  );
  const trail = await listEvents(database.db, accountId, { page: 1, limit: 1 });
  t.match(
    trail.data,
    [{ action: 'account.deleted', actor: { via: 'cli' }, details: { name: 'test' } }],
    'its trail stays',
  );
  for (const table of EXPORTED_TABLES.filter((table) => table !== schema.auditEvents)) {
    const owner = getTableConfig(table).columns.find(
      ({ name }) => name === (table === schema.accounts ? 'id' : 'account_id'),
    );
    const rowsLeft = await database.db.select().from(table);
    t.notOk(
      rowsLeft.some((row) => Object.values(row).includes(accountId)),
      `nothing left in ${getTableName(table)} (${owner?.name})`,
    );
  }
});

onEachDatabase(t, 'keys by how they begin', async (t, driver) => {
  const app = await testApp(t, driver);
  await livedIn(t, app);
  const { database, accountId, key, account } = app;
  const found = await findKeys(database.db, { prefix: key });
  t.match(found, [{ account_id: accountId, account: 'test', prefix: key.slice(0, 12), revoked_at: null }]);
  t.equal((await findKeys(database.db, { prefix: key.slice(0, 9) })).length, 1);
  t.same(await findKeys(database.db, { prefix: 'pgk_%' }), [], 'a prefix is no pattern');
  t.equal((await findKeys(database.db, { accountId })).length, 2);
  const stranger = await account();
  await suspendAccount(database.db, stranger.accountId);
  t.match(await app.call('GET', '/api/usage', undefined, { authorization: `Bearer ${stranger.key}` }), {
    statusCode: 403,
  });
});

onEachDatabase(t, 'the commands', async (t, driver) => {
  const settings = await databaseSettings(t, driver);
  const answer = async (...args: string[]) => {
    const { code, stdout, stderr } = await admin(t, args, settings);
    t.equal(code, 0, stderr);
    return stdout;
  };
  t.equal(await answer('--version'), `${VERSION}\n`);
  const { account_id: id, api_key: key } = JSON.parse(
    await answer('create-account', '--name', 'A\u001b[2Jda', '--plan', 'free'),
  );
  t.same(JSON.parse(await answer('suspend-account', '--account', id)), { account_id: id, suspended: true });
  const list = await answer('list-accounts', '--human');
  t.match(
    list,
    /account_id +│ +name +│ +plan[^\n]*\n[^\n]*\n[^\n]*[0-9a-f-]{36}' +│ +'A.\[2Jda' +│ +'free'/,
    'a table',
  );
  t.notMatch(list, '\u001b', 'that moves no cursor');
  t.match(JSON.parse(await answer('list-keys', '--prefix', key)), {
    keys: [{ account_id: id, name: 'first key' }],
  });
  const refused = await admin(t, ['delete-account', '--account', id], settings);
  t.match(refused, { code: 1, stdout: '', stderr: /--yes/ });
  const lines = await answer('export-account', '--account', id);
  t.match(JSON.parse(await answer('delete-account', '--account', id, '--yes')), { deleted: true });

  const child = spawn(...plainNode(['dist/cli/admin.js', 'import-account']), {
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(lines);
  let imported = '';
  for await (const chunk of child.stdout) imported += String(chunk);
  t.same(JSON.parse(imported), { account_id: id, rows: lines.trimEnd().split('\n').length - 2 });
  t.match(JSON.parse(await answer('list-events', '--account', id)).events.slice(0, 2), [
    { action: 'account.imported' },
    { action: 'account.deleted' },
  ]);
});
