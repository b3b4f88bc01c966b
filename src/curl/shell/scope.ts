/** Shell pass: the variables that a text sets, as far as it is known what it sets them to. */
import type { Word } from '../word.ts';

interface Variable {
  /** One word, or the items of an array. */
  value?: readonly Word[] | undefined;
  isExported?: boolean | undefined;
  /** The text sets it, but to what is not known. */
  isUncertain?: boolean;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The variables that are set at one place of a text. */
export class Scope {
  readonly #variables = new Map<string, Variable>();
  /** What was there before each change, to go back to. */
  readonly #log: [variable: Variable, before: Pick<Variable, 'value' | 'isExported'>, name: string][] = [];
  /** Of a text with functions, whose calls are not followed: the names that it has more than once. */
  changing: ReadonlySet<string> = new Set();
  #environment: ReadonlyMap<string, Word> | undefined;
  /** Names that keep their value. */
  readonly constants = new Set<string>();

  /** What a program finds. */
  static of(environment: ReadonlyMap<string, Word>): Scope {
    const scope = new Scope();
    for (const [name, value] of environment) scope.#variables.set(name, { value: [value], isExported: true });
    return scope;
  }

  copy(): Scope {
    const copy = new Scope();
    for (const [name, variable] of this.#variables) copy.#variables.set(name, { ...variable });
    copy.changing = this.changing;
    for (const name of this.constants) copy.constants.add(name);
    return copy;
  }

  /** The name of an array expands to its first item. */
  get(name: string): Word | undefined {
    return this.items(name)?.[0];
  }

  items(name: string): readonly Word[] | undefined {
    return this.#variables.get(name)?.value;
  }

  isUncertain(name: string): boolean {
    return this.#variables.get(name)?.isUncertain === true;
  }

  set(name: string, value: readonly Word[]): void {
    if (this.changing.has(name)) this.forget(name);
    else if (!this.constants.has(name)) this.#change(name, value);
  }

  unset(name: string): void {
    if (this.#variables.get(name)?.value !== undefined) this.#change(name, undefined);
  }

  forget(name: string): void {
    this.unset(name);
    this.#of(name).isUncertain = true;
  }

  export(name: string): void {
    this.#change(name, this.items(name));
    this.#of(name).isExported = true;
    this.#environment = undefined;
  }

  /** The exported variables, which programs get. Computed anew only after one of them has changed. */
  environment(): ReadonlyMap<string, Word> {
    if (this.#environment !== undefined) return this.#environment;
    const environment = new Map<string, Word>();
    for (const [name, { isExported, value }] of this.#variables)
      if (isExported === true && value?.[0] !== undefined) environment.set(name, value[0]);
    this.#environment = environment;
    return environment;
  }

  mark(): number {
    return this.#log.length;
  }

  /** Takes back all changes since a mark. @returns the names that had been changed */
  undo(mark: number): ReadonlySet<string> {
    if (this.#log.length <= mark) return NO_NAMES;
    const names = new Set<string>();
    for (const [variable, before, name] of this.#log.splice(mark).reverse()) {
      if (variable.value !== before.value) names.add(name);
      if (variable.isExported === true) this.#environment = undefined;
      variable.value = before.value;
      variable.isExported = before.isExported;
    }
    return names;
  }

  #of(name: string): Variable {
    const variable = this.#variables.get(name) ?? {};
    this.#variables.set(name, variable);
    return variable;
  }

  #change(name: string, value: Variable['value']): void {
    const variable = this.#of(name);
    this.#log.push([variable, { value: variable.value, isExported: variable.isExported }, name]);
    if (variable.isExported === true) this.#environment = undefined;
    variable.value = value;
  }
}
