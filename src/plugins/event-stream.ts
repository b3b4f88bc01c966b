/** Server-sent events as the response to a request (WHATWG HTML, section 9.2), with back-pressure and an end. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes a response a stream of events. */
    eventStream(reply: FastifyReply): EventStream;
  }
}

/** How long the last events may take to leave once the run is over. */
const FLUSH_MS = 5_000;

/** Sends nothing, not even a status, before its first event: until then the request can still be refused. */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #heartbeatMs: number;
  #output: PassThrough | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  /** @param heartbeatMs how often a comment is sent: proxies close connections on which nothing comes */
  constructor(reply: FastifyReply, heartbeatMs: number) {
    this.#reply = reply;
    this.#heartbeatMs = heartbeatMs;
  }

  get isStarted(): boolean {
    return this.#output !== undefined;
  }

  /**
   * Sends an event.
   * @returns a promise when the caller does not keep up: it resolves when there is room, or when the caller has gone
   */
  send(event: string, data: unknown): void | Promise<void> {
    this.#output ??= this.#start();
    const output = this.#output;
    // JSON has no line ends of its own.
    if (output.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) || output.destroyed) return;
    return new Promise((resolve) => {
      const done = () => {
        output.off('drain', done).off('close', done);
        resolve();
      };
      output.on('drain', done).on('close', done);
    });
  }

  /** Ends the response. A caller that does not read the rest in time is disconnected. */
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
    // A caller that leaves destroys it; whoever writes then need not know.
    output.on('error', () => {});
    this.#heartbeat = setInterval(() => {
      if (!output.writableNeedDrain) output.write(': heartbeat\n\n');
    }, this.#heartbeatMs);
    output.once('close', () => clearInterval(this.#heartbeat));
    void this.#reply
      // nginx would hold events back.
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
