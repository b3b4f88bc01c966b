/**
 * The script of a public playground: fills variables into the command and programs, and Run shows the response in place.
 */
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import type { TestRun } from '../../schemas/test-run.ts';
import { button, wholeText } from './buttons.ts';
import { defaultOf, type Field, fieldsOf, isSecret, nameOf, neededIn } from './fields.ts';
import { fillIn, keep, keptValues } from './keep.ts';
import { markMissing, markRefused } from './missing.ts';
import { pickedFiles } from './picked-files.ts';
import { keepValues } from './prefill.ts';
import { runProblem } from './problem.ts';
import { saveAs } from './save.ts';

/** How a run is sent, and what is done with its result. */
interface Runs {
  send(fields: [string, string][], signal: AbortSignal): Promise<Response>;
  done?(run: TestRun): void;
  /** Whether it runs without values. */
  needsNothing?: boolean;
}

/** Connects the fields, Run and Download of a playground. @param runs where it is not run as a reader does */
export function enliven(article: HTMLElement, runs?: Runs): void {
  const form = article.querySelector<HTMLFormElement>('form[action*="/run"]');
  if (form !== null) {
    const run = runner(article, form, runs ?? { send: readersSend(form) });
    const canRun = () => runButtonOf(article)?.checkVisibility() === true;
    enlivenFields(article, form);
    article.querySelector('a[data-edit-copy]')?.addEventListener('click', () => keepValues(fieldsOf(form)));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (canRun() && (runs?.needsNothing || !markMissing(neededIn(form)))) void run();
    });
    document.addEventListener('keydown', ({ key, ctrlKey, metaKey, target, defaultPrevented }) => {
      if (key !== 'Enter' || !(ctrlKey || metaKey) || defaultPrevented || !canRun()) return;
      if (article.contains(target as Node) || isAlone()) form.requestSubmit();
    });
  }
  for (const link of article.querySelectorAll<HTMLAnchorElement>('a.download'))
    link.addEventListener('click', (event) => {
      const text = link.parentElement?.nextElementSibling?.querySelector<HTMLElement>('pre');
      if (text === undefined || text === null) return;
      event.preventDefault();
      void wholeText(text).then((code) => saveAs(link.download, code));
    });
}

/** Whether a playground is the only one of the page. */
const isAlone = () => document.querySelectorAll('.playground').length === 1;

/** Fills what is typed into the command, the tables and the programs, from the first touch of a field on. */
function enlivenFields(article: HTMLElement, form: HTMLFormElement): void {
  const fields = fieldsOf(form);
  let request: Promise<ParsedRequest> | undefined;
  const fill = async () => {
    const { id, request: embedded } = article.dataset;
    request ??=
      embedded === undefined
        ? fetch(`/p/${id}/request`).then((response) => response.json())
        : Promise.resolve(JSON.parse(embedded));
    const [{ fill }, known] = await Promise.all([import('./fill.ts'), request]);
    // Read after loading, because the reader may have typed more. Secret values are not filled in.
    const typed = fields.filter(({ value }) => value !== '');
    const values = new Map(typed.filter((one) => !isSecret(one)).map((one) => [nameOf(one), one.value]));
    const verbatim = article.querySelector<HTMLInputElement>('[name=verbatim]')?.checked ?? false;
    fill(article, known, { values, verbatim, hidden: new Set(typed.filter(isSecret).map(nameOf)) });
  };
  let waiting: number | undefined;
  article.addEventListener('input', ({ target }) => {
    if ((target as Field).form !== form) return; // a control, as all that send this event
    clearTimeout(waiting);
    waiting = window.setTimeout(fill, 120);
  });
  keepTyped(article, fields);
  // Values that the browser restored, or that are kept for the tab.
  if (fields.some((field) => field.value !== defaultOf(field))) void fill();
}

/** Fills in what is kept for this tab, and keeps what is typed if the reader ticks that. */
function keepTyped(article: HTMLElement, fields: readonly Field[]): void {
  const id = article.dataset['id'] ?? '';
  if (article.querySelector('[data-keeps]') === null) return;
  fillIn(fields, keptValues(id));
  article.addEventListener('input', () => keep(id, fields));
}

const runButtonOf = (article: HTMLElement) =>
  article.querySelector<HTMLButtonElement>('button[data-run-button]');

const readersSend =
  (form: HTMLFormElement): Runs['send'] =>
  async (fields, signal) => {
    const headers = { accept: 'text/event-stream' };
    const body = new URLSearchParams(fields);
    const response = await fetch(form.action, { method: 'POST', headers, body, signal });
    if (response.ok) return response;
    const retryAfter = response.status === 429 ? Number(response.headers.get('retry-after')) : 0;
    const { message, details } = (await response.json()).error;
    throw Object.assign(new Error(message), { retryAfter, code: details?.[0]?.code });
  };

/** Returns what runs the request and shows its response in place. */
function runner(article: HTMLElement, form: HTMLFormElement, { send, done }: Runs): () => Promise<void> {
  const place = article.querySelector<HTMLElement>('[id$=response]');
  const runButton = runButtonOf(article);
  const note = article.querySelector('[data-example-note]');
  const example = note?.hasChildNodes() === true ? [...(place?.childNodes ?? [])] : [];
  const badge = [...(note?.childNodes ?? [])];
  const noteRun = () => {
    const back = button('Show the example', 'quiet', () => {
      place?.replaceChildren(...example);
      note?.replaceChildren(...badge);
    });
    const now = document.createElement('span');
    Object.assign(now, { className: 'pg-panel__note', textContent: 'Just now' });
    note?.replaceChildren(now, ...(example.length > 0 ? [back] : []));
  };
  let isRunning = false;
  return async () => {
    if (place === null || runButton === null || isRunning) return;
    const files = await pickedFiles(form);
    if (files === undefined) return;
    isRunning = true;
    const stopping = new AbortController();
    const runAgain = turnToStop(runButton, stopping);
    showTab(article, 'response');
    note?.replaceChildren();
    // Before anything is awaited: see run.ts.
    place.classList.add('awaiting');
    try {
      const { runIn } = await import('./run.ts');
      const typed = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
      const result = await runIn(place, (signal) => send([...typed, ...files], signal), stopping);
      markRefused(fieldsOf(form), result?.response?.status, { place });
      if (result !== undefined) done?.(result);
    } catch (error) {
      place.replaceChildren(await runProblem(error));
    } finally {
      isRunning = false;
      runAgain();
      noteRun();
    }
  };
}

/** Turns Run to Stop. @returns what turns it back */
function turnToStop(button: HTMLButtonElement, stopping: AbortController): () => void {
  const { className } = button;
  const before = [...button.childNodes];
  const icon = button.querySelector('svg')?.cloneNode(true) as Element; // Run has one
  icon.classList.remove('pg-icon--solid');
  icon.querySelector('use')?.setAttribute('href', '#i-square');
  button.replaceChildren(icon, 'Stop');
  button.classList.replace('pg-btn--primary', 'pg-btn--secondary');
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    // Not by the second click of two, nor by Enter in a field, which clicks the button, too.
    const isKey = event.detail === 0 && document.activeElement === button;
    if (event.detail === 1 || isKey) stopping.abort();
  };
  button.addEventListener('click', stop);
  return () => {
    button.removeEventListener('click', stop);
    button.className = className;
    const words = before.find((node) => node instanceof Text);
    if (words?.data === 'Run' && button.closest('.pg-card') === null) words.data = 'Run again';
    button.replaceChildren(...before);
  };
}

/** Selects a tab of the page; a card shows all at once. */
function showTab(article: HTMLElement, value: string): void {
  const tab = article.querySelector<HTMLInputElement>(`[name=view][value=${value}]`);
  if (tab !== null) tab.checked = true;
}
