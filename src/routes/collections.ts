/** The routes of collections. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  Collection,
  CollectionPage,
  CreateCollectionRequest,
  DeleteCollectionQuery,
  ListCollectionsQuery,
  UpdateCollectionRequest,
} from '../schemas/collection.ts';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  type StoredCollection,
  updateCollection,
} from '../services/collections.ts';
import type { PlaygroundRoutesOptions } from './playgrounds.ts';
import { addResource } from './resource.ts';

export const collectionRoutes: FastifyPluginAsyncTypebox<PlaygroundRoutesOptions> = async (
  app,
  { publicUrl },
) => {
  addResource(app, publicUrl, {
    name: 'collection',
    tag: 'Collections',
    schemas: {
      item: Collection,
      page: CollectionPage,
      listQuery: ListCollectionsQuery,
      create: CreateCollectionRequest,
      update: UpdateCollectionRequest,
      deleteQuery: DeleteCollectionQuery,
    },
    descriptions: {
      list: 'Returns your own collections, newest first.',
      create: 'Gathers playgrounds in an order. Only `name` is required.',
      get: 'Returns a collection of your own or a public one, of which you see the public playgrounds.',
      update:
        'Changes the given fields. `playground_ids` adds, removes and orders playgrounds at once. Only the owner can update a collection.',
      delete:
        'Deletes the collection. Its playgrounds stay, in no collection; with `playgrounds=delete`, they and your tests of them are deleted first.',
    },
    withUrls: (collection: StoredCollection, origin) => ({
      ...collection,
      url: `${origin}/c/${collection.id}`,
    }),
    list: listCollections,
    prepare: async (_db, actor, body) => (tx) => createCollection(tx, actor, body),
    get: getCollection,
    update: updateCollection,
    delete: deleteCollection,
  });
};
