/**
 * How many programs a second of CPU time each language's generator writes, against the public generators in the same run:
 * `npx tsx bench/codegen.ts [language…]`. Ours runs compiled, as the peers do. The peers have a package of their own: `npm ci --prefix bench/peers`.
 * Everybody gets the same requests, each in its own input format, converted before the clock starts; ours includes
 * validating the request. What is written is read, so that nobody leaves the putting together to the reader.
 * curlconverter has no generator of its own to call, so its figure includes parsing; it is shown for what it is.
 * All run in one process, as a service has them, and all languages are written before the first is measured: code that
 * several share (ours the plan) is compiled for all of them then. So a figure does not depend on the order of the
 * languages, nor on which of them are asked for; a process a language would be kinder to whoever shares more.
 * Not all of them do all of the work: how many of the programs are complete is said beside each figure.
 */
import { pathToFileURL } from 'node:url';
import type { Language } from '../src/codegen/index.ts';
import type { RequestShape } from '../src/schemas/request-shape.ts';
import { built } from './built.ts';
import { isComplete } from './complete.ts';
import { peer } from './peers.ts';

const { generateCode, LANGUAGES } = await built<typeof import('../src/codegen/index.ts')>('codegen/index.ts');

/** How often each of them writes all the requests in each language before anything is measured: it is compiled by then. */
const WARM_UP = 500;
/** How long each window of a generator and language takes, in milliseconds. */
const WINDOW = 20;
/**
 * The best of many short windows counts, taken in turns: what disturbs a run only ever makes it slower, and should
 * not hit one of the generators alone.
 */
const WINDOWS = 40;

const REQUESTS: readonly RequestShape[] = [
  {
    method: 'GET',
    url: 'https://api.example.com/users?page=1&limit=20',
    headers: { Accept: 'application/json' },
  },
  {
    method: 'POST',
    url: 'https://api.example.com/users',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer abc.def.ghi' },
    body: '{"name":"Ada","email":"ada@example.com","tags":["a","b"],"address":{"city":"London","zip":"N1"}}',
  },
  {
    method: 'POST',
    url: 'https://api.example.com/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&scope=read',
  },
  {
    method: 'PUT',
    url: 'https://api.example.com/things/42',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': '7f9c', 'If-Match': '"abc"' },
    body: '{\n  "title": "It\'s a \\"thing\\"",\n  "count": 3\n}',
  },
  {
    method: 'GET',
    url: 'https://www.example.com/search?q=green+tea&lang=en',
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
      Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'Accept-Language': 'en-US,en;q=0.5',
      'Cache-Control': 'no-cache',
      Cookie: 'session=0123456789abcdef; theme=dark',
    },
  },
  {
    method: 'DELETE',
    url: 'https://api.example.com/things/42',
    headers: { Authorization: 'Basic YWRhOmxvdmVsYWNl' },
  },
];

/** A generator, ready to be called for the request of an index; what it gives is the code. */
type Call = (index: number) => string;

interface Peer {
  name: string;
  /** The call that writes programs in a language; undefined when it knows none. */
  prepare(language: Language): Call | undefined;
}

/** A request in the HTTP Archive format, which three of the peers take. */
function har(request: RequestShape): Record<string, unknown> {
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => ({ name, value }));
  const type = request.headers?.['Content-Type'];
  const { body } = request;
  const post = typeof body === 'string' ? { postData: { mimeType: type, text: body } } : {};
  // A form's text is not looked at where its pairs are missing.
  if (post.postData !== undefined && type === 'application/x-www-form-urlencoded')
    Object.assign(post.postData, { params: pairs(new URLSearchParams(body as string)) });
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    headers,
    queryString: pairs(new URL(request.url).searchParams),
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    ...post,
  };
}

function pairs(parameters: URLSearchParams): { name: string; value: string }[] {
  return [...parameters].map(([name, value]) => ({ name, value }));
}

/** What a package calls a language, and the library in it. */
type Names = Partial<Record<Language, readonly [target: string, client: string]>>;

/** A peer that takes a target and a client. */
function peerOf(
  name: string,
  names: Names,
  write: (target: string, client: string, index: number) => string,
): Peer {
  return {
    name,
    prepare(language) {
      const [target, client] = names[language] ?? [];
      if (target === undefined || client === undefined) return undefined;
      return (index) => write(target, client, index);
    },
  };
}

const SNIPPET: Names = {
  python: ['python', 'requests'],
  javascript: ['javascript', 'fetch'],
  curl: ['shell', 'curl'],
  go: ['go', 'native'],
  ruby: ['ruby', 'native'],
  php: ['php', 'curl'],
  java: ['java', 'nethttp'],
  csharp: ['csharp', 'httpclient'],
  rust: ['rust', 'reqwest'],
};

/** httpsnippet and its fork: a class made of the request, whose `convert` writes the program. */
async function snippetPeer(name: string): Promise<Peer | undefined> {
  const module = await peer(name);
  if (module === undefined) return undefined;
  // The package has no types here; this is its documented interface.
  const HTTPSnippet = module['HTTPSnippet'] as new (
    request: unknown,
  ) => { convert(target: string, client: string): string | string[] };
  const requests = REQUESTS.map(har);
  // They change the request that they are given.
  return peerOf(name, SNIPPET, (target, client, index) =>
    String(new HTTPSnippet(structuredClone(requests[index])).convert(target, client)),
  );
}

const SNIPPETZ: Names = { ...SNIPPET, javascript: ['js', 'fetch'] };

async function snippetzPeer(): Promise<Peer | undefined> {
  const name = '@scalar/snippetz';
  const module = await peer(name);
  if (module === undefined) return undefined;
  const snippetz = module['snippetz'] as () => {
    print(target: string, client: string, request: unknown): string;
  };
  const printer = snippetz();
  // Some of its targets add the query to the URL, others do not: where it stands in the URL, all of them send it.
  const requests = REQUESTS.map((request) => ({ ...har(request), queryString: [] }));
  return peerOf(name, SNIPPETZ, (target, client, index) => printer.print(target, client, requests[index]));
}

const POSTMAN: Names = {
  python: ['python', 'requests'],
  javascript: ['javascript', 'fetch'],
  curl: ['curl', 'curl'],
  go: ['go', 'native'],
  ruby: ['ruby', 'Net::HTTP'],
  php: ['php', 'cURL'],
  java: ['java', 'OkHttp'],
  csharp: ['csharp', 'HttpClient'],
  rust: ['rust', 'reqwest'],
};

async function postmanPeer(): Promise<Peer | undefined> {
  const name = 'postman-code-generators';
  const module = await peer(name);
  const collection = await peer('postman-collection');
  if (module === undefined || collection === undefined) return undefined;
  const { convert } = module['default'] as {
    convert(
      language: string,
      variant: string,
      request: unknown,
      options: object,
      done: (error: unknown, code: string) => void,
    ): void;
  };
  const { Request } = collection['default'] as { Request: new (definition: unknown) => unknown };
  const requests = REQUESTS.map(
    (request) =>
      new Request({
        method: request.method,
        url: request.url,
        header: Object.entries(request.headers ?? {}).map(([key, value]) => ({ key, value })),
        ...(typeof request.body === 'string' ? { body: { mode: 'raw', raw: request.body } } : {}),
      }),
  );
  return peerOf(name, POSTMAN, (target, client, index) => {
    let written = '';
    convert(target, client, requests[index], {}, (error, code) => {
      if (error !== null) throw error;
      written = code;
    });
    return written;
  });
}

const CURLCONVERTER: Partial<Record<Language, string>> = {
  python: 'toPython',
  javascript: 'toJavaScript',
  go: 'toGo',
  ruby: 'toRuby',
  php: 'toPhp',
  java: 'toJava',
  csharp: 'toCSharp',
  rust: 'toRust',
};

async function curlconverterPeer(): Promise<Peer | undefined> {
  const module = await peer('curlconverter');
  if (module === undefined) return undefined;
  const commands = REQUESTS.map((request) => generateCode(request, 'curl').code);
  return {
    name: 'curlconverter (parses too)',
    prepare(language) {
      const name = CURLCONVERTER[language];
      if (name === undefined) return undefined;
      const convert = module[name] as (command: string | undefined) => string;
      return (index) => convert(commands[index]);
    },
  };
}

/** A generator of one language in the race. */
class Runner {
  readonly name: string;
  readonly #call: Call;
  /** Programs a second of CPU time (what else runs on the machine hardly counts), the best window so far. */
  best = 0;
  /** Why it has no figure: it fails for one of the requests. */
  failure: string | undefined;
  /** For how many of the requests the program is complete. */
  complete = 0;

  constructor(name: string, language: Language, call: Call) {
    this.name = name;
    this.#call = call;
    try {
      for (const [index, request] of REQUESTS.entries())
        if (isComplete(language, call(index), request)) this.complete += 1;
      for (let count = 0; count < WARM_UP; count += 1) this.#round();
    } catch (error) {
      this.failure = String(error).split('\n', 1)[0] ?? '';
    }
  }

  run(): void {
    const start = performance.now();
    const before = process.cpuUsage();
    let rounds = 0;
    for (; performance.now() - start < WINDOW; rounds += 1) this.#round();
    const { user, system } = process.cpuUsage(before);
    this.best = Math.max(this.best, (rounds * REQUESTS.length * 1e6) / (user + system));
  }

  toString(): string {
    if (this.failure !== undefined) return `${this.name} fails (${this.failure})`;
    const figure = Math.round(this.best).toLocaleString('en');
    return `${this.name} ${figure} (${this.complete} of ${REQUESTS.length} complete)`;
  }

  #round(): void {
    for (let index = 0; index < REQUESTS.length; index += 1) {
      const code = this.#call(index);
      // Reading one character puts a concatenated text together.
      if (Number.isNaN(code.charCodeAt(code.length >> 1))) throw new Error('an empty program');
    }
  }
}

function ownCall(language: Language): Call {
  return (index) => {
    const request = REQUESTS[index];
    return request === undefined ? '' : generateCode(request, language).code;
  };
}

/**
 * Prints programs a second for each language, ours and everybody's, and how we compare with the fastest of all
 * and with the fastest of those that write complete programs for all the requests.
 */
export async function benchCodegen(languages: readonly string[] = LANGUAGES): Promise<void> {
  const found = await Promise.all([
    curlconverterPeer(),
    snippetPeer('httpsnippet'),
    snippetPeer('@readme/httpsnippet'),
    snippetzPeer(),
    postmanPeer(),
  ]);
  const peers = found.filter((one) => one !== undefined);
  console.log(
    `programs a second of CPU time for ${REQUESTS.length} requests; complete: starts as it stands and holds all of the request`,
  );
  const races = LANGUAGES.map((language) => {
    const own = new Runner('ours', language, ownCall(language));
    const others = peers.flatMap(({ name, prepare }) => {
      const call = prepare(language);
      return call === undefined ? [] : [new Runner(name, language, call)];
    });
    return { language, own, others };
  });
  for (const { language, own, others } of races) {
    if (!languages.includes(language)) continue;
    const running = others.filter((runner) => runner.failure === undefined);
    for (let window = 0; window < WINDOWS; window += 1) for (const runner of [own, ...running]) runner.run();
    const whole = running.filter((runner) => runner.complete === REQUESTS.length);
    const ratios = [ratio(own, running, 'the fastest'), ratio(own, whole, 'the fastest complete one')];
    console.log(`${language}: ${own}${ratios.join('')}; ${others.join(', ')}`);
  }
}

/** How one compares with the fastest of some others; nothing when there are none. */
function ratio(own: Runner, others: readonly Runner[], title: string): string {
  const fastest = Math.max(...others.map((other) => other.best));
  return others.length === 0 ? '' : `, ${(own.best / fastest).toFixed(2)} × ${title}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await benchCodegen(process.argv.length > 2 ? process.argv.slice(2) : LANGUAGES);
