/** Descriptors of a real process: connections that clients leave half open are destroyed within 30 seconds. */
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { long } from './support/full.ts';
import { startServer, temporaryFolder } from './support/server-process.ts';

const skip = existsSync('/proc/self/fd') ? false : 'descriptors are counted in /proc';

/** Whether a descriptor is a socket; it may be closed by now. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    return false;
  }
}

t.test(
  'CONNECT, half requests and silent connections',
  { skip: skip || long, timeout: 120_000 },
  async (t) => {
    const server = await startServer(t, { DATA_DIR: temporaryFolder(t) });
    const { port } = new URL(server.origin);
    const descriptors = () =>
      readdirSync(`/proc/${server.child.pid}/fd`).filter((name) =>
        isSocket(`/proc/${server.child.pid}/fd/${name}`),
      ).length;
    await (await server.fetch('/healthz')).text();
    await wait(500);
    const before = descriptors();
    const post = 'POST /api/parse-curl HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const texts = [
      'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n',
      'CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\nsome bytes of a tunnel',
      'GET /healthz HTTP/1.1\r\nHost: a',
      'nonsense\r\n\r\n',
      '',
      `${post}Content-Length: 1000\r\n\r\n{"curl": "`,
      `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"cur\r\n`,
      'POST /account/keys HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n1',
      'POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1',
    ];
    const sockets: Socket[] = [];
    for (const text of texts)
      for (let count = 0; count < 5; count += 1) {
        // The client never closes its side, and reads nothing in two of five.
        const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(text);
        if (count > 1) socket.resume();
        sockets.push(socket);
      }
    t.teardown(() => sockets.map((socket) => socket.destroy()));
    await wait(1_000);
    t.ok(descriptors() > before, 'they are open');
    const began = performance.now();
    while (descriptors() > before && performance.now() - began < 32_000) await wait(500);
    t.equal(
      descriptors() <= before,
      true,
      `${descriptors()} of ${before} after ${Math.round((performance.now() - began) / 1000)} s`,
    );
    t.equal((await server.fetch('/healthz')).status, 200);
  },
);
