/** Undoes what word processors and web pages do to a shell command: quotes, dashes and spaces of typography. */
import type { Diagnostics } from '../diagnostics.ts';
import type { Cut } from './source.ts';

/** All but the no-break space and guillemets, which are Latin-1: a text that is all Latin-1 need not be looked through for these. */
const TYPOGRAPHIC = /[\u2000-\u206f\u2212\u3000\ufeff]/;
const SPACES = '\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u2060\\u3000\\ufeff';
/** Hyphens and dashes that are put for `-`, and the minus sign. */
const DASH = '[\\u2010-\\u2015\\u2212]';
const DOUBLE = '\\u00ab\\u00bb\\u201c-\\u201f\\u2033';
const SINGLE = '\\u2018-\\u201b\\u2032';
/** The line ends that chats and word processors put. */
const LINE_END = '[\\u2028\\u2029]';
/**
 * What plain quotes and backslashes keep as it is, or something to straighten. A quote opens where a word or a value
 * begins: in the middle of a word it is an apostrophe, as is a plain one without a partner.
 */
const MARK = new RegExp(
  [
    String.raw`(?<![^\s;&|(])#[^\n]*|\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'|'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\\(?!${LINE_END})[\s\S]`,
    `(?<lineEnd>${LINE_END})`,
    `(?<spaces>[${SPACES}]+)`,
    `(?<=^|[\\s${SPACES}])(?<dash>${DASH}(?:-|${DASH})?)(?=(?<next>[\\s\\S]{0,2}))`,
    `(?<=^|[\\s=:${SPACES}])(?<quote>[${DOUBLE}](?<double>[^${DOUBLE}]*)[${DOUBLE}]|[${SINGLE}](?<single>[^${SINGLE}]*)[${SINGLE}])`,
  ].join('|'),
  'g',
);

/** Whether a text may have typographic quotes, dashes or spaces. */
export function hasTypography(text: string): boolean {
  return text.includes('\u00a0') || text.includes('\u00ab') || TYPOGRAPHIC.test(text);
}

/** Puts plain characters outside of plain quotes, here-documents and substitutions in quotes. @param bare see {@link hideQuoted} */
export function straighten(text: string, bare: string, diagnostics: Diagnostics): Cut[] {
  const isNested = /<<|\$\(/.test(text);
  return [...text.matchAll(MARK)].flatMap((mark) => {
    const { lineEnd, spaces, dash, next = '', quote, double, single } = mark.groups ?? {};
    const place = { start: mark.index, end: mark.index + (dash ?? mark[0]).length };
    if (isNested && bare[place.start] === '_') return [];
    if (quote !== undefined) {
      diagnostics.warn('typographic_quotes', place);
      return plainQuotes(double ?? single ?? '', place.start, double === undefined ? "'" : '"');
    }
    const put = dash === undefined ? (lineEnd && '\n') || spaces?.replace(/./gs, ' ') : plainDash(dash, next);
    if (put === undefined) return [];
    diagnostics.warn(dash === undefined ? 'odd_space' : 'typographic_dash', place);
    return { ...place, put };
  });
}

/** Two hyphens for `—request` and `–url`, one for `–X POST`. */
function plainDash(dash: string, next: string): string {
  const isLong = /[\u2014\u2015]/.test(dash) ? !/^[A-Za-z](?:\s|$)/.test(next) : /^[\w.]{2}/.test(next);
  return dash.length > 1 || isLong ? '--' : '-';
}

/** Plain quotes around the same text: what they would end at is escaped. */
function plainQuotes(inside: string, start: number, quote: string): Cut[] {
  const cuts: Cut[] = [{ start, end: start + 1, put: quote }];
  // Within typographic single quotes, typographic double quotes were plain ones originally.
  const marks = quote === '"' ? /(?<!\\)"/g : new RegExp(`'|[${DOUBLE}]`, 'g');
  for (const { 0: mark, index } of inside.matchAll(marks)) {
    const at = start + 1 + index;
    cuts.push({ start: at, end: at + 1, put: mark === '"' ? '\\"' : mark === "'" ? "'\\''" : '"' });
  }
  const end = start + inside.length + 1;
  return [...cuts, { start: end, end: end + 1, put: quote }];
}
