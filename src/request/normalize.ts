/**
 * Normalises a request: fills in every default and refuses every contradiction. The generators and
 * the proxy both use the result, so they treat a request alike. Pure.
 */
import { escapePointer, InputIssues } from '../errors.ts';
import type {
  FormPart,
  HeaderLine,
  RequestAuth,
  RequestOptions,
  RequestShape,
  Variable,
} from '../schemas/request-shape.ts';
import { basicAuthorization } from './basic.ts';
import { base64Bytes } from './bytes.ts';
import { percentDecode } from './percent.ts';
import { checkWellFormed, LINE_END, TOKEN } from './raw-text.ts';
import { hasVariable, plainVariables, splitVariables, type UnresolvedVariable } from './variables.ts';

/** A request's body, one kind of five. Generators switch over `kind` exhaustively. */
export type RequestBody =
  | { kind: 'none' }
  /** Sent verbatim as UTF-8. `json`: it was given as a JSON value, not as text. */
  | { kind: 'text'; text: string; json: boolean }
  | { kind: 'bytes'; base64: string; bytes: Uint8Array }
  /** A local file of the user, `-` for standard input; `stripNewlines` removes CR, LF and NUL. */
  | { kind: 'file'; path: string; stripNewlines: boolean }
  | { kind: 'form'; parts: readonly NormalPart[] };

export type PartContent =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; base64: string; bytes: Uint8Array }
  | { kind: 'file'; path: string };

export interface NormalPart {
  name: string;
  content: PartContent;
  filename: string | undefined;
  contentType: string | undefined;
  /** Further header lines, each `Name: value`. */
  headers: readonly string[];
}

/** A name in lower case, for comparison. */
export type LowerCase = Lowercase<string>;

/** Converts a name to lower case. */
export function lowerCase(name: string): LowerCase {
  // toLowerCase() is typed as string.
  return name.toLowerCase() as LowerCase;
}

/** A header line that also has its name in lower case, for comparison. */
export interface NormalHeader extends HeaderLine {
  lower: LowerCase;
}

export interface NormalRequest {
  method: string;
  /** The method if it is a common one; undefined for others and for variables. */
  verb: Verb | undefined;
  /** Without userinfo and fragment; may contain or start with variables. */
  url: string;
  /** The lines to send in order, repeated names included, without the sender's defaults. */
  headers: readonly NormalHeader[];
  body: RequestBody;
  auth: RequestAuth | undefined;
  options: RequestOptions;
  variables: readonly UnresolvedVariable[];
}

/** How many redirects curl follows by default (`--max-redirs`). */
export const DEFAULT_MAX_REDIRECTS = 50;

/** RFC 9110, section 9.3.6: a tunnel, not a request. TRACE and its old alias reflect credentials. */
export const REFUSED_METHOD = /^(?:CONNECT|TRACE|TRACK)$/i;
/** The methods that libraries have constants or functions for. */
export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** The common methods by name. */
export const VERBS: ReadonlyMap<string, Verb> = new Map(
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const).map((verb) => [verb, verb]),
);

/** Builds the header line of a normal request. */
export function normalHeader(name: string, value: string): NormalHeader {
  return { name, value, lower: lowerCase(name) };
}

const NO_VARIABLES: readonly UnresolvedVariable[] = [];
const NO_OPTIONS: RequestOptions = {};

/**
 * Fills in the defaults of a request and checks that it is consistent.
 * @throws InputError naming each field that is wrong
 */
export function normalize(given: RequestShape): NormalRequest {
  const request = given.variables === undefined ? given : plainVariables(given);
  const issues = new InputIssues();
  checkWellFormed(request, issues);
  const { variables = NO_VARIABLES, options = NO_OPTIONS } = request;
  const content = normalizeBody(request, issues);
  const method = request.method ?? (content.kind === 'none' ? 'GET' : 'POST');
  // Chunked coding needs a last chunk even without data: curl sends an empty body then.
  const body: RequestBody =
    content.kind === 'none' && options.chunked === true ? { kind: 'text', text: '', json: false } : content;
  const verb = VERBS.get(method);
  if (verb === undefined && !isToken(method, variables))
    issues.add('/method', 'invalid_method', 'method must be an HTTP token (RFC 9110), such as GET.');

  const headers = normalizeHeaders(request, issues);
  const { url, userinfo } = splitUrl(request.url, variables, issues);
  let auth = request.auth;
  if (auth !== undefined) checkAuth(auth, headers, issues);
  if (userinfo !== undefined && auth === undefined && !hasHeader(headers, 'authorization'))
    auth = { scheme: 'basic', ...decodeUserinfo(userinfo) };
  if (auth !== undefined && isUnused(auth)) auth = undefined;
  if (auth?.scheme === 'basic') {
    // With a variable, the credentials are encoded when it is filled in.
    const credentials = `${auth.username ?? ''}:${auth.password ?? ''}`;
    if (!hasVariable(credentials, variables)) {
      headers.push(normalHeader('Authorization', basicAuthorization(credentials)));
      auth = undefined;
    }
  }
  if (
    body.kind === 'text' &&
    body.json &&
    !hasHeader(headers, 'content-type') &&
    !omits(options, 'content-type')
  )
    headers.push(normalHeader('Content-Type', 'application/json'));

  issues.throwIfAny();
  return { method, verb, url, headers, body, auth, options, variables };
}

/** Refuses credentials that contradict another field: only one of both could be sent. */
function checkAuth(
  { scheme, provider, signed_headers: signed }: RequestAuth,
  headers: readonly NormalHeader[],
  issues: InputIssues,
): void {
  if (hasHeader(headers, 'authorization'))
    issues.add(
      '/auth',
      'conflicting_auth',
      'auth and the header Authorization (/headers/Authorization) contradict each other. Remove one of them.',
    );
  for (const [name, value] of Object.entries({ provider, signed_headers: signed }))
    if (value !== undefined && scheme !== 'aws-sigv4')
      issues.add(
        `/auth/${name}`,
        'conflicting_auth',
        `auth.${name} is only for the scheme aws-sigv4, and /auth/scheme is ${scheme}. Change one of them.`,
      );
}

/** Whether curl ignores credentials: empty ones. */
function isUnused({ scheme, username = '', password = '' }: RequestAuth): boolean {
  return (
    (scheme === 'basic' || scheme === 'digest' || scheme === 'any') && username === '' && password === ''
  );
}

/** Whether two header names are equal (any case). Compares lengths first, because most differ. */
export function isSameName(name: string, other: string): boolean {
  return name === other || (name.length === other.length && name.toLowerCase() === other.toLowerCase());
}

/** Whether a header of that name (lower case) is among those of a normal request. */
export function hasHeader(headers: readonly NormalHeader[], name: LowerCase): boolean {
  return headers.some(({ lower }) => lower === name);
}

/** Whether a header of that name (any case) is among the lines. */
export function hasLine(headers: readonly HeaderLine[], name: string): boolean {
  for (const line of headers) if (isSameName(line.name, name)) return true;
  return false;
}

/** Whether the request asks for a default header of that name (any case) to be left out. */
export function omits(options: RequestOptions, name: string): boolean {
  return options.omit_headers?.some((omitted) => isSameName(omitted, name)) ?? false;
}

/** Returns the separator that joins repeated lines of one name in the `headers` object. */
export function headerSeparator(name: string): string {
  return name.toLowerCase() === 'cookie' ? '; ' : ', ';
}

/** Builds the `headers` object from header lines: names are compared in any case, the first spelling is kept. */
export function joinHeaders(
  lines: readonly HeaderLine[],
  separatorOf: (name: string) => string = headerSeparator,
): Record<string, string> {
  const entries: [name: string, value: string][] = [];
  const known = new Map<string, (typeof entries)[number]>();
  for (const { name, value } of lines) {
    const key = name.toLowerCase();
    const entry = known.get(key);
    if (entry !== undefined) {
      entry[1] += separatorOf(name) + value;
      continue;
    }
    const first: (typeof entries)[number] = [name, value];
    entries.push(first);
    known.set(key, first);
  }
  return Object.fromEntries(entries);
}

function normalizeHeaders(request: RequestShape, issues: InputIssues): NormalHeader[] {
  const { headers: given, variables = NO_VARIABLES } = request;
  const list = request.options?.header_list;
  const lines: NormalHeader[] = [];
  if (list === undefined)
    for (const name in given) lines.push(checkedHeader(name, given[name] ?? '', variables, issues));
  else {
    checkHeaderList(list, given ?? {}, issues);
    for (const { name, value } of list) lines.push(checkedHeader(name, value, variables, issues));
  }
  return lines;
}

function checkedHeader(
  name: string,
  value: string,
  variables: readonly Variable[],
  issues: InputIssues,
): NormalHeader {
  const refuse = (code: string, message: string) =>
    issues.add(`/headers/${escapePointer(name)}`, code, message);
  if (!isToken(name, variables))
    refuse('invalid_header_name', 'A header name must be an HTTP token (RFC 9110).');
  if (LINE_END.test(value)) refuse('invalid_header_value', 'A header value cannot contain CR, LF or NUL.');
  return normalHeader(name, value);
}

function checkHeaderList(
  list: readonly HeaderLine[],
  given: Record<string, string>,
  issues: InputIssues,
): void {
  const joined = lowerCaseKeys(joinHeaders(list));
  const written = lowerCaseKeys(given);
  const names = new Set([...joined.keys(), ...written.keys()]);
  if ([...names].some((name) => joined.get(name) !== written.get(name)))
    issues.add(
      '/options/header_list',
      'header_list_mismatch',
      'options.header_list must have the names and joined values of headers; change both or leave it out.',
    );
}

function lowerCaseKeys(headers: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const BODY_FIELDS = ['body', 'body_base64', 'body_file', 'form'] as const;

function normalizeBody(request: RequestShape, issues: InputIssues): RequestBody {
  const { body, body_base64: base64, body_file: path, form } = request;
  const hasOther = base64 !== undefined || path !== undefined || form !== undefined;
  if (hasOther) checkOneBody(request, issues);
  // `body: null` means no body: generated clients send it for an absent one. JSON's null is the text `null`.
  if (body !== undefined && body !== null) {
    if (typeof body === 'string') return { kind: 'text', text: body, json: false };
    return { kind: 'text', text: JSON.stringify(body), json: true };
  }
  if (base64 !== undefined) return bytesContent(base64, '/body_base64', issues) ?? { kind: 'none' };
  if (path !== undefined)
    return { kind: 'file', path, stripNewlines: request.options?.strip_newlines ?? false };
  if (form !== undefined)
    return { kind: 'form', parts: form.map((part, index) => normalizePart(part, index, issues)) };
  return { kind: 'none' };
}

function checkOneBody(request: RequestShape, issues: InputIssues): void {
  const present = BODY_FIELDS.filter((field) => request[field] !== undefined && request[field] !== null);
  if (present.length > 1)
    issues.add(
      `/${present[1]}`,
      'conflicting_bodies',
      `A request has one of ${BODY_FIELDS.join(', ')}; this one has ${present.join(' and ')}.`,
    );
}

function normalizePart(part: FormPart, index: number, issues: InputIssues): NormalPart {
  const field = `/form/${index}`;
  const given = [part.value, part.value_base64, part.file].filter((content) => content !== undefined).length;
  if (given !== 1)
    issues.add(field, 'invalid_form_part', 'A form part has exactly one of value, value_base64 and file.');
  for (const [key, text] of [
    ['content_type', part.content_type] as const,
    ...(part.headers ?? []).map((line, i) => [`headers/${i}`, line] as const),
  ])
    if (text !== undefined && LINE_END.test(text))
      issues.add(`${field}/${key}`, 'invalid_header_value', 'A part header cannot contain CR, LF or NUL.');
  let content: PartContent = { kind: 'text', text: part.value ?? '' };
  if (part.value_base64 !== undefined)
    content = bytesContent(part.value_base64, `${field}/value_base64`, issues) ?? content;
  else if (part.file !== undefined) content = { kind: 'file', path: part.file };
  return {
    name: part.name,
    content,
    filename: part.filename,
    contentType: part.content_type,
    headers: part.headers ?? [],
  };
}

function bytesContent(base64: string, field: string, issues: InputIssues) {
  const bytes = base64Bytes(base64);
  if (bytes !== undefined) return { kind: 'bytes' as const, base64, bytes };
  issues.add(field, 'invalid_base64', 'Not valid base64 (RFC 4648, section 4, with padding).');
  return undefined;
}

/** Matches a URL without userinfo and fragment, the common case. */
const BARE_URL = /^https?:\/\/[^/?#@]+(?:[/?][^#]*)?$/i;

/** Splits off the userinfo and drops the fragment; the rest of the text is unchanged. */
function splitUrl(url: string, variables: readonly Variable[], issues: InputIssues) {
  if (BARE_URL.test(url)) return { url, userinfo: undefined };
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^#]*)/is.exec(url);
  if (match === null) {
    const startsOpen = variables.some(({ text }) => url.startsWith(text));
    if (!startsOpen)
      issues.add('/url', 'invalid_url', 'url must be absolute and start with http:// or https://.');
    return { url: startsOpen ? url.replace(/#.*$/s, '') : url, userinfo: undefined };
  }
  const [, scheme = '', authority = '', rest = ''] = match;
  if (!/^https?:\/\/$/i.test(scheme))
    issues.add('/url', 'unsupported_scheme', 'url must start with http:// or https://.');
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (host === '') issues.add('/url', 'invalid_url', 'url has no host.');
  return { url: scheme + host + rest, userinfo: at < 0 ? undefined : authority.slice(0, at) };
}

/** Percent-decodes the `user:password` of a URL like curl, which keeps invalid escapes. */
export function decodeUserinfo(userinfo: string): { username: string; password: string } {
  const colon = userinfo.indexOf(':');
  const parts = colon < 0 ? [userinfo, ''] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)];
  const [username = '', password = ''] = parts.map((part) =>
    part.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => percentDecode(escapes) ?? escapes),
  );
  return { username, password };
}

/** Whether a text is a token (RFC 9110) once its variables, each at least a letter, are filled in. */
function isToken(text: string, variables: readonly Variable[]): boolean {
  if (variables.length === 0) return TOKEN.test(text);
  return splitVariables(text, variables).every(
    (segment) => segment.kind === 'variable' || TOKEN.test(segment.text),
  );
}
