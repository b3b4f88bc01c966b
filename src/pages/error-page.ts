/** Errors as pages, for every path of the service outside of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import { asset } from './assets.ts';
import { Page, sendPage } from './respond.ts';
import { ErrorPage } from './views/errors.tsx';
import { toHtml } from './views/layout.tsx';

/** Made once: whoever tries many addresses gets the same bytes. */
let notFound: Page | undefined;

/** Sends an error as a page. */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode: status, message, code }: ApiError,
): FastifyReply {
  if (code === 'not_found') {
    notFound ??= new Page(toHtml(ErrorPage({ asset, status, message: '', requestId: undefined })));
    return sendPage(request, reply, notFound, { status });
  }
  const page = ErrorPage({ asset, status, message, requestId: request.id });
  return sendPage(request, reply, new Page(toHtml(page)), { status });
}
