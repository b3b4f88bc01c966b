/** Request pass: URLs as curl reads and sends them (RFC 3986 with the leniency of libcurl's urlapi.c, curl 8.23). */
import type { InputError } from '../../errors.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { encodeNonAscii, percentEncode } from '../options/percent.ts';
import { indexOr, joinWords, type Range, type Span, UNRESOLVED_OUTLINE, Word } from '../word.ts';

export interface CurlUrl {
  /** `http` or `https`; `''` when the URL starts with an unresolved value that may bring it. */
  scheme: string;
  /** Still percent-encoded, as written; undefined when there is none. */
  user: Word | undefined;
  password: Word | undefined;
  host: Word;
  /** Undefined for the default port. */
  port: Word | undefined;
  path: Word;
  /** Without `?`; undefined when there is none. */
  query: Word | undefined;
}

interface UrlRules {
  pathAsIs: boolean;
  defaultProtocol: string | undefined;
  protocols: ReadonlySet<string> | undefined;
}

const SCHEME = /[A-Za-z][A-Za-z0-9+.-]{0,39}:\/+/y;
/** Schemes that curl guesses from the host name of a URL without one. */
const GUESSES = ['ftp', 'dict', 'ldap', 'imap', 'smtp', 'pop3'];
const BAD_HOST = /[\s/:#?!@{}[\]\\$'"^`*<>=;,+&()%\u0000-\u0020\u007f]/;
const BAD_PORT = 'Port number was not a decimal number between 0 and 65535';

/**
 * Reads a URL.
 * @throws InputError for what curl refuses, and for schemes other than http and https
 */
export function readUrl(word: Word, rules: UrlRules, diagnostics: Diagnostics): CurlUrl {
  return new UrlReader(word, rules, diagnostics).read();
}

class UrlReader {
  readonly #word: Word;
  readonly #text: string;
  readonly #rules: UrlRules;
  readonly #diagnostics: Diagnostics;

  constructor(word: Word, rules: UrlRules, diagnostics: Diagnostics) {
    this.#word = word;
    this.#text = word.outline;
    this.#rules = rules;
    this.#diagnostics = diagnostics;
  }

  #rejected(reason: string, at: number): InputError {
    const place = this.#word.slice(Math.min(at, this.#text.length - 1));
    return this.#diagnostics.error('invalid_url', place, `URL rejected: ${reason}`);
  }

  read(): CurlUrl {
    const text = this.#text;
    const word = this.#word;
    checkUrlWord(word, this.#diagnostics);
    if (word.text === undefined && text.startsWith(`${UNRESOLVED_OUTLINE}://`)) return this.#openScheme();
    SCHEME.lastIndex = 0;
    const start = SCHEME.test(text) ? SCHEME.lastIndex : 0;
    const written = start === 0 ? '' : text.slice(0, text.indexOf(':'));
    const whole = indexOr(text.indexOf('#'), text.length);
    const queryStart = Math.min(indexOr(text.indexOf('?'), whole), whole);
    const end = Math.min(indexOr(text.indexOf('/', start), queryStart), queryStart);
    const at = text.indexOf('@', start);
    const hostStart = at >= 0 && at < end ? at + 1 : start;
    const userinfo = text.slice(start, hostStart);
    if (start > written.length + 4) throw this.#rejected('Unsupported number of slashes', written.length + 1);
    const colon = userinfo.indexOf(':');
    const hostEnd = this.#hostEnd(hostStart, end, written !== '');
    const port = hostEnd < end ? this.#port(hostEnd + 1, end) : undefined;
    if (hostEnd === hostStart) throw this.#rejected('No host part in the URL', hostStart);
    const host = this.#host(word.slice(hostStart, hostEnd), hostStart);
    const scheme = this.#scheme(written.toLowerCase(), host, start, end);
    const isDefault = port?.text === (scheme === 'http' ? '80' : scheme === 'https' ? '443' : undefined);
    return {
      scheme,
      user: userinfo === '' ? undefined : word.slice(start, colon < 0 ? hostStart - 1 : start + colon),
      password: colon < 0 ? undefined : word.slice(start + colon + 1, hostStart - 1),
      host,
      port: isDefault || port?.isEmpty === true ? undefined : port,
      // An unresolved value that contains the scheme may also contain the path.
      path: scheme === '' && end === text.length ? Word.text('', word) : this.#path(end, queryStart),
      query: queryStart === whole ? undefined : word.slice(queryStart + 1, whole),
    };
  }

  /** `$SCHEME://host/path`: what follows is read as that of any web address. */
  #openScheme(): CurlUrl {
    const rest = Word.concat(this.#word, ['https', this.#word.slice(1)]);
    const url = readUrl(rest, this.#rules, this.#diagnostics);
    return { ...url, scheme: '', host: Word.concat(url.host, [this.#word.slice(0, 1), '://', url.host]) };
  }

  #scheme(given: string, host: Word, start: number, end: number): string {
    const { defaultProtocol = '', protocols } = this.#rules;
    let scheme = given === '' ? defaultProtocol : given;
    if (scheme === '') {
      const lower = host.outline.toLowerCase();
      const guess = GUESSES.find((name) => lower.startsWith(`${name}.`));
      scheme = guess ?? (this.#bringsScheme(start, end) ? '' : 'http');
    }
    if (scheme === '') return scheme;
    if (scheme !== 'http' && scheme !== 'https')
      throw this.#diagnostics.error('unsupported_scheme', this.#word);
    if (protocols?.has(scheme) === false) throw this.#diagnostics.error('protocol_disabled', this.#word);
    return scheme;
  }

  /** Whether a URL that starts with an unresolved value gets its scheme from it: `$BASE/users`, not `$HOST:8080`. */
  #bringsScheme(start: number, end: number): boolean {
    const first = this.#word.text === undefined ? this.#word.cut(start, start + 1)[0] : undefined;
    if (first?.kind !== 'unresolved') return false;
    const usual = first.value.default;
    if (usual?.includes('://') === true) return true;
    if (end > start + 1 || usual !== undefined) return false;
    return !/host|domain|^\W*ip\b|fqdn/i.test(first.value.written);
  }

  /** Where the host ends: at the colon before a port, or at the end of both. */
  #hostEnd(start: number, end: number, hasScheme: boolean): number {
    const text = this.#text;
    const close = text[start] === '[' ? indexOr(text.indexOf(']', start), end) : undefined;
    if (close !== undefined && close >= end) throw this.#rejected('Bad IPv6 address', start);
    const colon = close === undefined ? Math.min(indexOr(text.indexOf(':', start), end), end) : close + 1;
    if (colon < end && (text[colon] !== ':' || (colon + 1 === end && !hasScheme)))
      throw this.#rejected(BAD_PORT, colon);
    return colon;
  }

  #port(start: number, end: number): Word {
    const word = this.#word.slice(start, end);
    const { text } = word;
    if (text === '' || (word.hasUnresolved && !word.hasBytes)) return word;
    if (text === undefined || !/^\d+$/.test(text) || Number(text) > 65_535)
      throw this.#rejected(BAD_PORT, start);
    return Word.text(String(Number(text)), word);
  }

  #host(word: Word, at: number): Word {
    const { text } = word;
    if (text === undefined && !word.hasBytes) return word;
    const host = text === undefined ? undefined : text[0] === '[' ? this.#ipv6(text, word) : hostName(text);
    if (host === undefined) throw this.#rejected('Bad hostname', at);
    return host === text ? word : Word.text(host, word);
  }

  #ipv6(text: string, place: Span): string | undefined {
    if (text.includes('%'))
      this.#diagnostics.warn(
        'option_ignored',
        place,
        'The zone of the IPv6 address is left out; the request shape cannot express it.',
      );
    return normalAddress(text.replace(/%[^\]]+/, ''));
  }

  #path(start: number, end: number): Word {
    const path = this.#word.slice(start, end);
    if (start === end) return Word.text('/', path);
    if (!UNUSUAL_PATH.test(path.outline)) return path;
    const encoded = encodeNonAscii(path.map(upperCaseEscapes));
    const backslash = this.#text.indexOf('\\', start);
    if (backslash >= 0 && backslash < end)
      this.#diagnostics.warn('backslash_in_path', this.#word.slice(backslash, backslash + 1));
    return this.#rules.pathAsIs ? encoded : removeDotSegments(encoded);
  }
}

const ORDINARY_HOST = /^[A-Za-z][\w-]*(?:\.[\w-]+)*$/;

/** As it is sent: an address in its normal form, an internationalised name in Punycode (UTS #46, as libidn2 does it). */
function hostName(text: string): string | undefined {
  if (ORDINARY_HOST.test(text)) return text;
  const ipv4 = /^\d/.test(text) ? normalAddress(text) : undefined;
  if (ipv4 !== undefined) return ipv4;
  try {
    const host = text.includes('%') ? decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25')) : text;
    // A name may end with one dot, but dots alone are not a name.
    if (BAD_HOST.test(host) || host === '.' || host.endsWith('..')) return undefined;
    return /[^\x00-\x7f]/.test(host) ? new URL(`http://${host}/`).hostname : host;
  } catch {
    return undefined;
  }
}

const UNSENDABLE = /[\u0000-\u0020\u007f]/;

/** Refuses what may stand nowhere in a URL: blanks and control characters. */
export function checkUrlWord(word: Word, diagnostics: Diagnostics): void {
  if (!UNSENDABLE.test(word.outline)) return;
  const at = word.outline.search(UNSENDABLE);
  const message = 'URL rejected: it contains a space or control character. Percent-encode it.';
  throw diagnostics.error('invalid_url', word.slice(at, at + 1), message);
}

/** `127.1`, `0x7f000001`, `[0::1]` in the one way that they are sent; undefined for a name. */
function normalAddress(text: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${text}/`);
    // An IPv4 address at the end of an IPv6 address keeps its form.
    if (hostname.startsWith('[')) return text.includes('.') ? text : hostname;
    return /^\d+(?:\.\d+){3}$/.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/** Something in a path that is not sent as it is written, or that is warned of. */
const UNUSUAL_PATH = /[^\x21-\x7e]|[%\\]|\/\./;
const LOWER_CASE_ESCAPE = /%[0-9A-F]?[a-f]/;

/** The hex digits of percent-encoded bytes become upper case: curl does so since 8.20, older ones do not. */
function upperCaseEscapes(text: string): string {
  return LOWER_CASE_ESCAPE.test(text)
    ? text.replace(/%[0-9A-Fa-f]{2}/g, (bytes) => bytes.toUpperCase())
    : text;
}

/** RFC 3986, 5.2.4; `%2e` counts as a dot. */
export function removeDotSegments(path: Word): Word {
  const text = path.outline;
  if (!/\/(?:\.|%2e)/i.test(text)) return path;
  // Each segment includes the slash before it.
  const kept: Range[] = [];
  let endsInSlash = false;
  for (let from = 0; from < text.length; ) {
    const to = indexOr(text.indexOf('/', from + 1), text.length);
    const segment = to - from <= 7 ? text.slice(from + 1, to).replace(/%2e/gi, '.') : '';
    const isDots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push({ from, to });
    endsInSlash = isDots && to === text.length;
    from = to;
  }
  const slash = endsInSlash || kept.length === 0 ? '/' : '';
  return Word.concat(path, [...kept.map(({ from, to }) => path.slice(from, to)), slash]);
}

/** `-T file http://host/dir/`: the file's name ends the path when the path names none and there is no query. */
export function addFileName(url: CurlUrl, file: Word): void {
  // Even with --path-as-is, curl appends to the path without dot segments.
  const path = removeDotSegments(url.path);
  // curl does not count a lone `?` as a query: it removes it and appends the name.
  if ((url.query !== undefined && !url.query.isEmpty) || !path.outline.endsWith('/')) return;
  const name = file.outline;
  const from = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
  url.query = undefined;
  url.path = Word.concat(path, [path, percentEncode(file.slice(from), '%20')]);
}

/**
 * Appends to the query with `&` unless it ends with one, dot segments removed even with --path-as-is. An empty text to
 * an empty query leaves none.
 */
export function addQuery(url: CurlUrl, data: Word): void {
  url.path = removeDotSegments(url.path);
  const text = data.map(upperCaseEscapes);
  const { query } = url;
  if (query === undefined || query.isEmpty) url.query = text.isEmpty ? undefined : text;
  else
    url.query = query.outline.endsWith('&')
      ? Word.concat(query, [query, text])
      : joinWords(query, [query, text], '&');
}

/** A URL as one word. */
export function writeUrl({ scheme, host, port, path, query }: CurlUrl): Word {
  const start = scheme === '' ? '' : `${scheme}://`;
  const colon = port === undefined ? '' : ':';
  const mark = query === undefined ? '' : '?';
  return Word.concat(host, [start, host, colon, port ?? '', path, mark, query ?? '']);
}
