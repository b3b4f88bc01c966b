/** Checks a normalised request and builds its exact header lines and body bytes. */
import { randomBytes } from 'node:crypto';
import { escapePointer, InputError, InputIssues } from '../errors.ts';
import { CONNECTION_HEADERS } from '../request/connection-headers.ts';
import { multipartChunks } from '../request/multipart.ts';
import {
  hasLine,
  type NormalRequest,
  omits,
  REFUSED_METHOD,
  type RequestBody,
} from '../request/normalize.ts';
import { FIELD_CONTROLS, HOST_VALUE, NO_COOKIES, TOKEN } from '../request/raw-text.ts';
import type { HeaderLine, RequestAuth, RequestOptions, RequestWarning } from '../schemas/request-shape.ts';
import { ACCEPTED_CODINGS } from './body/decode.ts';
import type { Destination } from './connect/destination.ts';
import { type GivenAddresses, readGivenAddresses } from './connect/given-addresses.ts';
import { Failure } from './failures.ts';

/** A request ready to send; the same for all hops until a redirect changes it. */
export interface Outgoing {
  method: string;
  /** The caller's lines, in order; no framing, no defaults. */
  headers: readonly HeaderLine[];
  body: Uint8Array | undefined;
  /** Whether the body is a multipart form: its Content-Type with the boundary is sent only with the body. */
  form: boolean;
  options: RequestOptions;
}

export interface PreparedRequest extends Outgoing {
  auth: RequestAuth | undefined;
  givenAddresses: GivenAddresses;
  warnings: RequestWarning[];
}

export interface OutgoingLimits {
  maxRequestBytes: number;
  /** If set, a custom request target is refused unless it is a path: the forward proxy could fetch something else. */
  proxyUrl: string | undefined;
}

/** All header lines together; servers take 8 to 64 KiB. */
export const MAX_REQUEST_HEADER_BYTES = 65_536;

/** Options that do not affect a result, or that only work on the user's machine. */
const NOT_EXECUTED = {
  retry: '--retry',
  cacert: '--cacert',
  interface: '--interface',
  cookie_file: '-b',
  cookie_jar: '-c',
} as const;

/** Framing headers that the caller cannot remove. */
const KEPT_FRAMING = ['content-length', 'transfer-encoding'];

/**
 * Checks the request that would be sent and encodes its body.
 * @throws InputError naming each field that cannot be sent, and why
 */
export function prepareRequest(request: NormalRequest, limits: OutgoingLimits): PreparedRequest {
  const issues = new InputIssues();
  const warnings: RequestWarning[] = [];
  const { method, options } = request;
  if (REFUSED_METHOD.test(method))
    issues.add(
      '/method',
      'method_refused',
      `The service does not send the method ${method}. Use another one.`,
    );
  checkOptions(request, limits, issues, warnings);
  const givenAddresses = readGivenAddresses(options.resolve, issues);
  const encoded = encodeBody(request, limits, issues);
  const headers = checkHeaders(request, encoded.body, issues);
  issues.throwIfAny();
  return {
    method,
    auth: request.auth,
    givenAddresses,
    headers: withFormType(headers, encoded.boundary, options),
    body: encoded.body,
    form: encoded.boundary !== undefined,
    options,
    warnings,
  };
}

/**
 * Returns the header lines of one hop in wire order, much like curl 8: Host, the defaults that are neither
 * overridden nor removed, the caller's own, then the framing.
 */
export function wireHeaders(outgoing: Outgoing, destination: Destination, userAgent: string): HeaderLine[] {
  const { headers, options, body } = outgoing;
  const lines: HeaderLine[] = [];
  const byDefault = (name: string, value: string) => {
    if (!hasLine(headers, name) && !omits(options, name)) lines.push({ name, value });
  };
  byDefault('Host', destination.authority);
  lines.push(...headers.filter(({ name }) => name.toLowerCase() === 'host'));
  byDefault('User-Agent', userAgent);
  byDefault('Accept', '*/*');
  if (options.compressed === true) byDefault('Accept-Encoding', ACCEPTED_CODINGS);
  lines.push(...headers.filter(({ name }) => !['host', 'content-length'].includes(name.toLowerCase())));
  if (options.te !== undefined) lines.push({ name: 'TE', value: options.te });
  if (options.connection !== undefined) lines.push({ name: 'Connection', value: options.connection });
  if (options.chunked === true) lines.push({ name: 'Transfer-Encoding', value: 'chunked' });
  else if (body !== undefined) lines.push({ name: 'Content-Length', value: String(body.length) });
  if (options.expect_continue === true) lines.push({ name: 'Expect', value: '100-continue' });
  return lines;
}

/**
 * Checks the final header lines of a hop, whatever they came from: node:http2 writes control characters as they are.
 * @throws InputError if the request itself made the line, Failure if a response of the target did
 */
export function checkHeaderLines(lines: readonly HeaderLine[], isFirst: boolean): void {
  const illegal = lines.find(({ name, value }) => !TOKEN.test(name) || FIELD_CONTROLS.test(value));
  if (illegal === undefined) return;
  const message = `The header ${JSON.stringify(illegal.name)} would contain a character that no header may have.`;
  if (!isFirst) throw new Failure('invalid_response', message);
  throw new InputError({
    field: `/headers/${escapePointer(illegal.name)}`,
    code: 'invalid_header_value',
    message,
  });
}

function checkOptions(
  { options, auth }: NormalRequest,
  { proxyUrl }: OutgoingLimits,
  issues: InputIssues,
  warnings: RequestWarning[],
): void {
  checkRoute(options, proxyUrl, issues);
  if (options.config_file !== undefined)
    localFile(issues, '/options/config_file', options.config_file, 'write its options in the command');
  if (options.chunked === true && options.http_version === '1.0')
    issues.add(
      '/options/chunked',
      'not_executable',
      'HTTP/1.0 has no chunked transfer coding. Use HTTP/1.1.',
    );
  if (auth?.scheme === 'ntlm' || auth?.scheme === 'negotiate')
    issues.add(
      '/auth/scheme',
      'not_executable',
      `The service cannot authenticate with ${auth.scheme}. Use a header, basic, digest or aws-sigv4.`,
    );
  // Basic is encoded; the other schemes write these into header lines.
  for (const [name, given] of Object.entries(auth?.scheme === 'basic' ? {} : (auth ?? {})))
    if ([given].flat().some((text) => FIELD_CONTROLS.test(text)))
      issues.add(
        `/auth/${name}`,
        'invalid_header_value',
        `auth.${name} contains a control character. Remove it.`,
      );
  for (const name of ['cert', 'key', 'unix_socket'] as const) {
    const path = options[name];
    if (path !== undefined)
      localFile(issues, `/options/${name}`, path, 'run a generated program there, which can use it');
  }
  for (const [name, option] of Object.entries(NOT_EXECUTED))
    if (![undefined, NO_COOKIES].includes(options[name as keyof typeof NOT_EXECUTED] as string))
      warnings.push({
        code: 'option_not_executed',
        message: name.startsWith('cookie')
          ? `The service has no file for \`${option}\`; it keeps the cookies of responses until the run ends.`
          : `The service ignores \`${option}\`; only generated programs apply it.`,
      });
  if (options.http_version === '3')
    warnings.push({
      code: 'http_version_not_supported',
      message: 'HTTP/3 is not supported; the request was sent with HTTP/2 where offered, else HTTP/1.1.',
    });
  for (const name of KEPT_FRAMING.filter((framing) => omits(options, framing)))
    warnings.push({
      code: 'framing_header_kept',
      message: `${name} frames the body and cannot be left out: it is sent.`,
    });
}

/** Checks what says how the target is reached. */
function checkRoute(options: RequestOptions, proxyUrl: string | undefined, issues: InputIssues): void {
  const requestTarget = options.request_target;
  if (options.proxy !== undefined)
    issues.add(
      '/options/proxy',
      'not_executable',
      'The service does not send through the proxy of a command. Remove the proxy (`-x`).',
    );
  if (requestTarget !== undefined && !/^[\x21-\x7e]+$/.test(requestTarget))
    issues.add(
      '/options/request_target',
      'invalid_request_target',
      'The request target can only contain visible ASCII characters. Percent-encode the others.',
    );
  if (requestTarget !== undefined && proxyUrl !== undefined && !/^\/(?!\/)/.test(requestTarget))
    issues.add(
      '/options/request_target',
      'not_executable',
      'The service sends through a forward proxy, so the request target must be a path.',
    );
  if (options.resolve !== undefined && proxyUrl !== undefined)
    issues.add(
      '/options/resolve',
      'not_executable',
      'The service sends through a forward proxy, which looks names up itself. Remove options.resolve (`--resolve`).',
    );
}

function checkHeaders(
  { headers, options }: NormalRequest,
  body: Uint8Array | undefined,
  issues: InputIssues,
): readonly HeaderLine[] {
  let total = 0;
  for (const { name, value } of headers) {
    const lower = name.toLowerCase();
    const refuse = (code: string, message: string) =>
      issues.add(`/headers/${escapePointer(name)}`, code, message);
    // A correct Content-Length is accepted; see below.
    const remedy =
      CONNECTION_HEADERS.get(lower)?.remedy ?? (lower.startsWith('proxy-') ? 'it is for proxies' : undefined);
    if (remedy !== undefined && lower !== 'content-length')
      refuse('header_refused', `The header ${name} cannot be sent: ${remedy}.`);
    if (FIELD_CONTROLS.test(value))
      refuse('invalid_header_value', `The value of ${name} contains a control character. Remove it.`);
    if (lower === 'host' && !HOST_VALUE.test(value))
      refuse('invalid_header_value', 'The Host header must be a host name or address with an optional port.');
    if (lower === 'content-length' && (options.chunked === true || value !== String(body?.length ?? 0)))
      refuse(
        'header_refused',
        'Content-Length must be the length of the body in bytes. Leave it out: the service sends it.',
      );
    total += name.length + Buffer.byteLength(value) + 4;
  }
  if (headers.filter(({ name }) => name.toLowerCase() === 'host').length > 1)
    issues.add('/headers/Host', 'header_refused', 'Host can be sent only once.');
  if (total > MAX_REQUEST_HEADER_BYTES)
    issues.add(
      '/headers',
      'headers_too_large',
      `The headers have ${total} bytes; at most ${MAX_REQUEST_HEADER_BYTES} can be sent.`,
    );
  return headers;
}

interface EncodedBody {
  body: Uint8Array | undefined;
  boundary?: string;
}

function encodeBody(
  { body, options, headers }: NormalRequest,
  { maxRequestBytes }: OutgoingLimits,
  issues: InputIssues,
): EncodedBody {
  const contentType = headers.find(isContentType)?.value;
  const encoded = bodyBytes(body, options, contentType, issues);
  // "Content-Length: 0" with a POST without a body avoids a 411 from servers.
  if (encoded.body === undefined && hasLine(headers, 'content-length')) encoded.body = new Uint8Array(0);
  // "Transfer-Encoding: chunked" without a body would leave the server waiting for one.
  if (encoded.body === undefined && options.chunked === true) encoded.body = new Uint8Array(0);
  if ((encoded.body?.length ?? 0) > maxRequestBytes)
    issues.add(
      body.kind === 'form' ? '/form' : '/body',
      'body_too_large',
      `The body has ${encoded.body?.length} bytes; at most ${maxRequestBytes} can be sent.`,
    );
  return encoded;
}

function bodyBytes(
  body: RequestBody,
  options: RequestOptions,
  contentType: string | undefined,
  issues: InputIssues,
): EncodedBody {
  switch (body.kind) {
    case 'none':
      return { body: undefined };
    case 'text':
      return { body: Buffer.from(body.text) };
    case 'bytes':
      return { body: body.bytes };
    case 'file':
      localFile(issues, '/body_file', body.path, 'write its content into the body');
      return { body: undefined };
    case 'form': {
      body.parts.forEach((part, index) => {
        if (part.content.kind === 'file')
          localFile(issues, `/form/${index}/file`, part.content.path, 'write its content into the form');
      });
      const boundary = formBoundary();
      const chunks = multipartChunks(body.parts, boundary, options.form_escape, contentType).map((chunk) =>
        chunk.kind === 'text'
          ? Buffer.from(chunk.text)
          : chunk.kind === 'bytes'
            ? chunk.bytes
            : new Uint8Array(0),
      );
      return { body: Buffer.concat(chunks), boundary };
    }
  }
}

/** @param remedy what to do instead */
function localFile(issues: InputIssues, field: string, path: string, remedy: string): void {
  issues.add(field, 'local_file', `\`${path}\` is on your machine: ${remedy}.`);
}

/** Returns a boundary of 24 dashes and 22 random digits, much as in curl 8. */
const formBoundary = (): string => '-'.repeat(24) + randomBytes(11).toString('hex');

const isContentType = ({ name }: HeaderLine): boolean => name.toLowerCase() === 'content-type';

/** Adds a form's Content-Type; like curl, a custom one keeps its value and gets the boundary. */
function withFormType(
  headers: readonly HeaderLine[],
  boundary: string | undefined,
  options: RequestOptions,
): readonly HeaderLine[] {
  if (boundary === undefined) return headers;
  if (headers.some(isContentType))
    return headers.map((line) =>
      isContentType(line) ? { name: line.name, value: `${line.value}; boundary=${boundary}` } : line,
    );
  if (omits(options, 'content-type')) return headers;
  return [...headers, { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary}` }];
}
