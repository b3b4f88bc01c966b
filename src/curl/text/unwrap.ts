/** Text pass: takes away what other kinds of text put into a command: HTML source, strings of JSON, YAML scalars. */
import { writtenText } from '../lexer/written-words.ts';
import type { Cut } from './offsets.ts';

/** A quote that is written as a character reference where a shell word may begin. */
const ESCAPED_QUOTE = /[\s=]&(?:quot|apos|#0?39|#34|#x27|#x22);/iy;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
/** An element that holds code, around the whole text. */
const CODE_ELEMENT =
  /^\s*(?:\/\/\/ *)?<(?:pre|code|example|p|div|span|li|td|samp|kbd|tt|figure)(?:\s[^<>]*)?>/i;

/** Whether the text is the source of HTML: an element, or its quotes are references with none before them. */
export function isHtmlEscaped(text: string): boolean {
  if (!text.startsWith('curl') && CODE_ELEMENT.test(text)) return true;
  if (text.includes('<br') && /\\[ \t]*<br *\/?>/i.test(text)) return true;
  // All double quotes of the text are character references.
  const quotes = text.includes('"') ? 0 : text.split('&quot;').length - 1;
  if (quotes > 0 && quotes % 2 === 0) return true;
  for (let at = text.indexOf('&', 1); at > 0; at = text.indexOf('&', at + 1)) {
    ESCAPED_QUOTE.lastIndex = at - 1;
    if (ESCAPED_QUOTE.test(text)) return !/["']/.test(text.slice(0, at));
  }
  return false;
}

/** Whether each `&` begins a character reference and there are no tags: HTML source perhaps, but perhaps data. */
export function mayBeHtml(text: string): boolean {
  return /&/.test(text) && !/<|&(?!(?:amp|lt|gt|quot|apos|nbsp|#\w{2,5});)/.test(text);
}

/** Puts characters for their references (HTML, 13.5) in the whole text, and takes tags away. */
export function unescapeHtml(text: string): Cut[] {
  const cuts: Cut[] = [];
  for (const match of text.matchAll(/&(#?\w{2,5});|<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/gi)) {
    const put = match[1] === undefined ? '' : referenced(match[1].toLowerCase());
    if (put !== undefined) cuts.push({ start: match.index, end: match.index + match[0].length, put });
  }
  return cuts;
}

function referenced(name: string): string | undefined {
  if (!name.startsWith('#')) return CHARACTERS[name];
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}

/** Whether the text stood in a string of JSON: a continued line is `\\\n` there, and each quote is escaped. */
export function isJsonString(text: string): boolean {
  return text.includes('\\\\\\n') && !text.includes('\n') && !/(?<!\\)"/.test(text);
}

/** Puts characters for their short escapes (RFC 8259, 7) in the whole text. */
export function unescapeJson(text: string): Cut[] {
  return Array.from(text.matchAll(/\\(["\\/nrt])/g), ({ 0: { length }, 1: char = '', index }) => ({
    start: index,
    end: index + length,
    put: { n: '\n', r: '\r', t: '\t' }[char] ?? char,
  }));
}

/** `run: |`, `- |-`: the header of a literal scalar, which is a pipe for a shell. */
const LITERAL = /^[ \t]*(?:- +|[\w.-]+: +)+\|[-+]?\d?[ \t]*$/gm;
/** `run: >`, `- >-`: the header of a folded scalar, up to its line end. */
const FOLDED = /^([ \t]*)(?:- +)?(?:[\w.-]+: *)?>[-+]?\d?[ \t]*$/gm;
/** `- curl …`, `script: curl …`: a plain scalar, which may go on in the next lines. */
const PLAIN = /^([ \t]*)(?:- +(?:[\w.-]+: +)?|[\w.-]+: +)curl\b.*$/gm;

/** `run: 'curl …'`: a scalar in single quotes. */
const QUOTED = /^[ \t]*(?:- +(?:[\w.-]+: +)?|[\w.-]+: +)'((?:[^'\n]|'')*)'[ \t]*$/gm;

/** YAML doubles the apostrophes in such a scalar (YAML 1.2.2, 7.3.2). */
export function unquoteYaml(text: string): Cut[] {
  const cuts: Cut[] = [];
  const command = text.indexOf('curl');
  for (const { 0: line, 1: inside = '', index } of text.includes("''") ? text.matchAll(QUOTED) : []) {
    if (index > command || !inside.includes("''") || !/\bcurl /.test(inside)) continue;
    const start = index + line.indexOf("'");
    const end = start + 1 + inside.length;
    cuts.push({ start, end: start + 1 });
    for (let at = text.indexOf("''", start + 1); at >= 0 && at < end; at = text.indexOf("''", at + 2))
      cuts.push({ start: at, end: at + 1 });
    cuts.push({ start: end, end: end + 1 });
  }
  return cuts;
}

/** YAML folds the line ends in such scalars into blanks (YAML 1.2.2, 7.3.3 and 8.1.3); a literal one stands as it is. */
export function foldYaml(text: string): Cut[] {
  if (!text.includes('\n') || !(text.includes(': ') || text.includes('- '))) return [];
  // The text after the command is its data.
  const command = text.indexOf('curl');
  const cuts = text.search(FOLDED) < command ? foldedLineEnds(text, FOLDED, /^\S/) : [];
  if (cuts.length > 0) return cuts;
  for (const { 0: header, index } of text.matchAll(LITERAL))
    if (index < command) cuts.push({ start: index, end: index + header.length });
  return cuts.length > 0 ? cuts : foldedLineEnds(text, PLAIN, /^(?:--?[A-Za-z]|["'])/);
}

const goesOn = (line: string): boolean =>
  line.endsWith('\\') || writtenText(line.slice(line.indexOf('curl'))).open !== '';

/** @param more the beginning of a line that goes on with the scalar */
function foldedLineEnds(text: string, header: RegExp, more: RegExp): Cut[] {
  const cuts: Cut[] = [];
  let done = 0;
  for (const match of text.matchAll(header)) {
    // A list item of Markdown: a shell continues the line, or the quotes that are open in it.
    if (match.index < done || (header === PLAIN && goesOn(match[0]))) continue;
    const outer = (match[1] ?? '').length;
    let end = match.index + match[0].length;
    // The first line of a folded scalar is not joined with its header.
    let indent = header === PLAIN ? undefined : -1;
    while (end < text.length) {
      const newline = text.indexOf('\n', end + 1);
      const lineEnd = newline < 0 ? text.length : newline;
      const line = text.slice(end + 1, lineEnd);
      const blanks = line.length - line.trimStart().length;
      if (blanks <= outer || !more.test(line.trimStart())) break;
      const continued = text[end - 1] === '\\';
      if (indent !== -1 && !continued && (indent === undefined || indent === blanks))
        cuts.push({ start: end, end: end + 1 + blanks, put: ' ' });
      indent = blanks;
      end = lineEnd;
    }
    done = end;
  }
  return cuts;
}
