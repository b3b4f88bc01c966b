/** Shell pass: the variables that a text sets, as far as it is known what it sets them to. */
import type { Word } from '../word.ts';

type Value = Word | readonly Word[];

const NO_NAMES: ReadonlySet<string> = new Set();

export class Scope {
  #values: Map<string, Value> | undefined;
  #exported: Set<string> | undefined;
  /** Names whose value depends on something that is not computed. */
  #uncertain: Set<string> | undefined;
  /** Names that keep their value. */
  #readonly: Set<string> | undefined;
  /** What was there before each change, to go back to. */
  readonly #log: [name: string, before: Value | undefined][] = [];

  /** Of a text with functions, whose calls are not followed: the names that it assigns more than once. */
  changing: ReadonlySet<string> = NO_NAMES;

  /** What a program finds. */
  static of(environment: ReadonlyMap<string, Word>): Scope {
    const scope = new Scope();
    for (const [name, value] of environment) {
      scope.set(name, value);
      scope.export(name);
    }
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

  get(name: string): Word | undefined {
    const value = this.#values?.get(name);
    // The name of an array stands for its first item.
    return isItems(value) ? value[0] : value;
  }

  items(name: string): readonly Word[] | undefined {
    const value = this.#values?.get(name);
    return isItems(value) ? value : undefined;
  }

  /** Whether the text sets it, but to what is not known. */
  isUncertain(name: string): boolean {
    return this.#uncertain?.has(name) === true;
  }

  set(name: string, value: Value): void {
    if (this.#readonly?.has(name)) return;
    if (this.changing.has(name)) {
      this.forget(name);
      return;
    }
    this.#values ??= new Map();
    this.#log.push([name, this.#values.get(name)]);
    this.#values.set(name, value);
  }

  unset(name: string): void {
    if (this.#values?.has(name) !== true) return;
    this.#log.push([name, this.#values.get(name)]);
    this.#values.delete(name);
  }

  forget(name: string): void {
    this.unset(name);
    this.#uncertain ??= new Set();
    this.#uncertain.add(name);
  }

  keep(name: string): void {
    this.#readonly ??= new Set();
    this.#readonly.add(name);
  }

  export(name: string): void {
    this.#exported ??= new Set();
    this.#exported.add(name);
  }

  environment(): Map<string, Word> {
    const environment = new Map<string, Word>();
    for (const name of this.#exported ?? []) {
      const value = this.get(name);
      if (value !== undefined) environment.set(name, value);
    }
    return environment;
  }

  get exports(): boolean {
    return this.#exported !== undefined;
  }

  mark(): number {
    return this.#log.length;
  }

  /** Takes back all changes since a mark. @returns the names that had been changed */
  undo(mark: number): ReadonlySet<string> {
    if (this.#log.length === mark) return NO_NAMES;
    const names = new Set<string>();
    for (let last = this.#log.length; last > mark; last -= 1) {
      const [name, before] = this.#log.pop() ?? [''];
      names.add(name);
      if (before === undefined) this.#values?.delete(name);
      else this.#values?.set(name, before);
    }
    return names;
  }
}

function isItems(value: Value | undefined): value is readonly Word[] {
  return Array.isArray(value);
}
