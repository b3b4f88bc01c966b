/** Identifies the sender, counts the request against its limit, then refuses what cannot be served. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { identify } from './auth.ts';
import { CORS_HEADERS } from './cors-headers.ts';
import { checkExpectation, checkHost } from './host-and-expect.ts';

/**
 * Identifies the sender and counts the request. Health, docs and the document are free.
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
    // The CORS plugin responds to these first. A browser's preflight has no key and must not fail; one with a key counts.
    const meterPreflight = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(CORS_HEADERS); // of a refusal
      await identify(app, request);
      if (request.identity !== null) await app.meter(request, reply);
    };
    // Other requests need no promise here, so they wait for none: these hooks run before every response.
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
    /** Identifies, counts and refuses what is unknown; runs after CORS, so that browsers can read refusals. */
    gate: onRequestHookHandler;
  }
}
