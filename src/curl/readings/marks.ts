/** Readings of texts in which something stands around whole lines: fences, prompts, marks, indentation. */
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

/** The opening or closing line of a fenced code block (CommonMark 4.5), also in a block quote or a list item. */
const FENCE = /^([ \t]*)(?:>[ \t]?)*(?:(?:[-*+]|\d{1,2}[.)])[ \t]+)?(`{3,}|~{3,}(?!~))([^`\n]*)$/gm;
const POWERSHELL_INFO = /^\s*(?:powershell|pwsh|ps1)\b/i;
const CMD_INFO = /^\s*(?:cmd|bat|batch|dos)\b/i;

function* fences(text: string): Iterable<Excerpt> {
  let open: RegExpExecArray | undefined;
  for (const line of text.matchAll(FENCE)) {
    const [, , mark = '', info = ''] = line;
    if (open === undefined) open = line;
    else if (mark.startsWith(open[2] ?? '') && info.trim() === '') {
      yield* fenced(text, open, line.index - 1);
      open = undefined;
    }
  }
  if (open !== undefined) yield* fenced(text, open, text.length);
}

function* fenced(text: string, opening: RegExpExecArray, close: number): Iterable<Excerpt> {
  const [line, indent = '', , info = ''] = opening;
  const start = Math.min(opening.index + line.length + 1, text.length);
  const inside = text.slice(start, close);
  if (!inside.includes('curl')) return;
  const indentation = indent === '' ? [] : cutsOf(inside, new RegExp(`^${indent}`, 'gm'), start);
  yield {
    cuts: allBut(text, { start, end: close }, indentation),
    removed: 'the text around the fence was removed',
    dialect: POWERSHELL_INFO.test(info) ? 'powershell' : CMD_INFO.test(info) ? 'cmd' : undefined,
  };
}

/** Prompts, each anchored at a line start and bounded. */
const PROMPTS: readonly (readonly [pattern: RegExp, dialect?: Dialect])[] = [
  [/[ \t]*PS(?: [^>\n]{0,200})?> ?/y, 'powershell'],
  [/[ \t]*[A-Za-z]:\\[^>\n"]{0,200}> ?/y, 'cmd'],
  // `user@host:~$`, `[root@web ~]#`, `(venv) ada@mbp app %`
  [/[ \t]*(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,64}@[\w.-]{1,64}(?:[ :][^$#%>\n'"]{0,120})?\]? ?[$#%>] /y],
  // `MacBook-Pro:~ ada$`, `~/app $`, `bash-5.2#`
  [/[ \t]*[\w.-]{1,64}:[\w~/.]\S{0,80} [A-Za-z][\w.-]{0,63}[$#%] +(?=\S)/y],
  [/[ \t]*(?:[\w.~/-]{1,80} )?[$%❯➜›»λ]:? +(?!\S{1,60} git:)(?=\S)/y],
  [/[ \t]*➜ +\S{1,60}(?: git:\([^)\n]{1,80}\))?(?: ✗)? {1,2}(?=\S)/y],
  [/[ \t]*>>> (?=\S)/y],
  [/[ \t]*(?:bash|sh|zsh)(?:-[\d.]{1,8})?[$#%] +/y],
  [new RegExp(`[ \\t]*(?:!|[A-Za-z][\\w.-]{0,63}[$%#] +)(?=${CURL})`, 'y')],
  // That of root begins a comment, too.
  [new RegExp(`[ \\t]*# +(?=${CURL}.*\\n[ \\t]*> )`, 'my')],
];
/** What shells print before a further line of a command. */
const CONTINUATION =
  /[ \t]*(?:(?:dquote|quote|bquote|cmdand|pipe|heredoc|cmdsubst)?>{1,2}|More\?|\.{3})(?: |$)/my;

/** Commands behind prompts and their further lines; everything else is what they printed. */
function* session(text: string): Iterable<Excerpt> {
  const cuts: Cut[] = [];
  let dialect: Dialect | undefined;
  /** What the command leaves open at a line end: a quote, a here-document, a continuation. */
  let open = '';
  let isFound = false;
  for (const { start, end } of linesOf(text)) {
    const [mark, shell] = open === '' ? promptAt(text, start) : [CONTINUATION];
    if (mark !== undefined) mark.lastIndex = start;
    const [prompt] = mark?.exec(text) ?? [];
    const isPrinted = prompt === undefined && open === '';
    const from = isPrinted ? end : start + (prompt?.length ?? 0);
    cuts.push({ start, end: from });
    if (isPrinted) continue;
    dialect ??= shell;
    const command = text.slice(from, end);
    isFound ||= /curl/i.test(command);
    open = openAfter(command, open);
  }
  if (isFound) yield { cuts, removed: 'prompts and printed lines were removed', dialect };
}

function promptAt(text: string, start: number): readonly [pattern?: RegExp, dialect?: Dialect] {
  for (const prompt of PROMPTS) {
    prompt[0].lastIndex = start;
    if (prompt[0].test(text)) return prompt;
  }
  return [];
}

/** What is open after a line: nothing, a quote, `<<` and the delimiter of a here-document, a continuation. */
function openAfter(line: string, before: string): string {
  const open = before === '\\' ? '' : before;
  if (open.startsWith('<<')) return line.trim() === open.slice(2) ? '' : open;
  const after = writtenText(open + line).open;
  return after === '' && /[\\`^|]\s*$/.test(line) ? '\\' : after;
}

/** A mark at the beginning of each line of a block. */
interface Mark {
  readonly name: string;
  /** Finds the line that the block is found by; the group is its mark. */
  readonly line: RegExp;
  /** The marks of the other lines, a sticky expression. */
  readonly others: (mark: string) => RegExp;
  readonly removed: string;
  /** The lines before do not belong to it. */
  readonly isFirst?: true;
  /** Not where a line of the text begins with a command by itself. */
  readonly isAlone?: true;
}

const AROUND = 'and the text around the block, were removed';
const MARKS: readonly Mark[] = [
  {
    name: 'a quote',
    line: /^([ \t]*>[ \t]?)/gm,
    others: () => /[ \t]*>[ \t]?/y,
    isAlone: true,
    removed: `the \`>\` before each line, ${AROUND}`,
  },
  {
    name: 'a comment',
    line: new RegExp(
      `^([ \\t]*(?:#{1,4}|\\/{2,3}|::|(?:--|;{1,4}|[*]|@?rem)(?=[ \\t]))[ \\t]*)(?:[$%] )?${CURL}`,
      'gim',
    ),
    others: (mark) => {
      const sign = mark.trim().replace('*', '\\*');
      const blanks = mark.length - mark.trimEnd().length;
      return new RegExp(`[ \\t]*${sign}${blanks === 0 ? '(?!!)' : `(?:[ \\t]{1,${blanks}}|$)`}`, 'imy');
    },
    isAlone: true,
    removed: `the marks of the comment, ${AROUND}`,
  },
  {
    name: 'a listing',
    line: new RegExp(`^([ \\t]*1[ \\t|│:.]{1,4})(?:[$%#] )?${CURL}[^\\n]*\\n[ \\t]*2[ \\t|│:.\\n]`, 'gm'),
    others: (mark) => new RegExp(`[ \\t]*\\d{1,4}(?:[ \\t|│:.]{1,${mark.trimStart().length - 1}}|$)`, 'my'),
    removed: `the line numbers, ${AROUND}`,
  },
  {
    name: 'a list item',
    line: new RegExp(`^([ \\t]*(?:[-*•]|\\d{1,2}[.)])[ \\t]+)(?:[$%] )?(?:\\w+=\\S* )?${CURL}`, 'gm'),
    others: (mark) => new RegExp(`[ \\t]{${mark.length}}|[ \\t]*$`, 'my'),
    removed: `the mark of the item, its indentation, ${AROUND}`,
    isFirst: true,
  },
  {
    name: 'a diff',
    line: /^(\+)(?!\+\+ ).*\bcurl\s/gm,
    others: () => /[+ ]|-.*(?:\n|$)/y,
    removed: `removed lines, the sign of the others, ${AROUND}`,
  },
];
const INDENTED: Mark = {
  name: 'an indented block',
  line: new RegExp(`^([ \\t]+)${CURL}`, 'gm'),
  others: (mark) => new RegExp(`${mark}|[ \\t]*$`, 'my'),
  removed: `the common indentation, ${AROUND}`,
};

const UNMARKED = new RegExp(`^[ \\t]*(?:- +)?(?:[\\w.-]+: +)?(?:@|RUN |[$%] )?${CURL}`, 'm');

/** The blocks of a text whose lines have such marks, and a curl command. */
function* blocks(text: string, { line: found, others, removed, isFirst, isAlone }: Mark): Iterable<Excerpt> {
  if (isAlone && UNMARKED.test(text)) return;
  const lines = linesOf(text);
  let done = 0;
  for (const { index, 1: mark = '' } of text.matchAll(found)) {
    if (index < done) continue;
    const pattern = others(mark);
    const cutAt = (at: number): Cut | undefined => {
      const start = lines[at]?.start;
      if (start === undefined) return undefined;
      pattern.lastIndex = start;
      return pattern.test(text) ? { start, end: pattern.lastIndex } : undefined;
    };
    const at = lines.findIndex(({ start }) => start === index);
    const cuts: Cut[] = [{ start: index, end: index + mark.length }];
    let first = at;
    let last = at;
    for (let cut = cutAt(first - 1); cut && isFirst !== true; cut = cutAt(first - 1)) {
      cuts.unshift(cut);
      first -= 1;
    }
    for (let cut = cutAt(last + 1); cut !== undefined; cut = cutAt(last + 1)) {
      cuts.push(cut);
      last += 1;
    }
    const place = { start: lines[first]?.start ?? 0, end: lines[last]?.end ?? text.length };
    done = place.end;
    if (text.slice(place.start, place.end).includes('curl'))
      yield { cuts: allBut(text, place, cuts), removed };
  }
}

const marked = (mark: Mark): Reading => ({ name: mark.name, read: (text) => blocks(text, mark) });

export const FENCE_READING: Reading = { name: 'a block of code', read: fences };
export const MARK_READINGS: readonly Reading[] = [
  { name: 'a terminal session', read: session },
  ...MARKS.map(marked),
];
export const INDENTATION = marked(INDENTED);
