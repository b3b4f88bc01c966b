/**
 * Does what the README tells a new user: runs its start command, then the commands of its tour, and compares what
 * they print with what the README says they print. Ends the server with SIGTERM and wants status 0.
 *   node .ci/tour.mjs            in a fresh copy of the repository; ports 3000 and 4000 must be free
 *   node .ci/tour.mjs --update   writes what was printed into the README
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

const START_TIMEOUT_MS = 180_000;
const MARK = '--- end of command ---';

const readme = readFileSync('README.md', 'utf8');

function block(name) {
  const found = new RegExp(`<!-- ${name}:start -->\\n([\\s\\S]*?)<!-- ${name}:end -->`).exec(readme)?.[1];
  if (found === undefined) throw new Error(`README.md has no block ${name}`);
  return found;
}

/** The commands of the tour, in order, each with what the README says it prints. */
function steps() {
  const found = [];
  for (const [, text] of block('tour').matchAll(/```console\n([\s\S]*?)```/g)) {
    for (const line of text.trimEnd().split('\n')) {
      if (line.startsWith('$ ')) found.push({ command: line.slice(2), printed: [] });
      else if (line.startsWith('> ') && found.at(-1)?.printed.length === 0)
        found.at(-1).command += `\n${line.slice(2)}`;
      else found.at(-1).printed.push(line);
    }
  }
  return found;
}

/** What differs from one run to the next. */
const VARYING = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/("\w+_ms": )(?:[\d.]+|null)/g, '$1<ms>'],
  [/("date": ")[^"]*/g, '$1<date>'],
  [/(date: |"date": ")\w{3}, [^"]*GMT/gi, '$1<date>'],
];
const masked = (line) => VARYING.reduce((text, [pattern, by]) => text.replace(pattern, by), line.trimEnd());
/** "not run" stands for a language that has no runtime here, or had none where the README was written. */
const notRun = (line) => /^\w+ +not run/.exec(line) !== null;

function same(wanted, got) {
  return (
    wanted.length === got.length &&
    wanted.every((line, at) => masked(line) === masked(got[at]) || notRun(line) || notRun(got[at]))
  );
}

/** Starts the server as the README says; resolves with the key it prints. */
function start() {
  const command = block('start')
    .replace(/```\w*\n?/g, '')
    .trim();
  console.log(command);
  const server = spawn('bash', ['-euo', 'pipefail', '-c', command]);
  let printed = '';
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server does not start')), START_TIMEOUT_MS);
    server.stdout.on('data', (chunk) => {
      printed += chunk;
      const key = /API key +(pgk_\S+)/.exec(printed)?.[1];
      if (key === undefined || !printed.includes('Try it:')) return;
      clearTimeout(timer);
      resolve(key);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.stdout.on('data', (chunk) => process.stdout.write(chunk));
  server.stderr.on('data', (chunk) => process.stderr.write(chunk));
  /**
   * Asks the server itself to end, not npm, whose own status would then tell of the signal. Log lines about the tour's
   * requests name its process; they may still be on their way.
   */
  const stop = async () => {
    const pid = () => /"pid":(\d+)/.exec(printed)?.[1];
    for (let waited = 0; pid() === undefined && waited < 100; waited += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    if (pid() === undefined) server.kill();
    else process.kill(Number(pid()), 'SIGTERM');
  };
  return { server, ready, stop };
}

/** Runs the commands in one shell, in an empty folder. */
function replay(all, key) {
  const script = all.map(({ command }) => `${command}\necho; echo '${MARK}'`).join('\n');
  const setup = [
    `root=$PWD; folder=$(mktemp -d '${tmpdir()}/tour.XXXXXX')`,
    'trap \'kill $(jobs -p) 2>/dev/null; cd /; rm -rf "$folder"\' EXIT',
    'cd "$folder"; ln -s "$root/examples" examples',
  ];
  const shell = spawnSync('bash', ['-c', [...setup, script].join('\n')], {
    encoding: 'utf8',
    env: { ...process.env, API_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 600_000,
    maxBuffer: 1 << 26,
  });
  return shell.stdout
    .split(`\n${MARK}\n`)
    .slice(0, -1)
    .map((text) => text.replace(/\n+$/, '').split('\n'));
}

function update(all, printed) {
  let text = readme;
  const tour = block('tour').replace(/```console\n[\s\S]*?```/g, (old) => {
    const count = old.split('\n').filter((line) => line.startsWith('$ ')).length;
    const lines = all
      .splice(0, count)
      .flatMap(({ command }) => [
        ...command.split('\n').map((line, at) => `${at === 0 ? '$' : '>'} ${line}`),
        ...printed.shift().filter((line, _at, whole) => whole.length > 1 || line !== ''),
      ]);
    return `\`\`\`console\n${lines.join('\n')}\n\`\`\``;
  });
  text = text.replace(block('tour'), () => tour);
  writeFileSync('README.md', text);
}

const { server, ready, stop } = start();
let wrong = 0;
try {
  const key = await ready;
  const all = steps();
  const printed = replay(all, key);
  for (const [at, { command, printed: wanted }] of all.entries()) {
    const got = (printed[at] ?? ['(the shell ended)']).filter(
      (line, _at, whole) => whole.length > 1 || line !== '',
    );
    console.log(`$ ${command}\n${got.join('\n')}`);
    if (same(wanted, got)) continue;
    wrong += 1;
    console.log(`^^^ DIFFERS from the README, which says:\n${wanted.join('\n')}\n`);
  }
  if (process.argv.includes('--update')) {
    if (printed.length !== all.length) throw new Error('the shell ended early');
    update(all, printed);
    wrong = 0;
  }
} finally {
  server.removeAllListeners('exit');
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await stop();
  const status = await ended;
  console.log(`the server ended with status ${status}`);
  if (status !== 0) wrong += 1;
}
process.exitCode = wrong === 0 ? 0 : 1;
