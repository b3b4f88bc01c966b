/**
 * `EGRESS_PROXY_URL`: sends all requests through an HTTP(S) forward proxy such as smokescreen. Names are then resolved
 * by that proxy, so only literal addresses, internal names and the URL itself are checked here; the policy
 * for what a name resolves to is the forward proxy's. http targets are requested in absolute form, https targets
 * through CONNECT (most forward proxies refuse CONNECT to port 80).
 */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
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

const MAX_CONNECT_HEADER_BYTES = 16_384;

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
  const request = httpRequest({
    method: 'CONNECT',
    path: authority,
    headers: {
      Host: authority,
      ...(authorization !== undefined && { 'Proxy-Authorization': authorization }),
    },
    createConnection: () => socket,
    maxHeaderSize: MAX_CONNECT_HEADER_BYTES,
  });
  request.removeHeader('Connection');
  request.on('error', () => {}); // a second one, after once() has ended
  const connected = once(request, 'connect', { signal });
  request.end();
  const [response, , head] = (await connected.catch((cause: unknown) => {
    socket.destroy();
    signal.throwIfAborted();
    throw tunnelFailure(cause);
  })) as [IncomingMessage, Socket, Buffer]; // the arguments of the event
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    socket.destroy();
    throw proxyFailure(status);
  }
  if (head.length > 0) socket.unshift(head);
}

function tunnelFailure(cause: unknown): Failure {
  const isParseError = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('HPE_');
  return isParseError
    ? new Failure('invalid_response', 'The forward proxy did not respond in HTTP.', { cause })
    : new Failure('connection_reset', 'The forward proxy closed the connection.', { cause });
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
const OWN_RESPONSE: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    'proxy-status': /;\s*error\s*=/i,
    'x-squid-error': /./,
    'x-smokescreen-error': /./,
  }),
);

/** Statuses of forward proxies that received no response from the target; 59x are proxy-chain's. */
const MAYBE_OWN = /^(?:403|50[234]|59\d)$/;

/**
 * Checks a response to a request in absolute form, which may be the target's or the forward proxy's own.
 * @returns whether it may be the proxy's own, as far as the response shows
 * @throws DestinationRefused, Failure when it certainly is
 */
export function checkProxyResponse({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): boolean {
  // A 407 is always from a proxy (RFC 9110, section 15.5.8).
  if (status === 407 || headers.some(([name, value]) => OWN_RESPONSE.get(name)?.test(value)))
    throw proxyFailure(status);
  return MAYBE_OWN.test(String(status));
}
