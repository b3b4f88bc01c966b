/** Readings of texts in which something stands around whole lines: fences, prompts, marks of quotes and comments, numbers. */
import { writtenText } from '../lexer/written-words.ts';
import { indexOr } from '../word.ts';
import type { Dialect } from './dialect.ts';
import { CURL, type Excerpt, type Reading } from './reading.ts';
import { allBut, type Cut, cutsOf } from './source.ts';

export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = indexOr(text.indexOf('\n', start), text.length);
    lines.push({ start, end, text: text.slice(start, end) });
    start = end + 1;
  }
  return lines;
}

const isBlank = (line: Line | undefined): boolean => line?.text.trim() === '';

/** The opening or closing line of a block of code (CommonMark 4.5), also in a quote. */
const FENCE = /^([ \t]*)(?:>[ \t]?)*(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?(`{3,}|~{3,}(?!~))([^`]*)$/;
const INFO: ReadonlyMap<string, Dialect> = new Map([
  ['powershell', 'powershell'],
  ['ps1', 'powershell'],
  ['pwsh', 'powershell'],
  ['cmd', 'cmd'],
  ['bat', 'cmd'],
  ['batch', 'cmd'],
  ['dos', 'cmd'],
]);

function* fences(text: string): Iterable<Excerpt> {
  if (!text.includes('```') && !text.includes('~~~')) return;
  let open: { indent: string; mark: string; info: string; from: number } | undefined;
  const excerpt = (
    start: number,
    end: number,
    { indent, info }: { indent: string; info: string },
  ): Excerpt => {
    const dialect = INFO.get(/^[\w-]+/.exec(info.trim())?.[0].toLowerCase() ?? '');
    const inside = indent === '' ? [] : cutsOf(text.slice(start, end), new RegExp(`^${indent}`, 'gm'), start);
    return {
      cuts: allBut(text, { start, end }, inside),
      removed: 'the text around the fence was removed',
      dialect,
    };
  };
  for (const line of linesOf(text)) {
    const [, indent = '', mark, info = ''] = FENCE.exec(line.text) ?? [];
    if (mark === undefined) continue;
    if (open === undefined) open = { indent, mark, info, from: Math.min(line.end + 1, text.length) };
    else if (mark.startsWith(open.mark) && info.trim() === '') {
      const end = Math.max(open.from, line.start - 1);
      if (text.slice(open.from, end).includes('curl')) yield excerpt(open.from, end, open);
      open = undefined;
    }
  }
  if (open !== undefined) yield excerpt(open.from, text.length, open);
}

/** Prompts, each anchored at a line start and bounded, so that none can backtrack far. */
const PROMPTS: readonly (readonly [pattern: RegExp, dialect?: Dialect])[] = [
  [/^PS(?: [^>\n]{0,200})?> ?/, 'powershell'],
  [/^[A-Za-z]:\\[^>\n"]{0,200}> ?/, 'cmd'],
  // `user@host:~$`, `[root@web ~]#`, `(venv) ada@mbp app %`
  [/^(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,64}@[\w.-]{1,64}(?:[ :][^$#%>\n'"]{0,120})?\]? ?[$#%>] /],
  // `MacBook-Pro:~ ada$`
  [/^[\w.-]{1,64}:[\w~/.]\S{0,80} [A-Za-z][\w.-]{0,63}[$#%] +(?=\S)/],
  [/^➜ {1,3}(?!curl )\S{1,60}(?: git:\([^)\n]{1,80}\))?(?: ✗)? {1,2}(?=\S)/],
  [/^(?:[\w.~/-]{1,80} )?[$%❯➜›»λ]:? +(?=\S)/],
  [/^[A-Za-z][\w.-]{0,63}[$%#] +(?=(?:sudo +)?curl |(?:cat|echo|printf|export) |\w+=)/],
  [/^(?:bash|sh|zsh)(?:-[\d.]{1,8})?[$#%] +/],
  [/^(?:!|>>> )(?=[ \t]*(?:sudo +)?curl )/],
];
const ROOT_PROMPT = new RegExp(`^# +(?=${CURL})`);
const ROOT_COMMAND = new RegExp(`^# +(${CURL}.*)\\n(.?)`, 'm');
const CONTINUATION = /^(?:(?:dquote|quote|bquote|cmdand|pipe|heredoc|cmdsubst)?>{1,2}|More\?|\.{3})(?: |$)/;

/** The prompt at the start of a line, up to its command. */
function promptOf(
  text: string,
  hasRoot: boolean,
): { length: number; dialect: Dialect | undefined } | undefined {
  const line = text.slice(0, 400);
  for (const [pattern, dialect] of PROMPTS) {
    const length = pattern.exec(line)?.[0].length;
    if (length !== undefined) return { length, dialect };
  }
  const root = hasRoot ? ROOT_PROMPT.exec(line)?.[0].length : undefined;
  return root === undefined ? undefined : { length: root, dialect: undefined };
}

/** Commands behind prompts, with the prompts of their further lines; what is printed between them goes. */
function* prompts(text: string): Iterable<Excerpt> {
  const cuts: Cut[] = [];
  let dialect: Dialect | undefined;
  /** What the command leaves open at a line end: a quote, a here-document, a continuation. */
  let open = '';
  let isRead = false;
  const hasRoot = mayBeRoot(text);
  let hasCurl = false;
  for (const line of linesOf(text)) {
    const indent = line.text.length - line.text.trimStart().length;
    const rest = line.text.slice(indent);
    const isOpen = isRead && open !== '';
    const more = isOpen ? CONTINUATION.exec(rest) : null;
    const prompt = isOpen ? undefined : promptOf(rest, hasRoot);
    const from = indent + (more?.[0].length ?? prompt?.length ?? 0);
    if (prompt !== undefined) {
      isRead = true;
      dialect ??= prompt.dialect;
    }
    if (more !== null || prompt !== undefined) cuts.push({ start: line.start, end: line.start + from });
    else if (isRead && open === '') {
      // What the command has printed.
      cuts.push({ start: line.start, end: line.end });
      continue;
    }
    if (!isRead) continue;
    const written = more === null && prompt === undefined ? line.text : line.text.slice(from);
    hasCurl ||= /curl/i.test(written);
    open = openAfter(written, open);
  }
  if (hasCurl) yield { cuts, removed: 'prompts and printed lines were removed', dialect };
}

/** The prompt of root begins a comment, too: in one, each line of a here-document has a mark, too. */
function mayBeRoot(text: string): boolean {
  if (/^[ \t]*(?:[$%] )?curl\b/m.test(text)) return false;
  const [, command = '', next] = ROOT_COMMAND.exec(text) ?? [];
  const marked = text.slice(text.search(/^[ \t]*#/m));
  return !/\n[ \t]*#/.test(marked) || (next !== '#' && openAfter(command, '').startsWith('<<'));
}

/** What is open after a line: nothing, a quote, `<<` and the delimiter of a here-document, a continuation. */
function openAfter(line: string, before: string): string {
  const open = before === '\\' ? '' : before;
  if (open.startsWith('<<')) return line.trim() === open.slice(2) ? '' : open;
  const after = writtenText(open + line).open;
  return after === '' && /[\\`^|]\s*$/.test(line) ? '\\' : after;
}

/**
 * Blocks of lines that begin with a mark, with a curl command in the first of them that has one.
 * @param mark of the line with the command: what it matches is the mark, and the blanks behind it
 */
function* marked(text: string, mark: RegExp, removed: string): Iterable<Excerpt> {
  const lines = linesOf(text);
  for (let at = 0; at < lines.length; at += 1) {
    const found = mark.exec(lines[at]?.text ?? '');
    if (found === null) continue;
    const [, , sign = '', blanks = ''] = found;
    const escaped = sign.replace(/[*+/]/g, '\\$&');
    const behind = blanks === '' ? '' : `(?:[ \\t]{1,${blanks.length}}|$)`;
    const pattern = new RegExp(`^[ \\t]*${escaped}${sign === '#' ? '(?!!)' : ''}${behind}`, 'i');
    let first = at;
    let last = at;
    while (pattern.test(lines[first - 1]?.text ?? '')) first -= 1;
    while (pattern.test(lines[last + 1]?.text ?? '')) last += 1;
    const block = lines.slice(first, last + 1).map(({ start, text: line }) => ({
      start,
      end: start + (pattern.exec(line)?.[0].length ?? 0),
    }));
    const place = { start: lines[first]?.start ?? 0, end: lines[last]?.end ?? 0 };
    yield { cuts: allBut(text, place, block), removed };
    at = last;
  }
}

const COMMENTED = new RegExp(
  `^([ \\t]*)(#{1,4}|\\/{2,3}|(?:--|;{1,4}|[*]|@?rem|::)(?=[ \\t]))([ \\t]*)(?:[$%] )?${CURL}`,
  'im',
);
const UNCOMMENTED = new RegExp(`^[ \\t]*(?:- +)?(?:[\\w.-]+: +)?(?:@|RUN |[$%] )?${CURL}`, 'm');
const QUOTED = /^([ \t]*)(>)([ \t]?)/;
const NUMBERED = new RegExp(
  `^[ \\t]*1([ \\t|│:.]{1,4})(?:[$%#] )?${CURL}[^\\n]*\\n[ \\t]*2[ \\t|│:.\\n]`,
  'm',
);

const MARKUP_COMMENT = new RegExp(`(<!--\\s*)(?:[$] )?${CURL}[^]*?-->`, 'g');

function* comments(text: string): Iterable<Excerpt> {
  for (const { 0: comment, 1: opening = '', index } of text.matchAll(MARKUP_COMMENT)) {
    const place = { start: index + opening.length, end: index + comment.length - 3 };
    yield {
      cuts: allBut(text, place),
      removed: 'the marks of the comment, and the text around it, were removed',
    };
  }
  if (!UNCOMMENTED.test(text))
    yield* marked(text, COMMENTED, 'the marks of the comment, and the text around it, were removed');
}

function* quotes(text: string): Iterable<Excerpt> {
  if (!/^[ \t]*>[> \t]*(?:[$%] |`{3}|\w)/m.test(text)) return;
  if (UNCOMMENTED.test(text)) return;
  for (const excerpt of marked(text, QUOTED, 'the `>` before each line was removed'))
    if (excerpt.cuts.length > 2) yield excerpt;
}

function* numbers(text: string): Iterable<Excerpt> {
  const found = NUMBERED.exec(text);
  if (found === null) return;
  const pattern = new RegExp(`^[ \\t]*(\\d+)[ \\t|│:.]{0,${found[1]?.length ?? 1}}`);
  const cuts: Cut[] = [];
  for (const { start, text: line } of linesOf(text)) {
    const [{ length } = '', number] = pattern.exec(line) ?? [];
    // The numbers in sequence: others are data.
    if (Number(number) === cuts.length + 1) cuts.push({ start, end: start + length });
  }
  yield { cuts, removed: 'the line numbers were removed' };
}

const ITEM = new RegExp(`^([ \\t]*)((?:[-*•]|\\d{1,2}[.)])[ \\t]+)(?:[$%] )?(?:\\w+=\\S* )?${CURL}`, 'm');
const INDENTED = new RegExp(`^([ \\t]+)()${CURL}`, 'm');

/** A block with the indentation of its command, or of the list item that begins with it. */
function* block(text: string, command: RegExp, removed: string): Iterable<Excerpt> {
  const lines = linesOf(text);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const [, indent = '', marker = ''] = (line && command.exec(line.text)) ?? [];
    if (line === undefined || indent + marker === '') continue;
    const own = indent + ' '.repeat(marker.length);
    const isInside = (each: Line | undefined) =>
      each !== undefined && (each.text.startsWith(own) || isBlank(each));
    let first = at;
    let last = at;
    while (marker === '' && isInside(lines[first - 1])) first -= 1;
    while (isInside(lines[last + 1])) last += 1;
    const inside = lines.slice(first, last + 1).map(({ start, end }) => ({
      start,
      end: Math.min(end, start + own.length),
    }));
    yield {
      cuts: allBut(text, { start: lines[first]?.start ?? 0, end: lines[last]?.end ?? 0 }, inside),
      removed,
    };
    at = last;
  }
}

export const FENCE_READING: Reading = { name: 'a block of code', read: fences };
export const MARKS: readonly Reading[] = [
  { name: 'a terminal session', read: prompts },
  { name: 'a quote', read: quotes },
  { name: 'a comment', read: comments },
  { name: 'a listing', read: numbers },
  {
    name: 'a list item',
    read: (text) =>
      block(text, ITEM, 'the mark of the item, its indentation and the text around it were removed'),
  },
];
export const INDENTATION: Reading = {
  name: 'an indented block',
  read: (text) => block(text, INDENTED, 'the common indentation and the text around the block were removed'),
};
