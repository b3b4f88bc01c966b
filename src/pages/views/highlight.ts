/** Source text as coloured runs. Pure: the same on the server and in browsers. */
import json from 'highlight.js/lib/languages/json';
import xml from 'highlight.js/lib/languages/xml';
import { createLowlight } from 'lowlight';
import { EMITTERS } from '../../codegen/index.ts';
import { writtenWords } from '../../curl/shell/read.ts';

const lowlight = createLowlight({ json, xml });
for (const [language, { highlighter }] of Object.entries(EMITTERS))
  lowlight.register({ [language]: highlighter });

/** Scopes that have no colour of their own. */
const PLAIN = new Set(['punctuation', 'operator', 'subst']);

/** Commands, and programs of curl. */
const SHELLS = new Set(['bash', 'sh', 'curl']);

/** Longer texts, in characters, are not highlighted: it takes long, and nobody reads them. */
const MAX_COLOURED = 20_000;

/** A piece of text in one colour; `kind` is a scope of highlight.js, or '' for plain text. */
export interface TextRun {
  text: string;
  kind: string;
}

interface Node {
  type: string;
  value?: string;
  children?: readonly Node[];
  properties?: { className?: unknown };
}

/**
 * The runs of a text, in order; together they are the text.
 * @param language one of programs, `json`, `xml`, or an alias that highlight.js has for one; others stay plain
 */
export function highlight(text: string, language: string): TextRun[] {
  if (text.length <= MAX_COLOURED && SHELLS.has(language)) return highlightShell(text);
  if (text.length > MAX_COLOURED || !lowlight.registered(language)) return [{ text, kind: '' }];
  const runs: TextRun[] = [];
  const walk = (node: Node, kind: string) => {
    if (node.value !== undefined) runs.push({ text: node.value, kind });
    const names = node.properties?.className;
    // `hljs-title function_`: the first one is the scope.
    const scope = Array.isArray(names) ? String(names[0]).replace('hljs-', '') : undefined;
    const own = scope === undefined || PLAIN.has(scope) ? kind : scope;
    for (const child of node.children ?? []) walk(child, own);
  };
  walk(lowlight.highlight(language, text) as Node, ''); // a hast root is such a tree
  return runs;
}

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
      const isVariable = part.kind !== 'text' && part.kind !== 'bytes';
      const isQuoted = part.kind === 'bytes' || part.quoted;
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
