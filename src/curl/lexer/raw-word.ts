/** Lexer: puts a word together from what the lexer finds in it. */

import { type Segment, Word } from '../word.ts';
import type { Expansion, Part, RawWord, ShellText } from './syntax.ts';

/** Indices are those of the text that the word stands in. Used for one word after the other. */
export class RawWordBuilder {
  /** How many parts it has been given. */
  size = 0;
  readonly #source: ShellText;
  #parts: Part[] | undefined;
  /** Something expands in it, or may. */
  #isTemplate = false;
  /** The last of its texts, which is no part yet: most words are nothing else. */
  #text: string | undefined;
  #start = 0;
  #end = 0;
  #quoted = false;

  constructor(source: ShellText) {
    this.#source = source;
  }

  /** @param isTemplate its parts are to stay apart, even if nothing expands */
  begin(isTemplate: boolean): void {
    this.size = 0;
    this.#parts = undefined;
    this.#text = undefined;
    this.#isTemplate = isTemplate;
  }

  /** A stretch of the source as it stands. */
  literal(from: number, to: number, quoted: boolean): void {
    const source = this.#source;
    let start = from;
    for (let at = source.hasHoles ? from : to; at < to; at += 1) {
      const hole = source.hole(at);
      if (hole === undefined) continue;
      if (at > start) this.#add(start, at, quoted);
      this.segment(hole.kind === 'unresolved' ? { ...hole, quoted } : hole);
      start = at + 1;
    }
    if (start < to || from === to) this.#add(start, to, quoted);
  }

  segment(segment: Segment): void {
    this.#flush();
    this.#parts ??= [];
    this.#parts.push(segment);
    this.size += 1;
  }

  /** What a value is put in for. */
  expansion(kind: Expansion['kind'], from: number, to: number, inside: ShellText, quoted: boolean): void {
    this.#flush();
    const { start, end } = this.#source.span(from, to);
    this.#parts ??= [];
    this.#parts.push({ kind, written: this.#source.written(from, to), inside, quoted, start, end });
    this.size += 1;
    this.#isTemplate = true;
  }

  finish(from: number, to: number): RawWord {
    const start = this.#source.at(from);
    const end = this.#source.till(to);
    if (this.#parts === undefined && !this.#isTemplate)
      return this.#text
        ? new Word(this.#text, start, end, this.#quoted, this.#start, this.#end)
        : new Word('', start, end, false);
    this.#flush();
    const parts = this.#parts ?? [];
    if (this.#isTemplate) return { kind: 'template', parts, start, end };
    // Without expansions all of its parts are segments.
    return Word.of(parts as Segment[], { start, end });
  }

  #add(from: number, to: number, quoted: boolean): void {
    this.#flush();
    this.#text = this.#source.text.slice(from, to);
    this.#start = this.#source.at(from);
    this.#end = this.#source.till(to);
    this.#quoted = quoted;
    this.size += 1;
  }

  #flush(): void {
    const text = this.#text;
    if (text === undefined) return;
    const part = { kind: 'text', text, start: this.#start, end: this.#end, quoted: this.#quoted } as const;
    this.#text = undefined;
    this.#parts ??= [];
    this.#parts.push(part);
  }
}
