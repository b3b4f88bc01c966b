/** Signing in with an API key: a session cookie, and who is signed in. */
import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import { requireScope } from '../plugins/auth.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import type { Scope } from '../schemas/account.ts';
import { hashKey, type Identity } from '../services/api-keys.ts';
import { type Actor, recordEvent } from '../services/audit.ts';
import { endSession, findSession, saveSession, takeSignInLink } from '../services/sessions.ts';
import type { LargeView } from './large-views.tsx';
import { type PageOptions, sendPage } from './respond.ts';

/** Everything of the account is below this path, and its cookies go nowhere else. */
export const ACCOUNT = '/account';
const LIFE_MS = 7 * 86_400_000;

/** The cookie with the id of a session, which is random and looked up in the database: it needs no signature. */
const SESSION = 'playgrounds_session';
const cookieOptions = { path: ACCOUNT, httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

export const sessions = fp(async (app: FastifyInstance) => {
  await app.register(cookie);
  // The key is checked with every request: if it is revoked or expired, the session has ended.
  app.addHook('onRequest', async (request) => {
    const id = request.cookies[SESSION];
    const found = id === undefined ? undefined : await findSession(app.database.db, id);
    if (found !== undefined) request.identity = (await app.keyRing.identifyHash(found.keyHash)) ?? null;
  });
});

/** Sends a page of the account that may be large. @param view one of large-views.tsx */
export async function sendLarge<Props>(
  request: FastifyRequest,
  reply: FastifyReply,
  view: LargeView<Props>,
  props: Props,
  options?: PageOptions,
) {
  return sendPage(request, reply, await view(callerOf(request), props), options);
}

/** Who acts on a page, for the audit trail. */
export function pageActor(request: FastifyRequest, { accountId, keyId }: Identity): Actor {
  return { accountId, via: 'page', keyId, requestId: request.id, address: request.ip };
}

/**
 * Signs in with a key, or with the secret of a link.
 * @throws ApiError unauthorized, forbidden
 */
export async function signIn(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, link }: { key: string; link: string },
): Promise<void> {
  const isLink = link !== '';
  const keyHash = isLink ? (await takeSignInLink(app.database.db, link))?.keyHash : hashKey(key);
  const identity = keyHash === undefined ? undefined : await app.keyRing.identifyHash(keyHash);
  if (keyHash === undefined || identity === undefined)
    throw new ApiError(
      'unauthorized',
      isLink
        ? 'This link was used already, or it is older than ten minutes. Paste an API key.'
        : 'This key is not valid: it is misspelt, expired or revoked.',
    );
  request.identity = identity;
  requireScope(request, 'keys:manage');
  await endSessionOf(app, request);
  // A new id for each session prevents session fixation.
  const id = randomBytes(24).toString('base64url');
  const expires = new Date(Date.now() + LIFE_MS);
  await saveSession(app.database.db, id, { keyHash, expiresAt: expires });
  reply.setCookie(SESSION, id, { ...cookieOptions, expires });
  await recordEvent(app.database.db, pageActor(request, identity), 'session.started', identity.keyId);
}

/** Ends the session and records it. */
export async function signOut(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { identity } = request;
  await endSessionOf(app, request);
  reply.clearCookie(SESSION, cookieOptions);
  if (identity !== null)
    await recordEvent(app.database.db, pageActor(request, identity), 'session.ended', identity.keyId);
}

async function endSessionOf(app: FastifyInstance, { cookies }: FastifyRequest): Promise<void> {
  if (cookies[SESSION] !== undefined) await endSession(app.database.db, cookies[SESSION]);
}

export const sessionEnded = (): ApiError =>
  new ApiError('unauthorized', 'Your session has ended. Sign in again.');

/**
 * Who is signed in, with a key that may do this.
 * @throws ApiError unauthorized, forbidden
 */
export function signedIn(request: FastifyRequest, scope: Scope): Identity {
  if (request.identity === null) throw sessionEnded();
  return requireScope(request, scope);
}
