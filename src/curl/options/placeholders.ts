/** Options pass: `{{name}}` in a value is a placeholder that is filled in later, as in Postman and its like. */
import { PLACEHOLDER } from '../../request/variables.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { Word } from '../word.ts';

/** The word with each `{{name}}` as an unresolved value. */
export function withPlaceholders(word: Word, diagnostics: Diagnostics): Word {
  if (!word.outline.includes('{{')) return word;
  return word.fill(PLACEHOLDER, ({ 0: written, 1: name = '', index }) => {
    const span = word.slice(index, index + written.length);
    const message = `${named(written)} is a placeholder: give its value. curl sends it as it is.`;
    const { start, end } = span;
    const warning = { code: 'placeholder', message, start, end } as const;
    return Word.unresolved(diagnostics.unresolved.value(name, written, { warning }), span);
  });
}
