/** A newer schema is refused, and migrations can be applied apart from the start. */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { PGLITE_EXTENSIONS } from '../../src/db/client.ts';
import { type Driver, onEachDatabase } from '../helper.ts';
import { admin, databaseSettings, run, startServer } from '../support/server-process.ts';

/** Runs SQL on the database of these settings, which no server has open. */
async function execute(settings: Record<string, string>, sql: string): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = settings;
  if (url === undefined) {
    const client = await PGlite.create({ dataDir: join(folder, 'pglite'), extensions: PGLITE_EXTENSIONS });
    await client.exec(sql);
    await client.close();
    return;
  }
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe(sql);
  await client.end();
}

/** Settings of a migrated database. */
async function migrated(t: Test, driver: Driver): Promise<Record<string, string>> {
  const settings = await databaseSettings(t, driver);
  const { code, stdout, stderr } = await admin(t, ['migrate'], settings);
  t.same({ code, stdout, stderr }, { code: 0, stdout: '{"migrations_due":[]}\n', stderr: '' });
  return settings;
}

onEachDatabase(t, 'a build older than the schema refuses it in one line', async (t, driver) => {
  const settings = await migrated(t, driver);
  await execute(
    settings,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`,
  );
  const line =
    /^\w+: The database .* cannot be (?:used|opened): A newer version of Playgrounds has migrated it\. .*\n$/;
  for (const args of [[], ['--no-migrate']]) {
    const { code, stdout, stderr } = await run(t, 'server.js', args, settings).exited;
    t.equal(code, 1);
    t.match(stderr, line);
    t.notMatch(stdout, 'listens on');
  }
  for (const args of [['list-accounts'], ['migrate'], ['migrate', '--check']]) {
    const { code, stderr } = await admin(t, args, settings);
    t.equal(code, 1);
    t.match(stderr, line);
  }
});

onEachDatabase(t, 'migrations are applied apart from the start', async (t, driver) => {
  const settings = await migrated(t, driver);
  t.match(await admin(t, ['migrate', '--check'], settings), { code: 0, stdout: '{"migrations_due":[]}\n' });
  // As if the last migration, which only drops what is there no more, had not run yet.
  await execute(
    settings,
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
  );
  const check = await admin(t, ['migrate', '--check'], settings);
  t.match(check, { code: 2, stdout: /^\{"migrations_due":\["\d{4}_\w+"\]\}\n$/, stderr: '' });
  const [name = ''] = JSON.parse(check.stdout).migrations_due;
  const refused = await run(t, 'server.js', ['--no-migrate'], settings).exited;
  t.equal(refused.code, 1);
  t.match(refused.stderr, `Migrations are due: ${name}. Apply them with npm run -s admin -- migrate.`);
  t.equal(refused.stderr.trim().split('\n').length, 1, 'one line');
  t.match(await admin(t, ['list-accounts', '--no-migrate'], settings), {
    code: 1,
    stderr: /Migrations are due/,
  });
});

onEachDatabase(t, 'start --no-migrate on a migrated database', async (t, driver) => {
  const server = await startServer(t, await migrated(t, driver), [], ['--no-migrate']);
  t.equal((await server.fetch('/api/usage')).status, 200);
});
