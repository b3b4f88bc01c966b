/**
 * Loaded by third-party pages: shows a playground as a card in each element with `data-playground="{id}"`, whenever it
 * appears. Options: `data-theme` (`light`, `dark`; default the page's, else the reader's), `data-language`, `data-accent` (a CSS
 * color), `data-height` (in pixels; default the card's). With `data-site="{id}"` at its own tag, it puts Run buttons at the curl blocks of a documentation page, too.
 */
import { EMBED_HEIGHT } from '../pages/views/embed-size.ts';
import { newFrame, runBlocks } from './lib/site-blocks.ts';

declare global {
  interface Window {
    Playgrounds?: { scan: (root?: ParentNode) => void };
  }
}

const script = document.currentScript as HTMLScriptElement; // a classic script, never a module
const { origin } = new URL(script.src);

/** Secret of this page's frames, which share values through it. */
const page = crypto.getRandomValues(new Uint32Array(4)).join('-');
const frames = new Map<Element, HTMLIFrameElement>();

function embed(place: HTMLElement): void {
  const { playground: id = '' } = place.dataset;
  // At a block of a documentation page, these say whether it gets a Run button.
  if (['', 'on', 'off'].includes(id)) return;
  const before = frames.get(place);
  // A frame that is there follows the page's theme without being loaded again.
  const followed = before ? new URL(before.src).searchParams.get('theme') : themeOfPage();
  const { theme = followed ?? 'auto', language, height, accent } = place.dataset;
  const url = new URL(`/embed/${encodeURIComponent(id)}`, origin);
  const pixels = Number(height);
  const isFixed = pixels >= 100 && pixels <= 5000;
  const asked = { theme, language, accent, height: isFixed ? undefined : 'auto' };
  for (const [name, value] of Object.entries(asked)) if (value) url.searchParams.set(name, value);
  url.hash = page;
  let frame = before;
  if (!frame || frame.src !== url.href || frame.parentNode !== place) {
    // Always a new frame: changing the URL of one would add an entry to the browser's history.
    frame = newFrame(url.href, 'Playground', EMBED_HEIGHT);
    frame.loading = 'lazy';
    // The service needs the referrer to explain why a site may not show a playground.
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frames.set(place, frame);
    if (before?.parentNode === place) before.replaceWith(frame);
    else place.append(frame);
  }
  frame.style.colorScheme = schemeOf(theme);
  if (isFixed) frame.style.height = `${pixels}px`;
}

/** What a frame has to have, or browsers paint its corners. */
const schemeOf = (theme: string): string => (theme === 'auto' ? 'light dark' : theme);

/** The theme that the page says it has: by the attributes and classes of generators, or by `color-scheme`. */
function themeOfPage(): string {
  const root = document.documentElement;
  const words =
    `${root.dataset['theme'] ?? ''} ${root.className} ${getComputedStyle(root).colorScheme}`.split(' ');
  const said = new Set(words.filter((word) => /^(?:dark|light)$/.test(word)));
  return said.size === 1 ? [...said].join() : 'auto';
}

/** Sends the page's theme to the cards without `data-theme`. */
function retheme(): void {
  const theme = themeOfPage();
  for (const [place, frame] of frames)
    if (!place.isConnected) frames.delete(place);
    else if ((place as HTMLElement).dataset['theme'] === undefined) {
      frame.style.colorScheme = schemeOf(theme);
      frame.contentWindow?.postMessage({ theme }, origin);
    }
}

/** Sets the title of a frame to the name of its card, with a number if another frame has it, and its height to the card's, on phones up to 512. */
function follow({ source, origin: from, data }: MessageEvent): void {
  const all = [...frames.values()];
  const frame = all.find(({ contentWindow }) => contentWindow === source);
  if (from !== origin || !frame) return;
  if (data?.height <= 512) frame.style.height = `${data.height}px`;
  if (!data?.title) return;
  const isTaken = (title: string) => all.some((one) => one !== frame && one.title === title);
  let title: string = data.title;
  for (let number = 2; isTaken(title); number += 1) title = `${data.title} (${number})`;
  frame.title = title;
}

/** Finds the marked elements in a part of the page, itself included. */
function scan(root: ParentNode = document): void {
  if (root instanceof HTMLElement) embed(root);
  for (const place of root.querySelectorAll<HTMLElement>('[data-playground]')) embed(place);
}

// Runs once per page, even if the script is included several times.
if (!window.Playgrounds) {
  window.Playgrounds = { scan };
  if (script.dataset['site']) void runBlocks(origin, script.dataset['site'], page);
  scan();
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'attributes' ? [target] : addedNodes)
        if (node instanceof HTMLElement) scan(node);
  }).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-playground', 'data-theme', 'data-language', 'data-height', 'data-accent'],
  });
  new MutationObserver(retheme).observe(document.documentElement, {
    attributeFilter: ['class', 'style', 'data-theme'],
  });
  addEventListener('message', follow);
} else window.Playgrounds.scan();
