/** Errors in the page. */
const TEXTS = { unknown: 'Something went wrong. Reload the page and try again.' };

/** An error as an element of the page. */
export function problem(error: unknown): HTMLElement {
  const text = document.createElement('p');
  text.className = 'problem';
  text.setAttribute('role', 'alert');
  text.textContent = error instanceof Error ? error.message : TEXTS.unknown;
  return text;
}
