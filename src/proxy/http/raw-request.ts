/** A node:http request that writes exactly the lines it is given. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { asBytes, type ExchangeContext, type WireRequest } from './exchange.ts';

/**
 * What this file uses of node:http beyond its documentation. `_implicitHeader` is what the first write calls
 * to render the header block and `_storeHeader` renders it, both unchanged since Node 0.10. The public
 * API cannot do it: an array of headers always gets a Connection line, setHeader() regroups repeated names
 * and the version is always 1.1. `parser` reads the response while it is attached to the request; it calls `onIncoming` to
 * handle each message whose header block is complete, and 2 means that what follows is not HTTP. The tests compare the bytes on every Node version.
 */
interface Internals {
  _implicitHeader(): void;
  _storeHeader(firstLine: string, headers: readonly string[]): void;
  parser: { onIncoming: (() => number) | null } | null;
}

const internals = (request: ClientRequest) => request as unknown as Internals;

/**
 * Stops reading after the next message. Destroying the socket does not stop the parser: thousands of small
 * messages may already be buffered, and each would be read.
 */
export function stopReading(request: ClientRequest): void {
  const { parser } = internals(request);
  if (parser !== null) parser.onIncoming = () => 2;
}

/** Creates the request. Request line and headers are sent with the first write, or at once with `Expect: 100-continue`. */
export function createRawRequest(
  wire: WireRequest,
  { connection, maxHeaderBytes }: ExchangeContext,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  let response: IncomingMessage | undefined;
  const request = httpRequest(
    {
      method: wire.method,
      setHost: false,
      // Without an agent, neither the global one nor NODE_USE_ENV_PROXY can redirect the request.
      createConnection: () => connection.socket,
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
    },
    (received) => {
      response = received;
      stopReading(request);
      onResponse(received);
    },
  );
  // Headers are limited by bytes. The default limit by count would drop headers silently.
  request.maxHeadersCount = 0;
  // Removed headers are not added by node:http.
  for (const name of ['Connection', 'Content-Length', 'Transfer-Encoding']) request.removeHeader(name);
  const firstLine = `${wire.method} ${asBytes(wire.requestTarget)} HTTP/${wire.version}\r\n`;
  const lines = wire.headers.flatMap(({ name, value }) => [name, asBytes(value)]);
  // See Internals.
  const renderer = internals(request);
  renderer._implicitHeader = () => renderer._storeHeader(firstLine, lines);
  // Bytes after a complete response are a parse error in node:http; like curl, we ignore them: the response
  // is valid and the connection is closed anyway. Listeners cannot stop an event, so emit() is replaced.
  const emit = request.emit.bind(request);
  request.emit = (event: string | symbol, ...values: unknown[]) =>
    event === 'error' && response?.complete === true ? false : emit(event, ...values);
  if (wire.expectContinue) request.flushHeaders();
  return request;
}
