/** Maps failures of targets to the code and message that a test run records. Messages never contain an address. */
import type { TestError } from '../schemas/test-run.ts';
import { DestinationRefused, NameError } from './connect/resolver.ts';

type FailureCode = TestError['code'];

/** A failure with its code and message. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The phase in which the exchange failed: a reset means something else in each. */
export type Phase = 'dns' | 'connect' | 'tls' | 'request' | 'response';

/** The caller disconnected, or the server is shutting down: the run ends, and what was received is kept. */
export class Cancelled extends Failure {
  constructor(message: string) {
    super('cancelled', message);
  }
}

/** The total deadline, or the connect timeout, has passed. */
export class DeadlinePassed extends Failure {
  /** @param isOurs whether the limit is this service's, not the request's */
  constructor(milliseconds: number, what: 'response' | 'connection' = 'response', isOurs = false) {
    const whose = isOurs ? ', the limit of this service' : '';
    super('timeout', `No complete ${what} within ${milliseconds} ms${whose}.`);
  }
}

const CERTIFICATE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
    SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in a certificate authority that is not trusted.',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      'The certificate cannot be verified: its issuer is unknown, or the server did not send the chain.',
    UNABLE_TO_GET_ISSUER_CERT: 'The issuer of the certificate is unknown.',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The issuer of the certificate is not trusted.',
    CERT_HAS_EXPIRED: 'The certificate has expired.',
    CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
    CERT_REVOKED: 'The certificate is revoked.',
    CERT_UNTRUSTED: 'The certificate is not trusted.',
    CERT_SIGNATURE_FAILURE: 'The signature of the certificate is wrong.',
    INVALID_PURPOSE: 'The certificate is not for servers.',
    HOSTNAME_MISMATCH: 'The certificate is for another host.',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
    ERR_TLS_CERT_ALTNAME_FORMAT: 'The host names in the certificate are invalid.',
  }),
);

const TLS_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|http request/i,
    'The server does not speak TLS on this port. Use http://, or the port for https.',
  ],
  [
    /no application protocol|NO_APPLICATION_PROTOCOL/i,
    'The server does not speak the HTTP version of the request. If it speaks only HTTP/2, use HTTP/2 (`--http2`).',
  ],
  [
    /protocol version|unsupported protocol/i,
    'The server offers only TLS versions that are no longer accepted.',
  ],
  [
    /handshake failure|no shared cipher|no suitable/i,
    'The server and this service have no cipher or key type in common.',
  ],
  [/unrecognized name/i, 'The server does not know this host name.'],
  [
    /certificate required|bad certificate/i,
    'The server requires a client certificate. A generated program can send one.',
  ],
  [/key too small|md too weak|dh key/i, 'The key or signature of the server is too weak.'],
];

/** Failures by Node's error code. */
const BY_CODE: readonly (readonly [RegExp, FailureCode, string])[] = [
  [/^HPE_HEADER_OVERFLOW$/, 'response_too_large', 'The header block of the response is too large.'],
  [
    /^HPE_CHUNK_EXTENSIONS_OVERFLOW$/,
    'response_too_large',
    'The chunk extensions of the response are too large.',
  ],
  [/^ECONNREFUSED$/, 'connection_refused', 'The target refused the connection.'],
  [
    /^E(?:HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|HOSTDOWN|ACCES|PERM|INVAL)$/,
    'connection_refused',
    'The target cannot be reached.',
  ],
  [/^ETIMEDOUT$/, 'timeout', 'The connection timed out.'],
  [
    /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    'connection_reset',
    'The target closed the connection before its response was complete.',
  ],
  [/^ERR_HTTP2_(?:STREAM|SESSION)_ERROR$/, 'connection_reset', 'The target reset the HTTP/2 stream.'],
  [/^(?:ERR_HTTP2|NGHTTP2)/, 'invalid_response', 'The target violated the HTTP/2 protocol.'],
];

/** Converts an error of an exchange to the error that the test run records. */
export function describeFailure(error: unknown, phase: Phase): TestError {
  const failure = findCause(error, (cause) => cause instanceof Failure);
  if (failure instanceof Failure) return { code: failure.code, message: failure.message };
  const refused = findCause(error, (cause) => cause instanceof DestinationRefused);
  if (refused instanceof DestinationRefused) return { code: 'destination_refused', message: refused.message };
  const name = findCause(error, (cause) => cause instanceof NameError);
  if (name instanceof NameError) return { code: 'dns_error', message: name.message };
  const { code, text } = innermostCode(error);
  const certificate = CERTIFICATE_WORDS.get(code);
  if (certificate !== undefined) return { code: 'tls_error', message: certificate };
  if (phase === 'tls' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO')
    return { code: 'tls_error', message: tlsWords(code, text) };
  const known = BY_CODE.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return { code: known[1], message: known[2] };
  if (code.startsWith('HPE_') && findCause(error, isHttp2Frame))
    return {
      code: 'invalid_response',
      message:
        'The target responds in HTTP/2. Use HTTP/2 (`--http2`, or `--http2-prior-knowledge` for http).',
    };
  if (code.startsWith('HPE_'))
    return { code: 'invalid_response', message: `The response is not valid HTTP: ${parserReason(text)}.` };
  return phase === 'connect'
    ? { code: 'connection_refused', message: 'The target cannot be reached.' }
    : { code: 'invalid_response', message: 'The exchange with the target failed.' };
}

function tlsWords(code: string, text: string): string {
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return 'The server closed the connection during the TLS handshake.';
  const known = TLS_WORDS.find(([pattern]) => pattern.test(`${code} ${text}`.replaceAll('_', ' ')));
  return known?.[1] ?? 'The TLS handshake failed.';
}

/** Returns llhttp's reason without its prefix. It is a fixed text and never contains data of the target. */
function parserReason(text: string): string {
  const reason = text.replace(/^Parse Error: ?/i, '').trim();
  return /^[\x20-\x7e]{1,120}$/.test(reason)
    ? reason.charAt(0).toLowerCase() + reason.slice(1)
    : 'parse error';
}

/** Searches `cause` and the errors of an AggregateError (every address of a name failed) for the first match. */
function findCause(error: unknown, matches: (cause: unknown) => boolean, depth = 0): unknown {
  if (matches(error)) return error;
  if (!(error instanceof Error) || depth > 8) return undefined;
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [];
  for (const cause of [error.cause, ...inner]) {
    const found = cause === undefined ? undefined : findCause(cause, matches, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a parse error comes from SETTINGS or GOAWAY on stream 0, an HTTP/2 server's first frame (RFC 9113, sections 3.4 and 4.1). */
function isHttp2Frame(error: unknown): boolean {
  // node:http attaches the bytes that its parser could not read.
  const bytes = error instanceof Error && 'rawPacket' in error ? error.rawPacket : undefined;
  if (!(bytes instanceof Uint8Array) || bytes.length < 9) return false;
  const [type, flags] = [bytes[3], bytes[4]];
  return (type === 4 || type === 7) && flags === 0 && bytes.subarray(5, 9).every((byte) => byte === 0);
}

function innermostCode(error: unknown): { code: string; text: string } {
  let found = { code: '', text: error instanceof Error ? error.message : '' };
  findCause(error, (cause) => {
    // got wraps errors without a code in ERR_GOT_REQUEST_ERROR; the cause is more precise.
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === '' || code.startsWith('ERR_GOT')) return false;
    found = { code, text: cause instanceof Error ? cause.message : '' };
    return true;
  });
  return found;
}
