/** Commands and programs as coloured runs, apart from {@link highlight}: pages load the languages only for them. Pure. */
import { createLowlight } from 'lowlight';
import { EMITTERS } from '../../codegen/index.ts';
import { writtenWords } from '../../curl/shell/read.ts';
import { highlight, MAX_COLOURED, type TextRun } from './highlight.ts';

const programs = createLowlight();
for (const [language, { highlighter }] of Object.entries(EMITTERS))
  programs.register({ [language]: highlighter });

/** Commands, and programs of curl. */
const SHELLS = new Set(['bash', 'sh', 'curl']);

/** @param language one of programs, or an alias that highlight.js has for one; others stay plain */
export const highlightCode = (text: string, language: string): TextRun[] =>
  text.length <= MAX_COLOURED && SHELLS.has(language)
    ? highlightShell(text)
    : highlight(text, language, programs);

/** The marks of a fence are plain; what is between them is a text of its own. */
const highlightShell = (text: string): TextRun[] =>
  text
    .split(/(^[ \t]*(?:`{3}|~{3}).*$)/m)
    .flatMap((piece, at) => (at % 2 === 1 ? [{ text: piece, kind: '' }] : highlightCommands(piece)));

/** Quotes, variables and comments of commands, as the parser reads them. */
function highlightCommands(text: string): TextRun[] {
  const { words, comments } = writtenWords(text);
  const coloured = comments.map(({ start, end }) => ({ start, end, kind: 'comment' }));
  for (const { parts, start, end } of words) {
    let from = start;
    if (/^(?:curl|-{1,2}[\w-]+)$/.test(text.slice(start, end)))
      coloured.push({ start, end, kind: 'keyword' });
    for (const [index, part] of parts.entries()) {
      const isVariable = part.kind !== 'text';
      const isQuoted = part.quoted;
      // Quotes have the colour of the part that they enclose.
      const next = isQuoted ? (parts[index + 1]?.start ?? end) : part.end;
      if (isVariable) coloured.push({ start: part.start, end: part.end, kind: 'variable' });
      if (isQuoted && isVariable)
        coloured.push(
          { start: from, end: part.start, kind: 'string' },
          { start: part.end, end: next, kind: 'string' },
        );
      else if (isQuoted) coloured.push({ start: from, end: Math.max(part.end, next), kind: 'string' });
      from = Math.max(part.end, next);
    }
  }
  return runsOf(text, coloured);
}

/** The runs of a text some of whose parts have a colour. */
function runsOf(text: string, coloured: { start: number; end: number; kind: string }[]): TextRun[] {
  const runs: TextRun[] = [];
  let at = 0;
  const add = (end: number, kind: string) => {
    if (end > at) runs.push({ text: text.slice(at, end), kind });
    at = Math.max(at, end);
  };
  for (const { start, end, kind } of coloured.sort((a, b) => a.start - b.start || b.end - a.end)) {
    // Text within a coloured part inherits its colour.
    if (start < at || start === end) continue;
    add(start, '');
    add(end, kind);
  }
  add(text.length, '');
  return runs;
}
