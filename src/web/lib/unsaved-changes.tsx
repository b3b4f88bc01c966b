/** Unsaved changes of a form: kept in this browser, offered again when the page is opened, and a warning on leaving. */
import { render } from 'preact';
import { Banner } from '../../pages/views/banner.tsx';
import { Button } from '../../pages/views/inputs.tsx';
import { clockOf } from './local-times.ts';
import { forBrowser } from './storage.ts';
import { PREFIX, unsaved } from './unsaved-store.ts';

type Fields = [string, string][];

interface Changes {
  /** Unix time in milliseconds of the last change. */
  at: number;
  /** Of the playground that was changed. */
  version: string;
  fields: Fields;
}

/** Settings of variables, which appear and disappear with them: an empty one is not a change. */
const SETTING = /^(?:description|default):/;

const inOrder = (fields: Fields): Fields => fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Returns the stored fields: values of variables are not in the form, and tokens are not stored. */
const fieldsOf = (form: HTMLFormElement): Fields =>
  inOrder(
    [...new FormData(form)]
      .map(([name, value]): [string, string] => [name, String(value)])
      .filter(
        ([name, value]) => name !== 'runs' && name !== 'version' && (value !== '' || !SETTING.test(name)),
      ),
  );

/** Returns the field with the version that the form changes. */
export const versionIn = (form: HTMLFormElement) => form.elements.namedItem('version') as HTMLInputElement;

/** Stores the unsaved changes of one form. */
export class UnsavedChanges {
  readonly #form: HTMLFormElement;
  readonly #onChange: (changed: boolean) => void;
  #id: string;
  #saved: string;
  #waiting: number | undefined;
  /** Earlier unsaved changes, until they are restored or discarded. */
  offered: Changes | undefined;

  /**
   * @param id of the playground; `new` for one that has never been saved
   * @param onChange called after each change with whether there are unsaved changes
   */
  constructor(form: HTMLFormElement, id: string, onChange: (changed: boolean) => void) {
    this.#form = form;
    this.#onChange = onChange;
    this.#id = id;
    this.#saved = this.now();
    this.offered = this.#found();
    addEventListener('beforeunload', (event) => {
      if (!unsaved.givenUp && this.#changed()) event.preventDefault();
    });
    addEventListener('pagehide', () => this.#keep());
    // Its controls are in the whole page.
    document.addEventListener('input', ({ target }) => {
      if ((target as HTMLInputElement).form === form) this.note();
    });
  }

  #found(): Changes | undefined {
    const changes: Changes | null = JSON.parse(forBrowser.get(PREFIX + this.#id) ?? 'null');
    return changes === null || JSON.stringify(changes.fields) === this.#saved ? undefined : changes;
  }

  /** Must be called when the form has changed; the changes are stored after a short delay. */
  note(): void {
    unsaved.givenUp = false; // the user stayed on the page
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => {
      this.#onChange(this.#changed());
      this.#keep();
    }, 300);
  }

  /**
   * Must be called when the form was saved.
   * @param sent the fields as they were sent: later changes count as unsaved
   */
  saved(id: string, sent: string): void {
    this.discard();
    this.#id = id;
    this.#saved = sent;
    this.note();
  }

  /** Must be called when the service has assigned a name to an unnamed playground. */
  named(name: string): void {
    const fields: Fields = JSON.parse(this.#saved);
    this.#saved = JSON.stringify(fields.map((field) => (field[0] === 'name' ? ['name', name] : field)));
  }

  /** Must be called when some fields were saved by themselves, as they were sent. */
  savedSome(isSaved: (name: string) => boolean, sent: Fields): void {
    const before: Fields = JSON.parse(this.#saved);
    const fields = [...before.filter(([name]) => !isSaved(name)), ...sent];
    this.#saved = JSON.stringify(inOrder(fields));
    this.note();
  }

  /** Stores the changes now: nothing more is said about them. */
  settle(): void {
    clearTimeout(this.#waiting);
    this.#keep();
  }

  /** Leaves the page without the changes. */
  giveUp(): void {
    unsaved.givenUp = true;
    this.discard();
  }

  discard(): void {
    clearTimeout(this.#waiting);
    this.offered = undefined;
    forBrowser.remove(PREFIX + this.#id);
  }

  /** Returns the current fields as a string for comparison. */
  now(): string {
    return JSON.stringify(fieldsOf(this.#form));
  }

  #changed(): boolean {
    return this.now() !== this.#saved;
  }

  #keep(): void {
    if (unsaved.givenUp) return;
    if (!this.#changed()) {
      if (this.offered === undefined) this.discard();
      return;
    }
    const changes: Changes = {
      at: Date.now(),
      version: versionIn(this.#form).value,
      fields: fieldsOf(this.#form),
    };
    forBrowser.set(PREFIX + this.#id, JSON.stringify(changes));
  }
}

/** Restores unsaved fields in the form, except the command, which the caller restores. */
export function putBack(form: HTMLFormElement, fields: Fields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type))
      control.checked = fields.some(([name, value]) => name === control.name && value === control.value);
    else if (
      (control instanceof HTMLInputElement && control.type !== 'hidden') ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    )
      control.value = fields.find(([name]) => name === control.name)?.[1] ?? control.value;
  }
}

/**
 * Offers unsaved changes above the form.
 * @param isStale whether the playground was saved since then
 * @returns the bar
 */
export function offer(
  { at, isStale }: { at: number; isStale: boolean },
  place: Element,
  { restore, discard }: { restore(): void; discard(): void },
): Element {
  const bar = document.createElement('div');
  const closing = (act: () => void) => () => {
    bar.remove();
    act();
  };
  const actions = (
    <>
      <Button onClick={closing(restore)}>Restore</Button>
      <Button kind="quiet" onClick={closing(discard)}>
        Discard
      </Button>
    </>
  );
  render(
    <Banner icon="rotate-ccw" role="status" actions={actions}>
      You have unsaved changes from {clockOf(new Date(at))}.
      {isStale && ' The playground was saved since then.'}
    </Banner>,
    bar,
  );
  place.before(bar);
  return bar;
}
