/** Shows errors in the page. */
/** Creates an element for an error; text between backticks is code. */
export function problem(error: unknown): HTMLElement {
  const text = document.createElement('p');
  text.className = 'pg-problem';
  text.setAttribute('role', 'alert');
  const message =
    error instanceof Error ? error.message : 'Something went wrong. Reload the page and try again.';
  for (const [index, piece] of message.split(/`([^`]*)`/).entries()) {
    const part = document.createElement(index % 2 === 0 ? 'span' : 'code');
    part.textContent = piece;
    text.append(part);
  }
  return text;
}
