/** Errors as pages, for every path of the service outside of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import { type Page, render, sendPage } from './respond.ts';
import { timeLeft } from './views/format.tsx';
import { ButtonLink } from './views/inputs.tsx';
import { Layout } from './views/layout.tsx';

/** Rendered once, because scanners request many paths that do not exist. */
let notFound: Page | undefined;

/** Sends an error as a page. */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { statusCode: status, code } = error;
  const retryAfter = reply.getHeader('retry-after')?.toString();
  const canReload = request.method === 'GET' && (status === 429 || status >= 500);
  const view = <ErrorPage requestId={request.id} {...{ error, canReload, retryAfter }} />;
  if (code !== 'not_found') return sendPage(request, reply, render(view), { status });
  notFound ??= render(view);
  return sendPage(request, reply, notFound, { status });
}

function describe({ statusCode: status, message }: ApiError, wait: number): [title: string, text: string] {
  if (status === 404)
    return [
      "This page doesn't exist",
      'Check its address. Its owner may have deleted it, or made it private.',
    ];
  if (status === 405)
    return [
      "This page can't be opened directly",
      'It only takes what a form sends. Open the page with the form.',
    ];
  if (status === 429)
    return [
      'Too many requests',
      wait > MINUTE_S ? message : 'Your address sent more requests than this server takes in a minute.',
    ];
  return [status >= 500 ? 'Something went wrong' : 'Something is wrong with that request', message];
}

/** Limits that reset later are those of a day, whose messages are for people. */
const MINUTE_S = 60;

interface ErrorPageProps {
  error: ApiError;
  /** Whether the same address can be opened again. */
  canReload: boolean;
  /** Also in the server log. */
  requestId: string;
  /** Seconds after which to try again. */
  retryAfter: string | undefined;
}

function ErrorPage({ error, canReload, requestId, retryAfter }: ErrorPageProps) {
  const [title, text] = describe(error, Number(retryAfter ?? 0));
  return (
    <Layout title={`${title} · Playgrounds`} scripts={['page.js']}>
      <article class="pg-page__narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        {retryAfter !== undefined && (
          <p role="timer" data-countdown={retryAfter}>
            Try again in {timeLeft(Number(retryAfter))}.
          </p>
        )}
        <p class="pg-row">
          {canReload && <ButtonLink href="">Try again</ButtonLink>}
          <a class="pg-for-account" href="/account/playgrounds">
            Go to your playgrounds
          </a>
          <a class="pg-for-visitors" href="/">
            Go to the start page
          </a>
        </p>
        {error.statusCode !== 404 && (
          <p class="pg-quiet">
            Status {error.statusCode}, request <code>{requestId}</code>
          </p>
        )}
      </article>
    </Layout>
  );
}
