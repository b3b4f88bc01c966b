/** URLs as curl reads and sends them (RFC 3986 with the leniency of libcurl's urlapi.c, curl 8.23). */
import { type Context, hasOpenValue, hasRawByte, isOpenMark, replaceRawBytes, type Word } from './context.ts';
import { encodeNonAscii, percentEncode } from './encode.ts';

export interface CurlUrl {
  /** `http` or `https`; `''` when the URL starts with an open value that may bring it. */
  scheme: string;
  /** Still percent-encoded, as written; undefined when there is none. */
  user: string | undefined;
  password: string | undefined;
  host: string;
  /** `''` for the default port. */
  port: string;
  path: string;
  /** Without `?`; undefined when there is none. */
  query: string | undefined;
  /** The whole URL, where curl changes nothing in it: then its parts are not cut out before {@link partsOf} does. */
  text: string | undefined;
}

export interface UrlRules {
  pathAsIs: boolean;
  defaultProtocol: string | undefined;
  protocols: ReadonlySet<string> | undefined;
  /** An HTTP proxy gets a URL of http as it is written: its path is not escaped, and an empty query left out. */
  proxied: boolean;
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]{0,39}):(?=\/)/;
/** Schemes that curl guesses from the host name of a URL without one. */
const GUESSES = ['ftp', 'dict', 'ldap', 'imap', 'smtp', 'pop3'];
const BAD_HOST = /[\s/:#?!@{}[\]\\$'"^`*<>=;,+&()%\u0000-\u0020\u007f]/;

/**
 * URLs in which curl, globbing included, changes nothing: most are. Nothing but printable ASCII, no IPv4 address
 * or Punycode, no default port, no path segment that starts with a dot, no escapes but in the query.
 */
const PLAIN =
  /^https?:\/\/(?![Xx][Nn]--)[A-Za-z][A-Za-z0-9.-]*(?<!\.)(?::(?!80(?:\/|$)|443(?:\/|$))[1-9]\d{0,3})?(?:$|(?:\/(?:[!"$&-\-0->@-Z^-z|~][!"$&-.0->@-Z^-z|~]*)?)+(?:\?[!"$-Z^-z|~]*)?$)/;

/**
 * Reads an `http` or `https` URL in which there is nothing that curl would change, expand or refuse.
 * @returns undefined for any other URL
 */
export function readPlainUrl(text: string): CurlUrl | undefined {
  if (!PLAIN.test(text)) return undefined;
  const hostStart = text.charCodeAt(4) === 0x73 ? 8 : 7;
  return {
    scheme: hostStart === 8 ? 'https' : 'http',
    user: undefined,
    password: undefined,
    host: '',
    port: '',
    path: '',
    query: undefined,
    text: text.includes('/', hostStart) ? text : `${text}/`,
  };
}

/** Characters of a query in which curl changes nothing but the case of escapes. */
const PLAIN_QUERY = /^[!"$-Z^-z|~]*$/;

/** Whether a text can be added to a query as it is. */
export function isPlainQuery(text: string): boolean {
  return PLAIN_QUERY.test(text);
}

/** The URL with its parts cut out. */
function partsOf(url: CurlUrl): CurlUrl {
  const { text } = url;
  if (text === undefined) return url;
  const hostStart = url.scheme.length + 3;
  const mark = text.indexOf('?');
  const slash = text.indexOf('/', hostStart);
  const colon = text.indexOf(':', hostStart);
  const portStart = colon < 0 || colon > slash ? slash : colon;
  url.host = text.slice(hostStart, portStart);
  url.port = text.slice(portStart + 1, slash);
  url.path = mark < 0 ? text.slice(slash) : text.slice(slash, mark);
  url.query = mark < 0 ? undefined : text.slice(mark + 1);
  url.text = undefined;
  return url;
}

export function hostOf(url: CurlUrl): string {
  return partsOf(url).host;
}

/**
 * Reads a URL.
 * @throws InputError for what curl refuses, and for schemes other than http and https
 */
export function readUrl(context: Context, word: Word, text: string, rules: UrlRules): CurlUrl {
  const isOdd = rules.protocols !== undefined || (rules.proxied && text.endsWith('?'));
  const plain = isOdd ? undefined : readPlainUrl(text);
  return plain ?? new UrlReader(context, word, text, rules).read();
}

class UrlReader {
  readonly #context: Context;
  readonly #word: Word;
  readonly #text: string;
  readonly #rules: UrlRules;

  constructor(context: Context, word: Word, text: string, rules: UrlRules) {
    this.#context = context;
    this.#word = word;
    this.#text = text;
    this.#rules = rules;
  }

  #error(code: string, message: string, at = 0) {
    const { from, start } = this.#word;
    const place = from >= 0 && this.#word.text === this.#text ? from + at : start;
    return this.#context.error(code, message, place);
  }

  read(): CurlUrl {
    const text = this.#text;
    checkUrlText(text, (message, at) => this.#error('invalid_url', message, at));
    if (isOpenMark(text, 0) && text.startsWith('://', 1)) return this.#openScheme();
    const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? '';
    let at = scheme === '' ? 0 : scheme.length + 1;
    if (scheme !== '') {
      const slashes = /^\/*/.exec(text.slice(at, at + 8))?.[0].length ?? 0;
      if (slashes > 3)
        throw this.#error('invalid_url', 'URL rejected: Unsupported number of slashes following scheme', at);
      at += slashes;
    }
    const rest = text.slice(at);
    const authorityEnd = rest.search(/[/?#]/);
    const authority = authorityEnd < 0 ? rest : rest.slice(0, authorityEnd);
    const tail = authorityEnd < 0 ? '' : rest.slice(authorityEnd);
    const sign = authority.indexOf('@');
    const userinfo = sign < 0 ? undefined : authority.slice(0, sign);
    const { host, port } = this.#hostAndPort(authority.slice(sign + 1), scheme !== '', at + sign + 1);
    const known = this.#scheme(scheme, host, authority);
    const colon = userinfo?.indexOf(':') ?? -1;
    const hash = tail.indexOf('#');
    const target = hash < 0 ? tail : tail.slice(0, hash);
    const mark = target.indexOf('?');
    const isProxied = this.#rules.proxied && known === 'http';
    const query = mark < 0 ? undefined : this.#query(target.slice(mark + 1));
    return {
      scheme: known,
      user: userinfo === undefined ? undefined : colon < 0 ? userinfo : userinfo.slice(0, colon),
      password: colon < 0 ? undefined : userinfo?.slice(colon + 1),
      host,
      port: (known === 'http' && port === '80') || (known === 'https' && port === '443') ? '' : port,
      // An open value that brings the scheme may bring the path as well.
      path:
        known === '' && tail === '' ? '' : this.#path(mark < 0 ? target : target.slice(0, mark), isProxied),
      query: isProxied && query === '' ? undefined : query,
      text: undefined,
    };
  }

  /** `$SCHEME://host/path`: what follows is read as that of any web address. */
  #openScheme(): CurlUrl {
    const [mark = ''] = this.#text;
    const url = partsOf(readUrl(this.#context, this.#word, `https${this.#text.slice(1)}`, this.#rules));
    return { ...url, scheme: '', host: `${mark}://${url.host}` };
  }

  #scheme(given: string, host: string, authority: string): string {
    let scheme = given === '' ? (this.#rules.defaultProtocol ?? '') : given;
    if (scheme === '') {
      const lower = host.toLowerCase();
      scheme =
        GUESSES.find((guess) => lower.startsWith(`${guess}.`)) ??
        (bringsScheme(this.#context, authority) ? '' : 'http');
    }
    if (scheme !== '' && scheme !== 'http' && scheme !== 'https')
      throw this.#error(
        'unsupported_scheme',
        `Only http and https URLs are requests; this one is ${scheme}.`,
      );
    if (scheme !== '' && this.#rules.protocols?.has(scheme) === false)
      throw this.#error('protocol_disabled', `Protocol ${scheme} is disabled by --proto.`);
    return scheme;
  }

  #hostAndPort(text: string, hasScheme: boolean, at: number): { host: string; port: string } {
    let host = text;
    let port = '';
    const colon = text.startsWith('[') ? text.indexOf(']') + 1 : text.indexOf(':');
    if (text.startsWith('[') && colon === 0)
      throw this.#error('invalid_url', 'URL rejected: Bad IPv6 address', at);
    if (colon > 0 || (colon === 0 && text !== '')) {
      const after = text.slice(colon);
      host = text.slice(0, colon);
      if (after !== '' && !after.startsWith(':'))
        throw this.#error(
          'invalid_url',
          'URL rejected: Port number was not a decimal number between 0 and 65535',
          at + colon,
        );
      if (after === ':' && !hasScheme)
        throw this.#error(
          'invalid_url',
          'URL rejected: Port number was not a decimal number between 0 and 65535',
          at + colon,
        );
      port = this.#port(after.slice(1), at + colon + 1);
    }
    if (host === '') throw this.#error('invalid_url', 'URL rejected: No host part in the URL', at);
    return { host: this.#host(host, at), port };
  }

  #port(text: string, at: number): string {
    if (text === '' || (hasOpenValue(text) && !hasRawByte(text))) return text;
    if (!/^\d+$/.test(text) || Number(text) > 65_535)
      throw this.#error(
        'invalid_url',
        'URL rejected: Port number was not a decimal number between 0 and 65535',
        at,
      );
    return String(Number(text));
  }

  #host(text: string, at: number): string {
    if (hasRawByte(text)) throw this.#error('invalid_url', 'URL rejected: Bad hostname', at);
    if (hasOpenValue(text)) return text;
    if (text.startsWith('[')) return this.#ipv6(text, at);
    const ipv4 = normalIpv4(text);
    if (ipv4 !== undefined) return ipv4;
    const host = text.includes('%') ? this.#decodedHost(text, at) : text;
    // One dot may end a name; nothing but dots is none.
    if (BAD_HOST.test(host) || host === '.' || host.endsWith('..'))
      throw this.#error('invalid_url', 'URL rejected: Bad hostname', at);
    return /[^\x00-\x7f]/.test(host) ? this.#idn(host, at) : host;
  }

  #decodedHost(text: string, at: number): string {
    try {
      return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
    } catch {
      throw this.#error('invalid_url', 'URL rejected: Bad hostname', at);
    }
  }

  /** Internationalised names become Punycode (UTS #46, as libidn2 does it). */
  #idn(host: string, at: number): string {
    try {
      return new URL(`http://${host}/`).hostname;
    } catch {
      throw this.#error('invalid_url', 'URL rejected: Bad internationalised hostname', at);
    }
  }

  #ipv6(text: string, at: number): string {
    const match = /^\[([0-9a-fA-F:.]+)(?:%[^\]]+)?\]$/.exec(text);
    const address = match?.[1] === undefined ? undefined : normalIpv6(match[1]);
    if (address === undefined) throw this.#error('invalid_url', 'URL rejected: Bad IPv6 address', at);
    if (text.includes('%'))
      this.#context.warn('option_ignored', 'The zone of the IPv6 address is left out.', this.#word);
    return `[${address}]`;
  }

  #path(path: string, isProxied: boolean): string {
    if (path === '') return '/';
    const isKept = isProxied && !hasRawByte(path);
    const encoded = isKept ? path : encodeNonAscii(upperCaseEscapes(path));
    if (path.includes('\\'))
      this.#context.warn(
        'backslash_in_path',
        'curl sends the backslash as it is; the service refuses to.',
        this.#word,
      );
    return this.#rules.pathAsIs ? encoded : removeDotSegments(encoded);
  }

  #query(query: string): string {
    if (!hasRawByte(query)) return query;
    this.#context.warn(
      'invalid_utf8',
      'Bytes of the query that are not UTF-8 are replaced; curl sends them as they are.',
      this.#word,
    );
    return replaceRawBytes(query);
  }
}

/**
 * Refuses what may stand nowhere in a URL: blanks and control characters.
 * @param error makes the error for a message and an index
 */
export function checkUrlText(text: string, error: (message: string, at: number) => Error): void {
  const at = text.search(/[\u0000-\u0020\u007f]/);
  if (at < 0) return;
  const what = text[at] === ' ' ? 'a space' : 'a control character';
  throw error(`URL rejected: Malformed input to a URL function: ${what} in the URL; encode it.`, at);
}

/** Whether a URL that starts with an open value gets its scheme from it: `$BASE/users`, not `$HOST:8080`. */
function bringsScheme(context: Context, authority: string): boolean {
  if (authority === '' || !isOpenMark(authority, 0)) return false;
  const usual = context.withDefaults(authority.charAt(0));
  if (usual?.includes('://') === true) return true;
  if (authority.length > 1 || usual !== undefined) return false;
  return !/host|domain|addr|server|^\W*ip\b|fqdn/i.test(context.spelling(authority));
}

/** `127.1`, `0x7f000001`, `2130706433`, `017700000001` → `127.0.0.1`; undefined for a name. */
function normalIpv4(text: string): string | undefined {
  if (!/^\d/.test(text)) return undefined;
  const parts = text.replace(/\.$/, '').split('.');
  if (parts.length > 4) return undefined;
  const numbers = parts.map((part) => {
    if (/^0x[0-9a-fA-F]+$/.test(part)) return Number.parseInt(part.slice(2), 16);
    if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8);
    return /^[1-9]\d*$/.test(part) ? Number(part) : Number.NaN;
  });
  const last = numbers.pop() ?? Number.NaN;
  if (numbers.some((number) => !(number <= 255)) || !(last < 256 ** (4 - numbers.length))) return undefined;
  const tail = [24, 16, 8, 0].slice(numbers.length).map((shift) => Math.floor(last / 2 ** shift) % 256);
  return [...numbers, ...tail].join('.');
}

/** The shortest form of an IPv6 address, as inet_ntop writes it; undefined when it is none. */
function normalIpv6(text: string): string | undefined {
  let address = text;
  const embedded = /:(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (embedded !== null) {
    const [a = 256, b = 256, c = 256, d = 256] = embedded.slice(1).map(Number);
    if (Math.max(a, b, c, d) > 255) return undefined;
    address = `${text.slice(0, embedded.index + 1)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const groupsOf = (half: string | undefined) => (half === undefined || half === '' ? [] : half.split(':'));
  const head = groupsOf(halves[0]);
  const tail = groupsOf(halves[1]);
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...new Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return compressIpv6(groups.map((group) => Number.parseInt(group, 16)));
}

function compressIpv6(groups: readonly number[]): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  const mapped = best.start === 0 && (best.length === 6 || (best.length === 5 && groups[5] === 0xffff));
  if (mapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return `${best.length === 5 ? '::ffff:' : '::'}${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  if (best.start < 0) return hex(groups);
  return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`;
}

const LOWER_CASE_ESCAPE = /%[0-9A-F]?[a-f]/;

/** The hex digits of percent-encoded bytes become upper case: curl does so since 8.20, older ones do not. */
function upperCaseEscapes(text: string): string {
  return LOWER_CASE_ESCAPE.test(text)
    ? text.replace(/%[0-9A-Fa-f]{2}/g, (bytes) => bytes.toUpperCase())
    : text;
}

/** RFC 3986, 5.2.4; `%2e` counts as a dot. */
export function removeDotSegments(path: string): string {
  if (!/\/(?:\.|%2e)/i.test(path)) return path;
  const output: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const plain = segment.length <= 6 ? segment.replace(/%2e/gi, '.') : segment;
    const last = index === segments.length - 1;
    if (plain === '..') output.pop();
    else if (plain !== '.') output.push(segment);
    if (last && (plain === '.' || plain === '..')) output.push('');
  }
  return `/${output.join('/')}`;
}

/** `-T file http://host/dir/`: the file's name ends the path when the path names none and there is no query. */
export function addFileName(url: CurlUrl, file: string): void {
  const parts = partsOf(url);
  // Also with --path-as-is curl looks at the path without dot segments, and appends to that.
  const path = removeDotSegments(parts.path);
  // A bare `?` is no query to curl here: it goes, and the name is appended.
  if ((parts.query ?? '') !== '' || !path.endsWith('/')) return;
  parts.query = undefined;
  parts.path =
    path + percentEncode(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1), '%20');
}

/** Appends to the query with `&` unless it ends with one, dot segments removed even with --path-as-is. An empty text to an empty query leaves none. */
export function addQuery(url: CurlUrl, data: string): void {
  const parts = partsOf(url);
  parts.path = removeDotSegments(parts.path);
  const text = upperCaseEscapes(data);
  if (parts.query === undefined || parts.query === '') parts.query = text === '' ? undefined : text;
  else parts.query += parts.query.endsWith('&') ? text : `&${text}`;
}

/** The URL without credentials, in its normal form. */
export function writeUrl(url: CurlUrl): string {
  if (url.text !== undefined) return url.text;
  const scheme = url.scheme === '' ? '' : `${url.scheme}://`;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${scheme}${url.host}${port}${url.path}${url.query === undefined ? '' : `?${url.query}`}`;
}
