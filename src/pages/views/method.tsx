/** Methods and status codes in the colours of their kind. Pure. */
import { plain } from './visible-text.tsx';

const COLOURED = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Shows a method in its colour. */
export function Method({ name }: { name: string }) {
  return <span class={COLOURED.has(name) ? `method ${name.toLowerCase()}` : 'method'}>{plain(name)}</span>;
}

/** The class of the style sheet for a status code; without a response, that of a failure. */
export const statusClass = (status: number | undefined): string =>
  status === undefined ? 'failed' : `status-${Math.floor(status / 100)}`;
