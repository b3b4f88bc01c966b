/** The account: signing in and out, usage, and the other pages. Everything is done by the services of the API. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { toApiError } from '../plugins/errors.ts';
import { getOwnPlayground, getPlayground } from '../services/playgrounds.ts';
import { runsOfToday } from '../services/run-counts.ts';
import { auditPages } from './account-audit.tsx';
import { accountCollections } from './account-collections.ts';
import { keyPages } from './account-keys.tsx';
import { playgroundPages } from './account-playgrounds.tsx';
import { resultPages } from './account-results.tsx';
import { accountSites } from './account-sites.tsx';
import { previews } from './previews.ts';
import { readerPreviews } from './reader-preview.tsx';
import { sendView, wantsHtml } from './respond.ts';
import { ACCOUNT, sessionEnded, sessions, signedIn, signIn, signOut } from './session.tsx';
import { type Form, type RouteOptions, text } from './shared.ts';
import { targetsOf } from './shown-command.ts';
import { SignIn } from './views/sign-in.tsx';
import { contactIn } from './views/signup-note.tsx';
import { UsagePage } from './views/usage.tsx';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a form of the account works without a session. */
    withoutSession?: boolean;
  }
}

const SIGN_INS_PER_MINUTE = 20;

export const accountPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { origin, signupNote } = options;
  const { db } = app.database;
  await app.register(sessions);

  // Errors thrown here reach the error handler of all pages.
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof ApiError && error.code === 'unauthorized' && wantsHtml(request))
      return reply.redirect(signInAddress(request), 303);
    throw error;
  });

  // Before a body is read: the limit of an address without a session, and the session.
  app.addHook('onRequest', async (request, reply) => {
    if (request.identity !== null) return;
    await app.meter(request, reply);
    if (request.method === 'POST' && !request.routeOptions.config.withoutSession) throw sessionEnded();
  });

  // --- Signing in and out

  app.get<{ Querystring: Form }>(ACCOUNT, async (request, reply) => {
    if (request.identity !== null)
      return reply.redirect(pageAfterSignIn(request.query, origin(request)), 303);
    const next = text(request.query, 'next');
    // Visitors without an account can edit a copy on the start page.
    const copied = /^\/account\/playgrounds\/new\?copy=([\w-]+)$/.exec(next)?.[1];
    const found = copied && (await getPlayground(db, null, copied).catch(() => undefined));
    const without = found && `/#curl=${encodeURIComponent(found.curl_command)}`;
    return sendView(request, reply, <SignIn {...{ next, without, signupNote }} />);
  });

  const signIns = { config: { rateLimit: { max: SIGN_INS_PER_MINUTE }, withoutSession: true } };
  app.post<{ Body: Form }>(`${ACCOUNT}/sign-in`, signIns, async (request, reply) => {
    const { body } = request;
    try {
      await signIn(app, request, reply, { key: text(body, 'key').trim(), link: text(body, 'link') });
    } catch (error) {
      const { statusCode: status, message } = toApiError(error);
      if (status !== 401 && status !== 403) throw error;
      return sendView(
        request,
        reply,
        <SignIn {...{ problem: message, next: text(body, 'next'), signupNote }} />,
        { status },
      );
    }
    return reply.redirect(pageAfterSignIn(body, origin(request)), 303);
  });

  app.post(`${ACCOUNT}/sign-out`, { config: { withoutSession: true } }, async (request, reply) => {
    await signOut(app, request, reply);
    return reply.redirect(ACCOUNT, 303);
  });

  // Pages outside of the account ask whose they are.
  app.get<{ Querystring: Form }>(`${ACCOUNT}/signed-in`, async (request, reply) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const own = getOwnPlayground(db, accountId, text(request.query, 'playground'));
    reply.header('cache-control', 'private, no-store');
    return { owns: (await own.catch(() => undefined)) !== undefined };
  });

  // --- Usage

  app.get(`${ACCOUNT}/usage`, async (request, reply) => {
    const { accountId, plan, limit } = signedIn(request, 'usage:read');
    const [usage, storage, today] = await Promise.all([
      app.quota.usage(accountId, plan, limit),
      app.storage.usage(accountId, plan),
      runsOfToday(db, accountId),
    ]);
    const commands = today.top.map(({ command }) => command);
    // Commands that take too long to read must not keep their owner from the page.
    const targets = await targetsOf(accountId, commands).catch(() => []);
    const top = today.top.map((one, index) => ({ ...one, method: targets[index]?.method }));
    const perDay = options.publicRunsPerDay;
    return sendView(
      request,
      reply,
      <UsagePage
        usage={{ ...usage, storage }}
        today={{ ...today, top }}
        {...{ perDay, contact: contactIn(signupNote) }}
      />,
    );
  });

  for (const routes of [
    keyPages,
    auditPages,
    playgroundPages,
    accountCollections,
    accountSites,
    resultPages,
    previews,
    readerPreviews,
  ])
    await app.register(routes, options);
};

/** The sign-in page, which leads back to the page that was requested. */
const signInAddress = ({ method, url }: FastifyRequest): string =>
  (method === 'GET' || method === 'HEAD') && url.length <= MAX_NEXT
    ? `${ACCOUNT}?next=${encodeURIComponent(url)}`
    : ACCOUNT;

/** Characters of an address to go to after signing in; clients refuse very long headers. */
const MAX_NEXT = 4_000;

/** Where to go after signing in: a page of the account, and nothing else, as the URL parser writes it. */
function pageAfterSignIn(form: unknown, origin: string): string {
  const next = text(form as Form, 'next'); // of a query or a form
  if (URL.canParse(next, origin)) {
    const url = new URL(next, origin);
    const isOurs = url.origin === new URL(origin).origin && url.pathname.startsWith(`${ACCOUNT}/`);
    const path = url.pathname + url.search + url.hash;
    if (isOurs && path.length <= MAX_NEXT) return path;
  }
  return `${ACCOUNT}/playgrounds`;
}
