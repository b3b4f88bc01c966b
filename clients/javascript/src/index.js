/** Client for Playgrounds: key, retries, errors and pages. Documented in index.d.ts. */
import {
  ConnectionFailedError,
  errorOf,
  NotFoundError,
  PlaygroundsError,
  RequestCancelledError,
  RequestTimeoutError,
  unexpected,
} from './errors.js';
import { EventReader } from './events.js';
import { check, parse } from './json.js';

export * from './errors.js';

export const VERSION = '0.1.0';
const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';
const LONGEST_WAIT_S = 60;
const PAGE_SIZE = 100;
const EVENT_STREAM = 'text/event-stream';
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const environment = globalThis.process?.env ?? {};

export class Playgrounds {
  #options;

  constructor(options = {}) {
    const { apiKey = environment.PLAYGROUNDS_API_KEY, timeoutMs = 60_000, maxRetries = 2 } = options;
    if (!apiKey) throw new TypeError('Pass apiKey, or set PLAYGROUNDS_API_KEY.');
    const baseUrl = options.baseUrl ?? environment.PLAYGROUNDS_BASE_URL ?? DEFAULT_BASE_URL;
    const send = options.fetch ?? ((...given) => fetch(...given));
    const { headers = {}, onAttempt } = options;
    this.#options = {
      apiKey,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      timeoutMs,
      maxRetries,
      headers,
      onAttempt,
      send,
    };
    const call = (method, path, details) => this.#call(method, path, details);
    this.playgrounds = new PlaygroundsResource(call);
    this.collections = new CollectionsResource(call);
    this.sites = new SitesResource(call);
    this.tests = new TestsResource(call, (path, details) => this.#stream(path, details));
    this.curl = new CurlResource(call);
    this.code = new CodeResource(call);
    this.keys = new KeysResource(call);
    this.usage = new UsageResource(call);
    this.audit = new AuditResource(call);
  }

  /** Sends a request until there is a response. What is not repeatable is sent again only when the service did nothing. */
  async #call(method, path, details) {
    const { options = {}, query, body, headers, repeatable = true, streams = false } = details;
    const { timeoutMs, maxRetries, onAttempt } = { ...this.#options, ...defined(options) };
    const url = `${this.#options.baseUrl}${path}${search(query)}`;
    const sent = new Headers({
      accept: streams ? EVENT_STREAM : 'application/json',
      ...headers,
      ...this.#options.headers,
      ...options.headers,
      authorization: `Bearer ${this.#options.apiKey}`,
    });
    if (body !== undefined) sent.set('content-type', 'application/json');
    // Browsers keep their own.
    if (globalThis.process !== undefined) sent.set('user-agent', `playgrounds-js/${VERSION}`);
    const request = { method, headers: sent, redirect: 'manual' };
    if (body !== undefined) request.body = JSON.stringify(body);

    let earlier;
    for (let number = 1; ; number += 1) {
      const began = performance.now();
      const deadline = new Deadline(options.signal, timeoutMs);
      const { response, value, error } = await this.#attempt(url, request, deadline, details);
      const wait = error === undefined ? undefined : retryIn(error, repeatable, number, maxRetries);
      onAttempt?.({
        method,
        path,
        number,
        durationMs: performance.now() - began,
        status: response?.status ?? 0,
        requestId: response?.headers.get('x-request-id') ?? undefined,
        error,
        retryInMs: wait === undefined ? undefined : wait * 1000,
      });
      if (error === undefined) return { value, etag: response.headers.get('etag') ?? '' };
      // An earlier attempt, whose response was lost, has deleted it.
      if (method === 'DELETE' && error instanceof NotFoundError && earlier !== undefined && isBroken(earlier))
        return {};
      if (wait === undefined) throw error;
      earlier = error;
      await sleep(wait * 1000, options.signal);
    }
  }

  async #attempt(url, request, deadline, { shape, status = 200, streams = false, isText = false }) {
    let response;
    let text = '';
    try {
      deadline.start();
      response = await this.#options.send(url, { ...request, signal: deadline.signal });
      if (streams && response.status === status && isEventStream(response))
        return { response, value: { response, deadline } };
      text = await response.text();
    } catch (cause) {
      return { response, error: deadline.failure(cause, 'whole response') };
    } finally {
      deadline.stop();
    }
    if (response.status >= 300 || response.type === 'opaqueredirect')
      return { response, error: errorOf(response, text) };
    try {
      if (response.status !== status) throw new TypeError(`status ${response.status} instead of ${status}`);
      if (streams) throw new TypeError('not a stream of events');
      const value = isText ? text : status === 204 ? undefined : parse(text);
      if (shape !== undefined) check(shape, value, typeof shape === 'string' ? shape : 'response');
      return { response, value };
    } catch (cause) {
      return {
        response,
        error: unexpected(`not a response of the API: ${cause.message}`, response, text, cause),
      };
    }
  }

  /** The events of a stream. The time for one is counted while the caller waits for it. */
  async *#stream(path, details) {
    const { value } = await this.#call('POST', path, { ...details, streams: true });
    const { response, deadline } = value;
    const reader = response.body.getReader();
    const events = new EventReader(response);
    try {
      deadline.start();
      for (;;) {
        const { done, value: chunk } = await reader.read();
        if (done) throw new ConnectionFailedError('the stream ended before its result');
        for (const event of events.read(chunk)) {
          deadline.stop();
          if (event !== undefined) yield event;
          if (event?.event === 'result') return;
          deadline.start();
        }
      }
    } catch (cause) {
      throw cause instanceof PlaygroundsError ? cause : deadline.failure(cause, 'event');
    } finally {
      deadline.abort();
    }
  }
}

/** Aborts a request when the caller's signal does, and after a time, which can start anew. */
class Deadline {
  #caller;
  #ms;
  #timer;
  #isLate = false;
  #controller = new AbortController();

  constructor(caller, ms) {
    this.#caller = caller;
    this.#ms = ms;
    const { signal } = this.#controller;
    this.signal = caller === undefined ? signal : AbortSignal.any([caller, signal]);
  }
  start() {
    this.#caller?.throwIfAborted();
    this.stop();
    this.#timer = setTimeout(
      () => {
        this.#isLate = true;
        this.#controller.abort();
      },
      Math.min(this.#ms, LONGEST_TIMER_MS),
    );
  }
  stop() {
    clearTimeout(this.#timer);
  }
  /** Closes the connection. */
  abort() {
    this.stop();
    this.#controller.abort();
  }
  /** The error that the caller gets for what was thrown. */
  failure(cause, missed) {
    if (this.#caller?.aborted) return cancelled(this.#caller);
    if (this.#isLate) return new RequestTimeoutError(`no ${missed} in ${this.#ms} ms`, { cause });
    const reason = cause?.cause?.message ?? cause?.message ?? String(cause);
    return new ConnectionFailedError(reason, { cause });
  }
}

const isEventStream = ({ headers }) =>
  headers.get('content-type')?.split(';')[0].trim().toLowerCase() === EVENT_STREAM;

function cancelled(signal) {
  return new RequestCancelledError('the call was cancelled', { cause: signal.reason });
}

const isBroken = (error) =>
  error instanceof ConnectionFailedError || error.status === 502 || error.status === 504;

/** Seconds to wait before the next attempt, or undefined when there is none. */
function retryIn(error, repeatable, number, maxRetries) {
  const refused = error.status === 429 || error.status === 503;
  if (number > maxRetries || !(refused || (repeatable && isBroken(error)))) return undefined;
  const wait = error.retryAfter ?? 0.5 * 2 ** (number - 1) * (1 + Math.random());
  return wait <= LONGEST_WAIT_S ? wait : undefined;
}

function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(cancelled(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

const defined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

function search(query = {}) {
  const text = new URLSearchParams(
    Object.entries(defined(query)).map(([name, value]) => [name, String(value)]),
  );
  return text.size === 0 ? '' : `?${text}`;
}

const idempotency = ({ idempotencyKey = globalThis.crypto.randomUUID() } = {}) => ({
  'idempotency-key': idempotencyKey,
});
const matching = ({ ifMatch } = {}) => (ifMatch === undefined ? {} : { 'if-match': ifMatch });

class Resource {
  #call;
  constructor(call) {
    this.#call = call;
  }
  _send(method, path, details) {
    return this.#call(method, path, details);
  }
  async _value(method, path, details) {
    return (await this.#call(method, path, details)).value;
  }
  _page(path, model, query, options) {
    return this._value('GET', path, { query, shape: { data: [model], pagination: 'Pagination' }, options });
  }
  async *_each(path, model, { limit = PAGE_SIZE, ...query } = {}, options) {
    let cursor = null;
    do {
      const page = await this._page(
        path,
        model,
        { ...query, limit, ...(cursor === null ? {} : { cursor }) },
        options,
      );
      yield* page.data;
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
  }
}

class PlaygroundsResource extends Resource {
  create(body, options) {
    const details = { body, shape: 'Playground', status: 201, headers: idempotency(options), options };
    return this._value('POST', '/api/playgrounds', details);
  }
  list(query, options) {
    return this._each('/api/playgrounds', 'Playground', query, options);
  }
  page(query, options) {
    return this._page('/api/playgrounds', 'Playground', query, options);
  }
  async get(id, options) {
    return (await this.getWithEtag(id, options)).playground;
  }
  async getWithEtag(id, options) {
    const { value, etag } = await this._send('GET', at('playgrounds', id), { shape: 'Playground', options });
    return { playground: value, etag };
  }
  update(id, body, options) {
    const details = { body, shape: 'Playground', headers: matching(options), options, repeatable: false };
    return this._value('PATCH', at('playgrounds', id), details);
  }
  stats(id, options) {
    return this._value('GET', `${at('playgrounds', id)}/stats`, { shape: 'PlaygroundStats', options });
  }
  delete(id, options) {
    return this._value('DELETE', at('playgrounds', id), { status: 204, headers: matching(options), options });
  }
}

class SitesResource extends Resource {
  create(body, options) {
    const details = { body, shape: 'Site', status: 201, headers: idempotency(options), options };
    return this._value('POST', '/api/sites', details);
  }
  list(query, options) {
    return this._each('/api/sites', 'Site', query, options);
  }
  page(query, options) {
    return this._page('/api/sites', 'Site', query, options);
  }
  async get(id, options) {
    return (await this.getWithEtag(id, options)).site;
  }
  async getWithEtag(id, options) {
    const { value, etag } = await this._send('GET', at('sites', id), { shape: 'Site', options });
    return { site: value, etag };
  }
  update(id, body, options) {
    const details = { body, shape: 'Site', headers: matching(options), options, repeatable: false };
    return this._value('PATCH', at('sites', id), details);
  }
  delete(id, options) {
    return this._value('DELETE', at('sites', id), { status: 204, headers: matching(options), options });
  }
  stats(id, options) {
    return this._value('GET', `${at('sites', id)}/stats`, { shape: 'SiteStats', options });
  }
}

class CollectionsResource extends Resource {
  create(body, options) {
    const details = { body, shape: 'Collection', status: 201, headers: idempotency(options), options };
    return this._value('POST', '/api/collections', details);
  }
  list(query, options) {
    return this._each('/api/collections', 'Collection', query, options);
  }
  page(query, options) {
    return this._page('/api/collections', 'Collection', query, options);
  }
  async get(id, options) {
    return (await this.getWithEtag(id, options)).collection;
  }
  async getWithEtag(id, options) {
    const { value, etag } = await this._send('GET', at('collections', id), { shape: 'Collection', options });
    return { collection: value, etag };
  }
  update(id, body, options) {
    const details = { body, shape: 'Collection', headers: matching(options), options, repeatable: false };
    return this._value('PATCH', at('collections', id), details);
  }
  delete(id, { playgrounds, ...options } = {}) {
    const query = defined({ playgrounds });
    const details = { query, status: 204, headers: matching(options), options };
    return this._value('DELETE', at('collections', id), details);
  }
  import(document, { format, collection_id, collection_name, dry_run, ...options } = {}) {
    const body = defined({ document, format, collection_id, collection_name, dry_run });
    const status = dry_run === true ? 200 : 201;
    const details = { body, shape: 'ImportResponse', status, headers: idempotency(options), options };
    return this._value('POST', '/api/import', details);
  }
  export(id, format = 'markdown', options) {
    return this._value('GET', `${at('collections', id)}/export`, {
      query: { format },
      isText: true,
      options,
    });
  }
}

class TestsResource extends Resource {
  #stream;
  constructor(call, stream) {
    super(call);
    this.#stream = stream;
  }
  stream(request, options) {
    const body = withValues(request, options?.variables);
    return this.#stream('/api/tests/stream', { body, headers: idempotency(options), options });
  }
  execute(request, options) {
    const body = withValues(request, options?.variables);
    return this._value('POST', '/api/tests/execute', {
      body,
      shape: 'TestRun',
      headers: idempotency(options),
      options,
    });
  }
  list({ playground_id, ...query } = {}, options) {
    return this._each('/api/tests', 'TestRunSummary', { ...query, playgroundId: playground_id }, options);
  }
  page({ playground_id, ...query } = {}, options) {
    return this._page('/api/tests', 'TestRunSummary', { ...query, playgroundId: playground_id }, options);
  }
  get(id, options) {
    return this._value('GET', at('tests', id), { shape: 'TestRun', options });
  }
  delete(id, options) {
    return this._value('DELETE', at('tests', id), { status: 204, options });
  }
}

class CurlResource extends Resource {
  parse(curl, options) {
    return this._value('POST', '/api/parse-curl', { body: { curl }, shape: 'RequestShape', options });
  }
}

class CodeResource extends Resource {
  generate(source, language, options) {
    const body = { ...sourceOf(source), language, library: options?.library, style: options?.style };
    return this._value('POST', '/api/generate-code', { body, shape: 'GeneratedProgram', options });
  }
  async generateAll(source, languages, options) {
    const details = {
      body: { ...sourceOf(source), languages, libraries: options?.libraries, style: options?.style },
      shape: { data: ['GeneratedProgram'] },
      options,
    };
    return (await this._value('POST', '/api/generate-code/batch', details)).data;
  }
  async languages(options) {
    return (await this._value('GET', '/api/languages', { shape: { data: ['LanguageDetails'] }, options }))
      .data;
  }
}

class KeysResource extends Resource {
  create(body, options) {
    const details = { body, shape: 'CreatedApiKey', status: 201, headers: idempotency(options), options };
    return this._value('POST', '/api/keys', details);
  }
  list(query, options) {
    return this._each('/api/keys', 'ApiKey', query, options);
  }
  page(query, options) {
    return this._page('/api/keys', 'ApiKey', query, options);
  }
  get(id, options) {
    return this._value('GET', at('keys', id), { shape: 'ApiKey', options });
  }
  revoke(id, options) {
    return this._value('DELETE', at('keys', id), { status: 204, options });
  }
}

class UsageResource extends Resource {
  get(options) {
    return this._value('GET', '/api/usage', { shape: 'Usage', options });
  }
}

class AuditResource extends Resource {
  list(query, options) {
    return this._each('/api/audit', 'AuditEvent', query, options);
  }
  page(query, options) {
    return this._page('/api/audit', 'AuditEvent', query, options);
  }
}

const at = (collection, id) => `/api/${collection}/${encodeURIComponent(id)}`;

/** What a program is made of: a request, or where to find one. */
const sourceOf = (source) => ('curl' in source || 'playground_id' in source ? source : { parsed: source });

/** The request with values for its variables; names that it does not have are added, which the service refuses by name. */
function withValues(request, values) {
  if (values === undefined) return request;
  const listed = request.variables ?? [];
  const names = new Set(listed.map(({ name }) => name));
  const set = listed.map((one) => (one.name in values ? { ...one, value: values[one.name] } : one));
  const added = Object.entries(values).filter(([name]) => !names.has(name));
  return { ...request, variables: [...set, ...added.map(([name, value]) => ({ name, value }))] };
}
