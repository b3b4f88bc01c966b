/** Waits for an event of a socket and removes its listeners. */
import type { Socket } from 'node:net';

/** Resolves with the socket at the event; destroys it when it fails or is aborted. */
export function waitForSocket<T extends Socket>(
  socket: T,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal.removeEventListener('abort', abort);
      socket.off('close', close);
      socket.off(event, ready);
    };
    const fail = (error: unknown) => {
      done();
      socket.destroy();
      reject(error);
    };
    const abort = () => fail(signal.reason);
    const close = () => fail(Object.assign(new Error('socket closed'), { code: 'ECONNRESET' }));
    const ready = () => {
      done();
      resolve(socket);
    };
    // Never removed: an error of a socket without a listener ends the process.
    socket.on('error', fail);
    socket.once('close', close);
    socket.once(event, ready);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
