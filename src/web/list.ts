/** The script of the list of playgrounds: keys, and how many rows are ticked. */
import { editorLink } from './lib/prefill.ts';
import { isTyping } from './lib/search.ts';

const list = document.querySelector<HTMLElement>('[data-part=list]');
const boxesOf = (scope: ParentNode) => [...scope.querySelectorAll<HTMLInputElement>('tbody .pg-check__box')];

/** Says how many rows are ticked. */
function countPicked(): void {
  const boxes = boxesOf(document);
  const count = boxes.filter(({ checked }) => checked).length;
  const all = document.querySelector<HTMLInputElement>('[data-all]');
  if (all !== null) all.checked = count === boxes.length;
  const words = document.querySelector('[data-picked]');
  if (words !== null) words.textContent = `${count} selected`;
}

if (list !== null) new MutationObserver(countPicked).observe(list, { childList: true });

/** The box that was ticked last: with Shift, those up to the next follow it. */
let last: HTMLInputElement | undefined;
list?.addEventListener('click', ({ target, shiftKey }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const boxes = boxesOf(list);
  const range = [last, target].map((box) => boxes.indexOf(box ?? target)).sort((a, b) => a - b);
  const [from = -1, to = -1] = target.matches('[data-all]') ? [0, boxes.length] : shiftKey ? range : [];
  if (from >= 0) for (const box of boxes.slice(from, to + 1)) box.checked = target.checked;
  last = target;
  countPicked();
});
document.querySelector('[data-first]')?.addEventListener('submit', (event) => {
  const command = document.querySelector<HTMLTextAreaElement>('#first')?.value ?? '';
  if (command === '') return;
  event.preventDefault();
  location.assign(editorLink(command));
});
/** Ticks the row with the focus, or moves the focus to the next or the last row. */
function move(by: 1 | 0 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.pg-rows tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (by === 0) {
    rows[at]?.querySelector<HTMLElement>('.pg-check__box')?.click();
    return;
  }
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

const takeFirst = async (files: FileList | null | undefined) => take((await files?.[0]?.text()) ?? '');

document.addEventListener('paste', ({ target, clipboardData }) => {
  const isField = target instanceof Element && target.closest('input, textarea, select') !== null;
  if (!isField) take(clipboardData?.getData('text/plain') ?? '');
});
const zone = document.querySelector<HTMLElement>('.pg-drop');
const showZone = (isShown: boolean) => {
  if (zone !== null) zone.hidden = !isShown;
};
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  showZone(event.dataTransfer?.types.includes('Files') === true);
});
document.addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) showZone(false);
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  showZone(false);
  void takeFirst(event.dataTransfer?.files);
});
document.querySelector<HTMLInputElement>('#import-file')?.addEventListener('change', ({ target }) => {
  void takeFirst((target as HTMLInputElement).files); // the field that changed
});
document.addEventListener('keydown', (event) => {
  const { key } = event;
  if (
    key === 'Escape' &&
    document.querySelector(':popover-open, dialog[open], :focus[type=search]') === null
  ) {
    for (const box of boxesOf(document)) box.checked = false;
    countPicked();
  }
  if (isTyping(event) || !['n', 'j', 'k', 'x'].includes(key)) return;
  event.preventDefault();
  if (key === 'n') document.querySelector<HTMLElement>('[data-new]')?.click();
  else move(key === 'j' ? 1 : key === 'k' ? -1 : 0);
});
// A refused import stays in its dialog.
const refused = document.querySelector<HTMLElement>('#import-dialog:has([role=alert])');
refused?.showPopover();
refused?.querySelector<HTMLElement>('#document')?.focus();

// A reload does not say again what has just been done.
const { searchParams, pathname } = new URL(location.href);
for (const name of ['deleted', 'imported']) searchParams.delete(name);
history.replaceState(null, '', `${pathname.replace(/\/import$/, '')}?${searchParams}`.replace(/\?$/, ''));
