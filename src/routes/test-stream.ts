/** POST /api/tests/stream: executes a request and streams its events. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Ref } from '../schemas/helpers.ts';
import { RequestShape } from '../schemas/request-shape.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { TestStream } from '../schemas/test-stream.ts';
import { executeTest } from '../services/run-request.ts';
import { IDEMPOTENCY, idempotentRequest, identityOf } from './headers.ts';
import { operation, REPLAYED } from './operation.ts';
import { streamRun } from './stream-run.ts';
import type { TestRoutesOptions } from './tests.ts';

export const testStreamRoute: FastifyPluginAsyncTypebox<TestRoutesOptions> = async (
  app,
  { timeoutMs, maskBodies },
) => {
  const { db } = app.database;

  app.post(
    '/api/tests/stream',
    operation({
      timeoutMs,
      operationId: 'streamTest',
      tag: 'Tests',
      summary: 'Execute a request and stream the response',
      description:
        'Takes the body of executeTest, and stores the result like it. The response is a stream of server-sent events: `request`, `redirect`, `response`, `data`, and `result` at the end. A request that is refused before anything is sent to the target gets an ordinary error. If the caller disconnects, the test ends: it is stored as `failed` with the code `cancelled` and what was received until then. A caller that reads slowly slows down the target. A known Idempotency-Key sends the events of the stored result again.',
      scope: 'tests:execute',
      headers: IDEMPOTENCY,
      body: Ref(RequestShape),
      success: {
        status: 200,
        description: 'The test as it goes on.',
        schema: TestStream,
        contentType: 'text/event-stream',
        headers: REPLAYED,
      },
      errors: [404, 409],
    }),
    async (request, reply) => {
      const { accountId, plan } = identityOf(request);
      return streamRun(request, reply, {
        accountId,
        maskBodies,
        async execute(run) {
          const { response, replayed } = await executeTest(db, run, request.body, {
            store: { accountId, plan, storage: app.storage, maskBodies },
            idempotency: idempotentRequest(request),
          });
          if (replayed) reply.header('idempotent-replayed', 'true');
          return { test: JSON.parse(response.body) as TestRun, replayed }; // written by executeTest
        },
      });
    },
  );

  // The path would otherwise be read as the id of a test.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/api/tests/stream',
    schema: { hide: true },
    config: { wrongMethod: true },
    handler: async () => {},
  });
};
