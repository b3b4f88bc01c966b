/** Reads the name before a `:` or `=` and the value after it, in whatever syntax they stand. Pure. */
import { SCHEME } from './secret-names.ts';

/** A part of a text, in UTF-16 indices. */
export interface Span {
  start: number;
  end: number;
}

/** A name before a separator. */
export interface Name extends Span {
  name: string;
  /** Whether the name itself is in quotes, which makes what is written around it JSON or a program. */
  isQuoted: boolean;
  backslashes: number;
  /** The separator: `:`, `=`, `=>`, `:=`, `==`. */
  mark: string;
  /** Where the separator ends. */
  after: number;
}

/** A value; of a list or an object only where it starts, because most are not of interest. */
export interface Value extends Span {
  kind: 'quoted' | 'container' | 'bare';
}

const MAX_NAME = 100;
/** For each ASCII character whether it ends a name. */
const ENDS_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[\s"'`=&?;#<>{}(),:/\\|!*^~+@]/.test(String.fromCharCode(code))),
);
/** Names of several words: `API key`. */
const LAST_OF_NAME = /^(?:keys?|codes?|phrase)$/i;
const FIRST_OF_NAME =
  /(?:api|access|secret|private|license|subscription|security|recovery|backup|verification|auth|signing|encryption|seed|pass) $/i;

/** Returns the name that ends before a separator; undefined without one. */
export function nameBefore(text: string, at: number, mark: string): Name | undefined {
  const after = at + mark.length;
  let end = at;
  while (end > 0 && at - end < 4 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  const quote = text[end - 1] ?? '';
  if (quote === '"' || quote === "'" || quote === '`') {
    const close = end - 1;
    end = close;
    while (text[end - 1] === '\\') end -= 1;
    let start = end;
    while (text[start - 1] !== quote) {
      start -= 1;
      if (start <= 0 || close - start > MAX_NAME || text[start] === '\n' || text[start] === '\r')
        return undefined;
    }
    if (start === end) return undefined;
    const name = text.slice(start, end);
    return { name, start, end, isQuoted: true, backslashes: close - end, mark, after };
  }
  let start = end;
  while (start > 0 && end - start < MAX_NAME && ENDS_NAME[text.charCodeAt(start - 1)] !== 1) start -= 1;
  if (start === end) return undefined;
  if (mark === ':' && isAddress(text, start, at)) return undefined;
  if (LAST_OF_NAME.test(text.slice(start, end))) {
    start -= FIRST_OF_NAME.exec(text.slice(Math.max(0, start - 20), start))?.[0].length ?? 0;
  }
  return { name: text.slice(start, end), start, end, isQuoted: false, backslashes: 0, mark, after };
}

/** Whether a colon belongs to a URL, a URN, a host with a port, or a path of scp. */
function isAddress(text: string, start: number, colon: number): boolean {
  return (
    /[:/@]/.test(text[start - 1] ?? '') ||
    /^:(?:\/\/|\d{1,5}(?:[/?#\s"']|$))/.test(text.slice(colon, colon + 8))
  );
}

/** A quote with its backslashes, which are read from the first of them: each run of backslashes once. */
const QUOTE = /(?<!\\)(\\*)(["'`])/g;

/** Returns the index of the quote (with its backslashes) that closes a string; the end of the text if there is none. */
export function quoteEnd(text: string, from: number, quote: string, backslashes: number): number {
  QUOTE.lastIndex = from;
  for (let match = QUOTE.exec(text); match !== null; match = QUOTE.exec(text)) {
    const [whole, { length: count } = '', found] = match;
    if (found !== quote) continue;
    // Unescaped text before it may end in pairs of backslashes.
    if (count === backslashes || (backslashes === 0 && count % 2 === 0))
      return match.index + whole.length - 1 - backslashes;
  }
  return text.length;
}

/** A type between a name and its value: `const token: string = "x"`. */
const DECLARED =
  /[ \t]*(?:\[?(?:string|str|any|ID|SecretStr|Optional\[str\]|&(?:'static )?str)[!\]?]*)[ \t]*=(?![=>])/iy;
/** The start of a list or an object, and not of a placeholder. */
const CONTAINER = /(?:\[|\{(?!\{))\s*(?:["'\\`{[\]}\d-]|[\w$.-]{1,100}\s*[:,])/y;
/** Variables, substitutions and placeholders: what they contain does not end a value. */
const OPEN = /\$?\{\{[^{}\n]*\}\}|\$\{[^{}\n]*\}|\$\([^()\n]*\)|`[^`\n]*`|<[\w .-]{1,60}>|%\{[^{}\n]*\}/
  .source;
const BARE = new RegExp(`(?:${OPEN}|[^&#\\s"'\`<>\\\\])+`, 'y');
/** A value up to the end of its line, the next name, or another command. */
const REST_OF_LINE = new RegExp(
  `(?:${OPEN}|[^\\n;,&\\s]|(?!&|[;,\\s]\\s{0,8}(?:[\\w.-]{1,60}=(?!$)|curl\\b|&|\\|))[^\\n])*`,
  'y',
);
/** The lines of a list or a text in YAML. */
const BLOCK = /[ \t]*(?:(?:[|>][-+]?|[-+])[ \t]*)?\r?\n[ \t]*(?![ \t])(?:- |(?<=[ \t]))(?=[^\n:]+(?:\n|$))/y;
const BLOCK_LINES = /[^\n:]+(?:\n(?:[ \t]|- )[^\n:]*(?=\n|$))*/y;

/** Returns the value of a name. */
export function valueAfter(text: string, name: Name): Value {
  let start = name.after;
  DECLARED.lastIndex = start;
  if (name.mark === ':' && DECLARED.test(text)) start = DECLARED.lastIndex;
  const space = name.isQuoted ? /\s*/y : /[ \t]*/y;
  space.lastIndex = start;
  start += space.exec(text)?.[0].length ?? 0;
  const [, { length: backslashes } = '', quote] =
    /^(\\{0,32})(["'`])/.exec(text.slice(start, start + 33)) ?? [];
  if (quote !== undefined) {
    const first = start + backslashes + 1;
    if (backslashes === 0 && text.startsWith(quote.repeat(2), first)) {
      const end = text.indexOf(quote.repeat(3), first + 2);
      return { kind: 'quoted', start: first + 2, end: end < 0 ? text.length : end };
    }
    return { kind: 'quoted', start: first, end: quoteEnd(text, first, quote, backslashes) };
  }
  CONTAINER.lastIndex = start;
  if (CONTAINER.test(text)) return { kind: 'container', start, end: start };
  BLOCK.lastIndex = start;
  if (name.mark === ':' && !name.isQuoted && BLOCK.test(text))
    return { kind: 'bare', start: BLOCK.lastIndex, end: matchEnd(BLOCK_LINES, text, BLOCK.lastIndex) };
  return { kind: 'bare', start, end: bareEnd(text, start, name) };
}

const BRACKET = /(?<!\\)(\\*)(["'`])|[[\]{}]/g;

/** Returns the end of a list or an object. */
export function containerEnd(text: string, from: number): number {
  const bracket = new RegExp(BRACKET);
  bracket.lastIndex = from;
  let depth = 0;
  for (let match = bracket.exec(text); match !== null; match = bracket.exec(text)) {
    const [whole, backslashes = '', quote] = match;
    if (quote !== undefined)
      bracket.lastIndex = quoteEnd(text, bracket.lastIndex, quote, backslashes.length) + whole.length;
    else depth += /[[{]/.test(whole) ? 1 : -1;
    if (depth === 0) return bracket.lastIndex;
  }
  return text.length;
}

const SCHEME_BEFORE = new RegExp(`(?:${SCHEME.source.slice(1)} +)?`, 'iy');

/** What may stand before the name of a line: indentation, marks of comments and lists, and a few words. */
const LINE_PREFIX = /(?:^|\n)(?:[^\S\n]|[>#*/|;-])*(?:[\p{L}\w]+ ){0,4}$/u;
/** A line that is a form. */
const FORM_LINE = /(?:^|\n)[\w.%[\]+~-]{1,60}=/;

/** Returns the end of a value without quotes. */
function bareEnd(text: string, start: number, { start: nameStart, isQuoted, mark }: Name): number {
  if (isQuoted) return matchEnd(/[^\s,}\]]+/y, text, start);
  const isHeader = mark === ':';
  const quote = text[nameStart - 1] ?? '';
  let end: number;
  if (/["'`]/.test(quote)) {
    // A text in quotes that is one field: 'X-Api-Key: a b'.
    let backslashes = 0;
    while (text[nameStart - 2 - backslashes] === '\\') backslashes += 1;
    const line = text.slice(start, quoteEnd(text, start, quote, backslashes));
    end = matchEnd(isHeader ? /[^\n]*/y : REST_OF_LINE, line, 0) + start;
  } else if (beginsLine(text, nameStart) || isInForm(text, nameStart)) {
    end = matchEnd(isHeader ? /[^\n]*/y : REST_OF_LINE, text, start);
  } else {
    end = matchEnd(BARE, text, isHeader ? matchEnd(SCHEME_BEFORE, text, start) : start);
    if (isHeader) end = start + (/^[^,;]*/.exec(text.slice(start, end))?.[0].length ?? 0);
    const next = text.slice(start, end).search(/[;,][\w.-]{1,60}=(?!$)/);
    if (next >= 0) end = start + next;
    if (!/[([{]/.test(text.slice(start, end))) {
      const close = withoutLast(text, start, end, /[,;.]/);
      if (/[)\]}]/.test(text[close - 1] ?? '')) end = withoutLast(text, start, close, /[)\]}]/);
    }
  }
  return withoutLast(text, start, end, /[\s,;]/);
}

/** Returns the end of a value without its last characters of a kind. */
function withoutLast(text: string, start: number, end: number, kind: RegExp): number {
  let last = end;
  while (last > start && kind.test(text[last - 1] ?? '')) last -= 1;
  return last;
}

/** Whether a name is the first of its line. */
function beginsLine(text: string, nameStart: number): boolean {
  if (nameStart === 0) return true;
  const from = Math.max(0, nameStart - 80);
  return (
    /[\s>#*/|;-]/.test(text[nameStart - 1] ?? '') &&
    LINE_PREFIX.test(`${from === 0 ? '' : '.'}${text.slice(from, nameStart)}`)
  );
}

/** Whether a name follows `&` in a text that begins like a form. */
const isInForm = (text: string, nameStart: number): boolean =>
  text[nameStart - 1] === '&' && FORM_LINE.test(text.slice(0, 70));

function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
