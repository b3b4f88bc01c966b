/** Pages for what went wrong. */
import { Layout } from './layout.tsx';

type Asset = (name: string) => string;

export function NotFound({ asset }: { asset: Asset }) {
  return Layout({
    title: 'There is nothing here',
    asset,
    children: (
      <article class="narrow">
        <h1>There is nothing here</h1>
        <p>The address is not right, or what stood here is private or gone.</p>
        <p>
          <a href="/">To the start</a>
        </p>
      </article>
    ),
  });
}

/** @param requestId also in the server log */
export function Problem({
  asset,
  status,
  message,
  requestId,
}: {
  asset: Asset;
  status: number;
  message: string;
  requestId: string;
}) {
  const title =
    status >= 500 ? 'That did not work' : status === 429 ? 'Too many requests' : 'That cannot be done';
  return Layout({
    title,
    asset,
    children: (
      <article class="narrow">
        <h1>{title}</h1>
        <p>{message}</p>
        <p class="muted">
          Status {status}, request <code>{requestId}</code>
        </p>
      </article>
    ),
  });
}
