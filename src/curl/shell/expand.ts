/** Shell pass: words as they are written → words with their values: variables, substitutions, field splitting. */
import { nameOf } from '../../request/spellings.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { type Expansion, type HereDocument, type Part, partsOf, type RawWord } from '../lexer/syntax.ts';
import { Lexer } from '../lexer/token-lexer.ts';
import { type Segment, type Span, type TextSegment, trimmed, Word } from '../word.ts';
import { parameterValue, type Value } from './parameter.ts';
import type { Scope } from './scope.ts';

/** What a word counts besides its characters among those that are filled in: it is an object even when it is empty. */
const WORD_COST = 128;
const MAX_DEPTH = 4;

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
    const fields = new Fields(raw, this.diagnostics, out);
    this.#parts(raw.parts, fields, false);
    fields.end();
  }

  /** The one word that a word is where no fields are split: in assignments and redirections. */
  expand(raw: RawWord): Word {
    if (raw.kind === 'word') return raw;
    const fields = new Fields(raw, this.diagnostics);
    this.#parts(raw.parts, fields, false);
    return fields.word();
  }

  document({ body, quoted }: HereDocument, place: Span): Word {
    if (body === undefined) return Word.text('', place);
    return this.expand(new Lexer(body, this.diagnostics).document(quoted));
  }

  /** @param operand blanks in unquoted text separate words, too */
  #parts(parts: readonly Part[], fields: Fields, operand: boolean): void {
    for (const part of parts)
      if (part.kind === 'parameter')
        this.#value(this.#depth < MAX_DEPTH ? parameterValue(this, part) : undefined, part, fields);
      else if ('inside' in part) this.#value(this.#substitution(part), part, fields);
      else if (part.kind === 'text' && operand && !part.quoted) fields.split(part);
      else fields.add(part);
  }

  #value(value: Value | undefined, part: Expansion, fields: Fields): void {
    const { quoted, start, end } = part;
    if (value === undefined) fields.add({ kind: 'text', text: part.written, start, end, quoted });
    else if (value.kind === 'unresolved')
      fields.add({ kind: 'unresolved', value: value.value, start, end, quoted: quoted && !value.many });
    else if (value.kind === 'operand') {
      this.#depth += 1;
      this.#parts(partsOf(value.operand), fields, !quoted);
      this.#depth -= 1;
    } else
      for (const [index, word] of value.words.entries()) {
        if (index > 0) fields.next(part);
        this.#word(word, part, fields);
      }
  }

  #word(word: Word, part: Expansion, fields: Fields): void {
    const { quoted, start, end } = part;
    this.diagnostics.fillInWord(word, start);
    // The result is a word, even if it is empty.
    if (quoted) fields.add({ kind: 'text', text: '', start, end, quoted });
    for (const segment of word.segments)
      if (segment.kind !== 'text' || quoted) fields.add({ ...segment, start, end });
      else fields.split({ ...segment, start, end });
  }

  /** What a substitution stands for; of a process substitution the name is open, but its content may be known. */
  #substitution(part: Expansion): Value {
    const { kind, written, start, end } = part;
    const isArithmetic = kind === 'arithmetic';
    const content = isArithmetic || this.#depth >= MAX_DEPTH ? undefined : this.#output(part);
    // Command substitution removes trailing newlines.
    if (content !== undefined && kind === 'command')
      return { kind: 'words', words: [content.slice(0, trimmed(content.outline, '\n'))] };
    const what = isArithmetic
      ? `${named(written)} is not computed`
      : `The output of ${named(written)} is not known`;
    const message = `${what}: give its value.`;
    const warning = content ? undefined : ({ code: 'command_substitution', message, start, end } as const);
    const value = this.diagnostics.unresolved.value(nameOf(written), written, { content, warning });
    return { kind: 'unresolved', value, many: false };
  }
}

class Fields {
  readonly #place: Span;
  readonly #diagnostics: Diagnostics;
  readonly #out: Word[] | undefined;
  #segments: Segment[] = [];

  /** @param out takes the fields; without it none are split */
  constructor(place: Span, diagnostics: Diagnostics, out?: Word[]) {
    this.#place = place;
    this.#diagnostics = diagnostics;
    this.#out = out;
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
  }

  /** Adds a text that is split at its blanks. */
  split(segment: TextSegment): void {
    const texts = this.#out === undefined ? [segment.text] : segment.text.split(/[ \t\n]+/);
    for (const [index, text] of texts.entries()) {
      if (index > 0) this.next(segment);
      this.add({ ...segment, text });
    }
  }

  next({ start, end }: Span): void {
    this.#diagnostics.fillIn(WORD_COST, start);
    if (this.#out === undefined) this.add({ kind: 'text', text: ' ', start, end, quoted: true });
    else this.end();
  }

  word(): Word {
    return Word.of(this.#segments, this.#place);
  }

  /** Ends a field: one with nothing in it, not even quotes, is none. */
  end(): void {
    const word = this.word();
    if (!word.isEmpty || this.#segments.some((segment) => segment.kind === 'text' && segment.quoted))
      this.#out?.push(word);
    this.#segments = [];
  }
}
