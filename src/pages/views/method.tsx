/** Methods, addresses and status codes in the colours of their kind. Pure. */
import type { TestResponse } from '../../schemas/test-run.ts';
import { Name, plain } from './visible-text.tsx';

const COLOURED = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

export function Method({ name }: { name: string }) {
  return (
    <span class={COLOURED.has(name) ? `pg-method pg-method--${name.toLowerCase()}` : 'pg-method'}>
      {plain(name)}
    </span>
  );
}

/** Shows where a request goes: its host, and its path stronger, in lines that end where a part of it does. */
export function Target({ method, url }: { method: string; url: string }) {
  const [, host = '', path = url] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)(.+)$/is.exec(url) ?? [];
  return (
    <p class="pg-url">
      <Method name={method} />{' '}
      <span>
        {host !== '' && <Name text={host} />}
        <b>
          <bdi>
            {plain(path)
              .split(/(?<=[/?&,])/)
              .map((part) => (
                <>
                  {part}
                  <wbr />
                </>
              ))}
          </bdi>
        </b>
      </span>
    </p>
  );
}

/** The class of the style sheet for a status code. */
export const statusClass = (status: number): string => `pg-status pg-status--${Math.floor(status / 100)}xx`;

type Head = Pick<TestResponse, 'status' | 'status_text'>;

/** Shows the status of a response; nothing without one. */
export function Status({ head, isLive = false }: { head: Head | null; isLive?: boolean }) {
  if (head === null) return null;
  return (
    <strong class={`${statusClass(head.status)} ${isLive ? 'pg-status--live' : ''}`.trim()}>
      {head.status} {plain(head.status_text)}
    </strong>
  );
}
