/** Options pass: `{{name}}` in a value is something that is filled in later, as the tools that write it so mean it. */
import type { Diagnostics } from '../diagnostics.ts';
import { Word } from '../shell/word.ts';

/** Also `${{ secrets.TOKEN }}` and `{{ .Values.host }}`. */
const PLACEHOLDER = /\$?\{\{[ \t]*[$.]?([A-Za-z_][\w.$-]{0,100})[ \t]*\}\}/g;

/** The word with its placeholders as open values. */
export function withPlaceholders(word: Word, diagnostics: Diagnostics): Word {
  const text = word.outline;
  if (!text.includes('{{')) return word;
  const pieces: Word[] = [];
  let from = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    const end = index + written.length;
    const span = word.placeOf(index, end);
    const message = `${written} is a placeholder: its value is filled in later; curl would take it as it stands.`;
    const value = diagnostics.open(name, [written, `\${${name}}`, `$${name}`], {
      warning: { code: 'placeholder', message, ...span },
    });
    pieces.push(word.slice(from, index), Word.open(value, span));
    from = end;
  }
  return from === 0 ? word : Word.concat(word, ...pieces, word.slice(from));
}
