/** CORS headers of responses that bypass the CORS plugin, and the list of exposed headers. */

/** The response headers that browser clients can read. */
export const EXPOSED_HEADERS: string = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Link',
  'Location',
  'Idempotent-Replayed',
  'Allow',
  'WWW-Authenticate',
].join(', ');

/** Headers of errors that are sent before the CORS plugin runs, so that browsers can read them too. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};
