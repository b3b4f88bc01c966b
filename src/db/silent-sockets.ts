/**
 * Opens the sockets of a connection pool and closes those that a dead network path holds: packets that are dropped
 * without a reset leave a socket open until TCP gives up, after minutes, and Node cannot set TCP_USER_TIMEOUT.
 */
import { connect, Socket } from 'node:net';
import type { QueryWatch } from './watch.ts';

/** Milliseconds without a byte, while queries run, after which the path is tried. */
const SILENT_MS = 2_000;
/** Milliseconds that the path has to respond. */
const PROBE_MS = 2_000;

/** The part of the options of postgres.js that says where the database is. */
interface Destination {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/** Returns the option `socket` of postgres.js. It expects a socket at once; what it writes waits for the connection. */
export function watchedSockets(queries: QueryWatch): (destination: Destination) => Socket {
  const sockets = new Map<Socket, { read: number; since: number }>();
  let attempt = 0;
  let probing = false;
  let timer: NodeJS.Timeout | undefined;

  const check = async (destination: Destination): Promise<void> => {
    const now = performance.now();
    for (const [{ bytesRead }, seen] of sockets)
      if (bytesRead !== seen.read || queries.underWay === 0)
        Object.assign(seen, { read: bytesRead, since: now });
    const silent = [...sockets].filter(([, { since }]) => now - since > SILENT_MS);
    if (silent.length === 0 || probing) return;
    probing = true;
    const responds = await pathResponds(destination);
    probing = false;
    if (responds) return;
    for (const [socket, { read }] of silent)
      if (socket.bytesRead === read)
        socket.destroy(Object.assign(new Error('The database did not respond.'), { code: 'ETIMEDOUT' }));
  };

  return (destination) => {
    const at = attempt % destination.host.length;
    attempt += 1;
    const [host, port] = [destination.host[at] ?? '', destination.port[at] ?? 0];
    const socket = new Socket();
    timer ??= setInterval(() => void check(destination), 500).unref();
    sockets.set(socket, { read: 0, since: performance.now() });
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    if (destination.path) socket.connect(destination.path);
    else socket.connect(port, host);
    return Object.assign(socket, { host, port }); // for the name in TLS and for error messages
  };
}

/** Whether a new connection gets a byte in response to SSLRequest, which needs no login. */
function pathResponds({ host: [host = ''], port: [port = 0], path }: Destination): Promise<boolean> {
  const socket = path ? connect(path) : connect(port, host);
  return new Promise<boolean>((resolve) => {
    socket.setTimeout(PROBE_MS, () => resolve(false));
    socket.once('error', () => resolve(false));
    socket.once('data', () => resolve(true));
    socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
  }).finally(() => socket.destroy());
}
