/** Schemas of request headers, and functions that read a request's identity, origin and idempotency key. */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdParams } from '../schemas/common.ts';
import type { Identity } from '../services/api-keys.ts';
import type { Actor } from '../services/audit.ts';
import { type IdempotentRequest, idempotent, type StoredResponse } from '../services/idempotency.ts';
import { etagOf } from '../store/etags.ts';

export const IDEMPOTENCY = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description:
        'Up to 255 visible ASCII characters. The same key and body return the same response for 24 hours.',
    }),
  ),
});

const IF_MATCH = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The response is 412 if the resource does not have this ETag any more.' }),
  ),
});

const IF_NONE_MATCH = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The response is 304 if the resource still has this ETag.' }),
  ),
});

/** What operations that return one resource by its id have in common, and those that change or delete it. */
export const READS_ONE = { params: IdParams, headers: IF_NONE_MATCH, errors: [404], etag: true } as const;
export const CHANGES_ONE = { params: IdParams, headers: IF_MATCH, errors: [404, 412] } as const;

/** Returns the sender of a request that has passed its scope check. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Error('the operation has no scope');
  return request.identity;
}

/** Returns the actor of such a request for the audit trail. */
export function actorOf(request: FastifyRequest): Actor {
  const { accountId, keyId } = identityOf(request);
  return { accountId, via: 'api', keyId, requestId: request.id, address: request.ip };
}

/** Returns the origin that a request was sent to, from its Host header; empty if the header is invalid. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(host) ? `${protocol}://${host}` : '';
}

/** Reads the Idempotency-Key and its context; undefined without the header. */
export function idempotentRequest(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  return {
    accountId: identityOf(request).accountId,
    operation: `${request.method} ${request.routeOptions.url}`,
    key: String(key),
    body: request.body,
    abandonedAfterMs: 2 * request.timeoutMs,
  };
}

/** Sends a new or replayed response. */
export function sendStoredResponse(
  reply: FastifyReply,
  response: StoredResponse,
  replayed: boolean,
): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (response.location !== undefined) reply.header('location', response.location);
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
}

/**
 * Creates a resource, at most once for an Idempotency-Key, and sends it with its path and tag.
 * @param prepare does what needs no transaction, and returns what creates the resource in one
 * @throws ApiError as `prepare` and {@link idempotent}
 */
export async function sendCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  prepare: () => Promise<(tx: FastifyInstance['database']['db']) => Promise<{ id: string }>>,
): Promise<FastifyReply> {
  const { db } = request.server.database;
  const { response, replayed } = await idempotent(db, idempotentRequest(request), async (commit) => {
    const create = await prepare();
    return commit(async (tx) => {
      const created = await create(tx);
      const location = `${request.routeOptions.url}/${created.id}`;
      return { status: 201, location, body: JSON.stringify(created) };
    });
  });
  reply.header('etag', etagOf(JSON.parse(response.body)));
  return sendStoredResponse(reply, response, replayed);
}
