/** Runs commands with real curl against a recorder that stands for every host, http and https alike. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type RecordedRequest, startRecorder } from '../../support/recorder.ts';
import { FIXTURES, type RecordedCase } from './corpus.ts';

export interface RealCurl {
  /** First line of `curl --version`. */
  version: string;
  run(script: string, environment?: Record<string, string>): Promise<Omit<RecordedCase, 'command'>>;
  close(): Promise<void>;
}

/** The curl to compare with: CURL_BIN or the one in PATH; undefined when there is none. */
export function findCurl(): { path: string; version: string } | undefined {
  const path = process.env['CURL_BIN'] ?? 'curl';
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
    return { path, version };
  } catch {
    return undefined;
  }
}

export async function startRealCurl(curl: { path: string; version: string }): Promise<RealCurl> {
  const recorder = await startRecorder();
  const folder = mkdtempSync(join(tmpdir(), 'real-curl-'));
  const front = await startFront(recorder.port, folder);
  const bin = join(folder, 'bin');
  cpSync(FIXTURES, join(folder, 'files'), { recursive: true });
  execFileSync('mkdir', [bin]);
  const path = curl.path.includes('/')
    ? curl.path
    : execFileSync('which', [curl.path], { encoding: 'utf8' }).trim();
  // -q: no .curlrc of whoever runs this. Every host is the recorder.
  const wrapper = `#!/bin/sh\nexec '${path}' -q -k --connect-to '::127.0.0.1:${front.port}' "$@"\n`;
  for (const name of ['curl', 'curl.exe']) writeFileSync(join(bin, name), wrapper, { mode: 0o755 });

  return {
    version: curl.version,
    async run(script, environment = {}) {
      recorder.clear();
      front.secure.clear();
      const child = spawn('bash', ['-c', script], {
        cwd: join(folder, 'files'),
        env: { PATH: `${bin}:/usr/bin:/bin`, HOME: '/home/dev', LC_ALL: 'C.UTF-8', ...environment },
        stdio: ['pipe', 'ignore', 'pipe'],
        detached: true, // what it starts can be killed with it
      });
      child.stdin.end();
      const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 20_000);
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      const [exit] = (await once(child, 'close')) as [number | null];
      clearTimeout(timer);
      const [request] = recorder.requests;
      const error = stderr.split('\n').find((line) => /^(?:curl:|bash:|Warning)/.test(line)) ?? '';
      return {
        exit: exit ?? -1,
        error: error.replaceAll(folder, '').slice(0, 200),
        request: request === undefined ? null : recorded(request, front.secure.size > 0),
      };
    },
    async close() {
      await Promise.all([recorder.close(), front.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const BOUNDARY = /boundary=(-{24}\w{22})/g;

/** What is recorded of a request; boundaries and times are made steady, so that recording again gives the same. */
function recorded(request: RecordedRequest, tls: boolean): NonNullable<RecordedCase['request']> {
  const { method, target, version } = request;
  const raw = request.raw.toString('latin1');
  const boundaries = [...new Set([...raw.matchAll(BOUNDARY)].map((match) => match[1] ?? ''))];
  const steady = (text: string) =>
    boundaries.reduce(
      (all, boundary, index) => all.replaceAll(boundary, `${'-'.repeat(24)}${String(index).repeat(22)}`),
      text,
    );
  const rawHeaders = request.rawHeaders.map((line) =>
    steady(line).replace(/^(authorization: AWS4-HMAC-SHA256 |x-amz-date: ).*/i, '$1<of the time>'),
  );
  const body = Buffer.from(steady(request.body.toString('latin1')), 'latin1').toString('base64');
  return { method, target, version, rawHeaders, body, tls };
}

/** Takes TLS off, where there is any, and passes on to the recorder. */
async function startFront(port: number, folder: string) {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=recorder',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  const secureContext = createSecureContext({
    key: readFileSync(join(folder, 'key.pem')),
    cert: readFileSync(join(folder, 'cert.pem')),
  });
  const secure = new Set<unknown>();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      socket.pause();
      socket.unshift(data);
      const target = connect(port, '127.0.0.1');
      target.on('error', () => socket.destroy());
      if (data[0] !== 0x16) {
        socket.pipe(target).pipe(socket);
        return;
      }
      const plain = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
      plain.on('error', () => target.destroy());
      secure.add(plain);
      plain.pipe(target).pipe(plain);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    secure,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
