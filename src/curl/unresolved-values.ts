/** The unresolved values of a text, one object each, with distinct names. */
import type { InputError } from '../errors.ts';
import type { UnresolvedValue } from './word.ts';

const MAX_VALUES = 700;

/** All but what it is called and how it is written. */
type About = Omit<UnresolvedValue, 'name' | 'written'>;

/** Names each unresolved value of a text, and finds it again. */
export class UnresolvedValues {
  readonly #tooMany: () => InputError;
  /** By what the text has. */
  readonly #values = new Map<string, UnresolvedValue>();
  /** What shell variables are called. */
  readonly #variables = new Map<string, string>();
  /** How many things are called so. */
  readonly #names = new Map<string, number>();

  /** @param tooMany the error for more than anybody would fill in */
  constructor(tooMany: () => InputError) {
    this.#tooMany = tooMany;
  }

  /**
   * Something whose value is not known. The same text gives the same object.
   * @param name what it should be called; another thing of that name gets a number
   * @throws InputError for more than anybody would fill in
   */
  value(name: string, written: string, about: About = {}): UnresolvedValue {
    return this.#values.get(written) ?? this.#add({ name: this.#freeName(name), written, ...about });
  }

  /** A shell's variable. Written in another way, as `$T`, `${T}` or `${T:-default}`, it has the same name. */
  variable(name: string, written: string, about: About): UnresolvedValue {
    const known = this.#values.get(written);
    if (known !== undefined) return known;
    const given = this.#variables.get(name) ?? this.#freeName(name);
    this.#variables.set(name, given);
    return this.#add({ name: given, written, ...about });
  }

  #add(value: UnresolvedValue): UnresolvedValue {
    if (this.#values.size >= MAX_VALUES) throw this.#tooMany();
    this.#values.set(value.written, value);
    return value;
  }

  /** The same name for two things gets a number: `DATE`, `DATE_2`. */
  #freeName(name: string): string {
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : this.#freeName(`${name}_${count}`);
  }
}
