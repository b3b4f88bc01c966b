/** Converts every error, including Fastify's own, to one error format. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isDatabaseUnavailable, isDiskFull, withoutQuery } from '../db/client.ts';
import { ApiError, type ErrorCode, type ErrorDetail, InputError, unavailable } from '../errors.ts';
import type { ErrorResponse } from '../schemas/common.ts';
import { type SchemaError, schemaDetails } from './schema-errors.ts';

const PLACES: ReadonlyMap<string, ErrorDetail['in']> = new Map(
  Object.entries({
    querystring: 'query',
    params: 'path',
    headers: 'headers',
  }),
);

/** Error codes for the statuses of Fastify's own errors. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'service_unavailable',
};

/** Maximum number of details in a response. */
const MAX_DETAILS = 20;

/** Characters of a message, or of the name of a field: both may quote the caller. */
const MAX_TEXT = 1_000;

/** Shortens a text in its middle. */
const shortened = (text: string): string =>
  text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT / 2)}…${text.slice(-MAX_TEXT / 2)}`.toWellFormed();

/** The body of an error. */
export function errorBody(error: ApiError, requestId: string): ErrorResponse {
  const { code } = error;
  const message = shortened(error.message);
  const details = error.details?.slice(0, MAX_DETAILS).map((detail) => ({
    ...detail,
    field: shortened(detail.field),
    message: shortened(detail.message),
  }));
  return { error: { code, message, ...(details === undefined ? {} : { details }), request_id: requestId } };
}

/** Converts anything that was thrown to the error for the caller. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InputError)
    return new ApiError('invalid_request', error.message, {
      cause: error,
      details: error.issues.map((issue) => ({ ...issue, in: 'body' })),
    });
  if (isDiskFull(error))
    return unavailable(
      'Nothing can be stored right now, but stored data can be read. Try again later.',
      error,
    );
  if (isDatabaseUnavailable(error))
    return unavailable('The database is unavailable. Try again in a moment.', error);
  const { validation, validationContext, statusCode, message } = (error ?? {}) as Partial<FastifyError>;
  if (validation !== undefined)
    return validationError(validation, PLACES.get(validationContext ?? '') ?? 'body', error);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const code = CODE_OF_STATUS[statusCode];
    return code === undefined
      ? new ApiError('invalid_request', message, { cause: error })
      : new ApiError(code, undefined, { cause: error });
  }
  return new ApiError('internal_error', undefined, { cause: error });
}

/** Returns the parts of an error that may be logged: the message and fields of a failed query contain its values. */
export function describeForLog(error: Error) {
  const { message, stack = '', name, code } = withoutQuery(error);
  return { type: name, message, stack, ...(code === undefined ? {} : { code }) };
}

function validationError(validation: SchemaError[], place: ErrorDetail['in'], cause: unknown): ApiError {
  const details = schemaDetails(validation, place);
  return new ApiError('invalid_request', details[0]?.message, { details, cause });
}

/** Bytes of a refused body that are read and discarded so that the connection stays open. */
const MAX_DROPPED = 16 * 1024 * 1024;

/**
 * Keeps the connection open after a refused body of known, small length. Fastify would close it, and a proxy that
 * is still sending the body would lose the response.
 */
function keepConnection({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MAX_DROPPED)
    reply.removeHeader('connection');
}

/** Records the cause of a server error for the request's log line. */
export function noteFailure(request: FastifyRequest, error: ApiError): void {
  if (error.statusCode >= 500)
    request.failure = {
      level: error.code === 'internal_error' ? 'error' : 'warn',
      err: error.cause ?? error,
    };
}

/** Headers that were set for the original payload. */
const OF_THE_PAYLOAD = ['content-encoding', 'content-disposition', 'etag', 'link', 'location'];

/** Prepares an error response: sets status and headers, and records the cause of a server error. */
export function refuse(request: FastifyRequest, reply: FastifyReply, thrown: unknown): ApiError {
  const error = toApiError(thrown);
  noteFailure(request, error);
  keepConnection(request, reply);
  for (const name of OF_THE_PAYLOAD) reply.removeHeader(name);
  reply.code(error.statusCode).headers(error.headers);
  return error;
}

/** Sends an error: as an HTML page to browsers outside the API, as JSON to all other clients and where the service failed. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = refuse(request, reply, thrown);
  if (error.statusCode >= 500) return sendWithoutHooks(request, reply, error);
  const isBrowser = !request.isApi && /\btext\/html\b/.test(request.headers.accept ?? '');
  return isBrowser ? reply.server.sendErrorPage(request, reply, error) : sendErrorJson(request, reply, error);
}

/** Sends an error as JSON; it was prepared by {@link refuse}. */
export function sendErrorJson(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errorBody(error, request.id));
}

/** Sends an error that a hook may have caused, and would cause again: no hook runs any more. */
function sendWithoutHooks(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const body = JSON.stringify(errorBody(error, request.id));
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.header('content-length', String(Buffer.byteLength(body)));
  reply.hijack();
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value);
  reply.raw.writeHead(error.statusCode).end(body);
  return reply;
}

type SendError = (request: FastifyRequest, reply: FastifyReply, error: ApiError) => FastifyReply;

/** The error handler. @param sendErrorPage sends the HTML page of an error */
export default fp(
  async (app: FastifyInstance, { sendErrorPage }: { sendErrorPage: SendError }) => {
    app.decorate('sendErrorPage', sendErrorPage);
    app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  },
  { name: 'errors' },
);

declare module 'fastify' {
  interface FastifyInstance {
    sendErrorPage: SendError;
  }
}
