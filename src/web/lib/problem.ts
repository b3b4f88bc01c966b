/** Shows an error in the page. */
export function problem(error: unknown): HTMLElement {
  const text = document.createElement('p');
  text.className = 'problem';
  text.setAttribute('role', 'alert');
  text.textContent = error instanceof Error ? error.message : 'That did not work.';
  return text;
}
