/** The routes of API keys. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApiError } from '../errors.ts';
import {
  ApiKey,
  ApiKeyPage,
  CreateApiKeyRequest,
  CreatedApiKey,
  ListApiKeysQuery,
} from '../schemas/account.ts';
import { IdParams } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import { createKey, getKey, listKeys, revokeKey } from '../services/api-keys.ts';
import { idempotent } from '../services/idempotency.ts';
import {
  actorOf,
  IDEMPOTENCY,
  IF_MATCH,
  IF_NONE_MATCH,
  idempotentRequest,
  identityOf,
  sendStoredResponse,
} from './headers.ts';
import { LINK, LOCATION, operation, pageLinks } from './operation.ts';

/**
 * Builds the 409 for a repeated Idempotency-Key: a key is shown once, so the message has the id of the key that was
 * created.
 */
function alreadyCreated(id: string): ApiError {
  const message = `This Idempotency-Key has already created the key ${id}. A key is shown only once: if it is lost, revoke it and create another.`;
  return new ApiError('conflict', message, {
    details: [{ in: 'headers', field: 'idempotency-key', code: 'key_exists', message }],
  });
}

export const keyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/keys',
    operation({
      operationId: 'listKeys',
      tag: 'Keys',
      summary: 'List API keys',
      description:
        "Returns the account's keys that are not revoked, newest first, without the keys themselves.",
      scope: 'keys:manage',
      neverRefused: true,
      querystring: ListApiKeysQuery,
      success: { status: 200, description: 'A page of keys.', schema: Ref(ApiKeyPage), headers: LINK },
    }),
    async (request, reply) => {
      const list = await listKeys(db, identityOf(request).accountId, request.query);
      reply.header('link', pageLinks(request.url, list.pagination));
      return list;
    },
  );

  app.post(
    '/api/keys',
    operation({
      operationId: 'createKey',
      tag: 'Keys',
      summary: 'Create an API key',
      description:
        "Creates a key and returns it. This is the only response that shows it. A key cannot exceed its creator's scopes or expiry. With an `Idempotency-Key`, a repeated request creates no second key: it is a 409 with the id of the first.",
      scope: 'keys:manage',
      neverRefused: true,
      headers: IDEMPOTENCY,
      body: Ref(CreateApiKeyRequest),
      success: {
        status: 201,
        description: 'The created key.',
        schema: Ref(CreatedApiKey),
        headers: LOCATION,
      },
      errors: [409],
    }),
    async (request, reply) => {
      const { response, replayed } = await idempotent(db, idempotentRequest(request), (commit) =>
        commit(async (tx) => {
          const key = await createKey(tx, actorOf(request), identityOf(request), request.body);
          const { id } = key;
          // The key itself is never stored.
          const [body, replayedBody] = [JSON.stringify(key), JSON.stringify({ id })];
          return { status: 201, location: `/api/keys/${id}`, body, replayedBody };
        }),
      );
      if (replayed) throw alreadyCreated(JSON.parse(response.body).id);
      return sendStoredResponse(reply, response, false);
    },
  );

  app.get(
    '/api/keys/:id',
    operation({
      operationId: 'getKey',
      tag: 'Keys',
      summary: 'Get an API key',
      scope: 'keys:manage',
      neverRefused: true,
      params: IdParams,
      headers: IF_NONE_MATCH,
      success: { status: 200, description: 'The key, without the key itself.', schema: Ref(ApiKey) },
      errors: [404],
      etag: true,
    }),
    async (request) => getKey(db, identityOf(request).accountId, request.params.id),
  );

  app.delete(
    '/api/keys/:id',
    operation({
      operationId: 'revokeKey',
      tag: 'Keys',
      summary: 'Revoke an API key',
      description: 'The key stops working at once on this instance, and within two seconds on the others.',
      scope: 'keys:manage',
      neverRefused: true,
      params: IdParams,
      headers: IF_MATCH,
      success: { status: 204, description: 'Revoked.' },
      errors: [404, 412],
    }),
    async (request, reply) => {
      const { id } = request.params;
      await revokeKey(db, actorOf(request), id, request.headers['if-match']);
      app.keyRing.forget(id);
      return reply.code(204).send();
    },
  );
};
