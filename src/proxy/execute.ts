/** The request runner. The only importer of got. Knows no database and no Fastify. */
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import got, { type HandlerFunction, type Options } from 'got';
import type { ApiError } from '../errors.ts';
import { hasLine, normalHeader, normalize } from '../request/normalize.ts';
import { substituteVariables } from '../request/variables.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import { type AddressRule, createAddressPolicy } from './address-policy.ts';
import {
  type Answer,
  EXPECT_CONTINUE_MS,
  type Exchange,
  informationalGuard,
  watchForFlood,
} from './exchange.ts';
import { DeadlinePassed } from './failures.ts';
import { createForwardProxy } from './forward-proxy.ts';
import { Limiter, unavailable } from './limiter.ts';
import { basicAuthorization, prepareRequest } from './outgoing.ts';
import { pace } from './pace.ts';
import { createRawRequest, stopReading } from './raw-request.ts';
import { createResolver, type NameResolver } from './resolver.ts';
import { type ExecuteOutcome, Run, type RunSettings } from './run.ts';
import { Stop, type StopSignal } from './stop.ts';
import { checkRawText, parseTarget } from './target.ts';

export type { ExecuteOutcome } from './run.ts';

/** Bounds of one execution and the address policy. Sizes are bytes, durations milliseconds. */
export interface ProxyConfig {
  /** Reachable although not public; see `parseAddressRules`. Default none. */
  allow: readonly AddressRule[];
  /** More to refuse. Default none. */
  deny: readonly AddressRule[];
  /** Forward proxy to send through, `http://[user:password@]host[:port]` or `https://…`. Default none. */
  proxyUrl: string | undefined;
  /** Total time for one test, redirects included. Default 30 000; `options.timeout_ms` can only shorten it. */
  timeoutMs: number;
  /** Decoded response bytes kept. Default 5 MiB. */
  maxResponseBytes: number;
  /** Response header block, per hop. Default 64 KiB. */
  maxHeaderBytes: number;
  /** Body bytes sent. Default 1 MiB. */
  maxRequestBytes: number;
  /** Default 20; `options.max_redirects` can only lower it. */
  maxRedirects: number;
  /** Tests under way per account, and in all. Defaults 10 and 100. */
  maxPerAccount: number;
  maxTotal: number;
  /** The User-Agent sent when the request has none, e.g. `playgrounds/0.1.0`. */
  userAgent: string;
  /** Names to addresses; the system's name servers through c-ares when absent. */
  resolver?: NameResolver;
  /** Certificate authorities (PEM) to trust instead of Node's; for tests. Operators use NODE_EXTRA_CA_CERTS. */
  certificateAuthorities?: readonly string[];
}

export interface Proxy {
  /**
   * Sends one request for an account.
   * @param signal aborts when the client goes away or the server shuts down; the promise then rejects with
   *   its reason and everything outbound is closed
   * @throws InputError when the request or its destination is refused (nothing was dialled)
   * @throws ApiError service_unavailable when too many tests are under way, or after `close`
   */
  execute(request: RequestShape, context: { accountId: string; signal: StopSignal }): Promise<ExecuteOutcome>;
  /** Ends what is under way (those calls reject with service_unavailable) and frees every socket. */
  close(): Promise<void>;
}

const OWN_ADDRESSES_MAX_AGE_MS = 5000;

/** @throws Error when `proxyUrl` is not a URL of a forward proxy */
export function createProxy(config: ProxyConfig): Proxy {
  const limiter = new Limiter(config);
  let closed = false;
  const underWay = new Map<Stop, Promise<unknown>>();
  const settings: RunSettings = {
    ...config,
    policy: createAddressPolicy({ ...config, ownAddresses: ownAddressCache() }),
    resolver: config.resolver ?? createResolver(),
    forwardProxy: config.proxyUrl === undefined ? undefined : createForwardProxy(config.proxyUrl),
    exchangeHttp1,
    certificateAuthorities: config.certificateAuthorities,
  };

  /** @param stop ends the run with its reason, at the deadline too */
  async function run(request: RequestShape, stop: Stop): Promise<ExecuteOutcome> {
    const filled = substituteVariables(request);
    checkRawText(filled.url);
    const normal = normalize(filled);
    const target = parseTarget(normal.url);
    const prepared = prepareRequest(withBasicAuth(normal), config);
    const asked = prepared.options.timeout_ms || Number.POSITIVE_INFINITY;
    const timeoutMs = Math.min(config.timeoutMs, asked);
    const timer = setTimeout(() => stop.abort(new DeadlinePassed(timeoutMs)), timeoutMs);
    try {
      return await new Run(settings, filled, [...prepared.warnings], stop).execute(prepared, target);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async execute(request, { accountId, signal }) {
      signal.throwIfAborted();
      if (closed) throw shuttingDown();
      const release = limiter.acquire(accountId);
      // For client, deadline and shutdown.
      const stop = new Stop();
      const letGo = stop.follow(signal);
      const outcome = run(request, stop);
      underWay.set(stop, outcome);
      try {
        return await outcome;
      } finally {
        letGo();
        underWay.delete(stop);
        release();
      }
    },
    async close() {
      closed = true;
      const ending = [...underWay.values()];
      for (const stop of underWay.keys()) stop.abort(shuttingDown());
      await Promise.allSettled(ending);
    },
  };
}

function shuttingDown(): ApiError {
  return unavailable('The service is shutting down.');
}

/** Basic credentials that held a variable are a header once it is filled in; an own header wins, as in curl. */
function withBasicAuth(normal: ReturnType<typeof normalize>): ReturnType<typeof normalize> {
  const { auth, headers } = normal;
  if (auth?.scheme !== 'basic' || hasLine(headers, 'authorization')) return normal;
  const { name, value } = basicAuthorization(auth.username ?? '', auth.password ?? '');
  return { ...normal, headers: [...headers, normalHeader(name, value)] };
}

/** The machine's addresses, asked for again every few seconds: they change while a server runs. */
function ownAddressCache(): () => readonly string[] {
  let addresses: string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAt > OWN_ADDRESSES_MAX_AGE_MS) {
      addresses = Object.values(networkInterfaces()).flatMap(
        (all) => all?.map(({ address }) => address) ?? [],
      );
      readAt = performance.now();
    }
    return addresses;
  };
}

/**
 * got turns its options into those of node:http for each request, which costs more than all else that it does;
 * our `request` function has no use for them.
 */
const withoutNativeOptions: HandlerFunction = (options, next) => {
  options.createNativeRequestOptions = () => NO_NATIVE_OPTIONS;
  return next(options);
};

const NO_NATIVE_OPTIONS = {} as ReturnType<Options['createNativeRequestOptions']>; // read by nobody

/** got wants a URL; it never reaches the wire. */
const UNUSED_URL = new URL('http://target.invalid');

/**
 * got without what it does by itself: no retries, redirects, decoding, cookies, timeouts of its own (one
 * deadline covers all hops), and no dialling: its `request` function gives it a request on our connection.
 */
const client = got.extend({
  handlers: [withoutNativeOptions],
  // The lists are copied for each request.
  retry: { limit: 0, methods: [], statusCodes: [], errorCodes: [] },
  throwHttpErrors: false,
  followRedirect: false,
  decompress: false,
  isStream: true,
});

/** HTTP/1.x on a connection that is already open and checked. */
const exchangeHttp1: Exchange = (wire, context) =>
  new Promise<Answer>((resolve, reject) => {
    const { connection, signal } = context;
    const body = wire.expectContinue ? new Readable({ read() {} }) : wire.body && asBuffer(wire.body);
    let waiting: NodeJS.Timeout | undefined;
    const sendBody = () => {
      clearTimeout(waiting);
      if (!(body instanceof Readable) || body.readableEnded || body.destroyed) return;
      body.push(wire.body);
      body.push(null);
    };
    const close = () => {
      clearTimeout(waiting);
      stopWatching();
      signal.removeEventListener('abort', abort);
      stream.destroy();
      connection.socket.destroy();
    };
    const fail = (error: unknown) => {
      reject(error);
      // A body that is being read ends with the same error.
      if (error instanceof Error) stream.destroy(error);
      close();
    };
    const abort = () => fail(signal.reason);
    const stopWatching = watchForFlood(context, fail);
    pace(connection.socket);
    let head: Pick<Answer, 'status' | 'statusText' | 'httpVersion' | 'headers'> | undefined;
    const createRequest = () => {
      const informational = informationalGuard((error) => {
        stopReading(request);
        fail(error);
      });
      const request = createRawRequest(wire, context, (response) => {
        // Read here: got fills in a reason phrase where the target sent none.
        head = responseHead(response);
        // node:http takes a 101 that names no protocol for an answer.
        if (head.status < 200) informational(head.status);
      });
      request.on('information', ({ statusCode }) => informational(statusCode));
      request.on('continue', sendBody);
      request.on('upgrade', () => informational(101));
      // got listens once; an error after that one must not take the process down.
      request.on('error', () => {});
      if (body instanceof Readable) waiting = setTimeout(sendBody, EXPECT_CONTINUE_MS);
      return request;
    };
    // got looks at the method to know whether a body comes; it does not reach the wire.
    const stream = client.stream(UNUSED_URL, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body }),
      request: createRequest,
    });
    stream.on('error', fail);
    stream.once('response', () => {
      clearTimeout(waiting);
      if (head !== undefined) resolve({ ...head, body: stream, close });
    });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });

/** The same memory as a Buffer, which is what got sends without a copy. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function responseHead(response: IncomingMessage) {
  const { rawHeaders } = response;
  const headers: [name: string, value: string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([(rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '']);
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    httpVersion: response.httpVersion,
    headers,
  };
}
