/**
 * Runs the common routes once before the server listens: their validators and serializers are compiled, the
 * database's statements are prepared and the code is loaded, so that the first request is as fast as the second.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { parseAddressRules } from '../proxy/connect/address-policy.ts';
import { createProxy } from '../proxy/execute.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { createAccount } from '../services/accounts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Sends the requests with a temporary account: the database rolls back all their writes, and they
     * are neither logged nor counted. Tests reach only a server in this process. Never rejects: if it fails, the first
     * requests are slower, nothing else.
     */
    warmUp(): Promise<void>;
  }
}

const COMMAND = 'curl https://api.example.com/users -H \'Accept: application/json\' -d \'{"name":"Ada"}\'';

async function sendRequests(app: FastifyInstance, ownUrl: string): Promise<void> {
  const account = { name: 'warm-up', plan: 'enterprise', dailyLimit: 1_000 } as const;
  const { key } = await createAccount(app.database.db, account);
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${key.key}`,
      accept: path.startsWith('/api') ? '*/*' : 'text/html',
      'content-type': 'application/json',
    };
    const sent = request(ownUrl + path, { method, headers, agent: false }).end(body && JSON.stringify(body));
    sent.on('error', () => {}); // an error after the response; once() throws earlier ones
    const [response] = await once(sent, 'response');
    const received = await text(response);
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${received}`);
    return received;
  };
  const parsed = JSON.parse(await send('POST', '/api/parse-curl', { curl: COMMAND }));
  await send('POST', '/api/generate-code', { parsed, language: 'python' });
  const playground = { curl_command: COMMAND, is_public: true };
  const { id } = JSON.parse(await send('POST', '/api/playgrounds', playground));
  await send('GET', '/api/playgrounds');
  await send('POST', '/api/tests/execute', { url: `${ownUrl}/healthz` });
  await send('GET', `/p/${id}`);
}

export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    app.decorate('warmUp', async () => {
      const { proxy } = app;
      // Over sockets, so that Node's HTTP code is compiled, too.
      const server = createServer(app.routing);
      app.warmingUp = true;
      let failure: unknown;
      try {
        await app.ready();
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const address = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address
        app.proxy = createProxy({
          ...config.egress,
          ...{ allow: parseAddressRules(address), deny: [], proxyUrl: undefined },
          ...{ streamTimeoutMs: config.streamTimeoutMs, maxRequestBytes: config.maxBodyBytes, userAgent: '' },
        });
        await app.database.runAndRollBack(() => sendRequests(app, `http://${address}`));
      } catch (error) {
        failure = error;
      } finally {
        server.close();
        await yieldToEventLoop(); // the last response is counted when it closes
        app.proxy = proxy;
        app.metrics.resetMetrics();
        app.warmingUp = false;
      }
      if (failure !== undefined) app.log.warn({ err: failure }, 'the warm-up failed');
    });
  },
  { name: 'warm-up', dependencies: ['database', 'proxy', 'metrics', 'request-log'] },
);
