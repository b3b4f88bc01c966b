/** Joins templates. */
import type { PlanVariable, Template } from '../plan/plan.ts';

export const joined = (...texts: readonly Template[]): Template => concatenated(texts);

/** {@link joined}, for any number of texts: a call has a limit. */
export function concatenated(texts: readonly Template[]): Template {
  if (texts.every((text) => typeof text === 'string')) return texts.join('');
  const pieces: (string | PlanVariable)[] = [];
  for (const piece of texts.flat()) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else if (piece !== '') pieces.push(piece);
  }
  return pieces;
}

/** Returns the text without its variables, or with a letter for each. */
export function ownText(text: Template, letter = ''): string {
  return spelled(
    text,
    (piece) => piece,
    () => letter,
  );
}

/** Returns the text with its own pieces and its variables as they are to be written. */
export function spelled(
  text: Template,
  own: (piece: string) => string,
  of: (variable: PlanVariable) => string,
): string {
  if (typeof text === 'string') return own(text);
  return text.map((piece) => (typeof piece === 'string' ? own(piece) : of(piece))).join('');
}

export function plainText(text: Template): string {
  return ownText(text, 'x');
}
