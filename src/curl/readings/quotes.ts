/** Hides what stands within the quotes, here-documents and comments of a POSIX text: nothing there is a sign of anything. */
import { readDelimiter } from '../lexer/here-documents.ts';
import { matchingBracket } from '../lexer/matching.ts';
import { indexOr, type Span } from '../word.ts';

/** Texts of the same length with `_` for each hidden character. */
export interface Hidden {
  /** Without anything in quotes. */
  readonly bare: string;
  /** The same, but with the inside of double quotes, which cmd.exe and PowerShell have, too. */
  readonly double: string;
}

const PIECE =
  /[^\\'"#<\n$]+|\\[\s\S]?|\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'|'[^']*'|"|<<<|<<-?(?=[ \t]*['"\\\w])|(?<![^\s;&|(])#[^\n]*|[\s\S]/y;
const IN_DOUBLE = /[^"\\$]+|\\[\s\S]?|\$[({]?/y;

/** Takes time linear in the text. What is not closed is not hidden. */
export function hideQuoted(text: string): Hidden {
  const single: Span[] = [];
  const double: Span[] = [];
  /** Behind double quotes that never close, others are not looked for: each search could read the whole text. */
  let unclosed = Number.POSITIVE_INFINITY;
  const search = { isOn: true };
  let awaited: { delimiter: string; strips: boolean }[] = [];
  for (let at = 0; at < text.length; ) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(text)?.[0] ?? text.charAt(at);
    let end = at + piece.length;
    if (piece === '"') {
      const close = at < unclosed ? closingQuote(text, end, single, search) : -1;
      if (close < 0) unclosed = Math.min(unclosed, at);
      if (close > 0) {
        double.push({ start: at + 1, end: close });
        end = close + 1;
      }
    } else if (/^\$?'.*'$/s.test(piece)) single.push({ start: at + piece.indexOf("'") + 1, end: end - 1 });
    else if (piece.startsWith('#')) single.push({ start: at + 1, end });
    else if (piece.startsWith('<<') && piece !== '<<<') {
      while (text[end] === ' ' || text[end] === '\t') end += 1;
      const { delimiter, end: last } = readDelimiter(text, end);
      if (delimiter !== '' && last > 0) awaited.push({ delimiter, strips: piece === '<<-' });
      end = Math.max(last, end);
    } else if (piece === '\n')
      for (const each of awaited.splice(0)) {
        const close = documentEnd(text, end, each);
        single.push({ start: end, end: close });
        end = close;
      }
    at = end;
  }
  awaited = [];
  const bare = hide(text, single);
  return { bare: hide(bare, double), double: bare };
}

/** Where double quotes close, -1 when they do not. @param search whether brackets are matched: not behind one that never closes */
function closingQuote(text: string, from: number, hidden: Span[], search: { isOn: boolean }): number {
  for (let at = from; at < text.length; ) {
    IN_DOUBLE.lastIndex = at;
    const piece = IN_DOUBLE.exec(text)?.[0];
    if (piece === undefined) return at;
    at += piece.length;
    if (!search.isOn || piece.length !== 2 || piece.charAt(0) !== '$') continue;
    const close = matchingBracket(text, at - 1);
    search.isOn = close?.isClosed === true;
    if (close?.isClosed !== true) continue;
    hidden.push({ start: at, end: close.at });
    at = close.at + 1;
  }
  return -1;
}

function documentEnd(text: string, from: number, document: { delimiter: string; strips: boolean }): number {
  for (let line = from; line < text.length; ) {
    const end = indexOr(text.indexOf('\n', line), text.length);
    const written = text.slice(line, end);
    if ((document.strips ? written.replace(/^\t+/, '') : written) === document.delimiter) return line;
    line = end + 1;
  }
  return text.length;
}

function hide(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let hidden = '';
  let from = 0;
  for (const { start, end } of spans) {
    hidden += text.slice(from, start) + '_'.repeat(Math.max(end - start, 0));
    from = end;
  }
  return hidden + text.slice(from);
}
