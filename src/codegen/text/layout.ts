/** Lines and imports of a program. */

/**
 * Lines of a program at an indentation; an empty one gets no blanks. Of a text of several lines (a multi-line literal)
 * only the first is indented.
 */
export function lines(texts: readonly string[], indentation: string): string {
  let all = '';
  for (const text of texts) all += text === '' ? '\n' : `${indentation}${text}\n`;
  return all;
}

/** What a program imports, each statement once, in the order that the language's formatter wants: by code unit. */
export class Imports {
  readonly #names = new Set<string>();

  add(...names: readonly string[]): this {
    for (const name of names) this.#names.add(name);
    return this;
  }

  /** The names, sorted. */
  get names(): string[] {
    return [...this.#names].sort();
  }
}
