/** Authentication that needs more than a header: digest and any (a challenge first), aws-sigv4 (a signature). */
import { basicAuthorization } from '../../request/basic.ts';
import { hasLine } from '../../request/normalize.ts';
import type { HeaderLine, RequestAuth } from '../../schemas/request-shape.ts';
import type { Destination } from '../connect/destination.ts';
import { type HttpResponse, headerValue } from '../http/exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { type Challenge, digestAuthorization, parseChallenges } from './digest.ts';
import { signV4 } from './sigv4.ts';

/** Whether the scheme waits for the target's challenge before it sends credentials. */
export function answersChallenges(auth: RequestAuth | undefined, outgoing: Outgoing): auth is RequestAuth {
  return (auth?.scheme === 'digest' || auth?.scheme === 'any') && !hasLine(outgoing.headers, 'authorization');
}

/**
 * Returns the first attempt. With digest the target will refuse it, so curl leaves out the body, and with a form its
 * Content-Type; with `any` curl does not know yet whether there will be a challenge and sends everything.
 */
export function firstAttempt(auth: RequestAuth, outgoing: Outgoing): Outgoing {
  if (auth.scheme === 'any' || outgoing.body === undefined || outgoing.body.length === 0) return outgoing;
  const { chunked, expect_continue: expects, ...others } = outgoing.options;
  // Both are set for an upload of unknown length, whose body the first attempt leaves out.
  const options = chunked === true && expects === true ? others : outgoing.options;
  const headers = outgoing.form
    ? outgoing.headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
    : outgoing.headers;
  return { ...outgoing, headers, options, body: new Uint8Array(0) };
}

/** An origin's last challenge: later requests to that origin carry credentials from the start, as with curl. */
export interface ChallengeState {
  origin: string;
  challenge: Challenge;
  /** How many times credentials were sent for it. */
  count: number;
}

/** Returns the challenge of a 401 and the request with credentials for it; undefined when it cannot be answered. */
export function answerChallenge(
  response: HttpResponse,
  auth: RequestAuth,
  outgoing: Outgoing,
  destination: Destination,
): { state: ChallengeState; next: Outgoing } | undefined {
  if (response.status !== 401) return undefined;
  const challenges = parseChallenges(headerValue(response.headers, 'www-authenticate') ?? '');
  // Digest first; Basic only where curl chooses.
  for (const scheme of auth.scheme === 'any' ? ['digest', 'basic'] : ['digest'])
    for (const challenge of challenges) {
      if (challenge.scheme !== scheme) continue;
      const state = { origin: destination.origin, challenge, count: 0 };
      const next = withCredentials(state, auth, outgoing, destination);
      if (next !== undefined) return { state, next };
    }
  return undefined;
}

/** Returns the request with credentials for a challenge, and counts them; undefined when the challenge cannot be answered. */
export function withCredentials(
  state: ChallengeState,
  auth: RequestAuth,
  outgoing: Outgoing,
  destination: Destination,
): Outgoing | undefined {
  const { username = '', password = '' } = auth;
  if (state.challenge.scheme === 'basic')
    return withAuthorization(outgoing, basicAuthorization(`${username}:${password}`));
  state.count += 1;
  const value = digestAuthorization(state.challenge, {
    username,
    password,
    method: outgoing.method,
    // As in curl, the path of the URL, even with another request target.
    uri: destination.pathAndQuery,
    body: outgoing.body ?? new Uint8Array(0),
    count: state.count,
  });
  return value === undefined ? undefined : withAuthorization(outgoing, value);
}

/** Whether a 401 reports a stale nonce (RFC 7616, section 3.3), so that one more attempt is made. */
export function isStale(response: HttpResponse): boolean {
  return (
    response.status === 401 &&
    parseChallenges(headerValue(response.headers, 'www-authenticate') ?? '').some(
      ({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true',
    )
  );
}

/**
 * Returns the header lines, with an aws-sigv4 signature unless the request has its own Authorization. Like curl it
 * signs Host, the date and the request's own headers, not the default headers (lib/http_aws_sigv4.c).
 */
export function signedHeaders(
  auth: RequestAuth | undefined,
  { method, body, form, headers }: Outgoing,
  destination: Destination,
  lines: HeaderLine[],
): HeaderLine[] {
  if (auth?.scheme !== 'aws-sigv4' || hasLine(lines, 'authorization')) return lines;
  const { username = '', password = '', provider } = auth;
  const asked = auth.signed_headers ?? headers.map(({ name }) => name);
  const signed = new Set(asked.map((name) => name.toLowerCase())).add('host');
  if (form) signed.delete('content-type');
  return [
    ...lines,
    ...signV4({
      method,
      // curl signs the URL's path, even with another request target.
      pathAndQuery: destination.pathAndQuery,
      hostname: destination.hostname,
      headers: lines.filter(({ name }) => signed.has(name.toLowerCase())),
      body: body ?? new Uint8Array(0),
      username,
      password,
      provider,
      now: new Date(),
    }),
  ];
}

function withAuthorization(outgoing: Outgoing, value: string): Outgoing {
  return { ...outgoing, headers: [...outgoing.headers, { name: 'Authorization', value }] };
}
