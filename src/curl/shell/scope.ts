/** Shell pass: the variables that a text sets, as far as it is known what it sets them to. */
import type { Word } from '../word.ts';

interface Variable {
  /** One word, or the items of an array. */
  value?: readonly Word[] | undefined;
  isExported?: boolean;
  /** The text sets it, but to what is not known. */
  isUncertain?: boolean;
}

/** The variables that are set at one place of a text. */
export class Scope {
  readonly #variables = new Map<string, Variable>();
  #environment: ReadonlyMap<string, Word> | undefined;
  /** Whether what is set now is certain to be the value behind it: not in a branch, a loop, a subshell or a function. */
  isCertain = true;
  /** What is not known once it is set again: of a text with functions the names that it has more than once, and constants. */
  changing: ReadonlySet<string> = new Set();

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
    if (!this.isCertain || this.changing.has(name)) this.forget(name);
    else this.#of(name).value = value;
  }

  unset(name: string): void {
    if (this.items(name) !== undefined) this.#of(name).value = undefined;
  }

  forget(name: string): void {
    const variable = this.#of(name);
    variable.value = undefined;
    variable.isUncertain = true;
  }

  export(name: string): void {
    this.#of(name).isExported = true;
  }

  /** The exported variables, which programs get. Computed anew only after one of them may have changed. */
  environment(): ReadonlyMap<string, Word> {
    if (this.#environment !== undefined) return this.#environment;
    const environment = new Map<string, Word>();
    for (const [name, { isExported, value }] of this.#variables)
      if (isExported === true && value?.[0] !== undefined) environment.set(name, value[0]);
    this.#environment = environment;
    return environment;
  }

  /** A variable that is about to be changed. */
  #of(name: string): Variable {
    const variable = this.#variables.get(name) ?? {};
    this.#variables.set(name, variable);
    this.#environment = undefined;
    return variable;
  }
}
