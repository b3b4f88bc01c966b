/** Takes secrets out of a sent request before it is stored or answered. Pure. */
import type { SentRequest } from '../schemas/test-run.ts';

/** What stands where a secret stood. */
export const MASK = '***';

/** Words between the dashes of a header name that tell of a secret, and ends of its last one. */
const SECRET =
  /(?:^|[-_.])(?:authorization|auth|cookie2?|key|apikey|token|accesstoken|authtoken|jwt|bearer|secret|password|passwd|pwd|passphrase|credentials?|signature|session|sessionid|otp|pat)(?![^-_.])|(?:token|secret|apikey|password)$/i;

/** Keys that open nothing. */
const HARMLESS = /^(?:x-)?idempotency-key$|^sec-websocket-|^(?:x-)?(?:surrogate|partition|cache|sort)-key$/i;

/** Authentication schemes that may stay readable before the masked credentials. */
const SCHEME =
  /^(?:Basic|Bearer|Digest|Negotiate|NTLM|HOBA|Mutual|DPoP|GNAP|OAuth|Token|ApiKey|Api-Key|Key|SSWS|Hawk|SharedKey|AWS4-HMAC-SHA256|AWS)(?= )/i;

/** Query parameters that are passwords, keys or signatures by name. */
const PASSWORD_PARAMETER =
  /(?<=[?&;](?:password|passwd|pwd|pass|passphrase|api[_-]?key|(?:access|refresh|auth|id)[_-]?token|client[_-]?secret|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=)[^&;#]+/gi;

/** Whether a header of that name (any case) carries a secret. */
export function isSecretHeader(name: string): boolean {
  return SECRET.test(name) && !HARMLESS.test(name);
}

/** A header's value with the secret in it masked; scheme names and cookie names stay. */
export function maskHeader(name: string, value: string): string {
  if (!isSecretHeader(name) || value === '') return value;
  if (/^cookie2?$/i.test(name)) return value.split(';').map(maskCookie).join(';');
  const scheme = SCHEME.exec(value)?.[0];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

/** A URL with its password masked, in the userinfo and in query parameters of that name. */
export function maskUrl(url: string): string {
  if (!/[@?&;]/.test(url)) return url;
  return url
    .replace(
      /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)@/i,
      (_whole, scheme: string | undefined, userinfo: string) => {
        const colon = userinfo.indexOf(':');
        return `${scheme ?? ''}//${colon < 0 ? userinfo : `${userinfo.slice(0, colon)}:${MASK}`}@`;
      },
    )
    .replace(PASSWORD_PARAMETER, MASK);
}

/**
 * The request as it may be stored: the values of Authorization, Proxy-Authorization, Cookie and headers that
 * look like API keys, tokens or secrets, and passwords in the URL. The body stays as it is.
 */
export function maskRequest(request: SentRequest): SentRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, maskHeader(name, value)]);
  return { ...request, url: maskUrl(request.url), headers: Object.fromEntries(headers) };
}

function maskCookie(pair: string): string {
  const equals = pair.indexOf('=');
  if (equals >= 0) return `${pair.slice(0, equals)}=${MASK}`;
  return pair.trim() === '' ? pair : pair.replace(/\S.*/s, MASK);
}
