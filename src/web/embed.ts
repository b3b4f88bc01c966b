/**
 * Loaded by pages of others: puts a playground into each `<div data-playground="{id}">`. The place is kept free from
 * the start (its own height, or `data-height` in pixels), the frame is loaded when it comes near, and takes the height of
 * its content.
 */
const script = document.currentScript as HTMLScriptElement; // a classic script, never a module
const { origin } = new URL(script.src);
const DEFAULT_HEIGHT = 480;
const frames = new Map<MessageEventSource, HTMLIFrameElement>();

function embed(place: HTMLElement): void {
  const { playground: id = '', height = place.clientHeight || DEFAULT_HEIGHT } = place.dataset;
  if (place.querySelector('iframe') !== null || !/^[0-9a-f-]{36}$/.test(id)) return;
  const frame = document.createElement('iframe');
  frame.src = `${origin}/embed/${id}`;
  frame.title = 'Playground';
  frame.loading = 'lazy';
  Object.assign(frame.style, { border: '0', width: '100%', display: 'block', height: `${Number(height)}px` });
  place.append(frame);
  if (frame.contentWindow !== null) frames.set(frame.contentWindow, frame);
}

addEventListener('message', ({ source, origin: from, data }) => {
  const frame = source === null ? undefined : frames.get(source);
  if (frame === undefined || from !== origin) return;
  const height = Number((data as { height?: unknown } | null)?.height);
  if (!(height > 0 && height < 100_000)) return;
  frame.style.height = `${height}px`;
  frame.parentElement?.style.removeProperty('min-height');
});

const all = () => {
  for (const place of document.querySelectorAll<HTMLElement>('[data-playground]')) embed(place);
};
all();
// A script that was loaded at once runs before the rest of the page is read.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', all);
