/**
 * Curl commands in texts that are no shell's: crontabs, Dockerfiles, YAML, JSON, source code, prose. They are
 * looked for only when the text as a whole has no command.
 */
import type { Span, Word } from './context.ts';

/** A place where a command may stand: shell text, or arguments that need no shell. */
export type Candidate = Span & ({ script: string | undefined } | { words: Word[] });

/** `curl` and the beginning of something that looks like its argument. */
const START =
  /curl(?:\.exe)?[*_]{0,3}[ \t]+(?:[\\^`][ \t]*\r?\n[ \t]*)?(?=["'$^(]{0,2}(?:-[-\w#]|https?:|localhost\b|\d{1,3}\.\d|\[|\{\{|\$|[\w-]+(?:\.[\w-]+)+[/:?\s]))/gi;
/**
 * `"curl",` in a list of strings, or as the program that is given one: `CMD ["curl", "-f"]`,
 * `spawn("curl", ["-f"])`, `{"command": "curl", "args": ["-f"]}`, `Command::new("curl").args(["-f"])`.
 */
const LISTED = /(["'])curl(?:\.exe)?\1(?=\s*(?:,|\)\s*\.args?\())/gi;
/** What may stand between the program and the list of its arguments. */
const BEFORE_LIST =
  /\s{0,40}(?:,\s{0,40}(?:["']?args["']?\s{0,40}:\s{0,40})?\[?|\)\s{0,40}\.args?\(\s{0,40}&?\[?)\s{0,40}(?=["'])/y;
/** `- curl` in a list of YAML, whose further items are the arguments. */
const ITEMIZED = /^([ \t]*)- +(["']?)curl\2[ \t]*$/gm;
/** One more item of such a list, with the comma before it, or the call that adds it. */
const ITEM = /\s*(?:,\s*|\)\s*\.arg\(\s*)?("(?:[^"\\\n]|\\.)*"|'[^'\\\n]*')/y;
/** Commands that only name or print what follows them. */
const MENTIONS = /^[ \t]*(?:echo|printf|print|man|which|type|grep|history|Write-\w+)\b/i;
const MAX_CANDIDATES = 5;
/** How many times `curl` is looked at. */
const MAX_STARTS = 50;

/** The places, those first that are surest. */
export function buriedCommands(text: string): Candidate[] {
  const candidates: Candidate[] = [];
  for (const match of text.matchAll(LISTED)) {
    if (candidates.length >= MAX_CANDIDATES) return candidates;
    candidates.push(readList(text, match.index, match.index + match[0].length));
  }
  for (const match of text.matchAll(ITEMIZED)) {
    if (candidates.length >= MAX_CANDIDATES) return candidates;
    candidates.push(readItems(text, match.index, match.index + match[0].length, match[1] ?? ''));
  }
  let starts = 0;
  for (const match of text.matchAll(START)) {
    starts += 1;
    if (candidates.length >= MAX_CANDIDATES || starts > MAX_STARTS) break;
    const before = text[match.index - 1] ?? ' ';
    const line = text.lastIndexOf('\n', match.index) + 1;
    if (/[\w-]/.test(before) || MENTIONS.test(text.slice(line, line + 40))) continue;
    candidates.push(readQuoted(text, match.index, before));
  }
  return candidates;
}

function readList(text: string, start: number, from: number): Candidate {
  const words: Word[] = [];
  BEFORE_LIST.lastIndex = from;
  let at = BEFORE_LIST.test(text) ? BEFORE_LIST.lastIndex : from;
  for (;;) {
    ITEM.lastIndex = at;
    const literal = ITEM.exec(text)?.[1];
    if (literal === undefined) {
      const [only, ...others] = words;
      // `Process.Start("curl", "-f http://…")`: all of them in one text.
      if (only !== undefined && others.length === 0 && /\s/.test(only.text))
        return { start, end: at, script: `curl ${only.text}` };
      return { start, end: at, words };
    }
    const end = ITEM.lastIndex;
    words.push({ text: literalText(literal), start: end - literal.length, end, from: -1 });
    at = end;
  }
}

/** Lines of a list, each with the dash under the one of `curl`. */
function readItems(text: string, start: number, from: number, indent: string): Candidate {
  const words: Word[] = [];
  let at = from;
  while (text.startsWith(`\n${indent}- `, at)) {
    const newline = text.indexOf('\n', at + 1);
    const end = newline < 0 ? text.length : newline;
    const item = text.slice(at + indent.length + 3, end).trim();
    const literal = /^(["']).*\1$/.test(item);
    words.push({ text: literal ? literalText(item) : item, start: end - item.length, end, from: -1 });
    at = end;
  }
  return { start, end: at, words };
}

/** A command in quotes ends with them; elsewhere the shell's rules say where it ends. */
function readQuoted(text: string, start: number, before: string): Candidate {
  if (before !== '"' && before !== "'" && before !== '`')
    return { start, end: text.length, script: undefined };
  let end = start;
  while (end < text.length && text[end] !== before) end += text[end] === '\\' ? 2 : 1;
  end = Math.min(end, text.length);
  const inside = text.slice(start, end);
  // In JSON every backslash escapes something.
  const json = /["']\s*:\s*"$/.test(text.slice(Math.max(start - 20, 0), start));
  const escaped = before === '"' && (inside.includes('\\"') || (json && inside.includes('\\')));
  return { start, end, script: escaped ? literalText(`"${text.slice(start, end)}"`) : undefined };
}

/** What a string literal of JSON, or one without escapes, stands for. */
function literalText(literal: string): string {
  const inside = literal.slice(1, -1);
  if (!inside.includes('\\')) return inside;
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' && value.isWellFormed() ? value : inside;
  } catch {
    return inside;
  }
}
