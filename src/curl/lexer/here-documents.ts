/** Lexer: here-documents, whose text follows the line that begins them. */
import { EMPTY_WORD, indexOr, type Span, Word } from '../word.ts';
import type { HereDocument } from './syntax.ts';

const DELIMITER = /(?:[^\s|&;()<>'"\\]|'[^']*'|"[^"]*"|\\[\s\S]?)*/y;

/** The word behind `<<`. `end` is -1 when a quote in it is not closed. */
export function readDelimiter(
  src: string,
  from: number,
): { delimiter: string; quoted: boolean; end: number } {
  DELIMITER.lastIndex = from;
  const [written = ''] = DELIMITER.exec(src) ?? [];
  const delimiter = written.replace(/'([^']*)'|"([^"]*)"|\\([\s\S]?)/g, '$1$2$3');
  const end = from + written.length;
  return { delimiter, quoted: /['"\\]/.test(written), end: src[end] === "'" || src[end] === '"' ? -1 : end };
}

/**
 * Reads a here-document up to its delimiter or, as a shell does, to the end of the text when there is none.
 * @param from the beginning of a line
 * @returns the position after the here-document
 */
export function readDocument(document: HereDocument, source: Word, from: number): number {
  const { quoted, stripTabs } = document;
  const text = source.outline;
  const end = documentEnd(text, from, document);
  const body = source.slice(from, end);
  const isEnded = body.isEmpty || body.outline.endsWith('\n');
  const lines = isEnded ? body : Word.concat(body, [body, '\n']);
  // A line that continues another begins where that one does.
  const tabs = quoted ? /^\t+/gm : /(?<!(?<!\\)(?:\\\\)*\\\n)^\t+/gm;
  document.body = stripTabs ? lines.fill(tabs, () => EMPTY_WORD) : lines;
  document.isClosed = end < text.length;
  return Math.min(indexOr(text.indexOf('\n', end), text.length) + 1, text.length);
}

/** Where the line with the delimiter begins, or where the text ends without one. */
export function documentEnd(
  text: string,
  from: number,
  { delimiter, stripTabs }: Pick<HereDocument, 'delimiter' | 'stripTabs'>,
): number {
  return lastLine(text, from, delimiter, stripTabs ? '\t' : '', '\n')?.start ?? text.length;
}

/** Where the last line of a here-document in a substitution ends, -1 without one. People also write `EOF)` and `EOF"`, and indent it. */
export function lastLineEnd(text: string, from: number, delimiter: string): number {
  return delimiter === '' ? -1 : (lastLine(text, from, delimiter, ' \t', ' \t\r\n)"\'')?.end ?? -1);
}

/** Finds a delimiter on a line, between the characters that may stand around it. */
function lastLine(
  text: string,
  from: number,
  delimiter: string,
  before: string,
  behind: string,
): Span | undefined {
  for (let line = from; line < text.length; line = indexOr(text.indexOf('\n', line), text.length) + 1) {
    let start = line;
    while (start < text.length && before.includes(text.charAt(start))) start += 1;
    const end = start + delimiter.length;
    if (text.startsWith(delimiter, start) && behind.includes(text.charAt(end))) return { start: line, end };
  }
  return undefined;
}
