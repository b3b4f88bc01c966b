/** The routes of collections. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  Collection,
  CollectionPage,
  CreateCollectionRequest,
  DeleteCollectionQuery,
  ListCollectionsQuery,
  UpdateCollectionRequest,
} from '../schemas/collection.ts';
import { Ref } from '../schemas/helpers.ts';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  type StoredCollection,
  updateCollection,
} from '../services/collections.ts';
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
import type { PlaygroundRoutesOptions } from './playgrounds.ts';

export const collectionRoutes: FastifyPluginAsyncTypebox<PlaygroundRoutesOptions> = async (
  app,
  { publicUrl },
) => {
  const { db } = app.database;

  const withUrl = (request: FastifyRequest, collection: StoredCollection): Collection => ({
    ...collection,
    url: `${publicUrl ?? originOf(request)}/c/${collection.id}`,
  });

  app.get(
    '/api/collections',
    operation({
      operationId: 'listCollections',
      tag: 'Collections',
      summary: 'List collections',
      description: 'Returns your own collections, newest first.',
      scope: 'playgrounds:read',
      querystring: ListCollectionsQuery,
      success: { status: 200, description: 'A page of collections.', schema: Ref(CollectionPage) },
      isPage: true,
    }),
    async (request) => {
      const { data, pagination } = await listCollections(db, identityOf(request).accountId, request.query);
      return { data: data.map((collection) => withUrl(request, collection)), pagination };
    },
  );

  app.post(
    '/api/collections',
    operation({
      operationId: 'createCollection',
      tag: 'Collections',
      summary: 'Create a collection',
      description: 'Gathers playgrounds in an order. Only `name` is required.',
      scope: 'playgrounds:write',
      headers: IDEMPOTENCY,
      body: Ref(CreateCollectionRequest),
      success: {
        status: 201,
        description: 'The created collection.',
        schema: Ref(Collection),
        headers: { ...LOCATION, ...REPLAYED, ...ETAG },
      },
      errors: [409],
    }),
    async (request, reply) =>
      sendCreated(
        request,
        reply,
        async () => async (tx) =>
          withUrl(request, await createCollection(tx, actorOf(request), request.body)),
      ),
  );

  app.get(
    '/api/collections/:id',
    operation({
      operationId: 'getCollection',
      tag: 'Collections',
      summary: 'Get a collection',
      description:
        'Returns a collection of your own or a public one, of which you see the public playgrounds.',
      scope: 'playgrounds:read',
      ...READS_ONE,
      success: { status: 200, description: 'The collection.', schema: Ref(Collection) },
    }),
    async (request) =>
      withUrl(request, await getCollection(db, identityOf(request).accountId, request.params.id)),
  );

  app.patch(
    '/api/collections/:id',
    operation({
      operationId: 'updateCollection',
      tag: 'Collections',
      summary: 'Update a collection',
      description:
        'Changes the given fields. `playground_ids` adds, removes and orders playgrounds at once. Only the owner can update a collection.',
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      body: Ref(UpdateCollectionRequest),
      success: { status: 200, description: 'The updated collection.', schema: Ref(Collection) },
      etag: true,
    }),
    async (request) => {
      const { params, body, headers } = request;
      return withUrl(
        request,
        await updateCollection(db, actorOf(request), params.id, body, headers['if-match']),
      );
    },
  );

  app.delete(
    '/api/collections/:id',
    operation({
      operationId: 'deleteCollection',
      tag: 'Collections',
      summary: 'Delete a collection',
      description:
        'Deletes the collection. Its playgrounds stay, in no collection; with `playgrounds=delete`, they and your tests of them are deleted first.',
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      querystring: DeleteCollectionQuery,
      success: { status: 204, description: 'Deleted.' },
    }),
    async (request, reply) => {
      const { params, query, headers } = request;
      const withPlaygrounds = query.playgrounds === 'delete';
      await deleteCollection(db, actorOf(request), params.id, withPlaygrounds, headers['if-match']);
      return reply.code(204).send();
    },
  );
};
