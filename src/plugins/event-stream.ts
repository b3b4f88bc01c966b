/** Sends server-sent events as a response (WHATWG HTML, section 9.2), with back-pressure. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts an event stream as the response. */
    eventStream(reply: FastifyReply): EventStream;
  }
}

/** Milliseconds to flush the last events after the run has ended. */
const FLUSH_MS = 5_000;

/** Sends nothing, not even a status, before its first event: until then the request can still be refused. */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #heartbeatMs: number;
  #output: PassThrough | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  /** @param heartbeatMs interval of the comments that keep proxies from closing an idle connection */
  constructor(reply: FastifyReply, heartbeatMs: number) {
    this.#reply = reply;
    this.#heartbeatMs = heartbeatMs;
  }

  get isStarted(): boolean {
    return this.#output !== undefined;
  }

  /**
   * Sends an event.
   * @returns a promise when the write buffer is full: it resolves when the buffer has drained or the client has disconnected
   */
  send(event: string, data: unknown): void | Promise<void> {
    this.#output ??= this.#start();
    const output = this.#output;
    // JSON.stringify() writes no line breaks.
    if (output.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) || output.destroyed) return;
    return new Promise((resolve) => {
      const done = () => {
        output.off('drain', done).off('close', done);
        resolve();
      };
      output.on('drain', done).on('close', done);
    });
  }

  /** Ends the response. A client that does not read the rest in time is disconnected. */
  end(): void {
    clearInterval(this.#heartbeat);
    const { raw } = this.#reply;
    this.#output?.end();
    setTimeout(() => {
      if (!raw.writableFinished) raw.destroy();
    }, FLUSH_MS).unref();
  }

  #start(): PassThrough {
    const output = new PassThrough();
    // A disconnect destroys the stream; later writes must not throw.
    output.on('error', () => {});
    this.#heartbeat = setInterval(() => {
      if (!output.writableNeedDrain) output.write(': heartbeat\n\n');
    }, this.#heartbeatMs);
    output.once('close', () => clearInterval(this.#heartbeat));
    void this.#reply
      // nginx would buffer the events.
      .header('x-accel-buffering', 'no')
      .type('text/event-stream')
      .send(output);
    return output;
  }
}

export default fp(
  async (app: FastifyInstance, { heartbeatMs }: { heartbeatMs: number }) => {
    app.decorate('eventStream', (reply: FastifyReply) => new EventStream(reply, heartbeatMs));
  },
  { name: 'event-stream' },
);
