/** The routes of playgrounds. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { identityOf } from './headers.ts';
import { operation } from './operation.ts';
import { addResource } from './resource.ts';

export interface PlaygroundRoutesOptions {
  publicUrl: string | undefined;
}

export const playgroundRoutes: FastifyPluginAsyncTypebox<PlaygroundRoutesOptions> = async (
  app,
  { publicUrl },
) => {
  addResource(app, publicUrl, {
    name: 'playground',
    tag: 'Playgrounds',
    schemas: {
      item: Playground,
      page: PlaygroundPage,
      listQuery: ListPlaygroundsQuery,
      create: CreatePlaygroundRequest,
      update: UpdatePlaygroundRequest,
    },
    descriptions: {
      list: 'Returns your own playgrounds, newest first.',
      create: 'Saves a cURL command. Only `curl_command` is required, and it must parse.',
      get: 'Returns a playground of your own or a public one.',
      update: 'Changes the given fields. Only the owner can update a playground.',
      delete:
        "Deletes the playground and the owner's tests of it permanently. Tests that other accounts ran are kept.",
    },
    // Each service returns a fresh object.
    withUrls: (playground: StoredPlayground, origin) =>
      Object.assign(playground, {
        url: `${origin}/p/${playground.id}`,
        embed_url: `${origin}/embed/${playground.id}`,
      }),
    list: listPlaygrounds,
    prepare: prepareCreation,
    get: getPlayground,
    update: updatePlayground,
    delete: deletePlayground,
  });

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
    async (request) => readRunStats(app.database.db, identityOf(request).accountId, request.params.id),
  );
};
