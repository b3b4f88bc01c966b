/** Executes requests within limits and a deadline. Independent of the database and Fastify. */
import { networkInterfaces } from 'node:os';
import { unavailable } from '../errors.ts';
import { normalize } from '../request/normalize.ts';
import { checkUrlText } from '../request/raw-text.ts';
import { substituteVariables } from '../request/variables.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import { type AddressPolicy, createAddressPolicy, type RefusalReason } from './connect/address-policy.ts';
import { parseDestination } from './connect/destination.ts';
import { createForwardProxy } from './connect/forward-proxy.ts';
import { createResolver } from './connect/resolver.ts';
import { Cancelled, DeadlinePassed } from './failures.ts';
import { type ExecuteOutcome, type ProxyConfig, Run, type RunSettings } from './follow-hops.ts';
import type { RunObserver } from './observer.ts';
import { prepareRequest } from './outgoing.ts';

export type { ExecuteOutcome, ProxyConfig } from './follow-hops.ts';

export interface ExecuteContext {
  accountId: string;
  /** The public playground that a reader runs; absent for runs of the account itself. */
  publicPlayground?: string | undefined;
  /** Hosts that every hop of the run must be one of, see `coversHost`; any host when absent. */
  hosts?: readonly string[] | undefined;
  signal: AbortSignal;
  /** Gets each event of the run as it happens; a run with one may take `streamTimeoutMs`. */
  observer?: RunObserver | undefined;
}

export interface Proxy {
  /** Number of running tests. */
  readonly underWay: number;
  /** Called each time the address policy refuses an address or a name. Only the operator sees it. */
  onRefused: (reason: RefusalReason | 'internal_name') => void;
  /**
   * Takes a place for a run that is about to begin: one that cannot begin is not charged. Runs of readers count apart
   * from those of the owner, so that they never take the owner's place.
   * @returns a function that gives the place back, also to `execute`
   * @throws ApiError service_unavailable
   */
  reserve(run: Pick<ExecuteContext, 'accountId' | 'publicPlayground'>): () => void;
  /**
   * Sends one request for an account.
   * @param signal ends the run and closes its connections; with `Cancelled` as its reason the outcome has what
   *   was received until then, with any other reason the promise rejects with it
   * @throws InputError when the request or its destination is refused (nothing was dialled)
   * @throws ApiError service_unavailable when too many tests are running, or after `close`
   */
  execute(request: RequestShape, context: ExecuteContext): Promise<ExecuteOutcome>;
  /** Cancels the running tests: their outcomes have what was received, and the error `cancelled`. */
  cancelAll(): void;
  /** Aborts the running tests (their calls reject with service_unavailable) and closes every socket. */
  close(): Promise<void>;
}

interface UnderWay extends Pick<ExecuteContext, 'accountId' | 'publicPlayground'> {
  outcome: Promise<unknown>;
}

/** Wraps a policy so that its refusals are reported. */
function watchedPolicy(policy: AddressPolicy, refused: Proxy['onRefused']): AddressPolicy {
  return {
    refusal(address, port) {
      const reason = policy.refusal(address, port);
      if (reason !== undefined) refused(reason);
      return reason;
    },
    refusesPort: (port) => policy.refusesPort(port),
    explicitlyAllowed(address, port) {
      const allowed = policy.explicitlyAllowed(address, port);
      if (!allowed) refused('internal_name');
      return allowed;
    },
  };
}

/**
 * Refuses a test beyond the limits. There is no queue: waiting requests hold memory, too.
 * @param id the public playground that a reader runs
 */
function checkLimits(
  underWay: ReadonlyMap<AbortController, UnderWay>,
  config: ProxyConfig,
  accountId: string,
  id: string | undefined,
): void {
  const count = (isCounted: (run: UnderWay) => boolean) => [...underWay.values()].filter(isCounted).length;

  const isOwn = (run: UnderWay) => run.publicPlayground === undefined && run.accountId === accountId;
  if (id === undefined && count(isOwn) >= config.maxPerAccount)
    throw unavailable(
      `The account already has ${config.maxPerAccount} tests in progress. Try again when one has ended.`,
    );
  if (id !== undefined && count((run) => run.publicPlayground === id) >= config.publicMaxPerPlayground)
    throw unavailable('Other readers are running this playground. Try again in a moment.');
  const isPublic = (run: UnderWay) => run.publicPlayground !== undefined;
  if (id !== undefined && count(isPublic) >= config.publicMaxTotal)
    throw unavailable('Readers are running too many playgrounds. Try again in a moment.');
  if (underWay.size >= config.maxTotal)
    throw unavailable('The service has too many tests in progress. Try again in a moment.');
}

/** Creates the proxy. @throws Error when `proxyUrl` is not a URL of a forward proxy */
export function createProxy(config: ProxyConfig): Proxy {
  let closed = false;
  const underWay = new Map<AbortController, UnderWay>();
  const policy = createAddressPolicy({ ...config, ownAddresses: ownAddressCache() });
  const settings: Omit<RunSettings, 'hosts'> = {
    ...config,
    policy: watchedPolicy(policy, (reason) => proxy.onRefused(reason)),
    resolver: config.resolver ?? createResolver(),
    forwardProxy: config.proxyUrl === undefined ? undefined : createForwardProxy(config.proxyUrl),
  };

  /** Runs one request. @param ending aborts the run at its deadline, in addition to the caller's signal */
  async function run(
    request: RequestShape,
    ending: AbortController,
    { signal, observer, publicPlayground, hosts }: ExecuteContext,
  ): Promise<ExecuteOutcome> {
    const filled = substituteVariables(request);
    checkUrlText(filled.url);
    const normal = normalize(filled);
    const destination = parseDestination(normal.url);
    const prepared = prepareRequest(normal, config);
    const asked = prepared.options.timeout_ms || Number.POSITIVE_INFINITY;
    const allowed = observer === undefined ? config.timeoutMs : config.streamTimeoutMs;
    const forPublic = publicPlayground === undefined ? allowed : config.publicTimeoutMs;
    const timeoutMs = Math.min(allowed, forPublic, asked);
    const passed = () => ending.abort(new DeadlinePassed(timeoutMs, 'response', timeoutMs < asked));
    const timer = setTimeout(passed, timeoutMs);
    try {
      const either = AbortSignal.any([signal, ending.signal]);
      return await new Run({ ...settings, hosts }, filled, prepared, destination, either, observer).execute();
    } finally {
      clearTimeout(timer);
    }
  }

  const proxy: Proxy = {
    get underWay() {
      return underWay.size;
    },
    onRefused: () => {},
    reserve({ accountId, publicPlayground }) {
      checkLimits(underWay, config, accountId, publicPlayground);
      const place = new AbortController();
      underWay.set(place, { accountId, publicPlayground, outcome: Promise.resolve() });
      return () => underWay.delete(place);
    },
    async execute(request, context) {
      const { signal, accountId, publicPlayground } = context;
      if (signal.aborted && !(signal.reason instanceof Cancelled)) throw signal.reason;
      if (closed) throw shuttingDown();
      checkLimits(underWay, config, accountId, publicPlayground);
      const ending = new AbortController();
      const outcome = run(request, ending, context);
      underWay.set(ending, { accountId, publicPlayground, outcome });
      try {
        return await outcome;
      } finally {
        underWay.delete(ending);
      }
    },
    cancelAll() {
      for (const ending of underWay.keys()) ending.abort(new Cancelled('The service is shutting down.'));
    },
    async close() {
      closed = true;
      for (const ending of underWay.keys()) ending.abort(shuttingDown());
      await Promise.allSettled([...underWay.values()].map(({ outcome }) => outcome));
    },
  };
  return proxy;
}

const shuttingDown = () => unavailable('The service is shutting down.');

/** Returns a function for the machine's addresses, which can change while the server runs: read every five seconds. */
function ownAddressCache(): () => readonly string[] {
  let addresses: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAt > 5_000) {
      readAt = performance.now();
      addresses = Object.values(networkInterfaces()).flatMap(
        (all) => all?.map(({ address }) => address) ?? [],
      );
    }
    return addresses;
  };
}
