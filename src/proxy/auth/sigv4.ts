/** AWS Signature Version 4 with curl's `--aws-sigv4` parameters. */
import { createHash, createHmac } from 'node:crypto';
import { CONNECTION_HEADERS } from '../../request/connection-headers.ts';
import { percentEncode } from '../../request/percent.ts';
import type { HeaderLine } from '../../schemas/request-shape.ts';

export interface SigV4Request {
  method: string;
  /** Path and query as sent. */
  pathAndQuery: string;
  hostname: string;
  /** The lines that are sent and are to be signed, Host among them. */
  headers: readonly HeaderLine[];
  body: Uint8Array;
  username: string;
  password: string;
  /** `provider1[:provider2[:region[:service]]]`; `aws:amz` when absent. */
  provider: string | undefined;
  /** The time of signing. */
  now: Date;
}

/** Whether a header is never signed, because an intermediary may change or add it. */
function isUnsigned(lower: string): boolean {
  return lower === 'authorization' || (CONNECTION_HEADERS.has(lower) && lower !== 'content-length');
}

/** Returns the header lines to add: the date, for S3 the payload hash, and Authorization. */
export function signV4(request: SigV4Request): HeaderLine[] {
  // An empty part ends the list (lib/http_aws_sigv4.c).
  const parts = (request.provider || 'aws:amz').replace(/::.*$|:$/s, '').split(':');
  const [first = 'aws', second = first, givenRegion, givenService] = parts;
  const provider = first.toLowerCase();
  const vendor = second.toLowerCase();
  const [hostService = '', hostRegion = ''] = request.hostname.split('.');
  const service = givenService ?? hostService;
  const region = givenRegion ?? hostRegion;
  const title = vendor.charAt(0).toUpperCase() + vendor.slice(1);
  const given = (name: string) =>
    request.headers.find((line) => line.name.toLowerCase() === name)?.value.trim();

  const timestamp = given(`x-${vendor}-date`) ?? request.now.toISOString().replace(/[-:]|\.\d+/g, '');
  const date = timestamp.slice(0, 8);
  const isS3 = provider === 'aws' && service === 's3';
  const givenHash = given(`x-${vendor}-content-sha256`);
  const payloadHash = givenHash ?? sha256(request.body);
  const added: HeaderLine[] = [];
  if (given(`x-${vendor}-date`) === undefined) added.push({ name: `X-${title}-Date`, value: timestamp });
  if (isS3 && givenHash === undefined) added.push({ name: `x-${vendor}-content-sha256`, value: payloadHash });

  const canonical = canonicalHeaders([...request.headers, ...added]);
  const signedHeaders = canonical.map(([name]) => name).join(';');
  const [path = '/', query = ''] = splitOnce(request.pathAndQuery, '?');
  const canonicalRequest = [
    request.method,
    isS3
      ? path
      : path
          .split('/')
          .map((name) => percentEncode(name))
          .join('/'),
    canonicalQuery(query),
    ...canonical.map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  const type = `${provider}4_request`;
  const scope = `${date}/${region}/${service}/${type}`;
  const algorithm = `${provider.toUpperCase()}4-HMAC-SHA256`;
  const stringToSign = [algorithm, timestamp, scope, sha256(canonicalRequest)].join('\n');
  const key = [date, region, service, type].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `${provider.toUpperCase()}4${request.password}`,
  );
  const signature = hmac(key, stringToSign).toString('hex');
  return [
    ...added,
    {
      name: 'Authorization',
      value: `${algorithm} Credential=${request.username}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    },
  ];
}

function canonicalHeaders(lines: readonly HeaderLine[]): [string, string][] {
  const merged = new Map<string, string>();
  for (const { name, value } of lines) {
    const lower = name.toLowerCase();
    if (isUnsigned(lower)) continue;
    const text = value.trim().replace(/\s+/g, ' ');
    const before = merged.get(lower);
    merged.set(lower, before === undefined ? text : `${before},${text}`);
  }
  return [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => splitOnce(pair, '=').map(encodeDecoded))
    .map(([name = '', value = '']) => [name, value] as const)
    .toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** Percent-encodes a text; existing escapes are kept, in upper case. */
function encodeDecoded(text: string): string {
  return text
    .split(/(%[0-9a-f]{2})/i)
    .map((part, index) => (index % 2 === 1 ? normalEscape(part) : percentEncode(part.replaceAll('+', ' '))))
    .join('');
}

function normalEscape(escaped: string): string {
  const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[A-Za-z0-9\-._~]/.test(char) ? char : escaped.toUpperCase();
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
