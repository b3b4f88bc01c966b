/** The health checks. */
import { setTimeout } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApiError } from '../errors.ts';
import { StrictObject, StringEnum } from '../schemas/helpers.ts';
import { operation } from './operation.ts';

const PING_MS = 2_000;
const RETRY = { headers: { 'retry-after': '2' } };

const Health = StrictObject(
  { status: StringEnum(['ok'], { description: 'Always `ok`.' }) },
  { title: 'Health', description: "The server's health: any response with status 200 is healthy." },
);

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/healthz',
    operation({
      operationId: 'getHealth',
      tag: 'Operations',
      summary: 'Check liveness',
      description: 'Returns 200 while the process runs. Does not use the database.',
      success: { status: 200, description: 'The process runs.', schema: Health },
    }),
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    operation({
      operationId: 'getReadiness',
      tag: 'Operations',
      summary: 'Check readiness',
      description:
        'Returns 200 if the database responds within two seconds and the server is not shutting down.',
      success: { status: 200, description: 'The server is ready.', schema: Health },
    }),
    async () => {
      if (app.stopping) throw new ApiError('service_unavailable', 'The server is shutting down.', RETRY);
      const late = setTimeout(PING_MS, undefined, { ref: false }).then(() => {
        throw new Error('no response in time');
      });
      try {
        await Promise.race([app.database.ping(), late]);
      } catch (cause) {
        throw new ApiError('service_unavailable', 'The database is unavailable.', { ...RETRY, cause });
      }
      return { status: 'ok' as const };
    },
  );
};
