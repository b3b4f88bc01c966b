/** Lexer: puts a word together from what the lexer finds in it. */

import { type Segment, Word } from '../word.ts';
import type { Expansion, Part, RawWord, ShellText } from './syntax.ts';

/** Indices are those of the text that the word stands in. Used for one word after the other. */
export class RawWordBuilder {
  readonly #source: ShellText;
  #parts: Part[] = [];
  /** Something expands in it, or may. */
  #isUnexpanded = false;

  constructor(source: ShellText) {
    this.#source = source;
  }

  /** @param isUnexpanded its parts are to stay apart, even if nothing expands */
  begin(isUnexpanded: boolean): void {
    this.#parts = [];
    this.#isUnexpanded = isUnexpanded;
  }

  /** How many parts it has been given. */
  get size(): number {
    return this.#parts.length;
  }

  /** A stretch of the source as it stands. */
  literal(from: number, to: number, quoted: boolean): void {
    const source = this.#source;
    let start = from;
    for (let at = source.hasHoles ? from : to; at < to; at += 1) {
      const hole = source.hole(at);
      if (hole === undefined) continue;
      if (at > start) this.#text(start, at, quoted);
      this.segment(hole.kind === 'unresolved' ? { ...hole, quoted } : hole);
      start = at + 1;
    }
    if (start < to || from === to) this.#text(start, to, quoted);
  }

  #text(from: number, to: number, quoted: boolean): void {
    const source = this.#source;
    const text = source.text.slice(from, to);
    this.segment({ kind: 'text', text, start: source.at(from), end: source.till(to), quoted });
  }

  segment(segment: Segment): void {
    // Most words have one part: a growing array would allocate for many.
    if (this.#parts.length === 0) this.#parts = [segment];
    else this.#parts.push(segment);
  }

  /** What a value is put in for. */
  expansion(kind: Expansion['kind'], from: number, to: number, inside: ShellText, quoted: boolean): void {
    const written = this.#source.written(from, to);
    this.#parts.push({ kind, written, inside, quoted, ...this.#source.span(from, to) });
    this.#isUnexpanded = true;
  }

  finish(from: number, to: number): RawWord {
    const span = this.#source.span(from, to);
    const parts = this.#parts;
    // Without expansions, all parts are segments.
    return this.#isUnexpanded ? { kind: 'unexpanded', parts, ...span } : Word.of(parts as Segment[], span);
  }
}
