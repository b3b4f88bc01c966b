/** Options pass: placeholders in values: `{{name}}`, as in Postman, and text that looks like one. */
import { PLACEHOLDER } from '../../request/variables.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { Word } from '../word.ts';
import type { Transfer, Use } from './transfer.ts';

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

/** `<token>`, `[token]`, `YOUR_API_KEY`; `${TOKEN}` and `#{token}` that no shell fills in. */
const LOOKALIKE =
  /<[A-Za-z][\w-]{0,38}>|(?<!\w)<[A-Za-z][\w -]{0,38}>|(?<![\w\]}])\[(?!(?:true|false|null)\])[A-Za-z][\w -]{1,38}\]|(?<![A-Za-z0-9])(?:YOUR|your|Your)[_-][A-Za-z0-9_-]{1,60}|[$#]\{[A-Za-z_][\w.]{0,60}\}|\$\([A-Z]\w{0,40}\.\w[\w.]{0,40}\)/g;
/** `/users/:id`: a segment of a path. */
const SEGMENT = /(?<=\/):[A-Za-z]\w{0,40}(?=[/?#]|$)/g;
/** Without one of these, nothing looks like a placeholder. */
const MAY_LOOK = /[<[]|[Yy](?:our|OUR)[_-]|\/:|[$#]\{|\$\([A-Z]/;
const MARKUP = /<\/|\/>|<[!?]/;
const MOST = 20;

/** Warns of what a person was to replace: it is sent as it stands. */
export function warnOfLookalikes(transfer: Transfer, diagnostics: Diagnostics): void {
  let count = 0;
  const { urls, headers, cookies, queries, data, form, user, bearer } = transfer;
  const warn = ({ value }: Use, pattern: RegExp) => {
    for (const { 0: found, index } of value.outline.matchAll(pattern)) {
      count += 1;
      if (count > MOST) return;
      const message = `${named(found)} looks like a placeholder. It is sent as it is written.`;
      diagnostics.warn('looks_like_placeholder', value.span(index, index + found.length), message);
    }
  };
  const first = urls?.slice(0, 1);
  for (const uses of [first, headers, cookies, queries, data, form, [user, bearer]])
    for (const use of uses ?? []) {
      if (use === undefined || !MAY_LOOK.test(use.value.outline) || MARKUP.test(use.value.outline)) continue;
      if (uses === first) warn(use, SEGMENT);
      warn(use, LOOKALIKE);
    }
}
