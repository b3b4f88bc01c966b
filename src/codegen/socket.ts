/**
 * What a program writes on a socket when its language's library would change the request: the lines of an
 * HTTP/1.x head (RFC 9112). Knows no language.
 */
import { utf8Base64 } from '../request/bytes.ts';
import {
  hasHeader,
  type LowerCase,
  type NormalHeader,
  type NormalRequest,
  normalHeader,
  omits,
} from '../request/normalize.ts';
import type { HeaderLine } from '../schemas/request-shape.ts';
import {
  headersToSend,
  proxyCredentials,
  type UrlPieces,
  urlPieces,
  type Warnings,
  wantsEncodings,
} from './generator.ts';

/** A header line, and what the program itself puts behind its value. */
export interface SocketLine extends HeaderLine {
  /** `length`: how many bytes the body has; `credentials`: the base64 of {@link SocketRequest.credentials}. */
  tail: 'none' | 'boundary' | 'length' | 'credentials';
}

/** What a language has for the tails of header lines, as expressions. */
export type Tails = Readonly<Record<Exclude<SocketLine['tail'], 'none'>, () => string>>;

/** A header line as an expression of a language that joins texts with `+`. */
export function lineExpression(
  { name, value, tail }: SocketLine,
  text: (text: string) => string,
  tails: Tails,
): string {
  const start = text(`${name}: ${value}`);
  return tail === 'none' ? start : `${start} + ${tails[tail]()}`;
}

export interface SocketRequest {
  scheme: string;
  /** Where to connect to: the server, or the proxy. An IPv6 address stands in brackets. */
  host: string;
  port: string;
  /** `POST /path HTTP/1.1` */
  requestLine: string;
  /** In order, Host first. */
  lines: SocketLine[];
  /** `user:password` of basic authentication, where variables stand in it. */
  credentials: string | undefined;
}

/**
 * The request as a program can write it; undefined when it takes a challenge, another version of HTTP or a
 * tunnel, or when the address to connect to is not known yet.
 * @param headers the lines to send, as headersToSend() gives them
 * @param isOpen whether a variable stands in a text
 */
export function socketRequest(
  request: NormalRequest,
  headers: readonly NormalHeader[],
  isOpen: (text: string) => boolean,
): SocketRequest | undefined {
  const { url, method, options, auth } = request;
  const pieces = urlPieces(url);
  const version = options.http_version ?? '1.1';
  if (
    pieces === undefined ||
    (version !== '1.0' && version !== '1.1') ||
    (auth !== undefined && auth.scheme !== 'basic')
  )
    return undefined;
  const proxied = proxyAddress(options.proxy, pieces.scheme, isOpen);
  const { host = '', port = '' } = options.proxy === undefined ? serverAddress(pieces) : (proxied ?? {});
  const target = requestTarget(request, pieces);
  if (host === '' || isOpen(host) || /[\0-\x1f\x7f]/.test(target)) return undefined;
  return {
    scheme: pieces.scheme,
    host,
    port,
    requestLine: `${method} ${target} HTTP/${version}`,
    lines: headerLines(request, headers, pieces.authority, proxied?.credentials),
    credentials: auth === undefined ? undefined : `${auth.username ?? ''}:${auth.password ?? ''}`,
  };
}

/**
 * The same for a language whose program sends one request and decodes the answer itself; undefined with -L, too.
 * @param decodes what it asks for with --compressed: the Accept-Encoding that its program can undo
 */
export function singleRequest(
  request: NormalRequest,
  warnings: Warnings,
  decodes: string,
  isOpen: (text: string) => boolean,
): SocketRequest | undefined {
  const { options } = request;
  if (options.follow_redirects === true) return undefined;
  const headers = headersToSend(request, warnings);
  const sent = wantsEncodings(request) ? [...headers, normalHeader('Accept-Encoding', decodes)] : headers;
  return socketRequest(request, sent, isOpen);
}

function serverAddress({ scheme, authority }: UrlPieces): { host?: string; port: string } {
  const [, host, port = scheme === 'https' ? '443' : '80'] =
    /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? [];
  return host === undefined ? { port } : { host, port };
}

/** Host, port and credentials of an HTTP proxy for a URL without TLS; undefined for any other. */
function proxyAddress(
  proxy: string | undefined,
  scheme: string,
  isOpen: (text: string) => boolean,
): { host: string; port: string; credentials: string | undefined } | undefined {
  if (proxy === undefined || scheme !== 'http' || isOpen(proxy)) return undefined;
  const match = /^(?:http:\/\/)?(?:[^/]*@)?(\[[^\]@]*\]|[^:/@]+)(?::(\d+))?\/?$/i.exec(proxy);
  if (match === null) return undefined;
  const [, host = '', port = '1080'] = match;
  return { host, port, credentials: proxyCredentials(proxy, isOpen) };
}

/** What stands in the request line: a proxy wants the whole URL (RFC 9112, section 3.2.2). */
function requestTarget({ options }: NormalRequest, { scheme, authority, target }: UrlPieces): string {
  if (options.request_target !== undefined) return options.request_target;
  return options.proxy === undefined ? target : `${scheme}://${authority}${target}`;
}

function headerLines(
  request: NormalRequest,
  headers: readonly NormalHeader[],
  authority: string,
  proxyCredentials: string | undefined,
): SocketLine[] {
  const { body, options, auth } = request;
  const lines: SocketLine[] = [];
  const add = (name: string, value: string, tail: SocketLine['tail'] = 'none') =>
    lines.push({ name, value, tail });
  const misses = (name: LowerCase) => !hasHeader(headers, name) && !omits(options, name);
  const typeName = (name: string) => body.kind === 'form' && name.toLowerCase() === 'content-type';
  if (misses('host')) add('Host', authority);
  if (misses('accept')) add('Accept', '*/*');
  if (proxyCredentials !== undefined) add('Proxy-Authorization', `Basic ${utf8Base64(proxyCredentials)}`);
  if (auth !== undefined) add('Authorization', 'Basic ', 'credentials');
  // curl writes this one itself, in its own spelling.
  for (const { name, value } of headers)
    if (typeName(name)) add('Content-Type', `${value}; boundary=`, 'boundary');
    else add(name, value);
  if (body.kind === 'form' && misses('content-type'))
    add('Content-Type', 'multipart/form-data; boundary=', 'boundary');
  if (options.chunked === true) add('Transfer-Encoding', 'chunked');
  else if (body.kind !== 'none') add('Content-Length', '', 'length');
  // The program sends one request; without this the server would wait for more.
  if (misses('connection')) add('Connection', 'close');
  return lines;
}
