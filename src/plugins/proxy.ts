import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { createProxy, type Proxy as RequestProxy } from '../proxy/execute.ts';

declare module 'fastify' {
  interface FastifyInstance {
    proxy: RequestProxy;
  }
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
