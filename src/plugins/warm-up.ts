/**
 * Runs the common routes once before the server listens: their validators and serializers are compiled, the
 * database's statements prepared and this code is loaded by then, so that the first request is as fast as the second.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { parseAddressRules } from '../proxy/connect/address-policy.ts';
import { createProxy } from '../proxy/execute.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { createAccount } from '../services/accounts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Sends the requests as an account that nobody ever sees: the database rolls back all that they write, and they
     * are neither logged nor counted. Tests reach a server of this process only. Never rejects: without it the first
     * requests are slower, no more.
     */
    warmUp(): Promise<void>;
  }
}

const COMMAND = 'curl https://api.example.com/users -H \'Accept: application/json\' -d \'{"name":"Ada"}\'';

async function sendRequests(app: FastifyInstance, targetUrl: string): Promise<void> {
  const account = { name: 'warm-up', plan: 'enterprise', dailyLimit: 1_000 } as const;
  const { key } = await createAccount(app.database.db, account);
  const send = async (method: 'GET' | 'POST', url: string, payload?: InjectOptions['payload']) => {
    const headers = {
      authorization: `Bearer ${key.key}`,
      accept: url.startsWith('/api') ? '*/*' : 'text/html',
    };
    const response = await app.inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.body}`);
    return response;
  };
  const parsed = (await send('POST', '/api/parse-curl', { curl: COMMAND })).json<object>();
  await send('POST', '/api/generate-code', { parsed, language: 'python' });
  const playground = { curl_command: COMMAND, is_public: true };
  const { id } = (await send('POST', '/api/playgrounds', playground)).json<{ id: string }>();
  await send('GET', '/api/playgrounds');
  await send('POST', '/api/tests/execute', { url: targetUrl });
  await send('GET', `/p/${id}`);
}

export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    app.decorate('warmUp', async () => {
      const { proxy } = app;
      const target = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
      await once(target, 'listening');
      const { port } = target.address() as AddressInfo; // a TCP server's address
      app.warmingUp = true;
      app.proxy = createProxy({
        ...config.egress,
        ...{ allow: parseAddressRules(`127.0.0.1:${port}`), deny: [], proxyUrl: undefined },
        ...{ streamTimeoutMs: config.streamTimeoutMs, maxRequestBytes: config.maxBodyBytes, userAgent: '' },
      });
      let failure: unknown;
      try {
        await app.database.runAndRollBack(() => sendRequests(app, `http://127.0.0.1:${port}/`));
      } catch (error) {
        failure = error;
      } finally {
        target.close();
        await yieldToEventLoop(); // the last response is counted once it is closed
        app.proxy = proxy;
        app.metrics.resetMetrics();
        app.warmingUp = false;
      }
      if (failure !== undefined) app.log.warn({ err: failure }, 'the warm-up failed');
    });
  },
  { name: 'warm-up', dependencies: ['database', 'proxy', 'metrics', 'request-log'] },
);
