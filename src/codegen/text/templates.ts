/** Joins templates. */
import type { PlanVariable, Template } from '../plan/plan.ts';

/** Several texts as one. */
export function joined(...texts: readonly Template[]): Template {
  const pieces: (string | PlanVariable)[] = [];
  for (const piece of texts.flat()) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else if (piece !== '') pieces.push(piece);
  }
  const [only = ''] = pieces;
  return pieces.length <= 1 && typeof only === 'string' ? only : pieces;
}

/** The text without its variables. */
export function ownText(text: Template, letter = ''): string {
  if (typeof text === 'string') return text;
  return text.map((piece) => (typeof piece === 'string' ? piece : letter)).join('');
}

/** The text with a letter for each variable. */
export function plainText(text: Template): string {
  return ownText(text, 'x');
}
