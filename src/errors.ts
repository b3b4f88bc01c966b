/**
 * THE error table: every error code the service answers with, its HTTP status and its default message.
 * Knows no Fastify; the errors plugin turns these into responses.
 */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is invalid.' },
  unauthorized: { status: 401, message: 'A valid API key is required: Authorization: Bearer <API_KEY>.' },
  forbidden: { status: 403, message: 'The API key is not allowed to do this.' },
  not_found: { status: 404, message: 'The resource does not exist.' },
  method_not_allowed: { status: 405, message: 'The path does not take this method.' },
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

/** Statuses that the server itself may answer `invalid_request` with when it gives up on a request. */
export const GIVEN_UP_STATUSES = [408, 414, 417, 431] as const;

export type DetailPlace = 'body' | 'query' | 'path' | 'headers';

/** One reason why an input was refused. `field` is a JSON pointer in a body, a plain name elsewhere. */
export interface ErrorDetail {
  in: DetailPlace;
  field: string;
  code: string;
  message: string;
  /** Code-point index in a cURL command where it went wrong. */
  offset?: number;
  /** Code-point indices in a cURL command of what is wrong: its start, which is `offset`, and just past its end. */
  start?: number;
  end?: number;
}

export interface ApiErrorOptions {
  details?: ErrorDetail[];
  /** Overrides the table's status; only for the statuses in {@link GIVEN_UP_STATUSES}. */
  status?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that a caller is told about. Everything else leaves as `internal_error`. */
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

/** A name as a part of a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** One thing wrong with an input, as a pure room sees it: it does not know where the input came from. */
export interface InputIssue {
  /** JSON pointer inside the input (`/headers/Host`), `''` for the input itself. */
  field: string;
  /** Stable machine-readable reason, snake_case. */
  code: string;
  message: string;
  /** Code-point index in a cURL command where it went wrong. */
  offset?: number;
  /** Code-point indices in a cURL command of what is wrong: its start, which is `offset`, and just past its end. */
  start?: number;
  end?: number;
}

/** What the pure rooms (curl, request, codegen, proxy) throw when the caller's input is refused. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly issues: readonly [InputIssue, ...InputIssue[]];

  constructor(...issues: [InputIssue, ...InputIssue[]]) {
    super(issues[0].message);
    this.issues = issues;
  }
}

/**
 * Reads one field of a larger input: an InputError then names its fields as the larger input has them.
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
