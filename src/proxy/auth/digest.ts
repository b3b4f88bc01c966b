/** HTTP Digest authentication (RFC 7616), as a client. */
import { createHash, randomBytes } from 'node:crypto';

interface DigestRequest {
  username: string;
  password: string;
  method: string;
  /** Path and query. */
  uri: string;
  body: Uint8Array;
  /** How often the nonce has been used, this time included; 1 when absent. */
  count?: number;
  /** For tests; random otherwise. */
  cnonce?: string;
}

/** One challenge of a WWW-Authenticate header. */
export interface Challenge {
  /** Lower case. */
  scheme: string;
  /** Names in lower case; values unquoted. */
  parameters: ReadonlyMap<string, string>;
}

const HASHES: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
]);

/** A scheme or a parameter of a challenge; token68 credentials are skipped over as a value without a name. */
const ITEM =
  /\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?\s*(,|(?=\s|$))?/y;

/** Parses the challenges of WWW-Authenticate lines joined with commas (RFC 9110, section 11.6.1). */
export function parseChallenges(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  ITEM.lastIndex = 0;
  for (let match = ITEM.exec(header); match !== null && match[0] !== ''; match = ITEM.exec(header)) {
    const [, name = '', quoted, plain] = match;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
    if (ITEM.lastIndex >= header.length) break;
    while (header[ITEM.lastIndex] === ',') ITEM.lastIndex += 1;
  }
  return challenges;
}

/**
 * Returns the Authorization value for a Digest challenge; undefined when the challenge is not supported
 * (an unknown algorithm, or no qop among `auth`, `auth-int` and the form of RFC 2069 without one).
 */
export function digestAuthorization(challenge: Challenge, request: DigestRequest): string | undefined {
  const { parameters } = challenge;
  const algorithm = parameters.get('algorithm') ?? 'MD5';
  const session = /-sess$/i.test(algorithm);
  const hashName = HASHES.get(algorithm.replace(/-sess$/i, '').toUpperCase());
  const realm = parameters.get('realm') ?? '';
  const nonce = parameters.get('nonce');
  const qop = chooseQop(parameters.get('qop'));
  if (hashName === undefined || nonce === undefined || qop === undefined) return undefined;
  const hash = (data: string | Uint8Array) => createHash(hashName).update(data).digest('hex');
  const cnonce = request.cnonce ?? randomBytes(16).toString('hex');
  const nc = (request.count ?? 1).toString(16).padStart(8, '0');
  const { username, password, method, uri } = request;
  const plainHa1 = hash(`${username}:${realm}:${password}`);
  const ha1 = session ? hash(`${plainHa1}:${nonce}:${cnonce}`) : plainHa1;
  const ha2 = hash(`${method}:${uri}${qop === 'auth-int' ? `:${hash(request.body)}` : ''}`);
  const response = hash(
    qop === '' ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`,
  );
  const hashed = /^true$/i.test(parameters.get('userhash') ?? '');
  const opaque = parameters.get('opaque');
  const fields = [
    `username="${quote(hashed ? hash(`${username}:${realm}`) : username)}"`,
    `realm="${quote(realm)}"`,
    `nonce="${quote(nonce)}"`,
    `uri="${quote(uri)}"`,
    ...(qop === '' ? [] : [`cnonce="${cnonce}"`, `nc=${nc}`, `qop=${qop}`]),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque="${quote(opaque)}"`]),
    ...(parameters.has('algorithm') ? [`algorithm=${algorithm}`] : []),
    ...(hashed ? ['userhash=true'] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}

/** Returns the preferred qop; '' for the form of RFC 2069; undefined when none is supported. */
function chooseQop(offered: string | undefined): 'auth' | 'auth-int' | '' | undefined {
  if (offered === undefined) return '';
  const options = offered.split(',').map((option) => option.trim().toLowerCase());
  if (options.includes('auth')) return 'auth';
  return options.includes('auth-int') ? 'auth-int' : undefined;
}

function quote(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}
