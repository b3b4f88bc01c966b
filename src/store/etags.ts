/** Strong entity tags (RFC 9110, section 8.8.3) of single resources. */
import { hash } from 'node:crypto';
import { ApiError } from '../errors.ts';

/** The fields that decide a resource's tag. */
interface Tagged {
  /** Of playgrounds, as ISO 8601: different for every state. */
  updated_at?: string;
  /** Of collections: their list of playgrounds changes without them. */
  playground_ids?: unknown;
  /** Of playgrounds as shown to their owners. */
  warnings?: unknown;
  /** Of keys; excluded from the tag: reading one's own key would change it, and If-Match could never succeed. */
  last_used_at?: unknown;
  /** Of collections; excluded, because it depends on the request. */
  url?: unknown;
  /** Of tests; excluded, because it never changes and may be large. */
  response?: unknown;
}

/** The tag of a resource: its last change and whether the owner sees it, or else a hash of its content. */
export function etagOf(resource: Tagged): string {
  const { updated_at: changedAt, playground_ids: members, warnings } = resource;
  if (changedAt !== undefined && members === undefined)
    return `"${Date.parse(changedAt).toString(36)}${warnings === undefined ? '-shared' : ''}"`;
  // JSON omits undefined properties.
  const lasting = JSON.stringify({
    ...resource,
    last_used_at: undefined,
    url: undefined,
    response: undefined,
  });
  return `"${hash('sha256', lasting, 'base64url').slice(0, 27)}"`;
}

/** Whether an If-None-Match contains the tag: weak comparison (RFC 9110, section 13.1.2). */
export function matchesNone(header: string, etag: string): boolean {
  return header.trim() === '*' || tags(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/**
 * Checks If-Match by strong comparison (RFC 9110, section 13.1.1).
 * @throws ApiError precondition_failed when the resource has changed
 */
export function assertMatch(header: string | undefined, resource: object): void {
  if (header === undefined || header.trim() === '*') return;
  if (!tags(header).includes(etagOf(resource))) throw new ApiError('precondition_failed');
}

function tags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
