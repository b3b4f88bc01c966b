/** Request pass: credentials: a header where that says it all, else the request's `auth`. */
import { bytesBase64, utf8Base64 } from '../../request/bytes.ts';
import type { RequestAuth } from '../../schemas/request-shape.ts';
import type { Use } from '../options/operation.ts';
import { Word } from '../shell/word.ts';
import type { Draft, Job } from './draft.ts';
import type { Headers } from './headers.ts';
import type { CurlUrl } from './url.ts';

interface Credentials {
  username: Word;
  password: Word;
}

/** Before any other header is made: curl writes Authorization first. */
export function addCredentials(job: Job, draft: Draft, url: CurlUrl, headers: Headers): void {
  const { operation, diagnostics } = job;
  const { user, bearer, sigv4, schemes, disallowUser } = operation;
  if (url.user === undefined && user === undefined && bearer === undefined && schemes.length === 0) return;
  if (url.user !== undefined && disallowUser)
    throw diagnostics.error(
      'user_in_url',
      'curl: (67) URL rejected: Credentials was passed in the URL when prohibited',
      url.user,
    );
  const scheme = schemeOf(schemes);
  const { username, password } = readCredentials(job, url);
  const isKnown = !username.isEmpty || !password.isEmpty;
  const isOwn = headers.custom('authorization') !== undefined;
  if (!isOwn) warnOfRedirect(job, url);
  if (isOwn) {
    if (isKnown && user !== undefined && scheme !== 'basic')
      diagnostics.warn(
        'auth_not_sent',
        'An Authorization header of your own replaces the authentication.',
        user,
        user.name,
      );
  } else if (sigv4 !== undefined) {
    if (isKnown)
      draft.auth = { scheme: 'aws-sigv4', username, password, provider: signatureScope(job, sigv4, url) };
  } else if (bearer !== undefined) {
    if (schemes.length === 0)
      headers.send('Authorization', Word.concat(bearer.value, 'Bearer ', bearer.value), bearer);
    else
      diagnostics.warn(
        'auth_not_sent',
        'With several schemes curl sends no credentials at first; the token is left out.',
        bearer,
        bearer.name,
      );
  } else if (scheme !== 'basic') {
    if (isKnown || (user !== undefined && scheme !== 'digest')) draft.auth = { scheme, username, password };
  } else if (isKnown) addBasic(job, draft, { username, password }, headers);
}

function addBasic({ operation, diagnostics }: Job, draft: Draft, given: Credentials, headers: Headers): void {
  const { username, password } = given;
  const place: Use = operation.user ?? {
    name: '--url',
    value: username,
    start: username.start,
    end: password.end,
  };
  if (!username.hasOpen && !password.hasOpen) {
    const both = Word.concat(username, username, ':', password);
    const text = both.text;
    headers.send(
      'Authorization',
      `Basic ${text === undefined ? bytesBase64(both.bytes) : utf8Base64(text)}`,
      place,
    );
    return;
  }
  if (operation.user !== undefined && !operation.user.value.outline.includes(':'))
    diagnostics.warn(
      'credentials_in_variable',
      'The variable may hold user:password; it is taken as the user name alone.',
      operation.user,
      operation.user.name,
    );
  draft.auth = { scheme: 'basic', username, password };
}

function schemeOf(schemes: readonly Exclude<RequestAuth['scheme'], 'aws-sigv4'>[]) {
  const [only] = schemes;
  if (only === undefined) return 'basic';
  return new Set(schemes).size > 1 ? 'any' : only;
}

function readCredentials(job: Job, url: CurlUrl): Credentials {
  const { operation, diagnostics } = job;
  const { user } = operation;
  const none = Word.text('', job.line.span);
  const username = url.user === undefined ? none : decoded(job, url.user);
  const password = url.password === undefined ? none : decoded(job, url.password);
  if (user === undefined) return { username, password };
  const [name = none, given] = user.value.split(':', 2);
  // No user name, no credentials: then those of the URL count.
  if (name.isEmpty) return { username, password: url.password === undefined ? (given ?? none) : password };
  if (given === undefined && !name.hasOpen)
    diagnostics.warn(
      'password_prompt',
      'curl would ask for the password; an empty one is used.',
      user,
      user.name,
    );
  return { username: name, password: given ?? none };
}

/** Userinfo is percent-decoded; a NUL is refused. */
function decoded({ diagnostics }: Job, word: Word): Word {
  if (!word.outline.includes('%')) return word;
  const pieces = word.segments.map((segment): Word => {
    const piece = new Word([segment], segment);
    return segment.kind === 'text' ? Word.bytes(percentDecoded(piece.bytes), piece) : piece;
  });
  const text = Word.concat(word, ...pieces);
  if (text.outline.includes('\0'))
    throw diagnostics.error('invalid_url', 'URL rejected: Malformed input to a URL function', word);
  return text;
}

function percentDecoded(bytes: Uint8Array): Uint8Array {
  const decodedBytes: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes[at] === 0x25 ? String.fromCharCode(...bytes.subarray(at + 1, at + 3)) : '';
    const isByte = /^[0-9A-Fa-f]{2}$/.test(hex);
    decodedBytes.push(isByte ? Number.parseInt(hex, 16) : (bytes[at] ?? 0));
    if (isByte) at += 2;
  }
  return Uint8Array.from(decodedBytes);
}

/**
 * The `provider1[:provider2[:region[:service]]]` of --aws-sigv4: an empty one ends the list, a fifth is not looked at
 * (lib/http_aws_sigv4.c). What it does not name the host must: its first label is the service, its second the region.
 */
function signatureScope({ diagnostics }: Job, { value, start, end }: Use, url: CurlUrl): Word | string {
  const given = value.text;
  if (given === undefined) return value;
  const parts = (given || 'aws:amz')
    .replace(/::.*$|:$/s, '')
    .split(':')
    .slice(0, 4);
  const [provider = '', , region, service] = parts;
  if (provider === '')
    throw diagnostics.error('invalid_value', 'curl: (43) first aws-sigv4 provider cannot be empty', {
      start,
      end,
    });
  const host = url.host.text;
  const dots = host === undefined ? 2 : host.split('.').length - 1;
  const missing = dots < 1 ? 'service' : region === undefined && dots < 2 ? 'region' : undefined;
  if (service === undefined && missing !== undefined)
    throw diagnostics.error(
      'invalid_value',
      `curl: (3) aws-sigv4: ${missing} missing in parameters and hostname`,
      { start, end },
    );
  return parts.join(':');
}

/**
 * The user of a URL is for that URL and those that are relative to it; one of -u is for the whole host. So it is
 * in curl 8.23; 7.88 made no difference.
 */
function warnOfRedirect({ operation: { user, follow }, diagnostics }: Job, url: CurlUrl): void {
  if (url.user === undefined || follow === 'no') return;
  if (user !== undefined && !/^(?::|$)/.test(user.value.outline)) return;
  diagnostics.warn(
    'user_after_redirect',
    'After a redirect to a whole URL curl sends the user of this one no more; here the same host gets it again.',
    url.user,
  );
}

/** curl signs the lines of -H (and --json) only, not the headers that other options make. */
export function limitSignature({ operation }: Job, draft: Draft, headers: Headers): void {
  const { auth, lines } = draft;
  if (auth?.scheme !== 'aws-sigv4') return;
  const names = lines.map(({ name }) => name);
  if (headers.custom('content-length') !== undefined && headers.hasBody) names.push('Content-Length');
  const isSigned = (name: Word | string) => {
    const key = (typeof name === 'string' ? name : name.outline).toLowerCase();
    return (
      headers.custom(key) !== undefined ||
      (operation.json !== undefined && (key === 'content-type' || key === 'accept'))
    );
  };
  const signed = names.filter(isSigned);
  if (signed.length < names.length) auth.signed_headers = signed;
}
