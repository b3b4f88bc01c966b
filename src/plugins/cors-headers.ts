/** CORS headers of responses that the CORS plugin never sees, and the list of headers that it exposes. */

/** What a browser client can read of a response. */
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

/** Sent with what is refused before the CORS plugin runs, so that browsers can read it too. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};
