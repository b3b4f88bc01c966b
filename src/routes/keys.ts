import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { actorOf, IF_MATCH, IF_NONE_MATCH, identityOf } from './headers.ts';
import { LINK, LOCATION, operation, pageLinks } from './operation.ts';

export const keyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/keys',
    operation({
      operationId: 'listKeys',
      tag: 'Keys',
      summary: 'List API keys',
      description: "The account's keys that are not revoked, newest first, without the keys themselves.",
      scope: 'keys:manage',
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
      description: 'The key is shown in this answer only. It can be given only scopes that its maker has.',
      scope: 'keys:manage',
      body: Ref(CreateApiKeyRequest),
      success: {
        status: 201,
        description: 'The created key.',
        schema: Ref(CreatedApiKey),
        headers: LOCATION,
      },
    }),
    async (request, reply) => {
      const key = await createKey(db, actorOf(request), identityOf(request), request.body);
      return reply.code(201).header('location', `/api/keys/${key.id}`).send(key);
    },
  );

  app.get(
    '/api/keys/:id',
    operation({
      operationId: 'getKey',
      tag: 'Keys',
      summary: 'Get an API key',
      scope: 'keys:manage',
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
      description: 'Takes effect at once on this instance and within seconds on every other.',
      scope: 'keys:manage',
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
