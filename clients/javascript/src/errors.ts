import type { components } from './schema.ts';

export type ErrorDetail = NonNullable<components['schemas']['ErrorResponse']['error']['details']>[number];

interface Facts {
  status?: number;
  code?: string;
  details?: ErrorDetail[];
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The service refused a request, or could not be reached (`status` is 0 then). */
export class PlaygroundsError extends Error {
  override readonly name: string = 'PlaygroundsError';
  readonly status: number;
  /** Machine-readable reason, such as `invalid_request`. */
  readonly code: string;
  /** Each wrong field. */
  readonly details: readonly ErrorDetail[];
  /** What the service's operator finds the request by. */
  readonly requestId: string | undefined;
  /** Seconds after which to try again, if told. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    { status = 0, code = '', details = [], requestId, retryAfter, cause }: Facts = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** No answer: the service could not be reached, or took too long. */
export class ConnectionFailedError extends PlaygroundsError {
  override readonly name = 'ConnectionFailedError';
}
/** 400, 413, 415: something is wrong with the request; see `details`. */
export class InvalidRequestError extends PlaygroundsError {
  override readonly name = 'InvalidRequestError';
}
/** 401: no key, or one that is unknown, expired or revoked. */
export class UnauthorizedError extends PlaygroundsError {
  override readonly name = 'UnauthorizedError';
}
/** 403: the key lacks the scope. */
export class ForbiddenError extends PlaygroundsError {
  override readonly name = 'ForbiddenError';
}
/** 404: there is nothing that this key may see. */
export class NotFoundError extends PlaygroundsError {
  override readonly name = 'NotFoundError';
}
/** 409: an idempotency key that was used for something else, or is still in use. */
export class ConflictError extends PlaygroundsError {
  override readonly name = 'ConflictError';
}
/** 412: the resource has changed since the entity tag in `ifMatch`. */
export class PreconditionFailedError extends PlaygroundsError {
  override readonly name = 'PreconditionFailedError';
}
/** 429: the limit is used up until `retryAfter` seconds have passed. */
export class RateLimitError extends PlaygroundsError {
  override readonly name = 'RateLimitError';
}
/** 503: try again after `retryAfter` seconds. */
export class ServiceUnavailableError extends PlaygroundsError {
  override readonly name = 'ServiceUnavailableError';
}

const CLASSES: Record<number, typeof PlaygroundsError> = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  429: RateLimitError,
  503: ServiceUnavailableError,
};

/** The error that an answer means. */
export async function errorOf(response: Response): Promise<PlaygroundsError> {
  const { status, headers } = response;
  const text = await response.text();
  let error: { code?: string; message?: string; details?: ErrorDetail[] } = {};
  try {
    error = JSON.parse(text).error ?? {};
  } catch {
    // Something between us and the service has answered.
  }
  const seconds = headers.get('retry-after');
  return new (CLASSES[status] ?? PlaygroundsError)(error.message ?? `The server answered ${status}.`, {
    status,
    code: error.code ?? '',
    details: error.details ?? [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined,
  });
}
