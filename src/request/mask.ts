/** Masks secrets in a sent request and its response before they are stored or returned, by name only. Pure. */
import type { SentRequest, TestResponse } from '../schemas/test-run.ts';
import { base64Bytes, binaryText } from './bytes.ts';
import { type Context, type Field, headerFields, isOAuth, secretFields } from './secret-fields.ts';
import { isSecretField, isSecretHeader } from './secret-names.ts';

/** Replaces a secret. */
export const MASK = '***';

const asMask = ({ bare }: Field) => (bare ? `"${MASK}"` : MASK);

/** Masks the secrets in a header's value; keeps scheme names, and the names and attributes of cookies. */
export function maskHeader(name: string, value: string): string {
  if (!isSecretHeader(name)) return maskText(value);
  return value
    .split('\n')
    .map((line) => maskFields(line, headerFields(name, line)))
    .join('\n');
}

/** Masks the value of a `Set-Cookie` line; keeps its name and attributes. */
export const maskSetCookie = (line: string): string => maskHeader('set-cookie', line);

/** Masks the password in a URL's userinfo, and query parameters with secret names. */
export const maskUrl = (url: string): string => maskText(url);

const maskText = (text: string, context?: Context): string => maskFields(text, secretFields(text, context));

/**
 * Masks a request for storage: the values of Authorization, Proxy-Authorization, Cookie and headers that look
 * like API keys, tokens or secrets, passwords in the URL, and fields of the body with secret names.
 * @param bodies whether the body is masked, too
 */
export function maskRequest(request: SentRequest, bodies = true): SentRequest {
  const { url, headers } = request;
  const masked = { ...request, url: maskUrl(url), headers: maskHeaders(headers) };
  if (!bodies) return masked;
  const context = { isOAuth: isOAuth(url) };
  if (request.body !== undefined) masked.body = maskBody(request.body, context);
  if (request.body_base64 !== undefined) masked.body_base64 = maskBase64(request.body_base64, context);
  if (request.form !== undefined) masked.form = request.form.map((part) => maskPart(part, context));
  return masked;
}

/**
 * Masks a response for storage: headers and redirects as those of a request, and the cookies that it sets.
 */
export function maskResponse<T extends Pick<TestResponse, 'headers' | 'url' | 'redirects'>>(response: T): T {
  const { headers, url, redirects } = response;
  return {
    ...response,
    ...(headers === undefined ? {} : { headers: maskHeaders(headers) }),
    url: maskUrl(url),
    redirects: redirects.map(maskRedirect),
  };
}

/** Masks a redirect for storage. */
export function maskRedirect(hop: TestResponse['redirects'][number]): TestResponse['redirects'][number] {
  return {
    ...hop,
    url: maskUrl(hop.url),
    location: maskUrl(hop.location),
    set_cookies: hop.set_cookies.map(maskSetCookie),
  };
}

function maskHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskHeader(name, value)]));
}

/**
 * Masks fields of a text; the fields must be in order and must not overlap.
 * @param put returns the replacement of a field
 */
export function maskFields<T extends Field>(
  text: string,
  fields: readonly T[],
  put: (field: T) => string = asMask,
): string {
  let masked = '';
  let from = 0;
  for (const field of fields) {
    if (field.start === field.end) continue;
    masked += text.slice(from, field.start) + put(field);
    from = field.end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

/** Masks a body that is a text or a JSON value. */
function maskBody(body: unknown, context: Context): unknown {
  if (typeof body === 'string') return maskText(body, context);
  const masked = maskText(JSON.stringify(body), context);
  try {
    return JSON.parse(masked);
  } catch {
    return MASK; // a match in a string was taken for part of the JSON
  }
}

/** Masks fields in base64-encoded bytes, read as Latin-1; all other bytes are unchanged. */
function maskBase64(base64: string, context: Context): string {
  const bytes = base64Bytes(base64);
  return bytes === undefined ? base64 : btoa(maskText(binaryText(bytes), context));
}

/** Masks a part of a multipart form. */
function maskPart(part: unknown, context: Context): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const name = 'name' in part && typeof part.name === 'string' ? part.name : '';
  const text = 'value' in part && typeof part.value === 'string' ? part.value : '';
  const secret = isSecretField(name, text, context.isOAuth === true);
  const entries = Object.entries(part).map(([key, item]: [string, unknown]) => {
    if (key === 'value') return [key, secret && item !== '' ? MASK : maskBody(item, context)];
    if (key === 'value_base64' && typeof item === 'string')
      return [key, isSecretHeader(name) ? btoa(MASK) : maskBase64(item, context)];
    if (key === 'headers' && Array.isArray(item)) return [key, item.map(maskLine)];
    return [key, item];
  });
  return Object.fromEntries(entries);
}

/** Masks a header line of a part. */
function maskLine(line: unknown): unknown {
  if (typeof line !== 'string') return line;
  const colon = line.indexOf(':');
  return colon < 0
    ? line
    : `${line.slice(0, colon + 1)} ${maskHeader(line.slice(0, colon), line.slice(colon + 1).trim())}`;
}
