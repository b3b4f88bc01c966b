/**
 * Bounds the memory of a connection: one response at a time, and a timeout for clients that do not read. Node
 * starts all requests that it has read from a connection (pipelining, RFC 9112, section 9.3.2). Malformed URLs
 * run no hooks; their responses are short.
 */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Maximum number of requests waiting on a connection; beyond it the connection is closed. */
const MAX_WAITING = 100;

export default fp(
  async (app: FastifyInstance, { unreadMs }: { unreadMs: number }) => {
    /** The queued requests of each connection with an unfinished response. */
    const waiting = new WeakMap<Socket, (() => void)[]>();

    app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
      if (!(socket instanceof Socket)) return done(); // injected with app.inject()
      const begin = () => {
        socket.setTimeout(0); // set by the previous response
        response.once('close', () => {
          // After the connection's last response, the queued requests are dropped.
          const next = socket.writable ? waiting.get(socket)?.shift() : undefined;
          if (next === undefined) waiting.delete(socket);
          else next();
        });
        done();
      };
      const queue = waiting.get(socket);
      if (queue === undefined) {
        waiting.set(socket, []);
        begin();
      } else if (queue.push(begin) > MAX_WAITING) socket.destroy();
    });

    // Streams have back-pressure; other responses are buffered as a whole.
    app.addHook('onSend', ({ raw: { socket } }, _reply, payload, done) => {
      const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
      // Without progress for that long, Node closes the connection.
      if (isWhole && socket instanceof Socket) socket.setTimeout(unreadMs);
      done(null, payload);
    });
  },
  { name: 'pipelining' },
);
