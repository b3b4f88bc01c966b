/** Waits for an event of a socket. */
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Resolves with the socket at the event; destroys it when it fails or is aborted. */
export async function waitForSocket<T extends Socket>(
  socket: T,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<T> {
  // Never removed: an error of a socket without a listener ends the process.
  socket.on('error', () => {});
  const closing = new AbortController();
  const close = () => closing.abort(Object.assign(new Error('socket closed'), { code: 'ECONNRESET' }));
  socket.once('close', close);
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, closing.signal]) });
    return socket;
  } catch (error) {
    const { reason } = signal.aborted ? signal : closing.signal;
    socket.destroy();
    throw reason ?? error;
  } finally {
    socket.off('close', close);
  }
}
