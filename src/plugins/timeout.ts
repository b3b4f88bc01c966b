/**
 * Limits the time of a request: its body, the database, and for a test the target. Fastify's handlerTimeout does not
 * work for this: it treats the end of the body as the end of the request, so it stops before the handler starts.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, unavailable } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds that a request of this route may take; the server's default when absent. */
    timeoutMs?: number;
  }
  interface FastifyRequest {
    /** Milliseconds that the request may take. */
    timeoutMs: number;
    /** Whether its body is being read. */
    readingBody: boolean;
  }
}

/** Builds the error of a request that took too long, by what it waited for: its own body, or the service. */
function timeoutError(readingBody: boolean): ApiError {
  if (readingBody)
    return new ApiError('invalid_request', 'The request took too long to arrive. Send it again.', {
      status: 408,
      headers: { connection: 'close' },
    });
  return unavailable('The service did not respond in time. Try again in a moment.');
}

export default fp(
  async (app: FastifyInstance, { timeoutMs }: { timeoutMs: number }) => {
    app.decorateRequest('timeoutMs', timeoutMs);
    app.decorateRequest('readingBody', false);
    app.addHook('onRequest', (request, reply, done) => {
      request.timeoutMs = request.routeOptions.config.timeoutMs ?? timeoutMs;
      const timer = setTimeout(() => {
        // Fastify ignores a payload that the handler returns after this.
        if (!reply.sent && !reply.raw.headersSent) reply.send(timeoutError(request.readingBody));
      }, request.timeoutMs);
      // The end of the response, or the client's disconnect.
      reply.raw.on('close', () => clearTimeout(timer));
      done();
    });
    app.addHook('preParsing', (request, _reply, payload, done) => {
      request.readingBody = true;
      done(null, payload);
    });
    app.addHook('preValidation', (request, _reply, done) => {
      request.readingBody = false;
      done();
    });
  },
  { name: 'timeout' },
);
