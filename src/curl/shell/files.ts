/** Shell pass: the files that a text makes, and what its redirections and pipes lead where. */

import type { Input } from '../command.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { EMPTY_WORD, NO_WORDS, type Span, Word } from '../word.ts';
import type { Expander } from './expand.ts';
import { fileName, handedOn, knownFile, printed } from './known-output.ts';
import type { Redirection } from './syntax.ts';

/** Programs that leave the files alone that they are given. */
const READING = new Set('cat echo printf test [ [[ ls wc head tail grep jq file chmod'.split(' '));

export interface Redirected {
  readonly stdin: Input;
  /** Where the first redirection of an output stands. */
  readonly redirected: Span | undefined;
  /** The file that its output goes to. */
  readonly written: { readonly name: string; readonly append: boolean } | undefined;
}

export class Files {
  readonly #diagnostics: Diagnostics;
  /** By name. Most texts make none. */
  #contents: Map<string, Word> | undefined;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** All whose content is known now. */
  known(): ReadonlyMap<string, Word> {
    return this.#contents === undefined ? NO_WORDS : new Map(this.#contents);
  }

  content(path: Word): Word | undefined {
    return knownFile(path, this.#contents ?? NO_WORDS);
  }

  /** The same, with the content of a file that is known in its place. */
  read(input: Input): Input {
    const known = input.kind === 'file' ? this.content(input.path) : undefined;
    return known === undefined ? input : { kind: 'text', value: known };
  }

  /** What a command reads and writes. */
  redirect(redirections: readonly Redirection[], piped: Input, expander: Expander): Redirected {
    let stdin = piped;
    let redirected: Span | undefined;
    let written: Redirected['written'];
    for (const { operator, descriptor, target, start, end } of redirections) {
      const isInput = descriptor === '' || descriptor === '0';
      const isDocument = !('kind' in target);
      const word = isDocument ? expander.document(target, { start, end }) : expander.expand(target);
      let input: Input | undefined;
      if (isDocument) input = { kind: 'text', value: word };
      else if (operator === '<<<') input = { kind: 'text', value: Word.concat(word, [word, '\n']) };
      else if (operator === '<' || operator === '<>') input = this.read({ kind: 'file', path: word });
      else if (operator !== '<&') {
        redirected ??= { start, end };
        if (operator !== '>&' && (descriptor === '' || descriptor === '1') && word.text !== undefined)
          written = { name: fileName(word.text), append: operator === '>>' };
      } else if (word.text === '-') input = { kind: 'text', value: Word.text('', word) };
      else input = { kind: 'unseen', place: { start, end } };
      if (input !== undefined && isInput) stdin = input;
    }
    return { stdin, redirected, written };
  }

  /** Notes what a command does to files. @returns what the next command of the pipeline reads */
  output(words: readonly Word[], { stdin, written }: Redirected, place?: Span): Input {
    if (this.#contents !== undefined && !READING.has(words[0]?.text ?? ''))
      for (const word of words) this.#contents.delete(fileName(word.outline));
    const read = handedOn(words, stdin);
    const input = read && this.read(read);
    // `type` says something else in a POSIX shell: it is read as cmd.exe's only where it is piped.
    const isCat = words[0]?.text === 'cat';
    const output = isCat && input?.kind === 'text' ? input.value : printed(words);
    if (written !== undefined) this.#write(written, output);
    if (output !== undefined) return { kind: 'text', value: output };
    if (input !== undefined) return input;
    return place === undefined ? { kind: 'unseen' } : { kind: 'unseen', place };
  }

  #write({ name, append }: NonNullable<Redirected['written']>, output: Word | undefined): void {
    this.#contents ??= new Map();
    const before = append ? this.#contents.get(name) : EMPTY_WORD;
    if (output === undefined || before === undefined) this.#contents.delete(name);
    else {
      this.#diagnostics.fillIn(before.outline.length + output.outline.length, output.start);
      this.#contents.set(name, Word.concat(output, [before, output]));
    }
  }
}
