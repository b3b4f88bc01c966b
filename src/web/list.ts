/** The script of the list of playgrounds: search as you type, keys, and how many rows are ticked. */
import { showLocalTimes } from './lib/local-times.ts';
import { editorLink } from './lib/prefill.ts';
import { openPage } from './lib/service.ts';

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
list?.addEventListener('change', ({ target }) => {
  const boxes = [...list.querySelectorAll<HTMLInputElement>('tbody .pg-check__box')];
  const all = list.querySelector<HTMLInputElement>('[data-all]');
  if (target === all) for (const box of boxes) box.checked = all?.checked === true;
  const count = boxes.filter(({ checked }) => checked).length;
  if (all !== null) all.checked = count === boxes.length;
  const words = list.querySelector('[data-picked]');
  if (words !== null) words.textContent = `${count} selected`;
});
list?.addEventListener('submit', (event) => {
  const command = (event.target as Element).querySelector<HTMLTextAreaElement>('#first')?.value ?? '';
  if (command === '') return;
  event.preventDefault();
  location.assign(editorLink(command));
});
/** Moves the focus to the next or the last row. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.pg-rows tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.querySelector<HTMLElement>('td > a')?.focus();
}

/** Imports a document; a command opens in the editor. */
function take(text: string): void {
  if (/^\s*curl\s/.test(text)) location.assign(editorLink(text));
  const area = document.querySelector<HTMLTextAreaElement>('#document');
  if (area === null || /^\s*(?:curl\s|$)/.test(text)) return;
  area.value = text;
  area.form?.submit();
}

document.addEventListener('paste', ({ target, clipboardData }) => {
  const isField = target instanceof Element && target.closest('input, textarea, select') !== null;
  if (!isField) take(clipboardData?.getData('text/plain') ?? '');
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file !== undefined) void file.text().then(take);
});
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (target instanceof Element && target.closest('input, textarea, select, dialog') !== null) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !['/', 'n', 'j', 'k'].includes(key)) return;
  event.preventDefault();
  if (key === 'j' || key === 'k') return move(key === 'j' ? 1 : -1);
  if (key === '/') document.querySelector<HTMLElement>('#search')?.focus();
  else document.querySelector<HTMLElement>('[data-new]')?.click();
});
