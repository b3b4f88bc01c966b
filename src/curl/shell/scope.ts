/** Shell pass: the variables that a text sets, as far as it is known what it sets them to. */
import type { Word } from '../word.ts';

/** The variables that are set at one place of a text. */
export class Scope {
  /** One word each, or the items of an array. */
  #values = new Map<string, readonly Word[]>();
  #exported = new Set<string>();
  #uncertain = new Set<string>();
  #environment: ReadonlyMap<string, Word> | undefined;
  /** Whether what is set now is certain to be the value behind it: not in a branch, a loop, a subshell or a function. */
  isCertain = true;
  /** What is not known once it is set again: of a text with functions the names that it has more than once, and constants. */
  changing: ReadonlySet<string> = new Set();

  /** What a program finds. */
  static of(environment: ReadonlyMap<string, Word>): Scope {
    const scope = new Scope();
    for (const [name, value] of environment) scope.#values.set(name, [value]);
    scope.#exported = new Set(environment.keys());
    return scope;
  }

  copy(): Scope {
    const copy = new Scope();
    copy.#values = new Map(this.#values);
    copy.#exported = new Set(this.#exported);
    copy.#uncertain = new Set(this.#uncertain);
    copy.changing = this.changing;
    return copy;
  }

  /** The name of an array expands to its first item. */
  get(name: string): Word | undefined {
    return this.items(name)?.[0];
  }

  items(name: string): readonly Word[] | undefined {
    return this.#values.get(name);
  }

  /** Whether the text sets it, but to what is not known. */
  isUncertain(name: string): boolean {
    return this.#uncertain.has(name);
  }

  set(name: string, value: readonly Word[]): void {
    if (!this.isCertain || this.changing.has(name)) this.forget(name);
    else this.#values.set(name, value);
    this.#environment = undefined;
  }

  unset(name: string): void {
    this.#values.delete(name);
    this.#environment = undefined;
  }

  forget(name: string): void {
    this.unset(name);
    this.#uncertain.add(name);
  }

  export(name: string): void {
    this.#exported.add(name);
    this.#environment = undefined;
  }

  /** The exported variables, which programs get. Computed anew only after a variable may have changed. */
  environment(): ReadonlyMap<string, Word> {
    if (this.#environment !== undefined) return this.#environment;
    const environment = new Map<string, Word>();
    for (const name of this.#exported) {
      const value = this.get(name);
      if (value !== undefined) environment.set(name, value);
    }
    this.#environment = environment;
    return environment;
  }
}
