/** Follows redirects as curl does (lib/multi.c and lib/http.c), but sends less to other origins. */
import { InputError } from '../errors.ts';
import { basicAuthorization } from '../request/basic.ts';
import { decodeUserinfo } from '../request/normalize.ts';
import { escapeOf, withoutDotSegments } from '../request/percent.ts';
import { checkUrlText } from '../request/raw-text.ts';
import { afterRedirect } from '../request/redirects.ts';
import type { HeaderLine, RequestWarning } from '../schemas/request-shape.ts';
import { type Destination, parseDestination } from './connect/destination.ts';
import { DestinationRefused } from './connect/resolver.ts';
import { Failure } from './failures.ts';
import type { Outgoing } from './outgoing.ts';

interface NextHop {
  outgoing: Outgoing;
  destination: Destination;
  warnings: RequestWarning[];
}

/** Headers that are sent to another origin. curl forwards all but credentials; API keys have many names. */
const KEPT_ACROSS_ORIGINS = new Set(['accept', 'accept-language', 'user-agent', 'content-type']);

/** Whether a response is a redirect: any 3xx with a Location, as in curl. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return status >= 300 && status < 400 && location !== undefined && location !== '';
}

/**
 * Returns the request that follows a redirect.
 * @param location the header as received, one character per byte
 * @throws Failure `invalid_response` for a Location that is not a URL; DestinationRefused for other schemes
 */
export function nextHop(outgoing: Outgoing, from: Destination, status: number, location: string): NextHop {
  const { destination, userinfo } = resolveLocation(from, location);
  const crossOrigin = destination.origin !== from.origin;
  const warnings: RequestWarning[] = [];
  let next = rewriteMethod(outgoing, status);
  if (crossOrigin) {
    const { kept, dropped } = splitHeaders(next);
    if (dropped.length > 0)
      warnings.push({
        code: 'headers_not_forwarded',
        message: `The redirect leads to another origin, so these are not sent to it: ${dropped.join(', ')}.`,
      });
    next = { ...next, headers: kept };
  }
  if (userinfo !== undefined) {
    const { username, password } = userinfo;
    const others = next.headers.filter(({ name }) => name.toLowerCase() !== 'authorization');
    const value = basicAuthorization(`${username}:${password}`);
    next = { ...next, headers: [...others, { name: 'Authorization', value }] };
  }
  return { outgoing: next, destination, warnings };
}

function rewriteMethod(outgoing: Outgoing, status: number): Outgoing {
  const { options, form } = outgoing;
  const kind = outgoing.body === undefined ? 'none' : form ? 'form' : 'bytes';
  const { method, keepsBody } = afterRedirect({ method: outgoing.method, options, body: { kind } }, status);
  if (keepsBody) return outgoing;
  const { chunked: _chunked, expect_continue: _expect, ...others } = options;
  return {
    method,
    headers: outgoing.headers.flatMap((line) => withoutBody(line, form)),
    body: undefined,
    form: false,
    options: others,
  };
}

/** Content-Types that curl implies for a body, and removes with it. */
const IMPLIED_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Returns a header line for a request without its body: none or one. Like curl this keeps what was given with -H, Content-Type
 * included, but not the body's framing: its length and, in a form's type, the boundary. A type that curl
 * would have implied cannot be distinguished from the same one given with -H.
 */
function withoutBody(line: HeaderLine, form: boolean): HeaderLine[] {
  const lower = line.name.toLowerCase();
  if (lower === 'content-length') return [];
  if (lower !== 'content-type') return [line];
  const value = form ? line.value.replace(/; boundary=-{24}[A-Za-z0-9]{22}$/, '') : line.value;
  return IMPLIED_TYPES.includes(value) ? [] : [{ name: line.name, value }];
}

function splitHeaders({ headers, options }: Outgoing): { kept: HeaderLine[]; dropped: string[] } {
  const trusted = options.auth_on_redirect === true;
  // As in curl, a custom Host goes to the first host only, even if credentials go to others.
  const keeps = ({ name }: HeaderLine) =>
    trusted ? name.toLowerCase() !== 'host' : KEPT_ACROSS_ORIGINS.has(name.toLowerCase());
  return {
    kept: headers.filter(keeps),
    dropped: [...new Set(headers.filter((line) => !keeps(line)).map(({ name }) => name))],
  };
}

/** Resolves a Location (RFC 3986, section 5.2) on the raw text, so that only dot segments and non-ASCII bytes change. */
function resolveLocation(
  from: Destination,
  location: string,
): { destination: Destination; userinfo: ReturnType<typeof decodeUserinfo> | undefined } {
  const text = upperCaseEscapes(encodeBytes(location.trim()).replace(/#.*$/s, ''));
  const absolute = absoluteUrl(from, text);
  if (!/^https?:/i.test(absolute)) throw new DestinationRefused();
  try {
    checkUrlText(absolute);
    const match = /^([a-z]+:\/\/)(?:([^/?#]*)@)?([^/?#]*)(.*)$/is.exec(absolute);
    const [, scheme = '', userinfo, authority = '', rest = ''] = match ?? [];
    return {
      destination: parseDestination(scheme + authority + removeDotSegments(rest)),
      userinfo: userinfo === undefined ? undefined : decodeUserinfo(userinfo),
    };
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new Failure('invalid_response', 'The redirect points to something that is not a valid URL.', {
      cause,
    });
  }
}

function absoluteUrl(from: Destination, reference: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference;
  const scheme = from.secure ? 'https:' : 'http:';
  if (reference.startsWith('//')) return scheme + reference;
  const origin = from.href.slice(0, from.href.length - from.pathAndQuery.length);
  if (reference.startsWith('/')) return origin + reference;
  if (reference === '') return from.href;
  const path = from.pathAndQuery.replace(/\?.*$/s, '');
  if (reference.startsWith('?')) return origin + path + reference;
  return origin + path.slice(0, path.lastIndexOf('/') + 1) + reference;
}

/** Removes dot segments of the path; the query is unchanged. */
function removeDotSegments(rest: string): string {
  const [path = ''] = rest.split('?', 1);
  const segments = withoutDotSegments(path.split('/').slice(1), (segment) => segment, '');
  return (path === '' ? '' : `/${segments.join('/')}`) + rest.slice(path.length);
}

/** Percent-encodes spaces and non-ASCII bytes, with `+` for a space in the query, like curl's urlencode_str. */
function encodeBytes(text: string): string {
  let inQuery = false;
  return text.replace(/[?]|[\0-\x20\x7f-\xff]/g, (char) => {
    if (char === '?') inQuery = true;
    else if (char === ' ') return inQuery ? '+' : '%20';
    else if (char > '\x7f') return escapeOf(char);
    return char;
  });
}

/** Converts percent escapes to upper case, as curl does when it parses a URL. */
function upperCaseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (bytes) => bytes.toUpperCase());
}
