/** Formats and parses Basic credentials (RFC 7617). Pure. */
import { bytesBase64, utf8Base64 } from './bytes.ts';
import { FIELD_CONTROLS } from './raw-text.ts';

/** Returns the Authorization value for `user:password`. */
export function basicAuthorization(credentials: string | Uint8Array): string {
  return `Basic ${typeof credentials === 'string' ? utf8Base64(credentials) : bytesBase64(credentials)}`;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Base64 whose unused bits are zero (RFC 4648, section 3.5): encoding gives no other. */
const EXACT_BASE64 = /^[A-Za-z0-9+/]*(?:[A-Za-z0-9+/]|[AQgw]==|[AEIMQUYcgkosw048]=)$/;

/** Returns the user name and password of a Basic Authorization value, if encoding them again gives the same bytes. */
export function readBasic(value: string): { username: string; password: string } | undefined {
  const base64 = value.slice(6);
  if (!value.startsWith('Basic ') || base64.length % 4 !== 0 || !EXACT_BASE64.test(base64)) return undefined;
  const text = utf8Text(atob(base64));
  const colon = text?.indexOf(':') ?? -1;
  // No library accepts control characters.
  if (text === undefined || colon < 0 || text === ':' || FIELD_CONTROLS.test(text)) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Decodes UTF-8 given as one character per byte; undefined when it is invalid. */
function utf8Text(binary: string): string | undefined {
  try {
    return UTF8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
