/** Options pass: `{{name}}` in a value is a placeholder that is filled in later, as in Postman and its like. */
import { type Diagnostics, named } from '../diagnostics.ts';
import { Word } from '../word.ts';

/** Also `${{ secrets.TOKEN }}` and `{{ .Values.host }}`. */
const PLACEHOLDER = /\$?\{\{[ \t]*[$.]?([A-Za-z_][\w.$-]{0,100})[ \t]*\}\}/g;

export function withPlaceholders(word: Word, diagnostics: Diagnostics): Word {
  if (!word.outline.includes('{{')) return word;
  return word.fill(PLACEHOLDER, ({ 0: written, 1: name = '', index }) => {
    const span = word.slice(index, index + written.length);
    const message = `${named(written)} is a placeholder: give it as a value. curl sends it as it is.`;
    const spellings = [written, `\${${name}}`, `$${name}`] as const;
    const { start, end } = span;
    const warning = { code: 'placeholder', message, start, end } as const;
    return Word.unresolved(diagnostics.unresolved.value(name, spellings, { warning }), span);
  });
}
