/** Shell pass: the variables that a text sets, as far as it is known what it sets them to. */
import type { Word } from '../word.ts';
import type { Block } from './parser.ts';

/** How a text with functions assigns a variable: the function that does so, undefined for none. */
export interface Assignments {
  readonly owner: Block | undefined;
  readonly count: number;
  /** Several functions assign it, or one and the text around it. */
  readonly isMixed: boolean;
}

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

  /** For a text with functions: when they are called is not followed, so that only some values are certain. */
  functions: ReadonlyMap<string, Assignments> | undefined;
  /** The outermost function whose body is read. */
  inFunction: Block | undefined;

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
    copy.functions = this.functions;
    copy.inFunction = this.inFunction;
    return copy;
  }

  /** Whether its value depends on which functions have been called. */
  #isHidden(name: string): boolean {
    const assigned = this.functions?.get(name);
    if (assigned === undefined) return false;
    const { owner, count, isMixed } = assigned;
    return (
      isMixed ||
      (owner === undefined ? this.inFunction !== undefined && count > 1 : owner !== this.inFunction)
    );
  }

  #value(name: string): Value | undefined {
    return this.#isHidden(name) ? undefined : this.#values?.get(name);
  }

  get(name: string): Word | undefined {
    const value = this.#value(name);
    // The name of an array stands for its first item.
    return isItems(value) ? value[0] : value;
  }

  items(name: string): readonly Word[] | undefined {
    const value = this.#value(name);
    return isItems(value) ? value : undefined;
  }

  /** Whether the text sets it, but to what is not known. */
  isUncertain(name: string): boolean {
    if (this.#uncertain?.has(name) === true || this.#isHidden(name)) return true;
    // A function may be called after it is set.
    return this.inFunction !== undefined && this.functions?.has(name) === true;
  }

  set(name: string, value: Value): void {
    if (this.#readonly?.has(name)) return;
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
