import { refusedText } from '../../pages/views/refused-key.ts';
import { button } from './buttons.ts';
import type { Field } from './fields.ts';

/**
 * Marks each empty field, and removes the marks of the others.
 * @returns whether one is empty; the first empty one gets the focus
 */
export function markMissing(fields: readonly Field[]): boolean {
  for (const field of fields) mark(field, field.value === '' ? undefined : '');
  const first = fields.find(({ value }) => value === '');
  first?.focus();
  return first !== undefined;
}

/**
 * Marks a field until the reader types into it.
 * @param text what is wrong; empty for nothing, and by default that it is empty
 */
function mark(field: Field, text?: string): void {
  const message = document.getElementById(`${field.id}-problem`);
  const shown = text ?? message?.dataset['text'] ?? '';
  field.ariaInvalid = shown === '' ? null : 'true';
  if (message !== null) message.textContent = shown;
  if (shown !== '') field.addEventListener('input', () => mark(field, ''), { once: true });
}

/**
 * Marks the field of the key that the API refused.
 * @param status of the response
 * @param place of the response: it leads to a field that is out of view
 * @param show brings the fields into view, before one gets the focus
 */
export function markRefused(
  fields: readonly Field[],
  status: number | undefined,
  { place, show }: { place: Element | null; show?: () => void },
): void {
  const key = fields.find(({ dataset }) => dataset['key'] !== undefined);
  const text = refusedText(status);
  if (key === undefined || text === undefined) return;
  mark(key, text);
  const { top, bottom } = key.getBoundingClientRect();
  if (key.checkVisibility() && top >= 0 && bottom <= innerHeight) return;
  const note = Object.assign(document.createElement('p'), {
    className: 'pg-problem',
    textContent: `${text} `,
  });
  const go = button('Go to the field', 'quiet', () => {
    show?.();
    key.focus();
  });
  note.append(go);
  place?.prepend(note);
}
