/** Shows errors in the page. */
import { countDown } from './countdown.ts';
import type { Refusal } from './service.ts';

/** Creates an element for an error; text between backticks is code. */
export function problem(error: unknown): HTMLElement {
  const text = document.createElement('p');
  text.className = 'pg-problem';
  text.setAttribute('role', 'alert');
  const { message } =
    error instanceof Error ? error : new Error('Something went wrong. Reload the page and try again.');
  for (const [index, piece] of message.split(/`([^`]*)`/).entries()) {
    const part = document.createElement(index % 2 === 0 ? 'span' : 'code');
    part.textContent = piece;
    text.append(part);
  }
  return text;
}

/** Creates what stands in the place of a response that an error prevented: a limit is shown as a failure of a run. */
export async function runProblem(error: unknown, isOwner = false): Promise<HTMLElement> {
  const { message = '', retryAfter = 0 } = error instanceof Error ? (error as Partial<Refusal>) : {}; // of service.ts
  if (retryAfter === 0) return problem(error);
  const [{ h, render }, { LimitCard }] = await Promise.all([
    import('preact'),
    import('../../pages/views/failure.tsx'),
  ]);
  const place = document.createElement('div');
  place.setAttribute('role', 'alert');
  render(h(LimitCard, { message, retryAfter, isOwner }), place);
  countDown(place);
  return place;
}
