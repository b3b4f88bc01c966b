/** The routes of an account: its API keys, usage and audit trail. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApiError } from '../errors.ts';
import {
  ApiKey,
  ApiKeyPage,
  CreateApiKeyRequest,
  CreatedApiKey,
  ListApiKeysQuery,
  Usage,
} from '../schemas/account.ts';
import { AuditEventPage, ListAuditQuery } from '../schemas/audit.ts';
import { Ref } from '../schemas/helpers.ts';
import { createKey, getKey, listKeys, revokeKey } from '../services/api-keys.ts';
import { listEvents } from '../services/audit.ts';
import { idempotent } from '../services/idempotency.ts';
import {
  actorOf,
  CHANGES_ONE,
  IDEMPOTENCY,
  idempotentRequest,
  identityOf,
  READS_ONE,
  sendStoredResponse,
} from './headers.ts';
import { LOCATION, operation } from './operation.ts';

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

export const accountRoutes: FastifyPluginAsyncTypebox = async (app) => {
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
      success: { status: 200, description: 'A page of keys.', schema: Ref(ApiKeyPage) },
      isPage: true,
    }),
    async (request) => listKeys(db, identityOf(request).accountId, request.query),
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
      ...READS_ONE,
      success: { status: 200, description: 'The key, without the key itself.', schema: Ref(ApiKey) },
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
      ...CHANGES_ONE,
      success: { status: 204, description: 'Revoked.' },
    }),
    async (request, reply) => {
      const { id } = request.params;
      await revokeKey(db, actorOf(request), id, request.headers['if-match']);
      app.keyRing.forget(id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/usage',
    operation({
      operationId: 'getUsage',
      tag: 'Usage',
      summary: 'Get usage',
      description:
        'Returns the requests of today and of the last 30 days, the stored bytes, and the limits of the plan.',
      scope: 'usage:read',
      neverRefused: true,
      success: { status: 200, description: 'The usage.', schema: Ref(Usage) },
    }),
    async (request) => {
      const { accountId, plan, limit } = identityOf(request);
      const [usage, storage] = await Promise.all([
        app.quota.usage(accountId, plan, limit),
        app.storage.usage(accountId, plan),
      ]);
      return { ...usage, storage };
    },
  );

  app.get(
    '/api/audit',
    operation({
      operationId: 'listAuditEvents',
      tag: 'Audit',
      summary: 'List audit events',
      description:
        'Returns changes to the account, newest first: keys, plan, visibility, shared secrets, deletions and sign-ins. Events never change. The operator sets how long they are kept.',
      scope: 'audit:read',
      querystring: ListAuditQuery,
      success: { status: 200, description: 'A page of events.', schema: Ref(AuditEventPage) },
      isPage: true,
    }),
    async (request) => listEvents(db, identityOf(request).accountId, request.query),
  );
};
