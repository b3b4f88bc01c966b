/** Identifies the sender, counts the request against its limit, then refuses what has no route. */
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { identify } from './auth.ts';
import { sendError } from './errors.ts';
import { startRequest } from './request-context.ts';

/**
 * Identifies the sender and counts the request. Health checks, docs and the OpenAPI document are not counted.
 * @param known whether the route exists
 */
async function identifyAndMeter(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  known: boolean,
): Promise<void> {
  if (request.isApi) await identify(app, request);
  if (request.isApi || !known) await app.meter(request, reply);
}

/**
 * Returns Fastify's `frameworkErrors` option, which responds to requests that fail in the router, before their hooks: a
 * malformed URL, or an id that is too long.
 */
export function respondToMalformedUrl(app: () => FastifyInstance) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    startRequest(app(), request, reply);
    identifyAndMeter(app(), request, reply, false).then(
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

/**
 * Checks Host (RFC 9112, section 3.2) and Expect (RFC 9110, section 10.1.1), for which Node would otherwise respond
 * itself, without our headers.
 * @throws ApiError invalid_request, for Expect with 417
 */
function checkHostAndExpect({ raw, headers }: FastifyRequest): void {
  const refuse = (field: string, code: string, message: string, status?: 417) =>
    new ApiError('invalid_request', message, {
      ...(status && { status }),
      details: [{ in: 'headers', field, code, message }],
      headers: { connection: 'close' },
    });
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  const hosts = raw.rawHeaders.filter(isHost).length;
  if (hosts === 0 && raw.httpVersion === '1.1')
    throw refuse('host', 'required', 'The request has no Host header. Send one.');
  if (hosts > 1) throw refuse('host', 'duplicate_name', 'The request has several Host headers. Send one.');
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect))
    throw refuse(
      'expect',
      'unknown_expectation',
      'Expect can only be 100-continue. Leave the header out.',
      417,
    );
}

export default fp(
  async (app: FastifyInstance) => {
    // Runs before the CORS plugin responds. A browser's preflight has no key and must not fail; one with a key counts.
    const meterPreflight = async (request: FastifyRequest, reply: FastifyReply) => {
      await identify(app, request);
      if (request.identity !== null) await app.meter(request, reply);
    };
    // Callback style, not async: this hook runs on every request, and most need no promise.
    app.addHook('onRequest', (request, reply, done) => {
      if (request.isApi && request.method === 'OPTIONS') return meterPreflight(request, reply);
      done();
    });
    const refuse = (request: FastifyRequest) => {
      checkHostAndExpect(request);
      app.refuseUnknownRoute(request);
    };
    app.decorate('gate', (request, reply, done) => {
      if (request.isApi || request.is404)
        return identifyAndMeter(app, request, reply, !request.is404).then(() => refuse(request));
      refuse(request);
      done();
    });
  },
  { name: 'metering-gate', dependencies: ['auth', 'rate-limit', 'request-context', 'unknown-routes'] },
);

declare module 'fastify' {
  interface FastifyInstance {
    /** Identifies and counts a request and refuses unknown routes; runs after CORS so that browsers can read the errors. */
    gate: onRequestHookHandler;
  }
}
