/**
 * Masks large requests and examples in the pool. A secret is never stored or shown because there was no time to find it. Nothing
 * here needs the database: workers load it.
 */
import { MASK, maskRequest } from '../request/mask.ts';
import { pooled } from '../runtime/pool.ts';
import type { SentRequest, TestRun } from '../schemas/test-run.ts';
import { type Example, exampleOf, withoutSecretsOf } from '../secrets/example.ts';

/** A request as JSON: threads copy texts faster than objects. */
const maskJson = pooled('mask a request', (json: string) =>
  JSON.stringify(maskRequest(JSON.parse(json) as SentRequest)),
);

/**
 * Masks a request for storage, see {@link maskRequest}. A body that cannot be searched in time becomes `***` as a whole.
 * @param bodies whether the body is masked, too
 */
export async function maskedRequest(request: SentRequest, bodies: boolean): Promise<SentRequest> {
  if (!bodies) return maskRequest(request, false);
  try {
    return JSON.parse(await maskJson(JSON.stringify(request))) as SentRequest;
  } catch {
    const { body: _, body_base64: __, form: ___, ...sent } = request;
    return { ...maskRequest(sent, false), body: MASK };
  }
}

/** @see {@link exampleOf} @throws WorkAborted */
export const maskedExample = pooled(
  'mask an example',
  ({ command, run }: { command: string; run: TestRun }) => exampleOf(command, run),
);

/** @see {@link withoutSecretsOf} @throws WorkAborted */
export const exampleWithoutSecretsOf = pooled(
  'mask an example again',
  ({ command, example }: { command: string; example: Example }) => withoutSecretsOf(command, example),
);
