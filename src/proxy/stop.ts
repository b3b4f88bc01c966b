/** Ending what is under way. */

/** What tells that it is to end: a Stop, or an AbortSignal. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An AbortController that is its own signal. Node's are event targets with all that the web asks of those, and cost as
 * much as the rest of a run's bookkeeping. A listener is called once.
 */
export class Stop implements StopSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  /** Has effect once. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /**
   * Ends with another signal too, until it is let go of.
   * @returns lets go
   */
  follow(signal: StopSignal): () => void {
    const follow = () => this.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    return () => signal.removeEventListener('abort', follow);
  }
}
