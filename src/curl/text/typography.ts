/** Text pass: undoes what word processors and web pages do to a shell command: quotes, dashes and spaces of typography. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import type { Cut, Editor } from './offsets.ts';

const TYPOGRAPHIC = /[\u00a0\u00ab\u00bb\u2000-\u206f\u2212\u3000\ufeff]/;
const SPACE = /[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/;
/** Hyphens and dashes that are put for `-`, and the minus sign. */
const DASH = /[\u2010-\u2015\u2212]/;
const DOUBLE = '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb';
const SINGLE = '\u2018\u2019\u201a\u201b\u2032\u2039\u203a';
/** What closes a quote, where that is not U+201D or U+2019. */
const CLOSERS: Readonly<Record<string, string>> = {
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
  '\u2039': '\u203a',
  '\u203a': '\u2039',
  '\u201a': '\u2018\u2019',
  '\u201e': '\u201c\u201d',
  '\u2032': '\u2032',
  '\u2033': '\u2033',
};
const MESSAGES = {
  typographic_quotes: 'Typographic quotes are read as plain quotes; a shell would not.',
  typographic_dash: 'A typographic dash is read as hyphens; a shell would not.',
  odd_space: 'A special space is read as a plain one; a shell would make it part of a word.',
} as const;

export function hasTypography(text: string): boolean {
  return TYPOGRAPHIC.test(text);
}

/**
 * Puts plain characters outside of plain quotes.
 * @returns what was done, with places in the text as given
 */
export function straighten(editor: Editor): RequestWarning[] {
  const { original: text, end } = editor;
  const cuts: Cut[] = [];
  const notes: RequestWarning[] = [];
  const note = (code: keyof typeof MESSAGES, start: number, stop: number) =>
    notes.push({ code, message: MESSAGES[code], start, end: stop });
  /** Closing quotes that do not come any more. */
  const missing = new Set<string>();
  let wordStart = true;
  for (let at = editor.start; at < end; ) {
    const char = text.charAt(at);
    const startsWord = wordStart;
    wordStart = false;
    if (char === "'" || char === '"') at = afterPlainQuote(text, at, end);
    else if (char === '\\') at += 2;
    else if (/\s/.test(char) && !SPACE.test(char)) {
      wordStart = true;
      at += 1;
    } else if (SPACE.test(char)) {
      cuts.push({ start: at, end: at + 1, put: ' ' });
      note('odd_space', at, at + 1);
      wordStart = true;
      at += 1;
    } else if (startsWord && DASH.test(char)) {
      const twice = text[at + 1] === '-' || DASH.test(text.charAt(at + 1));
      const long =
        twice || char === '\u2014' || char === '\u2015' || /^[\w.]{2}/.test(text.slice(at + 1, at + 3));
      const stop = at + (twice ? 2 : 1);
      cuts.push({ start: at, end: stop, put: long ? '--' : '-' });
      note('typographic_dash', at, stop);
      at = stop;
    } else if (
      // Only where a quote would open: in the middle of a word it is an apostrophe.
      (startsWord || text[at - 1] === '=' || text[at - 1] === ':') &&
      (DOUBLE.includes(char) || SINGLE.includes(char))
    ) {
      const close = closing(text, at, end, missing);
      if (close === undefined) at += 1;
      else {
        cuts.push(...plainQuotes(text, at, close));
        note('typographic_quotes', at, close + 1);
        at = close + 1;
      }
    } else at += 1;
  }
  editor.cut(cuts);
  return notes;
}

function afterPlainQuote(text: string, open: number, end: number): number {
  const quote = text.charAt(open);
  let at = open + 1;
  if (quote === "'") at = text.indexOf("'", at);
  else while (at < end && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  // Without a partner it is an apostrophe.
  return at < 0 || at >= end ? open + 1 : at + 1;
}

function closing(text: string, open: number, end: number, missing: Set<string>): number | undefined {
  const char = text.charAt(open);
  const closers = CLOSERS[char] ?? (DOUBLE.includes(char) ? '\u201d' : '\u2019');
  if (missing.has(closers)) return undefined;
  for (let at = open + 1; at < end; at += 1) if (closers.includes(text.charAt(at))) return at;
  missing.add(closers);
  return undefined;
}

/** Plain quotes around the same text: what they would end at is escaped. */
function plainQuotes(text: string, open: number, close: number): Cut[] {
  const double = DOUBLE.includes(text.charAt(open));
  // French typography puts unbreakable spaces inside the guillemets.
  const from = /[\u00a0\u202f]/.test(text.charAt(open + 1)) ? open + 2 : open + 1;
  const to = close > from && /[\u00a0\u202f]/.test(text.charAt(close - 1)) ? close - 1 : close;
  const cuts: Cut[] = [{ start: open, end: from, put: double ? '"' : "'" }];
  for (let at = from; at < to; at += 1) {
    const char = text.charAt(at);
    if (double && char === '"' && text[at - 1] !== '\\') cuts.push({ start: at, end: at + 1, put: '\\"' });
    else if (!double && char === "'") cuts.push({ start: at, end: at + 1, put: "'\\''" });
    // Within typographic single quotes the double ones were plain, too, before the text was "improved".
    else if (!double && DOUBLE.slice(0, 5).includes(char)) cuts.push({ start: at, end: at + 1, put: '"' });
  }
  cuts.push({ start: to, end: close + 1, put: double ? '"' : "'" });
  return cuts;
}
