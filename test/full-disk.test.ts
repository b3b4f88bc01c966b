/** A disk that is full at the start, and one that fills while the server runs. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { run, startServer, temporaryFolder } from './support/server-process.ts';

/** A mount namespace, as root or as one's own root. */
const NAMESPACE =
  process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--map-root-user', '--mount'];

function missing(): string | false {
  const [program = '', ...args] = NAMESPACE;
  const tried = spawnSync(program, [...args, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return tried.status === 0 ? false : 'this user may not mount a small disk in a namespace';
}

/** What runs a command on a disk of its own at a folder. */
const onDisk = (folder: string, size: string): string[] => [
  ...NAMESPACE,
  'sh',
  '-c',
  `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
  folder,
];

const skip = missing();

t.test('a full disk is told in one line', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  const { code, stderr } = await run(t, 'server.js', [], settings, onDisk(folder, '10m')).exited;
  t.equal(code, 1);
  t.match(stderr, /^playgrounds: The database in \S+ cannot be opened: the disk is full\n$/);
});

t.test('a disk that fills: no writes, all reads, nothing lost, and back by itself', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  const server = await startServer(t, settings, onDisk(folder, '150m'));
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

  // The server's own view of the disk: the mount is nobody else's.
  const file = `/proc/${server.child.pid}/root${folder}/fill`;
  fill(file);
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

  rmSync(file);
  const again = await create();
  t.equal(again.status, 201, 'written again as soon as there is room');
  await keep(again);
  await readable(t, 'nothing acknowledged is lost');
  server.child.kill('SIGTERM');
  t.match(await server.exited, { code: 0, stderr: '' });
});

const incompressible = () => Array.from({ length: 2000 }, () => Math.random().toString(36).slice(2)).join('');

/** Writes until there is no room left. */
function fill(file: string): void {
  const block = Buffer.alloc(64 * 1024);
  const handle = openSync(file, 'w');
  try {
    for (let size = block.length; size > 0; )
      try {
        writeSync(handle, block, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = size > 4096 ? 4096 : 0;
      }
  } finally {
    closeSync(handle);
  }
  if (statfsSync(file).bavail > 0) throw new Error('the disk is not full');
}
