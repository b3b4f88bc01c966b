/** The routes that execute requests, and list, return and delete results. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { runnerFor } from '../plugins/proxy.ts';
import { IdParams } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import { RequestShape } from '../schemas/request-shape.ts';
import { ListTestRunsQuery, TestRun, TestRunPage } from '../schemas/test-run.ts';
import { executeTest } from '../services/run-request.ts';
import { getTestRun } from '../services/stored-test-runs.ts';
import { deleteTestRun, listTestRuns } from '../services/test-runs.ts';
import {
  actorOf,
  IDEMPOTENCY,
  IF_MATCH,
  IF_NONE_MATCH,
  idempotentRequest,
  identityOf,
  sendStoredResponse,
} from './headers.ts';
import { LINK, operation, pageLinks, REPLAYED } from './operation.ts';

export interface TestRoutesOptions {
  /** Maximum duration of an execution with its overhead, in milliseconds. */
  timeoutMs: number;
  /** Whether request bodies are stored with their secrets masked. */
  maskBodies: boolean;
}

export const testRoutes: FastifyPluginAsyncTypebox<TestRoutesOptions> = async (
  app,
  { timeoutMs, maskBodies },
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
        runnerFor(request, reply, accountId),
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
      success: { status: 200, description: 'A page of results.', schema: Ref(TestRunPage), headers: LINK },
      errors: [404],
    }),
    async (request, reply) => {
      const list = await listTestRuns(db, identityOf(request).accountId, request.query);
      reply.header('link', pageLinks(request.url, list.pagination));
      return list;
    },
  );

  app.get(
    '/api/tests/:id',
    operation({
      operationId: 'getTest',
      tag: 'Tests',
      summary: 'Get a test result',
      description: 'Returns one of your own tests.',
      scope: 'tests:read',
      params: IdParams,
      headers: IF_NONE_MATCH,
      success: { status: 200, description: 'The result.', schema: Ref(TestRun) },
      errors: [404],
      etag: true,
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
      params: IdParams,
      headers: IF_MATCH,
      success: { status: 204, description: 'Deleted.' },
      errors: [404, 412],
    }),
    async (request, reply) => {
      await deleteTestRun(db, actorOf(request), request.params.id, request.headers['if-match']);
      return reply.code(204).send();
    },
  );

  // The path would otherwise be read as the id of a test.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/api/tests/execute',
    schema: { hide: true },
    config: { wrongMethod: true },
    handler: async () => {},
  });
};
