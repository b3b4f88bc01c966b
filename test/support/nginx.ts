/** The sample deploy/nginx.conf in a real nginx, with a certificate of its own making. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { freePort } from './postgres.ts';
import { temporaryFolder } from './server-process.ts';

export const deployed = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** Runs a program until the end of the test. Asked to end, not killed: nginx's workers would stay. */
export function background(
  t: Test,
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  const child = spawn(program, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  t.teardown(async () => {
    child.kill();
    const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(kill);
  });
  return child;
}

const CERTIFICATE = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');

/**
 * Starts nginx in front of one instance, or of two as the sample has them.
 * @returns its HTTPS port on localhost
 */
export async function startNginx(t: Test, first: string, second?: string): Promise<number> {
  const folder = temporaryFolder(t);
  const [port, other] = [await freePort(), await freePort()];
  const names = ['-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'cert.pem'];
  spawnSync('openssl', [...CERTIFICATE, ...names], { cwd: folder });
  const site = deployed('nginx.conf')
    .replace('127.0.0.1:3000', first)
    .replace(
      'server 127.0.0.1:3001 max_fails=0;',
      second === undefined ? '' : `server ${second} max_fails=0;`,
    )
    .replace(/listen \[::\].*\n/g, '\n')
    .replace('listen 80;', `listen 127.0.0.1:${other};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/, join(folder, 'key.pem'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    // As root its workers would be somebody else, who may not write here.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}\n`,
  );
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
  const tested = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
  t.equal(tested.status, 0, `nginx -t: ${tested.stderr}`);
  background(t, 'nginx', args);
  return port;
}
