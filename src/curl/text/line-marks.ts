/**
 * Text pass: takes off what stands before every line of a command: comment marks, common indentation, the marker of a list
 * item. Indentation within the quotes of a script is data: only what is around the whole command goes.
 */
import type { Diagnostics } from '../diagnostics.ts';
import { writtenText } from '../lexer/written-words.ts';
import { openAfter } from './clean.ts';
import type { Cut } from './offsets.ts';

/** A line that begins with the command, behind a comment mark, a list marker or blanks. */
const COMMAND_LINE =
  /^([ \t]*)(?:(#{1,4}|\/{2,3}|(?:--|;{1,4}|[*+]|@?rem|::)(?=[ \t]))([ \t]*)|((?:[-•]|\d{1,2}[.)])[ \t]+))?(?:[$%] )?(?:sudo +)?curl(?:[ \t]+(?=["'$\\\u2010-\u2015-]|https?:|[\w-]{1,80}[.:/])|[ \t]*\\$)/i;
/** A line behind which indented lines are a block: of YAML, of a list, of prose. */
const HEADER = /(?:^[ \t]*(?:- +|[\w.-]+: +)+[|>][-+]?\d?|:|`{3}\w*|<<~\w+|\bString \w+ *= *""")[ \t]*$/;
/** A line of a shell behind which lines are indented for people only. */
const OPENS_BLOCK = /(?:\b(?:then|do|else)|[{(\\|]|&&)[ \t]*$/;

interface Line {
  readonly start: number;
  readonly text: string;
}

const isBlank = ({ text }: Line): boolean => text.trim() === '';

/** A comment of HTML or XML that begins with the command. */
const MARKUP_COMMENT = /<!--\s*(?=(?:[$%] )?(?:sudo +)?curl\s)/;

/**
 * The marks to remove at the start of lines.
 * @throws InputError when only some lines of a command are commented out
 */
export function cutLineMarks(text: string, diagnostics: Diagnostics): Cut[] {
  if (text.startsWith('curl') || /^curl\b/m.test(text)) return [];
  const comment = text.includes('<!--') ? MARKUP_COMMENT.exec(text) : null;
  if (comment !== null) {
    const start = comment.index + comment[0].length;
    const end = text.indexOf('-->', start);
    const inside = text.slice(start, end < 0 ? text.length : end).trimEnd();
    return [
      { start: 0, end: start },
      { start: start + inside.length, end: text.length },
    ];
  }
  const lines: Line[] = [];
  for (const [line] of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const before = lines.at(-1);
    lines.push({
      start: before === undefined ? 0 : before.start + before.text.length + 1,
      text: line.replace(/\n$/, ''),
    });
  }
  const at = lines.findIndex((line) => COMMAND_LINE.test(line.text));
  const [, indent = '', mark, blanks = '', marker] = COMMAND_LINE.exec(lines[at]?.text ?? '') ?? [];
  if (at < 0) return [];
  if (mark === undefined) return indentationCuts(lines, at, indent, marker);
  return (
    commentCuts(text, lines, at, mark, blanks, diagnostics) ??
    indentationCuts(lines, at, indent, mark + blanks)
  );
}

/**
 * The marks of a block of comment lines with the blanks behind them, and all that stands around it; undefined if the
 * mark is a list bullet.
 */
function commentCuts(
  text: string,
  lines: readonly Line[],
  at: number,
  mark: string,
  blanks: string,
  diagnostics: Diagnostics,
): Cut[] | undefined {
  const escaped = mark === '#' ? '#(?!!)' : mark.replace(/[*+/]/g, '\\$&');
  const behind = blanks === '' ? '' : `(?:[ \\t]{1,${blanks.length}}|$)`;
  const marked = new RegExp(`^[ \\t]*${escaped}${behind}`, 'i');
  let last = at;
  while (marked.test(lines[last + 1]?.text ?? '')) last += 1;
  let first = at;
  while (marked.test(lines[first - 1]?.text ?? '')) first -= 1;
  const goesOn =
    at === last && (/\\$/.test(lines[at]?.text ?? '') || writtenText(lines[at]?.text ?? '').open !== '');
  if (/[*+]/.test(mark) && (first === last || goesOn)) return undefined;
  // Without a blank it is disabled code: another command of the text is the one to read.
  const isOther = ({ text: line }: Line, index: number) =>
    (index < first || index > last) && OTHER_COMMAND.test(line);
  if (blanks === '' && lines.some(isOther)) return [];
  const bare = firstUnmarked(lines.slice(at), marked);
  if (bare !== undefined) throw diagnostics.error('shell_syntax', bare.start, MIXED);
  // A single `#` may be the prompt of root.
  if (first === last && mark === '#') return [];
  const block = lines.slice(first, last + 1).map(({ start, text: line }) => ({
    start,
    end: start + (marked.exec(line)?.[0].length ?? 0),
  }));
  const end = (lines[last]?.start ?? 0) + (lines[last]?.text.length ?? 0);
  return [{ start: 0, end: block[0]?.end ?? 0 }, ...block.slice(1), { start: end, end: text.length }];
}

/** Where a command begins in a line: prose only names curl. */
const OTHER_COMMAND = /(?:^|[|;&(`"'])[ \t]*(?:sudo +)?curl[ \t]+(?:["'$\\-]|https?:|[\w-]{1,80}[.:/])/;
const MIXED = 'Only some lines of the command are commented out. Uncomment the whole command.';

/** The first line without the mark in quotes that a marked line opens and another marked line closes. */
function firstUnmarked(lines: readonly Line[], marked: RegExp): Line | undefined {
  let open = '';
  let bare: Line | undefined;
  for (const line of lines) {
    const isMarked = marked.test(line.text);
    if (!isMarked) bare ??= line;
    open = openAfter(line.text.replace(marked, ''), open);
    if (open === '') return isMarked ? bare : undefined;
  }
  return undefined;
}

/** The indentation that the lines of a block have in common, when the block is no part of a script. */
function indentationCuts(lines: readonly Line[], at: number, own: string, marker: string | undefined): Cut[] {
  let first = at;
  let indent = own + (marker === undefined ? '' : ' '.repeat(marker.length));
  if (marker === undefined) {
    while (first > 0 && startsWith(lines[first - 1], own)) first -= 1;
    while (lines[first] !== undefined && isBlank(lines[first] ?? lines[at] ?? { start: 0, text: '' }))
      first += 1;
    indent = /^[ \t]*/.exec(lines[first]?.text ?? '')?.[0] ?? '';
    const header = lines.slice(0, first).findLast((line) => !isBlank(line))?.text;
    const isApart = first > 0 && isBlank(lines[first - 1] ?? { start: 0, text: '' });
    if (header !== undefined && !HEADER.test(header) && (!isApart || OPENS_BLOCK.test(header))) return [];
  }
  if (indent === '') return [];
  let last = at;
  while (startsWith(lines[last + 1], indent)) last += 1;
  const block = lines.slice(marker === undefined ? first : at + 1, last + 1).filter((line) => !isBlank(line));
  const stripped = lines.slice(at, last + 1).map(({ text }) => text.slice(indent.length));
  // If the command continues in lines without this indentation, the indentation is data.
  if (last + 1 < lines.length && writtenText(stripped.join('\n')).open !== '') return [];
  const head = lines[at];
  const cuts: Cut[] = block.map(({ start }) => ({ start, end: start + indent.length }));
  if (marker === undefined || head === undefined) return cuts;
  return [{ start: head.start, end: head.start + indent.length }, ...cuts];
}

function startsWith(line: Line | undefined, indent: string): boolean {
  return line !== undefined && (line.text.startsWith(indent) || isBlank(line));
}
