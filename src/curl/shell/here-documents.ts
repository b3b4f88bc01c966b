/** Shell pass: here-documents, whose text follows the line that they are begun in. */
import { type HereDocument, ShellText } from './syntax.ts';

/** One that has been begun. */
export interface Awaited {
  document: HereDocument;
  delimiter: string;
  /** Nothing in it is expanded. */
  quoted: boolean;
  stripTabs: boolean;
}

/** The word behind `<<`. `end` is -1 when a quote in it is not closed. */
export function readDelimiter(
  src: string,
  from: number,
  to: number,
): { delimiter: string; quoted: boolean; end: number } {
  let delimiter = '';
  let quoted = false;
  let at = from;
  while (at < to) {
    const char = src.charAt(at);
    if (/[\s|&;()<>]/.test(char)) break;
    if (char === "'" || char === '"') {
      const close = src.indexOf(char, at + 1);
      if (close < 0 || close >= to) return { delimiter, quoted, end: -1 };
      delimiter += src.slice(at + 1, close);
      quoted = true;
      at = close + 1;
    } else if (char === '\\') {
      delimiter += src.charAt(at + 1);
      quoted = true;
      at = Math.min(at + 2, to);
    } else {
      delimiter += char;
      at += 1;
    }
  }
  return { delimiter, quoted, end: at };
}

/**
 * Reads one that is awaited.
 * @param from the beginning of a line
 * @returns where the text goes on
 */
export function readDocument(awaited: Awaited, source: ShellText, from: number, to: number): number {
  const { end, next } = findEnd(source.text, from, to, awaited);
  awaited.document.body = bodyOf(source, from, end, awaited);
  return next;
}

function bodyOf(
  source: ShellText,
  from: number,
  to: number,
  { quoted, stripTabs }: Awaited,
): HereDocument['body'] {
  const unended = to > from && source.text[to - 1] !== '\n';
  if (!stripTabs && !unended) return { source, from, to, quoted };
  const lines = source.text.slice(from, to) + (unended ? '\n' : '');
  const text = stripTabs ? lines.replace(/^\t+/gm, '') : lines;
  return { source: new ShellText(text, source.span(from, to)), from: 0, to: text.length, quoted };
}

/** A shell takes the rest of the text, with a warning, when the delimiter never comes. */
function findEnd(
  text: string,
  from: number,
  to: number,
  { delimiter, stripTabs }: Awaited,
): { end: number; next: number } {
  for (let at = from; at < to; ) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 || newline > to ? to : newline;
    let start = at;
    if (stripTabs) while (text[start] === '\t') start += 1;
    if (lineEnd - start === delimiter.length && text.startsWith(delimiter, start))
      return { end: at, next: Math.min(lineEnd + 1, to) };
    at = lineEnd + 1;
  }
  return { end: to, next: to };
}
