import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { createProxy, type Proxy as RequestProxy } from '../proxy/execute.ts';
import { Stop, type StopSignal } from '../proxy/stop.ts';

declare module 'fastify' {
  interface FastifyInstance {
    proxy: RequestProxy;
  }
}

/** Tells when the client goes away before its answer is complete. */
export function goneSignal({ raw }: FastifyReply): StopSignal {
  const gone = new Stop();
  // Not the request's 'close': that one comes as soon as its body has been read.
  raw.once('close', () => {
    if (!raw.writableFinished)
      gone.abort(new ApiError('invalid_request', 'The client went away.', { status: 408 }));
  });
  return gone;
}

export default fp(
  async (app: FastifyInstance, { config, version }: { config: Config; version: string }) => {
    const { egress } = config;
    const proxy = createProxy({
      ...egress,
      maxRequestBytes: config.maxBodyBytes,
      // Patches are nobody's business.
      userAgent: `playgrounds/${version.replace(/\.\d+$/, '')}`,
    });
    app.decorate('proxy', proxy);
    app.addHook('onClose', () => proxy.close());
  },
  { name: 'proxy' },
);
