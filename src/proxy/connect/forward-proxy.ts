/**
 * `EGRESS_PROXY_URL`: sends all requests through an HTTP(S) forward proxy such as smokescreen. Names are then resolved
 * by that proxy, so only literal addresses, internal names and the URL itself are checked here; the policy
 * for what a name resolves to is the forward proxy's. http targets are requested in absolute form, https targets
 * through CONNECT (most forward proxies refuse CONNECT to port 80).
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { basicAuthorization } from '../../request/basic.ts';
import { Failure } from '../failures.ts';
import type { HttpResponse } from '../http/exchange.ts';
import type { Destination } from './destination.ts';
import { DestinationRefused } from './resolver.ts';
import { waitForSocket } from './wait-for-connect.ts';

export interface ForwardProxy {
  /** A connection to the proxy itself. Its address is the operator's choice and not subject to the policy. */
  connect(signal: AbortSignal): Promise<Socket>;
  /** The value of Proxy-Authorization, if the URL has credentials. */
  authorization: string | undefined;
}

const MAX_CONNECT_RESPONSE_BYTES = 16_384;

/**
 * @param url `http://[user:password@]host[:port]` or `https://…`
 * @throws Error when it is not such a URL
 */
export function createForwardProxy(url: string): ForwardProxy {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new Error('The forward proxy must be an http:// or https:// URL.');
  const secure = parsed.protocol === 'https:';
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port);
  const credentials = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  return {
    authorization: credentials === ':' ? undefined : basicAuthorization(credentials),
    async connect(signal) {
      try {
        const tcp = await waitForSocket(connect({ host, port, noDelay: true }), 'connect', signal);
        if (!secure) return tcp;
        const tls = connectTls({ socket: tcp, host, ...(isIP(host) === 0 && { servername: host }) });
        return await waitForSocket(tls, 'secureConnect', signal);
      } catch (cause) {
        signal.throwIfAborted();
        throw new Failure('connection_refused', 'The forward proxy cannot be reached.', { cause });
      }
    },
  };
}

/**
 * Asks the proxy for a tunnel to the target (RFC 9110, section 9.3.6).
 * @throws DestinationRefused when the proxy returns 403 or 407, as smokescreen does for refused destinations
 */
export async function openTunnel(
  socket: Socket,
  destination: Destination,
  { authorization }: Pick<ForwardProxy, 'authorization'>,
  signal: AbortSignal,
): Promise<void> {
  const host = isIP(destination.hostname) === 6 ? `[${destination.hostname}]` : destination.hostname;
  const authority = `${host}:${destination.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const status = await readConnectResponse(socket, signal);
  if (status >= 200 && status < 300) return;
  socket.destroy();
  throw proxyFailure(status);
}

/** Returns the failure for a status of the forward proxy itself. */
function proxyFailure(status: number): Error {
  if (status === 403 || status === 407) return new DestinationRefused();
  return new Failure(
    status === 504 ? 'timeout' : 'connection_refused',
    `The forward proxy could not reach the target (it responded ${status}).`,
  );
}

/** Headers that identify a response of the forward proxy itself: RFC 9209, Squid, smokescreen. */
const OWN_RESPONSE: Readonly<Record<string, RegExp>> = {
  'proxy-status': /;\s*error\s*=/i,
  'x-squid-error': /./,
  'x-smokescreen-error': /./,
};

/** Statuses of forward proxies that received no response from the target; 59x are proxy-chain's. */
const MAYBE_OWN = /^(?:403|50[234]|59\d)$/;

/**
 * Checks a response to a request in absolute form, which may be the target's or the forward proxy's own.
 * @returns whether it may be the proxy's own, as far as the response shows
 * @throws DestinationRefused, Failure when it certainly is
 */
export function checkProxyResponse({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): boolean {
  // A 407 is always from a proxy (RFC 9110, section 15.5.8).
  if (status === 407 || headers.some(([name, value]) => OWN_RESPONSE[name]?.test(value)))
    throw proxyFailure(status);
  return MAYBE_OWN.test(String(status));
}

/** Reads the status of the response to CONNECT; what follows its header block stays in the socket. */
function readConnectResponse(socket: Socket, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const done = () => {
      socket.off('readable', read);
      socket.off('close', close);
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: unknown) => {
      done();
      socket.destroy();
      reject(error);
    };
    const abort = () => fail(signal.reason);
    const close = () => fail(new Failure('connection_reset', 'The forward proxy closed the connection.'));
    const read = () => {
      // One call returns one chunk since Node 26.
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read())
        head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.length <= MAX_CONNECT_RESPONSE_BYTES) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1'))?.[1];
      if (end < 0 || status === undefined)
        return fail(new Failure('invalid_response', 'The forward proxy did not respond in HTTP.'));
      done();
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
      resolve(Number(status));
    };
    socket.on('readable', read);
    socket.once('close', close);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
