/** Shows errors in the page. */
import { untilMidnight } from '../../pages/views/format.tsx';
import type { Refusal } from './service.ts';

/** Limits that reset later than this, in seconds, are those of a day. */
const DAILY = 90;

/** Creates an element for an error; text between backticks is code. */
export function problem(error: unknown): HTMLElement {
  const text = document.createElement('p');
  text.className = 'pg-problem';
  text.setAttribute('role', 'alert');
  const { message = 'Something went wrong. Reload the page and try again.', retryAfter = 0 } =
    error instanceof Error ? (error as Partial<Refusal>) : {}; // of service.ts
  const isDaily = retryAfter > DAILY;
  const shown = isDaily
    ? message.replace(/\. .*/, `. Runs work again at ${untilMidnight(retryAfter)}. Pages stay online.`)
    : message;
  if (isDaily) text.classList.add('pg-problem--limit');
  for (const [index, piece] of shown.split(/`([^`]*)`/).entries()) {
    const part = document.createElement(index % 2 === 0 ? 'span' : 'code');
    part.textContent = piece;
    text.append(part);
  }
  return text;
}
