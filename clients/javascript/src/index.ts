/** Client for Playgrounds: key, retries, errors and pages around calls that are typed by the service's own document. */
import createClient, { type Client } from 'openapi-fetch';
import { ConnectionFailedError, errorOf, type PlaygroundsError } from './errors.ts';
import type { components, operations, paths } from './schema.ts';

export * from './errors.ts';
export type { components, operations, paths };

type Schemas = components['schemas'];
export type Playground = Schemas['Playground'];
export type CreatePlaygroundRequest = Schemas['CreatePlaygroundRequest'];
export type UpdatePlaygroundRequest = Schemas['UpdatePlaygroundRequest'];
export type RequestShape = Schemas['RequestShape'];
export type TestRun = Schemas['TestRun'];
export type TestRunSummary = Schemas['TestRunSummary'];
export type GeneratedCode = Schemas['GeneratedCode'];
export type Language = Schemas['Language'];
export type ApiKey = Schemas['ApiKey'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type CreateApiKeyRequest = Schemas['CreateApiKeyRequest'];
export type Usage = Schemas['Usage'];
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

export const VERSION = '0.1.0';
const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';
const RETRIED: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
const LONGEST_WAIT_S = 60;
const PAGE_SIZE = 100;

export interface PlaygroundsOptions {
  /** Default: the environment variable PLAYGROUNDS_API_KEY. */
  apiKey?: string;
  /** Default: PLAYGROUNDS_BASE_URL, or a server on this machine. */
  baseUrl?: string;
  /** Milliseconds that one attempt may take; default: a minute. */
  timeoutMs?: number;
  /** Further attempts when the service cannot be reached or says to try again; default: 2. */
  maxRetries?: number;
}

interface IdempotencyOptions {
  /** Default: a new one for each call; the same for all its attempts. */
  idempotencyKey?: string;
}
interface MatchOptions {
  /** Entity tag of {@link PlaygroundsResource.getWithEtag}: only when nobody changed it since. */
  ifMatch?: string;
}

declare const process: { env: Record<string, string | undefined> } | undefined;
const environment = typeof process === 'undefined' ? {} : process.env;

/** A client for one account. */
export class Playgrounds {
  readonly playgrounds: PlaygroundsResource;
  readonly tests: TestsResource;
  readonly curl: CurlResource;
  readonly code: CodeResource;
  readonly keys: KeysResource;
  readonly usage: UsageResource;

  constructor(options: PlaygroundsOptions = {}) {
    const { apiKey = environment['PLAYGROUNDS_API_KEY'], timeoutMs = 60_000, maxRetries = 2 } = options;
    if (!apiKey) throw new TypeError('Pass apiKey, or set PLAYGROUNDS_API_KEY.');
    const baseUrl = options.baseUrl ?? environment['PLAYGROUNDS_BASE_URL'] ?? DEFAULT_BASE_URL;
    const api = createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      // Browsers keep their own User-Agent.
      headers: { authorization: `Bearer ${apiKey}`, 'user-agent': `playgrounds-js/${VERSION}` },
      fetch: (request) => send(request, timeoutMs, maxRetries),
    });
    this.playgrounds = new PlaygroundsResource(api);
    this.tests = new TestsResource(api);
    this.curl = new CurlResource(api);
    this.code = new CodeResource(api);
    this.keys = new KeysResource(api);
    this.usage = new UsageResource(api);
  }
}

/** Sends a request until it is answered. Every one may be repeated: POSTs that make something carry an Idempotency-Key. */
async function send(request: Request, timeoutMs: number, maxRetries: number): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    let error: PlaygroundsError;
    try {
      const response = await fetch(request.clone(), { signal: AbortSignal.timeout(timeoutMs) });
      if (response.status < 400) return response;
      error = await errorOf(response);
    } catch (cause) {
      error = new ConnectionFailedError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
    const wait = error.retryAfter ?? 0.5 * 2 ** attempt * (1 + Math.random());
    if (attempt >= maxRetries || wait > LONGEST_WAIT_S || !RETRIED.has(error.status)) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

/** The data of an answer that is no error: {@link send} has thrown those. */
function dataOf<T>({ data }: { data?: T }): T {
  return data as T;
}

interface Listed<T> {
  data: T[];
  pagination: { next_cursor: string | null };
}

async function* each<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Listed<T>>,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const page: Listed<T> = await read({ limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) });
    yield* page.data;
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
}

const newKey = ({ idempotencyKey = globalThis.crypto.randomUUID() }: IdempotencyOptions) => ({
  'Idempotency-Key': idempotencyKey,
});
const match = ({ ifMatch }: MatchOptions) => (ifMatch === undefined ? {} : { 'If-Match': ifMatch });

class Resource {
  protected readonly api: Client<paths>;
  constructor(api: Client<paths>) {
    this.api = api;
  }
}

/** Saved cURL commands. */
export class PlaygroundsResource extends Resource {
  /** Only `curl_command` is needed. */
  async create(body: CreatePlaygroundRequest, options: IdempotencyOptions = {}): Promise<Playground> {
    return dataOf(await this.api.POST('/api/playgrounds', { body, params: { header: newKey(options) } }));
  }
  /** Every playground of the account, newest first, read page by page. */
  list(query: Omit<Query<'listPlaygrounds'>, 'page' | 'cursor' | 'limit'> = {}): AsyncGenerator<Playground> {
    return each(async (page) => this.page({ ...query, ...page }));
  }
  /** One page. */
  async page(query: Query<'listPlaygrounds'> = {}): Promise<Schemas['PlaygroundPage']> {
    return dataOf(await this.api.GET('/api/playgrounds', { params: { query } }));
  }
  /** An own one, or anybody's that is public. */
  async get(id: string): Promise<Playground> {
    return (await this.getWithEtag(id)).playground;
  }
  /** The playground with its entity tag, for `ifMatch`. */
  async getWithEtag(id: string): Promise<{ playground: Playground; etag: string }> {
    const answer = await this.api.GET('/api/playgrounds/{id}', { params: { path: { id } } });
    return { playground: dataOf(answer), etag: answer.response.headers.get('etag') ?? '' };
  }
  /** Changes the fields that are given. */
  async update(id: string, body: UpdatePlaygroundRequest, options: MatchOptions = {}): Promise<Playground> {
    const params = { path: { id }, header: match(options) };
    return dataOf(await this.api.PATCH('/api/playgrounds/{id}', { body, params }));
  }
  /** Deletes it for good, with the account's tests of it. */
  async delete(id: string, options: MatchOptions = {}): Promise<void> {
    await this.api.DELETE('/api/playgrounds/{id}', { params: { path: { id }, header: match(options) } });
  }
}

/** Executed requests and their results. */
export class TestsResource extends Resource {
  /** Sends a request, as `curl.parse` returns it, or a playground's own command, through the service. */
  async execute(body: RequestShape, options: IdempotencyOptions = {}): Promise<TestRun> {
    return dataOf(await this.api.POST('/api/tests/execute', { body, params: { header: newKey(options) } }));
  }
  /** The account's tests, newest first, of one playground or of all. */
  list(query: { playgroundId?: string } = {}): AsyncGenerator<TestRunSummary> {
    return each(async (page) => this.page({ ...query, ...page }));
  }
  /** One page. */
  async page(query: Query<'listTests'> = {}): Promise<Schemas['TestRunPage']> {
    return dataOf(await this.api.GET('/api/tests', { params: { query } }));
  }
  /** One result, whole. */
  async get(id: string): Promise<TestRun> {
    return dataOf(await this.api.GET('/api/tests/{id}', { params: { path: { id } } }));
  }
  /** Deletes one result. */
  async delete(id: string): Promise<void> {
    await this.api.DELETE('/api/tests/{id}', { params: { path: { id } } });
  }
}

/** Parsing cURL commands. */
export class CurlResource extends Resource {
  /** The request that a command sends; what could not be said is in its `warnings`. */
  async parse(curl: string): Promise<RequestShape> {
    return dataOf(await this.api.POST('/api/parse-curl', { body: { curl } }));
  }
}

/** Programs that send a request. */
export class CodeResource extends Resource {
  /** A complete program in a language, such as `python`. */
  async generate(parsed: RequestShape, language: Language): Promise<GeneratedCode> {
    const answer = await this.api.POST('/api/generate-code', { body: { parsed, language } });
    return dataOf(answer) as GeneratedCode; // one language, one program
  }
}

/** The account's API keys. */
export class KeysResource extends Resource {
  /** `key` is shown only in this answer. */
  async create(body: CreateApiKeyRequest, options: IdempotencyOptions = {}): Promise<CreatedApiKey> {
    return dataOf(await this.api.POST('/api/keys', { body, params: { header: newKey(options) } }));
  }
  /** Every key of the account, newest first, without the keys themselves. */
  list(): AsyncGenerator<ApiKey> {
    return each(async (query) => dataOf(await this.api.GET('/api/keys', { params: { query } })));
  }
  /** One key, without the key itself. */
  async get(id: string): Promise<ApiKey> {
    return dataOf(await this.api.GET('/api/keys/{id}', { params: { path: { id } } }));
  }
  /** Ends a key on every server within seconds. */
  async revoke(id: string): Promise<void> {
    await this.api.DELETE('/api/keys/{id}', { params: { path: { id } } });
  }
}

/** What is used of the plan. */
export class UsageResource extends Resource {
  /** Today's use and the last thirty days. */
  async get(): Promise<Usage> {
    return dataOf(await this.api.GET('/api/usage'));
  }
}
