/** What a call rejects with: one class for each kind of failure that a caller may want to tell apart. */
import { parse } from './json.js';

const SHOWN = 500;

export class PlaygroundsError extends Error {
  constructor(
    message,
    { status = 0, code = '', details = [], requestId, retryAfter, body = '', cause } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}
export class ConnectionFailedError extends PlaygroundsError {}
export class RequestTimeoutError extends ConnectionFailedError {}
export class RequestCancelledError extends PlaygroundsError {}
export class UnexpectedResponseError extends PlaygroundsError {}
export class InvalidRequestError extends PlaygroundsError {}
export class UnauthorizedError extends PlaygroundsError {}
export class ForbiddenError extends PlaygroundsError {}
export class NotFoundError extends PlaygroundsError {}
export class ConflictError extends PlaygroundsError {}
export class PreconditionFailedError extends PlaygroundsError {}
export class RateLimitError extends PlaygroundsError {}
export class ServiceUnavailableError extends PlaygroundsError {}

const CLASSES = {
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

/** Seconds to wait; the header has seconds or a date. */
function seconds(retryAfter) {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}

function facts({ status, headers }, text) {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: seconds(headers.get('retry-after')),
    body: text.slice(0, SHOWN),
  };
}

/** The error of a response that is not the API's; 429 and 503 keep their class, since proxies send them, too. */
export function unexpected(message, response, text, cause) {
  const { status } = response;
  const kind = status === 429 || status === 503 ? CLASSES[status] : UnexpectedResponseError;
  return new kind(message, { ...facts(response, text), cause });
}

/** The error that a response means, from 300 on. */
export function errorOf(response, text) {
  const { status } = response;
  let error;
  try {
    ({ error } = parse(text));
  } catch {
    // Something between us and the service has responded.
  }
  if (typeof error?.code !== 'string' || typeof error.message !== 'string')
    return unexpected(`the server responded with status ${status}`, response, text);
  const details = Array.isArray(error.details) ? error.details : [];
  return new (CLASSES[status] ?? PlaygroundsError)(error.message, {
    ...facts(response, text),
    code: error.code,
    details,
  });
}
