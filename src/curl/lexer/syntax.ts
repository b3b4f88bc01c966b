/** Lexer: the syntax tree of POSIX shell text, as the lexer and the parser make it, before any value is known. */
import type { Segment, Span, Word } from '../word.ts';

/** An expansion: `$NAME`, `${NAME…}`, `~`; `$(…)`, `` `…` ``; `<(…)`; `$((…))`. */
export interface Expansion extends Span {
  readonly kind: 'parameter' | 'command' | 'process' | 'arithmetic';
  readonly written: string;
  /** The text between the brackets, or the name. */
  readonly inside: Word;
  /** What follows the operator of `${NAME:-…}`. */
  readonly operand?: RawWord | undefined;
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
  readonly delimiter: string;
  /** Nothing expands in it. */
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  body: Word | undefined;
  /** Its delimiter came. */
  isClosed: boolean;
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
