/** Shell pass: the syntax tree of POSIX shell text, as the lexer and the parser make it, before any value is known. */
import { OPEN_OUTLINE, type Segment, type Span, type Word } from './word.ts';

/** A text of a shell, and where it stands in the prepared text. */
export class ShellText {
  readonly text: string;
  /** Where the text stands, when it does not run in parallel with the prepared text. */
  readonly #place: Span | undefined;
  readonly #shift: number;
  /** Open values and bytes, each in the place of one character: `sh -c "curl $URL"`. */
  readonly #holes: ReadonlyMap<number, Segment> | undefined;

  /** @param place a number when the text runs in parallel with the prepared text from there on */
  constructor(text: string, place: Span | number = 0, holes?: ReadonlyMap<number, Segment>) {
    this.text = text;
    this.#shift = typeof place === 'number' ? place : 0;
    // A place may be a word: only its ends are spread into others.
    this.#place = typeof place === 'number' ? undefined : { start: place.start, end: place.end };
    this.#holes = holes;
  }

  /** The text that a word says. */
  static of(word: Word): ShellText {
    const [only, ...others] = word.segments;
    if (only?.kind === 'text' && others.length === 0)
      return new ShellText(only.text, only.end - only.start === only.text.length ? only.start : word);
    let text = '';
    const holes = new Map<number, Segment>();
    for (const segment of word.segments) {
      if (segment.kind !== 'text') holes.set(text.length, segment);
      text += segment.kind === 'text' ? segment.text : OPEN_OUTLINE;
    }
    return new ShellText(text, word, holes);
  }

  /** Where a stretch that starts here starts in the prepared text. */
  at(index: number): number {
    return this.#place === undefined ? index + this.#shift : this.#place.start;
  }

  /** Where a stretch that ends here ends in the prepared text. */
  till(index: number): number {
    return this.#place === undefined ? index + this.#shift : this.#place.end;
  }

  span(start: number, end: number): Span {
    return this.#place ?? { start: start + this.#shift, end: end + this.#shift };
  }

  get hasHoles(): boolean {
    return this.#holes !== undefined;
  }

  hole(index: number): Segment | undefined {
    return this.#holes?.get(index);
  }

  /** A stretch as it is written. */
  written(start: number, end: number): string {
    if (this.#holes === undefined) return this.text.slice(start, end);
    let written = '';
    for (let at = start; at < end; at += 1) {
      const hole = this.#holes.get(at);
      written += hole?.kind === 'open' ? hole.value.spellings[0] : this.text.charAt(at);
    }
    return written;
  }
}

/** `$NAME`, `${NAME…}` and `~` */
export interface ParameterPart extends Span {
  readonly kind: 'parameter';
  /** As it is written. */
  readonly written: string;
  /** What stands between the braces, or the name. */
  readonly inside: string;
  readonly source: ShellText;
  /** Where {@link ParameterPart.inside} stands in the source. */
  readonly from: number;
  readonly quoted: boolean;
}

/** `$(…)`, `` `…` ``, `<(…)` and `$((…))` */
export interface SubstitutionPart extends Span {
  readonly kind: 'substitution';
  readonly type: 'command' | 'process' | 'arithmetic';
  readonly written: string;
  readonly source: ShellText;
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
}

/** `{`, `,` or `}` of what may be a brace expansion. */
export interface BracePart extends Span {
  readonly kind: 'brace';
  readonly text: string;
}

export type Part = Segment | ParameterPart | SubstitutionPart | BracePart;

/** A word in which something expands. */
export interface Template extends Span {
  readonly kind: 'template';
  readonly parts: readonly Part[];
}

/** A word as it is written. */
export type RawWord = Word | Template;

/** `NAME=(…)` */
export interface ArrayAssignment extends Span {
  readonly kind: 'array';
  readonly name: string;
  readonly append: boolean;
  readonly items: readonly RawWord[];
}

/** A here-document; its text is there once the line that begins it has ended. */
export interface HereDocument {
  body:
    | { readonly source: ShellText; readonly from: number; readonly to: number; readonly quoted: boolean }
    | undefined;
}

export interface Redirection extends Span {
  readonly kind: 'redirection';
  readonly operator: string;
  /** The digits before it. */
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

export interface SimpleCommand extends Span {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly RawWord[];
  readonly redirections: readonly Redirection[];
  /** What a shell would refuse, at this place. */
  readonly fault: { message: string; place: Span } | undefined;
}

export interface CompoundCommand extends Span {
  readonly kind: 'compound';
  readonly type: 'group' | 'subshell' | 'conditional' | 'loop' | 'function' | 'arithmetic';
  /** Of a loop what it counts with, of a function its name, the expression of `((…))`. */
  readonly head: string;
  /** One list of a conditional is run, of others all. */
  readonly branches: readonly (readonly AndOr[])[];
}

export type ShellCommand = SimpleCommand | CompoundCommand;

/** Commands joined by `|`. */
export interface Pipeline {
  readonly commands: readonly ShellCommand[];
  /** What stands behind it: `&&`, `||`, what ends the list, or nothing at the end of the text. */
  readonly operator: string;
}

/** Pipelines joined by `&&` and `||`. */
export type AndOr = readonly Pipeline[];

export const isWord = (token: Token | undefined): token is RawWord =>
  token?.kind === 'word' || token?.kind === 'template';

/** The text of an unquoted word without expansions, as a reserved word is. */
export function bareText(word: RawWord): string | undefined {
  return word.kind === 'template' || word.quoted || word.isEmpty ? undefined : word.text;
}

/** What a word is made of. */
export const partsOf = (word: RawWord): readonly Part[] =>
  word.kind === 'template' ? word.parts : word.segments;
