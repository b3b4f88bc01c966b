/** Masks secrets in a sent request and its response before they are stored or returned, by name only. Pure. */
import type { SentRequest, TestResponse } from '../schemas/test-run.ts';
import { base64Bytes, binaryText } from './bytes.ts';
import { bodyFields, cookieFields, type Field, queryFields } from './secret-fields.ts';
import { isSecretHeader, isSecretName } from './secret-names.ts';

/** Replaces a secret. */
export const MASK = '***';

/** Authentication schemes that may stay readable before the masked credentials. */
export const SCHEME =
  /^(?:Basic|Bearer|Digest|Negotiate|NTLM|HOBA|Mutual|DPoP|GNAP|OAuth|Token|ApiKey|Api-Key|Key|SSWS|Hawk|SharedKey|AWS4-HMAC-SHA256|AWS)(?= )/i;

/** Masks the secrets in a header's value; keeps scheme names and cookie names. */
export function maskHeader(name: string, value: string): string {
  if (value === '') return value;
  const lower = name.toLowerCase();
  if (lower === 'cookie' || lower === 'cookie2') return maskFields(value, cookieFields(value));
  if (lower === 'set-cookie') return value.split('\n').map(maskSetCookie).join('\n');
  if (!isSecretHeader(name)) return maskUrl(value);
  const scheme = SCHEME.exec(value)?.[0];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

/** Masks the value of a `Set-Cookie` line; keeps its name and attributes. */
export function maskSetCookie(line: string): string {
  return line.replace(/^([^=;]*=)?[^;]+/, `$1${MASK}`);
}

/** Masks the password in a URL's userinfo, and query parameters with secret names. */
export function maskUrl(url: string): string {
  if (!/[@?&;#]/.test(url)) return url;
  const masked = url.replace(
    /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)@/i,
    (_whole, scheme: string | undefined, userinfo: string) => {
      const colon = userinfo.indexOf(':');
      return `${scheme ?? ''}//${colon < 0 ? userinfo : `${userinfo.slice(0, colon)}:${MASK}`}@`;
    },
  );
  return maskFields(masked, queryFields(masked));
}

/**
 * Masks a request for storage: the values of Authorization, Proxy-Authorization, Cookie and headers that look
 * like API keys, tokens or secrets, passwords in the URL, and fields of the body with secret names.
 * @param bodies whether the body is masked, too
 */
export function maskRequest(request: SentRequest, bodies = true): SentRequest {
  const { url, headers } = request;
  const masked = { ...request, url: maskUrl(url), headers: maskHeaders(headers) };
  if (!bodies) return masked;
  if (request.body !== undefined) masked.body = maskValue(request.body);
  if (request.body_base64 !== undefined) masked.body_base64 = maskBase64(request.body_base64);
  if (request.form !== undefined) masked.form = request.form.map(maskPart);
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
 * @param put what stands for a field
 */
export function maskFields<T extends Field>(
  text: string,
  fields: readonly T[],
  put: (field: T) => string = ({ bare }) => (bare ? `"${MASK}"` : MASK),
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

const maskText = (text: string) => maskFields(text, bodyFields(text));

/** Masks a body that is a text or a JSON value. */
function maskValue(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret && value !== '' ? MASK : maskText(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secret));
  if (typeof value !== 'object') return secret ? MASK : value;
  if (value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, maskValue(item, secret || isSecretName(name))]),
  );
}

/** Masks fields in base64-encoded bytes, read as Latin-1; all other bytes are unchanged. */
function maskBase64(base64: string): string {
  const bytes = base64Bytes(base64);
  return bytes === undefined ? base64 : btoa(maskText(binaryText(bytes)));
}

/** Masks a part of a multipart form. */
function maskPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const secret = 'name' in part && typeof part.name === 'string' && isSecretName(part.name);
  const entries = Object.entries(part).map(([key, item]: [string, unknown]) => {
    if (key === 'value') return [key, maskValue(item, secret)];
    if (key === 'value_base64' && typeof item === 'string')
      return [key, secret ? btoa(MASK) : maskBase64(item)];
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
