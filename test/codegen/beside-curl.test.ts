/**
 * Programs beside real curl: both send the same command to a server of their own, and what a case is about is compared
 * byte for byte. A program that sends something else warns of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { EMITTERS, generateCode, LANGUAGES, type Language } from '../../src/codegen/index.ts';
import { parseCurl, readCommand } from '../../src/curl/index.ts';
import type { RequestWarning } from '../../src/schemas/request-shape.ts';
import { headerOf, type RecordedRequest, type ScriptedResponse, startRecorder } from '../support/recorder.ts';
import { ENVIRONMENT } from './support/cases.ts';
import { type Outcome, type Prepared, RUNNERS, WINDOWS, workspace } from './support/runners.ts';

interface Beside {
  /** `ORIGIN` is the server. */
  command: string;
  respond?: (request: RecordedRequest, index: number) => ScriptedResponse;
  /** What is compared with real curl. */
  seen: (requests: readonly RecordedRequest[], outcome: Outcome, cwd: string) => unknown;
}

const all =
  (...names: readonly string[]): Beside['seen'] =>
  (requests) =>
    requests.map((request) => names.map((name) => headerOf(request, name) ?? null));

const target: Beside['seen'] = ([request]) => request?.target;
/** Older versions of curl write the escapes of `-G` in lower case. */
const encoded: Beside['seen'] = ([request]) =>
  request?.target.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Header lines of the parts and their contents. */
const parts: Beside['seen'] = ([request]) => {
  const boundary =
    /boundary="?([^";]*)/.exec((request && headerOf(request, 'content-type')) ?? '')?.[1] ?? '-';
  return `${request?.body}`.split(`--${boundary}`).map((part) =>
    part
      .trim()
      .split('\r\n')
      .filter((line) => !/^content-length:/i.test(line))
      .sort(),
  );
};

const framing: Beside['seen'] = ([request]) => [
  request && headerOf(request, 'transfer-encoding'),
  request && Number(headerOf(request, 'content-length')) === request.body.length,
];

const missing = () => ({ status: 404, body: 'missing' });
const moved = (_: RecordedRequest, index: number) =>
  index < 2 ? { status: 302, headers: [['Location', '/next'] as const] } : {};

const TEXT = 'what a server has';
/** Answers with the part of a text that a request asks for. */
const ranged = (request: RecordedRequest): ScriptedResponse => {
  const start = /^bytes=(\d+)-$/.exec(headerOf(request, 'range') ?? '')?.[1];
  if (start === undefined) return { body: TEXT };
  const isThere = Number(start) < TEXT.length;
  const range = `bytes ${isThere ? `${start}-${TEXT.length - 1}` : '*'}/${TEXT.length}`;
  return {
    status: isThere ? 206 : 416,
    headers: [['Content-Range', range]],
    body: isThere ? TEXT.slice(Number(start)) : 'out of range',
  };
};
const hosts: Beside['seen'] = (requests) =>
  requests.map((request) => [request.target, headerOf(request, 'host')?.replace(/:\d+$/, '')]);
const read = (cwd: string, name: string) =>
  existsSync(join(cwd, name)) && readFileSync(join(cwd, name), 'utf8');

const baked = (_: RecordedRequest, index: number) =>
  index < 2
    ? {
        status: 302,
        headers: [
          ['Location', '/next'],
          ['Set-Cookie', `step=${index}; Path=/`],
        ] as const,
      }
    : {};
/** Host, path, name and value of the cookies in a file. */
const cookiesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').filter((_, column) => [0, 2, 4, 5, 6].includes(column)))
    .sort();

/** The cookies but for those that have expired, in any order. */
const unexpired: Beside['seen'] = ([request]) =>
  ((request && headerOf(request, 'cookie')) ?? '')
    .split('; ')
    .filter((cookie) => cookie !== '' && !cookie.startsWith('old='))
    .sort();

const HOSTS = `# Netscape HTTP Cookie File

api.shop.example\tFALSE\t/\tFALSE\t0\tsid\tabc
#HttpOnly_.shop.example\tTRUE\t/\tFALSE\t0\ttoken\tt=1
.shop.example\tTRUE\t/\tFALSE\t1\told\tgone
api.shop.example\tFALSE\t/\tFALSE\t0\tempty\t
.hop.example\tTRUE\t/\tFALSE\t0\tsuffix\tx
other.example\tFALSE\t/\tFALSE\t0\tother\tx
`;

const CASES: Readonly<Record<string, Beside>> = {
  'proxy-credentials': {
    command: 'curl -x ORIGIN --proxy-user "ada:$PROXY_PASSWORD" http://target.example/x',
    seen: all('proxy-authorization'),
  },
  'json-length': {
    command: `curl ORIGIN/x -H 'Content-Type: application/json' -d '{"a":1,"b":"x"}'`,
    seen: framing,
  },
  'empty-json': {
    command: "curl -X POST ORIGIN/x -H 'Content-Type: application/json' -H 'A: b'",
    seen: ([request]) => [`${request?.body}`, request && headerOf(request, 'content-type')],
  },
  'form-length': { command: 'curl ORIGIN/x -d a=1 -d b=c', seen: framing },
  'upload-two': {
    command: "curl ORIGIN/x -F 'file=@report.pdf' -F 'more=@notes.txt;type=text/plain'",
    seen: parts,
  },
  'upload-length': { command: 'curl ORIGIN/x -F a=1 -F file=@report.pdf', seen: framing },
  'retry-missing': {
    command: 'curl -f --retry 2 --retry-delay 1 --retry-all-errors ORIGIN/x',
    respond: missing,
    seen: (requests, { status }) => [requests.length, status !== 0],
  },
  'retry-missing-without-f': {
    command: 'curl --retry 2 --retry-delay 1 --retry-all-errors ORIGIN/x',
    respond: missing,
    seen: (requests, { status }) => [requests.length, status],
  },
  'retry-refused': {
    command: 'curl --retry 4 --retry-delay 1 --retry-connrefused ORIGIN/x',
    respond: (_, index) => (index === 0 ? { status: 503, refusesFor: 1500 } : {}),
    seen: (requests, { status }) => [requests.length, status],
  },
  resolve: { command: 'curl --resolve api.test:PORT:127.0.0.1 http://api.test:PORT/x', seen: hosts },
  'redirects-resolve': {
    command: 'curl -L --resolve api.test:PORT:127.0.0.1 http://api.test:PORT/x',
    respond: moved,
    seen: hosts,
  },
  resume: {
    command: 'curl -C - -o part.txt ORIGIN/x',
    respond: ranged,
    seen: (requests, _outcome, cwd) => [all('range')(requests, _outcome, cwd), read(cwd, 'part.txt')],
  },
  'resume-with-retry': {
    command: 'curl -C - --retry 2 --retry-delay 1 -o new-2.txt ORIGIN/x',
    respond: (request, index) => (index === 0 ? { status: 503, body: 'not yet' } : ranged(request)),
    seen: (requests, { status }, cwd) => [requests.length, status, read(cwd, 'new-2.txt')],
  },
  'resume-nothing': {
    command: 'curl -C - -o new.txt ORIGIN/x',
    respond: ranged,
    seen: (_requests, { status }, cwd) => [status, read(cwd, 'new.txt')],
  },
  'resume-all': {
    command: 'curl -C - -o all.txt ORIGIN/x',
    respond: ranged,
    seen: (_requests, _outcome, cwd) => read(cwd, 'all.txt'),
  },
  'parts-file': {
    command: "curl ORIGIN/x -F 'a b=1' -F 'file=@report.pdf;type=application/pdf'",
    seen: parts,
  },
  'parts-typed': { command: `curl ORIGIN/x -F 'meta={"a":1};type=application/json' -F x=y`, seen: parts },
  'parts-content': {
    command: "curl ORIGIN/x -F 'note=<notes.txt' -F 'meta=<payload.json;type=application/json'",
    seen: ([request]) => `${request?.body}`.match(/^content-(?:disposition|type):.*$/gim)?.sort(), // in any order
  },
  'redirects-referer': { command: 'curl -L ORIGIN/x', respond: moved, seen: all('referer') },
  'redirects-own-referer': {
    command: 'curl -L -e https://ref.example/ ORIGIN/x',
    respond: moved,
    seen: all('referer'),
  },
  'redirects-cookies': { command: 'curl -L ORIGIN/x', respond: baked, seen: all('cookie') },
  'redirects-cookies-kept': { command: "curl -L -b '' ORIGIN/x", respond: baked, seen: all('cookie') },
  'redirects-cookies-jar': {
    command: 'curl -L -c jar.txt ORIGIN/x',
    respond: baked,
    seen: (requests, _outcome, cwd) => [
      requests.map((request) => headerOf(request, 'cookie') ?? null),
      existsSync(join(cwd, 'jar.txt')) && cookiesIn(join(cwd, 'jar.txt')),
    ],
  },
  'redirects-cookies-session': {
    command: 'curl -L -b session.txt -c session.txt ORIGIN/x',
    respond: baked,
    seen: all('cookie'),
  },
  'cookies-file': { command: 'curl -b cookies.txt ORIGIN/x', seen: all('cookie') },
  'redirects-cookies-file': {
    command: 'curl -L -b cookies.txt -c cookies-2.txt ORIGIN/x',
    respond: baked,
    seen: (requests, _outcome, cwd) => [
      requests.map((request) => headerOf(request, 'cookie')?.split('; ').sort() ?? null),
      existsSync(join(cwd, 'cookies-2.txt')) && cookiesIn(join(cwd, 'cookies-2.txt')),
    ],
  },
  'cookies-file-of-hosts': {
    command: 'curl -x ORIGIN -b hosts.txt http://api.shop.example/x',
    seen: unexpired,
  },
  'cookies-file-and-own': {
    command: "curl -x ORIGIN -b hosts.txt -b 'a=1; b=2' http://api.shop.example/x",
    seen: unexpired,
  },
  'cookies-no-file': { command: 'curl -b none.txt ORIGIN/x', seen: all('cookie') },
  'query-odata': { command: "curl 'ORIGIN/x?$filter=a%20eq%20b&$top=5'", seen: target },
  'query-escapes': { command: "curl 'ORIGIN/x?a=%24b&c=d+e&f=*&g=a:b'", seen: target },
  'query-get': { command: "curl -G ORIGIN/x --data-urlencode 'q=hello world & more' -d z=1", seen: target },
  'query-metrics': {
    command: `curl -G ORIGIN/x --data-urlencode 'query=sum(rate(hits{job=~"a.*",code!="500"}[5m])) by (code) > 0' -d step=15 --data-urlencode 'at=2026-01-02T03:04:05+01:00'`,
    seen: encoded,
  },
  'query-url': {
    command: "curl -G ORIGIN/x -d b=1 --data-urlencode 'a=https://h/?x=é&y=*~(1)'",
    seen: encoded,
  },
  'query-text-variable': { command: 'curl "ORIGIN/x?to=a%2Fb%26$id%3D&from=%7Bb%7D"', seen: encoded },
  'query-variable': { command: 'curl "ORIGIN/x?id=$id&a=b%20c"', seen: target },
  'query-presigned': {
    command: "curl 'ORIGIN/x?X-Amz-Date=20260101T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=ab'",
    seen: target,
  },
  'get-with-body': {
    command: `curl -X GET ORIGIN/x -H 'Content-Type: application/json' -d '{"a":1}'`,
    seen: ([request]) => (request && headerOf(request, 'content-type')) ?? null,
  },
  'file-lines': { command: 'curl ORIGIN/x -d @notes.txt', seen: ([request]) => `${request?.body}` },
  'file-json': {
    command: "curl ORIGIN/x -H 'Content-Type: application/json' -d @payload.json",
    seen: ([request]) => `${request?.body}`,
  },
  'status-alone': {
    command: "curl -s -o /dev/null -w '%{http_code}' ORIGIN/x",
    respond: () => ({ body: 'the body' }),
    seen: (_requests, { status, output }) => [status, /200/.test(output), /the body/.test(output)],
  },
  range: { command: 'curl -r 0-3 ORIGIN/x', seen: all('range') },
  'range-open': { command: 'curl -r 5- ORIGIN/x', seen: all('range') },
  'range-odd': { command: "curl -H 'Range: bytes=9-5' ORIGIN/x", seen: all('range') },
  numbers: {
    command: `curl ORIGIN/x -H 'Content-Type: application/json' -d '{"a":12.50,"b":1e3,"c":12345678901234567890}'`,
    seen: ([request]) => /12345678901234567890/.test(`${request?.body}`) && JSON.parse(`${request?.body}`),
  },
  'output-unreached': {
    command: 'curl -o kept.txt http://127.0.0.1:9/x',
    seen: (_requests, { status }, cwd) => [readFileSync(join(cwd, 'kept.txt'), 'utf8'), status !== 0],
  },
  socket: {
    command: 'curl --unix-socket none.sock ORIGIN/x',
    seen: (requests, { status }) => [requests.length, status !== 0],
  },
};

/** What a library does otherwise, and no warning says. */
const KNOWN = new Set(['Guzzle redirects-own-referer']);

/** What the minimal style leaves to the library: redirects, retries and errors. */
const NOT_MINIMAL = /^(?:resume-with|retry|redirects|output|socket)/;

/** They warn of what the comparison leaves out: the status after a complete file, cookies that have expired. */
const isExact = (name: string, warnings: readonly RequestWarning[]) =>
  /^(?:resume|cookies-file)/.test(name) && !warnings.some(({ message }) => message.includes('program stops'));

interface Ran {
  seen: unknown;
  outcome: Outcome;
  code: string;
  warnings: readonly RequestWarning[];
}

/** Runs all cases in a language; the commands themselves as bash has them without one. */
async function runAll(
  language: Language,
  library?: string,
  style: 'complete' | 'minimal' = 'complete',
): Promise<Map<string, Ran>> {
  const runner = RUNNERS[language];
  if (runner === undefined) throw new Error(`there is no runner for ${language}`);
  const { root, cwd, remove } = await workspace();
  await writeFile(join(cwd, 'kept.txt'), 'as it was');
  await writeFile(join(cwd, 'part.txt'), TEXT.slice(0, 4));
  await writeFile(join(cwd, 'all.txt'), TEXT);
  await writeFile(
    join(cwd, 'cookies.txt'),
    '# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tabc\n',
  );
  await writeFile(join(cwd, 'hosts.txt'), HOSTS);
  const recorders: Awaited<ReturnType<typeof startRecorder>>[] = [];
  try {
    const programs: (Prepared & { warnings: readonly RequestWarning[] })[] = [];
    for (const [name, { command, respond = () => ({}) }] of Object.entries(CASES)) {
      const recorder = await startRecorder(respond);
      recorders.push(recorder);
      const folder = join(root, 'programs', name);
      await mkdir(folder, { recursive: true });
      const own = command.replace('ORIGIN', recorder.origin).replaceAll('PORT', String(recorder.port));
      const { request, extras } = readCommand(own);
      const { code, warnings } =
        library === undefined
          ? { code: own, warnings: [] }
          : generateCode(request, language, { library, extras, style });
      programs.push({ name, code, warnings, folder });
    }
    const outcomes = await runner.run(programs, cwd);
    return new Map(
      programs.map(({ name, code, warnings }, index) => {
        const outcome = outcomes[index] ?? { status: -1, output: 'not run' };
        const seen = CASES[name]?.seen(recorders[index]?.requests ?? [], outcome, cwd);
        return [name, { seen, outcome, code, warnings }];
      }),
    );
  } finally {
    await Promise.all(recorders.map((recorder) => recorder.close()));
    await remove();
  }
}

const skipCurl = RUNNERS.curl?.missing() ?? false;
t.test('beside curl', { skip: skipCurl }, async (t) => {
  t.equal(ENVIRONMENT['PROXY_PASSWORD'], 'p@ss/w#rd');
  const wanted = await runAll('curl');
  for (const language of LANGUAGES)
    for (const { name: library } of EMITTERS[language].libraries) {
      if (WINDOWS.has(library)) continue;
      const only = process.env['ONLY']?.split(',');
      if (only?.includes(library) === false && !only.includes(language)) continue;
      const skip = RUNNERS[language]?.missing() ?? false;
      await t.test(`${language} with ${library}`, { skip }, async (t) => {
        const minimal = await runAll(language, library, 'minimal');
        for (const [name, { seen, outcome, code, warnings }] of minimal) {
          if (NOT_MINIMAL.test(name) || KNOWN.has(`${library} ${name}`)) continue;
          const expected = wanted.get(name)?.seen;
          const isWell = outcome.status === 0 || name === 'resume-all';
          // A file of JSON keeps its line ends, and means the same.
          const meaning = (value: unknown) =>
            JSON.stringify(name === 'file-json' ? JSON.parse(String(value)) : value);
          const isSame = meaning(seen) === meaning(expected) && isWell;
          const differs = !isExact(name, warnings) && warnings.some(({ code }) => code !== 'minimal_style');
          if (!isSame && !differs) t.strictSame([seen, outcome], [expected, 0], `minimal ${name}\n${code}`);
          else t.pass(`minimal ${name}`);
        }
        const given = await runAll(language, library);
        for (const [name, { seen, outcome, code, warnings }] of given) {
          const expected = wanted.get(name)?.seen;
          const isSame = JSON.stringify(seen) === JSON.stringify(expected);
          if (KNOWN.has(`${library} ${name}`)) continue;
          if (!isSame && !isExact(name, warnings) && warnings.length > 0)
            t.pass(`${name}: warns that it differs`);
          else if (!t.strictSame(seen, expected, name)) t.comment(`${code}\n${outcome.output}`);
          if (!isSame) t.comment(`${name}: ${warnings.map(({ message }) => message).join(' ')}`);
        }
      });
    }
});

t.test('a program that cannot be given an address stops with a sentence', async (t) => {
  for (const [address, isOwn] of [
    ['h.example:443:203.0.113.7', true],
    ['h.example:443:203.0.113.7 --resolve other.example:443:203.0.113.8', false],
  ] as const) {
    const request = parseCurl(`curl --resolve ${address} https://h.example/x`);
    for (const language of LANGUAGES)
      for (const { name } of EMITTERS[language].libraries) {
        const { code, warnings } = generateCode(request, language, { library: name });
        const isStopped = warnings.some(({ option }) => option === '--resolve');
        if (isStopped) t.match(code, /can(?:not)? be given .*address/, `${name} says what it cannot`);
        else t.match(code, '203.0.113.7', `${name} uses the address`);
        if (isStopped) t.notMatch(code, 'h.example', `${name} calls no other server`);
        if (isOwn && !/requests|httpx|java/.test(name)) t.notOk(isStopped, `${name} uses the own one`);
      }
  }
});

t.test('a program that cannot use the socket stops with a sentence', async (t) => {
  const request = parseCurl('curl --unix-socket /run/docker.sock http://localhost/containers/json');
  for (const language of LANGUAGES)
    for (const { name } of EMITTERS[language].libraries) {
      const { code, warnings } = generateCode(request, language, { library: name });
      const [warning] = warnings.filter(({ option }) => option === '--unix-socket');
      if (warning === undefined) t.match(code, 'docker.sock', `${name} uses the socket`);
      else t.match(code, 'cannot connect to a Unix domain socket', `${name} says that it cannot`);
      if (warning !== undefined) t.notMatch(code, 'localhost', `${name} calls no other server`);
    }
});

t.test('a command for curl keeps what says nothing about the request', async (t) => {
  const command = `curl -sS -L https://h.example/x -x http://p.example:3128 --proxy-user 'ada:p@ss/w#rd' -w '%{http_code}\\n' --resolve h.example:443:127.0.0.1 --limit-rate 1M -C - -c - -o big.iso`;
  const { request, extras } = readCommand(command);
  const { code } = generateCode(request, 'curl', { extras });
  for (const option of [
    '-sSL',
    "-w '%{http_code}\\n'",
    "--resolve 'h.example:443:127.0.0.1'",
    "--limit-rate '1M'",
    "-C '-'",
    "-b ''",
    "-c '-'",
    "--proxy-user 'ada:p@ss/w#rd'",
  ])
    t.ok(code.includes(option), option) || t.comment(code);
  const again = readCommand(code);
  t.strictSame(
    [again.request.options, new Set(again.extras.map(({ name }) => name))],
    [request.options, new Set(extras.map(({ name }) => name))],
  );
  t.match(generateCode(readCommand('curl -r 0-99 https://h.example/x').request, 'curl').code, "-r '0-99'");
});

t.test('without -m no program has a time limit of its own', async (t) => {
  const request = parseCurl('curl https://h.example/x');
  t.match(generateCode(request, 'ruby').code, 'read_timeout: nil');
  t.match(generateCode(request, 'csharp').code, 'Timeout.InfiniteTimeSpan');
});
