/**
 * Runs work on callers' texts where it cannot stop the service: small inputs in this thread, larger ones in a pool of worker
 * threads with a deadline and a memory limit. The one place that decides which.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FixedQueue, Piscina } from 'piscina';
import { InputError, type InputIssue } from '../errors.ts';

/** Largest input that is worked on in this thread, in characters; work of this size takes a few milliseconds. */
const MAX_IN_THREAD = 16_384;

/** Milliseconds that work may take in a worker, from its start. */
const DEADLINE_MS = 2_000;

/** Milliseconds that work may wait for a worker, less than a request may take; the first worker needs some of them to start. */
const MAX_WAIT_MS = 15_000;

/** Work that is done or waits at the same time; each may have megabytes of input. */
const MAX_PENDING = 16;

const TICK_MS = 50;

/** Work that was given up: it took too long or too much memory, or the workers were busy. The caller may try again. */
export class WorkAborted extends Error {
  override readonly name = 'WorkAborted';
}

type Work = (input: never) => unknown;

interface Call {
  name: string;
  input: unknown;
  /** Set to 1 by the worker that starts the work. */
  started: Int32Array<SharedArrayBuffer>;
}

type Outcome = { value: unknown } | { issues: readonly [InputIssue, ...InputIssue[]] };

const works = new Map<string, Work>();

/**
 * Makes a pure function of plain data run in the pool if its input is large. Modules that call this are imported by
 * `src/worker.ts`.
 * @param name tells works apart
 * @param times how often the work reads its input, about; default once
 * @returns the function; it rejects with what the function throws (InputError only, in a worker), and with WorkAborted
 */
export function pooled<Input, Output>(
  name: string,
  work: (input: Input) => Output,
  times: (input: Input) => number = () => 1,
): (input: Input) => Promise<Output> {
  works.set(name, work);
  return async (input) => {
    if (sizeOf(input, MAX_IN_THREAD) * times(input) <= MAX_IN_THREAD) return work(input);
    inWorker ??= openPool();
    return inWorker(name, input) as Promise<Output>; // what `work` returned there
  };
}

/** Returns the characters of all texts of a value, and one for each other value; counting stops beyond a limit. */
export function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const [key, item] of Object.entries(value)) {
    size += key.length + sizeOf(item, limit - size);
    if (size > limit) break;
  }
  return size;
}

/** The bundler keeps the depth of this file. */
const WORKER = fileURLToPath(new URL(`../worker${extname(import.meta.url)}`, import.meta.url));

let inWorker: ReturnType<typeof openPool> | undefined;

/**
 * Opens a pool. Its workers start when they are needed and never keep the process alive; all but one end after a minute without work.
 * @param file what the workers load; it has `work` as its default export
 */
export function openPool(file: string = WORKER): (name: string, input: unknown) => Promise<unknown> {
  const workers = new Piscina<Call, Outcome>({
    filename: file,
    minThreads: 1,
    maxThreads: 2,
    idleTimeout: 60_000,
    taskQueue: new FixedQueue(), // pools share the default one
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  // A worker that ends without work is replaced when there is work.
  workers.on('error', () => {});
  let pending = 0;
  return async (name, input) => {
    // Piscina does not count what can be aborted.
    if (pending >= MAX_PENDING) throw busy();
    pending += 1;
    const started = new Int32Array(new SharedArrayBuffer(4));
    const controller = new AbortController();
    let waited = 0;
    let worked = 0;
    const timer = setInterval(() => {
      if (Atomics.load(started, 0) === 1) worked += TICK_MS;
      else waited += TICK_MS;
      if (worked > DEADLINE_MS || waited > MAX_WAIT_MS) controller.abort();
    }, TICK_MS);
    try {
      const outcome = await workers.run({ name, input, started }, { signal: controller.signal });
      if ('issues' in outcome) throw new InputError(...outcome.issues);
      return outcome.value;
    } catch (error) {
      throw error instanceof InputError ? error : abortedBy(error, worked > DEADLINE_MS);
    } finally {
      pending -= 1;
      clearInterval(timer);
    }
  };
}

const busy = (cause?: unknown) =>
  new WorkAborted('Too many large inputs are being processed. Try again in a moment.', { cause });

function abortedBy(cause: unknown, isLate: boolean): unknown {
  const { code, name } = cause as { code?: string; name?: string };
  if (isLate) return new WorkAborted('The input takes too long to process. Send a smaller one.', { cause });
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new WorkAborted('The input takes too much memory to process. Send a smaller one.', { cause });
  return name === 'AbortError' ? busy(cause) : cause;
}

/** Does the work of a call: what a worker runs. */
export function work({ name, input, started }: Call): Outcome {
  Atomics.store(started, 0, 1);
  const run = works.get(name) as (input: unknown) => unknown; // registered by `pooled`, which made the call
  try {
    return { value: run(input) };
  } catch (error) {
    if (error instanceof InputError) return { issues: error.issues };
    throw error;
  }
}
