/**
 * The error table: every error code of the service, its HTTP status and its default message.
 * Independent of Fastify; the errors plugin converts these to responses.
 */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is invalid.' },
  unauthorized: { status: 401, message: 'A valid API key is required: Authorization: Bearer <API_KEY>.' },
  forbidden: { status: 403, message: 'The API key is not allowed to do this.' },
  not_found: { status: 404, message: 'The resource does not exist.' },
  method_not_allowed: { status: 405, message: 'The path does not allow this method.' },
  conflict: { status: 409, message: 'The request conflicts with another request.' },
  precondition_failed: {
    status: 412,
    message: 'The resource has changed: If-Match does not match its ETag.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'The request body must be application/json.' },
  rate_limit_exceeded: { status: 429, message: 'The request limit is reached.' },
  internal_error: {
    status: 500,
    message: 'The server failed. Give the request id to the operator, who finds the reason in the log.',
  },
  service_unavailable: { status: 503, message: 'The service is unavailable. Try again later.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One error in an input, as a pure module reports it, without the input's position in the request. */
export interface InputIssue {
  /** JSON pointer inside the input (`/headers/Host`), `''` for the input itself. */
  field: string;
  /** Stable machine-readable reason, snake_case. */
  code: string;
  message: string;
  /** Code-point index of the error in a cURL command. */
  offset?: number;
  /** Code-point indices of the wrong part of a cURL command: its start (equal to `offset`) and just past its end. */
  start?: number;
  end?: number;
}

/** One error in a request. `field` is a JSON pointer in a body, a plain name elsewhere. */
export interface ErrorDetail extends InputIssue {
  in: 'body' | 'query' | 'path' | 'headers';
}

interface ApiErrorOptions {
  details?: ErrorDetail[];
  /** Overrides the status of `invalid_request` if the server refuses a request before it has read all of it. */
  status?: 408 | 414 | 417 | 431;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that is sent to the caller. Every other error becomes `internal_error`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = {}) {
    super(
      message ?? ERRORS[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.statusCode = options.status ?? ERRORS[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** Returns a 400 error for one field. */
export function invalid(
  field: string,
  code: string,
  message: string,
  place: ErrorDetail['in'] = 'body',
): ApiError {
  return new ApiError('invalid_request', message, { details: [{ in: place, field, code, message }] });
}

/** Seconds for Retry-After of a 503. */
const RETRY_AFTER_S = 2;

/** Returns a 503 with Retry-After. */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('service_unavailable', message, {
    headers: { 'retry-after': String(RETRY_AFTER_S) },
    cause,
  });
}

/**
 * Returns a 429 with Retry-After.
 * @param ms until the limit resets
 */
export function limitReached(ms: number, message: (seconds: number) => string): ApiError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new ApiError('rate_limit_exceeded', message(seconds), {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** The opposite of {@link escapePointer}. */
export const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The error that curl, request, codegen and proxy throw if they refuse the caller's input. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly issues: readonly [InputIssue, ...InputIssue[]];

  constructor(...issues: [InputIssue, ...InputIssue[]]) {
    super(issues[0].message);
    this.issues = issues;
  }
}

/** Collects the errors of an input. */
export class InputIssues {
  readonly #issues: InputIssue[] = [];

  add(field: string, code: string, message: string): void {
    this.#issues.push({ field, code, message });
  }

  /** @throws InputError with all errors, if there are any */
  throwIfAny(): void {
    const [first, ...rest] = this.#issues;
    if (first !== undefined) throw new InputError(first, ...rest);
  }
}

/**
 * Reads one field of a larger input and prefixes the fields of an InputError with the field's path.
 * @param field JSON pointer of the field, e.g. `/parsed` or `/curl`
 */
export function atField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const place = (issue: InputIssue) => ({ ...issue, field: field + issue.field });
    const [first, ...rest] = error.issues;
    throw new InputError(place(first), ...rest.map(place));
  }
}
