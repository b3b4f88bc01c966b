/** One request and its response on one connection: what the HTTP/1 and the HTTP/2 sender have in common. */
import type { Socket } from 'node:net';
import type { HeaderLine } from '../../schemas/request-shape.ts';
import type { TestResponse } from '../../schemas/test-run.ts';
import type { Destination } from '../connect/destination.ts';
import { Failure } from '../failures.ts';

/** An open connection to a target, TLS included. */
export interface Connection {
  socket: Socket;
  /** The protocol that ALPN chose, if any. */
  protocol: string | undefined;
  /** Null for an address that is not public, and with a forward proxy. */
  remoteAddress: string | null;
  tls: TestResponse['tls'];
  /** Whether the request line must have the absolute URL, for a forward proxy. */
  absoluteForm: boolean;
  /** The value of Proxy-Authorization, if the forward proxy gets the request itself and wants credentials. */
  proxyAuthorization: string | undefined;
}

export interface WireRequest {
  method: string;
  destination: Destination;
  /** Path and query, the absolute URL for a forward proxy, or whatever `options.request_target` says. */
  requestTarget: string;
  version: '1.0' | '1.1';
  headers: readonly HeaderLine[];
  body: Uint8Array | undefined;
  /** The body waits for 100 Continue, or a second. */
  expectContinue: boolean;
}

export interface ExchangeContext {
  connection: Connection;
  signal: AbortSignal;
  maxHeaderBytes: number;
  /** Maximum bytes received on the connection; beyond it the exchange fails. */
  maxConnectionBytes: number;
}

/** A response whose header block is complete and whose body is still to be read. */
export interface HttpResponse {
  status: number;
  statusText: string;
  httpVersion: string;
  /** Lines in order, repeated names included; names in lower case, one character per byte. */
  headers: readonly (readonly [name: string, value: string])[];
  body: AsyncIterable<Uint8Array>;
  /** Closes the body and the connection. */
  close(): void;
}

export type Exchange = (request: WireRequest, context: ExchangeContext) => Promise<HttpResponse>;

/** curl's CURL_TIMEOUT_EXPECT_100 default. */
export const EXPECT_CONTINUE_MS = 1000;

/** Informational responses (1xx) that a target may send before its response. */
const MAX_INFORMATIONAL = 50;

/** Counts informational responses and fails once when there are too many or the protocol is switched. */
export function informationalGuard(fail: (error: Failure) => void): (status: number) => void {
  let count = 0;
  return (status) => {
    count += 1;
    if (status === 101)
      fail(new Failure('invalid_response', 'The target switched protocols (101), which was not asked for.'));
    else if (count === MAX_INFORMATIONAL + 1)
      fail(
        new Failure(
          'invalid_response',
          `The target sent more than ${MAX_INFORMATIONAL} informational (1xx) responses.`,
        ),
      );
  };
}

const FLOOD_CHECK_MS = 50;

/**
 * Ends an exchange when it fails, when it is aborted, and once its connection has received more bytes than a response
 * within the limits can need: frames and lines that never become a response (PRIORITY, WINDOW_UPDATE, empty lines) bypass
 * every other limit.
 * @param destroy destroys what reads the response; reading its body then fails with the error
 */
export function guardExchange(
  { connection: { socket }, signal, maxConnectionBytes }: ExchangeContext,
  reject: (error: unknown) => void,
  destroy: (error?: Error) => void,
): { fail(error: unknown): void; close(): void } {
  const end = (error?: Error) => {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    destroy(error);
    socket.destroy();
  };
  const fail = (error: unknown) => {
    reject(error);
    end(error instanceof Error ? error : undefined);
  };
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setInterval(() => {
    if (socket.bytesRead > maxConnectionBytes)
      fail(new Failure('invalid_response', 'The target sent too much data that is not part of a response.'));
  }, FLOOD_CHECK_MS);
  return { fail, close: () => end() };
}

/** Returns the values of a header joined with commas (RFC 9110, section 5.2); undefined without any. */
export function headerValue(headers: HttpResponse['headers'], name: string): string | undefined {
  let joined: string | undefined;
  for (const [key, value] of headers)
    if (key === name) joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** Returns Node's list of names and values as lines, names in lower case. */
export function headerLines(raw: readonly string[]): [name: string, value: string][] {
  const lines: [name: string, value: string][] = [];
  for (let at = 0; at < raw.length; at += 2) lines.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  return lines;
}

/** Encodes a text as UTF-8 with one character per byte, which node:http writes unchanged. */
export function asBytes(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

const ASCII = /^[\0-\x7f]*$/;

/** The opposite of {@link asBytes}; invalid UTF-8 is read as Latin-1, and NUL is removed. */
export function fromBytes(text: string): string {
  if (!/[\0\x80-\xff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1')).replaceAll('\0', '');
  } catch {
    return text.replaceAll('\0', '');
  }
}
