/** What people open in a browser: pages, their built files, and error pages. */
import formbody from '@fastify/formbody';
import files from '@fastify/static';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { refuse, sendErrorJson } from '../plugins/errors.ts';
import { originOf } from '../routes/headers.ts';
import { accountPages } from './account.tsx';
import { WEB_FOLDER } from './assets.ts';
import { embedPages } from './embed.tsx';
import { sendErrorPage } from './error-page.ts';
import { homePage } from './home.tsx';
import { publicPages } from './public.tsx';
import { wantsHtml } from './respond.ts';
import { assertSameOrigin } from './same-origin.ts';
import { wellKnownFiles } from './well-known.ts';

/** The settings that pages need. */
export interface PagesOptions {
  /** Address of the service where it is not the one that a request was sent to. */
  publicUrl: string | undefined;
  /** A URI where vulnerabilities are reported. */
  securityContact: string | undefined;
  publicRunsPerMinute: number;
  publicRunsPerDay: number;
  previewsPerMinute: number;
  requestTimeoutMs: number;
  maskRequestBodies: boolean;
  egress: { timeoutMs: number };
}

export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  const {
    publicUrl,
    securityContact,
    publicRunsPerMinute,
    publicRunsPerDay,
    previewsPerMinute,
    requestTimeoutMs,
    maskRequestBodies: maskBodies,
    egress,
  } = options;
  await app.register(formbody);
  await app.register(files, {
    root: `${WEB_FOLDER}assets`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    schemaHide: true,
  });
  // Cross-site requests that change something are refused (CSRF).
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST') assertSameOrigin(request);
  });
  app.setErrorHandler((thrown, request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const error = refuse(request, reply, thrown);
    return (wantsHtml(request) ? sendErrorPage : sendErrorJson)(request, reply, error);
  });
  const origin = (request: FastifyRequest) => publicUrl ?? originOf(request);
  const runTimeoutMs = egress.timeoutMs + requestTimeoutMs;
  await app.register(homePage, options);
  await app.register(publicPages, { origin, publicRunsPerMinute, publicRunsPerDay, runTimeoutMs });
  await app.register(embedPages, { origin });
  await app.register(wellKnownFiles, { origin, securityContact });
  await app.register(accountPages, { origin, runTimeoutMs, maskBodies, previewsPerMinute });
};
