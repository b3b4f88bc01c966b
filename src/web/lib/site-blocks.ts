/**
 * Run buttons at the curl blocks of a documentation page. Pages stay as they are if the service is away or does not list their
 * origin. Nothing of the page is restyled: a button is in the shadow of an element without size.
 */
import { isRunnable, NOT_TEXT } from '../../request/site-blocks.ts';

/** The button is 24 px high, and 40 px for fingers. */
const STYLE =
  'button:after{content:"";position:absolute;inset:-8px 0}button{all:initial;position:absolute;top:0;right:0;padding:3px 7px;border:1px solid #8888;border-radius:6px;font:500 12px/16px system-ui;color:inherit;background:inherit;cursor:pointer}:focus-visible{outline:2px solid}';

/** Until the frame says how high its card is, in pixels. */
const FIRST_HEIGHT = 240;

interface Block {
  holder: HTMLElement;
  button: HTMLButtonElement;
  frame?: HTMLIFrameElement;
}

/** Creates a frame of the service. */
export function newFrame(src: string, title: string, height: number): HTMLIFrameElement {
  const frame = Object.assign(document.createElement('iframe'), { src, title, allow: 'clipboard-write' });
  frame.style.cssText = `border:0;width:100%;display:block;height:${height}px`;
  return frame;
}

/**
 * Puts a Run button at each block of the page, whenever it appears.
 * @param page tells the frames of this page from those of others in the same tab
 */
export async function runBlocks(origin: string, site: string, page: string): Promise<void> {
  const home = `${origin}/s/${encodeURIComponent(site)}`;
  const response = await fetch(`${home}.json`, { credentials: 'omit' }).catch(() => undefined);
  if (!response?.ok) return;
  const { targets }: { targets: string[] } = await response.json();
  // Frameworks compare the page with what they would render: not before they have. Docusaurus says when, mostly after `load`.
  while (document.readyState !== 'complete' || document.querySelector('[data-has-hydrated=false]'))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const blocks = new Blocks(home, targets, page);
  blocks.scan();
  let timer = 0;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => blocks.scan());
  }).observe(document.body, { childList: true, subtree: true });
  addEventListener('message', (event) => blocks.take(event, origin));
}

class Blocks {
  readonly #home: string;
  readonly #targets: readonly string[];
  readonly #known = new Map<HTMLElement, Block>();
  readonly #style = new CSSStyleSheet();
  readonly #isNarrow = matchMedia('(width<40em)').matches;
  readonly #page: string;

  constructor(home: string, targets: readonly string[], page: string) {
    this.#home = home;
    this.#targets = targets;
    this.#page = page;
    this.#style.replaceSync(STYLE);
  }

  scan(): void {
    for (const [pre, { frame }] of this.#known)
      if (!pre.isConnected) {
        frame?.remove();
        this.#known.delete(pre);
      }
    for (const pre of document.querySelectorAll('pre')) {
      const known = this.#known.get(pre);
      if (known) {
        if (!known.holder.isConnected) pre.prepend(known.holder);
        known.holder.style.right = rightOf(pre);
      } else if (this.#isRunnable(pre)) this.#known.set(pre, this.#add(pre));
    }
  }

  #isRunnable(pre: HTMLElement): boolean {
    const inner = pre.querySelector('[data-playground]') ?? pre.closest('[data-playground]');
    const choice = inner?.getAttribute('data-playground');
    // Most blocks are not copied.
    return (
      choice === 'on' || (pre.textContent.includes('curl') && isRunnable(textOf(pre), choice, this.#targets))
    );
  }

  #add(pre: HTMLElement): Block {
    const holder = document.createElement('span');
    const top = 2 - parseFloat(getComputedStyle(pre).paddingTop);
    // On phones it is above the text. A padding that is higher is enough: a negative height counts as none.
    const flow = this.#isNarrow ? `display:block;height:${top + 26}px` : 'float:right';
    holder.style.cssText = `${flow};position:relative;right:${rightOf(pre)};top:${top}px;background:inherit;z-index:1`;
    const button = document.createElement('button');
    say(button, false);
    const shadow = holder.attachShadow({ mode: 'closed' });
    shadow.adoptedStyleSheets = [this.#style];
    shadow.append(button);
    pre.prepend(holder);
    // It stays in its corner, or what it covers could not be read.
    pre.addEventListener('scroll', () => {
      holder.style.translate = `${pre.scrollLeft}px`;
    });
    const block: Block = { holder, button };
    button.addEventListener('click', () => this.#toggle(pre, block));
    return block;
  }

  #toggle(pre: HTMLElement, block: Block): void {
    let { frame } = block;
    if (frame?.isConnected) {
      frame.hidden = !frame.hidden;
      frame.style.display = frame.hidden ? 'none' : 'block';
      if (!frame.hidden) frame.focus();
    } else {
      frame = this.#open(pre);
      block.frame = frame;
    }
    say(block.button, !frame.hidden);
  }

  #open(pre: HTMLElement): HTMLIFrameElement {
    const given = new URLSearchParams({
      curl: textOf(pre),
      path: location.pathname,
      position: String(
        [...document.querySelectorAll('pre')]
          .filter((one) => this.#known.has(one))
          .indexOf(pre as HTMLPreElement) + 1,
      ),
      origin: location.origin,
      page: this.#page,
    });
    const frame = newFrame(
      `${this.#home}?theme=${themeOf(pre)}#${given}`,
      'Run the command above',
      FIRST_HEIGHT,
    );
    frame.referrerPolicy = 'no-referrer';
    pre.after(frame);
    frame.addEventListener('load', () => frame.focus());
    return frame;
  }

  /** Reads a message of one of our frames: its height, or that it was closed. */
  take({ source, origin, data }: MessageEvent, ours: string): void {
    if (origin !== ours) return;
    const block = [...this.#known.values()].find(({ frame }) => frame?.contentWindow === source);
    if (!block?.frame) return;
    const { height, close } = data;
    if (height > 0) block.frame.style.height = `${Math.min(height, 2000)}px`;
    if (!close || block.frame.hidden) return;
    block.button.click();
    block.button.focus();
  }
}

/** Sets the words of a button. */
function say(button: HTMLButtonElement, isOpen: boolean): void {
  const word = isOpen ? 'Close' : 'Run';
  Object.assign(button, { textContent: word, ariaLabel: `${word} this command`, ariaExpanded: isOpen });
}

/**
 * Where the button ends: the corner may have the button that copies, which some themes put there later, into the block or an
 * element that wraps this block alone.
 */
function rightOf(pre: HTMLElement): string {
  const isWrapped = pre.matches(':not(body,article,main)>:only-of-type');
  return (isWrapped ? pre.parentElement : pre)?.querySelector('button') ? '52px' : '0';
}

/** The text of a block: generators end lines with elements, and put buttons and numbers of lines into it. */
function textOf(pre: HTMLElement): string {
  const copy = (pre.querySelector('code') ?? pre).cloneNode(true) as HTMLElement; // a copy of an element
  for (const one of copy.querySelectorAll(NOT_TEXT)) one.remove();
  for (const one of copy.querySelectorAll('br')) one.replaceWith('\n');
  return copy.textContent.trim();
}

/** Light text is on a dark page; `auto` where the browser's notation tells nothing. */
function themeOf(pre: Element): string {
  const [, ...rgb] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(pre).color) ?? [];
  if (!rgb[0]) return 'auto';
  return rgb.reduce((sum, one) => sum + Number(one), 0) > 382 ? 'dark' : 'light';
}
