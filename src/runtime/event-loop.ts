/** Queues work that takes milliseconds, one piece for each turn of the event loop, so that other work runs in between. */
let last: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller gets. */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
