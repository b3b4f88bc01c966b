/**
 * How many programs a second each language's generator writes, against the public generators in the same run:
 * `npx tsx bench/codegen.ts`. The peers have a package of their own: `npm ci --prefix bench/peers`.
 * curlconverter has no generator of its own to call, so its figure includes parsing; it is shown for what it is.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { generateCode, LANGUAGES, type Language } from '../src/codegen/index.ts';
import type { HttpRequest } from '../src/schemas/http-request.ts';

/** How long each pair of generator and language is measured, in milliseconds. */
const WINDOW = 250;
/** The best of several windows counts: what disturbs a run only ever makes it slower. */
const WINDOWS = 3;

const REQUESTS: readonly HttpRequest[] = [
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

/** A generator of somebody else's, ready to be called for the request of an index. */
type Call = (index: number) => unknown;

interface Peer {
  name: string;
  /** The call that writes programs in a language; undefined when it knows none. */
  prepare(language: Language): Call | undefined;
}

const require = createRequire(new URL('peers/package.json', import.meta.url));

/** A module of the peers' package; undefined with a line on stdout when it is not installed. */
async function load(name: string): Promise<Record<string, unknown> | undefined> {
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>;
  } catch {
    console.log(`${name} is not measured: npm ci --prefix bench/peers`);
    return undefined;
  }
}

/** A request in the HTTP Archive format, which three of the peers take. */
function har(request: HttpRequest): Record<string, unknown> {
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => ({ name, value }));
  const url = new URL(request.url);
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    headers,
    queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    ...(typeof request.body === 'string'
      ? { postData: { mimeType: request.headers?.['Content-Type'], text: request.body } }
      : {}),
  };
}

type Names = Partial<Record<Language, readonly [target: string, client: string]>>;

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
  const module = await load(name);
  if (module === undefined) return undefined;
  // The package has no types here; this is its documented interface.
  const HTTPSnippet = module['HTTPSnippet'] as new (
    request: unknown,
  ) => { convert(target: string, client: string): unknown };
  const requests = REQUESTS.map(har);
  return {
    name,
    prepare(language) {
      const names = SNIPPET[language];
      return (
        names && ((index) => new HTTPSnippet(structuredClone(requests[index])).convert(names[0], names[1]))
      );
    },
  };
}

const SNIPPETZ: Names = {
  python: ['python', 'requests'],
  javascript: ['js', 'fetch'],
  curl: ['shell', 'curl'],
  go: ['go', 'native'],
  ruby: ['ruby', 'native'],
  php: ['php', 'curl'],
  java: ['java', 'nethttp'],
  csharp: ['csharp', 'httpclient'],
  rust: ['rust', 'reqwest'],
};

async function snippetzPeer(): Promise<Peer | undefined> {
  const module = await load('@scalar/snippetz');
  if (module === undefined) return undefined;
  const snippetz = module['snippetz'] as () => {
    print(target: string, client: string, request: unknown): unknown;
  };
  const requests = REQUESTS.map(har);
  return {
    name: '@scalar/snippetz',
    prepare(language) {
      const names = SNIPPETZ[language];
      const printer = snippetz();
      return names && ((index) => printer.print(names[0], names[1], requests[index]));
    },
  };
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
  const module = await load('postman-code-generators');
  const collection = await load('postman-collection');
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
  return {
    name: 'postman-code-generators',
    prepare(language) {
      const names = POSTMAN[language];
      return (
        names &&
        ((index) =>
          convert(names[0], names[1], requests[index], {}, (error) => {
            if (error !== null) throw error;
          }))
      );
    },
  };
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
  const module = await load('curlconverter');
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

/** Programs a second. */
function rate(call: Call): number {
  const round = () => {
    for (let index = 0; index < REQUESTS.length; index += 1) call(index);
  };
  for (let count = 0; count < 200; count += 1) round();
  let best = 0;
  for (let window = 0; window < WINDOWS; window += 1) {
    const start = performance.now();
    let rounds = 0;
    while (performance.now() - start < WINDOW) {
      round();
      rounds += 1;
    }
    best = Math.max(best, (rounds * REQUESTS.length * 1000) / (performance.now() - start));
  }
  return best;
}

/** Prints programs a second for each language, ours and everybody's, and how we compare with the fastest. */
export async function benchCodegen(): Promise<void> {
  const found = await Promise.all([
    curlconverterPeer(),
    snippetPeer('httpsnippet'),
    snippetPeer('@readme/httpsnippet'),
    snippetzPeer(),
    postmanPeer(),
  ]);
  const peers = found.filter((peer) => peer !== undefined);
  for (const language of LANGUAGES) {
    const own = rate((index) => {
      const request = REQUESTS[index];
      return request && generateCode(request, language);
    });
    const figures: string[] = [];
    let fastest = 0;
    for (const peer of peers) {
      const figure = rateOf(peer, language);
      if (figure === undefined) continue;
      fastest = Math.max(fastest, figure);
      figures.push(`${peer.name} ${Math.round(figure).toLocaleString('en')}`);
    }
    const ratio = fastest === 0 ? '' : ` (${(own / fastest).toFixed(1)} × the fastest of these)`;
    console.log(
      `${language}: ${Math.round(own).toLocaleString('en')} a second${ratio}; ${figures.join(', ')}`,
    );
  }
}

/** A peer that fails for one of the requests has no figure. */
function rateOf(peer: Peer, language: Language): number | undefined {
  const call = peer.prepare(language);
  if (call === undefined) return undefined;
  try {
    return rate(call);
  } catch {
    return undefined;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await benchCodegen();
