/** Authentication that needs more than a header: digest and any (a challenge first), aws-sigv4 (a signature). */
import { hasLine } from '../request/normalize.ts';
import type { HeaderLine, RequestAuth } from '../schemas/http-request.ts';
import { digestAuthorization, parseChallenges } from './digest.ts';
import { type Answer, headerValue } from './exchange.ts';
import { basicAuthorization, type Outgoing } from './outgoing.ts';
import { signV4 } from './sigv4.ts';
import type { Target } from './target.ts';

/** Whether the scheme sends nothing at first and answers the target's challenge. */
export function answersChallenges(auth: RequestAuth | undefined, outgoing: Outgoing): auth is RequestAuth {
  return (auth?.scheme === 'digest' || auth?.scheme === 'any') && !hasLine(outgoing.headers, 'authorization');
}

/**
 * The first attempt. With digest the target will refuse it, so curl keeps a body back, and with a form its
 * Content-Type; with `any` it does not know yet whether there will be a challenge and sends everything.
 */
export function firstAttempt(auth: RequestAuth, outgoing: Outgoing): Outgoing {
  if (auth.scheme === 'any' || outgoing.body === undefined || outgoing.body.length === 0) return outgoing;
  const { chunked, expect_continue: expects, ...others } = outgoing.options;
  // The coding that a header asks for stays; an upload of unknown length, which expects an answer first, has none.
  const options = chunked === true && expects !== true ? { ...others, chunked } : others;
  const headers = outgoing.form
    ? outgoing.headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
    : outgoing.headers;
  return { ...outgoing, headers, options, body: new Uint8Array(0) };
}

/** The request again with credentials; undefined when the answer is no challenge that can be met. */
export function answerChallenge(
  answer: Answer,
  auth: RequestAuth,
  outgoing: Outgoing,
  target: Target,
): Outgoing | undefined {
  if (answer.status !== 401) return undefined;
  const { username = '', password = '' } = auth;
  const challenges = parseChallenges(headerValue(answer.headers, 'www-authenticate') ?? '');
  const uri = outgoing.options.request_target ?? target.pathAndQuery;
  for (const challenge of challenges.filter(({ scheme }) => scheme === 'digest')) {
    const value = digestAuthorization(challenge, {
      username,
      password,
      method: outgoing.method,
      uri,
      body: outgoing.body ?? new Uint8Array(0),
    });
    if (value !== undefined) return withHeader(outgoing, { name: 'Authorization', value });
  }
  if (auth.scheme === 'any' && challenges.some(({ scheme }) => scheme === 'basic'))
    return withHeader(outgoing, basicAuthorization(username, password));
  return undefined;
}

/** Whether a 401 only says that the nonce was too old (RFC 7616, section 3.3): worth one more attempt. */
export function isStale(answer: Answer): boolean {
  return (
    answer.status === 401 &&
    parseChallenges(headerValue(answer.headers, 'www-authenticate') ?? '').some(
      ({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true',
    )
  );
}

/**
 * The header lines with an aws-sigv4 signature where that is asked for and no own one is given. Like curl it
 * signs Host, the date and what was asked for, not the sender's own defaults (lib/http_aws_sigv4.c).
 */
export function signedHeaders(
  auth: RequestAuth | undefined,
  { method, options, body, form, headers }: Outgoing,
  target: Target,
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
      pathAndQuery: options.request_target ?? target.pathAndQuery,
      hostname: target.hostname,
      headers: lines.filter(({ name }) => signed.has(name.toLowerCase())),
      body: body ?? new Uint8Array(0),
      username,
      password,
      provider,
      now: new Date(),
    }),
  ];
}

function withHeader(outgoing: Outgoing, line: HeaderLine): Outgoing {
  return { ...outgoing, headers: [...outgoing.headers, line] };
}
