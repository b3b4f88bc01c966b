/** The variables of the command in the editor: a field for each value, and the settings for the public page. */
import { h, render } from 'preact';
import { VariableField, Verbatim } from '../../pages/views/fields.tsx';
import { VariableSettings } from '../../pages/views/variable-settings.tsx';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import { markMissing } from './missing.ts';

const SETTING = /^(description|default|secret):(.*)$/s;

/** The fields and settings of the variables in the editor. */
export class EditorVariables {
  /** The values to run with; not part of the form. */
  readonly #fields: HTMLElement;
  readonly #settings: HTMLElement;
  /** Variables that the command has or had: typed settings are restored when a variable reappears. */
  readonly #known = new Map<string, PlaygroundVariable>();
  #names: readonly string[];

  constructor(fields: HTMLElement, settings: HTMLElement) {
    this.#fields = fields;
    this.#settings = settings;
    this.#names = [...settings.querySelectorAll<HTMLElement>('[data-variable]')].map(
      ({ dataset }) => dataset['variable'] ?? '',
    );
    this.#readSettings();
    this.#showFields();
    settings.addEventListener('input', () => this.#readSettings());
    settings.addEventListener('change', () => this.#showFields());
  }

  /** Shows the variables that the command has. */
  show(names: readonly string[]): void {
    if (names.join('\n') === this.#names.join('\n')) return;
    this.#names = names;
    render(h(VariableSettings, { variables: this.#variables() }), renewed(this.#settings));
    this.#readSettings();
    this.#showFields();
  }

  /** Restores unsaved settings, also of variables that appear only later. */
  putBack(fields: readonly (readonly [string, string])[]): void {
    this.#known.clear();
    for (const [field, value] of fields) {
      const [, kind = '', name = ''] = SETTING.exec(field) ?? [];
      if (kind !== '') this.#known.set(name, { ...this.#of(name), [kind]: kind === 'secret' ? true : value });
    }
    this.#showFields();
  }

  /** Fills in values by the names of their fields. */
  fill(values: ReadonlyMap<string, string>): void {
    for (const input of this.#fields.querySelectorAll<HTMLInputElement>('[data-fills]'))
      input.value = values.get(input.name) ?? input.value;
  }

  /** Returns the fields of a run; undefined if a value is missing, whose field is then marked. */
  typed(): [string, string][] | undefined {
    const inputs = [...this.#fields.querySelectorAll<HTMLInputElement>('[data-fills]')];
    if (markMissing(inputs)) return undefined;
    return [...inputs.map(({ name, value }): [string, string] => [name, value]), ...this.#verbatim()];
  }

  #verbatim(): [string, string][] {
    return this.#fields.querySelector<HTMLInputElement>('[name=verbatim]')?.checked === true
      ? [['verbatim', 'yes']]
      : [];
  }

  #of(name: string): PlaygroundVariable {
    return this.#known.get(name) ?? { name };
  }

  #variables(): PlaygroundVariable[] {
    return this.#names.map((name) => this.#of(name));
  }

  #readSettings(): void {
    for (const part of this.#settings.querySelectorAll<HTMLElement>('[data-variable]')) {
      const name = part.dataset['variable'] ?? '';
      const [description, value, secret] = part.querySelectorAll('input');
      // A secret value has no default: readers would see it.
      if (value !== undefined) value.disabled = secret?.checked === true;
      this.#known.set(name, {
        name,
        description: description?.value ?? '',
        default: secret?.checked === true ? '' : (value?.value ?? ''),
        secret: secret?.checked === true,
      });
    }
  }

  /** Shows the fields. Typed values are kept; other fields start with the variable's default. */
  #showFields(): void {
    const typed = new Map(
      [...this.#fields.querySelectorAll<HTMLInputElement>('[data-fills]')]
        .filter(({ value, defaultValue }) => value !== defaultValue)
        .map(({ name, value }) => [name, value]),
    );
    const fields = this.#variables().map((field, index) =>
      h(VariableField, {
        field,
        id: `variable-${index}`,
        form: 'run-values',
        value: field.default,
        isMissing: false,
      }),
    );
    const verbatim = this.#verbatim().length > 0;
    const choice = fields.length > 0 && h(Verbatim, { checked: verbatim, form: 'run-values' });
    render([fields, choice], renewed(this.#fields));
    for (const input of this.#fields.querySelectorAll<HTMLInputElement>('[data-fills]')) {
      input.defaultValue = input.value; // the view sets only the value
      input.value = typed.get(input.name) ?? input.value;
    }
  }
}

/** Replaces the content of an element with a new, empty element and returns it. */
function renewed(place: Element): Element {
  const fresh = document.createElement('div');
  place.replaceChildren(fresh);
  return fresh;
}
