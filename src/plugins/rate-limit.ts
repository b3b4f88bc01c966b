/**
 * Limits requests: an account by its plan's daily quota, an address by the minute (@fastify/rate-limit). A page's route
 * declares its own limit of an address as `config: { rateLimit: { max } }`. The three headers are set as soon as a
 * request arrives, so that every response carries them.
 */
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { limitReached } from '../errors.ts';
import type { Identity } from '../services/api-keys.ts';
import { nextMidnight, Quota } from '../services/quota.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests with a valid key also work beyond the account's limit. */
    neverRefused?: boolean;
  }
  interface FastifyInstance {
    quota: Quota;
    /** Returns the limit headers for an address, for responses on a socket without a Fastify request. */
    addressLimitHeaders(address: string | undefined): Record<string, number>;
    /** Reads something for an address that has requests left, not counting those that read now; else undefined. */
    withinAddressLimit: <T>(address: string, read: () => Promise<T>) => Promise<T> | undefined;
    /** Counts a request: throws rate_limit_exceeded beyond the limit. */
    meter(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

const MINUTE_MS = 60_000;
/** Addresses counted separately in one minute; further ones share one count, so that memory is bounded. */
const MAX_ADDRESSES = 100_000;

const nextMinute = (time: number): number => (Math.floor(time / MINUTE_MS) + 1) * MINUTE_MS;

/**
 * Requests of this minute per address, as a store of the plugin: each route with a limit of its own gets one. The
 * plugin's own store counts from an address's first request, but the headers report the end of the minute.
 */
class AddressCounts implements FastifyRateLimitStore {
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

  incr(address: string, callback: (error: null, counted: { current: number; ttl: number }) => void): void {
    const current = this.read(address) + 1;
    this.#counts.set(this.#slot(address), current);
    const now = Date.now();
    callback(null, { current, ttl: nextMinute(now) - now });
  }

  child(): AddressCounts {
    return new AddressCounts();
  }

  #slot(address: string): string {
    return this.#counts.size < MAX_ADDRESSES || this.#counts.has(address) ? address : 'others';
  }
}

/** Returns the key that an IPv6 address is counted under: its /64, which one customer controls. */
function networkOf(address: string): string {
  try {
    return normalizeIP(address, 64);
  } catch {
    return 'unknown';
  }
}

/** Cached, because that takes ten microseconds. */
const networks = new LRUCache<string, string>({ max: 10_000, memoMethod: networkOf });

/** Returns the key that an address is counted under. */
const addressKey = (address = 'unknown'): string =>
  address.includes(':') ? networks.memo(address) : address;

/** The account of a request, or its address: who large inputs in the pool are counted for. */
export const callerOf = ({ identity, ip }: FastifyRequest): string => identity?.accountId ?? addressKey(ip);

export default fp(
  async (app: FastifyInstance, { perMinute }: { perMinute: number }) => {
    const quota = new Quota(app.database.db);
    app.addHook('onClose', () => quota.close());

    /** Counts requests without a key across all routes, unknown ones included; no route declares this limit. */
    let anonymous = new AddressCounts();
    class Store extends AddressCounts {
      constructor() {
        super();
        anonymous = this; // the plugin creates the store; the headers are read from it
      }
    }
    const none = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
    await app.register(rateLimit, {
      global: false,
      max: perMinute,
      timeWindow: MINUTE_MS,
      keyGenerator: ({ ip }) => addressKey(ip),
      store: Store,
      // All responses have the API's own headers, with the reset as a time; the plugin's have seconds.
      addHeaders: { ...none, 'retry-after': false },
      addHeadersOnExceeding: none,
      errorResponseBuilder: (_request, { max, ttl }) =>
        limitReached(ttl, (seconds) => `More than ${max} requests a minute. Try again in ${seconds} s.`),
    });
    const countAddress = app.createRateLimit();

    const ofAddress = (address: string | undefined): Counted => {
      const remaining = perMinute - anonymous.read(addressKey(address));
      return { limit: perMinute, remaining, reset: nextMinute(Date.now()) };
    };
    /** Counts a request against its account or its address. */
    async function count(request: FastifyRequest, identity: Identity | null): Promise<Counted> {
      if (identity !== null) {
        const { limit, accountId } = identity;
        const { current } = await quota.take(accountId, limit);
        return { limit, remaining: limit - current, reset: nextMidnight(Date.now()) };
      }
      await countAddress(request);
      return ofAddress(request.ip);
    }

    /** Requests by address whose key is being looked up: they are counted afterwards, if it is unknown. */
    const reading = new Map<string, number>();
    app.decorate('withinAddressLimit', (address, read) => {
      const key = addressKey(address);
      const now = reading.get(key) ?? 0;
      if (anonymous.read(key) + now >= perMinute) return undefined;
      reading.set(key, now + 1);
      return read().finally(() => {
        const left = (reading.get(key) ?? 1) - 1;
        if (left > 0) reading.set(key, left);
        else reading.delete(key);
      });
    });

    app.decorate('quota', quota);
    app.decorate('addressLimitHeaders', (address: string | undefined) => limitHeaders(ofAddress(address)));
    app.decorate('meter', async (request: FastifyRequest, reply: FastifyReply) => {
      const counted = await count(request, request.identity);
      reply.headers(limitHeaders(counted));
      if (counted.remaining >= 0) return;
      // Not counted beyond the limit, so that usage never exceeds it.
      if (request.identity !== null && request.routeOptions.config.neverRefused) return;
      throw limitReached(counted.reset - Date.now(), () =>
        request.identity === null
          ? `More than ${counted.limit} requests a minute without a key. Send an API key, or wait for the seconds in Retry-After.`
          : `The daily limit of ${counted.limit} requests is reached. It resets at midnight UTC.`,
      );
    });
  },
  { name: 'rate-limit', dependencies: ['database', 'auth'] },
);

interface Counted {
  limit: number;
  /** Remaining requests; negative for a refused one. */
  remaining: number;
  /** When the count resets, as Unix time in milliseconds. */
  reset: number;
}

const limitHeaders = ({ limit, remaining, reset }: Counted) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': Math.max(0, remaining),
  'x-ratelimit-reset': reset / 1000,
});
