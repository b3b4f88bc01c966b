/** Follows redirects as curl does (lib/multi.c and lib/http.c), but sends less to other origins. */

import { InputError } from '../errors.ts';
import { basicAuthorization } from '../request/basic.ts';
import { decodeUserinfo } from '../request/normalize.ts';
import { afterRedirect } from '../request/redirects.ts';
import type { HeaderLine, RequestWarning } from '../schemas/request-shape.ts';
import { type Destination, parseDestination } from './connect/destination.ts';
import { DestinationRefused } from './connect/resolver.ts';
import { Failure } from './failures.ts';
import { fromBytes } from './http/exchange.ts';
import type { Outgoing } from './outgoing.ts';

export interface NextHop {
  outgoing: Outgoing;
  destination: Destination;
  /** Whether the scheme, host or port changes. */
  crossOrigin: boolean;
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
    const { username, password } = decodeUserinfo(userinfo);
    const others = next.headers.filter(({ name }) => name.toLowerCase() !== 'authorization');
    const value = basicAuthorization(`${username}:${password}`);
    next = { ...next, headers: [...others, { name: 'Authorization', value }] };
  }
  return { outgoing: next, destination, crossOrigin, warnings };
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
  const { name, value } = line;
  switch (name.toLowerCase()) {
    case 'content-length':
      return [];
    case 'content-type': {
      const given = form ? value.replace(/; boundary=-{24}[A-Za-z0-9]{22}$/, '') : value;
      return IMPLIED_TYPES.includes(given) ? [] : [{ name, value: given }];
    }
    default:
      return [line];
  }
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

/** Matches what URL parsers would repair: backslashes, controls, and anything but two slashes after http. */
const REPAIRED = /^[^?#]*[\\\0-\x1f]|^https?:(?!\/\/)/i;

/** Resolves a Location as browsers do (WHATWG URL). */
function resolveLocation(
  from: Destination,
  location: string,
): { destination: Destination; userinfo: string | undefined } {
  const text = fromBytes(location.trim());
  const invalid = (cause?: unknown) =>
    new Failure('invalid_response', 'The redirect points to something that is not a valid URL.', { cause });
  if (REPAIRED.test(text) || !URL.canParse(text, from.href)) throw invalid();
  const url = new URL(text, from.href);
  if (!/^https?:$/.test(url.protocol)) throw new DestinationRefused();
  const { username, password } = url;
  url.username = url.password = url.hash = '';
  try {
    return {
      destination: parseDestination(url.href),
      userinfo: username + password === '' ? undefined : `${username}:${password}`,
    };
  } catch (cause) {
    throw cause instanceof InputError ? invalid(cause) : cause;
  }
}
