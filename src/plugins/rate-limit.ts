/**
 * Metering through @fastify/rate-limit: accounts in the durable quota, everybody else per address in memory.
 * The three headers are set as soon as a request arrives, so that every answer carries them.
 */
import rateLimit, {
  type FastifyRateLimitOptions,
  type FastifyRateLimitStore,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { nextMidnight, Quota } from '../services/quota.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests with a valid key are answered beyond the account's limit, too. */
    neverRefused?: boolean;
  }
  interface FastifyInstance {
    quota: Quota;
    /** Headers for an answer to an address, for answers that Node gives before there is a request. */
    addressLimitHeaders(address: string | undefined): LimitHeaders;
    /** Sets the headers of a request that is not counted. */
    showLimit(request: FastifyRequest, reply: FastifyReply): void;
    /** Counts a request: throws rate_limit_exceeded beyond the limit. */
    meter(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /**
     * Counts a request of an address against a limit of its own a minute, beside all others.
     * @throws ApiError rate_limit_exceeded
     */
    limitAddress(request: FastifyRequest, what: string, perMinute: number): void;
  }
}

export interface LimitHeaders {
  'x-ratelimit-limit': number;
  'x-ratelimit-remaining': number;
  'x-ratelimit-reset': number;
}

const MINUTE_MS = 60_000;
/** Addresses counted apart in one minute; what is beyond shares one count, so that memory is bounded. */
const MAX_ADDRESSES = 100_000;

const nextMinute = (time: number): number => (Math.floor(time / MINUTE_MS) + 1) * MINUTE_MS;

/** Requests of this minute per address. */
class AddressCounts {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  read(address: string): number {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts.clear();
    }
    return this.#counts.get(this.#slot(address)) ?? 0;
  }

  add(address: string): number {
    const count = this.read(address) + 1;
    this.#counts.set(this.#slot(address), count);
    return count;
  }

  #slot(address: string): string {
    return this.#counts.size < MAX_ADDRESSES || this.#counts.has(address) ? address : 'others';
  }
}

const ACCOUNT = 'account ';

/** The plugin's store: keys that start with `account ` are counted durably, the others in memory. */
function makeStore(quota: Quota, addresses: AddressCounts) {
  return class Store implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _timeWindow?: number,
      max = 0,
    ): void {
      if (key.startsWith(ACCOUNT)) {
        quota.take(key.slice(ACCOUNT.length), max).then(
          (count) => callback(null, count),
          (error: Error) => callback(error),
        );
        return;
      }
      const now = Date.now();
      callback(null, { current: addresses.add(key), ttl: nextMinute(now) - now });
    }

    child(): Store {
      return this;
    }
  };
}

/** What IPv6 addresses count as: finding it takes ten microseconds. */
const keysOfIPv6 = new Map<string, string>();
const MAX_KEYS = 10_000;

/** Addresses that one customer controls count as one: IPv6 by /64. */
function addressKey(address = 'unknown'): string {
  if (!address.includes(':')) return address;
  let key = keysOfIPv6.get(address);
  if (key !== undefined) return key;
  try {
    key = normalizeIP(address, 64);
  } catch {
    key = 'unknown';
  }
  if (keysOfIPv6.size >= MAX_KEYS) keysOfIPv6.clear();
  keysOfIPv6.set(address, key);
  return key;
}

export default fp(
  async (app: FastifyInstance, { perMinute }: { perMinute: number }) => {
    const quota = new Quota(app.database.db);
    app.addHook('onClose', () => quota.close());
    const addresses = new AddressCounts();
    const options: FastifyRateLimitOptions = { global: false, store: makeStore(quota, addresses) };
    await app.register(rateLimit, options);

    const check = app.createRateLimit({
      keyGenerator: ({ identity, ip }) => (identity === null ? addressKey(ip) : ACCOUNT + identity.accountId),
      max: ({ identity }) => identity?.limit ?? perMinute,
      timeWindow: MINUTE_MS,
    });

    app.decorate('quota', quota);
    app.decorate('addressLimitHeaders', (address: string | undefined): LimitHeaders => {
      const used = addresses.read(addressKey(address));
      return limitHeaders(perMinute, perMinute - used, nextMinute(Date.now()));
    });
    app.decorate('limitAddress', ({ ip }: FastifyRequest, what: string, limit: number) => {
      if (addresses.add(`${what} ${addressKey(ip)}`) <= limit) return;
      const now = Date.now();
      const seconds = Math.max(1, Math.ceil((nextMinute(now) - now) / 1000));
      throw new ApiError(
        'rate_limit_exceeded',
        `That was more than ${limit} a minute. Try again in ${seconds} s.`,
        {
          headers: { 'retry-after': String(seconds) },
        },
      );
    });
    app.decorate('showLimit', (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ ...app.addressLimitHeaders(request.ip) });
    });
    app.decorate('meter', async (request: FastifyRequest, reply: FastifyReply) => {
      // A malformed URL has no route, and the plugin would look for one: it gets just what the functions above read.
      const { identity, ip } = request;
      const result = await check({ identity, ip, routeOptions: {} } as unknown as FastifyRequest);
      if (result.isAllowed) return; // no allow list is set: never
      const now = Date.now();
      const reset = request.identity === null ? nextMinute(now) : nextMidnight(now);
      reply.headers({ ...limitHeaders(result.max, result.remaining, reset) });
      if (!result.isExceeded) return;
      // Not counted then: what is used never exceeds the limit.
      if (identity !== null && request.routeOptions.config.neverRefused) return;
      const seconds = Math.max(1, Math.ceil((reset - now) / 1000));
      throw new ApiError('rate_limit_exceeded', `The limit of ${result.max} requests is used up.`, {
        headers: { 'retry-after': String(seconds) },
      });
    });
  },
  { name: 'rate-limit', dependencies: ['database', 'auth'] },
);

function limitHeaders(limit: number, remaining: number, resetMs: number): LimitHeaders {
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': Math.max(0, remaining),
    'x-ratelimit-reset': resetMs / 1000,
  };
}
