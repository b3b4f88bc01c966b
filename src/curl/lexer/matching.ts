/** Lexer: where the bracket or quote closes that opens at a place, nesting considered. */
import { readDelimiter } from './here-documents.ts';

/** Here-documents without an end that are looked for within one expansion. */
const MAX_MISSED = 20;

/** Brackets and quotes within each other. What nests deeper nobody wrote, and each level is read again. */
const MAX_NESTING = 50;

/** Where a bracket closes, or where it is certain that it does not. */
export interface Match {
  at: number;
  isClosed: boolean;
  /** Too many brackets are open here; otherwise a quote is never closed. */
  isTooDeep?: boolean;
}

/**
 * Finds the bracket that closes another.
 * @param open where the `(` or `{` stands
 * @returns undefined when it never closes
 */
export function matchingBracket(src: string, open: number): Match | undefined {
  const closers: string[] = [src[open] === '(' ? ')' : '}'];
  const missed = new Set<string>();
  for (let at = open + 1; at < src.length; at += 1) {
    const char = src.charAt(at);
    const waiting = closers.at(-1);
    if (closers.length > MAX_NESTING) return { at, isClosed: false, isTooDeep: true };
    if (char === waiting) {
      closers.pop();
      if (closers.length === 0) return { at, isClosed: true };
    } else if (char === '\\') at += 1;
    else if (char === '$' && (src[at + 1] === '{' || (src[at + 1] === '(' && waiting === '"'))) {
      closers.push(src[at + 1] === '(' ? ')' : '}');
      at += 1;
    } else if (waiting === '"') continue;
    else if (char === "'" && waiting === ')') {
      const isAnsi = src[at - 1] === '$';
      const close = isAnsi ? unescapedIndex(src, "'", at + 1) : src.indexOf("'", at + 1);
      if (close < 0) return { at, isClosed: false };
      at = close;
    } else if (char === '"') closers.push('"');
    else if (char === '(' && waiting === ')') closers.push(')');
    else if (char === '#' && waiting === ')' && /\s/.test(src.charAt(at - 1))) {
      const newline = src.indexOf('\n', at);
      if (newline >= 0) at = newline;
    } else if (char === '<' && src[at + 1] === '<' && waiting === ')')
      at = src[at + 2] === '<' ? at + 2 : afterDocument(src, at, missed);
  }
  return undefined;
}

/** The index of the next such character that no backslash escapes; -1 without one. */
export function unescapedIndex(src: string, char: string, from: number): number {
  let at = from;
  while (at < src.length && src[at] !== char) at += src[at] === '\\' ? 2 : 1;
  return at < src.length ? at : -1;
}

/** The index of the last character of a here-document in a substitution, so that its quotes do not count. */
function afterDocument(src: string, at: number, missed: Set<string>): number {
  const from = at + (src[at + 2] === '-' ? 3 : 2);
  let start = from;
  while (src[start] === ' ' || src[start] === '\t') start += 1;
  const { delimiter, end: stop } = readDelimiter(src.slice(0, start + 200), start);
  if (stop < 0 || delimiter === '' || missed.has(delimiter) || missed.size >= MAX_MISSED) return at + 1;
  for (let line = src.indexOf('\n', stop); line >= 0; line = src.indexOf('\n', line + 1)) {
    let text = line + 1;
    while (src[text] === ' ' || src[text] === '\t') text += 1;
    const next = src.charAt(text + delimiter.length);
    // People also write `EOF)` and `EOF"` as the end.
    if (src.startsWith(delimiter, text) && (next === '' || /[\s)"']/.test(next)))
      return text + delimiter.length - 1;
  }
  missed.add(delimiter);
  return stop - 1;
}
