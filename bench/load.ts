/**
 * A process that puts load on a server: keep-alive connections, one request at a time on each, over bare sockets,
 * so that the loader costs far less than what it measures. Takes jobs and hands back results over IPC.
 */
import { connect } from 'node:net';

export interface Job {
  method: string;
  /** http, with a port. */
  url: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  durationMs: number;
  /**
   * Never to wait in the kernel: on a virtual machine a server that has to wake its client pays more for that than for its
   * answer. Not where a database needs the second core.
   */
  awake?: boolean;
}

export interface Load {
  /** Answers with status 200 or 201 within the time. */
  answers: number;
  /** Requests with another answer. */
  failures: number;
  /** Status line and body of the first failure. */
  firstFailure: string | undefined;
  /** Milliseconds that it took. */
  elapsedMs: number;
}

function run(job: Job): Promise<Load> {
  const { method, headers, body } = job;
  const { host, pathname } = new URL(job.url);
  const lines = { Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  const load: Load = { answers: 0, failures: 0, firstFailure: undefined, elapsedMs: 0 };
  const began = performance.now();
  const sends = Array.from({ length: job.connections }, () => connection(job, request, load, began));
  let { awake = false } = job;
  const stayAwake = () => awake && setImmediate(stayAwake);
  stayAwake();
  return Promise.all(sends).then(() => {
    awake = false;
    return { ...load, elapsedMs: performance.now() - began };
  });
}

function connection(job: Job, request: Buffer, load: Load, began: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(job.url);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setNoDelay(true);
    let pending = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      pending += chunk;
      const end = answerEnd(pending);
      if (end === undefined) return;
      if (/^HTTP\/1\.1 20[01] /.test(pending)) load.answers += 1;
      else {
        load.failures += 1;
        load.firstFailure ??= pending;
      }
      pending = pending.slice(end);
      if (performance.now() - began < job.durationMs) socket.write(request);
      else socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** Length of the answer at the start of a text, when it is there as a whole. */
function answerEnd(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length === undefined) throw new Error('the bench needs answers with Content-Length');
  const end = head + 4 + Number(length);
  return text.length >= end ? end : undefined;
}

process.on('message', (job: Job) => {
  run(job).then(
    (load) => process.send?.(load),
    (error: Error) =>
      process.send?.({ answers: 0, failures: 1, firstFailure: String(error), elapsedMs: 1 } satisfies Load),
  );
});
