/** Gives the application the proxy that executes requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { createProxy, type ExecuteContext, type Proxy as RequestProxy } from '../proxy/execute.ts';
import { Cancelled } from '../proxy/failures.ts';
import type { Runner } from '../services/run-request.ts';
import { noteTarget } from './request-log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    proxy: RequestProxy;
  }
}

/**
 * Returns a signal that aborts when the client goes away before its response is complete, because nobody waits for the
 * run.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  return onceGone(
    reply,
    () => new ApiError('invalid_request', 'The client closed the connection.', { status: 408 }),
  );
}

/** Returns a signal that aborts likewise but keeps the run's outcome: what was received until then is stored. */
export function cancelledSignal(reply: FastifyReply): AbortSignal {
  return onceGone(reply, () => new Cancelled('The caller disconnected.'));
}

function onceGone({ raw }: FastifyReply, reason: () => Error): AbortSignal {
  const gone = new AbortController();
  // Not the request's 'close': that one comes as soon as its body has been read.
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(reason());
  });
  return gone.signal;
}

/** Part of the grace period of a shutdown after which tests are ended, so that their results can still be sent. */
const CANCEL_AFTER = 0.8;

/**
 * Runs requests on an account and notes their outcome for the log and the metrics.
 * @param watching another signal than the client's going away, and an observer, for a result that is streamed
 */
export const runnerFor =
  (
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    watching: Partial<Pick<ExecuteContext, 'signal' | 'observer'>> = {},
  ): Runner =>
  (wanted) =>
    noteTarget(request, { accountId, url: wanted.url }, () =>
      request.server.proxy.execute(wanted, {
        ...watching,
        accountId,
        signal: watching.signal ?? disconnectSignal(reply),
      }),
    );

export default fp(
  async (app: FastifyInstance, { config, version }: { config: Config; version: string }) => {
    const { egress } = config;
    const proxy = createProxy({
      ...egress,
      streamTimeoutMs: config.streamTimeoutMs,
      maxRequestBytes: config.maxBodyBytes,
      // Patches are nobody's business.
      userAgent: `playgrounds/${version.replace(/\.\d+$/, '')}`,
    });
    app.decorate('proxy', proxy);
    let ending: NodeJS.Timeout | undefined;
    app.addHook('preClose', async () => {
      ending = setTimeout(() => proxy.cancelAll(), config.shutdownGraceMs * CANCEL_AFTER);
    });
    app.addHook('onClose', () => {
      clearTimeout(ending);
      return proxy.close();
    });
  },
  { name: 'proxy' },
);
