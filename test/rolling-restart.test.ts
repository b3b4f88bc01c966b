/** A rolling restart of two instances on PostgreSQL behind the sample nginx.conf. No request through nginx fails. */
import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { long } from './support/full.ts';
import { missing } from './support/installed.ts';
import { startNginx } from './support/nginx.ts';
import { freePort, postgresMissing } from './support/postgres.ts';
import { databaseSettings, KEY, startServer } from './support/server-process.ts';

const REQUESTS = 5_000;
const CLIENTS = 16;

/** Sends a request through nginx: a list, or with a body, a playground to create. Nothing is sent again. */
function send(port: number, agent: Agent, body?: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const options = { host: 'localhost', port, path: '/api/playgrounds?limit=1', method, agent, headers };
    const sent = request(
      body === undefined ? options : { ...options, path: '/api/playgrounds' },
      (response) =>
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject),
    );
    sent.on('error', reject).setTimeout(30_000, () => sent.destroy(new Error('no response')));
    sent.end(body);
  });
}

const skip = long || (postgresMissing() ?? missing('nginx', 'nginx', '-v'));

t.test('behind nginx', { skip, timeout: 240_000 }, async (t) => {
  const database = await databaseSettings(t, 'postgres');
  const ports = [await freePort(), await freePort()];
  const start = (PORT: number) =>
    startServer(t, { ...database, PORT: String(PORT), TRUST_PROXY: 'loopback', SHUTDOWN_DELAY_MS: '2000' });
  const instances = [];
  for (const port of ports) instances.push(await start(port));
  const port = await startNginx(t, `127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`);
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: CLIENTS });
  t.teardown(() => agent.destroy());
  const answers = () => send(port, agent).then(({ status }) => status === 200);
  while (!(await answers().catch(() => false))) await wait(100);

  const failures: string[] = [];
  let [sent, created, restarting] = [0, 0, true];
  const client = async () => {
    while (restarting || sent < REQUESTS) {
      sent += 1;
      const creates = sent % 2 === 0;
      const body = creates ? JSON.stringify({ curl_command: 'curl https://api.example.com' }) : undefined;
      const { status, body: answer } = await send(port, agent, body).catch((error: Error) => ({
        status: 0,
        body: error.message,
      }));
      if (status === 201) created += 1;
      if (status !== (creates ? 201 : 200)) failures.push(`${creates ? 'POST' : 'GET'}: ${status} ${answer}`);
    }
  };
  const began = performance.now();
  const load = Promise.all(Array.from({ length: CLIENTS }, client));
  for (const [index, port] of ports.entries()) {
    await wait(500);
    instances[index]?.child.kill('SIGTERM');
    t.equal((await instances[index]?.exited)?.code, 0, `instance ${index + 1} stops`);
    instances[index] = await start(port);
  }
  restarting = false;
  await load;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  t.same(failures, [], `${failures.length} of ${sent} requests failed in ${seconds} s`);
  t.ok(sent >= REQUESTS);
  const list = JSON.parse((await send(port, agent)).body) as { pagination: { total: number } };
  t.equal(list.pagination.total, created, 'each playground was created once');
  t.comment(`${sent} requests, ${created} of them POST, ${failures.length} failures, ${seconds} s`);
});

t.test(
  'the systemd unit',
  { skip: missing('systemd-analyze', 'systemd-analyze', '--version') },
  async (t) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/playgrounds.service'], {
      encoding: 'utf8',
    });
    // What it says of the machine's other units, and that Node is elsewhere here, is not about the file.
    const about = (line: string) => line.includes('playgrounds') && !line.includes('/usr/bin/node');
    t.same(stderr.split('\n').filter(about), []);
  },
);
