/** Errors as pages, for every path of the service outside of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import { type Page, render, sendPage } from './respond.ts';
import { ErrorPage } from './views/errors.tsx';

/** Rendered once: whoever tries many addresses gets the same bytes. */
let notFound: Page | undefined;

/** Sends an error as a page. */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { statusCode: status, code } = error;
  const view = () => ErrorPage({ error, requestId: request.id });
  if (code !== 'not_found') return sendPage(request, reply, render(view()), { status });
  notFound ??= render(view());
  return sendPage(request, reply, notFound, { status });
}
