/** Work that holds the event loop for milliseconds, one piece a turn, so that others get in between. */
let last: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller gets. */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
