/** Schedules one CPU-bound task per iteration of the event loop, so that other work runs in between. */
let last: Promise<void> = Promise.resolve();

/** Yields to the event loop. Resolves in an iteration of its own, not shared with other callers. */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

const SHORT_MS = 1;

/**
 * Resolves right after a short iteration of the event loop, or after a hundred. A server that stops listening then, before
 * anything else is awaited, leaves no connection unaccepted: those would be reset.
 */
export async function untilAccepted(): Promise<void> {
  for (let iteration = 0; iteration < 100; iteration += 1) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - began < SHORT_MS) return;
  }
}

/** Resolves when the promise or the signal does. */
export async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let release = () => {};
  const aborted = new Promise<void>((resolve) => {
    release = resolve;
    signal.addEventListener('abort', release, { once: true });
  });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', release);
}
