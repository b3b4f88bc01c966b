/** The text of a stream as it grows, with its reasoning and its calls folded, and its numbers. Pure. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { duration, number } from './format.tsx';
import type { StreamText } from './stream-text.ts';
import { Shown } from './visible-text.tsx';

/** Characters of a text that are drawn while it grows and its end is in view; while the reader has scrolled up; and when it is complete. */
const MAX_FOLLOWED = 20_000;
const MAX_GROWN = 100_000;
const MAX_TEXT = 200_000;
/** Characters within which a part begins at a line. */
const MAX_LINE = 1_000;

export interface Growing {
  /** Whether the end of what grows is in view; undefined for what is complete. */
  isFollowed?: boolean | undefined;
}

/** Where the drawn part of what grows begins. For a reader who has scrolled up it stays: no line moves under their eyes. */
export function useBegin(isFollowed: boolean | undefined, latest: number): number {
  const begin = useRef(0);
  if (isFollowed !== false) begin.current = latest;
  return begin.current;
}

/** Says that the beginning or the end of a response is not there. */
export const LeftOut = ({ edge, ...p }: { edge: 'top' | 'bottom'; children: ComponentChildren }) => (
  <p class="pg-response__rest pg-quiet" data-left-out={edge} {...p} />
);

interface PartProps extends Growing {
  text: string;
  view: (part: string) => ComponentChildren;
}

/** The end of a long text, from the beginning of a line. */
export function Part({ text, isFollowed, view }: PartProps) {
  const least = Math.max(0, text.length - (isFollowed ? MAX_FOLLOWED : MAX_TEXT));
  const [before = ''] = /^[^\n]*\n+/.exec(text.slice(least, least + MAX_LINE)) ?? [];
  const from = useBegin(isFollowed, least && least + before.length);
  const to = isFollowed === false ? from + MAX_GROWN : text.length;
  return (
    <>
      {from > 0 && (
        <LeftOut edge="top">
          {isFollowed === undefined
            ? 'Copy and Download have the beginning.'
            : 'The beginning is shown when the run has ended.'}
        </LeftOut>
      )}
      {view(text.slice(from, to))}
      {to < text.length && <LeftOut edge="bottom">The rest is shown when the run has ended.</LeftOut>}
    </>
  );
}

export function StreamTextView({ stream, isFollowed }: Growing & { stream: StreamText }) {
  const { text, reasoning, tools } = stream;
  const end = isFollowed !== undefined && <span class="pg-stream__caret" />;
  return (
    <div class="pg-stream__view">
      <div class="pg-stream" role="group" aria-label="Text of the response" tabIndex={0}>
        {reasoning !== '' && <Folded title="Reasoning" text={reasoning} />}
        <Part {...{ text, isFollowed }} view={(part) => <Prose text={part} end={end} />} />
        {tools.map(({ name, arguments: given }) => (
          <Folded title={`Call of ${name}`} text={given} />
        ))}
      </div>
      <Facts stream={stream} />
    </div>
  );
}

function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details class="pg-fold">
      <summary class="pg-fold__summary">{title}</summary>
      <pre class="pg-code__body pg-code__body--wrap">
        <Shown text={text} />
      </pre>
    </details>
  );
}

/** How fast tokens came, where the stream reports them. */
function speedOf({ tokens, firstAt = 0, lastAt = 0 }: StreamText): string | undefined {
  const ms = lastAt - firstAt;
  if (tokens.out === undefined || ms <= 0) return undefined;
  return `${number(Math.round((tokens.out / ms) * 1000))} tokens/s`;
}

/** The same for the line of a card, which has no place below the text. */
export function Speed({ stream }: { stream: StreamText | undefined }) {
  const speed = stream && speedOf(stream);
  return speed === undefined ? null : <span class="pg-resp__speed">{speed}</span>;
}

/** How a text ends that is complete, in the words of the makers of models. */
const COMPLETE = /^(?:stop|stop_sequence|end_turn|complete|completed|tool_calls?|tool_use|function_call)$/i;

function Facts({ stream }: { stream: StreamText }) {
  const { tokens, finish = 'stop', firstAt } = stream;
  const used = [
    tokens.in !== undefined && `${number(tokens.in)} in`,
    tokens.out !== undefined && `${number(tokens.out)} out`,
  ];
  const facts = [
    ['First token', firstAt !== undefined && duration(firstAt)],
    ['Speed', speedOf(stream)],
    ['Tokens', used.filter(Boolean).join(', ')],
    ['Ended early', !COMPLETE.test(finish) && finish],
  ].filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <p class="pg-stream__facts">
      {facts.map(([name, value]) => (
        <span>
          {name} <b>{value}</b>
        </span>
      ))}
    </p>
  );
}

/** Paragraphs, code, and words that are strong, of the Markdown that models write. */
function Prose({ text, end }: { text: string; end: ComponentChildren }): ComponentChildren {
  const parts = text.split(/^```[^\n]*\n?/m);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <pre class="pg-code__body pg-code__body--wrap">
        <Shown text={part.replace(/\n$/, '')} />
      </pre>
    ) : (
      part
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph, at, all) => (
          <Paragraph text={paragraph} end={index === parts.length - 1 && at === all.length - 1 && end} />
        ))
    ),
  );
}

/** What begins an item of a list. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/m;

/** A paragraph, or a list with the paragraph that leads to it. */
function Paragraph({ text, end }: { text: string; end: ComponentChildren }) {
  const at = text.search(ITEM);
  const before = at < 0 ? text : text.slice(0, at).trim();
  const items = at < 0 ? [] : text.slice(at).split(/\n(?=[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t])/);
  return (
    <>
      {before !== '' && (
        <p>
          <Words text={before} />
          {items.length === 0 && end}
        </p>
      )}
      {items.map((item, index) => (
        <p class="pg-stream__item">
          <Words text={item.trim().replace(/^[-*+]\s+/, '•  ')} />
          {index === items.length - 1 && end}
        </p>
      ))}
    </>
  );
}

function Words({ text }: { text: string }): ComponentChildren {
  return text.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/).map((piece, index) =>
    index % 2 === 0 ? (
      <Shown text={piece} />
    ) : piece.startsWith('`') ? (
      <code class="pg-inline">
        <Shown text={piece.slice(1, -1)} />
      </code>
    ) : (
      <b>
        <Shown text={piece.slice(2, -2)} />
      </b>
    ),
  );
}
