/**
 * Locate pass: curl commands in texts that are no shell's: crontabs, Dockerfiles, YAML, JSON, source code, prose. They are
 * looked for when the text as a whole is none, or has no command.
 */

import { nameOf } from '../../schemas/absent.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { indexOr, type Span, Word } from '../word.ts';

/** A place where a command may stand: shell text, or arguments that need no shell. */
type Candidate = Span & ({ text: Word } | { words: Word[] });

/** `curl` and the beginning of something that looks like its argument. */
const START =
  /curl(?:\.exe)?[*_]{0,3}[ \t]+(?:[\\^`]{1,2}[ \t]*\r?\n[ \t]*|\\{3}n[ \t]*)?(?=\\{0,2}["'$^(]{0,2}(?:-[-\w#]|https?:|localhost\b|\d{1,3}\.\d|\[|\{\{|\$|[\w-]+(?:\.[\w-]+)+[/:?\s]))/gi;
/**
 * `"curl",` in a list of strings, or as the program that is given one: `CMD ["curl", "-f"]`,
 * `spawn("curl", ["-f"])`, `{"command": "curl", "args": ["-f"]}`, `Command::new("curl").args(["-f"])`, and in YAML
 * `command: ["curl"]` with `args: ["-f"]` on the next line.
 */
const LISTED =
  /(["'])(?:\/[\w./-]{0,60}\/)?curl(?:\.exe)?\1(?=\s{0,40}(?:,|\[|(?:\]\s{0,40})?args\s{0,9}[:=]|\)\s{0,40}\.args?\())/gi;
/** What may stand between the program and the list of its arguments. */
const BEFORE_LIST =
  /\s{0,40}(?:[,\]]?\s{0,40}(?:["']?arg(?:s|uments)["']?\s{0,40}[:=]\s{0,40})?\[?|\)\s{0,40}\.args?\(\s{0,40}&?\[?)\s{0,40}(?=["'])/iy;
/** One more item of such a list, with the comma before it, or the call that adds it; not an object key. */
const ITEM =
  /\s{0,80}(?:,\s{0,80}|\]?\s{0,9}\)\s{0,80}\.args?\(\s{0,9}&?\[?\s{0,80})?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)(?!\s{0,9}:)/y;
/** Commands that only name or print what follows them. */
const MENTIONS = /^[ \t]*(?:echo|printf|print|man|which|type|grep|history|Write-\w+)\b/i;
/**
 * A call or an assignment of another language with a command in a string: `shell_exec("curl …")`, `$out = \`curl …\`;`.
 * For a POSIX shell both are syntax errors.
 */
const CALL =
  /(?:\b[A-Za-z_][\w.:>-]{0,60}\(\s{0,40}(?:[A-Za-z_][\w.]*\(\s{0,40})?[fr]?|(?:^|\n)[ \t]*(?:my |our |var |let |const )?[$@]?\w+[ \t]+:?=[ \t]*|\bcmd[ \t]*=[ \t]*|(?:^|\n)[ \t]*(?:sh|bat|system|Shell)[ \t]+)(?:"""|'''|@?["'`]|(?:%[qQx]?|qx)[{([|])\s{0,20}curl(?:\.exe)?[ \t]/;
/** A sentence of Markdown with a command as inline code. */
const INLINE_CODE = /(?:^|\n)[ \t]*(?:[-*>|] |\d{1,2}\. )?[A-Z][\w,:|' ]{0,80} `curl(?:\.exe)?[ \t]/;
const MAX_CANDIDATES = 5;
/** How many times `curl` is looked at. */
const MAX_STARTS = 50;

/** Whether the command stands in a string of another language's code, or in inline code of Markdown. */
export function isInCode(text: string): boolean {
  return !text.startsWith('curl') && (CALL.test(text) || INLINE_CODE.test(text));
}

/** The places, in the order of the text: a name in quotes within a command begins none. */
export function candidates(text: string, diagnostics: Diagnostics): Candidate[] {
  const found: Candidate[] = [];
  let lists = 0;
  for (const match of text.matchAll(LISTED)) {
    lists += 1;
    if (found.length >= MAX_CANDIDATES || lists > MAX_STARTS) break;
    const list = readList(text, match.index, match.index + match[0].length, diagnostics);
    if (list !== undefined) found.push(list);
  }
  const most = found.length + MAX_CANDIDATES;
  let starts = 0;
  for (const match of text.matchAll(START)) {
    starts += 1;
    if (found.length >= most || starts > MAX_STARTS) break;
    const before = text[match.index - 1] ?? ' ';
    const line = text.lastIndexOf('\n', match.index) + 1;
    const isPart = /[\w-]/.test(before) && !text.startsWith('\\n', match.index - 2);
    if (isPart || MENTIONS.test(text.slice(line, line + 40))) continue;
    const quote = OPENING.test(text.slice(Math.max(match.index - 40, 0), match.index))
      ? undefined
      : openingQuote(text, match.index);
    // First the whole string, since the commands before curl may set what it uses.
    if (quote !== undefined) found.push(readString(text, quote + 1, diagnostics));
    found.push(readString(text, match.index, diagnostics, quote === undefined ? match.index : quote + 1));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A variable in a list of arguments of Kubernetes. */
const KUBERNETES = /\$\([A-Z]\w{0,80}\)/g;
/** An option or an address, which a list of packages has not. */
const ARGUMENT = /^[-$]|:\/\/|^localhost$|\.[a-z]{2,}(?:[/:?]|$)|:\d{2,5}(?:[/?]|$)|^\d{1,3}(?:\.\d{1,3}){3}/;

function readList(
  text: string,
  start: number,
  from: number,
  diagnostics: Diagnostics,
): Candidate | undefined {
  const words: Word[] = [];
  const variable = /\bargs: /.test(text) ? KUBERNETES : undefined;
  BEFORE_LIST.lastIndex = from;
  let at = BEFORE_LIST.test(text) ? BEFORE_LIST.lastIndex : from;
  for (;;) {
    ITEM.lastIndex = at;
    const literal = ITEM.exec(text)?.[1];
    if (literal === undefined) break;
    const end = ITEM.lastIndex;
    const place = { start: end - literal.length, end };
    words.push(filledIn(literalText(literal), variable, place, diagnostics));
    at = end;
  }
  const [only, ...others] = words;
  const [segment] = only?.segments ?? [];
  // `Process.Start("curl", "-f http://…")`: all of them in one text.
  if (only !== undefined && others.length === 0 && segment?.kind === 'text' && /\s/.test(segment.text)) {
    return { start, end: at, text: Word.text(`curl ${segment.text}`, only) };
  }
  const isRun = words.some((word) => word.text === undefined || ARGUMENT.test(word.text));
  return isRun ? { start, end: at, words } : undefined;
}

/** What opens a string, with what tells how it is written. */
const OPENING = /([fFrR]{0,2})("""|'''|["'`])\s{0,20}$/;
/** The next piece of a string: `"curl …" +`, in C or Python nothing but a line end, in a list a comma. */
const PIECE =
  /(?:(?<=\\n["']),|,(?=\s{1,80}["'`]-)|[ \t]{0,80}(?:[+.&][ \t]{0,80}\r?\n?|\\?\r?\n[ \t]{0,80}[+.&]?))\s{0,80}(["'`])/y;
/** A place where only code has a string: a call, a list, an assignment. */
const CODE = /(?:[(,[=+]\s{0,9}[fFbu]?|(?:^|\n)[ \t]*(?:sh|bat|system|Shell) )["'`]{1,3}\s{0,20}$/;
const PHP = /<\?php|(?:^|\n)[ \t]*(?:my )?\$\w+ *=|shell_exec\(|passthru\(/;
/** A raw string of Kotlin or C#. */
const RAW = /\bval [\w: ]{1,40}= *"""\s*$|\b(?:var|string) \w+ *= *"""$/;
/** In a string of Go between backticks everything stands for itself. */
const GO = /:=[ \t]*`\s*$/;

/** A command in quotes ends with them; elsewhere the shell's rules say where it ends. */
function readString(text: string, start: number, diagnostics: Diagnostics, opened = start): Candidate {
  const before = text.slice(Math.max(opened - 40, 0), opened);
  const [, prefix = '', quote = ''] = OPENING.exec(before) ?? [];
  const bracket = /(?:%[qQxw]?|\bqx)([{([|])\s{0,20}$/.exec(before)?.[1];
  const hashes = quote === '"' ? /\br(#{1,3})"$/.exec(before)?.[1] : undefined;
  if (hashes !== undefined)
    return partOf(text, start, indexOr(text.indexOf(`"${hashes}`, start), text.length));
  if (quote === '' && bracket === undefined) return partOf(text, start, text.length);
  if (bracket !== undefined) return partOf(text, start, closingBracket(text, start, bracket));
  if (quote === '"' && text.startsWith('""', closingQuote(text, start, quote)))
    return doubledString(text, start);
  let end = closingQuote(text, start, quote);
  const inside = text.slice(start, end);
  let script = undoEscapes(inside, quote, prefix, before, text);
  // A cell of a table in Markdown.
  const line = text.lastIndexOf('\n', start) + 1;
  if (quote === '`' && /^[ \t]*\|/.test(text.slice(line, start))) script = script.replaceAll('\\|', '|');
  for (PIECE.lastIndex = end + 1; quote.length === 1 && PIECE.test(text); PIECE.lastIndex = end + 1) {
    const from = PIECE.lastIndex;
    const other = text.charAt(from - 1);
    if (text[end + 1] === ',' && !script.endsWith('\n')) {
      if (!/\[\s{0,20}["'`]$/.test(before)) break;
      script += ' ';
    }
    end = closingQuote(text, from, other);
    script += undoEscapes(text.slice(from, end), other, '', `(${other}`, text);
  }
  const filled = filledIn(script, interpolation(text, quote, prefix), { start, end }, diagnostics);
  return { start, end, text: filled };
}

/** Where the string opens that has other commands before curl: `"sleep 5 && curl …"`. */
function openingQuote(text: string, start: number): number | undefined {
  for (let at = text.lastIndexOf('\n', start) + 1; at < start; at += 1) {
    if (!/["'`]/.test(text.charAt(at)) || /[\w\\]/.test(text.charAt(at - 1))) continue;
    const end = closingQuote(text, at + 1, text.charAt(at));
    if (end > start) {
      const isString = /^(?:.[\w./$!@(#]|"\\)/.test(text.slice(at, at + 2));
      return isString && end < text.length && /^[^\w{[$<]?$/.test(text.charAt(end + 1)) ? at : undefined;
    }
    at = end;
  }
  return undefined;
}

function partOf(text: string, start: number, end: number): Candidate {
  return { start, end, text: Word.text(text.slice(start, end), { start, end }) };
}

/** A string in which a quote is doubled, as C# (`@"…"`), Visual Basic and CSV write it. */
function doubledString(text: string, start: number): Candidate {
  const [inside] = /^(?:[^"]|"")*/.exec(text.slice(start)) ?? [''];
  const place = { start, end: start + inside.length };
  return { ...place, text: Word.text(inside.replaceAll('""', '"'), place) };
}

function closingQuote(text: string, from: number, quote: string): number {
  let end = from;
  while (end < text.length && !text.startsWith(quote, end)) end += text[end] === '\\' ? 2 : 1;
  return Math.min(end, text.length);
}

const CLOSING = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
]);

/** Of a string of Ruby or Perl; brackets in it come in pairs. */
function closingBracket(text: string, from: number, open: string): number {
  const close = CLOSING.get(open) ?? open;
  for (let at = from, depth = 1; at < text.length; at += 1) {
    if (text[at] === close) depth -= 1;
    else if (text[at] === open) depth += 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** The inside of a string as its language reads it. A backslash that may as well be the shell's stays. */
function undoEscapes(inside: string, quote: string, prefix: string, before: string, text: string): string {
  if (!inside.includes('\\') || /r/i.test(prefix) || RAW.test(before)) return inside;
  // Two backslashes at a line end are a continuation in a language, not in a shell.
  const isDoubled = /\\\\\r?\n/.test(inside);
  const isCode = CODE.test(before);
  if (quote.startsWith('"')) {
    // In JSON and YAML every backslash escapes something.
    const isValue = /(?:["'\w-]\s*:|(?:^|\n)[ \t]*-)\s*"$/.test(before);
    return isDoubled || isValue || isCode || inside.includes('\\"') ? unescaped(inside) : inside;
  }
  if (quote === '`') {
    const isTemplate =
      isCode && !GO.test(before) && !text.includes('exec.Command') && /\\[\\`$]/.test(inside);
    return isDoubled || isTemplate ? unescaped(inside) : inside;
  }
  if (!isCode && !isDoubled) return inside;
  return PHP.test(text) ? inside.replace(/\\([\\'])/g, '$1') : unescaped(inside);
}

/** What a language puts values in for in its strings; undefined where nothing is known to be put in. */
function interpolation(text: string, quote: string, prefix: string): RegExp | undefined {
  if (/f/i.test(prefix)) return /\{\{|\}\}|\{[^{}"']{1,80}\}/g;
  if (quote === '`') return /[$#]\{[^{}]{1,80}\}/g;
  if (quote.startsWith("'")) return undefined;
  return PHP.test(text) ? /\{\$[^{}]{1,80}\}|\$[A-Za-z_]\w*(?:->\w+)?/g : /#\{[^{}]{1,80}\}/g;
}

/** The script with an unresolved value for each piece that another language fills in. */
function filledIn(script: string, pattern: RegExp | undefined, place: Span, diagnostics: Diagnostics): Word {
  const word = Word.text(script, place);
  if (pattern === undefined) return word;
  return word.fill(pattern, ([written]) => {
    if (/^(?:\{\{|\}\})$/.test(written)) return Word.text(written.charAt(0), place); // Python's {{
    const message = `${named(written)} is filled in by another program: give its value.`;
    const name = nameOf(written);
    const warning = { code: 'variable', message, ...place } as const;
    return Word.unresolved(diagnostics.unresolved.value(name, written, { warning }), place);
  });
}

const ESCAPED = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r?(\n)|([\\"'`/$nrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** A text without the escapes that JSON and most languages have in their strings; others stay. */
function unescaped(inside: string): string {
  const text = inside.replace(ESCAPED, (_, u?: string, x?: string, line?: string, char = '') => {
    const code = u ?? x;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return line === undefined ? (CONTROLS[char] ?? char) : '';
  });
  return text.isWellFormed() ? text : inside;
}

/** What a string literal stands for. */
function literalText(literal: string): string {
  const inside = literal.slice(1, -1);
  return literal.startsWith('`') ? inside : unescaped(inside);
}
