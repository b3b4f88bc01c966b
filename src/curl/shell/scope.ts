/** Shell pass: the variables that a text sets, as far as it is known what it sets them to. */
import type { Word } from '../word.ts';

type Value = Word | readonly Word[];

interface Variable {
  value?: Value | undefined;
  isExported?: boolean;
  /** The text sets it, but to what is not known. */
  isUncertain?: boolean;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The variables that are set at one place of a text. */
export class Scope {
  readonly #variables = new Map<string, Variable>();
  /** What was there before each change, to go back to. */
  readonly #log: [variable: Variable, before: Value | undefined, name: string][] = [];
  /** Names whose assignments make them uncertain: those that keep their value, and others in a text with functions. */
  changing = new Set<string>();

  /** What a program finds. */
  static of(environment: ReadonlyMap<string, Word>): Scope {
    const scope = new Scope();
    for (const [name, value] of environment) scope.#variables.set(name, { value, isExported: true });
    return scope;
  }

  copy(): Scope {
    const copy = new Scope();
    for (const [name, variable] of this.#variables) copy.#variables.set(name, { ...variable });
    copy.changing = new Set(this.changing);
    return copy;
  }

  get(name: string): Word | undefined {
    const value = this.#variables.get(name)?.value;
    // The name of an array expands to its first item.
    return isItems(value) ? value[0] : value;
  }

  items(name: string): readonly Word[] | undefined {
    const value = this.#variables.get(name)?.value;
    return isItems(value) ? value : undefined;
  }

  isUncertain(name: string): boolean {
    return this.#variables.get(name)?.isUncertain === true;
  }

  set(name: string, value: Value): void {
    if (this.changing.has(name)) this.forget(name);
    else this.#change(name, value);
  }

  unset(name: string): void {
    if (this.#variables.get(name)?.value !== undefined) this.#change(name, undefined);
  }

  forget(name: string): void {
    this.unset(name);
    this.#of(name).isUncertain = true;
  }

  export(name: string): void {
    this.#of(name).isExported = true;
  }

  /** What a program gets. */
  environment(): Map<string, Word> {
    const environment = new Map<string, Word>();
    for (const [name, { isExported }] of this.#variables) {
      const value = isExported === true ? this.get(name) : undefined;
      if (value !== undefined) environment.set(name, value);
    }
    return environment;
  }

  mark(): number {
    return this.#log.length;
  }

  /** Takes back all changes since a mark. @returns the names that had been changed */
  undo(mark: number): ReadonlySet<string> {
    if (this.#log.length === mark) return NO_NAMES;
    const names = new Set<string>();
    for (const [variable, before, name] of this.#log.splice(mark).reverse()) {
      names.add(name);
      variable.value = before;
    }
    return names;
  }

  #of(name: string): Variable {
    const variable = this.#variables.get(name) ?? {};
    this.#variables.set(name, variable);
    return variable;
  }

  #change(name: string, value: Value | undefined): void {
    const variable = this.#of(name);
    this.#log.push([variable, variable.value, name]);
    variable.value = value;
  }
}

function isItems(value: Value | undefined): value is readonly Word[] {
  return Array.isArray(value);
}
