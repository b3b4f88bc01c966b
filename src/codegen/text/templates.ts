/** Templates put together. */
import type { PlanVariable, Template } from '../plan/plan.ts';

/** Several texts as one. */
export function joined(...texts: readonly Template[]): Template {
  const pieces: (string | PlanVariable)[] = [];
  for (const piece of texts.flat()) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else if (piece !== '') pieces.push(piece);
  }
  const [first] = pieces;
  if (first === undefined) return '';
  return pieces.length === 1 && typeof first === 'string' ? first : pieces;
}
