/** The variables of the command in the editor: the values to run with, and the settings for the public page. */
import { h, render } from 'preact';
import { HIDDEN } from '../../pages/views/command.tsx';
import { choicesOf, VariableRows } from '../../pages/views/variable-rows.tsx';
import { plain } from '../../pages/views/visible-text.tsx';
import { isSecretName } from '../../request/secret-names.ts';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import { type Field, fieldsOf, isSecret, nameOf } from './fields.ts';
import { fillIn, keep, keptValues } from './keep.ts';
import { markMissing } from './missing.ts';

const SETTING = /^(description|default|choices|secret):(.*)$/s;

/** The rows of the variables in the editor. */
export class EditorVariables {
  readonly #place: HTMLElement;
  /** Of the playground, for the values that are kept in this tab. */
  readonly #id: () => string;
  /** Variables that the command has or had: typed settings are restored when a variable reappears. */
  readonly #known = new Map<string, PlaygroundVariable>();
  /** Values to fill in when the field of their variable appears, by the names of the fields. */
  readonly #waiting = new Map<string, string>();
  names: readonly string[];

  constructor(place: HTMLElement, id: () => string) {
    this.#place = place;
    this.#id = id;
    this.names = this.#settings.map(({ dataset }) => dataset['variable'] ?? '');
    this.#readSettings();
    place.replaceChildren(); // rendered by the server
    this.#render();
    fillIn(this.fields, keptValues(id()));
    document.querySelector('[data-keeps]')?.addEventListener('input', () => this.#keep());
    place.addEventListener('input', ({ target }) => {
      if ((target as Element).closest('[data-variable]') === null) return this.#keep();
      this.#readSettings();
      this.#render();
    });
  }

  /** Shows the variables that the command has. */
  show(names: readonly string[]): void {
    if (names.join('\n') === this.names.join('\n')) return;
    const added = names.filter((name) => !this.names.includes(name));
    const gone = this.names.filter((name) => !names.includes(name));
    const [before = '', after = ''] = [gone[0], added[0]];
    // One name that takes the place of another is typed over it.
    if (gone.length === 1 && added.length === 1 && this.names.indexOf(before) === names.indexOf(after))
      this.#rename(before, after);
    for (const name of added)
      if (!this.#known.has(name)) this.#known.set(name, { name, secret: isSecretName(name) });
    this.names = names;
    this.#render();
  }

  /** Sets a variable that the command is about to have, with the value that it stands for. */
  make(name: string, value: string, isSecret: boolean): void {
    // A secret value has no default: readers would see it.
    this.#known.set(name, {
      ...this.#known.get(name),
      name,
      default: isSecret ? '' : value,
      secret: isSecret,
    });
    this.#waiting.set(`variable:${name}`, value);
  }

  /** Gives the settings and the value of a variable to the one that has its place, unless that had settings before. */
  #rename(before: string, after: string): void {
    const known = this.#known.get(before);
    if (known === undefined || this.#known.has(after)) return;
    this.#known.delete(before);
    this.#known.set(after, { ...known, name: after, secret: known.secret || isSecretName(after) });
    const value = this.fields.find((field) => nameOf(field) === before)?.value;
    if (value) this.#waiting.set(`variable:${after}`, value);
  }

  /** Restores unsaved settings, also of variables that appear only later. */
  putBack(fields: readonly (readonly [string, string])[]): void {
    this.#known.clear();
    for (const [field, value] of fields) {
      const [, kind = '', name = ''] = SETTING.exec(field) ?? [];
      const before = this.#known.get(name) ?? { name };
      const setting = kind === 'secret' ? true : kind === 'choices' ? choicesOf(value) : value;
      if (kind !== '') this.#known.set(name, { ...before, [kind]: setting });
    }
    this.#render();
  }

  /** Fills in values by the names of their fields. */
  fill(values: ReadonlyMap<string, string>): void {
    fillIn(this.fields, values, false);
    this.#keep();
  }

  /** Must be called when a new playground has got its id: the values go with it. */
  saved(): void {
    keep('new', []);
    this.#keep();
  }

  /** Returns the fields of a run; undefined if a value is missing, whose field is then marked. */
  typed(): [string, string][] | undefined {
    if (markMissing(this.fields)) return undefined;
    const verbatim = document.querySelector<HTMLInputElement>('[name=verbatim]')?.checked === true;
    const values = this.fields.map(({ name, value }): [string, string] => [name, value]);
    return verbatim ? [...values, ['verbatim', 'yes']] : values;
  }

  /** What chips show of the values by the names of their variables: one line, nothing of a secret. */
  get chips(): ReadonlyMap<string, string> {
    return new Map(
      this.fields.flatMap((field): [string, string][] => {
        const { value } = field;
        const line = plain(value.length > 40 ? `${value.slice(0, 39)}…` : value);
        return value === '' ? [] : [[nameOf(field), isSecret(field) ? HIDDEN : line]];
      }),
    );
  }

  /** Of the values to run with. */
  get fields(): Field[] {
    return fieldsOf(this.#place);
  }

  get #settings() {
    return [...this.#place.querySelectorAll<HTMLElement>('[data-variable]')];
  }

  #keep(): void {
    keep(this.#id(), this.fields);
  }

  #readSettings(): void {
    for (const part of this.#settings) {
      const name = part.dataset['variable'] ?? '';
      const [description, value, secret] = part.querySelectorAll<HTMLInputElement>('input[name]');
      const isSecret = secret?.checked === true;
      const given = isSecret ? '' : (value?.value ?? '');
      this.#known.set(name, {
        name,
        description: description?.value ?? '',
        default: given,
        choices: isSecret ? [] : choicesOf(part.querySelector('textarea')?.value ?? ''),
        secret: isSecret,
      });
    }
  }

  /** Shows the rows. What is typed stays; a field starts with the default of its variable. */
  #render(): void {
    const variables = this.names.map((name) => this.#known.get(name) ?? { name });
    render(h(VariableRows, { variables }), this.#place);
    for (const part of this.#settings) {
      const [, value, secret] = part.querySelectorAll<HTMLInputElement>('input[name]');
      const isSecret = secret?.checked === true;
      if (value !== undefined) value.disabled = isSecret;
      const choices = part.querySelector('textarea');
      if (choices !== null) choices.disabled = isSecret;
    }
    fillIn(this.fields, this.#waiting, false);
    for (const { name } of this.fields) this.#waiting.delete(name);
  }
}
