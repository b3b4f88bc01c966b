/** The routes of playgrounds. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { IdParams } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import {
  CreatePlaygroundRequest,
  ListPlaygroundsQuery,
  Playground,
  PlaygroundPage,
  PlaygroundStats,
  UpdatePlaygroundRequest,
} from '../schemas/playground.ts';
import { deletePlayground } from '../services/delete-playground.ts';
import {
  getPlayground,
  listPlaygrounds,
  prepareCreation,
  updatePlayground,
} from '../services/playgrounds.ts';
import { readRunStats } from '../services/run-counts.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import {
  actorOf,
  CHANGES_ONE,
  IDEMPOTENCY,
  identityOf,
  originOf,
  READS_ONE,
  sendCreated,
} from './headers.ts';
import { ETAG, LOCATION, operation, REPLAYED } from './operation.ts';

export interface PlaygroundRoutesOptions {
  publicUrl: string | undefined;
}

export const playgroundRoutes: FastifyPluginAsyncTypebox<PlaygroundRoutesOptions> = async (
  app,
  { publicUrl },
) => {
  const { db } = app.database;

  /** Adds the URLs of a playground's pages. */
  const withLinks = (
    request: FastifyRequest,
    playground: StoredPlayground,
    origin = publicUrl ?? originOf(request),
  ): Playground => {
    const { id } = playground;
    // Each caller passes a fresh object.
    return Object.assign(playground, { url: `${origin}/p/${id}`, embed_url: `${origin}/embed/${id}` });
  };

  app.get(
    '/api/playgrounds',
    operation({
      operationId: 'listPlaygrounds',
      tag: 'Playgrounds',
      summary: 'List playgrounds',
      description: 'Returns your own playgrounds, newest first.',
      scope: 'playgrounds:read',
      querystring: ListPlaygroundsQuery,
      success: { status: 200, description: 'A page of playgrounds.', schema: Ref(PlaygroundPage) },
      isPage: true,
    }),
    async (request) => {
      const { data, pagination } = await listPlaygrounds(db, identityOf(request).accountId, request.query);
      const origin = publicUrl ?? originOf(request);
      return { data: data.map((playground) => withLinks(request, playground, origin)), pagination };
    },
  );

  app.post(
    '/api/playgrounds',
    operation({
      operationId: 'createPlayground',
      tag: 'Playgrounds',
      summary: 'Create a playground',
      description: 'Saves a cURL command. Only `curl_command` is required, and it must parse.',
      scope: 'playgrounds:write',
      headers: IDEMPOTENCY,
      body: Ref(CreatePlaygroundRequest),
      success: {
        status: 201,
        description: 'The created playground.',
        schema: Ref(Playground),
        headers: { ...LOCATION, ...REPLAYED, ...ETAG },
      },
      errors: [409],
    }),
    async (request, reply) =>
      sendCreated(request, reply, async () => {
        const create = await prepareCreation(db, actorOf(request), request.body);
        return async (tx) => withLinks(request, await create(tx));
      }),
  );

  app.get(
    '/api/playgrounds/:id',
    operation({
      operationId: 'getPlayground',
      tag: 'Playgrounds',
      summary: 'Get a playground',
      description: 'Returns a playground of your own or a public one.',
      scope: 'playgrounds:read',
      ...READS_ONE,
      success: { status: 200, description: 'The playground.', schema: Ref(Playground) },
    }),
    async (request) =>
      withLinks(request, await getPlayground(db, identityOf(request).accountId, request.params.id)),
  );

  app.get(
    '/api/playgrounds/:id/stats',
    operation({
      operationId: 'getPlaygroundStats',
      tag: 'Playgrounds',
      summary: 'Get run counts',
      description:
        'Returns how often one of your playgrounds was run on each of the last 30 days, by you and by readers. Nothing that was sent or received is in it. Runs on other instances are counted within seconds.',
      scope: 'playgrounds:read',
      params: IdParams,
      success: { status: 200, description: 'The run counts.', schema: Ref(PlaygroundStats) },
      errors: [404],
    }),
    async (request) => readRunStats(db, identityOf(request).accountId, request.params.id),
  );

  app.patch(
    '/api/playgrounds/:id',
    operation({
      operationId: 'updatePlayground',
      tag: 'Playgrounds',
      summary: 'Update a playground',
      description: 'Changes the given fields. Only the owner can update a playground.',
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      body: Ref(UpdatePlaygroundRequest),
      success: { status: 200, description: 'The updated playground.', schema: Ref(Playground) },
      etag: true,
    }),
    async (request) => {
      const { params, body, headers } = request;
      return withLinks(
        request,
        await updatePlayground(db, actorOf(request), params.id, body, headers['if-match']),
      );
    },
  );

  app.delete(
    '/api/playgrounds/:id',
    operation({
      operationId: 'deletePlayground',
      tag: 'Playgrounds',
      summary: 'Delete a playground',
      description:
        "Deletes the playground and the owner's tests of it permanently. Tests that other accounts ran are kept.",
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      success: { status: 204, description: 'Deleted.' },
    }),
    async (request, reply) => {
      await deletePlayground(db, actorOf(request), request.params.id, request.headers['if-match']);
      return reply.code(204).send();
    },
  );
};
