/** Executing a test: what is to be run, running it, storing the result, once for each Idempotency-Key. */
import type { Db } from '../db/client.ts';
import { InputError } from '../errors.ts';
import type { ExecuteTestRequest, RequestShape } from '../schemas/request-shape.ts';
import type { TestRun } from '../schemas/test-run.ts';
import type { Identity } from './api-keys.ts';
import { type Answer, type IdempotentRequest, idempotent } from './idempotency.ts';
import type { Storage } from './storage.ts';
import {
  getTestRun,
  newTestRun,
  type Outcome,
  requestToExecute,
  storeTestRun,
  storeTestRunIn,
} from './test-runs.ts';

/** Sends a request and tells what came of it; throws InputError or ApiError for one that it refuses. */
export type Runner = (request: RequestShape) => Promise<Outcome>;

export interface TestToExecute {
  identity: Identity;
  body: ExecuteTestRequest;
  idempotency: IdempotentRequest | undefined;
  /** Whether secrets in the request's body are masked in what is stored. */
  maskBodies: boolean;
}

/**
 * Executes a request and stores the result; with an Idempotency-Key that is known, answers as before.
 * @throws ApiError as the runner, and as requestToExecute and idempotent
 */
export async function executeTest(
  db: Db,
  run: Runner,
  storage: Storage,
  { identity: { accountId, plan }, body, idempotency, maskBodies }: TestToExecute,
): Promise<{ answer: Answer; replayed: boolean }> {
  const result = await idempotent(
    db,
    idempotency,
    async (save) => {
      const { request, playgroundId, warnings } = await requestToExecute(db, accountId, body);
      const outcome = await run(request).catch((error: unknown) => {
        throw error instanceof InputError ? error.toApiError('') : error;
      });
      const made = { ...outcome, warnings: [...warnings, ...outcome.warnings] };
      const test = newTestRun(playgroundId, made, maskBodies);
      if (save === undefined) return answerOf(await storeTestRun(db, accountId, test));
      return db.transaction(async (tx) => {
        const answer = answerOf(await storeTestRunIn(tx, accountId, test));
        await save(tx, answer);
        return answer;
      });
    },
    async (id) => JSON.stringify(await getTestRun(db, accountId, id)),
  );
  if (!result.replayed)
    // The test is stored in any case; the next one tries again.
    await storage.makeRoom(accountId, plan, result.answer.body.length).catch(() => {});
  return result;
}

const answerOf = (test: TestRun): Answer => ({
  status: 200,
  location: undefined,
  body: JSON.stringify(test),
  testId: test.id,
});
