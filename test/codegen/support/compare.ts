/** What counts as the same request: its meaning, not its bytes. */
import { createHash } from 'node:crypto';
import type { CodegenWarning } from '../../../src/codegen/plan/context.ts';
import { type NormalRequest, normalize } from '../../../src/request/normalize.ts';
import { boundaryOf, headerOf, type RecordedRequest, splitMultipart } from '../../support/recorder.ts';
import { type Case, ENVIRONMENT, PLACEHOLDER } from './cases.ts';

/** A request as it is kept in a file: the server's address replaced, the body as base64. */
export interface StoredRequest {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: string;
}

/** A difference in words, and the one warning that a program excuses it with. */
export interface Difference {
  code: CodegenWarning;
  text: string;
}

/** The same server under another name, which is another host for whoever follows a redirect. */
export function otherName(host: string): string {
  return host.replace('127.0.0.1', 'localhost');
}

export function stored(request: RecordedRequest, host: string): StoredRequest {
  const general = (text: string) =>
    text.replaceAll(host, PLACEHOLDER).replaceAll(otherName(host), `other.${PLACEHOLDER}`);
  return {
    method: request.method,
    target: general(request.target),
    version: request.version,
    headers: request.headers.map(([name, value]) => [name, general(value)]),
    body: request.body.toString('base64'),
  };
}

/** Headers that every sender has its own values for; they count where the request sets or omits them. */
const OF_THE_SENDER = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  // fetch has no cache for a condition.
  'cache-control',
  'connection',
  'content-length',
  'expect',
  // Java asks a plain-http server for HTTP/2.
  'http2-settings',
  'pragma',
  'proxy-connection',
  'sec-fetch-mode',
  'te',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** Header names (lower case) that the request itself says something about. */
function askedFor({ headers, options }: NormalRequest): Set<string> {
  const names = [...headers.map((line) => line.name), ...(options.omit_headers ?? [])];
  // keep-alive is what HTTP/1.1 does anyway.
  if (options.connection === 'close') names.push('connection');
  if (options.te !== undefined) names.push('te');
  if (options.expect_continue === true) names.push('expect');
  if (options.chunked === true) names.push('transfer-encoding');
  const asked = new Set(names.map((name) => name.toLowerCase()));
  if (options.connection === 'keep-alive') asked.delete('connection');
  // Codings mean "decode it", which the library negotiates; that the answer is decoded is looked at elsewhere.
  if (options.compressed === true) asked.delete('accept-encoding');
  const codings = headers.filter(({ lower }) => lower === 'accept-encoding').map(({ value }) => value);
  if (codings.some((value) => /gzip|deflate|br|zstd/i.test(value))) asked.delete('accept-encoding');
  return asked;
}

/**
 * The differences between what real curl sent and what a program sent; none means the same requests. After a
 * redirect only method, target, body and credentials count.
 */
export function differences(
  { request, scenario }: Case,
  expected: readonly StoredRequest[],
  actual: readonly StoredRequest[],
): Difference[] {
  const normal = normalize(request);
  // Who sends the body before the challenge, too, sends the same in the end; without one, curl sends it late.
  const isChallenge = normal.auth !== undefined && normal.auth.scheme !== 'basic';
  const isUnasked = isChallenge && scenario === 'ok';
  if (expected.length !== actual.length && !(isUnasked && actual.length === 1))
    return [
      {
        code: isChallenge ? 'auth_unsupported' : 'redirect_differs',
        text: `${actual.length} requests instead of ${expected.length}`,
      },
    ];
  const wanted = isChallenge ? expected.slice(-1) : expected;
  const given = isChallenge ? actual.slice(-1) : actual;
  return wanted.flatMap((one, index): Difference[] => {
    const other = given[index];
    if (other === undefined) return [];
    if (index === 0)
      return differencesOfFirst(normal, one, other).map((found) =>
        isChallenge && found.text.startsWith('header authorization ')
          ? { ...found, code: 'auth_unsupported' }
          : found,
      );
    return differencesOfNext(normal, one, other).map((text) => ({
      code: 'redirect_differs',
      text: `request ${index + 1}: ${text}`,
    }));
  });
}

function differencesOfFirst(
  normal: NormalRequest,
  expected: StoredRequest,
  actual: StoredRequest,
): Difference[] {
  const found = [...headerDifferences(normal, expected, actual)];
  const add = (code: CodegenWarning, text: string | undefined) => {
    if (text !== undefined) found.push({ code, text });
  };
  add('method_changed', unequal('method', expected.method, actual.method));
  add('target_changed', unequal('target', targetMeaning(expected.target), targetMeaning(actual.target)));
  add('http_version_unsupported', unequal('version', expected.version, actual.version));
  add('body_changed', unequal('body', bodyMeaning(normal, expected), bodyMeaning(normal, actual, expected)));
  return found;
}

function differencesOfNext(normal: NormalRequest, expected: StoredRequest, actual: StoredRequest): string[] {
  const credentials = (request: StoredRequest) =>
    request.headers
      .filter(([name]) => /^(?:authorization|cookie)$/i.test(name))
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort(byUnit);
  // Only whether there is a body can differ from the first request, which was looked at.
  const body = (request: StoredRequest) =>
    request.body === '' ? 'none' : bodyMeaning(normal, request, expected);
  return [
    unequal('method', expected.method, actual.method),
    unequal('target', targetMeaning(expected.target), targetMeaning(actual.target)),
    unequal('credentials', credentials(expected), credentials(actual)),
    unequal('body', body(expected), body(actual)),
  ].filter((text) => text !== undefined);
}

function unequal(what: string, wanted: unknown, given: unknown): string | undefined {
  const [one, other] = [JSON.stringify(wanted), JSON.stringify(given)];
  return one === other ? undefined : `${what} ${other} instead of ${one}`;
}

/** Path segments and query pairs with their escapes resolved; texts are latin1, one character a byte. */
function targetMeaning(target: string): unknown {
  // What a proxy is told begins with a host, whose name has no case.
  const general = target.replace(/^\w+:\/\/[^/?]*/, (start) => start.toLowerCase());
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(general) ?? [];
  return {
    path: path.split('/').map(unescaped),
    query: query
      .split('&')
      .map((pair) => pair.split('=').map((text) => unescaped(text.replaceAll('+', ' ')))),
  };
}

/** The order of code units, for texts whose order means nothing. */
export function byUnit(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function headerDifferences(
  normal: NormalRequest,
  expected: StoredRequest,
  actual: StoredRequest,
): Difference[] {
  const asked = askedFor(normal);
  const own = new Set<string>(normal.headers.map(({ lower }) => lower));
  const names = new Set([...expected.headers, ...actual.headers].map(([name]) => name.toLowerCase()));
  const found: Difference[] = [];
  for (const name of names) {
    if (OF_THE_SENDER.has(name) && !asked.has(name)) continue;
    const lines = (request: StoredRequest) =>
      request.headers
        .filter(([key]) => key.toLowerCase() === name)
        .map(([, value]) => generalValue(name, value, normal, request.method));
    const [wanted, given] = [lines(expected), lines(actual)];
    const text = unequal(`header ${name}`, wanted, given);
    if (text !== undefined)
      found.push({
        code: wanted.length === 0 && !own.has(name) ? 'default_header_kept' : codeOf(name),
        text,
      });
  }
  return found;
}

/** What a difference in a header is excused by: some headers are said by options of their own. */
function codeOf(name: string): CodegenWarning {
  if (name === 'proxy-authorization') return 'proxy_unsupported';
  return ['connection', 'te', 'expect', 'transfer-encoding'].includes(name)
    ? 'option_unsupported'
    : 'header_changed';
}

/** Headers whose values have no case (RFC 9110, sections 7.6.1, 10.1.1 and 10.1.4). */
const TOKENS = new Set(['connection', 'expect', 'te', 'transfer-encoding']);

function generalValue(name: string, value: string, normal: NormalRequest, method: string): string {
  // fetch and axios add a charset to a form.
  if (name === 'content-type')
    return value
      .replace(/^(application\/x-www-form-urlencoded); ?charset=utf-8$/i, '$1')
      .replace(/^(.*boundary=)(?:"[^"]*"|[^;\s]*)/, '$1…');
  // What is random in a Digest answer is the sender's own, the order of its parameters too; its proof is checked.
  if (TOKENS.has(name) || name === 'host') return value.toLowerCase();
  if (name === 'authorization' && value.startsWith('Digest ')) return digestMeaning(value, normal, method);
  return value;
}

/** What a Digest answer says: who, where to and whether the proof is right (RFC 7616, section 3.4.1). */
function digestMeaning(answer: string, { auth, variables }: NormalRequest, method: string): string {
  const said = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of answer.matchAll(
    /(\w+\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g,
  ))
    said.set(name, quoted?.replace(/\\(.)/g, '$1') ?? token);
  const known = (text = '') =>
    variables.reduce(
      (filled, { name, text: open }) => filled.replaceAll(open, ENVIRONMENT[name] ?? ''),
      text,
    );
  const algorithm = said.get('algorithm') ?? '';
  const hash = (...values: (string | undefined)[]) =>
    createHash(/^SHA-256/i.test(algorithm) ? 'sha256' : 'md5')
      .update(values.join(':'))
      .digest('hex');
  const secret = hash(known(auth?.username), said.get('realm'), known(auth?.password));
  const what = hash(method, said.get('uri'));
  const proof = said.has('qop')
    ? hash(secret, said.get('nonce'), said.get('nc'), said.get('cnonce'), said.get('qop'), what)
    : hash(secret, said.get('nonce'), what);
  // A proxy may be told the whole URL.
  const where = said.get('uri')?.replace(/^\w+:\/\/[^/?]*|\?$/g, '');
  const isRight = said.get('response') === proof ? 'right' : 'wrong';
  return `Digest ${said.get('username')} in ${said.get('realm')} for ${where}: ${isRight}`;
}

/**
 * The body: tokens of JSON, pairs or parts of a form, bytes (as latin1) of anything else.
 * @param typed the request whose Content-Type says which of them
 */
function bodyMeaning(normal: NormalRequest, request: StoredRequest, typed = request): unknown {
  const body = Buffer.from(request.body, 'base64');
  const type = headerOf(typed, 'content-type') ?? '';
  const firstLine =
    normal.body.kind === 'form' ? /^--(.*)\r\n/.exec(body.toString('latin1'))?.[1] : undefined;
  const boundary = firstLine ?? boundaryOf(headerOf(request, 'content-type'));
  if (boundary !== undefined)
    return (
      splitMultipart(body, boundary)?.map((part) => ({
        headers: partHeaders(part.headers, part.body.length),
        body: part.body.toString('latin1'),
      })) ?? 'no form'
    );
  if (/json/i.test(type)) return jsonTokens(body.toString()) ?? body.toString('latin1');
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return (
      body
        .toString('latin1')
        .split('&')
        .map((pair) => pair.split(/=(.*)/s, 2).map((text) => unescaped(text.replaceAll('+', ' '))))
        // The order of names means nothing (Go sorts them), that of the values of one name does.
        .sort(([one = ''], [other = '']) => (one === other ? 0 : byUnit(one, other)))
    );
  return body.toString('latin1');
}

/**
 * The header lines of a part in an order of names; a `filename*` that repeats what `filename` says is nothing new, nor is
 * a Content-Length that is right (RFC 7578, section 4.8: it is ignored).
 */
function partHeaders(lines: readonly string[], length: number): string[] {
  return lines
    .filter((line) => line !== '' && line.toLowerCase() !== `content-length: ${length}`)
    .map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      return `${name}: ${name === 'content-disposition' ? disposition(value) : value}`;
    })
    .sort(byUnit);
}

function disposition(value: string): string {
  const params = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of value.matchAll(
    /;\s*([\w*]+)=(?:"((?:[^"\\]|\\.|\\)*)"|([^;]*))/g,
  ))
    params.set(name.toLowerCase(), quoted ?? token);
  const extended = params.get('filename*')?.replace(/^utf-8''/i, '');
  if (extended !== undefined && unescaped(extended) === params.get('filename')) params.delete('filename*');
  return [/^[^;]*/.exec(value)?.[0].trim(), ...[...params].map((pair) => pair.join('=')).sort(byUnit)].join(
    '; ',
  );
}

const JSON_TOKEN = /\s*("(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\],:])\s*/y;

/** The tokens of a JSON text, numbers and strings by what they say; undefined when it is no JSON. */
function jsonTokens(text: string): string[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens: string[] = [];
  JSON_TOKEN.lastIndex = 0;
  for (let match = JSON_TOKEN.exec(text); match !== null; match = JSON_TOKEN.exec(text)) {
    const token = match[1] ?? '';
    const isInteger = /^-?\d+$/.test(token);
    tokens.push(
      isInteger ? token : JSON.stringify(JSON.parse(/^[{}[\],:]$/.test(token) ? `"${token}"` : token)),
    );
  }
  return tokens;
}
