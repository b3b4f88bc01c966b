/** Readings of texts that are encoded as a whole: the source of HTML, strings of JSON and of programs, lists of arguments. */
import { indexOr } from '../word.ts';
import { ARGUMENT, type Excerpt, MENTION, type Reading } from './reading.ts';
import { allBut, type Cut, cutsOf } from './source.ts';

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
/** A character reference (HTML, 13.5), or a tag. */
const MARKUP = /&#?\w{2,5};|<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/gi;
/** Outside of quotes neither is anything to a shell. */
export const HTML_SIGN =
  /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,4}|#x[\da-f]{2,4});|<\/(?:pre|code|p|div|span|li|td)>|<br *\/?>/i;
const ELEMENT = /<(pre|code|kbd|samp|tt)(?:\s[^<>]*)?>/gi;

function referenced(reference: string): string {
  if (reference.startsWith('<')) return '';
  const name = reference.slice(1, -1).toLowerCase();
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (!name.startsWith('#')) return CHARACTERS.get(name) ?? reference;
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : reference;
}

function* html(text: string): Iterable<Excerpt> {
  if (!HTML_SIGN.test(text)) return;
  const removed = 'tags were removed and references such as `&quot;` decoded';
  let end = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(ELEMENT)) {
    if (index < end) continue;
    const start = index + tag.length;
    end = indexOr(text.indexOf(`</${name}>`, start), text.length);
    const inside = text.slice(start, end);
    if (/\bcurl\b/.test(inside))
      yield { cuts: allBut(text, { start, end }, cutsOf(inside, MARKUP, start, referenced)), removed };
  }
  if (end === 0) yield { cuts: cutsOf(text, MARKUP, 0, referenced), removed };
}

/** What opens a string that begins with curl, by itself or behind another command. */
const OPENING = new RegExp(
  String.raw`("${'""'}|'''|["'${'`'}])(?=(?:\s{0,20}|[^"'${'`'}\n]{1,200}(?:&&|;|\|) *)(?:[$!] ?)?(?:sudo +)?(?:\/[\w./-]{1,40}\/)?curl(?:\.exe)?(?:[ \t]|\\n|\\\\|\\?\n){1,20}\\?${ARGUMENT})`,
  'g',
);
/** A place where only code has a string: escapes in it are undone. */
const IN_CODE = /(?:[(,[=+:{]|(?:^|\n)[ \t]*(?:sh|bat|system|return))[ \t\n]*[fFrRbu]{0,2}$/;
/** The value of a key, or an item of a list: single quotes there are YAML's. */
const IN_YAML = /(?:^|\n)[ \t]*(?:- +)?(?:[\w.-]+: +)?$/;
/** A further piece of a string, and what joins it. */
const PIECE = /[ \t]*(?:\\?\r?\n[ \t]*)?(?:[+.&,][ \t]*)?(?:\r?\n[ \t]*)?(["'`])/y;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r?\n|[\\"'`/$nrt])/g;
/** The same with what a template of JavaScript, or an f-string of Python, fills in. */
const TEMPLATE = new RegExp(`${ESCAPE.source}|\\$\\{[^{}\`]{1,80}\\}`, 'g');
const F_STRING = new RegExp(`${ESCAPE.source}|\\{\\{|\\}\\}|\\{[^{}"']{1,80}\\}`, 'g');
const COMPOSED = new RegExp(`${ESCAPE.source}|\\$(?=\\$)`, 'g');
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescaped(written: string): string {
  if (written === '$') return '';
  if (written === '{{' || written === '}}') return written.charAt(0);
  // What a program fills in is a placeholder.
  if (!written.startsWith('\\'))
    return `{{${written.replace(/[^\w.]+/g, '_').replace(/^[\d_.]+|(?<!_)_+$/g, '') || 'VALUE'}}}`;
  const char = written.charAt(1);
  if (/[ux]/.test(char)) return String.fromCharCode(Number.parseInt(written.slice(2), 16)).toWellFormed();
  return /[\r\n]/.test(char) ? '' : (CONTROLS.get(char) ?? char);
}

function closingQuote(text: string, from: number, quote: string, isRaw: boolean): number {
  let end = from;
  while (end < text.length && !text.startsWith(quote, end)) end += text[end] === '\\' && !isRaw ? 2 : 1;
  return Math.min(end, text.length);
}

/** The escapes of a string: undefined where everything in it stands for itself. */
function escapesOf(text: string, quote: string, before: string, inside: string): RegExp | undefined {
  if (/[rR]$/.test(before) || (quote === '`' && /:=\s*$|exec\.Command/.test(before))) return undefined;
  if (/f$/i.test(before) && quote !== '`') return F_STRING;
  if (quote === '`') return TEMPLATE;
  if (/\bCMD-SHELL\b|^services:/m.test(text)) return COMPOSED;
  if (quote === "'" && /<\?php|\$(?<=^\s*\$)\w+ *=|shell_exec/m.test(text)) return /\\[\\']/g;
  const isCode = IN_CODE.test(before) || inside.includes('\\\\\n');
  return isCode || (quote.startsWith('"') && inside.includes('\\"')) ? ESCAPE : undefined;
}

const REMOVED = 'quotes and escapes were removed';

/** A string of JSON, YAML or a program, with the pieces that are joined to it. */
function* strings(text: string): Iterable<Excerpt> {
  yield* quotedCommands(text, IN_CODE);
}

/** Strings that begin with a command. @param place what stands before them */
export function* quotedCommands(text: string, place: RegExp): Iterable<Excerpt> {
  if (place === IN_CODE && /\\\\\\n[ \t]+-/.test(text) && !text.includes('\n') && !/(?<!\\)"/.test(text))
    yield { cuts: cutsOf(text, ESCAPE, 0, unescaped), removed: REMOVED };
  for (const { 1: quote = '', index } of text.matchAll(OPENING)) {
    const before = text.slice(Math.max(index - 60, 0), index);
    const isAlone = text.slice(0, index).trim() === '';
    const isYaml = quote === "'" && IN_YAML.test(before);
    if (!isAlone && (isYaml || !place.test(before) || MENTION.test(before))) continue;
    const start = index + quote.length;
    const string = joined(text, start, quote, before);
    if (string !== undefined)
      yield { cuts: allBut(text, { start, end: string.end }, string.cuts), removed: REMOVED };
  }
}

/** @returns undefined for a string that is not closed, or is one item of several */
function joined(
  text: string,
  from: number,
  quote: string,
  before: string,
): { end: number; cuts: Cut[] } | undefined {
  const cuts: Cut[] = [];
  let start = from;
  let end = closingQuote(text, start, quote, /[rR]$/.test(before));
  if (end >= text.length || (quote === '"' && text[end + 1] === '"')) return undefined;
  const escapes = escapesOf(text, quote, before, text.slice(start, end));
  const add = () => {
    if (escapes === undefined) return;
    for (const cut of cutsOf(text.slice(start, end), escapes, start, unescaped)) cuts.push(cut);
  };
  add();
  for (PIECE.lastIndex = end + 1; quote.length === 1 && PIECE.test(text); PIECE.lastIndex = end + 1) {
    const next = PIECE.lastIndex;
    const joins = text.slice(end + 1, next - 1);
    if (!/[+.&,\n]/.test(joins)) break;
    // The lines of a notebook; other lists are no one text.
    if (joins.includes(',') && text.slice(end - 2, end) !== '\\n') {
      if (/[-$]/.test(text.charAt(next))) return undefined;
      break;
    }
    cuts.push({ start: end, end: next });
    start = next;
    end = closingQuote(text, next, text.charAt(next - 1), false);
    add();
  }
  return { end, cuts };
}

/** `["curl", "-f"`, `("curl", ["-f"`, `"command": "curl", "args": ["-f"`: the program, and strings behind it. */
const LIST =
  /(?<=^|[\s([{,=:])(["'])(?:\/[\w./-]{0,60}\/)?curl(?:\.exe)?\1(?:[\s\\]{0,80}[,\]]){1,2}[\s\\]{0,80}(?:["']?args["']?\s{0,9}[:=]\s{0,9})?\[?[\s\\]{0,80}(?=["'`])/g;
const ITEM = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)(?![ \t]*:)[\s\\]{0,80},?[\s\\]{0,80}/y;
/** For the shell; Kubernetes fills in `$(NAME)`. */
const quoted = (item: string): string =>
  `'${item.replace(/\$\(([A-Z]\w*)\)/g, '{{$1}}').replaceAll("'", "'\\''")}'`;
/** An option or an address, which a list of packages has not. */
const RUNS = /^[-$]|:\/\/|^localhost|\.[a-z]{2,}(?:[/:?]|$)|:\d{2,5}/;

function* lists(text: string): Iterable<Excerpt> {
  for (const { 0: opening, index } of text.matchAll(LIST)) {
    const cuts: Cut[] = [{ start: index, end: index + opening.length, put: 'curl ' }];
    let end = index + opening.length;
    let runs = false;
    for (ITEM.lastIndex = end; ; ITEM.lastIndex = end) {
      const [written, literal] = ITEM.exec(text) ?? [];
      if (written === undefined || literal === undefined) break;
      const item = literal.slice(1, -1);
      const inside = literal.startsWith('`') ? item : item.replace(ESCAPE, unescaped);
      // `Process.Start("curl", "-f URL")` has all of them in one text.
      const isCode = cuts.length > 1 || !/^\s*[)}]/.test(text.slice(end + written.length));
      runs ||= RUNS.test(inside);
      const put = isCode || !/\s/.test(inside) ? quoted(inside) : inside;
      cuts.push({ start: end, end: end + literal.length, put });
      cuts.push({ start: end + literal.length, end: end + written.length, put: ' ' });
      end += written.length;
    }
    const removed = 'the commas and quotes of the list were removed';
    if (runs) yield { cuts: allBut(text, { start: index, end }, cuts), removed };
  }
}

export const STRINGS: readonly Reading[] = [
  { name: 'the source of HTML', read: html },
  { name: 'a string of JSON or a program', read: strings, isPart: true },
  { name: 'a list of arguments', read: lists, isPart: true },
];
