/**
 * Shows text from others with its invisible characters made visible, so that it cannot look like something else. Pure.
 */
import type { ComponentChildren } from 'preact';
import { highlight, type TextRun } from './highlight.ts';
import type { Mark } from './marks.ts';

/** Characters that are not seen or change how others are seen: controls, bidi marks, zero widths, odd separators. */
const UNSEEN =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const codeOf = (char: string) =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const numbered = (text: string): string => text.replace(UNSEEN, (char) => `⟨${codeOf(char)}⟩`);

/** A name on one line: invisible characters as their code points, with its direction isolated. */
export const plain = (text: string): string => numbered(text).replace(/[\t\n]/g, ' ');

/** {@link plain}, set apart from the direction of what surrounds it. */
export function Name({ text }: { text: string }) {
  return <bdi>{plain(text)}</bdi>;
}

/** Invisible characters of a text that are marked one by one; of more, only their numbers are shown. */
const MAX_MARKED = 2_000;

/**
 * A text with its invisible characters made visible. They stay in the text, isolated, so that a copy is exact; their
 * numbers are drawn by the style sheet.
 */
export function Shown({ text }: { text: string }): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (parts.length >= 2 * MAX_MARKED) return [...parts, numbered(text.slice(from))];
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(
      <span class="pg-unseen" data-code={codeOf(match[0])}>
        {match[0]}
      </span>,
    );
    from = match.index + match[0].length;
  }
  if (from === 0) return text;
  parts.push(text.slice(from));
  return parts;
}

/** {@link Shown}, set apart from the direction of what surrounds it. */
export function Isolated({ text, ...bdi }: { text: string; class: string; 'data-variable'?: string }) {
  return (
    <bdi {...bdi}>
      <Shown text={text} />
    </bdi>
  );
}

interface BlockProps {
  /** Its name for screen readers. */
  label: string;
  wraps?: boolean;
  children: ComponentChildren;
}

/** A text as it was written, in a region that scrolls and that the keyboard reaches. */
export function Block({ label, wraps = false, ...pre }: BlockProps) {
  const look = wraps ? 'pg-code__body pg-code__body--wrap' : 'pg-code__body';
  return <pre class={look} tabIndex={0} role="region" aria-label={label} {...pre} />;
}

interface CodeProps {
  text: string;
  /** What highlight.js calls the language; plain text when absent. */
  language?: string;
  /** For programs and commands `highlightCode`. */
  highlighter?: (text: string, language: string) => TextRun[];
  marks?: readonly Mark[];
}

/** Highlighted text with marks, without the `pre` around it. */
export function Code({ text, language = '', highlighter = highlight, marks = [] }: CodeProps) {
  return (
    <code>
      {split(highlighter(text, language), marks).map(({ run, mark }) => (
        <Piece run={run} mark={mark} />
      ))}
    </code>
  );
}

function Piece({ run, mark }: { run: TextRun; mark: Mark | undefined }) {
  const inner =
    run.kind === '' ? (
      <Shown text={run.text} />
    ) : (
      <span class={`pg-h-${run.kind}`}>
        <Shown text={run.text} />
      </span>
    );
  if (mark === undefined) return inner;
  if (mark.kind === 'variable')
    return (
      <span
        class={mark.value === undefined ? 'pg-chip pg-chip--empty' : 'pg-chip'}
        title={mark.name}
        data-text={mark.value === undefined ? undefined : run.text}
        data-variable={mark.name}
        data-quotes={mark.quotes}
        data-encoding={mark.encoding === 'none' ? undefined : mark.encoding}
      >
        {mark.value === undefined ? inner : <Shown text={mark.value} />}
      </span>
    );
  return (
    <mark class={`pg-mark pg-mark--${mark.kind === 'replaced' ? 'warning' : mark.kind}`} title={mark.title}>
      {inner}
    </mark>
  );
}

/** Cuts runs where the mark changes. Where several cover a place, replacements win, then variables, then the one that starts last. */
function split(runs: readonly TextRun[], marks: readonly Mark[]): { run: TextRun; mark: Mark | undefined }[] {
  if (marks.length === 0) return runs.map((run) => ({ run, mark: undefined }));
  const rank = ({ kind }: Mark) => ['variable', 'replaced'].indexOf(kind);
  const markAt: (Mark | undefined)[] = [];
  for (const mark of marks.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start))
    for (let at = mark.start; at < mark.end; at += 1) markAt[at] = mark;
  let start = 0;
  return runs.flatMap(({ text, kind }) => {
    const pieces: { run: TextRun; mark: Mark | undefined }[] = [];
    let from = 0;
    for (let to = 1; to <= text.length; to += 1) {
      const mark = markAt[start + from];
      if (to < text.length && markAt[start + to] === mark) continue;
      pieces.push({ run: { text: text.slice(from, to), kind }, mark });
      from = to;
    }
    start += text.length;
    return pieces;
  });
}
