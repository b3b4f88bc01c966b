/** Copy buttons for commands, programs and responses. */

const TEXTS = {
  copy: 'Copy',
  copyWhat: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  failed: 'Press Ctrl+C',
};

/** Full texts of elements that show only a part, or whose text has changed since the page was loaded. */
const wholes = new WeakMap<Element, string>();

/** Sets the text that is copied for an element. */
export function setWhole(element: Element, text: string): void {
  wholes.set(element, text);
}

/** Returns the text that is copied for an element. */
export async function wholeText(element: HTMLElement): Promise<string> {
  const whole = wholes.get(element);
  if (whole !== undefined) return whole;
  const { cut } = element.dataset;
  if (cut === undefined) return element.textContent ?? '';
  return (await fetch(cut)).text();
}

/** Adds copy buttons to a part of the page. */
export function addCopyButtons(scope: ParentNode): void {
  for (const figure of scope.querySelectorAll('figure.code')) {
    const text = figure.querySelector('pre');
    const actions = figure.querySelector('.actions');
    if (text !== null && actions !== null)
      addCopyButton(actions, text.getAttribute('aria-label') ?? '', () => wholeText(text));
  }
  for (const text of scope.querySelectorAll<HTMLElement>('.copyable')) {
    const after = document.createElement('span');
    text.after(' ', after);
    addCopyButton(after, text.dataset['what'] ?? text.textContent ?? '', () => wholeText(text));
  }
  for (const button of scope.querySelectorAll<HTMLButtonElement>('button[data-copies]'))
    copyOnClick(button, async () => button.value);
  // A link that opens a text becomes a button that copies it.
  for (const link of scope.querySelectorAll<HTMLAnchorElement>('a[data-copies]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = link.textContent;
    copyOnClick(button, async () => (await fetch(link.href)).text());
    link.replaceWith(button);
  }
}

/** Adds a copy button to an element. */
export function addCopyButton(place: Element, what: string, text: () => Promise<string>): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = TEXTS.copy;
  button.setAttribute('aria-label', TEXTS.copyWhat(what));
  copyOnClick(button, text);
  place.append(button);
}

/** Copies a text when a button is pressed, and shows the outcome briefly on the button. */
function copyOnClick(button: HTMLButtonElement, text: () => Promise<string>): void {
  const { textContent, ariaLabel } = button;
  button.addEventListener('click', async () => {
    const done = await text().then(copy);
    // The accessible name must match the visible text.
    Object.assign(button, { textContent: done ? TEXTS.copied : TEXTS.failed, ariaLabel: null });
    setTimeout(() => Object.assign(button, { textContent, ariaLabel }), 1500);
  });
}

/** Copies a text, with execCommand() if the page has no clipboard API because it was not loaded over https. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
