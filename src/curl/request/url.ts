/** Request pass: URLs as curl reads and sends them (RFC 3986 with the leniency of libcurl's urlapi.c, curl 8.23). */
import { withoutDotSegments } from '../../request/percent.ts';
import { type Diagnostics, looksLikePlaceholder } from '../diagnostics.ts';
import { encodeNonAscii, encodeWord } from '../options/percent.ts';
import type { Transfer } from '../options/transfer.ts';
import { joinWords, UNRESOLVED_OUTLINE, Word } from '../word.ts';

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

/** A value behind a name or a port may be the path: `https://a.example$PATH`, but not `https://$HOST` or `http://a:$PORT`. */
const ENDS_OPEN = new RegExp(`[^:.-]${UNRESOLVED_OUTLINE}$`);

type UrlRules = Pick<Transfer, 'pathAsIs' | 'defaultProtocol' | 'protocols'>;

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]{0,39}):(\/+))?(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/;
/** A name or an address in brackets, and a port. */
const AUTHORITY = /^(\[[^\]]*\]|(?!\[)[^:]*)(:?)([\s\S]*)$/;
/** Schemes that curl guesses from the host name of a URL without one. */
const GUESSES = ['ftp', 'dict', 'ldap', 'imap', 'smtp', 'pop3'];
const BAD_HOST = /[\s/:#?!@{}[\]\\$'"^`*<>=;,+&()%\u0000-\u0020\u007f]/;
const BAD_PORT = 'Port number was not a decimal number between 0 and 65535';
const ZONE = 'The zone of the IPv6 address is left out; the request shape cannot express it.';

/**
 * Reads a URL.
 * @throws InputError for what curl refuses, and for schemes other than http and https
 */
export function readUrl(word: Word, rules: UrlRules, diagnostics: Diagnostics): CurlUrl {
  checkUrlWord(word, diagnostics);
  const text = word.outline;
  if (word.text === undefined && text.startsWith(`${UNRESOLVED_OUTLINE}://`)) {
    // `$SCHEME://host/path`: what follows is read as that of any web address.
    const url = readUrl(Word.concat(word, ['https', word.slice(1)]), rules, diagnostics);
    return { ...url, scheme: '', host: Word.concat(url.host, [word.slice(0, 1), '://', url.host]) };
  }
  const [, written = '', slashes = '', userinfo, authority = '', path = '', query] = PARTS.exec(text) ?? [];
  const start = written === '' ? 0 : written.length + 1 + slashes.length;
  const hostStart = userinfo === undefined ? start : start + userinfo.length + 1;
  const end = hostStart + authority.length;
  const pathEnd = end + path.length;
  if (slashes.length > 3)
    throw rejected('Unsupported number of slashes', word, written.length + 1, diagnostics);
  const { host, port } = readAuthority(word, hostStart, end, written !== '', diagnostics);
  const colon = userinfo?.indexOf(':') ?? -1;
  const scheme = readScheme(written.toLowerCase(), host, word, rules, diagnostics);
  const isDefault = port?.text === (scheme === 'http' ? '80' : scheme === 'https' ? '443' : undefined);
  // An unresolved value that contains the scheme may also contain the path.
  const isOpen = scheme === '' || ENDS_OPEN.test(authority);
  return {
    scheme,
    user: userinfo === undefined ? undefined : word.slice(start, colon < 0 ? hostStart - 1 : start + colon),
    password: colon < 0 ? undefined : word.slice(start + colon + 1, hostStart - 1),
    host,
    port: isDefault || port?.isEmpty === true ? undefined : port,
    path: readPath(word.slice(end, pathEnd), isOpen, rules, diagnostics),
    query: query === undefined ? undefined : word.slice(pathEnd + 1, pathEnd + 1 + query.length),
  };
}

function rejected(reason: string, word: Word, at: number, diagnostics: Diagnostics) {
  const place = word.slice(Math.min(at, word.outline.length - 1));
  return diagnostics.error('invalid_url', place, `URL rejected: ${reason}`);
}

/** Reads the host and the port between two indices. */
function readAuthority(
  word: Word,
  start: number,
  end: number,
  hasScheme: boolean,
  diagnostics: Diagnostics,
): Pick<CurlUrl, 'host' | 'port'> {
  const authority = word.outline.slice(start, end);
  const [, name, colon, digits] = AUTHORITY.exec(authority) ?? [];
  if (name === undefined) throw rejected('Bad IPv6 address', word, start, diagnostics);
  const hostEnd = start + name.length;
  const isPort = colon === ':' && (digits !== '' || hasScheme);
  const port = isPort ? readPort(word.slice(hostEnd + 1, end)) : undefined;
  const remedy = /^[A-Za-z]\w*$/.test(digits ?? '') ? `. Write a placeholder as \`{{${digits}}}\`` : '';
  if (hostEnd < end && port === undefined)
    throw rejected(BAD_PORT + remedy, word, isPort ? hostEnd + 1 : hostEnd, diagnostics);
  if (hostEnd === start) throw rejected('No host part in the URL', word, start, diagnostics);
  const named = word.slice(start, hostEnd);
  const host = readHost(named);
  const [placeholder] = /<[A-Za-z][^<>]*>/.exec(name) ?? [];
  if (host === undefined && placeholder !== undefined)
    throw diagnostics.error('invalid_url', named, looksLikePlaceholder(placeholder));
  if (host === undefined) throw rejected('Bad hostname', word, start, diagnostics);
  if (/^\[.*%/s.test(name)) diagnostics.warn('option_ignored', named, ZONE);
  return { host, port };
}

function readScheme(
  given: string,
  host: Word,
  word: Word,
  { defaultProtocol = '', protocols }: UrlRules,
  diagnostics: Diagnostics,
): string {
  const lower = host.outline.toLowerCase();
  const scheme =
    given ||
    defaultProtocol ||
    (GUESSES.find((name) => lower.startsWith(`${name}.`)) ?? (bringsScheme(word) ? '' : 'http'));
  if (scheme === '') return scheme;
  if (scheme !== 'http' && scheme !== 'https') throw diagnostics.error('unsupported_scheme', word);
  if (protocols?.has(scheme) === false) throw diagnostics.error('protocol_disabled', word);
  return scheme;
}

/** Whether a URL that starts with an unresolved value may get its scheme from it: `$BASE/users`, `$HOST:8080`. */
function bringsScheme({ segments: [first] }: Word): boolean {
  if (first?.kind !== 'unresolved') return false;
  const { default: usual = '://' } = first.value;
  return usual.includes('://');
}

/** @returns undefined for an invalid port */
function readPort(word: Word): Word | undefined {
  const { text } = word;
  if (text === '' || (word.hasUnresolved && !word.hasBytes)) return word;
  if (text === undefined || !/^\d+$/.test(text) || Number(text) > 65_535) return undefined;
  return Word.text(String(Number(text)), word);
}

/** @returns undefined for an invalid host */
function readHost(word: Word): Word | undefined {
  const { text } = word;
  if (text === undefined) return word.hasBytes ? undefined : word;
  const host = text[0] === '[' ? normalAddress(text.replace(/%[^\]]+/, '')) : hostName(text);
  if (host === undefined) return undefined;
  return host === text ? word : Word.text(host, word);
}

function readPath(path: Word, isOpen: boolean, { pathAsIs }: UrlRules, diagnostics: Diagnostics): Word {
  if (path.isEmpty) return Word.text(isOpen ? '' : '/', path);
  if (!UNUSUAL_PATH.test(path.outline)) return path;
  const backslash = path.outline.indexOf('\\');
  if (backslash >= 0) diagnostics.warn('backslash_in_path', path.slice(backslash, backslash + 1));
  const encoded = encodeNonAscii(path.map(upperCaseEscapes));
  return pathAsIs ? encoded : removeDotSegments(encoded);
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
  const at = word.outline.search(UNSENDABLE);
  if (at < 0) return;
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

/** The hex digits of percent-encoded bytes become upper case: curl does so since 8.20, older ones do not. */
const upperCaseEscapes = (text: string): string =>
  text.replace(/%[0-9A-Fa-f]{2}/g, (bytes) => bytes.toUpperCase());

/** RFC 3986, 5.2.4; `%2e` counts as a dot. */
export function removeDotSegments(path: Word): Word {
  if (!/\/(?:\.|%2e)/i.test(path.outline)) return path;
  const segments: (Word | string)[] = path.split('/').slice(1);
  const nameOf = (segment: Word | string) => (typeof segment === 'string' ? segment : segment.outline);
  return joinWords(path, ['', ...withoutDotSegments(segments, nameOf, '')], '/');
}

/** `-T file http://host/dir/`: appends the file's name to a path that ends with a slash, unless there is a query. */
export function addFileName(url: CurlUrl, file: Word): void {
  // Even with --path-as-is, curl appends to the path without dot segments.
  const path = removeDotSegments(url.path);
  // curl does not count a lone `?` as a query: it removes it and appends the name.
  if ((url.query !== undefined && !url.query.isEmpty) || !path.outline.endsWith('/')) return;
  const name = file.outline;
  const from = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
  url.query = undefined;
  url.path = Word.concat(path, [path, encodeWord(file.slice(from), '%20')]);
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
  else url.query = Word.concat(query, [query, query.outline.endsWith('&') ? '' : '&', text]);
}

/** A URL as one word. */
export function writeUrl({ scheme, host, port, path, query }: CurlUrl): Word {
  const start = scheme === '' ? '' : `${scheme}://`;
  const colon = port === undefined ? '' : ':';
  const mark = query === undefined ? '' : '?';
  return Word.concat(host, [start, host, colon, port ?? '', path, mark, query ?? '']);
}
