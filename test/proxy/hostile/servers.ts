/** The servers that show the behaviours: a behaviour is chosen by the number in the path. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import * as certificates from '../../support/certificates.ts';
import { type Behaviour, ok, type ServerKind } from './behaviour.ts';

export interface HostileServers {
  /** Where a behaviour is found. */
  urlOf(index: number): string;
  /** Connections that are open right now. */
  open(): number;
  close(): Promise<void>;
}

type TlsKind = Exclude<ServerKind, 'plain' | 'h2' | 'h2c'>;

const TLS_OPTIONS: Readonly<Record<TlsKind, TlsOptions>> = {
  good: certificates.good,
  self: certificates.self,
  expired: certificates.expired,
  other: certificates.other,
  old: { ...certificates.good, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' },
  mutual: { ...certificates.good, requestCert: true, rejectUnauthorized: true, ca: certificates.ca.cert },
};

/** One plain server for all, a TLS server a certificate, and a port for each behaviour that acts on connect. */
export async function startHostileServers(behaviours: readonly Behaviour[]): Promise<HostileServers> {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const listen = async (server: Server) => {
    server.listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    // listen() on a host and port always gives an AddressInfo.
    return (server.address() as AddressInfo).port;
  };
  const accept = (serve: (socket: Socket) => void) => (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket);
  };

  const ports = new Map<string, number>();
  const byPath = (kind: 'plain' | TlsKind) => (socket: Socket) => {
    let head = '';
    const read = (data: Buffer) => {
      head += data.toString('latin1');
      // A TLS handshake on a plain port, answered as most servers do.
      if (head.startsWith('\x16')) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      socket.resume();
      const origin = `http://127.0.0.1:${ports.get(kind)}`;
      const index = /^\S+ \/(\d+)/.exec(head)?.[1];
      const behaviour = index === undefined ? undefined : behaviours[Number(index)];
      if (behaviour?.serve === undefined) socket.end(ok());
      else behaviour.serve(socket, head, origin);
    };
    socket.on('data', read);
  };
  ports.set('plain', await listen(createServer({ allowHalfOpen: false }, accept(byPath('plain')))));
  for (const [kind, options] of Object.entries(TLS_OPTIONS) as [TlsKind, TlsOptions][]) {
    const server = createTlsServer(options, accept(byPath(kind)));
    server.on('tlsClientError', () => {});
    ports.set(kind, await listen(server));
  }
  for (const [index, behaviour] of behaviours.entries())
    if (behaviour.early === true)
      ports.set(
        `early${index}`,
        await listen(
          createServer(
            { pauseOnConnect: true },
            accept((socket) => behaviour.serve?.(socket.resume(), '', '')),
          ),
        ),
      );

  return {
    urlOf(index) {
      const { server = 'plain', early, request } = behaviours[index] ?? {};
      const port = ports.get(early === true ? `early${index}` : server);
      const secure = server !== 'plain' || request?.url === 'https:';
      return `http${secure ? 's' : ''}://${secure && early !== true ? 'target.test' : '127.0.0.1'}:${port}/${index}/`;
    },
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}
