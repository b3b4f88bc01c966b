/** Client for Playgrounds: saved, shareable API-request examples built around a cURL command. */
import type {
  ApiKey,
  AuditEvent,
  Collection,
  CreateApiKeyRequest,
  CreateCollectionRequest,
  CreatedApiKey,
  CreatePlaygroundRequest,
  CreateSiteRequest,
  GeneratedProgram,
  ImportResponse,
  Language,
  LanguageDetails,
  Pagination,
  Playground,
  PlaygroundStats,
  ProgramStyle,
  RequestShape,
  Site,
  SiteStats,
  Sort,
  TestRun,
  TestRunSummary,
  TestStreamEvent,
  UpdateCollectionRequest,
  UpdatePlaygroundRequest,
  UpdateSiteRequest,
  Usage,
} from './models.js';

export type * from './models.js';

export const VERSION: string;

export interface ErrorDetail {
  in: string;
  /** JSON pointer in a body, or the parameter's name. */
  field: string;
  code: string;
  message: string;
  offset?: number;
  start?: number;
  end?: number;
}

/** The service refused a request, sent something else than a response of the API, or could not be reached. */
export class PlaygroundsError extends Error {
  /** 0 without a response. */
  readonly status: number;
  /** Machine-readable reason, such as `invalid_request`. */
  readonly code: string;
  /** Each wrong field. */
  readonly details: readonly ErrorDetail[];
  /** What the service's operator finds the request by. */
  readonly requestId: string | undefined;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;
  /** The first 500 characters of the response. */
  readonly body: string;
}
/** No whole response: the service could not be reached, or the connection broke. */
export class ConnectionFailedError extends PlaygroundsError {}
/** The attempt took longer than `timeoutMs`. */
export class RequestTimeoutError extends ConnectionFailedError {}
/** The signal was aborted, also while waiting to try again; `cause` is its reason. */
export class RequestCancelledError extends PlaygroundsError {}
/** A response that is not the API's, such as a page of HTML or a redirect; see `status` and `body`. */
export class UnexpectedResponseError extends PlaygroundsError {}
/** 400, 413, 415: something is wrong with the request; see `details`. */
export class InvalidRequestError extends PlaygroundsError {}
/** 401: no key, or one that is unknown, expired or revoked. */
export class UnauthorizedError extends PlaygroundsError {}
/** 403: the key lacks the scope. */
export class ForbiddenError extends PlaygroundsError {}
/** 404: there is nothing that this key may see. */
export class NotFoundError extends PlaygroundsError {}
/** 409: an idempotency key that was used for something else, or is still in use. */
export class ConflictError extends PlaygroundsError {}
/** 412: the resource has changed since the entity tag in `ifMatch`. */
export class PreconditionFailedError extends PlaygroundsError {}
/** 429: The limit is reached until `retryAfter` seconds have passed. */
export class RateLimitError extends PlaygroundsError {}
/** 503: try again after `retryAfter` seconds. */
export class ServiceUnavailableError extends PlaygroundsError {}

/** What `onAttempt` is called with after each attempt; it has no key and no body. */
export interface Attempt {
  method: string;
  path: string;
  /** From 1. */
  number: number;
  durationMs: number;
  /** 0 without a response. */
  status: number;
  requestId: string | undefined;
  error: PlaygroundsError | undefined;
  retryInMs: number | undefined;
}

interface Common {
  /** Milliseconds that one attempt may take in all; default: a minute. */
  timeoutMs?: number;
  /** Further attempts when the service cannot be reached or says to try again; default: 2. */
  maxRetries?: number;
  /** Sent beside the client's own. */
  headers?: Record<string, string>;
}
export interface PlaygroundsOptions extends Common {
  /** Default: the environment variable PLAYGROUNDS_API_KEY. */
  apiKey?: string;
  /** Default: PLAYGROUNDS_BASE_URL, or a server on this machine. */
  baseUrl?: string;
  /** Called after each attempt, for logging. */
  onAttempt?: (attempt: Attempt) => void;
  /** Instead of the global `fetch`, for proxies or certificates of your own. */
  fetch?: typeof fetch;
}
/** For one call, instead of the client's. */
export interface CallOptions extends Common {
  signal?: AbortSignal;
}
export interface CreateOptions extends CallOptions {
  /** Default: a new one for each call; the same for all its attempts. */
  idempotencyKey?: string;
}
export interface ImportOptions {
  /** Recognised by the document's content when absent. */
  format?: 'postman' | 'openapi' | 'har' | 'markdown' | 'http';
  collection_id?: string;
  collection_name?: string;
  /** Stores nothing. */
  dry_run?: boolean;
}
export interface MatchOptions extends CallOptions {
  /** Entity tag of `getWithEtag`: only when nobody changed it since. */
  ifMatch?: string;
}

export interface Page<T> {
  data: T[];
  pagination: Pagination;
}
interface ListQuery {
  /** Items read at once, 1 to 100. */
  limit?: number;
}
interface PageQuery extends ListQuery {
  /** From 1; not together with `cursor`. */
  page?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
interface PlaygroundFilters {
  /** Only those whose name or description contains this text, in any case. */
  search?: string;
  is_public?: boolean;
  /** Only those of this collection; `none` for those in no collection. */
  collection_id?: string;
  sort?: Sort;
}
interface TestFilters {
  playground_id?: string;
}

/** A request, as `curl.parse` returns it, a cURL command, or a playground. */
export type ProgramSource = RequestShape | { curl: string } | { playground_id: string };

/** A client for one account. */
export class Playgrounds {
  constructor(options?: PlaygroundsOptions);
  /** Saved cURL commands. */
  readonly playgrounds: {
    /** Only `curl_command` is needed. */
    create(body: CreatePlaygroundRequest, options?: CreateOptions): Promise<Playground>;
    /** Every playground of the account, newest first unless sorted, read page by page. */
    list(query?: ListQuery & PlaygroundFilters, options?: CallOptions): AsyncGenerator<Playground>;
    page(query?: PageQuery & PlaygroundFilters, options?: CallOptions): Promise<Page<Playground>>;
    /** Your own, or any that is public. */
    get(id: string, options?: CallOptions): Promise<Playground>;
    /** The playground with its entity tag, for `ifMatch`. */
    getWithEtag(id: string, options?: CallOptions): Promise<{ playground: Playground; etag: string }>;
    /** Changes the fields that are given. */
    update(id: string, body: UpdatePlaygroundRequest, options?: MatchOptions): Promise<Playground>;
    /** How often it was run on each of the last 30 days. */
    stats(id: string, options?: CallOptions): Promise<PlaygroundStats>;
    /** Deletes it permanently, with the account's tests of it. */
    delete(id: string, options?: MatchOptions): Promise<void>;
  };
  /** Documentation sites, whose pages run their own commands. */
  readonly sites: {
    /** `name`, `origins` and `targets` are needed. */
    create(body: CreateSiteRequest, options?: CreateOptions): Promise<Site>;
    /** Every site of the account, newest first, read page by page. */
    list(query?: ListQuery, options?: CallOptions): AsyncGenerator<Site>;
    page(query?: PageQuery, options?: CallOptions): Promise<Page<Site>>;
    get(id: string, options?: CallOptions): Promise<Site>;
    /** The site with its entity tag, for `ifMatch`. */
    getWithEtag(id: string, options?: CallOptions): Promise<{ site: Site; etag: string }>;
    /** Changes the fields that are given. */
    update(id: string, body: UpdateSiteRequest, options?: MatchOptions): Promise<Site>;
    /** Also deletes the counts of its runs. */
    delete(id: string, options?: MatchOptions): Promise<void>;
    /** How often its blocks were opened and run in the last 30 days. */
    stats(id: string, options?: CallOptions): Promise<SiteStats>;
  };
  /** Playgrounds in an order, with one page for all. */
  readonly collections: {
    /** Only `name` is needed. */
    create(body: CreateCollectionRequest, options?: CreateOptions): Promise<Collection>;
    /** Every collection of the account, newest first, read page by page. */
    list(query?: ListQuery, options?: CallOptions): AsyncGenerator<Collection>;
    page(query?: PageQuery, options?: CallOptions): Promise<Page<Collection>>;
    /** Your own, or any that is public. */
    get(id: string, options?: CallOptions): Promise<Collection>;
    /** The collection with its entity tag, for `ifMatch`. */
    getWithEtag(id: string, options?: CallOptions): Promise<{ collection: Collection; etag: string }>;
    /** Changes the fields that are given; `playground_ids` adds, removes and orders playgrounds. */
    update(id: string, body: UpdateCollectionRequest, options?: MatchOptions): Promise<Collection>;
    /** Its playgrounds stay, unless they are to be deleted, too. */
    delete(id: string, options?: MatchOptions & { playgrounds?: 'keep' | 'delete' }): Promise<void>;
    /** Makes playgrounds of a document of another tool: a text, or an object of JSON. */
    import(document: string | object, options?: CreateOptions & ImportOptions): Promise<ImportResponse>;
    /** The collection as a file; `markdown` unless told otherwise. */
    export(
      id: string,
      format?: 'markdown' | 'postman' | 'http' | 'sh',
      options?: CallOptions,
    ): Promise<string>;
  };
  /** Executed requests and their results. */
  readonly tests: {
    /** Sends a request, as `curl.parse` returns it, or a playground's own command, through the service. */
    execute(
      request: RequestShape,
      options?: CreateOptions & { variables?: Record<string, string> },
    ): Promise<TestRun>;
    /**
     * Sends a request like `execute`, and gives its events as they come; the last is a `result`.
     * Leaving the loop ends the run: it is stored as cancelled.
     */
    stream(
      request: RequestShape,
      options?: CreateOptions & { variables?: Record<string, string> },
    ): AsyncGenerator<TestStreamEvent, void, undefined>;
    /** The account's tests, newest first, of one playground or of all. */
    list(query?: ListQuery & TestFilters, options?: CallOptions): AsyncGenerator<TestRunSummary>;
    page(query?: PageQuery & TestFilters, options?: CallOptions): Promise<Page<TestRunSummary>>;
    /** One result, whole. */
    get(id: string, options?: CallOptions): Promise<TestRun>;
    delete(id: string, options?: CallOptions): Promise<void>;
  };
  /** Parsing cURL commands. */
  readonly curl: {
    /** The request that a command sends; what it could not represent is in its `warnings`. */
    parse(curl: string, options?: CallOptions): Promise<RequestShape>;
  };
  /** Programs that send a request. */
  readonly code: {
    /** A program in one language, with its usual library or the named one. */
    generate(
      source: ProgramSource,
      language: Language,
      options?: CallOptions & { library?: string; style?: ProgramStyle },
    ): Promise<GeneratedProgram>;
    /** Programs in several languages, all by default: each with those of the libraries that it has, or its usual one. */
    generateAll(
      source: ProgramSource,
      languages?: readonly Language[],
      options?: CallOptions & { libraries?: readonly string[]; style?: ProgramStyle },
    ): Promise<GeneratedProgram[]>;
    /** The languages and their libraries. */
    languages(options?: CallOptions): Promise<LanguageDetails[]>;
  };
  /** The account's API keys. */
  readonly keys: {
    /** `key` is only in this response. */
    create(body: CreateApiKeyRequest, options?: CreateOptions): Promise<CreatedApiKey>;
    /** Every key of the account, newest first, without the keys themselves. */
    list(query?: ListQuery, options?: CallOptions): AsyncGenerator<ApiKey>;
    page(query?: PageQuery, options?: CallOptions): Promise<Page<ApiKey>>;
    get(id: string, options?: CallOptions): Promise<ApiKey>;
    /** Ends a key on every server within seconds. */
    revoke(id: string, options?: CallOptions): Promise<void>;
  };
  /** What is used of the plan. */
  readonly usage: {
    /** Today's use and the last thirty days. */
    get(options?: CallOptions): Promise<Usage>;
  };
  /** What was done to the account. */
  readonly audit: {
    /** Every event, newest first. */
    list(query?: ListQuery, options?: CallOptions): AsyncGenerator<AuditEvent>;
    page(query?: PageQuery, options?: CallOptions): Promise<Page<AuditEvent>>;
  };
}
