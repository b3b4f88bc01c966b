/**
 * Decides which names carry secrets: names of headers, query parameters, cookies, and fields of JSON and
 * form bodies. Masking, sharing and logs all use it. Pure.
 *
 * The words are those that the scrubbers of Sentry, Zapier and OpenTelemetry look for (a test has their
 * lists), compared word by word: `monkey` is no `key`.
 */
import { LRUCache } from 'lru-cache';

/** Words that indicate a secret anywhere in a name. */
const SECRET_WORDS = new Set(
  `authorization auth oauth cookie cookie2 token jwt bearer secret password passwd passphrase passcode pwd pswd
  credential credentials signature session sessid sid otp totp pat apikey apitoken privatekey csrf xsrf sso saml
  identity assertion verifier samlresponse`.split(/\s+/),
);

/** Words that indicate a secret as the last word: `api_key`, but not `key_type`. */
const LAST_WORDS = new Set('key code pass pw pin sig hmac appid cred creds cvv cvc mfa'.split(' '));

/** Endings of names written as one word: `accesstoken`, `PHPSESSID`, `xapikey`. */
const ENDS =
  /(?:token|secret|password|passwd|passphrase|pwd|apikey|accesskey|authkey|secretkey|privatekey|sharedkey|signature|sessionid|sessid|(?:api|access)keyid)$/;

/** Words before `key` that indicate a key without access rights. */
const HARMLESS_KEYS = new Set(
  'idempotency sort partition primary foreign cache surrogate routing public object row group order event map'.split(
    ' ',
  ),
);

/** Words before `code` that indicate an access code; other codes are of countries, states and articles. */
const SECRET_CODES = new Set(
  'auth authorization otp verification access device activation invite sms security login pass mfa totp 2fa'.split(
    ' ',
  ),
);

/** Last words of names of metadata: `token_type`, `session_duration`. */
const ABOUT = new Set(
  `type count limit name method mode format length expires expiry expiration in at ttl url uri endpoint version size
  status enabled required duration algorithm alg lifetime age scheme policy`.split(/\s+/),
);

/** Splits a name (`X-Api-Key`, `apiKey`, `auth[token]`, `user.password`) into words in lower case. */
function wordsOf(name: string): string[] {
  return decoded(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Percent-decodes a text if it is percent-encoded. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a query parameter, a cookie or a field of that name (any case, percent-encoded or not) carries a secret. */
export function isSecretName(name: string): boolean {
  let isSecret = known.get(name);
  if (isSecret === undefined) {
    isSecret = decide(name);
    known.set(name, isSecret);
  }
  return isSecret;
}

/** Cache: the same few names repeat in a body. */
const known = new LRUCache<string, boolean>({ max: 2_000 });

function decide(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || (words.length > 1 && ABOUT.has(last))) return false;
  const before = words.at(-2) ?? '';
  if (last === 'key' && HARMLESS_KEYS.has(before)) return false;
  if (last === 'code') return words.length === 1 || SECRET_CODES.has(before);
  if (LAST_WORDS.has(last) || words.some((word) => SECRET_WORDS.has(word) || ENDS.test(word))) return true;
  return words.length < 8 && ENDS.test(words.join(''));
}

/** Whether a header of that name (any case) carries a secret. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) && !/^sec-websocket-/i.test(name);
}

/** Returns the name of the placeholder for a secret: `x_api_key` for `X-Api-Key`. */
export function placeholderName(name: string): string {
  const joined = wordsOf(name).join('_').slice(0, 40);
  return /^[a-z]/.test(joined) ? joined : `secret${joined === '' ? '' : `_${joined}`}`;
}
