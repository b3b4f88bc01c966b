/** A disk that is full at the start, and one that fills while the server runs. */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { migratePostgresUrl } from '../../src/db/migrate.ts';
import { type Driver, onEachDatabase } from '../helper.ts';
import { long } from '../support/full.ts';
import { startPostgres, stopPostgres } from '../support/postgres.ts';
import { run, startServer, temporaryFolder } from '../support/server-process.ts';
import { fillDisk, onDisk, smallDiskMissing } from '../support/small-disk.ts';

const skip = long !== false ? long : smallDiskMissing();

t.test('a full disk is told in one line', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  const { code, stderr } = await run(t, 'server.js', [], settings, onDisk(folder, '10m')).exited;
  t.equal(code, 1);
  t.match(stderr, /^playgrounds: The database in \S+ cannot be opened: the disk is full\n$/);
});

/** A server whose database has a disk of its own, and what fills that. */
async function serverOnDisk(t: Test, driver: Driver) {
  if (driver === 'pglite') {
    const folder = temporaryFolder(t);
    const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
    const server = await startServer(t, settings, onDisk(folder, '150m'));
    return { server, fill: () => fillDisk(server.child.pid, folder) };
  }
  const postgres = await startPostgres({ persistent: false, disk: '150m' });
  t.teardown(() => stopPostgres(postgres));
  await migratePostgresUrl(postgres.url);
  const server = await startServer(t, { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' });
  return { server, fill: () => fillDisk(postgres.pid, join(postgres.folder, 'disk')) };
}

onEachDatabase(
  t,
  'a disk that fills: no writes, all reads, nothing lost, and back by itself',
  async (t, driver) => {
    const { server, fill } = await serverOnDisk(t, driver);
    let log = '';
    server.child.stdout?.on('data', (text: string) => {
      log += text;
    });
    const create = () =>
      server.fetch('/api/playgrounds', {
        method: 'POST',
        // Nothing that compresses: a database that has no room for it must get more from the disk.
        body: JSON.stringify({ curl_command: `curl http://a.example -d ${incompressible()}` }),
      });
    const stored: string[] = [];
    const keep = async (answer: Response) => stored.push(((await answer.json()) as { id: string }).id);
    await keep(await create());

    const makeRoom = fill();
    let refused: Response | undefined;
    for (let attempt = 0; attempt < 200 && refused === undefined; attempt += 1) {
      const answer = await create();
      if (answer.status === 201) await keep(answer);
      else refused = answer;
    }
    t.equal(refused?.status, 503, 'a write is refused');
    t.equal(refused?.headers.get('retry-after'), '2');
    t.match(await refused?.json(), {
      error: { code: 'service_unavailable', message: /Nothing can be stored/ },
    });
    const readable = async (t: Test, what: string) => {
      const answers = await Promise.all(stored.map((id) => server.fetch(`/api/playgrounds/${id}`)));
      t.strictSame([...new Set(answers.map(({ status }) => status))], [200], what);
    };
    await readable(t, 'what is stored is read');
    for (const path of ['/api/playgrounds', '/api/usage', '/api/keys', '/readyz'])
      t.equal((await server.fetch(path)).status, 200, path);
    for (let waited = 0; !/No space left/.test(log) && waited < 200; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    t.match(log, /"status":503.*No space left on device/, 'the log says why');

    makeRoom();
    // What holds the files may take a moment to start again.
    let again = await create();
    for (let tries = 0; again.status === 503 && tries < 50; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      again = await create();
    }
    t.equal(again.status, 201, 'written again when there is room');
    await keep(again);
    await readable(t, 'nothing acknowledged is lost');
    server.child.kill('SIGTERM');
    t.match(await server.exited, { code: 0, stderr: '' });
  },
  skip,
);

const incompressible = () => Array.from({ length: 2000 }, () => Math.random().toString(36).slice(2)).join('');
