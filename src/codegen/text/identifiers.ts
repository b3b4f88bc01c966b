/** Chooses the identifiers of a program's variables from the names of environment variables. */
import type { PlanVariable, Template } from '../plan/plan.ts';
import { spelled } from './templates.ts';

export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Converts `API_KEY` → `api_key` */
export function snakeCase(words: readonly string[]): string {
  return words.join('_').toLowerCase();
}

/** Converts `API_KEY` → `apiKey`; capitals inside a word stay (`userId`) unless all of it is capitals. */
export function camelCase(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const plain = word === word.toUpperCase() ? word.toLowerCase() : word;
      const first = plain.charAt(0);
      return (index === 0 ? first.toLowerCase() : first.toUpperCase()) + plain.slice(1);
    })
    .join('');
}

export class Identifiers {
  readonly #names = new Map<PlanVariable, string>();
  /** Expressions that read the environment where the value is used, in the minimal style. */
  readonly #inline = new Map<PlanVariable, string>();
  readonly declared: readonly PlanVariable[];
  readonly #encoded: (value: Template) => string;

  /**
   * @param style joins the words of a name: {@link snakeCase} or {@link camelCase}
   * @param inline writes the expression of a variable without a default that needs no declaration
   * @param taken keywords and names that the programs use themselves; none of them ends with a digit
   * @param encoded writes the call that percent-encodes a value
   */
  constructor(
    variables: readonly PlanVariable[],
    style: (words: readonly string[]) => string,
    taken: ReadonlySet<string>,
    inline?: (name: string) => string,
    encoded = (_value: Template) => '',
  ) {
    this.#encoded = encoded;
    const isInline = (variable: PlanVariable) => inline !== undefined && variable.fallback === undefined;
    this.declared = variables.filter((variable) => !isInline(variable));
    for (const variable of variables)
      if (inline !== undefined && isInline(variable)) this.#inline.set(variable, inline(variable.name));
    /** Used names, each with the last number that was appended to it. */
    const given = new Map<string, number>();
    const isTaken = (name: string) => taken.has(name) || given.has(name);
    for (const variable of variables) {
      const found = variable.name.match(/[A-Za-z0-9]+/g) ?? ['variable'];
      const words = /^[0-9]/.test(found[0] ?? '') ? ['variable', ...found] : found;
      const base = style(isTaken(style(words)) ? [...words, 'value'] : words);
      let name = base;
      let count = given.get(base) ?? 1;
      for (; isTaken(name); name = `${base}${count}`) count += 1;
      given.set(base, count).set(name, 1);
      this.#names.set(variable, name);
    }
  }

  of(variable: PlanVariable): string {
    if (variable.decoded !== undefined) return this.#encoded(variable.decoded);
    const isOwn = variable.written === ''; // the program computes it
    const name = isOwn ? variable.name : (this.#inline.get(variable) ?? this.#names.get(variable));
    if (name === undefined) throw new Error(`${variable.name} is not among the variables of the plan`);
    return name;
  }

  /** Returns the identifier for a text that consists of one variable. */
  only(text: Template): string | undefined {
    const [first] = text;
    return text.length === 1 && typeof first === 'object' ? this.of(first) : undefined;
  }

  /** Returns the text for use between the quotes of an interpolated literal; `open` and `close` surround identifiers. */
  interpolated(
    text: Template,
    write: (text: string) => string,
    open: string,
    close: string,
    spell = (identifier: string) => identifier,
  ): string {
    return spelled(text, write, (variable) => open + spell(this.of(variable)) + close);
  }

  isInline(text: Template): boolean {
    return (
      typeof text !== 'string' && text.some((piece) => typeof piece !== 'string' && this.#inline.has(piece))
    );
  }

  /** Returns the text as an expression: literals and identifiers with their sigil, joined by an operator. */
  expression(
    text: Template,
    literal: (text: string) => string,
    plus: string,
    sigil = '',
    wrap = (value: string) => value,
  ): string {
    const pieces = typeof text === 'string' ? [text] : text;
    const of = (piece: PlanVariable) => wrap(`${this.#inline.has(piece) ? '' : sigil}${this.of(piece)}`);
    return pieces.map((piece) => (typeof piece === 'string' ? literal(piece) : of(piece))).join(plus);
  }
}
