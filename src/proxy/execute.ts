/** The request runner: its caps and its end. Knows no database and no Fastify. */
import { networkInterfaces } from 'node:os';
import type { ApiError } from '../errors.ts';
import { normalize } from '../request/normalize.ts';
import { checkUrlText } from '../request/raw-text.ts';
import { substituteVariables } from '../request/variables.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import {
  type AddressPolicy,
  type AddressRule,
  createAddressPolicy,
  type RefusalReason,
} from './connect/address-policy.ts';
import { parseTarget } from './connect/destination.ts';
import { createForwardProxy } from './connect/forward-proxy.ts';
import { createResolver, type NameResolver } from './connect/resolver.ts';
import { DeadlinePassed } from './failures.ts';
import { Limiter, unavailable } from './limiter.ts';
import { prepareRequest } from './outgoing.ts';
import { type ExecuteOutcome, Run, type RunSettings } from './run.ts';
import { Stop, type StopSignal } from './stop.ts';

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
  /** Tests under way. */
  readonly underWay: number;
  /** Told each time that the address policy refuses an address or a name; nobody but the operator is. */
  onRefused: (reason: RefusalReason | 'internal_name') => void;
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

/** A policy that tells of its refusals. */
function watchedPolicy(policy: AddressPolicy, refused: Proxy['onRefused']): AddressPolicy {
  return {
    refusal(address, port) {
      const reason = policy.refusal(address, port);
      if (reason !== undefined) refused(reason);
      return reason;
    },
    explicitlyAllowed(address, port) {
      const allowed = policy.explicitlyAllowed(address, port);
      if (!allowed) refused('internal_name');
      return allowed;
    },
  };
}

const OWN_ADDRESSES_MAX_AGE_MS = 5000;

/** @throws Error when `proxyUrl` is not a URL of a forward proxy */
export function createProxy(config: ProxyConfig): Proxy {
  const limiter = new Limiter(config);
  let closed = false;
  const underWay = new Map<Stop, Promise<unknown>>();
  const settings: RunSettings = {
    ...config,
    policy: watchedPolicy(createAddressPolicy({ ...config, ownAddresses: ownAddressCache() }), (reason) =>
      proxy.onRefused(reason),
    ),
    resolver: config.resolver ?? createResolver(),
    forwardProxy: config.proxyUrl === undefined ? undefined : createForwardProxy(config.proxyUrl),
    certificateAuthorities: config.certificateAuthorities,
  };

  /** @param stop ends the run with its reason, at the deadline too */
  async function run(request: RequestShape, stop: Stop): Promise<ExecuteOutcome> {
    const filled = substituteVariables(request);
    checkUrlText(filled.url);
    const normal = normalize(filled);
    const target = parseTarget(normal.url);
    const prepared = prepareRequest(normal, config);
    const asked = prepared.options.timeout_ms || Number.POSITIVE_INFINITY;
    const timeoutMs = Math.min(config.timeoutMs, asked);
    const timer = setTimeout(() => stop.abort(new DeadlinePassed(timeoutMs)), timeoutMs);
    try {
      return await new Run(settings, filled, [...prepared.warnings], stop).execute(prepared, target);
    } finally {
      clearTimeout(timer);
    }
  }

  const proxy: Proxy = {
    get underWay() {
      return underWay.size;
    },
    onRefused: () => {},
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
  return proxy;
}

function shuttingDown(): ApiError {
  return unavailable('The service is shutting down.');
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
