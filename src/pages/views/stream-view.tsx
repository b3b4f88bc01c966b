/** The text of a stream as it grows, with its reasoning and its calls folded, and its numbers. Pure. */
import type { ComponentChildren } from 'preact';
import { duration, number } from './format.tsx';
import type { StreamText } from './stream-text.ts';
import { Shown } from './visible-text.tsx';

/** Characters at the end of a text that are drawn while it grows, and of one that is complete. */
export const MAX_RUNNING = 20_000;
const MAX_TEXT = 200_000;

export function StreamTextView({ stream, isRunning = false }: { stream: StreamText; isRunning?: boolean }) {
  const { text, reasoning, tools } = stream;
  return (
    <div class="pg-stream__view">
      <div class="pg-stream" role="group" aria-label="Text of the response" tabIndex={0}>
        {reasoning !== '' && <Folded title="Reasoning" text={reasoning} />}
        <Prose
          text={text.slice(isRunning ? -MAX_RUNNING : -MAX_TEXT)}
          end={isRunning && <span class="pg-stream__caret" />}
        />
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
