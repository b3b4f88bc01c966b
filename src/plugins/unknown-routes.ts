/** Refuses unknown paths with 404 and wrong methods with 405 and `Allow`, where Fastify responds 404 to both. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { sendError } from './errors.ts';
import { pathOf } from './request-context.ts';

/** Which methods a path takes; empty when the path is unknown. */
type MethodsOf = (path: string) => string[];

/** Records every route. Must be called before the first route is registered. */
function watchRoutes(app: FastifyInstance): MethodsOf {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.endsWith('*') || config?.wrongMethod) return;
    let route = routes.get(url);
    if (route === undefined) {
      const source = url.replace(/[.+*?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+');
      route = { pattern: new RegExp(`^${source}$`), methods: new Set() };
      routes.set(url, route);
    }
    // For a prefix with a trailing slash Fastify reports HEAD without GET.
    for (const name of [method].flat())
      for (const one of name === 'HEAD' ? ['GET', name] : [name]) route.methods.add(one);
  });
  return (path) => {
    // A literal path comes before a parameter: /api/tests/execute is not a test's id.
    const exact = routes.get(path);
    if (exact !== undefined) return [...exact.methods];
    const found = [...routes.values()].find(({ pattern }) => pattern.test(path));
    return found === undefined ? [] : [...found.methods];
  };
}

function unknownRoute(methodsOf: MethodsOf, request: FastifyRequest): ApiError {
  const path = pathOf(request.url);
  const methods = methodsOf(path);
  if (methods.length === 0) {
    const bare = path.slice(0, -1);
    return path.endsWith('/') && methodsOf(bare).length > 0
      ? new ApiError('not_found', `This path does not exist. Remove the slash at its end: ${bare}`)
      : new ApiError('not_found', 'This path does not exist.');
  }
  const allow = methods.join(', ');
  return new ApiError('method_not_allowed', `${path} allows ${allow}.`, { headers: { allow } });
}

export default fp(
  async (app: FastifyInstance) => {
    const methodsOf = watchRoutes(app);
    app.decorate('refuseUnknownRoute', (request) => {
      // A trailing slash is not an empty id.
      const isCut = request.isApi && /^\/api\/(?:.*\/)?$/s.test(pathOf(request.url));
      if (request.is404 || request.routeOptions.config.wrongMethod || isCut)
        throw unknownRoute(methodsOf, request);
    });
    app.setNotFoundHandler((request, reply) => sendError(request, reply, unknownRoute(methodsOf, request)));
  },
  { name: 'unknown-routes', dependencies: ['request-context', 'errors'] },
);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on a route that only keeps another one from matching; it responds with 405. */
    wrongMethod?: boolean;
  }
  interface FastifyInstance {
    /** @throws ApiError not_found, method_not_allowed */
    refuseUnknownRoute: (request: FastifyRequest) => void;
  }
}
