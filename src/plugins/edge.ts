/**
 * What every request meets first and every answer carries: request id, limit headers, the refusal of what is
 * unknown, and the answers to requests so broken that Fastify or Node would answer them alone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { newId } from '../store/ids.ts';
import { identify } from './auth.ts';
import { errorBody, sendError } from './errors.ts';
import { logWhenAnswered } from './request-log.ts';

const API = /^\/api(?:\/|$)/;

/** What a browser client may read of an answer. */
export const EXPOSED_HEADERS: string = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Link',
  'Location',
  'Idempotent-Replayed',
  'Allow',
  'WWW-Authenticate',
].join(', ');

/** For answers that the CORS plugin never sees, so that browsers can read them too. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};

/**
 * The path of a request as the router reads it, percent-encoding undone: `/%61pi` is `/api`, and must be
 * identified and counted like it.
 */
function pathOf(url: string): string {
  if (!/[%?#]/.test(url)) return url;
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Handles errors that happen before a request reaches its hooks: a malformed URL, an id that is too long to be one. */
export function frameworkError(app: () => FastifyInstance) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const instance = app();
    arrive(instance, request, reply);
    reply.headers(CORS_HEADERS);
    gate(instance, request, reply, false).then(
      () => sendError(request, reply, noRoute(error)),
      (refusal: unknown) => sendError(request, reply, refusal),
    );
  };
}

function noRoute(cause: FastifyError): ApiError {
  if (cause.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('not_found', 'There is nothing at this path.', { cause });
  const message =
    'The URL is malformed: a percent sign in it must be followed by two hexadecimal digits that make UTF-8 (%25 is the sign itself).';
  return new ApiError('invalid_request', message, {
    cause,
    details: [{ in: 'path', field: '', code: 'malformed_url', message }],
  });
}

/** The first thing for every request: its headers. */
function arrive(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  request.identity ??= null; // a request with a malformed URL lacks what plugins decorate
  request.isApi = API.test(pathOf(request.url));
  logWhenAnswered(request, reply);
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  app.showLimit(request, reply);
  if (request.isApi) reply.header('cache-control', 'private, no-store');
}

/**
 * Identifies the sender and counts the request. Health, docs and the document are free.
 * @param known whether there is such a route
 */
async function gate(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  known: boolean,
): Promise<void> {
  if (request.isApi) await identify(app, request);
  if (request.isApi || !known) await app.meter(request, reply);
}

/** Which methods a path takes; empty when the path is unknown. */
type MethodsOf = (path: string) => string[];

/** Remembers every route. Must be called before the first one is registered. */
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
    // Of a prefix with a slash at its end Fastify tells HEAD alone, and there is none without GET.
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
      ? new ApiError('not_found', `There is nothing at this path: leave the slash at its end off (${bare}).`)
      : new ApiError('not_found', 'There is nothing at this path.');
  }
  const allow = methods.join(', ');
  return new ApiError('method_not_allowed', `${path} takes ${allow}.`, { headers: { allow } });
}

/** Answers on the bare socket to what Node could not read as a request. */
export function clientError(app: () => FastifyInstance) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    const answered = (socket as { _httpMessage?: ServerResponse | null })._httpMessage; // Node's own default looks there
    // A whole request before the broken one, on the same connection, gets its own answer first.
    if (answered?.req.complete === true && error.code !== 'ECONNRESET') {
      answered.once('close', () => clientError(app)(error, socket));
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable || answered?.headersSent === true) {
      socket.destroy();
      return;
    }
    const instance = app();
    const refusal = giveUp(error.code);
    const id = newId();
    const address = (socket as { remoteAddress?: string }).remoteAddress; // a net.Socket
    const { statusCode: status } = refusal;
    instance.log.info({ reqId: id, status, address, code: error.code }, `request given up ${status}`);
    socket.end(rawResponse(refusal, id, instance.addressLimitHeaders(address)));
  };
}

/** What Node's parser gave up on, as one of our errors. */
function giveUp(code: string | undefined): ApiError {
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

/** Node answers these by itself unless told otherwise. */
function answerForNode(app: FastifyInstance): void {
  // Counted and refused like every other request: see the hook below.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new ApiError('method_not_allowed', 'This is no proxy. Send requests with a path.', {
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
    });
    const address = (socket as { remoteAddress?: string }).remoteAddress; // a net.Socket
    socket.on('error', () => {});
    socket.end(rawResponse(error, newId(), app.addressLimitHeaders(address)));
  });
}

/**
 * One Host header, and only one (RFC 9112, section 3.2). Left to us because Node's own answer would lack our headers.
 * @throws ApiError invalid_request
 */
function checkHost(request: FastifyRequest): void {
  const { httpVersion, rawHeaders } = request.raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return;
  const message =
    hosts === 0
      ? 'The request has no Host header. Send one.'
      : 'The request has several Host headers. Send one.';
  throw new ApiError('invalid_request', message, {
    details: [{ in: 'headers', field: 'host', code: hosts === 0 ? 'required' : 'duplicate_name', message }],
    headers: { connection: 'close' },
  });
}

/**
 * An expectation that cannot be met is refused before its body is sent (RFC 9110, section 10.1.1).
 * @throws ApiError invalid_request with 417
 */
function checkExpectation({ headers }: FastifyRequest): void {
  if (headers.expect === undefined || /^100-continue$/i.test(headers.expect)) return;
  const message = 'The only expectation that can be met is 100-continue. Leave the header out.';
  throw new ApiError('invalid_request', message, {
    status: 417,
    details: [{ in: 'headers', field: 'expect', code: 'unknown_expectation', message }],
    headers: { connection: 'close' },
  });
}

/**
 * Keeps track of connections, so that those without a request under way can be closed at once: Node does so only where
 * a request has ended, and waits for one that has not begun.
 */
function watchConnections(app: FastifyInstance): () => void {
  // With each its answers that are not sent yet. Not in a Set of their own: one that changes with every request leaves
  // tables behind in which V8 keeps requests alive until a full collection.
  const connections = new Map<Duplex, ServerResponse[]>();
  let closing = false;
  app.server.on('connection', (socket) => {
    if (closing) socket.destroy();
    connections.set(socket, []);
    socket.once('close', () => connections.delete(socket));
  });
  function ended(this: ServerResponse): void {
    const underWay = connections.get(this.req.socket);
    underWay?.splice(underWay.indexOf(this), 1);
    if (closing) closeUnused(); // its head may have gone out before, without a word of closing
  }
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // An answer given while closing is its connection's last: a client that kept it would hold up the end.
    if (closing) response.shouldKeepAlive = false;
    connections.get(socket)?.push(response);
    response.on('close', ended);
  });
  const closeUnused = () => {
    for (const [socket, underWay] of connections) {
      if (underWay.length === 0) socket.destroy();
      for (const response of underWay) response.shouldKeepAlive = false;
    }
  };
  // Node's own takes an answer for sent while most of it waits for a slow reader, and cuts it off.
  app.server.closeIdleConnections = closeUnused;
  return () => {
    closing = true;
    closeUnused();
  };
}

export default fp(
  async (app: FastifyInstance) => {
    const methodsOf = watchRoutes(app);
    let closing = false;
    app.decorate('stopping', false);
    app.decorateRequest('isApi', false);
    const closeUnused = watchConnections(app);
    app.addHook('preClose', async () => {
      closing = true;
      closeUnused();
    });
    // CORS answers these before the gate. A browser's preflight has no key and must not fail; one with a key counts.
    const meterPreflight = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(CORS_HEADERS); // of a refusal
      await identify(app, request);
      if (request.identity !== null) await app.meter(request, reply);
    };
    // Pages need no promise here, so they wait for none: these hooks stand before every answer.
    app.addHook('onRequest', (request, reply, done) => {
      arrive(app, request, reply);
      if (closing)
        throw new ApiError('service_unavailable', 'The server is shutting down.', {
          headers: { ...CORS_HEADERS, 'retry-after': '2', connection: 'close' },
        });
      if (request.isApi && request.method === 'OPTIONS') return meterPreflight(request, reply);
      done();
    });
    const refuseUnknown = (request: FastifyRequest) => {
      checkHost(request);
      checkExpectation(request);
      // A slash at the end is no empty id.
      const isCut = request.isApi && /^\/api\/(?:.*\/)?$/s.test(pathOf(request.url));
      if (request.is404 || request.routeOptions.config.wrongMethod || isCut)
        throw unknownRoute(methodsOf, request);
    };
    app.decorate('gate', (request, reply, done) => {
      if (request.isApi || request.is404)
        return gate(app, request, reply, !request.is404).then(() => refuseUnknown(request));
      refuseUnknown(request);
      done();
    });
    app.setNotFoundHandler((request, reply) => sendError(request, reply, unknownRoute(methodsOf, request)));
    answerForNode(app);
  },
  { name: 'edge', dependencies: ['auth', 'rate-limit', 'request-log'] },
);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only keeps another one from matching: the path does not take the method. */
    wrongMethod?: boolean;
  }
  interface FastifyInstance {
    /** Set when the server is about to stop: /readyz says so. */
    stopping: boolean;
    /** Identifies, counts and refuses what is unknown; runs after CORS, so that browsers can read refusals. */
    gate: onRequestHookHandler;
  }
  interface FastifyRequest {
    /** Whether its path is one of the API: it is identified and counted then. */
    isApi: boolean;
  }
}
