/**
 * The script of a public playground: fills variables into the command and programs, and Run shows the response in place.
 */
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import { wholeText } from './copy.ts';
import { markMissing } from './missing.ts';
import { problem } from './problem.ts';
import { saveAs } from './save.ts';

/** Connects the fields, Run and Download of a playground. */
export function enliven(article: HTMLElement): void {
  const form = article.querySelector<HTMLFormElement>('form#run');
  const id = article.dataset['id'] ?? '';
  if (form !== null) {
    const fields = [...form.querySelectorAll<HTMLInputElement>('[data-fills]')];
    let request: Promise<ParsedRequest> | undefined;
    const fill = async () => {
      request ??= fetch(`/p/${id}/request`).then((response) => response.json());
      const [{ fill }, known] = await Promise.all([import('./fill.ts'), request]);
      // Read after loading, because the reader may have typed more. Secret values are not filled in.
      const values = new Map(
        fields
          .filter(({ value, dataset }) => value !== '' && dataset['secret'] === undefined)
          .map(({ dataset, value }) => [dataset['fills'] ?? '', value]),
      );
      const verbatim = form.querySelector<HTMLInputElement>('[name=verbatim]')?.checked ?? false;
      fill(article, known, { values, verbatim });
    };
    let waiting: number | undefined;
    form.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(fill, 120);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (runButtonOf(article) === null) return;
      if (fields.some(({ value }) => value === '')) showTab(article, 'command');
      if (!markMissing(fields)) void run(article, form);
    });
    // Values that the browser restored, or that are part of the page.
    if (fields.some(({ value }) => value !== '')) void fill();
  }
  for (const link of article.querySelectorAll<HTMLAnchorElement>('a.download'))
    link.addEventListener('click', (event) => {
      const text = link.closest('figure')?.querySelector<HTMLElement>('pre');
      if (text === undefined || text === null) return;
      event.preventDefault();
      void wholeText(text).then((code) => saveAs(link.download, code));
    });
}

const runButtonOf = (article: HTMLElement) => article.querySelector<HTMLButtonElement>('button[type=submit]');

/** Selects a tab of an embedded card; a page shows all at once. */
function showTab(article: HTMLElement, value: string): void {
  const tab = article.querySelector<HTMLInputElement>(`[name=view][value=${value}]`);
  if (tab !== null) tab.checked = true;
}

async function run(article: HTMLElement, form: HTMLFormElement): Promise<void> {
  const place = article.querySelector<HTMLElement>('#response');
  const button = runButtonOf(article);
  // aria-disabled, because a disabled button loses the focus.
  if (place === null || button === null || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  showTab(article, 'response');
  // Before anything is awaited: see run.ts.
  place.classList.add('awaiting');
  try {
    const { runIn } = await import('./run.ts');
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    await runIn(place, async (signal) => {
      const headers = { accept: 'text/event-stream' };
      const response = await fetch(form.action, { method: 'POST', headers, body, signal });
      if (response.ok) return response;
      throw new Error((await response.json()).error.message);
    });
  } catch (error) {
    place.replaceChildren(problem(error));
  } finally {
    button.ariaDisabled = 'false';
  }
}
