/** The script of the list of playgrounds: search as you type, keys, and how many rows are ticked. */
import { showLocalTimes } from './lib/local-times.ts';
import { editorLink } from './lib/prefill.ts';
import { openPage } from './lib/service.ts';

const TEXTS = { picked: (count: number) => `${count} selected` };

const form = document.querySelector<HTMLFormElement>('form[role=search]');
const list = document.querySelector<HTMLElement>('[data-part=list]');
let waiting: number | undefined;

/** Shows what the search finds, under an address of its own. */
async function search(): Promise<void> {
  if (form === null || list === null) return;
  const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
  const url = `${new URL(form.action).pathname}?${new URLSearchParams(fields)}`;
  const found = (await openPage(url)).querySelector('[data-part=list]');
  const now = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
  if (found === null || now.join() !== fields.join()) return; // more was typed since then
  list.replaceChildren(...found.childNodes);
  showLocalTimes(list);
  history.replaceState(null, '', url);
}

form?.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(search, 200);
});
list?.addEventListener('change', () => {
  const words = list.querySelector('[data-picked]');
  if (words !== null) words.textContent = TEXTS.picked(list.querySelectorAll('tbody :checked').length);
});
list?.addEventListener('submit', (event) => {
  const command = (event.target as Element).querySelector<HTMLTextAreaElement>('#first')?.value ?? '';
  if (command === '') return;
  event.preventDefault();
  location.assign(editorLink(command));
});
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (target instanceof Element && target.closest('input, textarea, select, dialog') !== null) return;
  if (event.ctrlKey || event.metaKey || event.altKey || (key !== '/' && key !== 'n')) return;
  event.preventDefault();
  if (key === '/') document.querySelector<HTMLElement>('#search')?.focus();
  else document.querySelector<HTMLElement>('[data-new]')?.click();
});
// One menu at a time, closed by Escape and a click elsewhere.
document.addEventListener('click', ({ target }) => closeMenus(target as Element));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(document.body);
});
function closeMenus(target: Element): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.pg-menu[open]'))
    if (!menu.contains(target)) menu.open = false;
}
