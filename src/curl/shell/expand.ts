/** Shell pass: words as they are written → words with their values: variables, substitutions, field splitting. */
import { nameOf } from '../../request/spellings.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { type Expansion, type HereDocument, type Part, partsOf, type RawWord } from '../lexer/syntax.ts';
import { Lexer } from '../lexer/token-lexer.ts';
import { append, type Segment, type Span, trimmed, Word } from '../word.ts';
import { parameterValue, type Value } from './parameter.ts';
import type { Scope } from './scope.ts';

/** What a word counts besides its characters among those that are filled in: it is an object even when it is empty. */
const WORD_COST = 128;
const MAX_DEPTH = 4;

/** A piece of the value of a word, or the end of one of several arguments. */
type Piece = (Segment & { readonly splits?: boolean }) | (Span & { readonly kind: 'end' });

/** Expands words to their values, in one scope. */
export abstract class Expander {
  readonly diagnostics: Diagnostics;
  readonly scope: Scope;
  #depth = 0;

  constructor(diagnostics: Diagnostics, scope: Scope) {
    this.diagnostics = diagnostics;
    this.scope = scope;
  }

  /** What the command of a substitution prints; undefined where that is not known. */
  protected abstract outputOf(part: Expansion): Word | undefined;

  /** All words that a word expands to: none for an empty variable, several for field splitting. */
  words(raw: RawWord, out: Word[]): void {
    if (raw.kind === 'word') {
      out.push(raw);
      return;
    }
    let field: Segment[] = [];
    // A field with nothing in it, not even quotes, is none.
    const end = () => {
      const word = Word.of(field, raw);
      if (!word.isEmpty || field.some((segment) => segment.kind === 'text' && segment.quoted)) out.push(word);
      field = [];
    };
    for (const piece of this.#pieces(raw.parts, false))
      if (piece.kind === 'end') end();
      else if (piece.kind === 'unresolved' || piece.splits !== true) field.push(piece);
      else
        for (const [index, text] of piece.text.split(/[ \t\n]+/).entries()) {
          if (index > 0) {
            this.diagnostics.fillIn(WORD_COST, piece.start);
            end();
          }
          field.push({ ...piece, text });
        }
    end();
  }

  /** The one word that a word is where no fields are split: in assignments and redirections. */
  expand(raw: RawWord): Word {
    if (raw.kind === 'word') return raw;
    const segments = this.#pieces(raw.parts, false).map(
      (piece): Segment =>
        piece.kind === 'end' ? { ...piece, kind: 'text', text: ' ', quoted: true } : piece,
    );
    return Word.of(segments, raw);
  }

  document({ body, quoted }: HereDocument, place: Span): Word {
    if (body === undefined) return Word.text('', place);
    return this.expand(new Lexer(body, this.diagnostics).document(quoted));
  }

  /** @param isOperand blanks in unquoted text separate words, too */
  #pieces(parts: readonly Part[], isOperand: boolean): Piece[] {
    const pieces: Piece[] = [];
    for (const part of parts)
      if (part.kind === 'text') pieces.push(isOperand && !part.quoted ? { ...part, splits: true } : part);
      else if (part.kind === 'unresolved') pieces.push(part);
      else append(pieces, this.#expansion(part));
    return pieces;
  }

  #expansion(part: Expansion): Piece[] {
    const { written, quoted, start, end } = part;
    const isDeep = this.#depth >= MAX_DEPTH;
    const value =
      part.kind !== 'parameter' ? this.#substitution(part) : isDeep ? undefined : parameterValue(this, part);
    if (value === undefined) return [{ kind: 'text', text: written, start, end, quoted }];
    if (value.kind === 'unresolved')
      return [{ kind: 'unresolved', value: value.value, start, end, quoted: quoted && !value.many }];
    if (value.kind === 'words')
      return value.words.flatMap((word, index) => this.#filledIn(word, part, index > 0));
    this.#depth += 1;
    const pieces = this.#pieces(partsOf(value.operand), !quoted);
    this.#depth -= 1;
    return pieces;
  }

  /** @param isNext another word stands before it */
  #filledIn(word: Word, { quoted, start, end }: Span & { quoted: boolean }, isNext: boolean): Piece[] {
    this.diagnostics.fillInWord(word, start);
    if (isNext) this.diagnostics.fillIn(WORD_COST, start);
    const pieces: Piece[] = isNext ? [{ kind: 'end', start, end }] : [];
    // The result is a word, even if it is empty.
    if (quoted) pieces.push({ kind: 'text', text: '', start, end, quoted });
    for (const segment of word.segments) pieces.push({ ...segment, start, end, splits: !quoted });
    return pieces;
  }

  /** What a substitution stands for; of a process substitution the name is open, but its content may be known. */
  #substitution(part: Expansion): Value {
    const { kind, written, start, end } = part;
    const isArithmetic = kind === 'arithmetic';
    const content = isArithmetic || this.#depth >= MAX_DEPTH ? undefined : this.outputOf(part);
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
