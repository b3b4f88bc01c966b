/** The route of usage. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Usage } from '../schemas/account.ts';
import { Ref } from '../schemas/helpers.ts';
import { identityOf } from './headers.ts';
import { operation } from './operation.ts';

export const usageRoutes: FastifyPluginAsyncTypebox = async (app) => {
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
};
