/** Responds to requests that fail in the router, before their hooks: a malformed URL, or an id that is too long. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { sendError } from './errors.ts';
import { identifyAndMeter } from './metering-gate.ts';
import { startRequest } from './request-context.ts';

/** Returns Fastify's `frameworkErrors` option. */
export function respondToMalformedUrl(app: () => FastifyInstance) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const instance = app();
    startRequest(instance, request, reply);
    reply.headers(CORS_HEADERS);
    identifyAndMeter(instance, request, reply, false).then(
      () => sendError(request, reply, refusalOf(error)),
      (refusal: unknown) => sendError(request, reply, refusal),
    );
  };
}

function refusalOf(cause: FastifyError): ApiError {
  if (cause.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('not_found', 'This path does not exist.', { cause });
  const message =
    'The URL is malformed: each % must begin a percent-encoded byte of UTF-8, such as %20. Write a percent sign as %25.';
  return new ApiError('invalid_request', message, {
    cause,
    details: [{ in: 'path', field: '', code: 'malformed_url', message }],
  });
}
