/** Lexer: where the bracket or quote closes that opens at a place, nesting considered. */
import { readDelimiter } from './here-documents.ts';

/** Here-documents without an end that are looked for within one expansion. */
const MAX_MISSED = 20;

/** Nested brackets and quotes. Each level is read again, so that the depth is limited. */
const MAX_NESTING = 50;

/** Where a bracket closes, or where it is certain that it does not. */
export interface Match {
  at: number;
  isClosed: boolean;
  /** Too many brackets are open here; otherwise a quote is never closed. */
  isTooDeep?: boolean;
}

/** `{{name}}`, which stays together as the default of a variable: `${A:-{{name}}}`. */
const PLACEHOLDER = /\{\{\w+\}\}(?=\})/y;

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
      continue;
    }
    const closer = closerOf(char, src.charAt(at + 1), waiting);
    if (closer !== undefined) closers.push(closer);
    if (char === '\\' || (char === '$' && closer !== undefined)) at += 1;
    else {
      const last = lastOf(src, at, waiting, missed);
      if (last === undefined) return { at, isClosed: false };
      at = last;
    }
  }
  return undefined;
}

/** What closes the bracket or quote that opens here. */
function closerOf(char: string, next: string, waiting: string | undefined): string | undefined {
  if (char === '$' && next === '{') return '}';
  if (waiting === '"') return char === '$' && next === '(' ? ')' : undefined;
  if (char === '"') return '"';
  return char === '(' && waiting === ')' ? ')' : undefined;
}

/**
 * The last character of what begins here: in a script a single-quoted text, a comment or a here-document, in a default a
 * placeholder, else one character.
 * @returns undefined for a quote that is never closed
 */
function lastOf(
  src: string,
  at: number,
  waiting: string | undefined,
  missed: Set<string>,
): number | undefined {
  const char = src.charAt(at);
  if (waiting === '}' && char === '{') {
    PLACEHOLDER.lastIndex = at;
    return PLACEHOLDER.test(src) ? PLACEHOLDER.lastIndex - 1 : at;
  }
  if (waiting !== ')') return at;
  if (char === "'") {
    const isAnsi = src[at - 1] === '$';
    const close = isAnsi ? unescapedIndex(src, "'", at + 1) : src.indexOf("'", at + 1);
    return close < 0 ? undefined : close;
  }
  if (char === '#' && /\s/.test(src.charAt(at - 1))) {
    const newline = src.indexOf('\n', at);
    return newline < 0 ? at : newline;
  }
  if (char !== '<' || src[at + 1] !== '<') return at;
  return src[at + 2] === '<' ? at + 2 : afterDocument(src, at, missed);
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
