/** Shell pass: words as they are written → words with their values: variables, substitutions, field splitting. */

import { nameOf } from '../../schemas/variable-name.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { type Expansion, type HereDocument, type Part, partsOf, type RawWord } from '../lexer/syntax.ts';
import { WordLexer } from '../lexer/word-lexer.ts';
import { type Segment, type Span, type TextSegment, Word } from '../word.ts';
import { substituted } from './output.ts';
import { parameterValue, type Value } from './parameter.ts';
import type { Scope } from './scope.ts';

/** What a word counts besides its characters among those that are filled in: it is an object even when it is empty. */
const WORD_COST = 128;
const MAX_DEPTH = 4;
const BLANKS = /[ \t\n]+/;

/** Expands words to their values, in one scope. */
export class Expander {
  readonly diagnostics: Diagnostics;
  readonly scope: Scope;
  readonly #output: (part: Expansion) => Word | undefined;
  #depth = 0;

  /** @param output what the command of a substitution prints; undefined where that is not known */
  constructor(diagnostics: Diagnostics, scope: Scope, output: (part: Expansion) => Word | undefined) {
    this.diagnostics = diagnostics;
    this.scope = scope;
    this.#output = output;
  }

  /** All words that a word expands to: none for an empty variable, several for field splitting. */
  words(raw: RawWord, out: Word[]): void {
    if (raw.kind === 'word') {
      out.push(raw);
      return;
    }
    const fields = new Fields(raw, out);
    this.#parts(raw.parts, fields, false);
    fields.end();
  }

  /** The one word that a word is where no fields are split: in assignments and redirections. */
  expand(raw: RawWord): Word {
    if (raw.kind === 'word') return raw;
    const fields = new Fields(raw, undefined);
    this.#parts(raw.parts, fields, false);
    return fields.word();
  }

  document({ body }: HereDocument, place: Span): Word {
    if (body === undefined) return Word.text('', place);
    return this.expand(new WordLexer(body.text, this.diagnostics).document(body.quoted));
  }

  /** @param operand blanks in unquoted text separate words, too */
  #parts(parts: readonly Part[], fields: Fields, operand: boolean): void {
    for (const part of parts)
      switch (part.kind) {
        case 'text':
          if (operand && !part.quoted) fields.split(part);
          else fields.add(part);
          break;
        case 'unresolved':
        case 'bytes':
          fields.add(part);
          break;
        case 'parameter':
          this.#value(this.#depth < MAX_DEPTH ? parameterValue(this, part) : undefined, part, fields);
          break;
        default:
          this.#value(this.#substitution(part), part, fields);
      }
  }

  #value(value: Value | undefined, part: Expansion, fields: Fields): void {
    const { quoted, start, end } = part;
    switch (value?.kind) {
      case undefined:
        fields.add({ kind: 'text', text: part.written, start, end, quoted });
        break;
      case 'unresolved':
        fields.add({ kind: 'unresolved', value: value.value, start, end, quoted: quoted && !value.many });
        break;
      case 'operand':
        this.#depth += 1;
        this.#parts(partsOf(value.operand), fields, !quoted);
        this.#depth -= 1;
        break;
      case 'words':
        this.diagnostics.fillIn(value.words.length * WORD_COST, start);
        for (const [index, word] of value.words.entries()) {
          if (index > 0) fields.next(part);
          this.#word(word, part, fields);
        }
        break;
      case 'word':
        this.#word(value.word, part, fields);
    }
  }

  #word(word: Word, part: Expansion, fields: Fields): void {
    const { quoted, start, end } = part;
    this.diagnostics.fillInWord(word, start);
    // The result is a word, even if it is empty.
    if (quoted) fields.add({ kind: 'text', text: '', start, end, quoted });
    for (const segment of word.segments)
      if (segment.kind !== 'text' || quoted) fields.add({ ...segment, start, end });
      else this.diagnostics.fillIn(fields.split({ ...segment, start, end }) * WORD_COST, start);
  }

  /** What a substitution stands for; of a process substitution the name is open, but its content may be known. */
  #substitution(part: Expansion): Value {
    const { kind, written, start, end } = part;
    const content = kind === 'arithmetic' || this.#depth >= MAX_DEPTH ? undefined : this.#output(part);
    if (content !== undefined && kind === 'command') return { kind: 'word', word: substituted(content) };
    const known = this.diagnostics.unresolved.known(written);
    if (known !== undefined) return { kind: 'unresolved', value: known, many: false };
    const name = nameOf(written);
    const message =
      kind === 'arithmetic'
        ? `${named(written)} is not computed: give its value.`
        : `The output of ${named(written)} is not known: give its value.`;
    const warning = content ? undefined : ({ code: 'command_substitution', message, start, end } as const);
    const value = this.diagnostics.unresolved.value(name, written, { content, warning });
    return { kind: 'unresolved', value, many: false };
  }
}

class Fields {
  readonly splits: boolean;
  readonly #place: Span;
  readonly #out: Word[];
  #segments: Segment[] = [];

  /** @param out takes the fields; undefined where none are split */
  constructor(place: Span, out: Word[] | undefined) {
    this.#place = place;
    this.splits = out !== undefined;
    this.#out = out ?? [];
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
  }

  /** Adds a text that is split at its blanks. @returns how many words it ended */
  split(segment: TextSegment): number {
    if (!this.splits || !BLANKS.test(segment.text)) {
      this.add(segment);
      return 0;
    }
    const before = this.#out.length;
    for (const [index, text] of segment.text.split(BLANKS).entries()) {
      if (index > 0) this.end();
      this.add({ ...segment, text });
    }
    return this.#out.length - before;
  }

  next({ start, end }: Span): void {
    if (this.splits) this.end();
    else this.add({ kind: 'text', text: ' ', start, end, quoted: true });
  }

  word(): Word {
    return Word.of(this.#segments, this.#place);
  }

  /** Ends a field: one with nothing in it, not even quotes, is none. */
  end(): void {
    const word = this.word();
    if (!word.isEmpty || this.#segments.some((segment) => segment.kind === 'text' && segment.quoted))
      this.#out.push(word);
    this.#segments = [];
  }
}
