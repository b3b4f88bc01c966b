/** One test: hop after hop under one deadline, and the record of what happened. */
import { InputError } from '../errors.ts';
import { DEFAULT_MAX_REDIRECTS, joinHeaders } from '../request/normalize.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import type {
  HeaderLine,
  RequestAuth,
  RequestOptions,
  RequestShape,
  RequestWarning,
} from '../schemas/request-shape.ts';
import type { SentRequest, TestError, TestResponse, TestTimings } from '../schemas/test-run.ts';
import {
  answersChallenges,
  challengeOf,
  firstAttempt,
  isStale,
  type Met,
  signedHeaders,
  withCredentials,
} from './auth/authenticate.ts';
import { bodyText } from './body/body-text.ts';
import { type ReadBody, readBody } from './body/decode.ts';
import type { AddressPolicy } from './connect/address-policy.ts';
import type { Target } from './connect/destination.ts';
import { dial, type HopProgress, milliseconds } from './connect/dial.ts';
import { checkOwnAnswer, type ForwardProxy } from './connect/forward-proxy.ts';
import { DestinationRefused, type NameResolver } from './connect/resolver.ts';
import { describeFailure, Failure } from './failures.ts';
import {
  type Answer,
  type Connection,
  type Exchange,
  fromBytes,
  headerValue,
  type WireRequest,
} from './http/exchange.ts';
import { exchangeHttp1 } from './http/http1.ts';
import { exchangeHttp2 } from './http/http2.ts';
import { type Outgoing, type PreparedRequest, wireHeaders } from './outgoing.ts';
import { isRedirect, nextHop } from './redirect.ts';
import type { StopSignal } from './stop.ts';

export interface RunSettings {
  policy: AddressPolicy;
  resolver: NameResolver;
  forwardProxy: ForwardProxy | undefined;
  timeoutMs: number;
  maxResponseBytes: number;
  maxHeaderBytes: number;
  maxRedirects: number;
  userAgent: string;
  certificateAuthorities: readonly string[] | undefined;
}

/** The result of one execution. */
export interface ExecuteOutcome {
  status: 'completed' | 'failed';
  /** The request as it was really sent, secrets NOT masked: mask before storing or answering. */
  request: SentRequest;
  response: TestResponse | null;
  error: TestError | null;
  timings: TestTimings;
  warnings: RequestWarning[];
}

/** A byte of a body takes six on the wire as a chunk of its own, ten as an HTTP/2 frame of its own; the rest is room. */
const FRAMING_FACTOR = 16;
/** Without credentials, with them, and once more with a fresh nonce. */
const MAX_AUTH_ATTEMPTS = 3;

/** Bodies that take more than about a millisecond to turn into text. */
const LARGE_BODY_BYTES = 512 * 1024;

interface HopResult {
  answer: Answer;
  connection: Connection;
  answeredAt: number;
}

/** Runs one prepared request to its end. */
export class Run {
  readonly #settings: RunSettings;
  readonly #signal: StopSignal;
  readonly #startedAt = performance.now();
  readonly #warnings: RequestWarning[];
  readonly #redirects: TestResponse['redirects'] = [];
  readonly #given: RequestShape;
  /** The first request's lines; undefined before it is sent. */
  #sent: HeaderLine[] | undefined;
  #progress: HopProgress = freshProgress();
  /** The challenge that was met last. */
  #met: Met | undefined;
  #firstByteMs: number | null = null;
  #downloadMs: number | null = null;

  /**
   * @param given the request with its variables filled in, for the record
   * @param signal the total deadline, the client's going away and the shutdown in one
   */
  constructor(settings: RunSettings, given: RequestShape, warnings: RequestWarning[], signal: StopSignal) {
    this.#settings = settings;
    this.#given = given;
    this.#warnings = warnings;
    this.#signal = signal;
  }

  /**
   * @throws InputError when policy refuses the first destination
   * @throws the signal's reason when it is not a Failure: then nobody waits for the record any more
   */
  async execute(prepared: PreparedRequest, target: Target): Promise<ExecuteOutcome> {
    try {
      const response = await this.#follow(prepared, target);
      return this.#record(prepared, target, response, null);
    } catch (error) {
      const cause: unknown = this.#signal.aborted ? this.#signal.reason : error;
      if (this.#signal.aborted && !(cause instanceof Failure)) throw cause;
      if (cause instanceof DestinationRefused && this.#redirects.length === 0)
        throw new InputError({ field: '/url', code: 'destination_refused', message: cause.message });
      return this.#record(prepared, target, null, {
        ...describeFailure(cause, this.#progress.phase),
        ...(this.#redirects.length > 0 && { redirects: this.#redirects }),
      });
    }
  }

  async #follow(prepared: PreparedRequest, start: Target): Promise<TestResponse> {
    let outgoing: Outgoing = prepared;
    let target = start;
    for (;;) {
      const trusted = target.origin === start.origin || outgoing.options.auth_on_redirect === true;
      const hop = await this.#hop(outgoing, target, trusted ? prepared.auth : undefined);
      try {
        const location = headerValue(hop.answer.headers, 'location');
        if (outgoing.options.follow_redirects !== true || !isRedirect(hop.answer.status, location))
          return await this.#response(hop, target);
        this.#recordRedirect(hop.answer, target, location);
        this.#checkRedirectCount(outgoing);
        const next = nextHop(outgoing, target, hop.answer.status, location);
        this.#warnings.push(...next.warnings);
        outgoing = next.outgoing;
        target = next.target;
      } finally {
        // Never drained: the body of a redirect may be endless.
        hop.answer.close();
      }
    }
  }

  /** One hop, challenges met. */
  async #hop(outgoing: Outgoing, target: Target, auth: RequestAuth | undefined): Promise<HopResult> {
    if (!answersChallenges(auth, outgoing)) return this.#exchange(outgoing, target, auth);
    const known = this.#met?.origin === target.origin ? this.#met : undefined;
    const first =
      known === undefined ? firstAttempt(auth, outgoing) : withCredentials(known, auth, outgoing, target);
    let hop = await this.#exchange(first ?? outgoing, target, auth);
    let next: Outgoing | undefined;
    if (known !== undefined) {
      if (isStale(hop.answer)) next = this.#answered(hop, outgoing, target, auth);
    } else if (hop.answer.status === 401) next = this.#answered(hop, outgoing, target, auth);
    // Not challenged, but the body was kept back: now it goes out. Any other answer is one to the request as a whole.
    else if (first !== outgoing && hop.answer.status < 300) next = outgoing;
    for (let attempts = 1; next !== undefined && attempts < MAX_AUTH_ATTEMPTS; attempts += 1) {
      hop.answer.close();
      hop = await this.#exchange(next, target, auth);
      next = isStale(hop.answer) ? this.#answered(hop, outgoing, target, auth) : undefined;
    }
    return hop;
  }

  #answered(
    { answer }: HopResult,
    outgoing: Outgoing,
    target: Target,
    auth: RequestAuth,
  ): Outgoing | undefined {
    const met = challengeOf(answer, auth, outgoing, target);
    if (met !== undefined) this.#met = met;
    return met === undefined ? undefined : withCredentials(met, auth, outgoing, target);
  }

  #checkRedirectCount({ options }: Outgoing): void {
    const asked = options.max_redirects ?? DEFAULT_MAX_REDIRECTS;
    const limit = asked < 0 ? this.#settings.maxRedirects : Math.min(asked, this.#settings.maxRedirects);
    if (this.#redirects.length > limit)
      throw new Failure('too_many_redirects', `The target redirected more than ${limit} times.`);
  }

  #recordRedirect(answer: Answer, target: Target, location: string): void {
    this.#redirects.push({
      status: answer.status,
      url: target.href,
      location: fromBytes(location),
      set_cookies: answer.headers
        .filter(([name]) => name === 'set-cookie')
        .map(([, value]) => fromBytes(value)),
    });
  }

  /** One request and its answer on a connection of its own. */
  async #exchange(outgoing: Outgoing, target: Target, auth: RequestAuth | undefined): Promise<HopResult> {
    const { maxHeaderBytes, maxResponseBytes, userAgent, forwardProxy } = this.#settings;
    const progress = freshProgress();
    this.#progress = progress;
    const connection = await this.#dial(outgoing, target, progress);
    const sentAt = performance.now();
    let answer: Answer | undefined;
    try {
      const headers = signedHeaders(auth, outgoing, target, wireHeaders(outgoing, target, userAgent));
      if (this.#redirects.length === 0) this.#sent = headers;
      const send = this.#protocol(outgoing, target, connection);
      const wire = wireRequest(outgoing, target, connection, headers, forwardProxy);
      progress.phase = 'request';
      answer = await send(wire, {
        connection,
        signal: this.#signal,
        maxHeaderBytes,
        maxConnectionBytes: maxHeaderBytes + wireLimit(maxResponseBytes) * FRAMING_FACTOR,
      });
      progress.phase = 'response';
      if (connection.absoluteForm && checkOwnAnswer(answer))
        this.#warnings.push({
          code: 'forward_proxy_answer',
          message: `The service sends through a forward proxy; this ${answer.status} may be that proxy's own answer.`,
        });
      const answeredAt = performance.now();
      this.#firstByteMs = milliseconds(answeredAt - sentAt);
      return { answer, connection, answeredAt };
    } catch (error) {
      answer?.close();
      connection.socket.destroy();
      throw error;
    }
  }

  #dial({ options }: Outgoing, target: Target, progress: HopProgress): Promise<Connection> {
    const { policy, resolver, forwardProxy, certificateAuthorities } = this.#settings;
    return dial(
      target,
      {
        policy,
        resolver,
        forwardProxy,
        certificateAuthorities,
        ipVersion: options.ip_version === 4 || options.ip_version === 6 ? options.ip_version : undefined,
        insecure: options.insecure === true,
        protocols: offeredProtocols(options.http_version, target.secure),
        connectTimeoutMs: options.connect_timeout_ms || undefined,
        signal: this.#signal,
      },
      progress,
    );
  }

  /** How to speak on a connection: what ALPN chose, or what the request insists on. */
  #protocol({ options }: Outgoing, target: Target, { protocol }: Connection): Exchange {
    if (protocol === 'h2' || options.http_version === '2-prior-knowledge') return exchangeHttp2;
    const wantsHttp2 = options.http_version === '2' || options.http_version === '3';
    if (wantsHttp2 && !this.#warnings.some(({ code }) => code === 'http_version_downgraded'))
      this.#warnings.push({
        code: 'http_version_downgraded',
        message: target.secure
          ? 'The target does not offer HTTP/2; HTTP/1.1 was used.'
          : 'Without TLS, HTTP/2 needs prior knowledge (options.http_version "2-prior-knowledge"); HTTP/1.1 was used.',
      });
    return exchangeHttp1;
  }

  async #response({ answer, connection, answeredAt }: HopResult, target: Target): Promise<TestResponse> {
    const { maxResponseBytes } = this.#settings;
    const encoding = headerValue(answer.headers, 'content-encoding') ?? '';
    const body = await readBody(answer.body, encoding, {
      maxBytes: maxResponseBytes,
      maxWireBytes: wireLimit(maxResponseBytes),
    });
    this.#downloadMs = milliseconds(performance.now() - answeredAt);
    this.#warnings.push(...codingWarnings(body));
    // A deadline that passes while it waits is none: the answer is complete.
    if (body.bytes.length > LARGE_BODY_BYTES) await yieldToEventLoop();
    const text = bodyText(body.bytes, headerValue(answer.headers, 'content-type') ?? '', body.truncated);
    return {
      status: answer.status,
      status_text: fromBytes(answer.statusText),
      http_version: answer.httpVersion,
      headers: responseHeaders(answer.headers),
      body: text.body,
      body_encoding: text.encoding,
      body_size: text.size,
      wire_size: body.wireSize,
      truncated: body.truncated,
      url: target.href,
      redirects: this.#redirects,
      remote_address: connection.remoteAddress,
      tls: connection.tls,
    };
  }

  #record(
    prepared: PreparedRequest,
    target: Target,
    response: TestResponse | null,
    error: TestError | null,
  ): ExecuteOutcome {
    const { body, body_base64, form } = this.#given;
    return {
      status: error === null ? 'completed' : 'failed',
      request: {
        method: prepared.method,
        url: target.href,
        headers: joinHeaders(this.#sent ?? wireHeaders(prepared, target, this.#settings.userAgent)),
        ...(body !== undefined && { body }),
        ...(body_base64 !== undefined && { body_base64 }),
        ...(form !== undefined && { form }),
        body_size: prepared.body?.length ?? 0,
      },
      response,
      error,
      timings: {
        ...this.#progress.timings,
        first_byte_ms: this.#firstByteMs,
        download_ms: this.#downloadMs,
        total_ms: milliseconds(performance.now() - this.#startedAt),
      },
      warnings: this.#warnings,
    };
  }
}

/** ALPN protocols. h2 is offered only where asked for: HTTP/1.1 is what shows every byte as sent. */
function offeredProtocols(version: RequestOptions['http_version'], secure: boolean): string[] {
  if (version === '2-prior-knowledge') return ['h2'];
  return secure && (version === '2' || version === '3') ? ['h2', 'http/1.1'] : ['http/1.1'];
}

/** Body bytes read from the wire: room for what compresses badly and for the headers of codings. */
function wireLimit(maxResponseBytes: number): number {
  return maxResponseBytes + 65_536;
}

function freshProgress(): HopProgress {
  return { phase: 'connect', timings: { dns_ms: null, tcp_ms: null, tls_ms: null } };
}

function wireRequest(
  { method, options, body }: Outgoing,
  target: Target,
  { absoluteForm }: Connection,
  headers: HeaderLine[],
  forwardProxy: ForwardProxy | undefined,
): WireRequest {
  const path = options.request_target ?? target.pathAndQuery;
  const origin = target.href.slice(0, target.href.length - target.pathAndQuery.length);
  const authorization = absoluteForm ? forwardProxy?.authorization : undefined;
  return {
    method,
    target,
    requestTarget: absoluteForm ? origin + path : path,
    version: options.http_version === '1.0' ? '1.0' : '1.1',
    headers:
      authorization === undefined
        ? headers
        : [...headers, { name: 'Proxy-Authorization', value: authorization }],
    body,
    expectContinue: options.expect_continue === true && body !== undefined,
  };
}

/** Names in lower case; repeated values joined with `, `, `set-cookie` with newlines. */
function responseHeaders(headers: Answer['headers']): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = joined.get(name);
    const text = fromBytes(value);
    joined.set(name, before === undefined ? text : before + (name === 'set-cookie' ? '\n' : ', ') + text);
  }
  return Object.fromEntries(joined);
}

function codingWarnings({ unknownCodings }: ReadBody): RequestWarning[] {
  if (unknownCodings.length === 0) return [];
  const names = unknownCodings.map((coding) => fromBytes(coding).slice(0, 100)).join(', ');
  return [
    {
      code: 'content_encoding_unknown',
      message: `The body is kept as it was received: its Content-Encoding is not known (${names}).`,
    },
  ];
}
