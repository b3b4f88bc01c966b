/** Lexer: the syntax tree of POSIX shell text, as the lexer and the parser make it, before any value is known. */
import { type Segment, type Span, UNRESOLVED_OUTLINE, type Word } from '../word.ts';

/** A text of a shell, or a stretch of one, and where it stands in the prepared text. */
export class ShellText {
  readonly text: string;
  /** Where it stands: from a number on it runs in parallel with the prepared text. */
  readonly #place: Span | number;
  /** Open values and bytes, each in the place of one character: `sh -c "curl $URL"`. */
  readonly #holes: ReadonlyMap<number, Segment> | undefined;
  /** What is added to an index for that of its hole. */
  readonly #shift: number;

  constructor(text: string, place: Span | number = 0, holes?: ReadonlyMap<number, Segment>, shift = 0) {
    this.text = text;
    // A place may be a word, of which only the ends are copied.
    this.#place = typeof place === 'number' ? place : { start: place.start, end: place.end };
    this.#holes = holes;
    this.#shift = shift;
  }

  static of(word: Word): ShellText {
    const [only, ...others] = word.segments;
    if (only?.kind === 'text' && others.length === 0)
      return new ShellText(only.text, only.end - only.start === only.text.length ? only.start : word);
    let text = '';
    const holes = new Map<number, Segment>();
    for (const segment of word.segments) {
      if (segment.kind !== 'text') holes.set(text.length, segment);
      text += segment.kind === 'text' ? segment.text : UNRESOLVED_OUTLINE;
    }
    return new ShellText(text, word, holes);
  }

  slice(from: number, to: number): ShellText {
    const place = typeof this.#place === 'number' ? this.#place + from : this.#place;
    return new ShellText(this.text.slice(from, to), place, this.#holes, this.#shift + from);
  }

  /** Whether it is, character for character, a stretch of the prepared text. */
  get isParallel(): boolean {
    return typeof this.#place === 'number';
  }

  /** Where a stretch that starts here starts in the prepared text. */
  at(index: number): number {
    return typeof this.#place === 'number' ? index + this.#place : this.#place.start;
  }

  /** Where a stretch that ends here ends in the prepared text. */
  till(index: number): number {
    return typeof this.#place === 'number' ? index + this.#place : this.#place.end;
  }

  span(start: number, end: number): Span {
    return { start: this.at(start), end: this.till(end) };
  }

  get hasHoles(): boolean {
    return this.#holes !== undefined;
  }

  hole(index: number): Segment | undefined {
    return this.#holes?.get(index + this.#shift);
  }

  /** Without the backslashes before any of some characters. */
  unescaped(chars: string): ShellText {
    if (!this.text.includes('\\')) return this;
    let text = '';
    const holes = new Map<number, Segment>();
    for (let at = 0; at < this.text.length; at += 1) {
      const next = this.text.charAt(at + 1);
      if (this.text[at] === '\\' && next !== '' && chars.includes(next)) at += 1;
      const hole = this.hole(at);
      if (hole !== undefined) holes.set(text.length, hole);
      text += this.text.charAt(at);
    }
    return new ShellText(text, this.span(0, this.text.length), holes);
  }

  written(start: number, end: number): string {
    if (this.#holes === undefined) return this.text.slice(start, end);
    let written = '';
    for (let at = start; at < end; at += 1) {
      const hole = this.hole(at);
      written += hole?.kind === 'unresolved' ? hole.value.written : this.text.charAt(at);
    }
    return written;
  }
}

/** What a value is put in for: `$NAME`, `${NAME…}`, `~`; `$(…)`, `` `…` ``; `<(…)`; `$((…))`. */
export interface Expansion extends Span {
  readonly kind: 'parameter' | 'command' | 'process' | 'arithmetic';
  readonly written: string;
  /** What stands between the brackets, or the name. */
  readonly inside: ShellText;
  readonly quoted: boolean;
}

export type Part = Segment | Expansion;

/** A word in which something expands. */
export interface UnexpandedWord extends Span {
  readonly kind: 'unexpanded';
  readonly parts: readonly Part[];
}

export type RawWord = Word | UnexpandedWord;

/** `NAME=(…)` */
export interface ArrayAssignment extends Span, Assignment {
  readonly kind: 'array';
}

/** A here-document; its text is there once the line that begins it has ended. */
export interface HereDocument {
  body: { readonly text: ShellText; readonly quoted: boolean } | undefined;
}

export interface Redirection extends Span {
  readonly kind: 'redirection';
  readonly operator: string;
  readonly descriptor: string;
  readonly target: RawWord | HereDocument;
}

export interface Operator extends Span {
  readonly kind: 'operator';
  readonly text: string;
}

export type Token = RawWord | ArrayAssignment | Redirection | Operator;

export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  readonly value: RawWord | readonly RawWord[];
}

export const isWord = (token: Token | undefined): token is RawWord =>
  token?.kind === 'word' || token?.kind === 'unexpanded';

/** The text of an unquoted word without expansions, as a reserved word is. */
export function bareText(word: RawWord): string | undefined {
  return word.kind === 'unexpanded' || word.quoted || word.isEmpty ? undefined : word.text;
}

export const partsOf = (word: RawWord): readonly Part[] =>
  word.kind === 'unexpanded' ? word.parts : word.segments;
