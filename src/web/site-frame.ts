/**
 * The script of the frame below a block of a documentation page. The command is in the fragment. What the reader types is kept
 * for this tab and site, in the frame's session storage, or in the frame where it has none; the page around it, which has another origin, cannot read it, and
 * no message from it is read.
 */
import { button, connectButtons } from './lib/buttons.ts';
import { defaultOf, fieldsOf, nameOf, neededIn, put } from './lib/fields.ts';
import { markMissing } from './lib/missing.ts';
import { enliven } from './lib/playground.ts';
import { problem } from './lib/problem.ts';
import { forTab } from './lib/storage.ts';
import { rememberTabs } from './lib/tabs.ts';

const TEXTS = { forget: 'Forget', send: 'Send', cancel: 'Cancel' };

const given = new URLSearchParams(location.hash.slice(1));
const home = location.pathname;
const place = document.querySelector('#card') ?? document.body;
const VALUES = `typed ${home}`;
const CONFIRMED = `confirmed ${home} ${given.get('page')}`;

/** Tells the page around the frame how high the card is, or that the reader closed it. */
function tell(message: { height: number } | { close: true }): void {
  const origin = given.get('origin') ?? '';
  if (parent !== window && URL.canParse(origin)) parent.postMessage(message, origin);
}

/**
 * Fills in what was typed in this tab, and keeps what is typed. A frame without storage asks the others of its page: only
 * documents of our own origin hear that, and only they know the name of the page.
 */
function keepValues(article: HTMLElement): void {
  const fields = fieldsOf(article);
  const kept = new Map<string, string>(JSON.parse(forTab.get(VALUES) ?? '[]'));
  const others = new BroadcastChannel(`${VALUES} ${given.get('page')}`);
  const show = () => {
    forget.hidden = kept.size === 0;
    for (const field of fields) put(field, kept.get(nameOf(field)) ?? defaultOf(field));
  };
  const forget = button(TEXTS.forget, 'quiet', () => {
    forTab.remove(VALUES);
    others.postMessage([]);
    kept.clear();
    show();
    fields[0]?.focus();
  });
  if (fields.length > 0) article.querySelector('.pg-card__note')?.append(' ', forget);
  others.addEventListener('message', ({ data }: MessageEvent<null | [string, string][]>) => {
    if (data?.length === 0) kept.clear();
    else if (data === null && kept.size > 0) others.postMessage([...kept]);
    else if (data !== null && kept.size === 0) {
      for (const [name, value] of data) kept.set(name, value);
      show();
    }
  });
  show();
  if (kept.size === 0) others.postMessage(null);
  article.addEventListener('input', ({ target }) => {
    const field = fields.find((one) => one === target);
    if (field === undefined || field.value === (kept.get(nameOf(field)) ?? defaultOf(field))) return;
    kept.set(nameOf(field), field.value);
    forTab.set(VALUES, JSON.stringify([...kept]));
    forget.hidden = false;
  });
}

/** Asks once per page before a request is sent that may change something. */
function askFirst(article: HTMLElement, text: string): void {
  const ask = document.createElement('p');
  Object.assign(ask, { className: 'pg-card__note pg-card__ask', role: 'alertdialog', tabIndex: -1 });
  ask.setAttribute('aria-label', text);
  const close = () => {
    ask.remove();
    article.querySelector<HTMLElement>('[data-run-button]')?.focus();
  };
  const send = button(TEXTS.send, 'primary', () => {
    forTab.set(CONFIRMED, '');
    close();
    article.querySelector<HTMLFormElement>('#run')?.requestSubmit();
  });
  ask.append(text, ' ', send, ' ', button(TEXTS.cancel, 'secondary', close));
  ask.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  // Before the form's own listener.
  article.addEventListener(
    'submit',
    (event) => {
      if (forTab.get(CONFIRMED) !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (markMissing(neededIn(article))) return;
      article.querySelector('.pg-card__note')?.after(ask);
      send.focus();
    },
    true,
  );
}

async function show(): Promise<void> {
  const body = new URLSearchParams({
    curl_command: given.get('curl') ?? '',
    path: given.get('path') ?? '',
    position: given.get('position') ?? '',
  });
  try {
    const response = await fetch(`${home}/form`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
    });
    if (!response.ok) throw new Error((await response.json()).error.message);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const article = page.querySelector('article');
    if (article === null) return;
    place.replaceChildren(article);
    keepValues(article);
    const { confirm } = article.dataset;
    if (confirm !== undefined) askFirst(article, confirm);
    rememberTabs(article);
    enliven(article);
    const first =
      article.querySelector<HTMLElement>('[data-fills]') ??
      article.querySelector<HTMLElement>('[data-run-button]');
    first?.focus({ preventScroll: true });
  } catch (error) {
    place.replaceChildren(problem(error));
  }
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ close: true });
});
new ResizeObserver(() => tell({ height: Math.ceil(place.getBoundingClientRect().height) })).observe(place);
connectButtons();
void show();
