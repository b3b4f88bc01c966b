/** The request runner. The only importer of got. Knows no database and no Fastify. */
import type { HttpRequest, RequestWarning } from '../schemas/http-request.ts';
import type { SentRequest, TestError, TestResponse, TestTimings } from '../schemas/test-run.ts';

/** Bounds of one execution and the address policy. Sizes are bytes, durations milliseconds. */
export interface ProxyConfig {
  /** Addresses, CIDR ranges, each with an optional `:port`, reachable although not public. */
  allow: readonly string[];
  /** More to refuse. */
  deny: readonly string[];
  /** Forward proxy to send through. */
  proxyUrl: string | undefined;
  /** Total time for one test, redirects included. */
  timeoutMs: number;
  /** Decoded response bytes kept. */
  maxResponseBytes: number;
  /** Response header block, per hop. */
  maxHeaderBytes: number;
  /** Body bytes sent. */
  maxRequestBytes: number;
  maxRedirects: number;
  /** Tests under way per account, and in all. */
  maxPerAccount: number;
  maxTotal: number;
  userAgent: string;
}

export interface ExecuteOutcome {
  status: 'completed' | 'failed';
  /** The request as it was really sent, secrets NOT masked: mask before storing or answering. */
  request: SentRequest;
  response: TestResponse | null;
  error: TestError | null;
  timings: TestTimings;
  warnings: RequestWarning[];
}

export interface Proxy {
  /**
   * Sends one request for an account.
   * @param signal aborts when the client goes away or the server shuts down
   * @throws InputError when the request or its destination is refused (nothing was dialled)
   * @throws ApiError service_unavailable when too many tests are under way
   */
  execute(request: HttpRequest, context: { accountId: string; signal: AbortSignal }): Promise<ExecuteOutcome>;
  /** Ends what is under way and frees every socket. */
  close(): Promise<void>;
}

export function createProxy(_config: ProxyConfig): Proxy {
  throw new Error('not there yet');
}
