/** Checks a URL's raw text before anything is resolved, and returns what to dial. */
import { isIP } from 'node:net';
import { InputError } from '../../errors.ts';
import { checkUrlText, DNS_NAME } from '../../request/raw-text.ts';

/** Where a request goes. Host and port are what is dialled; the request target is sent verbatim. */
export interface Destination {
  secure: boolean;
  /** As the URL parser canonicalises it, without brackets and trailing dot: a name or an IP address. */
  hostname: string;
  port: number;
  /** The default `Host` header: as written where possible, as curl does. */
  authority: string;
  /** Path and query as written in the URL; never empty. */
  pathAndQuery: string;
  /** Scheme, host and port in canonical form: what "same origin" compares. */
  origin: string;
  /** The URL as text, without userinfo and fragment. */
  href: string;
}

const SCHEME_AND_AUTHORITY = /^(https?):\/\/([^/?#]*)([^#]*)/i;

/**
 * Checks a URL's raw text. Userinfo and fragment must have been removed.
 * @throws InputError for `/url`, saying what is wrong with it
 */
export function parseDestination(url: string): Destination {
  checkUrlText(url);
  const match = SCHEME_AND_AUTHORITY.exec(url);
  if (match === null) throw urlError('unsupported_scheme', 'The URL must start with http:// or https://.');
  const [, scheme = '', authority = '', rest = ''] = match;
  if (authority.includes('@'))
    throw urlError(
      'invalid_url',
      'The URL has more than one @ before its host. Write @ in a user name or password as %40.',
    );
  const text = `${scheme}://${authority}/`;
  if (!URL.canParse(text)) throw urlError('invalid_host', 'The host or port of the URL is not valid.');
  const base = new URL(text);
  const secure = base.protocol === 'https:';
  const bare = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const hostname = isIP(bare) === 0 ? bare.replace(/\.$/, '') : bare;
  if (isIP(hostname) === 0 && !DNS_NAME.test(hostname))
    throw urlError('invalid_host', 'The host of the URL is not a valid name or address.');
  if (base.port === '0') throw urlError('invalid_port', 'The port of the URL must be between 1 and 65535.');
  const pathAndQuery = wirePath(rest);
  const written = authority.replace(/:\d*$/, '');
  const host = written.toLowerCase() === base.hostname ? written : base.hostname;
  return {
    secure,
    hostname,
    port: base.port === '' ? (secure ? 443 : 80) : Number(base.port),
    authority: base.port === '' ? host : `${host}:${base.port}`,
    pathAndQuery,
    origin: base.origin,
    href: `${base.protocol}//${host}${base.port === '' ? '' : `:${base.port}`}${pathAndQuery}`,
  };
}

/** Returns path and query for the request line: `/` for an empty path; non-ASCII in the path is percent-encoded as in curl. */
function wirePath(rest: string): string {
  const full = rest.startsWith('/') ? rest : `/${rest}`;
  const query = full.indexOf('?');
  const path = query < 0 ? full : full.slice(0, query);
  return path.replace(/[^\x21-\x7e]+/g, encodeURIComponent) + (query < 0 ? '' : full.slice(query));
}

function urlError(code: string, message: string): InputError {
  return new InputError({ field: '/url', code, message });
}
