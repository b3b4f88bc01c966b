/**
 * Bounds what a connection can hold in memory: one response at a time, and none that its client does not read. Node
 * itself begins all requests that it has read from a connection (pipelining, RFC 9112, section 9.3.2). Malformed URLs
 * run no hooks; their responses are short.
 */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Requests that may wait on a connection; with more it is closed. */
const MAX_WAITING = 100;

export default fp(
  async (app: FastifyInstance, { unreadMs }: { unreadMs: number }) => {
    /** For each connection with a response that is not sent yet, the requests after it. */
    const waiting = new WeakMap<Socket, (() => void)[]>();

    app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
      if (!(socket instanceof Socket)) return done(); // injected
      const begin = () => {
        socket.setTimeout(0); // the response before has set one
        response.once('close', () => {
          // Behind the last response of a connection nothing is sent any more.
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

    // A stream holds little and waits for its reader; other responses lie in memory as a whole.
    app.addHook('onSend', ({ raw: { socket } }, _reply, payload, done) => {
      const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
      // Without progress for that long, Node closes the connection.
      if (isWhole && socket instanceof Socket) socket.setTimeout(unreadMs);
      done(null, payload);
    });
  },
  { name: 'pipelining' },
);
