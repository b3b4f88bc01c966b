import { refusedText } from '../../pages/views/refused-key.ts';
import type { Field } from './fields.ts';

/**
 * Marks each empty field of a variable, and removes the marks of the others.
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
 * @param text what is wrong; empty for nothing, and by default that the value is missing
 */
function mark(field: Field, text?: string): void {
  const message = document.getElementById(`${field.id}-problem`);
  const shown = text ?? message?.dataset['text'] ?? '';
  field.ariaInvalid = shown === '' ? null : 'true';
  if (message !== null) message.textContent = shown;
  if (shown !== '') field.addEventListener('input', () => mark(field, ''), { once: true });
}

/** Marks the field of the key that the API refused. @param status of the response */
export function markRefused(fields: readonly Field[], status: number | undefined): void {
  const key = fields.find(({ dataset }) => dataset['key'] !== undefined);
  const text = refusedText(status);
  if (key !== undefined && text !== undefined) mark(key, text);
}
