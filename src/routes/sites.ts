/** The routes of sites. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { IdParams } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import {
  CreateSiteRequest,
  ListSitesQuery,
  Site,
  SitePage,
  SiteStats,
  UpdateSiteRequest,
} from '../schemas/site.ts';
import { readSiteStats } from '../services/site-counts.ts';
import {
  createSite,
  deleteSite,
  getSite,
  listSites,
  type StoredSite,
  updateSite,
} from '../services/sites.ts';
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

export const siteRoutes: FastifyPluginAsyncTypebox<PlaygroundRoutesOptions> = async (app, { publicUrl }) => {
  const { db } = app.database;

  const withUrl = (request: FastifyRequest, site: StoredSite): Site => ({
    ...site,
    url: `${publicUrl ?? originOf(request)}/s/${site.id}`,
  });

  app.get(
    '/api/sites',
    operation({
      operationId: 'listSites',
      tag: 'Sites',
      summary: 'List sites',
      description: 'Returns your sites, newest first.',
      scope: 'playgrounds:read',
      querystring: ListSitesQuery,
      success: { status: 200, description: 'A page of sites.', schema: Ref(SitePage) },
      isPage: true,
    }),
    async (request) => {
      const { data, pagination } = await listSites(db, identityOf(request).accountId, request.query);
      return { data: data.map((site) => withUrl(request, site)), pagination };
    },
  );

  app.post(
    '/api/sites',
    operation({
      operationId: 'createSite',
      tag: 'Sites',
      summary: 'Create a site',
      description:
        'Lets the pages of a documentation site run their commands. Readers can reach the listed hosts only, and each run counts toward your limit.',
      scope: 'playgrounds:write',
      headers: IDEMPOTENCY,
      body: Ref(CreateSiteRequest),
      success: {
        status: 201,
        description: 'The created site.',
        schema: Ref(Site),
        headers: { ...LOCATION, ...REPLAYED, ...ETAG },
      },
      errors: [409],
    }),
    async (request, reply) =>
      sendCreated(
        request,
        reply,
        async () => async (tx) => withUrl(request, await createSite(tx, actorOf(request), request.body)),
      ),
  );

  app.get(
    '/api/sites/:id',
    operation({
      operationId: 'getSite',
      tag: 'Sites',
      summary: 'Get a site',
      description: 'Returns a site of your own.',
      scope: 'playgrounds:read',
      ...READS_ONE,
      success: { status: 200, description: 'The site.', schema: Ref(Site) },
    }),
    async (request) => withUrl(request, await getSite(db, identityOf(request).accountId, request.params.id)),
  );

  app.get(
    '/api/sites/:id/stats',
    operation({
      operationId: 'getSiteStats',
      tag: 'Sites',
      summary: 'Get the runs of a site',
      description:
        'Returns how often the blocks of the pages were opened and run on each of the last 30 days, and where readers fail. The counts hold no contents and no addresses.',
      scope: 'playgrounds:read',
      params: IdParams,
      success: { status: 200, description: 'The counts.', schema: Ref(SiteStats) },
      errors: [404],
    }),
    async (request) => readSiteStats(db, identityOf(request).accountId, request.params.id),
  );

  app.patch(
    '/api/sites/:id',
    operation({
      operationId: 'updateSite',
      tag: 'Sites',
      summary: 'Update a site',
      description: 'Changes the given fields. Open pages use them from their next run on.',
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      body: Ref(UpdateSiteRequest),
      success: { status: 200, description: 'The updated site.', schema: Ref(Site) },
      etag: true,
    }),
    async (request) => {
      const { params, body, headers } = request;
      return withUrl(request, await updateSite(db, actorOf(request), params.id, body, headers['if-match']));
    },
  );

  app.delete(
    '/api/sites/:id',
    operation({
      operationId: 'deleteSite',
      tag: 'Sites',
      summary: 'Delete a site',
      description: 'Deletes the site and the counts of its runs. Its pages no longer run anything.',
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      success: { status: 204, description: 'Deleted.' },
    }),
    async (request, reply) => {
      await deleteSite(db, actorOf(request), request.params.id, request.headers['if-match']);
      return reply.code(204).send();
    },
  );
};
