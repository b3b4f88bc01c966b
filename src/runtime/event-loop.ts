/** Schedules one CPU-bound task per iteration of the event loop, so that other work runs in between. */
let last: Promise<void> = Promise.resolve();

/** Yields to the event loop. Resolves in an iteration of its own, not shared with other callers. */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
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
