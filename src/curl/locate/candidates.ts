/**
 * Text pass: curl commands in texts that are no shell's: crontabs, Dockerfiles, YAML, JSON, source code, prose. They are
 * looked for when the text as a whole is none, or has no command.
 */
import type { Diagnostics } from '../diagnostics.ts';
import { ShellText } from '../lexer/syntax.ts';
import { nameOf } from '../unresolved-values.ts';
import { type Span, Word } from '../word.ts';

/** A place where a command may stand: shell text, or arguments that need no shell. */
export type Candidate = Span & ({ text: ShellText } | { words: Word[] });

/** `curl` and the beginning of something that looks like its argument. */
const START =
  /curl(?:\.exe)?[*_]{0,3}[ \t]+(?:[\\^`][ \t]*\r?\n[ \t]*)?(?=["'$^(]{0,2}(?:-[-\w#]|https?:|localhost\b|\d{1,3}\.\d|\[|\{\{|\$|[\w-]+(?:\.[\w-]+)+[/:?\s]))/gi;
/**
 * `"curl",` in a list of strings, or as the program that is given one: `CMD ["curl", "-f"]`,
 * `spawn("curl", ["-f"])`, `{"command": "curl", "args": ["-f"]}`, `Command::new("curl").args(["-f"])`.
 */
const LISTED = /(["'])(?:\/[\w./-]{0,60}\/)?curl(?:\.exe)?\1(?=\s*(?:,|\)\s*\.args?\())/gi;
/** What may stand between the program and the list of its arguments. */
const BEFORE_LIST =
  /\s{0,40}(?:,\s{0,40}(?:["']?args["']?\s{0,40}:\s{0,40})?\[?|\)\s{0,40}\.args?\(\s{0,40}&?\[?)\s{0,40}(?=["'])/y;
/** One more item of such a list, with the comma before it, or the call that adds it. */
const ITEM = /\s*(?:,\s*|\)\s*\.arg\(\s*)?("(?:[^"\\\n]|\\.)*"|'[^'\\\n]*')/y;
/** Commands that only name or print what follows them. */
const MENTIONS = /^[ \t]*(?:echo|printf|print|man|which|type|grep|history|Write-\w+)\b/i;
/**
 * A call or an assignment of another language with a command in a string: `shell_exec("curl …")`, `$out = \`curl …\`;`.
 * For a POSIX shell both are syntax errors.
 */
const CALL =
  /(?:\b[A-Za-z_][\w.:>-]{0,60}\(\s{0,40}(?:[A-Za-z_][\w.]*\(\s{0,40})?[fr]?|(?:^|\n)[ \t]*(?:my |our |var |let |const )?[$@]?\w+[ \t]+=[ \t]*|\bcmd[ \t]*=[ \t]*)("""|'''|["'`])\s{0,20}curl(?:\.exe)?[ \t]/;
const MAX_CANDIDATES = 5;
/** How many times `curl` is looked at. */
const MAX_STARTS = 50;

/** Whether the command stands in a string of another language's code. */
export function isInCode(text: string): boolean {
  return !text.startsWith('curl') && CALL.test(text);
}

/** The places, in the order of the text: a name in quotes within a command begins none. */
export function candidates(text: string, diagnostics: Diagnostics): Candidate[] {
  const found: Candidate[] = [];
  for (const match of text.matchAll(LISTED)) {
    if (found.length >= MAX_CANDIDATES) break;
    found.push(readList(text, match.index, match.index + match[0].length));
  }
  const most = found.length + MAX_CANDIDATES;
  let starts = 0;
  for (const match of text.matchAll(START)) {
    starts += 1;
    if (found.length >= most || starts > MAX_STARTS) break;
    const before = text[match.index - 1] ?? ' ';
    const line = text.lastIndexOf('\n', match.index) + 1;
    if (/[\w-]/.test(before) || MENTIONS.test(text.slice(line, line + 40))) continue;
    found.push(readString(text, match.index, diagnostics));
  }
  return found.sort((a, b) => a.start - b.start);
}

function readList(text: string, start: number, from: number): Candidate {
  const words: Word[] = [];
  BEFORE_LIST.lastIndex = from;
  let at = BEFORE_LIST.test(text) ? BEFORE_LIST.lastIndex : from;
  for (;;) {
    ITEM.lastIndex = at;
    const literal = ITEM.exec(text)?.[1];
    if (literal === undefined) break;
    const end = ITEM.lastIndex;
    words.push(Word.text(literalText(literal), { start: end - literal.length, end }));
    at = end;
  }
  const [only, ...others] = words;
  const [segment] = only?.segments ?? [];
  // `Process.Start("curl", "-f http://…")`: all of them in one text.
  if (only !== undefined && others.length === 0 && segment?.kind === 'text' && /\s/.test(segment.text)) {
    return { start, end: at, text: new ShellText(`curl ${segment.text}`, only) };
  }
  return { start, end: at, words };
}

/** A command in quotes ends with them; elsewhere the shell's rules say where it ends. */
function readString(text: string, start: number, diagnostics: Diagnostics): Candidate {
  const before = text.slice(Math.max(start - 32, 0), start);
  const [, prefix = '', quote = ''] = /([fF]?)("""|'''|["'`])\s{0,20}$/.exec(before) ?? [];
  if (quote === '') return { start, end: text.length, text: new ShellText(text.slice(start), start) };
  let end = start;
  while (end < text.length && !text.startsWith(quote, end)) end += text[end] === '\\' ? 2 : 1;
  end = Math.min(end, text.length);
  const inside = text.slice(start, end);
  // In JSON every backslash escapes something.
  const json = /["']\s*:\s*"$/.test(text.slice(Math.max(start - 20, 0), start));
  const inDouble = quote.startsWith('"') && (inside.includes('\\"') || (json && inside.includes('\\')));
  // In code every language undoes these; in a scalar of YAML nothing does.
  const inSingle = quote === "'" && inside.includes('\\\\') && /[(,[=]\s{0,9}'\s{0,20}$/.test(before);
  const script = inDouble
    ? literalText(`"${inside}"`)
    : inSingle
      ? inside.replace(/\\([\\'])/g, '$1')
      : inside;
  const holes = filledIn(script, interpolation(text, quote, prefix), { start, end }, diagnostics);
  return { start, end, text: holes ?? new ShellText(script, script === inside ? start : { start, end }) };
}

/** What a language puts values in for in its strings; undefined where nothing is known to be put in. */
function interpolation(text: string, quote: string, prefix: string): RegExp | undefined {
  if (prefix !== '') return /\{[^{}"']{1,80}\}/g;
  if (quote === '`') return /[$#]\{[^{}]{1,80}\}/g;
  if (quote.startsWith("'")) return undefined;
  const dollars = /<\?php|(?:^|\n)[ \t]*(?:my )?\$\w+ *=|shell_exec\(|passthru\(/.test(text);
  return dollars ? /\{\$[^{}]{1,80}\}|\$[A-Za-z_]\w*(?:->\w+)?/g : /#\{[^{}]{1,80}\}/g;
}

/** The script with an unresolved value for each piece that another language fills in; undefined when there is none. */
function filledIn(
  script: string,
  pattern: RegExp | undefined,
  place: Span,
  diagnostics: Diagnostics,
): ShellText | undefined {
  const word = Word.text(script, place);
  const filled =
    pattern &&
    word.fill(pattern, ([written]) => {
      const message = `${written} is filled in by another program.`;
      const name = nameOf(written);
      const warning = { code: 'variable', message, ...place } as const;
      return Word.unresolved(
        diagnostics.unresolved.value(name, [written, `\${${name}}`], { warning }),
        place,
      );
    });
  return filled === undefined || filled === word ? undefined : ShellText.of(filled);
}

/** What a string literal of JSON, or one without escapes, stands for. */
function literalText(literal: string): string {
  const inside = literal.slice(1, -1);
  if (!inside.includes('\\')) return inside;
  try {
    const value: unknown = JSON.parse(literal.replace(/\n/g, '\\n'));
    return typeof value === 'string' && value.isWellFormed() ? value : inside;
  } catch {
    return inside;
  }
}
