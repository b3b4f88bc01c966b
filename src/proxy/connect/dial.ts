/**
 * The only place that opens sockets to targets. The policy is applied at connect: for a literal its address, for a name
 * all of its addresses, and the socket gets exactly the addresses that were checked, so that nothing between the check
 * and the dial can change them. No pooling and no TLS session cache: a connection serves one exchange of one account
 * and is destroyed. That costs a handshake, but nothing can leak from one account to the next (as an unsolicited
 * second response on a pooled connection would).
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { TestResponse, TestTimings } from '../../schemas/test-run.ts';
import { DeadlinePassed, type Phase } from '../failures.ts';
import type { Connection } from '../http/exchange.ts';
import { type AddressPolicy, isPublicAddress } from './address-policy.ts';
import type { Destination } from './destination.ts';
import { type ForwardProxy, openTunnel } from './forward-proxy.ts';
import { type GivenAddresses, givenFor } from './given-addresses.ts';
import {
  DestinationRefused,
  isInternalName,
  type LookupOptions,
  lookup,
  type ResolvedAddress,
} from './resolver.ts';
import { waitForSocket } from './wait-for-connect.ts';

/** Timings of one hop in milliseconds; null for a phase that did not occur. */
type HopTimings = Pick<TestTimings, 'dns_ms' | 'tcp_ms' | 'tls_ms'>;

/** Updated while a hop runs, so that a failure can report its phase. */
export interface HopProgress {
  phase: Phase;
  timings: HopTimings;
}

export interface DialOptions extends Omit<LookupOptions, 'port'> {
  forwardProxy: ForwardProxy | undefined;
  /** What the request gives instead of DNS; only without a forward proxy. */
  givenAddresses: GivenAddresses;
  insecure: boolean;
  /** PEM; Node's own when undefined. */
  certificateAuthorities?: readonly string[];
  /** ALPN protocols to offer, e.g. `['http/1.1']`. */
  protocols: readonly string[];
  /** Timeout for name resolution, TCP and TLS together; undefined for none. */
  connectTimeoutMs: number | undefined;
  /** Called when the policy allows the destination, before it is dialled. */
  onAllowed: () => void;
}

/**
 * Opens a connection to a target, TLS included.
 * @throws DestinationRefused before anything is dialled; NameError, DeadlinePassed, or the socket's error
 */
export async function dial(
  destination: Destination,
  options: DialOptions,
  progress: HopProgress,
): Promise<Connection> {
  const { connectTimeoutMs } = options;
  const late = new AbortController();
  const timeout =
    connectTimeoutMs &&
    setTimeout(() => late.abort(new DeadlinePassed(connectTimeoutMs, 'connection')), connectTimeoutMs);
  const bounded = { ...options, signal: AbortSignal.any([options.signal, late.signal]) };
  try {
    const tcp = await openTcp(destination, bounded, progress);
    return destination.secure
      ? await secureConnection(tcp, destination, bounded, progress)
      : plainConnection(tcp, destination, bounded);
  } finally {
    clearTimeout(timeout);
  }
}

/** Refuses, without name resolution, destinations that must not be requested from a forward proxy either. */
function checkWithoutResolving(destination: Destination, policy: AddressPolicy): void {
  if (isIP(destination.hostname) !== 0) {
    if (policy.refusal(destination.hostname, destination.port) !== undefined) throw new DestinationRefused();
  } else if (isInternalName(destination.hostname) || policy.refusesPort(destination.port))
    throw new DestinationRefused();
}

async function openTcp(
  destination: Destination,
  options: DialOptions,
  progress: HopProgress,
): Promise<Socket> {
  const { forwardProxy, policy, signal } = options;
  if (forwardProxy !== undefined) {
    checkWithoutResolving(destination, policy);
    options.onAllowed();
    progress.phase = 'connect';
    return timed(progress, 'tcp_ms', async () => {
      const socket = await forwardProxy.connect(signal);
      if (needsTunnel(destination, options)) await openTunnel(socket, destination, forwardProxy, signal);
      return socket;
    });
  }
  const addresses = await checkedAddresses(destination, options, progress);
  options.onAllowed();
  progress.phase = 'connect';
  const socket = await timed(progress, 'tcp_ms', () =>
    openSocket(destination.hostname, destination.port, addresses, signal),
  );
  // Check also the address that the kernel reports.
  const remote = socket.remoteAddress ?? '';
  if (policy.refusal(remote, destination.port) !== undefined) {
    socket.destroy();
    throw new DestinationRefused();
  }
  return socket;
}

/** Whether the request needs a CONNECT tunnel through the forward proxy, as TLS and HTTP/2 do. */
function needsTunnel(destination: Destination, { protocols }: DialOptions): boolean {
  return destination.secure || protocols.includes('h2');
}

async function checkedAddresses(
  destination: Destination,
  { policy, resolver, ipVersion, signal, givenAddresses }: DialOptions,
  progress: HopProgress,
): Promise<readonly ResolvedAddress[]> {
  const { hostname, port } = destination;
  const given = givenFor(givenAddresses, destination, ipVersion);
  if (given?.some(({ address }) => policy.refusal(address, port) !== undefined))
    throw new DestinationRefused();
  if (given !== undefined) return given;
  const family = isIP(hostname);
  if (family === 4 || family === 6) {
    if (policy.refusal(hostname, port) !== undefined) throw new DestinationRefused();
    return [{ address: hostname, family }];
  }
  progress.phase = 'dns';
  return timed(progress, 'dns_ms', () => lookup(hostname, { resolver, policy, port, ipVersion, signal }));
}

/** Connects to the first of the addresses that responds (RFC 8305, done by Node). */
function openSocket(
  host: string,
  port: number,
  addresses: readonly ResolvedAddress[],
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const [first] = addresses;
  const socket = connect({
    host: addresses.length === 1 && first !== undefined ? first.address : host,
    port,
    noDelay: true,
    autoSelectFamily: addresses.length > 1,
    // Never called for a literal address. For a name, it returns only addresses that were checked.
    lookup: (_name, { all }, callback) => {
      if (all === true) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    },
  });
  return waitForSocket(socket, 'connect', signal);
}

async function secureConnection(
  tcp: Socket,
  destination: Destination,
  options: DialOptions,
  progress: HopProgress,
): Promise<Connection> {
  progress.phase = 'tls';
  const isName = isIP(destination.hostname) === 0;
  const socket = await timed(progress, 'tls_ms', () => {
    const tls = connectTls({
      socket: tcp,
      host: destination.hostname,
      // RFC 6066: only names are sent as server_name.
      ...(isName && { servername: destination.hostname }),
      ALPNProtocols: [...options.protocols],
      rejectUnauthorized: !options.insecure,
      ca: options.certificateAuthorities && [...options.certificateAuthorities],
    });
    return waitForSocket(tls, 'secureConnect', options.signal);
  });
  return {
    ...plainConnection(socket, destination, options),
    protocol: socket.alpnProtocol === false || socket.alpnProtocol === null ? undefined : socket.alpnProtocol,
    tls: describeTls(socket),
  };
}

function plainConnection(socket: Socket, destination: Destination, options: DialOptions): Connection {
  const remote = socket.remoteAddress ?? '';
  const { forwardProxy } = options;
  const absoluteForm = forwardProxy !== undefined && !needsTunnel(destination, options);
  return {
    socket,
    protocol: undefined,
    remoteAddress: forwardProxy === undefined && isPublicAddress(remote) ? remote : null,
    tls: null,
    absoluteForm,
    proxyAuthorization: absoluteForm ? forwardProxy.authorization : undefined,
  };
}

async function timed<T>(progress: HopProgress, key: keyof HopTimings, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    progress.timings[key] = milliseconds(performance.now() - start);
  }
}

/** Rounds milliseconds to microseconds. */
export function milliseconds(duration: number): number {
  return Math.max(0, Math.round(duration * 1000) / 1000);
}

function describeTls(socket: TLSSocket): TestResponse['tls'] {
  const certificate = socket.getPeerCertificate();
  const validTo = Date.parse(certificate.valid_to ?? '');
  return {
    version: socket.getProtocol() ?? 'unknown',
    subject: distinguishedName(certificate.subject),
    issuer: distinguishedName(certificate.issuer),
    valid_to: Number.isNaN(validTo) ? null : new Date(validTo).toISOString(),
    authorized: socket.authorized,
  };
}

/** Formats a certificate's name as `CN=example.com, O=Example`, bounded, without NUL and lone surrogates. */
function distinguishedName(name: unknown): string | null {
  if (typeof name !== 'object' || name === null) return null;
  const parts = Object.entries(name).flatMap(([key, value]) =>
    [value].flat().map((item) => `${key}=${String(item)}`),
  );
  return parts.length === 0 ? null : parts.join(', ').replaceAll('\0', '').toWellFormed().slice(0, 1000);
}
