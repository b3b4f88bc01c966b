/** Identifies the sender, counts the request against its limit, then refuses unknown routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { identify } from './auth.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { checkExpectation, checkHost } from './host-and-expect.ts';

/**
 * Identifies the sender and counts the request. Health checks, docs and the OpenAPI document are not counted.
 * @param known whether the route exists
 */
export async function identifyAndMeter(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  known: boolean,
): Promise<void> {
  if (request.isApi) await identify(app, request);
  if (request.isApi || !known) await app.meter(request, reply);
}

export default fp(
  async (app: FastifyInstance) => {
    // Runs before the CORS plugin responds. A browser's preflight has no key and must not fail; one with a key counts.
    const meterPreflight = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(CORS_HEADERS); // in case the request is refused
      await identify(app, request);
      if (request.identity !== null) await app.meter(request, reply);
    };
    // Callback style, not async: this hook runs on every request, and most need no promise.
    app.addHook('onRequest', (request, reply, done) => {
      if (request.isApi && request.method === 'OPTIONS') return meterPreflight(request, reply);
      done();
    });
    const refuse = (request: FastifyRequest) => {
      checkHost(request);
      checkExpectation(request);
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
