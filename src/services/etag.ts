/** Strong entity tags (RFC 9110, section 8.8.3) of single resources. */
import { hash } from 'node:crypto';
import { ApiError } from '../errors.ts';

/**
 * The tag of a resource: the same as long as its representation is, but for `last_used_at`: reading one's own key
 * would change its tag, and the tag could never be used.
 */
export function etagOf(resource: object): string {
  const { last_used_at: _, ...lasting } = resource as { last_used_at?: unknown }; // keys have it
  return etagOfText(JSON.stringify(lasting));
}

/** The tag of a resource whose JSON text is at hand. */
export function etagOfText(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 27)}"`;
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
