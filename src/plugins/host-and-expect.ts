/** Checks Host and Expect, for which Node would otherwise respond itself, without our headers. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Requires one Host header, and only one (RFC 9112, section 3.2).
 * @throws ApiError invalid_request
 */
export function checkHost(request: FastifyRequest): void {
  const { httpVersion, rawHeaders } = request.raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return;
  const message =
    hosts === 0
      ? 'The request has no Host header. Send one.'
      : 'The request has several Host headers. Send one.';
  throw new ApiError('invalid_request', message, {
    details: [{ in: 'headers', field: 'host', code: hosts === 0 ? 'required' : 'duplicate_name', message }],
    headers: { connection: 'close' },
  });
}

/**
 * Refuses an expectation that cannot be met before its body is sent (RFC 9110, section 10.1.1).
 * @throws ApiError invalid_request with 417
 */
export function checkExpectation({ headers }: FastifyRequest): void {
  if (headers.expect === undefined || /^100-continue$/i.test(headers.expect)) return;
  const message = 'Expect can only be 100-continue. Leave the header out.';
  throw new ApiError('invalid_request', message, {
    status: 417,
    details: [{ in: 'headers', field: 'expect', code: 'unknown_expectation', message }],
    headers: { connection: 'close' },
  });
}
