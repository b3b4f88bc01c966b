/** The Caddy and nginx files of deploy/, tried with the real ones over TLS. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { long } from './support/full.ts';
import { missing } from './support/installed.ts';
import { background, deployed, startNginx } from './support/nginx.ts';
import { freePort } from './support/postgres.ts';
import { KEY, type RunningServer, startServer, temporaryFolder } from './support/server-process.ts';
import { startTarget } from './support/target.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks through the proxy, whose certificate is of its own making. */
function through(
  port: number,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      {
        host: 'localhost',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        agent: new Agent({ rejectUnauthorized: false }),
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
      },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      },
    );
    sent.on('error', reject);
    sent.setTimeout(20_000, () => sent.destroy(new Error(`no answer for ${path}`)));
    sent.end(body);
  });
}

async function tryIt(t: Test, port: number, server: RunningServer): Promise<void> {
  let log = '';
  server.child.stdout?.on('data', (text: string) => {
    log += text;
  });
  for (let attempt = 0; ; attempt += 1) {
    const status = await through(port, '/readyz').then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) break;
    if (attempt > 300) throw new Error('the proxy does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const usage = await through(port, '/api/usage', undefined, { 'x-forwarded-for': '198.51.100.7' });
  t.equal(usage.status, 200);
  t.match(usage.headers, { 'x-request-id': /^[0-9a-f-]{36}$/, 'x-ratelimit-remaining': /^\d+$/ });
  const made = await through(
    port,
    '/api/playgrounds',
    JSON.stringify({ curl_command: 'curl http://a.example' }),
  );
  t.equal(made.status, 201);
  t.match(
    JSON.parse(made.body).url,
    /^https:\/\/playgrounds\.example\.com\/p\//,
    'links are those of PUBLIC_URL',
  );
  const large = await through(port, '/api/parse-curl', JSON.stringify({ curl: 'x'.repeat(2_200_000) }));
  t.equal(large.status, 413);
  t.match(JSON.parse(large.body), { error: { code: 'payload_too_large' } }, 'in our own words');
  const encoded = await through(port, '/api/playgrounds/a%2Fb%20c?x=%2F');
  t.match(JSON.parse(encoded.body), { error: { code: 'invalid_request' } }, 'a URL goes on as it came');
  const { url } = await startTarget(t);
  const ran = await through(port, '/api/tests/execute', JSON.stringify({ url }));
  t.equal(JSON.parse(ran.body).status, 'completed');
  for (let waited = 0; !log.includes('a%2Fb%20c') && waited < 100; waited += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  t.ok(log.includes('"path":"/api/playgrounds/a%2Fb%20c"'), 'also for encoded slashes');
  const [line = '{}'] = log
    .split('\n')
    .filter((text) => text.includes(String(usage.headers['x-request-id'])));
  t.match(
    JSON.parse(line).address,
    /^(?:127\.0\.0\.1|::1)$/,
    "the client's address is the one that the proxy saw",
  );
  const http2 = spawnSync('curl', [
    '-sk',
    '-m',
    '20',
    '--http2',
    '-o',
    '/dev/null',
    '-w',
    '%{http_version}',
    `https://localhost:${port}/healthz`,
  ]);
  if (http2.error === undefined) t.equal(String(http2.stdout), '2', 'HTTP/2');
}

/** A server, and where it listens: it tells its public URL. */
async function behind(t: Test): Promise<{ server: RunningServer; upstream: string }> {
  const port = await freePort();
  const server = await startServer(t, { ...settings(t), PORT: String(port) });
  return { server, upstream: `127.0.0.1:${port}` };
}

const settings = (t: Test) => ({
  DATA_DIR: join(temporaryFolder(t), 'data'),
  LOG_LEVEL: 'info',
  TRUST_PROXY: 'loopback',
  PUBLIC_URL: 'https://playgrounds.example.com',
});

t.test('Caddy', { skip: long || missing('Caddy', 'caddy', 'version') }, async (t) => {
  const { server, upstream } = await behind(t);
  const folder = temporaryFolder(t);
  const [port, other] = [await freePort(), await freePort()];
  // Certificates of its own making, and no ports that are somebody else's.
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\thttp_port ${other}\n\tskip_install_trust\n\tlocal_certs\n}\n${deployed('Caddyfile')}`,
  );
  background(t, 'caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    PLAYGROUNDS_SITE: `https://localhost:${port}`,
    PLAYGROUNDS_UPSTREAM: upstream,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  });
  await tryIt(t, port, server);
});

t.test('nginx', { skip: long || missing('nginx', 'nginx', '-v') }, async (t) => {
  const { server, upstream } = await behind(t);
  const port = await startNginx(t, upstream);
  await tryIt(t, port, server);
});
