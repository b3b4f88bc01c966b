/** Strong entity tags (RFC 9110, section 8.8.3) of single resources. */
import { hash } from 'node:crypto';
import { ApiError } from '../errors.ts';

/** What a tag is made of. */
interface Tagged {
  /** Of playgrounds, as ISO 8601: no two states of one have the same. */
  updated_at?: string;
  /** Of playgrounds as their owners see them. */
  warnings?: unknown;
  /** Of keys, and no part of the tag: reading one's own key would change it, and it could never be used. */
  last_used_at?: unknown;
}

/** The tag of a resource: when it last changed and for whom it is, or else a hash of what it is. */
export function etagOf(resource: Tagged): string {
  const { updated_at: changedAt, warnings } = resource;
  if (changedAt !== undefined)
    return `"${Date.parse(changedAt).toString(36)}${warnings === undefined ? '-shared' : ''}"`;
  // JSON leaves out what is undefined.
  const lasting = JSON.stringify({ ...resource, last_used_at: undefined });
  return `"${hash('sha256', lasting, 'base64url').slice(0, 27)}"`;
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
