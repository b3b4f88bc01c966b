/** Strong entity tags (RFC 9110, section 8.8.3) of single resources. */
import { hash } from 'node:crypto';
import { ApiError } from '../errors.ts';

/** Fields that are no part of what a resource is. */
interface Passing {
  /** Of keys: reading one's own key would change its tag, and the tag could never be used. */
  last_used_at?: unknown;
  /** Of playgrounds: where their pages are is a matter of the request. */
  url?: unknown;
  embed_url?: unknown;
}

/** The tag of a resource: the same as long as its representation is, but for what is {@link Passing}. */
export function etagOf(resource: Passing): string {
  // JSON leaves out what is undefined; taking fields out of a copy takes five times as long.
  const lasting = { ...resource, last_used_at: undefined, url: undefined, embed_url: undefined };
  return `"${hash('sha256', JSON.stringify(lasting), 'base64url').slice(0, 27)}"`;
}

/** Whether an If-None-Match names the tag: weak comparison (RFC 9110, section 13.1.2). */
export function matchesNone(header: string, etag: string): boolean {
  return header.trim() === '*' || tags(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/**
 * Strong comparison of If-Match (RFC 9110, section 13.1.1).
 * @throws ApiError precondition_failed when the resource is another one by now
 */
export function assertMatch(header: string | undefined, resource: object): void {
  if (header === undefined || header.trim() === '*') return;
  if (!tags(header).includes(etagOf(resource))) throw new ApiError('precondition_failed');
}

function tags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
