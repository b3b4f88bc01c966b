/** What counts as the same request on the wire. */
import { createHash } from 'node:crypto';
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
  'connection',
  'content-length',
  'expect',
  'proxy-connection',
  'sec-fetch-mode',
  'te',
  'transfer-encoding',
  'user-agent',
]);

/** Header names (lower case) that the request itself says something about. */
function askedFor({ headers, options }: NormalRequest): Set<string> {
  const names = [...headers.map((line) => line.name), ...(options.omit_headers ?? [])];
  if (options.connection !== undefined) names.push('connection');
  if (options.te !== undefined) names.push('te');
  if (options.expect_continue === true) names.push('expect');
  if (options.chunked === true) names.push('transfer-encoding');
  return new Set(names.map((name) => name.toLowerCase()));
}

/**
 * The differences between what real curl sent and what a program sent, in words; none means the same requests.
 * A boundary is the sender's own, and so is what is random in a Digest answer.
 */
export function differences(
  { request, scenario }: Case,
  expected: readonly StoredRequest[],
  actual: readonly StoredRequest[],
): string[] {
  const normal = normalize(request);
  // curl sends a Digest request without its body at first; whether others do is their affair.
  const isChallenge = scenario?.startsWith('digest') === true;
  const wanted = isChallenge ? expected.slice(-1) : expected;
  const given = isChallenge ? actual.slice(-1) : actual;
  if (isChallenge && actual.length !== expected.length)
    return [`${actual.length} requests instead of ${expected.length}`];
  if (wanted.length !== given.length) return [`${given.length} requests instead of ${wanted.length}`];
  return wanted.flatMap((one, index) => {
    const other = given[index];
    const found = other === undefined ? ['missing'] : differencesOfOne(normal, one, other);
    return found.map((text) => (wanted.length > 1 ? `request ${index + 1}: ${text}` : text));
  });
}

function differencesOfOne(normal: NormalRequest, expected: StoredRequest, actual: StoredRequest): string[] {
  const found: string[] = [];
  for (const key of ['method', 'target', 'version'] as const)
    if (expected[key] !== actual[key])
      found.push(`${key} ${JSON.stringify(actual[key])} instead of ${JSON.stringify(expected[key])}`);
  found.push(...headerDifferences(normal, expected, actual), ...bodyDifferences(normal, expected, actual));
  return found;
}

function headerDifferences(normal: NormalRequest, expected: StoredRequest, actual: StoredRequest): string[] {
  const asked = askedFor(normal);
  const names = new Set([...expected.headers, ...actual.headers].map(([name]) => name.toLowerCase()));
  const found: string[] = [];
  for (const name of names) {
    if (OF_THE_SENDER.has(name) && !asked.has(name)) continue;
    const lines = (request: StoredRequest) => {
      const own = request.headers.filter(([key]) => key.toLowerCase() === name);
      // The spelling of a name means nothing, but what was asked for should look as it was asked for.
      const spelt = asked.has(name) ? own[0]?.[0] : name;
      return own.map(([, value]) => `${spelt}: ${generalValue(name, value, normal, request.method)}`);
    };
    const wanted = JSON.stringify(lines(expected));
    const given = JSON.stringify(lines(actual));
    if (wanted !== given) found.push(`header ${given} instead of ${wanted}`);
  }
  return found;
}

function generalValue(name: string, value: string, normal: NormalRequest, method: string): string {
  if (name === 'content-type') return value.replace(/^(.*boundary=)(?:"[^"]*"|[^;\s]*)/, '$1…');
  // What is random in a Digest answer is the sender's own, and with it the proof, which is checked.
  if (name === 'authorization' && value.startsWith('Digest '))
    return value
      .replace(/\bcnonce="[^"]*"/, 'cnonce="…"')
      .replace(/\bresponse="([^"]*)"/, (_, given) =>
        given === digestProof(value, normal, method) ? 'response="right"' : given,
      );
  return value;
}

/** The proof that RFC 7616, section 3.4.1, asks for, with what else the answer says. */
function digestProof(answer: string, { auth, variables }: NormalRequest, method: string): string {
  const said = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of answer.matchAll(
    /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g,
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
  return said.has('qop')
    ? hash(secret, said.get('nonce'), said.get('nc'), said.get('cnonce'), said.get('qop'), what)
    : hash(secret, said.get('nonce'), what);
}

function bodyDifferences(normal: NormalRequest, expected: StoredRequest, actual: StoredRequest): string[] {
  const isForm = normal.body.kind === 'form';
  const [wanted, given] = [expected, actual].map((request) => bodyText(request, isForm));
  if (wanted === given) return [];
  return [`body ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`];
}

/**
 * The body, byte for byte as latin1; a multipart body as its parts.
 * @param isForm whether it has parts whatever its type says
 */
function bodyText(request: StoredRequest, isForm: boolean): string {
  const body = Buffer.from(request.body, 'base64');
  const firstLine = isForm ? /^--(.*)\r\n/.exec(body.toString('latin1'))?.[1] : undefined;
  const boundary = boundaryOf(headerOf(request, 'content-type')) ?? firstLine;
  const parts = boundary === undefined ? undefined : splitMultipart(body, boundary);
  if (parts === undefined) return body.toString('latin1');
  return parts.map((part) => `${part.headers.join('\n')}\n\n${part.body.toString('latin1')}`).join('\n--\n');
}
