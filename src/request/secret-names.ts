/**
 * Decides which names carry secrets: names of headers, query parameters, cookies, and fields of JSON and
 * form bodies. Masking, sharing and logs all use it. Pure.
 *
 * The words are those that the scrubbers of Sentry, Zapier and OpenTelemetry look for (a test has their
 * lists), compared word by word: `monkey` is no `key`.
 */
import { LRUCache } from 'lru-cache';
import { percentDecode } from './percent.ts';

/** Words that indicate a secret anywhere in a name. */
const SECRET_WORDS = new Set(
  `authorization auth oauth cookie cookie2 token jwt bearer secret password passwd passphrase passcode passkey pwd
  pswd psw credential credentials signature session sessid sid otp totp pat apikey apitoken privatekey csrf xsrf sso saml
  identity assertion verifier samlresponse passwort kennwort senha contrasena`.split(/\s+/),
);

/** Words that indicate a secret as the last word: `user_pass`, but not `pass_count`. */
const LAST_WORDS = new Set('pass pw sig hmac cred creds cvv cvc mfa'.split(' '));

/** Words whose plural indicates several secrets: `tokens`, `api_keys`, but not `keys`. */
const PLURAL = /^(?:token|secret|password|passphrase|cookie|jwt|apikey|key|code|pin)s$/;

/** Words that make `tokens` a number of tokens of a language model. */
const COUNTED =
  /^(?:max|min|total|num|n|prompt|completion|input|output|used|cached|reasoning|thinking|budget|stop|special|new|audio|text|image|per)$/;

/** Endings of names written as one word: `accesstoken`, `PHPSESSID`, `xapikey`. */
const ENDS =
  /(?:token|secret|password|passwd|passphrase|pwd|apikey|accesskey|authkey|secretkey|privatekey|sharedkey|signature|sessionid|sessid|dpop|(?:my|user|db|admin|root|login|smtp|mail|ftp)pass|(?:api|access)keyid)$/;

/** Words before `key` that indicate a key without access rights. */
const HARMLESS_KEYS = new Set(
  'idempotency sort partition primary foreign cache surrogate routing public object row group order event map socket'.split(
    ' ',
  ),
);

/** Words before `key` that indicate a key with access rights, whatever its value looks like. */
const SECRET_KEYS = new Set(
  `api rapidapi access secret private auth authentication subscription signing encryption master license shared account
  application app client consumer functions admin service deploy ssh hmac storage webhook integration developer team xi`.split(
    /\s+/,
  ),
);

/** Words before `code` that indicate an access code; other codes are of countries, states and articles. */
const SECRET_CODES = new Set(
  `auth authorization otp verification access device activation invite sms security login pass mfa totp 2fa backup
  recovery`.split(/\s+/),
);

/** Last words of names of metadata: `token_type`, `session_duration`. */
const ABOUT = new Set(
  `type count limit name method mode format length expires expiry expiration in at ttl url uri endpoint version size
  status enabled required duration algorithm alg lifetime age scheme policy timestamp nonce usage provider domain
  strength reset consent timeout`.split(/\s+/),
);

/** Authentication schemes that may stay readable before the credentials. */
export const SCHEME =
  /^(?:Basic|Bearer|Digest|Negotiate|NTLM|HOBA|Mutual|DPoP|GNAP|OAuth|Token|ApiKey|Api-Key|Key|SSWS|Hawk|SharedKey|AWS4-HMAC-SHA256|AWS)(?= )/i;

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
export const decoded = (text: string): string => (text.includes('%') ? (percentDecode(text) ?? text) : text);

/** What decides whether a field carries a secret: its name alone, or its value, too. */
type Kind = 'secret' | 'key' | 'code' | 'pin' | 'several' | 'none';

/** Whether a query parameter, a cookie or a field of that name (any case, percent-encoded or not) can carry a secret. */
export const isSecretName = (name: string): boolean => kindOf(name) !== 'none';

/**
 * Whether a field carries a secret: by its name, and for the names of many other things (`key`, `code`, `pin`) by its
 * value and what stands around it.
 * @param isOAuth whether the field belongs to an OAuth request or callback, where `code` grants access
 */
export function isSecretField(name: string, value: string, isOAuth: boolean): boolean {
  const kind = kindOf(name);
  if (kind === 'key') return looksLikeKey(value);
  if (kind === 'code') return isOAuth ? !/^(?:\d{1,5}|[A-Z]{2,3})$/.test(value) : looksLikeKey(value, 20);
  if (kind === 'pin') return /^\d{4,12}$/.test(value);
  if (kind === 'several') return !/^-?[\d.]+$/.test(value);
  return kind === 'secret';
}

/** Whether a value looks random: characters of one kind alternate with others more often than in words and numbers. */
export function looksLikeKey(value: string, minLength = 10): boolean {
  if (value.length < minLength || value.length > 4_096 || !/[A-Z\d]/.test(value)) return false;
  if (!/^[\w+/=.~:-]+$/.test(value)) return false;
  if (/^(?:[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(value)) return true;
  const parts = value.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  if (parts.length >= 4 && parts.every((part) => /^[A-Z0-9]{4,8}$/.test(part))) return true; // ABCD-1234-EFGH-5678
  // Words, with or without a capital, and numbers are one kind each.
  const kinds = value
    .replace(/[A-Z]?[a-z]+/g, 'a')
    .replace(/[A-Z]+/g, 'A')
    .replace(/[0-9]+/g, '0');
  const changes = kinds.match(/a(?=[A0])|A(?=[a0])|0(?=[aA])/g)?.length ?? 0;
  return changes >= 3 && changes >= value.length / 6 && parts.some((part) => part.length >= 6);
}

/** Cache: the same few names repeat in a body. */
const known = new LRUCache<string, Kind>({ max: 2_000, memoMethod: decide });
const kindOf = (name: string): Kind => known.memo(name);

function decide(name: string): Kind {
  const written = wordsOf(name);
  const words = written.map((word) => (PLURAL.test(word) ? word.slice(0, -1) : word));
  const last = words.at(-1);
  if (last === undefined || (words.length > 1 && ABOUT.has(last))) return 'none';
  if (written.includes('tokens') && written.some((word) => COUNTED.test(word))) return 'none';
  const before = words.at(-2) ?? '';
  const isPlural = last !== written.at(-1);
  if (last === 'code') {
    if (words.length === 1) return isPlural ? 'none' : 'code';
    return SECRET_CODES.has(before) ? 'secret' : 'none';
  }
  if (last === 'key' && HARMLESS_KEYS.has(before)) return 'none';
  if (LAST_WORDS.has(last) || (last === 'key' && SECRET_KEYS.has(before))) return 'secret';
  if (words.some((word) => SECRET_WORDS.has(word) || ENDS.test(word))) return isPlural ? 'several' : 'secret';
  if (words.length < 8 && ENDS.test(words.join(''))) return 'secret';
  if (last === 'pin') return 'pin';
  return (last === 'key' && !isPlural) || last === 'appid' ? 'key' : 'none';
}

/** Whether a header of that name (any case) carries a secret. */
export const isSecretHeader = isSecretName;

/** Returns the name of the placeholder for a secret: `x_api_key` for `X-Api-Key`. */
export function placeholderName(name: string): string {
  const joined = wordsOf(name).join('_').slice(0, 40);
  return /^[a-z]/.test(joined) ? joined : `secret${joined === '' ? '' : `_${joined}`}`;
}
