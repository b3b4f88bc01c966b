/** Runs `npm start`, waits until /readyz says 200, ends the server and wants status 0: node .ci/start.mjs */
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 120_000;

const server = spawn('npm', ['start'], {
  env: { ...process.env, PORT: '0', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => server.once('close', resolve));
const timer = setTimeout(() => server.kill('SIGKILL'), TIMEOUT_MS);
let printed = '';
for await (const chunk of server.stdout) {
  process.stdout.write(chunk);
  printed += chunk;
  if (printed.includes('Try it:')) break;
}
const origin = /listens on (\S+)/.exec(printed)?.[1];
let status = 0;
for (const until = Date.now() + 30_000; status !== 200 && Date.now() < until; await wait(100))
  status = (await fetch(`${origin}/readyz`)).status;
console.log(`GET /readyz: ${status}`);
server.kill('SIGTERM');
await ended;
clearTimeout(timer);
// npm and its shell end at once; the server notices that a moment later.
let isGone = false;
for (const until = Date.now() + 15_000; !isGone && Date.now() < until; await wait(100))
  isGone = await fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  );
console.log(isGone ? 'SIGTERM ended it.' : 'The server still answers after SIGTERM.');
process.exitCode = status === 200 && isGone ? 0 : 1;
