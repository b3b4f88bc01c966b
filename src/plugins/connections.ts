/** Closes idle connections as soon as the server closes, and refuses later requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { CORS_HEADERS } from './cors-headers.ts';

/**
 * Keeps track of connections and their requests. Node itself closes only connections where a request has ended, and
 * waits for those where none has begun.
 * @returns a function that closes idle connections now, and the others after their last response
 */
function trackConnections(app: FastifyInstance): () => void {
  // With each its responses that are not sent yet. Not in a Set of their own: one that changes with every request leaves
  // tables behind in which V8 keeps requests alive until a full collection.
  const connections = new Map<Duplex, ServerResponse[]>();
  let closing = false;
  app.server.on('connection', (socket) => {
    if (closing) socket.destroy();
    connections.set(socket, []);
    socket.once('close', () => connections.delete(socket));
  });
  function ended(this: ServerResponse): void {
    const underWay = connections.get(this.req.socket);
    underWay?.splice(underWay.indexOf(this), 1);
    if (closing) closeUnused(); // its head may have gone out before, without a word of closing
  }
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // A response given while closing is its connection's last: a client that kept it would hold up the end.
    if (closing) response.shouldKeepAlive = false;
    connections.get(socket)?.push(response);
    response.on('close', ended);
  });
  const closeUnused = () => {
    for (const [socket, underWay] of connections) {
      if (underWay.length === 0) socket.destroy();
      for (const response of underWay) response.shouldKeepAlive = false;
    }
  };
  // Node's own takes a response for sent while most of it waits for a slow reader, and cuts it off.
  app.server.closeIdleConnections = closeUnused;
  return () => {
    closing = true;
    closeUnused();
  };
}

export default fp(
  async (app: FastifyInstance) => {
    let closing = false;
    app.decorate('stopping', false);
    const closeUnused = trackConnections(app);
    app.addHook('preClose', async () => {
      closing = true;
      closeUnused();
    });
    app.addHook('onRequest', (_request, _reply, done) => {
      if (closing)
        throw new ApiError('service_unavailable', 'The server is shutting down.', {
          headers: { ...CORS_HEADERS, 'retry-after': '2', connection: 'close' },
        });
      done();
    });
  },
  { name: 'connections', dependencies: ['request-context'] },
);

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when the server is about to stop: /readyz says so. */
    stopping: boolean;
  }
}
