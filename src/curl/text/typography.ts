/** Text pass: undoes what word processors and web pages do to a shell command: quotes, dashes and spaces of typography. */
import type { Diagnostics } from '../diagnostics.ts';
import { append } from '../word.ts';
import type { Cut } from './offsets.ts';

/** All but the no-break space and guillemets, which are Latin-1: a text that is all Latin-1 need not be looked through for these. */
const TYPOGRAPHIC = /[\u2000-\u206f\u2212\u3000\ufeff]/;
/** What keeps them as they are, or a run of spaces, or of others: only the first of those can begin something. */
const MARK =
  /['"\\\u2028\u2029]|[\u00ab\u00bb]|[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+|[\u200c-\u2027\u202a-\u202e\u2030-\u205e\u2061-\u206f\u2212]+/g;
const SPACE = /[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/;
/** Hyphens and dashes that are put for `-`, and the minus sign. */
const DASH = /[\u2010-\u2015\u2212]/;
const DOUBLE = /[\u00ab\u00bb\u201c-\u201f\u2033]/;
/** The line ends that chats and word processors put. */
const LINE_END = /[\u2028\u2029]/;
const SINGLE = /[\u2018-\u201b\u2032]/;
const QUOTED = /'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
/** Behind a dollar sign. */
const ANSI_C_QUOTED = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'/y;

export function hasTypography(text: string): boolean {
  return text.includes('\u00a0') || text.includes('\u00ab') || TYPOGRAPHIC.test(text);
}

/** Puts plain characters outside of plain quotes. */
export function straighten(text: string, diagnostics: Diagnostics): Cut[] {
  const cuts: Cut[] = [];
  /** Quotes that are not closed any more. */
  const missing = new Set<RegExp>();
  const marks = new RegExp(MARK);
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const run = found[0];
    const at = found.index;
    const char = run.charAt(0);
    const before = text.charAt(at - 1);
    const startsWord = at === 0 || /\s/.test(before) || SPACE.test(before);
    // Only where a quote would open: in the middle of a word it is an apostrophe.
    const opens = startsWord || before === '=' || before === ':';
    const quotes = opens ? [DOUBLE, SINGLE].find((set) => set.test(char)) : undefined;
    const close = quotes === undefined ? undefined : closing(text, at, quotes, missing);
    let stop = at + run.length;
    if (char === "'" || char === '"') stop = afterPlainQuote(text, at);
    else if (char === '\\' && !LINE_END.test(text.charAt(at + 1))) stop = at + 2;
    else if (LINE_END.test(char)) {
      cuts.push({ start: at, end: stop, put: '\n' });
      diagnostics.warn('odd_space', { start: at, end: stop });
    } else if (SPACE.test(char)) {
      cuts.push({ start: at, end: stop, put: ' '.repeat(run.length) });
      diagnostics.warn('odd_space', { start: at, end: stop });
    } else if (startsWord && DASH.test(char)) {
      const twice = text[at + 1] === '-' || DASH.test(text.charAt(at + 1));
      const next = text.slice(at + 1, at + 3);
      const isDash = char === '\u2014' || char === '\u2015';
      const long = twice || (isDash ? !/^[A-Za-z](?:\s|$)/.test(next) : /^[\w.]{2}/.test(next));
      stop = at + (twice ? 2 : 1);
      cuts.push({ start: at, end: stop, put: long ? '--' : '-' });
      diagnostics.warn('typographic_dash', { start: at, end: stop });
    } else if (close !== undefined) {
      stop = close + 1;
      append(cuts, plainQuotes(text, at, close));
      diagnostics.warn('typographic_quotes', { start: at, end: stop });
    }
    marks.lastIndex = stop;
  }
  return cuts;
}

function afterPlainQuote(text: string, open: number): number {
  const quoted = text.startsWith("$'", open - 1) ? ANSI_C_QUOTED : QUOTED;
  quoted.lastIndex = open;
  // Without a partner it is an apostrophe.
  return quoted.test(text) ? quoted.lastIndex : open + 1;
}

function closing(text: string, open: number, quotes: RegExp, missing: Set<RegExp>): number | undefined {
  if (missing.has(quotes)) return undefined;
  const find = new RegExp(quotes, 'g');
  find.lastIndex = open + 1;
  const close = find.exec(text)?.index;
  if (close === undefined) missing.add(quotes);
  return close;
}

/** Plain quotes around the same text: what they would end at is escaped. */
function plainQuotes(text: string, open: number, close: number): Cut[] {
  const quote = DOUBLE.test(text.charAt(open)) ? '"' : "'";
  const cuts: Cut[] = [{ start: open, end: open + 1, put: quote }];
  for (let at = open + 1; at < close; at += 1) {
    const char = text.charAt(at);
    const isEscaped = quote === '"' && text[at - 1] === '\\';
    if (char === quote && !isEscaped)
      cuts.push({ start: at, end: at + 1, put: quote === '"' ? '\\"' : "'\\''" });
    // Within typographic single quotes the double ones were plain, too, before the text was "improved".
    else if (quote === "'" && DOUBLE.test(char)) cuts.push({ start: at, end: at + 1, put: '"' });
  }
  return [...cuts, { start: close, end: close + 1, put: quote }];
}
