/** Builds the route options that all operations share, so that a route is a few lines. */
import type { TSchema, TUnknown } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '../errors.ts';
import { requireScope } from '../plugins/auth.ts';
import type { Scope } from '../schemas/account.ts';
import { ErrorResponse, NoQuery, type Pagination } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import type { Tag } from '../schemas/tags.ts';
import { etagOf, matchesNone } from '../store/etags.ts';

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 503;

interface Header {
  description: string;
  type: 'string' | 'integer';
  [keyword: string]: unknown;
}

interface Operation<Q extends TSchema, P extends TSchema, B extends TSchema> {
  operationId: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** `any`: any valid key. Absent: no key needed. */
  scope?: Scope | 'any';
  params?: P;
  querystring?: Q;
  body?: B;
  headers?: TSchema;
  success: {
    status: 200 | 201 | 204;
    description: string;
    schema?: TSchema;
    /** When a 200 has the same body instead. */
    otherwise200?: string;
    /** Media type of the response; JSON when absent. */
    contentType?: string;
    headers?: Record<string, Header>;
  };
  /** In addition to those that every operation can return. */
  errors?: readonly ErrorStatus[];
  /** Whether the response has an ETag, and is a 304 if If-None-Match matches. */
  etag?: boolean;
  /** Whether the response is a page of a list, with a Link header. */
  isPage?: boolean;
  /** Milliseconds that a request may take; the server's default when absent. */
  timeoutMs?: number;
  /** Whether it also works when the daily limit is reached: managing keys must always be possible. */
  neverRefused?: boolean;
}

const text = (description: string, example: string): Header => ({
  description,
  type: 'string',
  minLength: 1,
  maxLength: 8_000,
  examples: [example],
});
const integer = (description: string, example: number): Header => ({
  description,
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [example],
});

const COMMON_HEADERS = {
  'X-Request-Id': text('Id of the request, also in the server log.', '019300a2-51b4-7e07-a3d6-20c8f1b94e66'),
  'X-RateLimit-Limit': integer(
    "The plan's limit of requests for each UTC day; without a valid key, the address's limit for each minute.",
    50_000,
  ),
  'X-RateLimit-Remaining': integer('How many requests are left.', 49_983),
  'X-RateLimit-Reset': integer(
    'Unix time in seconds when the count resets: the next UTC midnight; without a valid key, the next minute.',
    1_795_219_200,
  ),
};
export const ETAG = { ETag: text('Strong entity tag of the resource.', '"mib5c1zk"') };
const RETRY_AFTER = { 'Retry-After': integer('Seconds to wait before the next attempt.', 2) };

export const LOCATION = {
  Location: text('Path of the created resource.', '/api/playgrounds/019300a1-1000-7a51-8000-5a4e1d1f2b3c'),
};
const LINK = {
  Link: text(
    'Pages `first`, `prev`, `next` and `last`; with `cursor` `first` and `next` (RFC 8288).',
    '</api/playgrounds?page=1>; rel="first"',
  ),
};
export const REPLAYED = {
  'Idempotent-Replayed': text('`true` if a stored response was replayed.', 'true'),
};

const ERROR_HEADERS: Partial<Record<ErrorStatus, Record<string, Header>>> = {
  401: { 'WWW-Authenticate': text('`Bearer`.', 'Bearer') },
  405: { Allow: text('Methods that the path takes.', 'GET, HEAD') },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

function errorResponse(status: ErrorStatus) {
  const found = Object.entries(ERRORS).find(([, entry]) => entry.status === status);
  return {
    description: `\`${found?.[0]}\`: ${found?.[1].message}`,
    headers: { ...COMMON_HEADERS, ...ERROR_HEADERS[status] },
    content: { 'application/json': { schema: Ref(ErrorResponse) } },
  };
}

/** Builds the route options of an operation: schema, scope check, entity tag. */
export function operation<
  Q extends TSchema = typeof NoQuery,
  P extends TSchema = TUnknown,
  B extends TSchema = TUnknown,
>(spec: Operation<Q, P, B>) {
  const { scope, success } = spec;
  const errors: ErrorStatus[] = [400, 503, ...(spec.errors ?? [])];
  if (scope !== undefined) errors.push(401, 403, 429, 500);
  if (spec.body !== undefined) errors.push(413, 415);
  const headers = {
    ...COMMON_HEADERS,
    ...(spec.etag ? ETAG : {}),
    ...(spec.isPage ? LINK : {}),
    ...success.headers,
  };
  const content =
    success.schema === undefined
      ? { type: 'null' as const }
      : { content: { [success.contentType ?? 'application/json']: { schema: success.schema } } };
  const response = {
    [success.status]: { description: success.description, headers, ...content },
    ...(success.otherwise200 !== undefined && {
      200: { description: success.otherwise200, headers: COMMON_HEADERS, ...content },
    }),
    ...(spec.etag && spec.body === undefined
      ? {
          304: {
            description: 'Not modified: the resource still has the ETag of If-None-Match.',
            type: 'null',
            headers: { ...COMMON_HEADERS, ...ETAG },
          },
        }
      : {}),
    ...Object.fromEntries([...new Set(errors)].sort().map((status) => [status, errorResponse(status)])),
  };
  return {
    config: {
      neverRefused: spec.neverRefused ?? false,
      ...(spec.timeoutMs === undefined ? {} : { timeoutMs: spec.timeoutMs }),
    },
    ...(scope === undefined
      ? {}
      : {
          onRequest: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
            requireScope(request, scope);
            done();
          },
        }),
    ...(spec.etag ? { preSerialization: tag, onSend: notModified } : {}),
    ...(spec.isPage ? { preSerialization: addLinks } : {}),
    schema: {
      operationId: spec.operationId,
      tags: [spec.tag],
      summary: spec.summary,
      description: [spec.description, keyNeeded(scope)].filter((part) => part !== undefined).join('\n\n'),
      security: scope === undefined ? [] : [{ apiKey: [] }],
      ...(spec.headers === undefined ? {} : { headers: spec.headers }),
      ...present<Q, P, B>(spec),
      response,
    },
  };
}

function keyNeeded(scope: Scope | 'any' | undefined): string | undefined {
  if (scope === undefined) return undefined;
  return scope === 'any' ? 'Any valid key.' : `Scope: \`${scope}\`.`;
}

/** Removes absent parts of a schema but keeps them in the type, where they have their default type. */
function present<Q extends TSchema, P extends TSchema, B extends TSchema>(spec: Operation<Q, P, B>) {
  const { querystring = NoQuery, params, body } = spec;
  const given = {
    querystring,
    ...(params === undefined ? {} : { params }),
    ...(body === undefined ? {} : { body }),
  };
  return given as unknown as { querystring: Q; params: P; body: B };
}

type Done = (error: null, payload: unknown) => void;

function tag(_request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  // Fastify serialises only objects.
  if (reply.statusCode < 300) reply.header('etag', etagOf(payload as object));
  done(null, payload);
}

function notModified(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const etag = reply.getHeader('etag');
  const wanted = request.headers['if-none-match'];
  const reading = request.method === 'GET' || request.method === 'HEAD';
  if (!reading || wanted === undefined || typeof etag !== 'string' || !matchesNone(wanted, etag)) {
    done(null, payload);
    return;
  }
  reply.code(304).removeHeader('content-type');
  done(null, '');
}

function addLinks(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const { pagination } = payload as { pagination?: Pagination }; // an error has none
  if (pagination !== undefined) reply.header('link', pageLinks(request.url, pagination));
  done(null, payload);
}

/**
 * Returns the Link header of a page (RFC 8288), with relative references.
 * @param url the request's URL, whose other parameters are kept
 */
function pageLinks(url: string, { page, total_pages: last, next_cursor: next }: Pagination): string {
  const [path = '', ...rest] = url.split('?'); // a later question mark belongs to the query
  const query = rest.join('?');
  const link = (rel: string, changes: Record<string, string | null>) => {
    const params = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) params.delete(name);
      else params.set(name, value);
    }
    return `<${path}?${params}>; rel="${rel}"`;
  };
  if (page === null) {
    const first = link('first', { cursor: null });
    return next === null ? first : `${first}, ${link('next', { cursor: next })}`;
  }
  const toPage = (rel: string, number: number) => link(rel, { page: String(number) });
  const links = [toPage('first', 1)];
  if (page > 1) links.push(toPage('prev', Math.max(1, Math.min(page - 1, last))));
  if (page < last) links.push(toPage('next', page + 1));
  links.push(toPage('last', Math.max(1, last)));
  return links.join(', ');
}
