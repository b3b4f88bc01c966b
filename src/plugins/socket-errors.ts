/** Responds on the bare socket to what never becomes a Fastify request: invalid HTTP and CONNECT. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { newId } from '../store/ids.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { errorBody } from './errors.ts';

/**
 * Returns Fastify's `clientErrorHandler` option, which responds on the bare socket to what Node could not parse as a
 * request.
 */
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
    const instance = app();
    const refusal = refusalOf(error.code);
    const id = newId();
    const address = (socket as { remoteAddress?: string }).remoteAddress; // a net.Socket
    const { statusCode: status } = refusal;
    instance.log.info({ reqId: id, status, address, code: error.code }, `request given up ${status}`);
    socket.end(rawResponse(refusal, id, instance.addressLimitHeaders(address)));
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

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
};

function rawResponse(error: ApiError, id: string, limits: object): string {
  const body = JSON.stringify(errorBody(error, id));
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    'X-Request-Id': id,
    'X-Content-Type-Options': 'nosniff',
    ...CORS_HEADERS,
    ...limits,
    ...error.headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const { statusCode } = error;
  return `HTTP/1.1 ${statusCode} ${REASONS[statusCode] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Handles `Expect` and CONNECT, to which Node would otherwise respond itself. */
function takeOverFromNode(app: FastifyInstance): void {
  // The metering gate counts and refuses it like any other request.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new ApiError(
      'method_not_allowed',
      'This server is not a proxy. Request a path of its API.',
      {
        headers: { allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
      },
    );
    const address = (socket as { remoteAddress?: string }).remoteAddress; // a net.Socket
    socket.on('error', () => {});
    socket.end(rawResponse(error, newId(), app.addressLimitHeaders(address)));
  });
}

export default fp(async (app: FastifyInstance) => takeOverFromNode(app), {
  name: 'socket-errors',
  dependencies: ['rate-limit'],
});
