/** Methods and status codes in the colours of their kind. Pure. */
import type { ComponentChildren } from 'preact';
import type { TestResponse } from '../../schemas/test-run.ts';
import { Name, plain } from './visible-text.tsx';

const COLOURED = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Shows a method in its colour. */
export function Method({ name }: { name: string }) {
  return <span class={COLOURED.has(name) ? `method ${name.toLowerCase()}` : 'method'}>{plain(name)}</span>;
}

/** Shows where a request goes. */
export function Target({
  method,
  url,
  children,
}: {
  method: string;
  url: string;
  children?: ComponentChildren;
}) {
  return (
    <p class="target">
      <Method name={method} /> <Name text={url} /> {children}
    </p>
  );
}

/** The class of the style sheet for a status code. */
export const statusClass = (status: number): string => `status-${Math.floor(status / 100)}`;

/** Shows the status of a response; nothing without one. */
export function Status({ head }: { head: Pick<TestResponse, 'status' | 'status_text'> | null }) {
  if (head === null) return null;
  return (
    <strong class={statusClass(head.status)}>
      {head.status} {plain(head.status_text)}
    </strong>
  );
}
