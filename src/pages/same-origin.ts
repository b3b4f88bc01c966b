/** Requests that change something or cost something come from our own pages, or from no page at all. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Browsers say where a request comes from: in Sec-Fetch-Site, and on plain http in Origin.
 * @throws ApiError forbidden
 */
export function assertSameOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (
    site === undefined
      ? origin === undefined || hostOf(origin) === request.host
      : site === 'same-origin' || site === 'none'
  )
    return;
  throw new ApiError('forbidden', 'This came from a page of another site.');
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;
