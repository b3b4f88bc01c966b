/** Undoes what word processors and web pages do to a shell command: quotes, dashes and spaces of typography. */
import type { WarningCode } from '../../schemas/diagnostics.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Cut, Source } from './source.ts';

/** All but the no-break space and guillemets, which are Latin-1: a text that is all Latin-1 need not be looked through for these. */
const TYPOGRAPHIC = /[\u2000-\u206f\u2212\u3000\ufeff]/;
const SPACES = '\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u2060\\u3000\\ufeff';
/** Hyphens and dashes that are put for `-`, and the minus sign. */
const DASH = '[\\u2010-\\u2015\\u2212]';
const DOUBLE = '\\u00ab\\u00bb\\u201c-\\u201f\\u2033';
/** Within single ones, these were plain ones originally. */
const DOUBLES = new RegExp(`[${DOUBLE}]`, 'g');
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
    `(?<=^|[\\s=:${SPACES}])(?:[${DOUBLE}](?<double>[^${DOUBLE}]*)[${DOUBLE}]|[${SINGLE}](?<single>[^${SINGLE}]*)[${SINGLE}])`,
  ].join('|'),
  'g',
);

/** Whether a text may have typographic quotes, dashes or spaces. */
export function hasTypography(text: string): boolean {
  return text.includes('\u00a0') || text.includes('\u00ab') || TYPOGRAPHIC.test(text);
}

/** Puts plain characters outside of plain quotes, here-documents and substitutions in quotes. */
export function straighten({ text, hidden }: Source, diagnostics: Diagnostics): Cut[] {
  const isNested = /<<|\$\(/.test(text);
  const cuts: Cut[] = [];
  for (const mark of text.matchAll(MARK)) {
    const plain = plainOf(mark.groups ?? {});
    if (plain === undefined || (isNested && hidden.bare[mark.index] === '_')) continue;
    const place = { start: mark.index, end: mark.index + mark[0].length };
    diagnostics.warn(plain[0], place);
    cuts.push({ ...place, put: plain[1] });
  }
  return cuts;
}

/** What is put for a mark, and the warning. What plain quotes around the same text would end at is escaped. */
function plainOf(mark: Record<string, string | undefined>): [code: WarningCode, put: string] | undefined {
  const { lineEnd, spaces, dash, next = '', double, single } = mark;
  if (double !== undefined) return ['typographic_quotes', `"${double.replace(/(?<!\\)"/g, '\\"')}"`];
  if (single !== undefined)
    return ['typographic_quotes', `'${single.replaceAll("'", "'\\''").replace(DOUBLES, '"')}'`];
  if (dash !== undefined) return ['typographic_dash', plainDash(dash, next)];
  if (lineEnd !== undefined) return ['odd_space', '\n'];
  return spaces === undefined ? undefined : ['odd_space', ' '.repeat(spaces.length)];
}

/** Two hyphens for `—request` and `–url`, one for `–X POST`. */
function plainDash(dash: string, next: string): string {
  const isLong = /[\u2014\u2015]/.test(dash) ? !/^[A-Za-z](?:\s|$)/.test(next) : /^[\w.]{2}/.test(next);
  return dash.length > 1 || isLong ? '--' : '-';
}
