/** Runs of pages: through the guarded proxy, on an account, told in the log like those of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InputError } from '../errors.ts';
import { goneSignal } from '../plugins/proxy.ts';
import { noteTarget } from '../plugins/request-log.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import type { Outcome } from '../services/test-runs.ts';

/** @throws ApiError for a request or a destination that is refused, with the reason in words */
export async function execute(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { wanted, accountId }: { wanted: RequestShape; accountId: string },
): Promise<Outcome> {
  try {
    const outcome = await noteTarget(request, { accountId, url: wanted.url }, () =>
      app.proxy.execute(wanted, { accountId, signal: goneSignal(reply) }),
    );
    return { ...outcome, warnings: [...(wanted.warnings ?? []), ...outcome.warnings] };
  } catch (error) {
    throw error instanceof InputError ? error.toApiError('') : error;
  }
}
