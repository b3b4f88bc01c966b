/** Hides the quoted text, here-documents and comments of a POSIX script, in which no sign of another shell counts. */
import { documentEnd, readDelimiter } from '../lexer/here-documents.ts';
import type { HereDocument } from '../lexer/syntax.ts';
import { closingBracket } from '../lexer/token-lexer.ts';
import type { Span } from '../word.ts';

/** Texts of the same length with `_` for each hidden character. */
export interface Hidden {
  /** Without anything in quotes. */
  readonly bare: string;
  /** The same, but with the inside of double quotes, which cmd.exe and PowerShell have, too. */
  readonly double: string;
}

const PIECE =
  /(\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'|'[^']*')|(")|((?<![^\s;&|(])#[^\n]*)|<<<|(<<-?)[ \t]*(?=['"\\\w])|\\[\s\S]|\n/g;
const IN_DOUBLE = /[^"\\$]+|\\[\s\S]?|\$[({]?/y;

/** Takes time linear in the text. What is not closed is not hidden. */
export function hideQuoted(text: string): Hidden {
  const single: Span[] = [];
  const double: Span[] = [];
  const awaited: AwaitedDocument[] = [];
  /** Behind double quotes or brackets that never close, others are not looked for: each search could read the whole text. */
  const search = { quotes: true, brackets: true };
  const pieces = new RegExp(PIECE);
  for (let piece = pieces.exec(text); piece !== null; piece = pieces.exec(text)) {
    const [, quoted, opening, comment, document] = piece;
    const end = pieces.lastIndex;
    if (quoted !== undefined) single.push({ start: piece.index + quoted.indexOf("'") + 1, end: end - 1 });
    else if (comment !== undefined) single.push({ start: piece.index + 1, end });
    else if (opening !== undefined && search.quotes) {
      const close = closingQuote(text, end, single, search);
      search.quotes = close > 0;
      if (close > 0) double.push({ start: end, end: close });
      pieces.lastIndex = close > 0 ? close + 1 : end;
    } else if (document !== undefined) pieces.lastIndex = delimiterEnd(text, end, document, awaited);
    else if (piece[0] === '\n') pieces.lastIndex = documentsEnd(text, end, awaited.splice(0), single);
  }
  const bare = hide(text, single);
  return { bare: hide(bare, double), double: bare };
}

type AwaitedDocument = Pick<HereDocument, 'delimiter' | 'stripTabs'>;

/** Reads the delimiter of a here-document, whose text follows the line. */
function delimiterEnd(text: string, from: number, operator: string, awaited: AwaitedDocument[]): number {
  const { delimiter, end } = readDelimiter(text, from);
  if (delimiter !== '' && end > 0) awaited.push({ delimiter, stripTabs: operator === '<<-' });
  return Math.max(end, from);
}

/** Hides the here-documents that begin at a line. */
function documentsEnd(
  text: string,
  from: number,
  awaited: readonly AwaitedDocument[],
  hidden: Span[],
): number {
  let start = from;
  for (const each of awaited) {
    const end = documentEnd(text, start, each);
    hidden.push({ start, end });
    start = end;
  }
  return start;
}

/** Where double quotes close, -1 when they do not. What is substituted in them is hidden like single quotes. */
function closingQuote(text: string, from: number, hidden: Span[], search: { brackets: boolean }): number {
  for (let at = from; at < text.length; ) {
    IN_DOUBLE.lastIndex = at;
    const piece = IN_DOUBLE.exec(text)?.[0];
    if (piece === undefined) return at;
    at += piece.length;
    if (!search.brackets || !/^\$./.test(piece)) continue;
    const close = closingBracket(text, at - 2);
    search.brackets = close > 0;
    if (close < 0) continue;
    hidden.push({ start: at, end: close });
    at = close + 1;
  }
  return -1;
}

function hide(text: string, spans: readonly Span[]): string {
  let hidden = '';
  let from = 0;
  for (const { start, end } of spans) {
    hidden += text.slice(from, start) + '_'.repeat(Math.max(end - start, 0));
    from = end;
  }
  return hidden + text.slice(from);
}
