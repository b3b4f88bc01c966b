/** What people open in a browser: pages, their built files, and error pages. */
import formbody from '@fastify/formbody';
import files from '@fastify/static';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { EMITTERS } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { refuse, sendErrorJson } from '../plugins/errors.ts';
import { originOf } from '../routes/headers.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { accountPages } from './account.tsx';
import { asset, WEB_FOLDER } from './assets.ts';
import { collectionPages } from './collection.tsx';
import { embedPages } from './embed.tsx';
import { sendErrorPage } from './error-page.tsx';
import { homePage } from './home.tsx';
import { publicPages } from './public.tsx';
import { wantsHtml } from './respond.ts';
import { type PagesOptions, PlaygroundCache, type RouteOptions } from './shared.ts';
import { sitePages } from './site.tsx';
import { highlightCode } from './views/highlight-code.ts';
import { wellKnownFiles } from './well-known.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a page's route takes JSON from its script, instead of a form. */
    takesJson?: boolean;
  }
}

/** A command of 64 KiB takes 192 KiB percent-encoded. */
const MAX_FORM_BYTES = 256 * 1024;

/** The rules of all languages together take a tenth of a second; now, and in turns, they hold no request for that long. */
async function compileHighlighting(): Promise<void> {
  for (const language of Object.keys(EMITTERS)) {
    await yieldToEventLoop();
    highlightCode('', language);
  }
}

export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  app.addHook('onRoute', (route) => {
    // Pages are no part of the OpenAPI document.
    route.schema = { ...route.schema, hide: true };
    route.bodyLimit ??= MAX_FORM_BYTES;
  });
  await app.register(formbody);
  await app.register(files, {
    root: `${WEB_FOLDER}assets`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  // Other sites load these under a stable name.
  for (const name of ['badge.svg', 'embed.js'])
    app.get(`/${name}`, (_request, reply) => {
      reply
        .header('cache-control', 'public, max-age=3600')
        .header('cross-origin-resource-policy', 'cross-origin')
        .sendFile(asset(name).replace('/assets/', ''), { cacheControl: false });
    });
  app.addHook('onListen', async () => void compileHighlighting());
  // Before a body is read: cross-site requests that change something are refused (CSRF), and forms are no JSON.
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    if (!isSameOrigin(request)) throw new ApiError('forbidden', 'This came from a page of another site.');
    if (
      !request.routeOptions.config.takesJson &&
      /^application\/json\b/i.test(request.headers['content-type'] ?? '')
    )
      throw new ApiError(
        'unsupported_media_type',
        'This path only takes a form: application/x-www-form-urlencoded.',
      );
  });
  app.setErrorHandler((thrown, request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const error = refuse(request, reply, thrown);
    return (wantsHtml(request) ? sendErrorPage : sendErrorJson)(request, reply, error);
  });
  const routeOptions: RouteOptions = {
    ...options,
    origin: (request) => options.publicUrl ?? originOf(request),
    runTimeoutMs: options.egress.timeoutMs + options.requestTimeoutMs,
    playgrounds: new PlaygroundCache(app, options.anonymousPerMinute),
  };
  if (import.meta.url.endsWith('.ts')) await app.register((await import('./components.tsx')).componentsPage);
  for (const routes of [
    homePage,
    publicPages,
    collectionPages,
    embedPages,
    sitePages,
    wellKnownFiles,
    accountPages,
  ])
    await app.register(routes, routeOptions);
};

/**
 * Whether a request comes from our own pages: browsers say so in Sec-Fetch-Site, and on plain http in Origin. The one rule
 * against cross-site requests: forms need no token, and a client that says neither is no browser. Cookies are `SameSite=Strict`
 * besides.
 */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
