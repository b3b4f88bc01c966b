/**
 * Converts a request to the fields of a form and back: method, URL, query, headers, body by its kind, credentials. What
 * the form does not show (options, other authentication schemes) is unchanged. Pure.
 */
import type { AuthFields, BodyFields, Pair, RequestFields } from '../schemas/request-fields.ts';
import type { HeaderLine, ParsedRequest, RequestShape, Variable } from '../schemas/request-shape.ts';
import { basicAuthorization, readBasic } from './basic.ts';
import { joinHeaders } from './normalize.ts';
import { percentDecode } from './percent.ts';
import { hasVariable, PLACEHOLDER, splitVariables } from './variables.ts';

export type BodyKind = BodyFields['kind'];

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Default Content-Types by kind of body; a multipart form generates its own. */
const TYPES: Readonly<Partial<Record<BodyKind, string>>> = {
  text: 'text/plain',
  json: 'application/json',
  fields: FORM_TYPE,
  file: 'application/octet-stream',
};

/** An empty request. */
export const EMPTY_REQUEST: ParsedRequest = { method: 'GET', url: '', headers: {} };

/** Converts a request to form fields. */
export function fieldsOf(request: ParsedRequest): RequestFields {
  const { url, query } = splitQuery(request.url);
  const lines =
    request.options?.header_list ?? Object.entries(request.headers).map(([name, value]) => ({ name, value }));
  const auth = authOf(request, lines);
  const at = 'at' in auth ? auth.at : undefined;
  return {
    method: request.method,
    url,
    query,
    headers: lines.filter((_, index) => index !== at),
    body: bodyOf(request, typeOf(lines)),
    auth,
  };
}

/**
 * Converts form fields to a request.
 * @param base the request that the fields were created from, for what they do not show
 */
export function requestOf(fields: RequestFields, base: ParsedRequest): ParsedRequest {
  const { method, auth } = fields;
  const replaced = auth.kind === 'basic' || auth.kind === 'bearer' ? 'authorization' : '';
  const headers = fields.headers.filter(({ name }) => name.toLowerCase() !== replaced);
  const variables = variablesOf(fields, base);
  const authorize = (value: string) =>
    headers.splice('at' in auth ? (auth.at ?? headers.length) : headers.length, 0, {
      name: 'Authorization',
      value,
    });
  let shaped = auth.kind === 'other' ? base.auth : undefined;
  if (auth.kind === 'bearer' && auth.token !== '') authorize(`Bearer ${auth.token}`);
  else if (auth.kind === 'basic' && auth.username + auth.password !== '') {
    const credentials = `${auth.username}:${auth.password}`;
    // A variable is encoded when it is filled in.
    if (hasVariable(credentials, variables))
      shaped = { scheme: 'basic', username: auth.username, password: auth.password };
    else authorize(basicAuthorization(credentials));
  }
  const options = optionsOf(fields, base, headers);
  const request = {
    method,
    url: joinQuery(fields.url, joinPairs(fields.query, variables)),
    headers: joinHeaders(headers),
    ...contentOf(fields.body, variables),
    ...(shaped && { auth: shaped }),
    ...(options === undefined ? {} : { options }),
  };
  // Some variables may no longer occur in the request.
  const text = JSON.stringify(request);
  const used = variables.filter((one) => text.includes(JSON.stringify(one.text).slice(1, -1)));
  return used.length > 0 ? { ...request, variables: used } : request;
}

/** Removes rows that were added but not filled in. */
export function withoutBlankRows(fields: RequestFields): RequestFields {
  const { headers, body, query } = fields;
  const hasText = ({ name, value, raw }: Pair) => raw !== undefined || name !== '' || value !== '';
  let filled = body;
  if (body.kind === 'fields') filled = { kind: 'fields', pairs: body.pairs.filter(hasText) };
  else if (body.kind === 'multipart')
    filled = {
      kind: 'multipart',
      parts: body.parts.filter(({ name, value, file }) => file !== '' && (name !== '' || value !== '')),
    };
  return {
    ...fields,
    query: query.filter(hasText),
    headers: headers.filter(({ name }) => name !== ''),
    body: filled,
  };
}

/** Changes the kind of the body, its Content-Type, and the method to curl's default for it. */
export function withBodyKind(fields: RequestFields, kind: BodyKind): RequestFields {
  const text = textOf(fields.body);
  const type = TYPES[kind];
  const headers = fields.headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  const { method } = fields;
  const other = kind === 'none' ? 'GET' : 'POST';
  return {
    ...fields,
    method: (method === 'GET' || method === 'POST') && method !== other ? other : method,
    headers: type === undefined ? headers : [...headers, { name: 'Content-Type', value: type }],
    body: emptyBody(kind, text),
  };
}

function emptyBody(kind: BodyKind, text: string): BodyFields {
  switch (kind) {
    case 'text':
    case 'json':
      return { kind, text };
    case 'fields':
      return { kind, pairs: text.includes('=') ? pairsOf(text) : [] };
    case 'multipart':
      return { kind, parts: [{ name: '', value: '' }] };
    case 'file':
      return { kind, path: '' };
    case 'bytes':
      return { kind, base64: '' };
    default:
      return { kind: 'none' };
  }
}

/** Returns the text of a body that is kept when its kind changes. */
function textOf(body: BodyFields): string {
  if (body.kind === 'text' || body.kind === 'json') return body.text;
  return body.kind === 'fields' ? joinPairs(body.pairs, []) : '';
}

const typeOf = (lines: readonly HeaderLine[]): string =>
  lines.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';

function bodyOf(
  { body, body_base64: base64, body_file: path, form }: RequestShape,
  type: string,
): BodyFields {
  if (form !== undefined) return { kind: 'multipart', parts: form };
  if (path !== undefined) return { kind: 'file', path };
  if (base64 !== undefined) return { kind: 'bytes', base64 };
  if (body === undefined || body === null) return { kind: 'none' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (type.toLowerCase().startsWith(FORM_TYPE) && /^[^=\s{<["]+=/.test(text))
    return { kind: 'fields', pairs: pairsOf(text) };
  return { kind: /json/i.test(type) || /^\s*[[{]/.test(text) ? 'json' : 'text', text };
}

function contentOf(
  body: BodyFields,
  variables: readonly Variable[],
): Pick<RequestShape, 'body' | 'body_base64' | 'body_file' | 'form'> {
  switch (body.kind) {
    case 'text':
    case 'json':
      return { body: body.text };
    case 'fields':
      return { body: joinPairs(body.pairs, variables) };
    case 'multipart':
      return { form: [...body.parts] };
    case 'file':
      return body.path === '' ? {} : { body_file: body.path };
    case 'bytes':
      return { body_base64: body.base64 };
    default:
      return {};
  }
}

function authOf({ auth }: ParsedRequest, lines: readonly HeaderLine[]): AuthFields {
  if (auth !== undefined)
    return auth.scheme === 'basic'
      ? { kind: 'basic', username: auth.username ?? '', password: auth.password ?? '' }
      : { kind: 'other', scheme: auth.scheme };
  const at = lines.findIndex(({ name }) => name === 'Authorization');
  const value = lines[at]?.value ?? '';
  if (value.startsWith('Bearer ') && value.length > 7) return { kind: 'bearer', token: value.slice(7), at };
  const credentials = readBasic(value);
  return credentials === undefined ? { kind: 'none' } : { kind: 'basic', ...credentials, at };
}

/** Returns the options of the base without those that contradict the fields. */
function optionsOf(
  { method, body }: RequestFields,
  base: ParsedRequest,
  headers: readonly HeaderLine[],
): RequestShape['options'] {
  const {
    header_list: _,
    omit_headers: omitted = [],
    custom_method: forced,
    ...options
  } = base.options ?? {};
  const { body: before } = fieldsOf(base);
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  // JavaScript objects order integer keys first.
  const hasNumber = headers.length > 1 && headers.some(({ name }) => /^\d+$/.test(name));
  const omit = omitted.filter((name) => !names.has(name.toLowerCase()));
  // curl's default methods; any other is set with -X.
  const isUsual = body.kind === 'none' ? method === 'GET' || method === 'HEAD' : method === 'POST';
  const isForced = method === base.method && body.kind === before.kind ? forced === true : !isUsual;
  const all = {
    ...options,
    ...((names.size < headers.length || hasNumber) && { header_list: [...headers] }),
    ...(omit.length > 0 && { omit_headers: omit }),
    ...(isForced && { custom_method: true }),
  };
  if (body.kind === 'none' && before.kind !== 'none') {
    delete all.chunked;
    delete all.expect_continue;
  }
  if (body.kind !== 'file') delete all.strip_newlines;
  if (body.kind !== 'multipart') delete all.form_escape;
  return Object.keys(all).length > 0 ? all : undefined;
}

// --- Queries and urlencoded bodies

function splitQuery(url: string): { url: string; query: Pair[] } {
  const at = url.indexOf('?');
  // A question mark within a variable (`${HOST:?}`) does not start a query.
  const before = url.slice(0, Math.max(at, 0));
  if (at < 0 || before.lastIndexOf('${') > before.lastIndexOf('}')) return { url, query: [] };
  const text = url.slice(at + 1);
  return text === '' ? { url, query: [] } : { url: url.slice(0, at), query: pairsOf(text) };
}

function joinQuery(url: string, text: string): string {
  if (text === '') return url;
  return `${url}${url.includes('?') ? (/[?&]$/.test(url) ? '' : '&') : '?'}${text}`;
}

function pairsOf(text: string): Pair[] {
  return text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const raw: Pair['raw'] =
      equals < 0 ? { name: pair } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
    return { name: readable(raw.name), value: readable(raw.value ?? ''), raw };
  });
}

function joinPairs(pairs: readonly Pair[], variables: readonly Variable[]): string {
  return pairs
    .map(({ name, value, raw }) => {
      const key = raw !== undefined && readable(raw.name) === name ? raw.name : encoded(name, variables);
      if (raw !== undefined && readable(raw.value ?? '') === value)
        return raw.value === undefined ? key : `${key}=${raw.value}`;
      return `${key}=${encoded(value, variables)}`;
    })
    .join('&');
}

const readable = (text: string): string => percentDecode(text.replaceAll('+', ' ')) ?? text;

/** Percent-encodes characters that a query cannot contain; variables are unchanged. */
const encoded = (text: string, variables: readonly Variable[]): string =>
  splitVariables(text, variables)
    .map((segment) => (segment.kind === 'text' ? encodeURIComponent(segment.text) : segment.text))
    .join('');

/** Returns the variables of the base and the placeholders that were typed into the fields. */
function variablesOf(fields: RequestFields, { variables = [] }: ParsedRequest): readonly Variable[] {
  const known = new Set(variables.map(({ text }) => text));
  const typed = new Map<string, Variable>();
  for (const [text, name = ''] of JSON.stringify(fields).matchAll(PLACEHOLDER))
    if (!known.has(text)) typed.set(text, { name, text });
  return typed.size === 0 ? variables : [...variables, ...typed.values()];
}
