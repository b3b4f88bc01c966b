/** Error pages. */
import { Layout } from './layout.tsx';

const TEXTS = {
  notFound: {
    title: "This page doesn't exist",
    text: "This page doesn't exist, or it is private.",
  },
  wrongMethod: {
    title: "This page can't be opened directly",
    text: 'It only takes what a form sends. Open the page with the form.',
  },
  reference: (status: number) => `Status ${status}, request `,
};

function describe(status: number, message: string): { title: string; text: string } {
  if (status === 404) return TEXTS.notFound;
  if (status === 405) return TEXTS.wrongMethod;
  const title =
    status >= 500
      ? 'Something went wrong'
      : status === 429
        ? 'Too many requests'
        : 'Something is wrong with that request';
  return { title, text: message };
}

/** @param requestId also in the server log; undefined where it would be of no use */
export function ErrorPage({
  asset,
  status,
  message,
  requestId,
}: {
  asset: (name: string) => string;
  status: number;
  message: string;
  requestId: string | undefined;
}) {
  const { title, text } = describe(status, message);
  return Layout({
    title: `${title} · Playgrounds`,
    asset,
    scripts: ['page.js'],
    children: (
      <article class="narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/">Go to the start page</a>
        </p>
        {requestId !== undefined && (
          <p class="muted">
            {TEXTS.reference(status)}
            <code>{requestId}</code>
          </p>
        )}
      </article>
    ),
  });
}
