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
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}
