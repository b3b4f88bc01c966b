/**
 * Runs work on callers' texts where it cannot stop the service: small inputs in this thread, larger ones in a pool of worker
 * threads with a deadline and a memory limit. The one place that decides which.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FixedQueue, Piscina } from 'piscina';
import { type ApiError, InputError, type InputIssue, limitReached, unavailable } from '../errors.ts';

/** Largest input that is worked on in this thread, in characters; work of this size takes a few milliseconds. */
const MAX_IN_THREAD = 16_384;

/** Milliseconds that work may take in a worker, from its start. */
const DEADLINE_MS = 2_000;

/** Milliseconds that work may wait for a worker, less than a request may take; the first worker needs some of them to start. */
const MAX_WAIT_MS = 15_000;

/** Work that is done or waits at the same time, of one caller and of all; each may have megabytes of input. */
const MAX_PER_CALLER = 4;
const MAX_PENDING = 16;

/** Characters of a caller's work that may wait for the caller's share. */
const MAX_WAITING = 8 * 1024 * 1024;

const TICK_MS = 50;

type Work = (input: never) => unknown;

interface Call {
  name: string;
  input: unknown;
  /** Set to 1 by the worker that starts the work. */
  started: Int32Array<SharedArrayBuffer>;
}

type Outcome = { value: unknown } | { issues: readonly [InputIssue, ...InputIssue[]] };

const works = new Map<string, Work>();

interface PooledOptions<Input> {
  /** About how many characters the work reads; default those of the input. */
  size?: (input: Input) => number;
  /** Whether work waits for the caller's share however much is waiting. */
  waits?: boolean;
  /** Milliseconds that the work may take in a worker. */
  deadlineMs?: number;
}

/**
 * Makes a pure function of plain data run in the pool if its input is large. Modules that call this are imported by
 * `src/worker.ts`.
 * @param name tells works apart
 * @returns the function. Its first argument is the account or address that the work is for: one caller may only have a
 *   share of the pool. It rejects with what the function throws (InputError only, in a worker), with rate_limit_exceeded
 *   if too much waits for that share, and with service_unavailable for work that was given up
 */
export function pooled<Input, Output>(
  name: string,
  work: (input: Input) => Output,
  {
    size = (input) => sizeOf(input, MAX_IN_THREAD),
    waits = false,
    deadlineMs = DEADLINE_MS,
  }: PooledOptions<Input> = {},
): (caller: string, input: Input) => Promise<Output> {
  works.set(name, work);
  return async (caller, input) => {
    if (size(input) <= MAX_IN_THREAD) return work(input);
    return startPool().run(name, input, { caller, waits, deadlineMs }) as Promise<Output>; // what `work` returned there
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

let pool: ReturnType<typeof openPool> | undefined;

/** Starts the first worker, so that the first work need not wait for it. */
export function startPool(): ReturnType<typeof openPool> {
  pool ??= openPool();
  return pool;
}

/** Ends the workers. Work after this starts them again. */
export async function closePool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/**
 * Opens a pool. Its workers never keep the process alive; all but one end after a minute without work.
 * @param file what the workers load; it has `work` as its default export
 */
export function openPool(file: string = WORKER) {
  const workers = new Piscina<Call, Outcome>({
    filename: file,
    minThreads: 1,
    maxThreads: 2,
    idleTimeout: 60_000,
    taskQueue: new FixedQueue(), // pools share the default one
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  // A worker that ends without work is replaced when there is work.
  workers.on('error', () => {});
  let pending = 0;
  const shares = new Map<string, Share>();

  async function run(
    name: string,
    input: unknown,
    {
      caller,
      waits = false,
      deadlineMs = DEADLINE_MS,
    }: { caller: string; waits?: boolean; deadlineMs?: number },
  ): Promise<unknown> {
    const share = shares.get(caller) ?? { running: new Set(), waiting: 0 };
    shares.set(caller, share);
    try {
      const size = share.running.size < MAX_PER_CALLER ? 0 : sizeOf(input, MAX_WAITING);
      if (size > 0 && !waits && share.waiting + size > MAX_WAITING) throw tooMany();
      share.waiting += size;
      while (share.running.size >= MAX_PER_CALLER) await Promise.race(share.running).catch(() => {});
      share.waiting -= size;
      // Piscina does not count what can be aborted.
      if (pending >= MAX_PENDING) throw busy();
      const done = await counted(share, underDeadline(workers, { name, input, deadlineMs }));
      if ('issues' in done) throw new InputError(...done.issues);
      return done.value;
    } finally {
      if (share.running.size === 0 && share.waiting === 0) shares.delete(caller);
    }
  }

  async function counted({ running }: Share, outcome: Promise<Outcome>): Promise<Outcome> {
    pending += 1;
    running.add(outcome);
    try {
      return await outcome;
    } finally {
      pending -= 1;
      running.delete(outcome);
    }
  }
  return { run, close: () => workers.destroy() };
}

/** A caller's work in the pool, and the characters of what waits for it. */
interface Share {
  running: Set<Promise<Outcome>>;
  waiting: number;
}

const tooMany = (): ApiError =>
  limitReached(1_000, () => 'Too many of your large inputs are being processed. Wait for one to end.');

async function underDeadline(
  workers: Piscina<Call, Outcome>,
  { name, input, deadlineMs }: { name: string; input: unknown; deadlineMs: number },
): Promise<Outcome> {
  const started = new Int32Array(new SharedArrayBuffer(4));
  const controller = new AbortController();
  let waited = 0;
  let worked = 0;
  const timer = setInterval(() => {
    if (Atomics.load(started, 0) === 1) worked += TICK_MS;
    else waited += TICK_MS;
    if (worked > deadlineMs || waited > MAX_WAIT_MS) controller.abort();
  }, TICK_MS);
  try {
    return await workers.run({ name, input, started }, { signal: controller.signal });
  } catch (error) {
    throw abortedBy(error, worked > deadlineMs);
  } finally {
    clearInterval(timer);
  }
}

const busy = (cause?: unknown): ApiError =>
  unavailable('Too many large inputs are being processed. Try again in a moment.', cause);

function abortedBy(cause: unknown, isLate: boolean): unknown {
  const { code, name } = cause as { code?: string; name?: string };
  if (isLate) return unavailable('The input takes too long to process. Send a smaller one.', cause);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return unavailable('The input takes too much memory to process. Send a smaller one.', cause);
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
