/** The routes that execute and stream requests, and list, return and delete results. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { runnerFor } from '../plugins/proxy.ts';
import { Ref } from '../schemas/helpers.ts';
import { RequestShape } from '../schemas/request-shape.ts';
import { ListTestRunsQuery, TestRun, TestRunPage } from '../schemas/test-run.ts';
import { TestStream } from '../schemas/test-stream.ts';
import { executeTest } from '../services/run-request.ts';
import { getTestRun } from '../services/stored-test-runs.ts';
import { deleteTestRun, listTestRuns } from '../services/test-runs.ts';
import {
  actorOf,
  CHANGES_ONE,
  IDEMPOTENCY,
  idempotentRequest,
  identityOf,
  READS_ONE,
  sendStoredResponse,
} from './headers.ts';
import { operation, REPLAYED } from './operation.ts';
import { streamRun } from './stream-run.ts';

interface TestRoutesOptions {
  /** Maximum durations of an execution and of a streamed one, with their overhead, in milliseconds. */
  timeoutMs: number;
  streamTimeoutMs: number;
  /** Whether request bodies are stored with their secrets masked. */
  maskBodies: boolean;
}

export const testRoutes: FastifyPluginAsyncTypebox<TestRoutesOptions> = async (
  app,
  { timeoutMs, streamTimeoutMs, maskBodies },
) => {
  const { db } = app.database;

  app.post(
    '/api/tests/execute',
    operation({
      timeoutMs,
      operationId: 'executeTest',
      tag: 'Tests',
      summary: 'Execute a request',
      description:
        "Sends the request through the guarded proxy and stores the result. The body is a result of parse-curl, or a `playground_id` alone to run the playground's own command. Any response of the target makes a `completed` test. If the target cannot be reached, the test is `failed`, and the status is still 200. If the proxy refuses the destination, the response is a 400, and nothing is sent or stored.",
      scope: 'tests:execute',
      headers: IDEMPOTENCY,
      body: Ref(RequestShape),
      success: { status: 200, description: 'The stored result.', schema: Ref(TestRun), headers: REPLAYED },
      errors: [404, 409],
    }),
    async (request, reply) => {
      const { accountId, plan } = identityOf(request);
      const { response, replayed } = await executeTest(
        db,
        runnerFor(request, reply, { accountId }),
        request.body,
        {
          store: { accountId, plan, storage: app.storage, maskBodies },
          idempotency: idempotentRequest(request),
        },
      );
      return sendStoredResponse(reply, response, replayed);
    },
  );

  app.get(
    '/api/tests',
    operation({
      operationId: 'listTests',
      tag: 'Tests',
      summary: 'List test history',
      description:
        'Returns your own tests, newest first, of one playground or of all, without `response.headers` and `response.body`.',
      scope: 'tests:read',
      querystring: ListTestRunsQuery,
      success: { status: 200, description: 'A page of results.', schema: Ref(TestRunPage) },
      errors: [404],
      isPage: true,
    }),
    async (request) => listTestRuns(db, identityOf(request).accountId, request.query),
  );

  app.get(
    '/api/tests/:id',
    operation({
      operationId: 'getTest',
      tag: 'Tests',
      summary: 'Get a test result',
      description: 'Returns one of your own tests.',
      scope: 'tests:read',
      ...READS_ONE,
      success: { status: 200, description: 'The result.', schema: Ref(TestRun) },
    }),
    async (request) => getTestRun(db, identityOf(request).accountId, request.params.id),
  );

  app.delete(
    '/api/tests/:id',
    operation({
      operationId: 'deleteTest',
      tag: 'Tests',
      summary: 'Delete a test result',
      description: 'Deletes one of your own tests permanently.',
      scope: 'tests:execute',
      ...CHANGES_ONE,
      success: { status: 204, description: 'Deleted.' },
    }),
    async (request, reply) => {
      await deleteTestRun(db, actorOf(request), request.params.id, request.headers['if-match']);
      return reply.code(204).send();
    },
  );

  app.post(
    '/api/tests/stream',
    operation({
      timeoutMs: streamTimeoutMs,
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

  // These paths would otherwise be read as ids of tests.
  for (const url of ['/api/tests/execute', '/api/tests/stream'])
    app.route({
      method: ['GET', 'DELETE'],
      url,
      schema: { hide: true },
      config: { wrongMethod: true },
      handler: async () => {},
    });
};
