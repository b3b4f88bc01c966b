/** The results of the edited playground: the list in the History tab, and the example that the last one would be. */
import { h, render } from 'preact';
import { HistoryTable } from '../../pages/views/history-table.tsx';
import type { TestRun } from '../../schemas/test-run.ts';
import { showLocalTimes } from './local-times.ts';
import { openPage } from './service.ts';

/** Filters the list in place; without scripts its form loads the page. */
export class EditorResults {
  readonly #form: HTMLFormElement;
  readonly #list: HTMLElement;
  readonly #response: HTMLElement;
  /** A result without a link to the example that it would be. */
  #last: string | undefined;

  constructor(form: HTMLFormElement, list: HTMLElement, response: HTMLElement) {
    this.#form = form;
    this.#list = list;
    this.#response = response;
    list.addEventListener('change', ({ target }) => {
      if (target === this.#filter) void this.#show();
    });
  }

  /**
   * Adds a result to the list.
   * @param id of the playground; a result from before its first save is attached to it when it is saved
   */
  async add(run: TestRun, id: string | undefined): Promise<void> {
    this.#last = run.id;
    this.offerExample(id);
    const isWhole = !this.#filter?.value && !location.search.includes('cursor=');
    if (isWhole) this.#prepend(run);
    else await this.#show();
    if (id !== undefined) return;
    const field = document.createElement('input');
    this.#form.append(Object.assign(field, { type: 'hidden', name: 'runs', value: run.id }));
  }

  /** Puts a link below the last result to the example that readers would see, once the playground is saved. */
  offerExample(id: string | undefined): void {
    if (this.#last === undefined || id === undefined) return;
    const foot = document.createElement('p');
    foot.className = 'pg-editor__foot';
    const note = document.createElement('span');
    note.className = 'pg-panel__note';
    note.textContent = 'Stored in History. Credentials are masked.';
    const link = document.createElement('a');
    link.className = 'pg-btn pg-btn--quiet';
    link.href = `/account/tests/${this.#last}/example`;
    link.textContent = 'Use as example response';
    foot.append(note, link);
    this.#response.append(foot);
    this.#last = undefined;
  }

  get #filter() {
    return this.#list.querySelector<HTMLSelectElement>('[name=kind]');
  }

  /** Adds a row to the table, which is there from the first row on. */
  #prepend(run: TestRun): void {
    const fresh = document.createElement('div');
    render(h(HistoryTable, { runs: [run] }), fresh);
    showLocalTimes(fresh);
    const rows = this.#list.querySelector('#history tbody');
    if (rows === null)
      this.#list.querySelector('#history')?.replaceWith(...fresh.querySelectorAll('#history'));
    else rows.prepend(...fresh.querySelectorAll('tbody tr'));
  }

  /** Loads the results that the filter lets through. */
  async #show(): Promise<void> {
    const path = `${location.pathname}?kind=${this.#filter?.value}`;
    const fresh = (await openPage(path)).querySelector('[data-part=results]');
    if (fresh === null) return;
    showLocalTimes(fresh);
    this.#list.replaceChildren(...fresh.childNodes);
  }
}
