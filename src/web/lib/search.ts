/** Lists that are searched while somebody types. */
import { showLocalTimes } from './local-times.ts';
import { openPage } from './service.ts';

/** Whether a key is typed into something, or belongs to the browser. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('input, textarea, select, dialog') !== null);

/** Shows what the search and the menus beside it find, under an address of its own; `/` leads to the field. */
export function searchAsYouType(): void {
  const form = document.querySelector<HTMLFormElement>('form[role=search]');
  const list = document.querySelector<HTMLElement>('[data-part=list]');
  if (form === null || list === null) return;
  const query = () => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    return String(new URLSearchParams(fields as [string, string][]));
  };
  const search = async () => {
    const asked = query();
    const url = `${new URL(form.action).pathname}?${asked}`;
    const page = await openPage(url);
    const found = page.querySelector('[data-part=list]');
    if (found === null || query() !== asked) return; // more was typed since then
    list.replaceChildren(...found.childNodes);
    document.querySelector('h1')?.replaceChildren(...(page.querySelector('h1')?.childNodes ?? []));
    showLocalTimes(list);
    history.replaceState(null, '', url);
  };
  let waiting: number | undefined;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(search, 200);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTyping(event)) return;
    event.preventDefault();
    form.querySelector<HTMLElement>('[type=search]')?.focus();
  });
}
