/** Sets the headers that every response carries (request id, limits, CORS), and whether the request is one of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { logAfterResponse } from './request-log.ts';

/** CORS headers of every response, errors included, with the list of headers that browser clients can read. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Link, Location, Idempotent-Replayed, Allow, WWW-Authenticate',
};

const API = /^\/api(?:\/|$)/;

/**
 * Returns a request's path as the router reads it, percent-encoding undone: `/%61pi` is `/api`, and must be
 * identified and counted like it.
 */
export function pathOf(url: string): string {
  if (!/[%?#]/.test(url)) return url;
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Initialises a request: log line and response headers. Runs once, before all other hooks. */
export function startRequest(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  request.identity ??= null; // a request with a malformed URL lacks what plugins decorate
  const path = pathOf(request.url);
  request.isApi = API.test(path);
  logAfterResponse(request, reply, path);
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    ...CORS_HEADERS,
    ...app.transportSecurity,
    ...app.addressLimitHeaders(request.ip), // until the request is counted
  });
  if (request.isApi) reply.header('cache-control', 'private, no-store');
}

export default fp(
  async (app: FastifyInstance, { publicUrl }: { publicUrl: string | undefined }) => {
    app.decorateRequest('isApi', false);
    // RFC 6797, for a year: who has used https once never speaks http to this host again.
    const isHttps = publicUrl?.startsWith('https:') === true;
    app.decorate('transportSecurity', isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {});
    app.addHook('onRequest', (request, reply, done) => {
      startRequest(app, request, reply);
      done();
    });
  },
  { name: 'request-context', dependencies: ['auth', 'rate-limit', 'request-log'] },
);

declare module 'fastify' {
  interface FastifyInstance {
    /** The header that browsers keep to https with; none unless PUBLIC_URL is https. */
    transportSecurity: Readonly<Record<string, string>>;
  }
  interface FastifyRequest {
    /** Whether the path belongs to the API; such requests are identified and counted. */
    isApi: boolean;
  }
}
