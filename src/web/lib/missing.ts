/**
 * Marks each empty field of a variable, and removes the marks of the others.
 * @returns whether one is empty; the first empty one gets the focus
 */
export function markMissing(fields: readonly HTMLInputElement[]): boolean {
  for (const field of fields) {
    mark(field, field.value === '');
    field.addEventListener('input', () => mark(field, false), { once: true });
  }
  const first = fields.find(({ value }) => value === '');
  first?.focus();
  return first !== undefined;
}

function mark(field: HTMLInputElement, isMissing: boolean): void {
  field.ariaInvalid = isMissing ? 'true' : null;
  const message = document.getElementById(`${field.id}-problem`);
  if (message !== null) message.textContent = isMissing ? (message.dataset['text'] ?? '') : '';
}
