/** Responds on the bare socket to what never becomes a Fastify request: invalid HTTP and CONNECT. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { fieldValue } from '../runtime/field-values.ts';
import { newId } from '../store/ids.ts';
import { errorBody } from './errors.ts';
import { CORS_HEADERS } from './request-context.ts';

/** Returns Fastify's `clientErrorHandler` option, which responds to what Node could not parse as a request. */
export function respondToInvalidHttp(app: () => FastifyInstance) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    const response = (socket as { _httpMessage?: ServerResponse | null })._httpMessage; // as Node's default handler does
    // A complete request before the invalid one on the same connection gets its response first.
    if (response?.req.complete === true && error.code !== 'ECONNRESET') {
      response.once('close', () => respondToInvalidHttp(app)(error, socket));
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent === true) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error.code);
    const reqId = endWith(app(), socket, refusal);
    const { statusCode: status } = refusal;
    const address = (socket as Socket).remoteAddress; // Node's sockets are all of this class
    app().log.info({ reqId, status, address, code: error.code }, `request given up ${status}`);
  };
}

/** Maps an error code of Node's parser to one of our errors. */
function refusalOf(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('invalid_request', 'The request took too long to arrive. Send it again.', {
        status: 408,
      });
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('invalid_request', 'The request headers are too large. Send at most 32 KiB.', {
        status: 431,
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('payload_too_large', 'The chunk extensions are too large. Send none.');
    default:
      return new ApiError('invalid_request', 'The request is not valid HTTP/1.1.');
  }
}

/** Milliseconds for the client to read an error and close its side. Until then a socket of Node's server is half open. */
const CLOSE_MS = 3_000;

/** Sends an error on a socket and destroys it. @returns the request id */
function endWith(app: FastifyInstance, socket: Duplex, error: ApiError): string {
  const id = newId();
  const { statusCode } = error;
  const body = JSON.stringify(errorBody(error, id));
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    'X-Request-Id': id,
    'X-Content-Type-Options': 'nosniff',
    ...CORS_HEADERS,
    ...app.addressLimitHeaders((socket as Socket).remoteAddress), // Node's sockets are all of this class
    ...error.headers,
  }).map(([name, value]) => `${name}: ${fieldValue(String(value))}`);
  const statusLine = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`;
  socket.end(`${statusLine}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // What still arrives is discarded, or the end of the connection would never be seen. Destroying at once could reset the
  // connection before the client has read the error.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), CLOSE_MS);
  socket.once('close', () => clearTimeout(timer));
  return id;
}

export default fp(
  async (app: FastifyInstance) => {
    // Node would respond itself. The metering gate counts and refuses the request like any other.
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      app.server.emit('request', request, response);
    });
    app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => {});
      const message = 'This server is not a proxy. Request a path of its API.';
      const allow = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
      endWith(app, socket, new ApiError('method_not_allowed', message, { headers: { allow } }));
    });
  },
  { name: 'socket-errors', dependencies: ['rate-limit'] },
);
