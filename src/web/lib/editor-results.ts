/** The results of the edited playground: the list in the History tab, and the example that the last one would be. */
import { h, render } from 'preact';
import { HistoryTable } from '../../pages/views/history-table.tsx';
import type { TestRun } from '../../schemas/test-run.ts';
import { showLocalTimes } from './local-times.ts';
import { openPage } from './service.ts';

/** Filters and extends the list in place; without scripts its form and link open a separate page. */
export class EditorResults {
  readonly #form: HTMLFormElement;
  readonly #list: HTMLElement;
  readonly #response: HTMLElement;
  /** A result without a link to the example that it would be. */
  #last: string | undefined;
  /** Results of a playground that was not saved when the page was loaded, the newest first. */
  readonly #runs: TestRun[] = [];

  constructor(form: HTMLFormElement, list: HTMLElement, response: HTMLElement) {
    this.#form = form;
    this.#list = list;
    this.#response = response;
    list.addEventListener('submit', (event) => {
      if (this.#filter === null || event.target !== this.#filter) return;
      event.preventDefault();
      void this.#show(this.#address());
    });
    list.addEventListener('change', (event) => {
      if ((event.target as Element).matches('[name=kind]')) this.#filter?.requestSubmit();
    });
    list.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-older]');
      if (link === null) return;
      event.preventDefault();
      void this.#show(new URL(link.href), true);
    });
  }

  /**
   * Adds a result to the list.
   * @param id of the playground; a result from before its first save is attached to it when it is saved
   */
  async add(run: TestRun, id: string | undefined): Promise<void> {
    this.#last = run.id;
    this.offerExample(id);
    if (this.#filter !== null) return this.#show(this.#address());
    this.#runs.unshift(run);
    render(null, this.#list);
    this.#list.replaceChildren(); // rendered by the server
    render(h(HistoryTable, { runs: this.#runs }), this.#list);
    showLocalTimes(this.#list);
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
    return this.#list.querySelector<HTMLFormElement>('[data-results]');
  }

  /** The address of the results that the filter lets through. */
  #address(): URL {
    const { action = location.href } = this.#filter ?? {};
    return new URL(`?kind=${this.#list.querySelector<HTMLSelectElement>('[name=kind]')?.value}`, action);
  }

  /** Loads the list from its page. */
  async #show(url: URL, older = false): Promise<void> {
    const fresh = (await openPage(url.pathname + url.search)).querySelector('[data-part=results]');
    if (fresh === null) return;
    showLocalTimes(fresh);
    const rows = this.#list.querySelectorAll('#history tbody tr');
    if (older) fresh.querySelector('#history tbody')?.prepend(...rows);
    this.#list.replaceChildren(...fresh.childNodes);
  }
}
