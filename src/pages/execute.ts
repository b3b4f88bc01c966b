/** Runs of pages: through the guarded proxy, on an account, told in the log like those of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InputError } from '../errors.ts';
import { goneSignal } from '../plugins/proxy.ts';
import { hostOf } from '../plugins/request-log.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import type { Outcome } from '../services/test-runs.ts';

/** @throws ApiError for a request or a destination that is refused, with the reason in words */
export async function execute(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { wanted, accountId }: { wanted: RequestShape; accountId: string },
): Promise<Outcome> {
  const host = hostOf(wanted.url);
  try {
    const outcome = await app.proxy.execute(wanted, { accountId, signal: goneSignal(reply) });
    request.target = { host, outcome: outcome.error?.code ?? outcome.status, ms: outcome.timings.total_ms };
    return { ...outcome, warnings: [...(wanted.warnings ?? []), ...outcome.warnings] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    request.target = { host, outcome: error.issues[0].code, ms: null };
    throw error.toApiError('');
  }
}
