/** Runs one request and its redirects under one deadline, and records what happened. */
import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../errors.ts';
import { coversHost, notAHost } from '../request/hosts.ts';
import { DEFAULT_MAX_REDIRECTS, joinHeaders } from '../request/normalize.ts';
import { untilAborted, yieldToEventLoop } from '../runtime/event-loop.ts';
import type {
  HeaderLine,
  RequestAuth,
  RequestOptions,
  RequestShape,
  RequestWarning,
} from '../schemas/request-shape.ts';
import type {
  SentRequest,
  TestError,
  TestRedirect,
  TestResponse,
  TestRun,
  TestTimings,
} from '../schemas/test-run.ts';
import {
  answerChallenge,
  answersChallenges,
  type ChallengeState,
  firstAttempt,
  isStale,
  signedHeaders,
  withCredentials,
} from './auth/authenticate.ts';
import { bodyText } from './body/body-text.ts';
import { ChunkLog } from './body/chunk-log.ts';
import { readBody } from './body/read-body.ts';
import type { AddressRule } from './connect/address-policy.ts';
import type { Destination } from './connect/destination.ts';
import { type DialOptions, dial, type HopProgress, milliseconds } from './connect/dial.ts';
import { checkProxyResponse } from './connect/forward-proxy.ts';
import { DestinationRefused, type NameResolver } from './connect/resolver.ts';
import { describeFailure, Failure } from './failures.ts';
import type { HopCookies } from './hop-cookies.ts';
import {
  type Connection,
  type Exchange,
  fromBytes,
  type HttpResponse,
  headerValue,
  type WireRequest,
} from './http/exchange.ts';
import { exchangeHttp1 } from './http/http1.ts';
import { exchangeHttp2 } from './http/http2.ts';
import type { ResponseHead, RunObserver } from './observer.ts';
import { checkHeaderLines, type Outgoing, type PreparedRequest, wireHeaders } from './outgoing.ts';
import { isRedirect, nextHop } from './redirect.ts';

/** Bounds of one execution and the address policy. Sizes are bytes, durations milliseconds. */
export interface ProxyConfig {
  /** Reachable although not public; see `parseAddressRules`. Default none. */
  allow: readonly AddressRule[];
  /** Refused although public. Default none. */
  deny: readonly AddressRule[];
  /** Ports that are refused at public addresses, e.g. `BAD_PORTS`. Default none. */
  denyPorts?: readonly number[];
  /** Forward proxy to send through, `http://[user:password@]host[:port]` or `https://…`. Default none. */
  proxyUrl: string | undefined;
  /** Total time for one test, redirects included. Default 30 000; `options.timeout_ms` can only shorten it. */
  timeoutMs: number;
  /** Total time for one test with an observer. Default 120 000. */
  streamTimeoutMs: number;
  /** Decoded response bytes kept. Default 5 MiB. */
  maxResponseBytes: number;
  /** Response header block, per hop. Default 64 KiB. */
  maxHeaderBytes: number;
  /** Body bytes sent. Default 1 MiB. */
  maxRequestBytes: number;
  /** Default 20; `options.max_redirects` can only lower it. */
  maxRedirects: number;
  /** Concurrent tests per account, and in total. Defaults 10 and 100. */
  maxPerAccount: number;
  maxTotal: number;
  /** Concurrent runs by readers of one public playground, and of all; not counted as their owner's. Defaults 3 and 25. */
  publicMaxPerPlayground: number;
  publicMaxTotal: number;
  /** Total time for such a run, streamed or not. Default 15 000. */
  publicTimeoutMs: number;
  /** The User-Agent sent when the request has none, e.g. `playgrounds/0.1.0`. */
  userAgent: string;
  /** Resolves names; the system's name servers through c-ares when absent. */
  resolver?: NameResolver;
  /** Certificate authorities (PEM) to trust instead of Node's; for tests. Operators use NODE_EXTRA_CA_CERTS. */
  certificateAuthorities?: readonly string[];
}

export interface RunSettings
  extends Omit<ProxyConfig, 'resolver'>,
    Pick<DialOptions, 'policy' | 'resolver' | 'forwardProxy'> {
  /** Hosts that every hop must be one of; any host when undefined. */
  hosts: readonly string[] | undefined;
}

/** The result of one execution; secrets in the request as sent are NOT masked: mask before storing or responding. */
export type ExecuteOutcome = Pick<
  TestRun,
  'status' | 'request' | 'response' | 'error' | 'timings' | 'warnings'
>;

/** Wire bytes allowed per body byte: a one-byte chunk takes six, a one-byte HTTP/2 frame ten; the rest is margin. */
const FRAMING_FACTOR = 16;
/** Attempts: without credentials, with them, and once more with a fresh nonce. */
const MAX_AUTH_ATTEMPTS = 3;

const NO_GIVEN_ADDRESSES =
  'A site may not give addresses for its hosts. Remove options.resolve (`--resolve`).';

/** Bodies of this size take more than about a millisecond to convert to text. */
const LARGE_BODY_BYTES = 512 * 1024;

interface HopResult {
  response: HttpResponse;
  connection: Connection;
  respondedAt: number;
}

/** Runs one prepared request to its end. */
export class Run {
  readonly #settings: RunSettings;
  readonly #given: RequestShape;
  readonly #prepared: PreparedRequest;
  readonly #start: Destination;
  readonly #signal: AbortSignal;
  readonly #observer: RunObserver | undefined;
  readonly #startedAt = performance.now();
  readonly #warnings: RequestWarning[];
  readonly #redirects: TestRedirect[] = [];
  /** The first request's lines; undefined before it is sent. */
  #sent: HeaderLine[] | undefined;
  #reported: SentRequest | undefined;
  #progress: HopProgress = freshProgress();
  #challenge: ChallengeState | undefined;
  /** curl's cookie engine, if the request turns it on. */
  #cookies: HopCookies | undefined;
  /** The last response, as far as it was received. */
  #response: TestResponse | null = null;
  #firstByteMs: number | null = null;
  #downloadMs: number | null = null;

  /**
   * @param given the request with its variables filled in, for the outcome
   * @param signal combines the total deadline, the client's disconnect and the shutdown
   * @param observer if given, the outcome also records when each chunk of the body arrived
   */
  constructor(
    settings: RunSettings,
    given: RequestShape,
    prepared: PreparedRequest,
    start: Destination,
    signal: AbortSignal,
    observer: RunObserver | undefined,
  ) {
    this.#settings = settings;
    this.#given = given;
    this.#prepared = prepared;
    this.#start = start;
    this.#signal = signal;
    this.#observer = observer;
    this.#warnings = [...prepared.warnings];
  }

  /**
   * @throws InputError when policy refuses the first destination
   * @throws the signal's reason when it is not a Failure: then nobody waits for the outcome any more
   */
  async execute(): Promise<ExecuteOutcome> {
    try {
      await this.#follow();
      return this.#outcome(null);
    } catch (error) {
      const cause: unknown = this.#signal.aborted ? this.#signal.reason : error;
      if (this.#signal.aborted && !(cause instanceof Failure)) throw cause;
      if (cause instanceof InputError && this.#sent === undefined) throw cause;
      if (cause instanceof DestinationRefused && this.#redirects.length === 0)
        throw new InputError({ field: '/url', code: 'destination_refused', message: cause.message });
      return this.#outcome({
        ...describeFailure(cause, this.#progress.phase),
        ...(this.#response === null && this.#redirects.length > 0 && { redirects: this.#redirects }),
      });
    }
  }

  async #follow(): Promise<void> {
    let outgoing: Outgoing = this.#prepared;
    const { cookie_file, cookie_jar } = outgoing.options;
    if (cookie_file !== undefined || cookie_jar !== undefined)
      this.#cookies = new (await import('./hop-cookies.ts')).HopCookies();
    let destination = this.#start;
    for (;;) {
      const trusted = destination.origin === this.#start.origin || outgoing.options.auth_on_redirect === true;
      const hop = await this.#hop(outgoing, destination, trusted ? this.#prepared.auth : undefined);
      try {
        const location = headerValue(hop.response.headers, 'location');
        if (outgoing.options.follow_redirects !== true || !isRedirect(hop.response.status, location))
          return await this.#receive(hop, destination);
        this.#recordRedirect(hop.response, destination, location);
        this.#checkRedirectCount(outgoing);
        const next = nextHop(outgoing, destination, hop.response.status, location);
        this.#warnings.push(...next.warnings);
        outgoing = next.outgoing;
        destination = next.destination;
      } finally {
        // The body of a redirect is not read: it may be endless.
        hop.response.close();
      }
    }
  }

  /** Runs one hop and answers its authentication challenges. */
  async #hop(
    outgoing: Outgoing,
    destination: Destination,
    auth: RequestAuth | undefined,
  ): Promise<HopResult> {
    if (!answersChallenges(auth, outgoing)) return this.#exchange(outgoing, destination, auth);
    const known = this.#challenge?.origin === destination.origin ? this.#challenge : undefined;
    const first =
      known === undefined
        ? firstAttempt(auth, outgoing)
        : withCredentials(known, auth, outgoing, destination);
    let hop = await this.#exchange(first ?? outgoing, destination, auth);
    let next: Outgoing | undefined;
    if (known !== undefined) {
      if (isStale(hop.response)) next = this.#answerChallenge(hop, outgoing, destination, auth);
    } else if (hop.response.status === 401) next = this.#answerChallenge(hop, outgoing, destination, auth);
    // No challenge, but the body was left out: send it now. Any other response is final.
    else if (first !== outgoing && hop.response.status < 300) next = outgoing;
    for (let attempts = 1; next !== undefined && attempts < MAX_AUTH_ATTEMPTS; attempts += 1) {
      hop.response.close();
      hop = await this.#exchange(next, destination, auth);
      next = isStale(hop.response) ? this.#answerChallenge(hop, outgoing, destination, auth) : undefined;
    }
    return hop;
  }

  /** Returns the request with credentials; undefined when the response is not a challenge that can be answered. */
  #answerChallenge(
    { response }: HopResult,
    outgoing: Outgoing,
    destination: Destination,
    auth: RequestAuth,
  ): Outgoing | undefined {
    const attempt = answerChallenge(response, auth, outgoing, destination);
    this.#challenge = attempt?.state ?? this.#challenge;
    return attempt?.next;
  }

  /** A `Host` header names a host, too: behind one address there may be many. */
  #checkHost({ origin, secure }: Destination, headers: readonly HeaderLine[]): void {
    const { hosts } = this.#settings;
    if (hosts === undefined) return;
    // Another address behind an allowed name is another host.
    if (this.#prepared.givenAddresses.size > 0) throw new DestinationRefused(NO_GIVEN_ADDRESSES);
    const named = headers
      .filter(({ name }) => name.toLowerCase() === 'host')
      .map(({ value }) => `${secure ? 'https' : 'http'}://${value}`);
    const refused = [origin, ...named].find((url) => !coversHost(hosts, url));
    if (refused !== undefined) throw new DestinationRefused(notAHost(refused));
  }

  #checkRedirectCount({ options }: Outgoing): void {
    const asked = options.max_redirects ?? DEFAULT_MAX_REDIRECTS;
    const limit = asked < 0 ? this.#settings.maxRedirects : Math.min(asked, this.#settings.maxRedirects);
    if (this.#redirects.length > limit)
      throw new Failure('too_many_redirects', `The target redirected more than ${limit} times.`);
  }

  #recordRedirect(response: HttpResponse, destination: Destination, location: string): void {
    const redirect = {
      status: response.status,
      url: destination.href,
      location: fromBytes(location),
      set_cookies: response.headers
        .filter(([name]) => name === 'set-cookie')
        .map(([, value]) => fromBytes(value)),
    };
    this.#redirects.push(redirect);
    this.#observer?.redirect(redirect);
  }

  /** Sends one request and receives one response on a connection of its own. */
  async #exchange(
    outgoing: Outgoing,
    destination: Destination,
    auth: RequestAuth | undefined,
  ): Promise<HopResult> {
    const { options } = outgoing;
    const { maxHeaderBytes, maxResponseBytes, userAgent } = this.#settings;
    const progress = freshProgress();
    this.#progress = progress;
    const signed = signedHeaders(auth, outgoing, destination, wireHeaders(outgoing, destination, userAgent));
    const headers = this.#cookies?.addTo(signed, destination) ?? signed;
    checkHeaderLines(headers, this.#sent === undefined);
    this.#checkHost(destination, headers);
    // Later requests are redirects or repeated attempts.
    const isFirst = this.#sent === undefined;
    if (this.#redirects.length === 0) this.#sent = headers;
    const dialOptions: DialOptions = {
      ...this.#settings,
      ipVersion: options.ip_version === 4 || options.ip_version === 6 ? options.ip_version : undefined,
      givenAddresses: this.#prepared.givenAddresses,
      insecure: options.insecure === true,
      protocols: offeredProtocols(options.http_version, destination.secure),
      connectTimeoutMs: options.connect_timeout_ms || undefined,
      signal: this.#signal,
      onAllowed: () => {
        if (isFirst) this.#observer?.request(this.#sentRequest(outgoing, destination, headers));
      },
    };
    const connection = await dial(destination, dialOptions, progress);
    const sentAt = performance.now();
    let response: HttpResponse | undefined;
    try {
      const send = this.#protocol(outgoing, destination, connection);
      const wire = wireRequest(outgoing, destination, headers, connection);
      progress.phase = 'request';
      response = await send(wire, {
        connection,
        signal: this.#signal,
        maxHeaderBytes,
        maxConnectionBytes: maxHeaderBytes + wireLimit(maxResponseBytes) * FRAMING_FACTOR,
      });
      progress.phase = 'response';
      this.#cookies?.store(response, destination, headers);
      if (connection.absoluteForm && checkProxyResponse(response))
        this.#warnings.push({
          code: 'forward_proxy_answer',
          message: `The service sends through a forward proxy, and this ${response.status} may be its own response.`,
        });
      const respondedAt = performance.now();
      this.#firstByteMs = milliseconds(respondedAt - sentAt);
      return { response, connection, respondedAt };
    } catch (error) {
      response?.close();
      connection.socket.destroy();
      throw error;
    }
  }

  /** Returns the protocol of a connection: the one that ALPN chose, or the one that the request requires. */
  #protocol({ options }: Outgoing, destination: Destination, { protocol }: Connection): Exchange {
    if (protocol === 'h2' || options.http_version === '2-prior-knowledge') return exchangeHttp2;
    const wantsHttp2 = options.http_version === '2' || options.http_version === '3';
    if (wantsHttp2 && !this.#warnings.some(({ code }) => code === 'http_version_downgraded'))
      this.#warnings.push({
        code: 'http_version_downgraded',
        message: destination.secure
          ? 'The target does not offer HTTP/2; HTTP/1.1 was used.'
          : 'Without TLS, HTTP/2 needs `--http2-prior-knowledge`; HTTP/1.1 was used.',
      });
    return exchangeHttp1;
  }

  /** Reads the body; what was received is kept if reading fails. */
  async #receive({ response, connection, respondedAt }: HopResult, destination: Destination): Promise<void> {
    const { maxResponseBytes } = this.#settings;
    const head: ResponseHead = {
      status: response.status,
      status_text: fromBytes(response.statusText),
      http_version: response.httpVersion,
      headers: responseHeaders(response.headers),
      url: destination.href,
      redirects: this.#redirects,
      remote_address: connection.remoteAddress,
      tls: connection.tls,
    };
    const observer = this.#observer;
    observer?.response(head, this.#timings());
    const log = new ChunkLog();
    const onChunk = (bytes: Uint8Array) => {
      const atMs = this.#elapsedMs();
      log.add(atMs, bytes.length);
      const taken = observer?.data(bytes, atMs);
      return taken && untilAborted(taken, this.#signal);
    };
    const encoding = headerValue(response.headers, 'content-encoding') ?? '';
    const limits = { maxBytes: maxResponseBytes, maxWireBytes: wireLimit(maxResponseBytes) };
    const body = await readBody(response.body, encoding, limits, observer && onChunk);
    this.#downloadMs = milliseconds(performance.now() - respondedAt);
    if (body.unknownCodings.length > 0) {
      const names = body.unknownCodings.map((coding) => fromBytes(coding).slice(0, 100)).join(', ');
      this.#warnings.push({
        code: 'content_encoding_unknown',
        message: `The Content-Encoding ${names} is not known, so the body is not decoded.`,
      });
    }
    // A deadline that passes during this pause does not count: the response is complete.
    if (body.bytes.length > LARGE_BODY_BYTES) await yieldToEventLoop();
    const truncated = body.truncated || body.error !== undefined;
    const text = bodyText(body.bytes, headerValue(response.headers, 'content-type') ?? '', truncated);
    // In the order of the schema, in which stored results are returned, too.
    const { status, status_text, http_version, headers, ...rest } = head;
    this.#response = {
      ...{ status, status_text, http_version, headers },
      body: text.body,
      body_encoding: text.encoding,
      body_size: text.size,
      wire_size: body.wireSize,
      truncated,
      ...rest,
      ...(observer && { chunks: log.list(text.size) }),
    };
    if (body.error !== undefined) throw body.error;
  }

  #elapsedMs(): number {
    return milliseconds(performance.now() - this.#startedAt);
  }

  #timings(): TestTimings {
    return {
      ...this.#progress.timings,
      first_byte_ms: this.#firstByteMs,
      download_ms: this.#downloadMs,
      total_ms: this.#elapsedMs(),
    };
  }

  #sentRequest(
    { method, body: sent }: Outgoing,
    destination: Destination,
    headers: readonly HeaderLine[],
  ): SentRequest {
    const { body, body_base64, form } = this.#given;
    const request: SentRequest = {
      method,
      url: destination.href,
      headers: joinHeaders(headers),
      ...(body !== undefined && { body }),
      ...(body_base64 !== undefined && { body_base64 }),
      ...(form !== undefined && { form }),
      body_size: sent?.length ?? 0,
    };
    // The same object as was reported, so that it is masked once.
    if (!isDeepStrictEqual(request, this.#reported)) this.#reported = request;
    return this.#reported ?? request;
  }

  #outcome(error: TestError | null): ExecuteOutcome {
    const { userAgent } = this.#settings;
    const headers = this.#sent ?? wireHeaders(this.#prepared, this.#start, userAgent);
    return {
      status: error === null ? 'completed' : 'failed',
      request: this.#sentRequest(this.#prepared, this.#start, headers),
      response: this.#response,
      error,
      timings: this.#timings(),
      warnings: this.#warnings,
    };
  }
}

/** Returns the ALPN protocols. h2 is offered only on request: HTTP/1.1 shows every byte as sent. */
function offeredProtocols(version: RequestOptions['http_version'], secure: boolean): string[] {
  if (version === '2-prior-knowledge') return ['h2'];
  return secure && (version === '2' || version === '3') ? ['h2', 'http/1.1'] : ['http/1.1'];
}

/** Returns the limit of body bytes from the wire, with a margin for incompressible data and headers of codings. */
function wireLimit(maxResponseBytes: number): number {
  return maxResponseBytes + 65_536;
}

function freshProgress(): HopProgress {
  return { phase: 'connect', timings: { dns_ms: null, tcp_ms: null, tls_ms: null } };
}

function wireRequest(
  { method, options, body }: Outgoing,
  destination: Destination,
  headers: HeaderLine[],
  { absoluteForm, proxyAuthorization: value }: Connection,
): WireRequest {
  const path = options.request_target ?? destination.pathAndQuery;
  const origin = destination.href.slice(0, destination.href.length - destination.pathAndQuery.length);
  return {
    method,
    destination,
    requestTarget: absoluteForm ? origin + path : path,
    version: options.http_version === '1.0' ? '1.0' : '1.1',
    headers: value === undefined ? headers : [...headers, { name: 'Proxy-Authorization', value }],
    body,
    expectContinue: options.expect_continue === true && body !== undefined,
  };
}

/** Returns the headers of a response; repeated values are joined with `, `, those of `set-cookie` with newlines. */
function responseHeaders(headers: HttpResponse['headers']): Record<string, string> {
  const lines = headers.map(([name, value]) => ({ name, value: fromBytes(value) }));
  return joinHeaders(lines, (name) => (name === 'set-cookie' ? '\n' : ', '));
}
