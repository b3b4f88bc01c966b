/** Runs a request and shows its response as it arrives, with stop, replay, copy and download. */
import { h, render } from 'preact';
import { EventReader, eventFormat, piecesOf } from '../../pages/views/events.tsx';
import type { FailureCode } from '../../pages/views/failure.tsx';
import { CopyButton, IconButton } from '../../pages/views/inputs.tsx';
import {
  ResponseView,
  type Result,
  type Running,
  RunningView,
  summaryOf,
} from '../../pages/views/response.tsx';
import { charsetDecoder, declaredCharset, decodeBody } from '../../request/body-charset.ts';
import type { ResponseChunk, TestResponse, TestRun } from '../../schemas/test-run.ts';
import type { TestStreamEvents } from '../../schemas/test-stream.ts';
import { setWhole } from './buttons.ts';
import { saveAs } from './save.ts';
import { readRunEvents } from './stream.ts';

const INTERRUPTED = 'The connection ended before the run did.';

/** Interval in milliseconds at which a running response is redrawn. */
const DRAW_MS = 100;
/** The views of a response, of which one is in front. */
const VIEWS = '.pg-response__set > .pg-set__pane';
/** A response that is complete within this many milliseconds is shown at once, at its natural height. */
const OPEN_MS = 250;

/**
 * Sends a run and shows it until its result. Throws what `send` throws: nothing is shown then.
 * @param place where the response is shown; its content is replaced
 * @param send starts the run, with a signal that stops it
 * @param stopping stops the run, as a button of the response does
 * @returns the stored result; undefined for a run that was stopped or interrupted
 */
export async function runIn(
  place: HTMLElement,
  send: (signal: AbortSignal) => Promise<Response>,
  stopping = new AbortController(),
): Promise<TestRun | undefined> {
  const live = new LiveResponse(place, () => stopping.abort());
  try {
    const response = await send(stopping.signal);
    for await (const { event, data } of readRunEvents(response)) {
      if (event === 'request') live.request = data;
      else if (event === 'response') live.begin(data);
      else if (event === 'data') live.take(data);
      else if (event === 'result') {
        const { response: head } = data;
        const result: TestRun = {
          ...data,
          response: head && { ...head, body: live.body(head) },
        };
        live.end(result);
        return result;
      } else if (event === 'error') return void live.breakOff('interrupted', data.error.message);
    }
    live.breakOff('interrupted', INTERRUPTED);
  } catch (error) {
    if (stopping.signal.aborted) live.breakOff('cancelled', 'You stopped the run.');
    else if (isDestinationRefused(error)) live.breakOff('destination_refused', error.message);
    else if (live.request === undefined) {
      live.remove();
      throw error;
    } else live.breakOff('interrupted', INTERRUPTED);
  }
  return undefined;
}

/** Whether the service refused to send a request to where it goes. */
const isDestinationRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'destination_refused';

/** Shows a response that is complete. */
export function showResponse(place: HTMLElement, run: Result, front = viewIn(place)): void {
  // A new element, so that no open or closed state of the last response is kept.
  const fresh = document.createElement('div');
  place.replaceChildren(fresh);
  const { body = '', body_encoding: encoding, headers = {}, chunks = [] } = run.response ?? {};
  const isText = encoding === 'utf8';
  const extension = /json/.test(headers['content-type'] ?? '') ? 'json' : isText ? 'txt' : 'bin';
  const save = () => saveAs(`response.${extension}`, isText ? body : bytesOf(body));
  const copy = isText && h(CopyButton, { what: 'the response' });
  const tools = [
    h(IconButton, { icon: 'download', label: 'Download the response', onClick: save }),
    isText &&
      chunks.length > 1 &&
      h(IconButton, {
        icon: 'rotate-ccw',
        label: 'Replay',
        onClick: () => void replay(place, run, body, chunks),
      }),
  ];
  render(h(ResponseView, { run, group: place.id || 'response', live: true, front, copy, tools }), fresh);
  for (const button of fresh.querySelectorAll('.pg-resp__tools [data-copies]')) setWhole(button, body);
}

/** The view of a response that the reader has in front; undefined before there is one. */
const viewIn = (place: Element): string | undefined =>
  place.querySelector<HTMLInputElement>('.pg-response__set > .pg-set__head input:checked')?.value;

/** Replays a text with the original timing of its chunks. */
async function replay(
  place: HTMLElement,
  run: Result,
  body: string,
  chunks: readonly ResponseChunk[],
): Promise<void> {
  if (run.response === null) return;
  const stopping = new AbortController();
  const live = new LiveResponse(place, () => stopping.abort(), true);
  live.begin(run.response);
  live.open();
  for (const piece of piecesOf(body, chunks)) {
    await live.until(piece.at_ms, stopping.signal);
    if (stopping.signal.aborted) break;
    live.take(piece);
  }
  live.end(run, stopping.signal.aborted);
}

type Piece = TestStreamEvents['data'];

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** A header block; one of a stored response has no times of its own. */
type Head = Omit<TestStreamEvents['response'], 'timings'> & Partial<Pick<TestRun, 'timings'>>;

const NO_TIMES = { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null };

/** A response that is being received, drawn ten times a second. */
class LiveResponse {
  request: TestStreamEvents['request'] | undefined;
  readonly #place: HTMLElement;
  readonly #announcer: Element;
  readonly #view = document.createElement('div');
  readonly #started = performance.now();
  readonly #stop: () => void;
  readonly #isReplay: boolean;
  #timer: number;
  #isOpen = false;
  #head: Head | undefined;
  #reader: EventReader | undefined;
  readonly #parts: Uint8Array[] = [];
  /** For a body in another charset than UTF-8: its pieces are bytes. */
  #decoder: TextDecoder | undefined;
  #text = '';
  #received = 0;
  /** How much of it has been drawn. */
  #drawn = 0;
  #isBinary = false;
  #front: string | undefined;
  #isFollowed = true;

  constructor(place: HTMLElement, stop: () => void, isReplay = false) {
    this.#place = place;
    this.#stop = stop;
    this.#isReplay = isReplay;
    this.#announcer = announcerOf(place);
    this.#announcer.textContent = '';
    this.#front = viewIn(place);
    this.#view.addEventListener('change', () => {
      this.#front = viewIn(this.#view);
      if (this.#isFollowed) scrollToEnd(this.#view);
    });
    this.#timer = window.setTimeout(() => this.open(), OPEN_MS);
    // Nothing below moves while a run waits.
    if (!isReplay) place.classList.add('awaiting');
    this.#keepHeight(place.offsetHeight);
    if (!isReplay) place.replaceChildren();
  }

  /** Replaces the previous content. */
  open(): void {
    clearTimeout(this.#timer);
    const hadFocus = this.#place.contains(document.activeElement);
    this.#place.replaceChildren(this.#view);
    bringIntoView(this.#place);
    this.#draw();
    if (hadFocus) this.#view.querySelector('button')?.focus({ preventScroll: true });
    this.#isOpen = true;
    this.#timer = window.setInterval(() => this.#draw(), DRAW_MS);
  }

  /** Shows the header block. */
  begin(head: Head | TestResponse): void {
    this.#head = { headers: {}, ...head };
    const type = head.headers?.['content-type'] ?? '';
    const format = eventFormat(type);
    if (format !== undefined) this.#reader = new EventReader(format);
    const charset = this.#isReplay ? undefined : declaredCharset(type);
    if (charset !== undefined) this.#decoder = charsetDecoder(charset);
  }

  take({ text, base64, at_ms }: Piece): void {
    const bytes = base64 === undefined ? new TextEncoder().encode(text) : bytesOf(base64);
    this.#parts.push(bytes);
    this.#received += bytes.length;
    const shown = this.#decode(bytes) ?? text;
    if (shown === undefined) {
      this.#isBinary = true;
      return;
    }
    this.#text += shown;
    this.#reader?.feed(shown, at_ms);
  }

  #decode(bytes: Uint8Array): string | undefined {
    try {
      return this.#decoder?.decode(bytes, { stream: true });
    } catch {
      return undefined;
    }
  }

  /** Returns the received body in the format of a stored response. */
  body({ body_encoding: encoding, truncated }: Pick<TestResponse, 'body_encoding' | 'truncated'>): string {
    const all = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    if (encoding === 'base64') return base64Of(all);
    return decodeBody(all, this.#head?.headers?.['content-type'] ?? '', truncated)?.text ?? this.#text;
  }

  /** Waits until `ms` milliseconds after the start, or until the signal aborts. */
  until(ms: number, signal: AbortSignal): Promise<void> {
    const left = ms - (performance.now() - this.#started);
    if (left <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = window.setTimeout(resolve, left);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /**
   * Replaces the partial response with the result. Who has scrolled up, or stops it, keeps the line that they read.
   * @param isLonger whether the result has more text than was shown: its replay was stopped
   */
  end(result: Result, isLonger = false): void {
    // What comes as a whole is shown as the result alone.
    if (this.#drawn > 0) this.#draw();
    const hadFocus = this.#view.contains(document.activeElement);
    const { top, height } = this.#place.getBoundingClientRect();
    const view = viewIn(this.#view) ?? 'Text'; // A text has one view while it comes, without a button for it.
    const isEnd = isEndInView(this.#view) && !isLonger;
    const edges = isLonger ? (['top'] as const) : (['bottom', 'top'] as const);
    const before = edges.map((edge) => ({ edge, at: edgeOf(this.#view, edge) }));
    const code = result.error?.code;
    // Others look at the end of what failed, or of a text that came slowly: they begin at its top.
    const isStream = this.#reader !== undefined && code === undefined;
    const isRead = this.#drawn > 0 && (!isEnd || code === 'cancelled' || isStream);
    // The content below must not move; what is below the window is not seen to.
    const shownFrom = isRead ? top : Math.max(0, top);
    this.remove(this.#isOpen ? Math.min(height, Math.max(0, window.innerHeight - shownFrom)) : 0);
    showResponse(this.#place, result, this.#front);
    // The Stop button is gone: move the focus to its replacement.
    if (hadFocus)
      (
        this.#place.querySelector<HTMLElement>('[aria-label=Replay]') ??
        this.#place.querySelector<HTMLElement>('button, input')
      )?.focus({ preventScroll: true });
    const moves = before.map(({ edge, at }) => edgeOf(this.#place, edge) - at);
    const moved = moves.find((pixels) => !Number.isNaN(pixels));
    if (!isRead || viewIn(this.#place) !== view) bringIntoView(this.#place);
    else if (isEnd) scrollToEnd(this.#place);
    // The end of a text of which the result shows only the beginning.
    else if (moved === undefined) bringIntoView(this.#place);
    else endOf(this.#place)?.scroller.scrollBy(0, moved);
    this.#announcer.textContent = summaryOf(result);
  }

  /** Ends without a result from the service: shows what was received. */
  breakOff(code: FailureCode, message: string): void {
    const encoding = this.#isBinary ? 'base64' : 'utf8';
    const total_ms = performance.now() - this.#started;
    const times = this.#head?.timings;
    this.end({
      status: 'failed',
      request: this.request ?? { method: '', url: '', headers: {}, body_size: 0 },
      response: this.#head
        ? {
            ...this.#head,
            body: this.body({ body_encoding: encoding, truncated: true }),
            body_encoding: encoding,
            body_size: this.#received,
            wire_size: this.#received,
            truncated: true,
          }
        : null,
      error: { code, message },
      timings: { ...(times ? { ...times, download_ms: total_ms - times.total_ms } : NO_TIMES), total_ms },
      warnings: [],
    });
  }

  /** @param height that its place keeps, in pixels; without it, phones would scroll at once */
  remove(height = 0): void {
    clearTimeout(this.#timer); // clears intervals, too
    this.#keepHeight(height);
    this.#place.classList.remove('awaiting');
    render(null, this.#view);
    this.#view.remove();
  }

  #keepHeight(height: number): void {
    this.#place.style.minHeight = height === 0 ? '' : `${height}px`;
  }

  #draw(): void {
    // The end of JSON in pieces says nothing.
    const isJson = this.#reader === undefined && /json/.test(this.#head?.headers?.['content-type'] ?? '');
    this.#isFollowed = isEndInView(this.#view) && !isJson;
    const running: Running = {
      isFollowed: this.#isFollowed,
      elapsed: performance.now() - this.#started,
      received: this.#received,
      head: this.#head ?? null,
      events: this.#isBinary ? undefined : this.#reader?.events,
      text: this.#text,
      isBinary: this.#isBinary,
      isReplay: this.#isReplay,
    };
    this.#drawn = this.#received;
    render(h(RunningView, { running, front: this.#front, onStop: this.#stop }), this.#view);
    // Keeps the end in view until the reader scrolls up.
    if (this.#isFollowed) scrollToEnd(this.#view);
  }
}

const paneOf = (place: Element): Element | undefined =>
  [...place.querySelectorAll(VIEWS)].find((one) => one.checkVisibility());

/** Where the text of a response begins or ends, in pixels from the top of the window; NaN where that is left out. */
function edgeOf(place: Element, edge: 'top' | 'bottom'): number {
  const pane = paneOf(place);
  if (pane?.querySelector(`[data-left-out=${edge}]`)) return Number.NaN;
  const text = pane?.querySelector('.pg-stream, .pg-events, .pg-code__body') ?? pane;
  const part = edge === 'top' ? text?.firstElementChild : text?.lastElementChild;
  return part?.getBoundingClientRect()[edge] ?? Number.NaN;
}

/** The view in front, what scrolls it, and how many pixels of it are below what is in view. */
function endOf(place: Element) {
  const pane = paneOf(place);
  if (pane === undefined) return undefined;
  // On phones, the card scrolls, or the window.
  let scroller: Element | null = pane;
  while (scroller !== null && !isScrolled(scroller)) scroller = scroller.parentElement;
  const bottom =
    (scroller?.getBoundingClientRect().top ?? 0) + (scroller?.clientHeight ?? window.innerHeight);
  const content = pane.lastElementChild ?? pane;
  const end =
    scroller === pane
      ? pane.scrollHeight - pane.scrollTop + pane.getBoundingClientRect().top
      : content.getBoundingClientRect().bottom;
  return { scroller: scroller ?? window, below: end - bottom };
}

const isScrolled = (one: Element): boolean =>
  one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY);

/** Whether a response is in view to its end, or there is nothing of it yet. */
const isEndInView = (place: Element): boolean => (endOf(place)?.below ?? 0) < 40;

function scrollToEnd(place: Element): void {
  const { scroller = window, below = 0 } = endOf(place) ?? {};
  if (below > 0) scroller.scrollBy(0, below);
}

/** Pixels of a response that are to be in view. */
const NEEDED = 240;

/** Scrolls to the response only if less than that of it is in view: first its card, then the window. The focus does not move. */
function bringIntoView(place: HTMLElement): void {
  const isHidden = (from: number, to: number) => {
    const { top, bottom, height } = place.getBoundingClientRect();
    // A pixel is a matter of rounding.
    return top < from - 1 || Math.min(bottom, to) - top < Math.min(height, NEEDED);
  };
  const card = place.closest('.pg-card');
  const head = card?.querySelector('.pg-card__head')?.getBoundingClientRect().bottom ?? 0;
  if (card !== null && isHidden(head, card.getBoundingClientRect().bottom))
    card.scrollTop += place.getBoundingClientRect().top - head;
  // With the card comes its head, which has Stop.
  const bar = document.querySelector('.pg-bar')?.getBoundingClientRect().bottom ?? 0;
  if (isHidden(bar, window.innerHeight)) (card ?? place).scrollIntoView({ block: 'start' });
}

/** Returns the live region before a response. It exists during the run: screen readers announce only changes in one. */
function announcerOf(place: HTMLElement): Element {
  const before = place.previousElementSibling;
  if (before?.getAttribute('role') === 'status') return before;
  const region = document.createElement('p');
  region.className = 'pg-hide';
  region.setAttribute('role', 'status');
  place.before(region);
  return region;
}
