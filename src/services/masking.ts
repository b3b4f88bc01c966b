/**
 * Masks large requests and examples in the pool. A secret is never stored or shown because there was no time to find it. Nothing
 * here needs the database: workers load it.
 */
import { MASK, maskRequest } from '../request/mask.ts';
import { pooled } from '../runtime/pool.ts';
import type { SentRequest, TestRun } from '../schemas/test-run.ts';
import { type Example, exampleOf, withoutSecretsOf } from '../secrets/example.ts';

/** A request as JSON: threads copy texts faster than objects. */
const maskJson = pooled(
  'mask a request',
  (json: string) => JSON.stringify(maskRequest(JSON.parse(json) as SentRequest)),
  { waits: true }, // a caller has few runs, and their results are not to be lost
);

export interface MaskingOptions {
  /** Whether the body is masked, too. */
  bodies: boolean;
  /** The account or address that the request is sent for. */
  caller: string;
}

/**
 * Masks a request for storage, see {@link maskRequest}. A body that cannot be searched in time becomes `***` as a whole.
 */
export function maskedRequest(request: SentRequest, options: MaskingOptions): Promise<SentRequest> {
  let found = masked.get(request);
  if (found === undefined) {
    found = mask(request, options);
    masked.set(request, found);
  }
  return found;
}

/** Masked requests, by the request: a streamed one is reported and stored. */
const masked = new WeakMap<SentRequest, Promise<SentRequest>>();

async function mask(request: SentRequest, { bodies, caller }: MaskingOptions): Promise<SentRequest> {
  if (!bodies) return maskRequest(request, false);
  try {
    return JSON.parse(await maskJson(caller, JSON.stringify(request))) as SentRequest;
  } catch {
    const { body: _, body_base64: __, form: ___, ...sent } = request;
    return { ...maskRequest(sent, false), body: MASK };
  }
}

/** @see {@link exampleOf} */
export const maskedExample = pooled(
  'mask an example',
  ({ command, run }: { command: string; run: TestRun }) => exampleOf(command, run),
);

/** @see {@link withoutSecretsOf} */
export const exampleWithoutSecretsOf = pooled(
  'mask an example again',
  ({ command, example }: { command: string; example: Example }) => withoutSecretsOf(command, example),
);
