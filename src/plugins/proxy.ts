import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { createProxy, type Proxy as RequestProxy } from '../proxy/execute.ts';

declare module 'fastify' {
  interface FastifyInstance {
    proxy: RequestProxy;
  }
}

/** Name and version that the proxy tells targets. */
const USER_AGENT = 'playgrounds/0.1';

export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { egress } = config;
    const proxy = createProxy({
      ...egress,
      maxRequestBytes: config.maxBodyBytes,
      userAgent: USER_AGENT,
    });
    app.decorate('proxy', proxy);
    app.addHook('onClose', () => proxy.close());
  },
  { name: 'proxy' },
);
