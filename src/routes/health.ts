import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApiError } from '../errors.ts';
import { StrictObject, StringEnum } from '../schemas/helpers.ts';
import { operation } from './operation.ts';

const PING_MS = 2_000;
const RETRY = { headers: { 'retry-after': '2' } };

const Health = StrictObject(
  { status: StringEnum(['ok'], { description: 'Always `ok`.' }) },
  { title: 'Health', description: 'That the answer came is the answer.' },
);

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/healthz',
    operation({
      operationId: 'getHealth',
      tag: 'Operations',
      summary: 'Is the process up?',
      description: 'Answers without asking the database.',
      success: { status: 200, description: 'It is.', schema: Health },
    }),
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    operation({
      operationId: 'getReadiness',
      tag: 'Operations',
      summary: 'Can it serve requests?',
      description: 'Whether the database answers within two seconds and the server is not about to stop.',
      success: { status: 200, description: 'It can.', schema: Health },
    }),
    async () => {
      if (app.stopping) throw new ApiError('service_unavailable', 'The server is shutting down.', RETRY);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer in time')), PING_MS);
      });
      try {
        await Promise.race([app.database.ping(), late]);
      } catch (cause) {
        throw new ApiError('service_unavailable', 'The database is away.', { ...RETRY, cause });
      } finally {
        clearTimeout(timer);
      }
      return { status: 'ok' as const };
    },
  );
};
