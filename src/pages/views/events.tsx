/** The events of a streamed body: SSE (WHATWG HTML, section 9.2) and JSON lines, read chunk by chunk. Pure. */
import { createParser } from 'eventsource-parser';
import { useState } from 'preact/hooks';
import { chunkEnds } from '../../request/body-charset.ts';
import type { ResponseChunk } from '../../schemas/test-run.ts';
import { counted, duration, number } from './format.tsx';
import { Button } from './inputs.tsx';
import { isTree, JsonTree } from './json-tree.tsx';
import { leavesOf } from './stream-text.ts';
import { type Growing, LeftOut, useBegin } from './stream-view.tsx';
import { Isolated, Shown } from './visible-text.tsx';

/** Events of a list without scripts, and the latest ones while a run goes on. */
const MAX_EVENTS = 200;
/** Events of a list before a button asks for more. */
const MAX_LIVE = 1_000;
/** Characters of an event that its line and its unfolded text show. */
const MAX_PREVIEW = 160;
const MAX_EVENT_TEXT = 20_000;
/** Values of an event that its line shows. */
const MAX_CHANGES = 6;

export interface BodyEvent {
  /** When its last bytes arrived, in milliseconds since the run started; undefined if unknown. */
  at: number | undefined;
  /** The type of a server-sent event that names one. */
  name?: string | undefined;
  data: string;
}

export type EventFormat = 'sse' | 'lines';

/** The kind of events that a media type has; undefined for a body that is one thing. */
export function eventFormat(contentType: string): EventFormat | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'sse';
  return /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|stream\+json|json-seq)$/.test(type)
    ? 'lines'
    : undefined;
}

/** Splits a body that comes in pieces into its events. */
export class EventReader {
  readonly events: BodyEvent[] = [];
  readonly #feed: (text: string) => void;
  #at: number | undefined;
  /** The line that has not ended, of JSON lines. */
  #line = '';

  constructor(format: EventFormat) {
    const parser = createParser({
      onEvent: ({ event, data }) => this.events.push({ at: this.#at, name: event, data }),
    });
    this.#feed = format === 'sse' ? (text) => parser.feed(text) : (text) => this.#feedLines(text);
  }

  /** @param at when the text arrived; undefined if unknown */
  feed(text: string, at: number | undefined): void {
    this.#at = at;
    this.#feed(text);
  }

  /** The body has ended: its last line may lack its line end. */
  end(): void {
    this.#feed('\n');
  }

  #feedLines(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    // A JSON text sequence has a record separator before each text (RFC 7464).
    for (const line of lines.map((one) => one.replace(/^\u001e|\r$/g, '')))
      if (line.trim() !== '') this.events.push({ at: this.#at, data: line });
  }
}

/**
 * The pieces of a text in which its bytes came; a character belongs to the piece that completes it. Of a text that came in
 * another charset the pieces are as long in proportion.
 */
export function* piecesOf(
  text: string,
  chunks: readonly ResponseChunk[],
): Generator<{ at_ms: number; text: string }> {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let from = 0;
  for (const { at_ms, end } of chunkEnds(chunks, bytes.length)) {
    yield { at_ms, text: decoder.decode(bytes.subarray(from, end), { stream: true }) };
    from = end;
  }
}

/** All events of a body, with their times where the chunks of the run are known. */
export function eventsOf(
  text: string,
  format: EventFormat,
  chunks: readonly ResponseChunk[] | undefined,
): BodyEvent[] {
  const reader = new EventReader(format);
  if (chunks === undefined) reader.feed(text, undefined);
  else for (const piece of piecesOf(text, chunks)) reader.feed(piece.text, piece.at_ms);
  // At the end of a stream, an event without its blank line is not one (WHATWG HTML, section 9.2.6).
  if (format === 'lines') reader.end();
  return reader.events;
}

interface EventListProps extends Growing {
  events: readonly BodyEvent[];
  /** Whether scripts are there to unfold more. */
  live: boolean;
  /** When a limit ended the request, in milliseconds. */
  end?: number | false;
}

/** Lists events; each unfolds to its data. */
export function EventList({ events, live, isFollowed, end = false }: EventListProps) {
  const [shown, setShown] = useState(live ? MAX_LIVE : MAX_EVENTS);
  const from = useBegin(isFollowed, isFollowed ? Math.max(0, events.length - MAX_EVENTS) : 0);
  const visible = events.slice(from, from + shown);
  const left = events.length - from - visible.length;
  if (events.length === 0 && isFollowed === undefined) return <p class="pg-quiet">No complete event.</p>;
  return (
    <div class="pg-events" role="region" aria-label="Events" tabIndex={0}>
      {from > 0 && (
        <LeftOut edge="top">
          {counted(from, 'earlier event')} {from === 1 ? 'is' : 'are'} listed when the run has ended.
        </LeftOut>
      )}
      <ol start={from + 1}>
        {visible.map((event, index) => (
          <EventItem
            key={from + index}
            event={event}
            other={lastOfName(events, from + index - 1, event.name) ?? nextOfName(events, from + index)}
            live={live}
          />
        ))}
        {end !== false && left === 0 && (
          <li class="pg-events__row">
            <span class="pg-events__time">{duration(end, 2)}</span>
            <span class="pg-events__path">No more data. The limit ended the request.</span>
          </li>
        )}
      </ol>
      {left > 0 && live && (
        <Button data-left-out="bottom" onClick={() => setShown(shown + MAX_LIVE)}>
          {number(left)} more
        </Button>
      )}
      {left > 0 && !live && <LeftOut edge="bottom">{counted(left, 'more event')}: see the raw text.</LeftOut>}
    </div>
  );
}

/** The last event with a name, from an index back. */
function lastOfName(
  events: readonly BodyEvent[],
  from: number,
  name: string | undefined,
): BodyEvent | undefined {
  for (let index = from; index >= 0; index -= 1) if (events[index]?.name === name) return events[index];
  return undefined;
}

/** The event after one if it has the same name: what the first shares with it is no news. */
const nextOfName = (events: readonly BodyEvent[], index: number): BodyEvent | undefined =>
  events[index + 1]?.name === events[index]?.name ? events[index + 1] : undefined;

interface EventItemProps {
  event: BodyEvent;
  /** The event before it, of the same name, or the one after the first. */
  other: BodyEvent | undefined;
  live: boolean;
}

function EventItem({ event: { at, name, data }, other, live }: EventItemProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary class="pg-events__row">
          <span class="pg-events__time">{at !== undefined && duration(at, 2)}</span>
          <span class="pg-events__text">
            {name !== undefined && (
              <>
                <Isolated class="pg-events__name" text={name.slice(0, MAX_PREVIEW)} />{' '}
              </>
            )}
            <Changes data={data} other={other?.data} />
          </span>
        </summary>
        {/* Without scripts, onToggle is not called. */}
        {(isOpen || !live) && <EventData data={data} live={live} />}
      </details>
    </li>
  );
}

/** What is in an event and not in the other one; all of a text that is no JSON. */
function Changes({ data, other }: { data: string; other: string | undefined }) {
  const leaves = leavesOfText(data);
  if (leaves === undefined) return <Isolated class="pg-events__value" text={data.slice(0, MAX_PREVIEW)} />;
  const old = new Map(other === undefined ? [] : leavesOfText(other));
  const changed = leaves.filter(([path, value]) => !old.has(path) || old.get(path) !== value);
  const shown = (changed.length === 0 ? leaves : changed).slice(0, MAX_CHANGES);
  return shown.map(([path, value]) => (
    <>
      <Isolated class="pg-events__path" text={path.replace(/^choices\[0\]\./, '')} />{' '}
      <Isolated class="pg-events__value" text={JSON.stringify(value).slice(0, MAX_PREVIEW)} />{' '}
    </>
  ));
}

function leavesOfText(data: string): [string, unknown][] | undefined {
  if (data.length > MAX_EVENT_TEXT || !/^\s*[{[]/.test(data)) return undefined;
  try {
    return leavesOf(JSON.parse(data));
  } catch {
    return undefined;
  }
}

function EventData({ data, live }: { data: string; live: boolean }) {
  if ((data.length <= MAX_EVENT_TEXT || live) && isTree(data)) return <JsonTree text={data} live={live} />;
  return (
    <pre class="pg-code__body pg-code__body--wrap" tabIndex={0}>
      <code>
        <Shown text={data.slice(0, MAX_EVENT_TEXT)} />
      </code>
    </pre>
  );
}
