/** Hints about a request that curl sends as it is written, but that hardly anybody means so. */
import type { ParsedRequest, RequestShape, RequestWarning } from '../schemas/request-shape.ts';

/** The largest body that is looked at for {@link jsonAsForm}, in characters. */
const MAX_HINTED = 65_536;

/** Returns a hint if a body is JSON and its Content-Type is that of forms, as with `-d` alone. */
export function jsonAsForm({ headers = {}, body }: RequestShape): readonly RequestWarning[] {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (type !== 'application/x-www-form-urlencoded' || typeof body !== 'string') return [];
  if (body.length > MAX_HINTED || !/^[[{]/.test(body)) return [];
  try {
    JSON.parse(body);
  } catch {
    return [];
  }
  const message = `The body is JSON, but it is sent as a form. If the server expects JSON, add -H 'Content-Type: application/json'.`;
  return [{ code: 'json_as_form', message }];
}

/** Returns the request with its hints after its warnings. */
export function withHints(request: ParsedRequest): ParsedRequest {
  const hints = jsonAsForm(request);
  return hints.length === 0 ? request : { ...request, warnings: [...(request.warnings ?? []), ...hints] };
}
