/** Closes idle connections as soon as the server closes, and refuses later requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';

export default fp(
  async (app: FastifyInstance) => {
    app.decorate('stopping', false);
    let closing = false;
    // The unfinished responses of each connection. An array, not a Set: a Set that changes with every request leaves
    // old hash tables behind that keep requests alive until a full garbage collection.
    const connections = new Map<Duplex, ServerResponse[]>();
    const closeUnused = () => {
      for (const [socket, underWay] of connections) {
        if (underWay.length === 0) socket.destroy();
        for (const response of underWay) response.shouldKeepAlive = false;
      }
    };
    app.server.on('connection', (socket) => {
      if (closing) socket.destroy();
      connections.set(socket, []);
      socket.once('close', () => connections.delete(socket));
    });
    function ended(this: ServerResponse): void {
      const underWay = connections.get(this.req.socket);
      underWay?.splice(underWay.indexOf(this), 1);
      if (closing) closeUnused(); // its header block may have been sent before, without Connection: close
    }
    app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      // A response sent while closing is the connection's last: keep-alive would delay the shutdown.
      if (closing) response.shouldKeepAlive = false;
      connections.get(socket)?.push(response);
      response.on('close', ended);
    });
    // Node's own closes only connections where a request has ended, and counts a response as sent while most of it is
    // still buffered for a slow client, and truncates it.
    app.server.closeIdleConnections = closeUnused;
    app.addHook('preClose', async () => {
      closing = true;
      closeUnused();
    });
    app.addHook('onRequest', (_request, _reply, done) => {
      if (closing)
        throw new ApiError('service_unavailable', 'The server is shutting down.', {
          headers: { 'retry-after': '2', connection: 'close' },
        });
      done();
    });
  },
  { name: 'connections', dependencies: ['request-context'] },
);

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when the server is about to stop; /readyz then returns 503. */
    stopping: boolean;
  }
}
