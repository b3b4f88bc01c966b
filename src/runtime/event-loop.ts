/** Schedules one CPU-bound task per iteration of the event loop, so that other work runs in between. */
let last: Promise<void> = Promise.resolve();

/** Yields to the event loop. Resolves in an iteration of its own, not shared with other callers. */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
