/** What buttons and menus of every page do, wherever they appear: copy a text, show a secret value, close. */

/** Full texts of elements that show only a part, or whose text has changed since the page was loaded. */
const wholes = new WeakMap<Element, string>();

/** Sets the text that is copied for an element. */
export const setWhole = (element: Element, text: string) => wholes.set(element, text);

/** Returns the text that is copied for an element. */
export async function wholeText(element: HTMLElement): Promise<string> {
  const { cut } = element.dataset;
  return wholes.get(element) ?? (cut === undefined ? (element.textContent ?? '') : fetchText(cut));
}

const fetchText = async (path: string): Promise<string> => (await fetch(path)).text();

/** A button that a script adds to a page. */
export function button(text: string, look: string, onClick: () => void): HTMLButtonElement {
  const one = document.createElement('button');
  Object.assign(one, { type: 'button', className: `pg-btn pg-btn--${look}`, textContent: text });
  one.addEventListener('click', onClick);
  return one;
}

export function connectButtons(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest('button');
    if (button?.dataset['copies'] !== undefined) void copyBy(button);
    if (button?.dataset['reveals'] !== undefined) reveal(button);
    closeMenus(target);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenus(document.body);
  });
}

/** Closes the menus that are open, but for the one of an element. */
function closeMenus(target: Element): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.pg-menu[open]'))
    if (!menu.contains(target)) menu.open = false;
}

/** Shows what is typed into a secret field, or hides it again. */
function reveal(button: HTMLButtonElement): void {
  const field = button.previousElementSibling;
  if (!(field instanceof HTMLInputElement)) return;
  const isHidden = field.type === 'password';
  field.type = isHidden ? 'text' : 'password';
  button.ariaPressed = String(isHidden);
}

/** Copies the text of a button, and shows the outcome briefly on it. */
async function copyBy(button: HTMLButtonElement): Promise<void> {
  const done = await textOf(button).then(copy);
  const use = button.querySelector('use');
  const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
  // The name of a button that shows its words is these words.
  const say = (text: string) => {
    if (words === null) Object.assign(button, { ariaLabel: text, title: text });
    else words.data = text;
  };
  const before = { words: words?.data ?? button.title, icon: use?.getAttribute('href') ?? '' };
  if (button.dataset['said'] !== undefined) return;
  button.dataset['said'] = '';
  say(done ? 'Copied' : 'Press Ctrl+C');
  use?.setAttribute('href', done ? '#i-check' : '#i-circle-alert');
  setTimeout(() => {
    delete button.dataset['said'];
    use?.setAttribute('href', before.icon);
    say(before.words);
  }, 1500);
}

/** Texts that are copied; a description is read. */
const TEXTS = ':is(pre, code):not(.pg-prose *)';

/** What a button copies: an address, what is at one, what is typed, the command, or the text in view that is nearest to it. */
async function textOf(button: HTMLButtonElement): Promise<string> {
  const whole = wholes.get(button);
  if (whole !== undefined) return whole;
  if (button.dataset['copies'] === 'address') return new URL(button.value, location.origin).href;
  if (button.dataset['copies'] === 'content') return fetchText(button.value);
  const field = button.dataset['copies'] === 'field' && document.getElementById(button.value);
  if (field instanceof HTMLTextAreaElement) return field.value;
  const command = button.closest('.playground')?.querySelector<HTMLElement>('.pg-command pre');
  if (button.dataset['copies'] === 'command' && command) return wholeText(command);
  const body = button.closest('.pg-response')?.querySelector<HTMLElement>('[data-body]');
  if (button.dataset['copies'] === 'body' && body) return wholeText(body);
  for (let scope = button.parentElement; scope !== null; scope = scope.parentElement) {
    const text = [...scope.querySelectorAll<HTMLElement>(TEXTS)].find((one) =>
      (one.closest('.pg-card__fold') ?? one).checkVisibility(),
    );
    if (text !== undefined) return wholeText(text);
  }
  return '';
}

/**
 * Copies a text; with execCommand() where the clipboard API is missing (the page was not loaded over https) or refused (a
 * frame on another site without `allow="clipboard-write"`).
 */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    const { activeElement } = document;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus();
    return done;
  }
}
