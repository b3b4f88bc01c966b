/**
 * Shell text as it stands in other kinds of text: HTML source, YAML scalars, makefiles, listings with line
 * numbers. What their own syntax adds is taken away.
 */
import type { Cut, Editor } from './editor.ts';

/** A quote that is written as a character reference where a shell word may begin. */
const ESCAPED_QUOTE = /[\s=]&(?:quot|apos|#0?39|#34|#x27|#x22);/i;
const REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#34': '"',
  '#x27': "'",
  '#x22': '"',
  '#x2f': '/',
  '#47': '/',
  '#96': '`',
  '#x60': '`',
};
const MAX_LINE_NUMBER = 100_000;

/** Whether the text has `&quot;`, `&amp;`, `&#…` or the like, as the source of HTML has. */
export function hasReferences(text: string): boolean {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 0x23 || (next === 0x71 && text.startsWith('quot;', at + 1))) return true;
    if (next === 0x61 && (text.startsWith('amp;', at + 1) || text.startsWith('apos;', at + 1))) return true;
  }
  return false;
}

/** An element that holds code, around the whole text. */
const CODE_ELEMENT = /^\s*<(?:pre|code|p|div|span|li|td|samp|kbd|figure)(?:\s[^<>]*)?>/i;

/** Whether the text is the source of HTML: an element, or its quotes are references with none before them. */
export function isHtmlEscaped(text: string): boolean {
  if (CODE_ELEMENT.test(text)) return true;
  const at = text.search(ESCAPED_QUOTE);
  return at >= 0 && !/["']/.test(text.slice(0, at));
}

/** Puts characters for their references (HTML, 13.5) in the whole text, and takes tags away. */
export function unescapeHtml(editor: Editor): void {
  const cuts: Cut[] = [];
  for (const match of editor.original.matchAll(/&(#?\w{2,5});|<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/gi)) {
    const put = match[1] === undefined ? '' : REFERENCES[match[1].toLowerCase()];
    if (put !== undefined) cuts.push({ start: match.index, end: match.index + match[0].length, put });
  }
  editor.cut(cuts);
  editor.notes.push({
    code: 'html_escaped',
    message: 'The text is escaped for HTML (&quot;, &amp;); it is read unescaped. A shell would not.',
  });
}

/** Takes away what listings, makefiles and YAML add. */
export function unwrap(editor: Editor): void {
  const text = editor.original;
  if (!text.includes('\n') && !text.includes('$$')) return;
  if (/^\s*\d/.test(text)) cutLineNumbers(editor);
  else if (text.includes('$$') || text.includes('$(')) unescapeMake(editor);
  if (text.includes(': ') || text.includes('- ')) foldYaml(editor);
}

/** `1 curl …`, `2 | -H …`: numbers that count every line. */
function cutLineNumbers(editor: Editor): void {
  const text = editor.original;
  const cuts: Cut[] = [];
  let expected: number | undefined;
  for (const match of text.matchAll(/^[ \t]*(?:(\d{1,5})(?:[ \t]*[|│:][ \t]?|[.)]?(?:[ \t]+|$)))?(.*)$/gm)) {
    const [line, digits, rest = ''] = match;
    if (line.trim() === '') continue;
    const number = Number(digits);
    if (digits === undefined || number > MAX_LINE_NUMBER || number !== (expected ?? number)) return;
    expected = number + 1;
    cuts.push({ start: match.index, end: match.index + line.length - rest.length });
  }
  if (cuts.length > 1) editor.cut(cuts);
}

const MAKE_RULE = /^[\w./%$() -]{1,200}:(?!=)[^\n]*\n\t|^[ \t]*[@-]{1,2}curl\b/m;

/** `NAME := value`, a value without variables of its own. */
const MAKE_VARIABLE = /^([A-Za-z_]\w*)[ \t]*(?::{0,2}|\?)=([^$#\n]*)$/gm;

/** What make or the quotes of a shell concern. */
const MAKE_PIECE = /\$\$|\$\(([A-Za-z_]\w*)\)|\\[\\"'\n]|["'\n]/g;

/** make(1) halves `$$` and puts its own variables, `$(NAME)`, in before a shell sees the recipe, quotes or not. */
function unescapeMake(editor: Editor): void {
  const text = editor.original;
  if (!MAKE_RULE.test(text)) return;
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(MAKE_VARIABLE)) values.set(name, value.trim());
  const cuts: Cut[] = [];
  let quote = '';
  for (const { 0: piece, 1: name, index: start } of text.matchAll(MAKE_PIECE)) {
    const end = start + piece.length;
    if (piece === '$$') cuts.push({ start, end, put: '$' });
    else if (name !== undefined) {
      const open = quote === "'" ? `'"\${${name}}"'` : `\${${name}}`;
      cuts.push({ start, end, put: values.get(name) ?? open });
    } else if (piece === '\n') quote = '';
    else if (piece === "\\'") quote = quote === "'" ? '' : quote;
    else if (piece === quote) quote = '';
    else if (quote === '' && piece.length === 1) quote = piece;
  }
  editor.cut(cuts);
}

/** `run: >`, `- >-`: the header of a folded scalar, up to its line end. */
const FOLDED = /^([ \t]*)(?:- +)?(?:[\w.-]+: *)?>[-+]?\d?[ \t]*$/gm;
/** `- curl …`, `script: curl …`: a plain scalar, which may go on in the next lines. */
const PLAIN = /^([ \t]*)(?:- +(?:[\w.-]+: +)?|[\w.-]+: +)curl\b.*$/gm;

/** YAML folds the line ends in such scalars into blanks (YAML 1.2.2, 7.3.3 and 8.1.3). */
function foldYaml(editor: Editor): void {
  const text = editor.original;
  const cuts: Cut[] = [];
  for (const { pattern, more } of [
    { pattern: FOLDED, more: /^\S/ },
    { pattern: PLAIN, more: /^(?:--?[A-Za-z]|["'])/ },
  ]) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const header = (match[1] ?? '').length;
      let end = match.index + match[0].length;
      // The first line of a folded scalar is not joined with its header.
      let indent = pattern === PLAIN ? undefined : -1;
      while (end < text.length) {
        const newline = text.indexOf('\n', end + 1);
        const lineEnd = newline < 0 ? text.length : newline;
        const line = text.slice(end + 1, lineEnd);
        const blanks = line.length - line.trimStart().length;
        if (blanks <= header || !more.test(line.trimStart())) break;
        const continued = text[end - 1] === '\\';
        if (indent !== -1 && !continued && (indent === undefined || indent === blanks))
          cuts.push({ start: end, end: end + 1 });
        indent = blanks;
        end = lineEnd;
      }
      pattern.lastIndex = Math.max(pattern.lastIndex, end);
    }
    if (cuts.length > 0) break;
  }
  editor.cut(cuts);
}
