/** Creates the application's proxy, which executes requests. */
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
 * Returns a signal that aborts when the client disconnects before its response is complete, because nobody waits for the
 * run.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  return onceGone(
    reply,
    () => new ApiError('invalid_request', 'The client closed the connection.', { status: 408 }),
  );
}

/** Returns a signal that aborts on disconnect but keeps the run's outcome: the partial response is stored. */
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

/** Fraction of the shutdown grace period after which tests are cancelled, so that their results can still be sent. */
const CANCEL_AFTER = 0.8;

/**
 * Runs requests for an account and records their outcome for the log and the metrics.
 * @param watching for a streamed result: an observer, and a signal in place of the one that aborts on disconnect
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
      // The patch version is not disclosed.
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
