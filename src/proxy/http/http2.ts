/** Sends one request over HTTP/2 (RFC 9113) on a connection that is already open and checked. */
import {
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { CONNECTION_HEADERS } from '../../request/connection-headers.ts';
import { coalesced } from '../body/coalesce.ts';
import { Failure } from '../failures.ts';
import {
  asBytes,
  type Exchange,
  guardExchange,
  type HttpResponse,
  headerLines,
  informationalGuard,
  type WireRequest,
} from './exchange.ts';
import { pacedStream } from './pace.ts';

/** Memory limit of a session in megabytes: headers and queued data. */
const MAX_SESSION_MEMORY_MB = 4;

/**
 * Sends over HTTP/2: one stream on one session, which is destroyed with it. Server push is disabled; header
 * blocks are bounded by `maxHeaderBytes`, flow control bounds what is read ahead of the reader.
 */
export const exchangeHttp2: Exchange = (wire, context) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { connection, signal, maxHeaderBytes } = context;
    const session = connectHttp2(wire.destination.origin, {
      createConnection: () => pacedStream(connection.socket),
      settings: { enablePush: false, maxHeaderListSize: maxHeaderBytes },
      maxHeaderListPairs: 1000,
      maxSessionMemory: MAX_SESSION_MEMORY_MB,
    });
    let stream: ClientHttp2Stream | undefined;
    let responded = false;
    const { fail, close } = guardExchange(context, reject, (error) => {
      stream?.destroy(error);
      session.destroy();
    });
    session.on('error', fail);
    session.once('goaway', (code) => {
      if (code !== constants.NGHTTP2_NO_ERROR)
        fail(new Failure('connection_reset', 'The target ended the HTTP/2 session.'));
    });
    // A protocol error found on this side ends the session without an 'error'. A response that is complete
    // may still be waiting to be read then.
    session.once('close', () => {
      if (!responded) fail(new Failure('invalid_response', 'The target violated the HTTP/2 protocol.'));
    });
    if (signal.aborted) return fail(signal.reason);
    try {
      stream = session.request(requestHeaders(wire), { endStream: wire.body === undefined });
    } catch (error) {
      return fail(error);
    }
    const opened = stream;
    const wasEnded = watchForEnd(opened);
    opened.on('error', fail);
    const informational = informationalGuard(fail);
    opened.on('headers', (headers) => informational(headers[':status'] ?? 100));
    opened.once('response', (headers, _flags, raw: string[] = []) => {
      const lines = headerLines(raw).filter(([name]) => !name.startsWith(':'));
      const size = lines.reduce((sum, [name, value]) => sum + name.length + value.length + 32, 0);
      if (size > maxHeaderBytes)
        return fail(new Failure('response_too_large', 'The header block of the response is too large.'));
      responded = true;
      const status = headers[':status'] ?? 0;
      const hasBody = wire.method !== 'HEAD' && status !== 204 && status !== 304;
      resolve({
        status,
        statusText: '',
        httpVersion: '2',
        headers: lines,
        body: wholeBody(opened, hasBody ? headers['content-length'] : '0', wasEnded),
        close,
      });
    });
    opened.once('close', () => {
      const code = opened.rstCode;
      if (code !== constants.NGHTTP2_NO_ERROR && code !== undefined)
        fail(new Failure('connection_reset', 'The target reset the HTTP/2 stream.'));
      else reject(new Failure('connection_reset', 'The target closed the HTTP/2 stream without a response.'));
    });
    if (wire.body !== undefined) opened.end(wire.body);
  });

/**
 * Returns whether the target has ended the stream itself (END_STREAM). node:http2 ends the readable side either way,
 * but after RST_STREAM it has already marked the stream as closed.
 */
function watchForEnd(stream: ClientHttp2Stream): () => boolean {
  let ended = false;
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null && !stream.closed) ended = true;
    return push(chunk, encoding);
  };
  return () => ended;
}

/**
 * Yields the body, and fails where node:http2 ends it as if complete: after a reset, and when the connection is lost.
 * nghttp2 itself checks its content-length. As for curl, a body of that length is complete without END_STREAM, too.
 */
async function* wholeBody(
  stream: ClientHttp2Stream,
  length: string | undefined,
  wasEnded: () => boolean,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const bytes of coalesced(stream)) {
    received += bytes.length;
    yield bytes;
  }
  if (stream.rstCode !== constants.NGHTTP2_NO_ERROR || (!wasEnded() && received !== Number(length)))
    throw new Failure(
      'connection_reset',
      'The target closed the HTTP/2 stream before its response was complete.',
    );
}

function requestHeaders(wire: WireRequest): OutgoingHttpHeaders {
  const host = wire.headers.find(({ name }) => name.toLowerCase() === 'host')?.value;
  const fields = new Map<string, string | string[]>(
    Object.entries({
      ':method': wire.method,
      ':scheme': wire.destination.secure ? 'https' : 'http',
      ':authority': host || wire.destination.authority,
      ':path': asBytes(wire.requestTarget),
    }),
  );
  for (const { name, value } of wire.headers) {
    const lower = name.toLowerCase();
    // The Host is the :authority pseudo-header, and this client does not wait for 100 Continue.
    if (lower === 'host' || lower === 'expect' || CONNECTION_HEADERS.get(lower)?.isHttp1Only === true)
      continue;
    const before = fields.get(lower);
    const text = asBytes(value);
    fields.set(lower, before === undefined ? text : [before, text].flat());
  }
  return Object.fromEntries(fields);
}
