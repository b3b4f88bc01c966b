/** Checks the characters in the texts of a request. Pure. */
import { escapePointer, InputError, type InputIssue } from '../errors.ts';

/** RFC 9110, section 5.6.2: token. */
export const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Control characters but the tab, which no field value carries (RFC 9110, section 5.5). */
export const FIELD_CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;

/** What ends a header line, or all of them. */
export const LINE_END = /[\r\n\0]/;

/** What a Host header may say: a name or an address and a port, or nothing. */
export const HOST_VALUE = /^(?:\[[0-9a-f:.]+\]|[^\0-\x20\x7f/\\?#@,:[\]]*)(?::\d{0,5})?$/i;

/** What a registered name may be made of after IDNA, RFC 1123 plus the underscore that real names use. */
export const DNS_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Names each text of a value that has a lone surrogate: it has no UTF-8, so it cannot be sent or written. */
export function loneSurrogates(value: unknown): InputIssue[] {
  const issues: InputIssue[] = [];
  walk(value, [], issues);
  return issues;
}

/** @param path the keys that lead to the value; the same array all the way, since most walks find nothing */
function walk(value: unknown, path: string[], issues: InputIssue[]): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      issues.push({
        field: path.map((key) => `/${escapePointer(key)}`).join(''),
        code: 'lone_surrogate',
        message: 'The text has a lone surrogate, which UTF-8 cannot encode. Remove it.',
      });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Readonly<Record<string, unknown>>; // an array has its indices as keys
  for (const key in fields) {
    // Warnings are ignored as input.
    if (path.length === 0 && key === 'warnings') continue;
    walk(key, path, issues);
    path.push(key);
    walk(fields[key], path, issues);
    path.pop();
  }
}

/** Controls and space: URL parsers strip some of them, and RFC 3986 has them nowhere. */
const NEVER_IN_URL = /[\0-\x20\x7f]/;
/** URL parsers take a backslash for a slash, but in a query it stays what it is, here as in curl. */
const NEVER_BEFORE_QUERY = /[\0-\x20\x7f\\]/;

/**
 * Refuses the text of a URL that URL parsers would repair instead; it may have a userinfo.
 * @throws InputError for `/url`
 */
export function checkUrlText(url: string): void {
  const bad = NEVER_BEFORE_QUERY.exec(url.replace(/[?#].*$/s, '')) ?? NEVER_IN_URL.exec(url);
  if (bad !== null) {
    const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw urlError(
      `The URL contains the character U+${code} (index ${bad.index}), which must be percent-encoded.`,
    );
  }
  // The parser repairs http:/x, http:x and http:///x to http://x.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(url))
    throw urlError('The URL must be a scheme, //, and a host, such as https://example.com/.');
}

function urlError(message: string): InputError {
  return new InputError({ field: '/url', code: 'invalid_url', message });
}
