/**
 * Lets connections go while the server closes so that no request is lost: a proxy cannot repeat a POST whose connection
 * ends without a response. Every response is its connection's last, and idle connections stay open for a moment:
 * a request may be on its way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export default fp(
  async (app: FastifyInstance, { idleMs }: { idleMs: number }) => {
    app.decorate('stopping', false);
    let closing = false;
    // The unfinished responses of each connection. An array, not a Set: a Set that changes with every request leaves
    // old hash tables behind that keep requests alive until a full garbage collection.
    const connections = new Map<Duplex, ServerResponse[]>();
    const closeIfIdle = (socket: Duplex) => {
      if (connections.get(socket)?.length === 0) socket.destroy();
    };
    const closeWhenIdle = (socket: Duplex) => {
      if (idleMs === 0) closeIfIdle(socket);
      else setTimeout(closeIfIdle, idleMs, socket);
    };
    app.server.on('connection', (socket) => {
      connections.set(socket, []);
      socket.once('close', () => connections.delete(socket));
      if (closing) closeWhenIdle(socket);
    });
    function ended(this: ServerResponse): void {
      const { socket } = this.req;
      const underWay = connections.get(socket);
      underWay?.splice(underWay.indexOf(this), 1);
      if (closing) closeWhenIdle(socket); // its header block may have been sent before, without Connection: close
    }
    app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      if (closing) response.shouldKeepAlive = false;
      connections.get(socket)?.push(response);
      response.on('close', ended);
    });
    // Node's own counts a response as sent while most of it is still buffered for a slow client, and truncates it.
    app.server.closeIdleConnections = () => {};
    app.addHook('preClose', async () => {
      closing = true;
      for (const [socket, underWay] of connections) {
        closeWhenIdle(socket);
        for (const response of underWay) response.shouldKeepAlive = false;
      }
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
