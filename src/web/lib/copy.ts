/** Copy buttons for commands, programs and responses. */
import { h, render } from 'preact';
import type { IconName } from '../../pages/views/icon.tsx';
import { IconButton } from '../../pages/views/inputs.tsx';

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
  for (const place of scope.querySelectorAll<HTMLElement>('[data-copy]')) {
    const part = place.closest('figure') ?? place.parentElement?.nextElementSibling;
    const texts = [...(part?.querySelectorAll('pre') ?? [])];
    const [text] = texts;
    if (text === undefined || place.childElementCount > 0) continue;
    // Of a command for several shells, the one that is shown.
    const shown = () => texts.find((one) => one.checkVisibility()) ?? text;
    addCopyButton(place, text.getAttribute('aria-label') ?? '', () => wholeText(shown()));
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
    button.className = link.className;
    button.append(...link.childNodes);
    copyOnClick(button, async () => (await fetch(link.href)).text());
    link.replaceWith(button);
  }
}

/** Adds a copy button to an element. */
export function addCopyButton(place: Element, what: string, text: () => Promise<string>): void {
  const button = iconButton('copy', `Copy ${what}`);
  copyOnClick(button, text);
  place.append(button);
}

/** Creates a button that shows an icon of the page. */
export function iconButton(icon: IconName, label: string): HTMLButtonElement {
  const place = document.createElement('span');
  render(h(IconButton, { icon, label }), place);
  return place.firstChild as HTMLButtonElement; // what the view is
}

/** Copies a text when a button is pressed, and shows the outcome briefly on the button. */
function copyOnClick(button: HTMLButtonElement, text: () => Promise<string>): void {
  const { ariaLabel, title } = button;
  const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
  const name = words?.data;
  const say = (label: string) => {
    // The name of a button that shows its words is these words.
    if (words === null) Object.assign(button, { ariaLabel: label, title: label });
    else words.data = label;
  };
  button.addEventListener('click', async () => {
    const done = await text().then(copy);
    const use = button.querySelector('use');
    const icon = use?.getAttribute('href') ?? '';
    say(done ? 'Copied' : 'Press Ctrl+C');
    use?.setAttribute('href', done ? '#i-check' : '#i-circle-alert');
    setTimeout(() => {
      if (icon !== '') use?.setAttribute('href', icon);
      if (words !== null && name !== undefined) words.data = name;
      else Object.assign(button, { ariaLabel, title });
    }, 1500);
  });
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
