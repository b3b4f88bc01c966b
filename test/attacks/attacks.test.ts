/**
 * Hostile texts for every entry that takes text, sent to a server in a process of its own. Meanwhile a thread polls its
 * /healthz, and another server that does nothing, which tells how slow this machine is. One attack that lasts seconds fails;
 * what only a busy machine delays does not: an attack counts when it is as slow three times.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { long } from '../support/full.ts';
import { databaseSettings, KEY, type RunningServer, startServer } from '../support/server-process.ts';
import { FORMATS, type Growth, grown, growth } from './texts.ts';

/** Milliseconds that /healthz may take on a machine with nothing else to do. */
const MAX_LATENCY = 300;
const MAX_GROWTH = 300 * 1024 * 1024;
const ATTACKS = Number(process.env['ATTACKS'] ?? 200);

interface Entry {
  formats: readonly string[];
  /** Characters of its largest input. */
  length: number;
  send(text: string): Promise<number>;
}

interface Worst {
  /** CPU time of the process, in seconds. */
  seconds: number;
  /** Milliseconds that the event loop was held. */
  held: number;
  /** Milliseconds of /healthz beside it. */
  latency: number;
}

type Attack = Entry & { name: string; growth: Growth };

/** What the entries of a server are. */
function entriesOf(
  server: RunningServer,
  session: Session,
  target: Target,
  id: string,
): Record<string, Entry> {
  const json = async (path: string, body: unknown, method?: string) =>
    (await sendJson(server, path, body, method)).status;
  const languages = ['curl', 'python', 'javascript', 'go', 'ruby', 'php', 'java', 'csharp', 'rust'];
  const url = 'http://127.0.0.1:9/';
  const commands = Object.keys(FORMATS).filter((name) => !['json', 'names', 'values', 'form'].includes(name));
  const typed = (text: string, type: string) => ({ url, headers: { 'Content-Type': type }, body: text });
  return {
    'parse-curl': { formats: commands, length: 1_000_000, send: (curl) => json('/api/parse-curl', { curl }) },
    'generate-code, a command': {
      formats: ['curl'],
      length: 400_000,
      send: (curl) => json('/api/generate-code/batch', { curl, languages }),
    },
    'generate-code, a JSON body': {
      formats: ['json'],
      length: 400_000,
      send: (text) =>
        json('/api/generate-code/batch', { parsed: typed(text, 'application/json'), languages }),
    },
    'generate-code, a form': {
      formats: ['form'],
      length: 1_500_000,
      send: (text) =>
        json('/api/generate-code', {
          parsed: typed(text, 'application/x-www-form-urlencoded'),
          language: 'php',
        }),
    },
    'generate-code, variables': {
      formats: ['http', 'curl'],
      length: 1_000_000,
      send: (text) =>
        json('/api/generate-code', {
          parsed: { url, body: text, variables: variables(text) },
          language: 'go',
        }),
    },
    'tests/execute, variables': {
      formats: ['http', 'curl', 'form'],
      length: 1_400_000,
      send: (text) => json('/api/tests/execute', { url, body: text, variables: variables(text) }),
    },
    'tests/execute, a JSON body': {
      formats: ['json', 'form'],
      length: 1_400_000,
      send: (text) => json('/api/tests/execute', typed(text, 'application/json')),
    },
    'tests/stream': {
      formats: ['json', 'form', 'http'],
      length: 1_400_000,
      send: (text) => json('/api/tests/stream', { url, body: text, variables: variables(text) }),
    },
    'a changed playground': {
      formats: ['curl', 'shell', 'markdown'],
      length: 60_000,
      send: (text) => json(`/api/playgrounds/${id}`, { curl_command: text }, 'PATCH'),
    },
    'the form of a playground': {
      formats: commands,
      length: 60_000,
      send: (text) => session.post('/account/playgrounds', { curl_command: text, languages: 'csharp' }),
    },
    'a run of the editor': {
      formats: commands,
      length: 60_000,
      send: (text) => session.post('/account/run', { curl_command: text }),
    },
    'the form of a command': {
      formats: commands,
      length: 60_000,
      send: (command) =>
        session.change('/account/rewrite', { command, fields: fields(command), language: ['go'] }),
    },
    'signing in': {
      formats: ['form', 'markdown'],
      length: 60_000,
      send: (text) => session.post('/account/sign-in', { key: text, next: text }),
    },
    'a new key': {
      formats: ['json', 'markdown'],
      length: 60_000,
      send: (text) => json('/api/keys', { name: text.slice(0, 200), scopes: [text], expires_at: text }),
    },
    'the form of a key': {
      formats: ['form', 'markdown'],
      length: 60_000,
      send: (text) => session.post('/account/keys', { name: text, access: text, expires: text }),
    },
    'a new playground': {
      formats: ['curl', 'shell', 'markdown'],
      length: 60_000,
      send: (text) => json('/api/playgrounds', { curl_command: text, is_public: true }),
    },
    ...publicEntries(server, session, target),
    'a JSON body as it is': {
      formats: ['json', 'names', 'values'],
      length: 1_900_000,
      send: async (body) => (await server.fetch('/api/playgrounds', { method: 'POST', body })).status,
    },
    'a body of many values': {
      formats: ['names', 'values'],
      length: 1_900_000,
      send: async (text) => {
        const body = `{"url":"${url}","body":${text}}`;
        const run = await server.fetch('/api/tests/execute', { method: 'POST', body });
        const parsed = `{"language":"go","parsed":${body}}`;
        const program = await server.fetch('/api/generate-code', { method: 'POST', body: parsed });
        return Math.max(run.status, program.status);
      },
    },
    search: {
      formats: ['form'],
      length: 10_000,
      send: async (text) =>
        (await server.fetch(`/api/playgrounds?search=${encodeURIComponent(text).slice(0, 9000)}`)).status,
    },
    'the start page': {
      formats: commands,
      length: 60_000,
      send: (text) => session.post('/', { curl_command: text }),
    },
    'the preview': {
      formats: commands,
      length: 60_000,
      send: (text) => session.post('/account/preview', { curl_command: text, language: 'csharp' }),
    },
    'comparing results': {
      formats: ['json', 'form'],
      length: 4_900_000,
      async send(text) {
        const ids: string[] = [];
        for (const end of ['1', '2']) {
          target.body = text + end;
          const response = await server.fetch('/api/tests/execute', {
            method: 'POST',
            body: JSON.stringify({ url: target.url }),
          });
          ids.push(((await response.json()) as { id: string }).id);
        }
        return session.get(`/account/tests/compare?test=${ids[0]}&test=${ids[1]}`);
      },
    },
  };
}

/** What visitors open of a playground with a large command or a large pinned response, and a run of it with large values. */
function publicEntries(server: RunningServer, session: Session, target: Target): Record<string, Entry> {
  const publish = async (fields: object) => {
    const { status, body } = await sendJson(server, '/api/playgrounds', {
      ...{ name: 'A', is_public: true, public_runs: true },
      ...fields,
    });
    return { status, id: String((body as { id?: string }).id) };
  };
  const pages = async (id: string) => {
    const statuses: number[] = [];
    for (const path of [
      `p/${id}`,
      `p/${id}.md`,
      `p/${id}/request`,
      `embed/${id}`,
      `oembed?url=${session.origin}/p/${id}`,
    ])
      statuses.push(await session.get(`/${path}`));
    return Math.max(...statuses);
  };
  return {
    'a public page': {
      formats: ['curl', 'shell', 'markdown'],
      length: 60_000,
      async send(text) {
        const { status, id } = await publish({ curl_command: text });
        return status === 201 ? pages(id) : status;
      },
    },
    'a pinned response': {
      formats: ['json', 'form', 'markdown'],
      length: 4_900_000,
      async send(text) {
        target.body = text;
        const { id } = await publish({ curl_command: `curl ${target.url}` });
        const run = await sendJson(server, '/api/tests/execute', { playground_id: id });
        const { id: test } = run.body as { id: string };
        const path = `/api/playgrounds/${id}`;
        const { status } = await sendJson(server, path, { example_test_id: test }, 'PATCH');
        const result = await session.get(`/account/tests/${test}`);
        return Math.max(status, result, await session.get(`/account/tests/${test}/example`), await pages(id));
      },
    },
    'a run by a reader': {
      formats: ['form', 'http'],
      length: 200_000,
      async send(text) {
        const { id } = await publish({ curl_command: `curl ${target.url} -d "$A" -H "B: $B" -d '{{c}}'` });
        return session.post(`/p/${id}/run`, { 'variable:A': text, 'variable:c': text.slice(0, 9) });
      },
    },
  };
}

async function sendJson(server: RunningServer, path: string, body: unknown, method = 'POST') {
  const response = await server.fetch(path, { method, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as unknown };
}

/** The fields of the editor's form, with a text as the body. */
const fields = (text: string) => ({
  ...{ method: 'POST', url: 'http://a.example/', query: [{ name: 'a', value: 'b' }], headers: [] },
  ...{ body: { kind: 'text', text }, auth: { kind: 'none' } },
});

/** As many variables as the parser allows, of which the text has some. */
function variables(text: string) {
  const found = new Set(text.match(/\{\{\w+\}\}|\$\w+|%\d*|&/g));
  return [...found]
    .slice(0, 700)
    .map((one, index) => ({ name: `n${index}`, text: one, value: 'x'.repeat(2_000) }));
}

interface Target {
  url: string;
  body: string;
}

async function startTarget(t: Test): Promise<Target> {
  const target = { url: '', body: '' };
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(target.body),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server's address
  return target;
}

/** A person who is signed in. */
class Session {
  readonly origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  async #send(path: string, init: RequestInit): Promise<number> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', cookie };
    const response = await fetch(this.origin + path, {
      ...init,
      headers: { ...headers, ...init.headers },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    await response.arrayBuffer();
    return response.status;
  }

  get = (path: string) => this.#send(path, {});

  post = (path: string, fields: Record<string, string>) =>
    this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });

  change = (path: string, body: unknown) =>
    this.#send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
      },
    });

  async signIn(key: string): Promise<void> {
    await this.get('/account');
    await this.post('/account/sign-in', { key });
    await this.get('/account/keys');
  }
}

/** Resident bytes of a process; undefined where /proc does not say. */
function memoryOf(pid: number | undefined): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return undefined;
  }
}

/** CPU seconds of a process, in ticks of 10 ms; NaN where /proc does not say. */
function cpuSecondsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

t.test('no text that a caller sends stops the service', { skip: long }, async (t) => {
  const settings = {
    ...(await databaseSettings(t, process.env['ATTACK_POSTGRES'] === undefined ? 'pglite' : 'postgres')),
    PREVIEWS_PER_MINUTE: '100000',
    ANONYMOUS_PER_MINUTE: '100000',
    PUBLIC_RUNS_PER_MINUTE: '100000',
    PUBLIC_RUNS_PER_DAY: '100000',
    HELD: join(import.meta.dirname, 'held.mjs'),
  };
  // `$3` is Node and `$4` the server.
  const withHeld = ['sh', '-c', 'unset NODE_OPTIONS; exec "$3" --import "$HELD" "$4"'];
  const server = await startServer(t, settings, withHeld);
  const idle = await startTarget(t);
  idle.body = 'ok';
  const target = await startTarget(t);
  const session = new Session(server.origin);
  await session.signIn(KEY);
  const created = await server.fetch('/api/playgrounds', {
    method: 'POST',
    body: JSON.stringify({ curl_command: 'curl http://a.example/' }),
  });
  const { id } = (await created.json()) as { id: string };
  const entries = entriesOf(server, session, target, id);
  const poller = new Worker(join(import.meta.dirname, 'poller.mjs'), {
    workerData: [`${server.origin}/healthz`, idle.url],
    execArgv: [],
  });
  t.teardown(() => poller.terminate());
  const slowest = async (): Promise<[number, number]> => {
    poller.postMessage(null);
    const [report] = await once(poller, 'message');
    return report as [number, number]; // sent by poller.mjs
  };

  let printed = '';
  server.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  /** Milliseconds that the event loop was held at most since the last call; see held.mjs. */
  const held = async (): Promise<number> => {
    printed = '';
    server.child.kill('SIGUSR2');
    for (;;) {
      const found = /^held for (\d+) ms$/m.exec(printed)?.[1];
      if (found !== undefined) return Number(found);
      await wait(5);
    }
  };

  /** Of each entry the worst attack, for the table in docs/security.md. */
  const worst = new Map<string, Worst>();
  /** What is wrong with an attack's outcome; undefined when nothing is. */
  const problemOf = async ({ name, growth: one, length, send }: Attack): Promise<string | undefined> => {
    const text = grown(one, length);
    await slowest();
    await held();
    const before = cpuSecondsOf(server.child.pid);
    const status = await send(text);
    const seconds = cpuSecondsOf(server.child.pid) - before;
    const [latency, idleLatency] = await slowest();
    const known = worst.get(name) ?? { seconds: 0, held: 0, latency: 0 };
    worst.set(name, {
      seconds: Math.max(known.seconds, seconds),
      held: Math.max(known.held, await held()),
      latency: Math.max(known.latency, latency),
    });
    const what = `${name}: ${JSON.stringify(one)}`;
    if (status >= 500 && status !== 503) return `${what} is a ${status}`;
    return latency > MAX_LATENCY + 3 * idleLatency
      ? `${what} holds the service for ${latency.toFixed()} ms, beside ${idleLatency.toFixed()}`
      : undefined;
  };
  const attack = async (one: Attack): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const problem = await problemOf(one);
      if (problem === undefined) return;
      if (tries === 3) return void t.fail(problem);
    }
  };

  // Workers and the database take their memory first.
  for (const [name, entry] of Object.entries(entries))
    await problemOf({
      ...entry,
      name,
      growth: { format: entry.formats[0] ?? '', parts: [0], how: 'beside' },
    });
  const before = memoryOf(server.child.pid);
  const attacks = fc
    .constantFrom(...Object.entries(entries))
    .chain(([name, entry]) => growth(entry.formats).map((one) => ({ ...entry, name, growth: one })));
  const seed = Date.now() % 1_000_000;
  let count = 0;
  for (const one of fc.sample(attacks, { seed, numRuns: ATTACKS })) {
    await attack(one);
    count += 1;
  }
  const after = memoryOf(server.child.pid);
  t.ok(count > 0, `${count} attacks, seed ${seed}`);
  process.stderr.write(`${count} attacks, seed ${seed}\n`);
  for (const [name, { seconds, held, latency }] of worst)
    process.stderr.write(
      `${name}: ${seconds.toFixed(2)} s of CPU, event loop held for ${held} ms, /healthz within ${latency.toFixed()} ms\n`,
    );
  if (before !== undefined && after !== undefined)
    t.ok(after - before < MAX_GROWTH, `memory grew by ${((after - before) / 1e6).toFixed()} MB`);
  t.equal((await server.fetch('/healthz')).status, 200, 'it is alive');
  t.equal(await session.get('/account/usage'), 200);
});
