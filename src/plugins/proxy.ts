/** Creates the application's proxy, which executes requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { createProxy, type ExecuteContext, type Proxy as RequestProxy } from '../proxy/execute.ts';
import { Cancelled } from '../proxy/failures.ts';
import type { RunObserver } from '../proxy/observer.ts';
import type { Runner } from '../services/run-request.ts';
import { toApiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    proxy: RequestProxy;
  }
}

/** Returns a signal that aborts when the client disconnects before its response is complete. */
function disconnectSignal({ raw }: FastifyReply, reason: () => Error): AbortSignal {
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
 * Runs requests for an account and records their outcome for the log and the metrics. If the client disconnects, the
 * run ends: nobody waits for it.
 * @param observer for a streamed result; its outcome is kept if the client disconnects
 */
export function runnerFor(
  request: FastifyRequest,
  reply: FastifyReply,
  run: Pick<ExecuteContext, 'accountId' | 'publicPlayground' | 'hosts'>,
  observer?: RunObserver,
): Runner {
  const { accountId, publicPlayground, hosts } = run;
  const signal = disconnectSignal(reply, () =>
    observer === undefined
      ? new ApiError('invalid_request', 'The client closed the connection.', { status: 408 })
      : new Cancelled('The caller disconnected.'),
  );
  return async (wanted) => {
    const host = URL.canParse(wanted.url) ? new URL(wanted.url).host : '';
    try {
      const done = await request.server.proxy.execute(wanted, {
        accountId,
        publicPlayground,
        hosts,
        signal,
        observer,
      });
      const { status, error, timings } = done;
      const outcome = error?.code ?? status;
      request.target = { accountId, host, outcome, ms: timings.total_ms, timings: { ...timings } };
      return done;
    } catch (error) {
      const { code } = toApiError(error).details?.[0] ?? toApiError(error);
      request.target = { accountId, host, outcome: code, ms: null };
      throw error;
    }
  };
}

/** Creates the proxy of the settings. */
export const proxyOf = (config: Config, version: string): RequestProxy =>
  createProxy({
    ...config.egress,
    streamTimeoutMs: config.streamTimeoutMs,
    maxRequestBytes: config.maxBodyBytes,
    // The patch version is not disclosed.
    userAgent: `playgrounds/${version.replace(/\.\d+$/, '')}`,
  });

export default fp(
  async (app: FastifyInstance, { config, version }: { config: Config; version: string }) => {
    const proxy = proxyOf(config, version);
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
