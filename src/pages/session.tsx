/** Signing in with an API key: a session cookie, protection of forms, and who is signed in. */
import { callbackify } from 'node:util';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import session from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify';
import fp from 'fastify-plugin';
import type { VNode } from 'preact';
import { ApiError } from '../errors.ts';
import { requireScope } from '../plugins/auth.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import type { Scope } from '../schemas/account.ts';
import { hashKey, type Identity } from '../services/api-keys.ts';
import { type Actor, recordEvent } from '../services/audit.ts';
import { DAY_MS } from '../services/quota.ts';
import { endSession, findSession, saveSession, takeSignInLink } from '../services/sessions.ts';
import type { LargeView } from './large-views.tsx';
import { type PageOptions, sendPage, sendView } from './respond.ts';
import { CsrfToken } from './views/account-page.tsx';

declare module 'fastify' {
  interface Session {
    /** SHA-256 of the key that was signed in with; the key itself is kept nowhere. */
    keyHash?: string;
  }
}

/** Everything of the account is below this path, and its cookies go nowhere else. */
export const ACCOUNT = '/account';
const LIFE_MS = 7 * DAY_MS;

const cookieOptions = { path: ACCOUNT, httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

/**
 * Session ids are random and looked up in the database, so there is nothing that a signature would add; and no secret
 * that several instances would have to share.
 */
const unsigned = {
  sign: (value: string) => value,
  unsign: (value: string) => ({ valid: true, renew: false, value }),
};

export const sessions = fp(async (app: FastifyInstance) => {
  const { db } = app.database;
  await app.register(cookie);
  await app.register(session, {
    secret: unsigned,
    cookieName: 'playgrounds_session',
    cookie: { ...cookieOptions, maxAge: LIFE_MS },
    saveUninitialized: false,
    rolling: false,
    store: {
      get: callbackify(async (id: string): Promise<Session | null> => {
        const found = await findSession(db, id);
        if (found === undefined) return null;
        const { keyHash, expiresAt: expires } = found;
        return { keyHash, cookie: { ...cookieOptions, originalMaxAge: LIFE_MS, expires } };
      }),
      set: callbackify(async (id: string, { keyHash, cookie: { expires } }: Session) => {
        const expiresAt = expires ?? new Date(Date.now() + LIFE_MS);
        if (keyHash !== undefined) await saveSession(db, id, { keyHash, expiresAt });
      }),
      destroy: callbackify((id: string) => endSession(db, id)),
    },
  });
  await app.register(csrf, { cookieKey: 'playgrounds_form', cookieOpts: cookieOptions });
  // The key is checked with every request: if it is revoked or expired, the session has ended.
  app.addHook('onRequest', async (request) => {
    const { keyHash } = request.session;
    if (keyHash !== undefined) request.identity = (await app.keyRing.identifyHash(keyHash)) ?? null;
  });
});

/** Sends a page of the account: its forms carry a CSRF token. */
export function send(request: FastifyRequest, reply: FastifyReply, view: VNode, options?: PageOptions) {
  const page = <CsrfToken.Provider value={reply.generateCsrf()}>{view}</CsrfToken.Provider>;
  return sendView(request, reply, page, options);
}

/** Sends a page of the account that may be large. @param view one of large-views.tsx */
export async function sendLarge<Props>(
  request: FastifyRequest,
  reply: FastifyReply,
  view: LargeView<Props>,
  props: Props,
  options?: PageOptions,
) {
  const page = await view(callerOf(request), props, reply.generateCsrf());
  return sendPage(request, reply, page, options);
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
  // A new session id prevents session fixation.
  await request.session.regenerate();
  request.session.keyHash = keyHash;
  await recordEvent(app.database.db, pageActor(request, identity), 'session.started', identity.keyId);
}

/** Ends the session and records it. */
export async function signOut(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { identity } = request;
  await request.session.destroy();
  reply.clearCookie('playgrounds_session', cookieOptions);
  if (identity !== null)
    await recordEvent(app.database.db, pageActor(request, identity), 'session.ended', identity.keyId);
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
