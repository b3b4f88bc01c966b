/** Limits concurrent tests, per account and in total. There is no queue: waiting requests hold memory, too. */
import { ApiError } from '../errors.ts';

export interface LimiterOptions {
  maxPerAccount: number;
  maxTotal: number;
}

/** Releases a slot. Must be called exactly once. */
export type Release = () => void;

const RETRY_AFTER_SECONDS = 1;

/** Counts the tests in progress and refuses those above the limits. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #perAccount = new Map<string, number>();
  #total = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Takes a slot. @throws ApiError service_unavailable with Retry-After (seconds) when none is free */
  acquire(accountId: string): Release {
    const own = this.#perAccount.get(accountId) ?? 0;
    if (own >= this.#options.maxPerAccount)
      throw unavailable(
        `The account already has ${this.#options.maxPerAccount} tests in progress. Try again when one has ended.`,
      );
    if (this.#total >= this.#options.maxTotal)
      throw unavailable('The service has too many tests in progress. Try again in a moment.');
    this.#perAccount.set(accountId, own + 1);
    this.#total += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#total -= 1;
      const left = (this.#perAccount.get(accountId) ?? 1) - 1;
      if (left === 0) this.#perAccount.delete(accountId);
      else this.#perAccount.set(accountId, left);
    };
  }
}

/** Returns a 503 with Retry-After. */
export function unavailable(message: string): ApiError {
  return new ApiError('service_unavailable', message, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
