/** Checks the characters in the texts of a request. Pure. */
import { escapePointer, InputError, type InputIssues } from '../errors.ts';

/** RFC 9110, section 5.6.2: token. */
export const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Control characters except tab, which are not allowed in field values (RFC 9110, section 5.5). */
export const FIELD_CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/;

/** Characters that end a header line or the header block. */
export const LINE_END = /[\r\n\0]/;

/** A valid Host header: a name or an address with an optional port, or empty. */
export const HOST_VALUE = /^(?:\[[0-9a-f:.]+\]|[^\0-\x20\x7f/\\?#@,:[\]]*)(?::\d{0,5})?$/i;

/** A registered name after IDNA: RFC 1123 plus the underscore, which occurs in practice. */
export const DNS_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * Reports each text in a value with a lone surrogate, which cannot be encoded as UTF-8.
 * @param path the keys that lead to the value; one array is reused, because most walks find nothing
 */
export function checkWellFormed(value: unknown, issues: InputIssues, path: string[] = []): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      issues.add(
        path.map((key) => `/${escapePointer(key)}`).join(''),
        'lone_surrogate',
        'The text has a lone surrogate, which UTF-8 cannot encode. Remove it.',
      );
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Readonly<Record<string, unknown>>; // an array has its indices as keys
  for (const key in fields) {
    // Warnings are ignored as input.
    if (path.length === 0 && key === 'warnings') continue;
    checkWellFormed(key, issues, path);
    path.push(key);
    checkWellFormed(fields[key], issues, path);
    path.pop();
  }
}

/** Controls and space: URL parsers strip some of them, and RFC 3986 does not allow them. */
const NEVER_IN_URL = /[\0-\x20\x7f]/;
/** URL parsers treat a backslash as a slash; in a query it is kept, as in curl. */
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

/** The cookie file without cookies that `-b ''` stands for: it only starts curl's cookie engine. */
export const NO_COOKIES = '/dev/null';
