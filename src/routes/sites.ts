/** The routes of sites. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
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
import { identityOf } from './headers.ts';
import { operation } from './operation.ts';
import type { PlaygroundRoutesOptions } from './playgrounds.ts';
import { addResource } from './resource.ts';

export const siteRoutes: FastifyPluginAsyncTypebox<PlaygroundRoutesOptions> = async (app, { publicUrl }) => {
  addResource(app, publicUrl, {
    name: 'site',
    tag: 'Sites',
    schemas: {
      item: Site,
      page: SitePage,
      listQuery: ListSitesQuery,
      create: CreateSiteRequest,
      update: UpdateSiteRequest,
    },
    descriptions: {
      list: 'Returns your sites, newest first.',
      create:
        'Lets the pages of a documentation site run their commands. Readers can reach the listed hosts only, and each run counts toward your limit.',
      get: 'Returns a site of your own.',
      update: 'Changes the given fields. Open pages use them from their next run on.',
      delete: 'Deletes the site and the counts of its runs. Its pages no longer run anything.',
    },
    withUrls: (site: StoredSite, origin) => ({ ...site, url: `${origin}/s/${site.id}` }),
    list: listSites,
    prepare: async (_db, actor, body) => (tx) => createSite(tx, actor, body),
    get: getSite,
    update: updateSite,
    delete: deleteSite,
  });

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
    async (request) => readSiteStats(app.database.db, identityOf(request).accountId, request.params.id),
  );
};
