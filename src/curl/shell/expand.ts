/** Shell pass: words as they are written → words with their values: variables, substitutions, braces, field splitting. */
import { type Diagnostics, nameOf } from '../diagnostics.ts';
import { expandBraces } from './braces.ts';
import { substituted } from './known-output.ts';
import { parameterValue, type Value } from './parameter.ts';
import type { Scope } from './scope.ts';
import { type Expansion, type HereDocument, type Part, partsOf, type RawWord } from './syntax.ts';
import { type OpenValue, type Segment, type Span, Word } from './word.ts';
import { WordLexer } from './word-lexer.ts';

/** What a word counts besides its characters among those that are filled in: it is an object even when it is empty. */
const WORD_COST = 128;
/** Expansions within each other. */
const MAX_DEPTH = 4;
const BLANKS = /[ \t\n]+/;

export class Expander {
  readonly diagnostics: Diagnostics;
  scope: Scope;
  readonly #output: (part: Expansion) => Word | undefined;
  #depth = 0;

  /** @param output what the command of a substitution prints; undefined where that is not known */
  constructor(diagnostics: Diagnostics, scope: Scope, output: (part: Expansion) => Word | undefined) {
    this.diagnostics = diagnostics;
    this.scope = scope;
    this.#output = output;
  }

  /** All words that a word expands to: none for an empty variable, several for field splitting and braces. */
  words(raw: RawWord, out: Word[]): void {
    if (raw.kind === 'word') {
      out.push(raw);
      return;
    }
    const alternatives = expandBraces(raw.parts);
    if (alternatives === undefined) throw this.diagnostics.error('too_many_words', raw);
    if (alternatives.length > 1) {
      if (alternatives.some(hasLongerName))
        throw this.diagnostics.error(
          'shell_syntax',
          raw,
          'What follows the braces joins a name; write ${NAME}.',
        );
      const length = raw.parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 1), 0);
      this.diagnostics.fillIn(alternatives.length * (length + WORD_COST), raw.start);
    }
    for (const parts of alternatives) {
      const fields = new Fields(raw, true);
      this.#parts(parts, fields, false);
      fields.close(out);
    }
  }

  /** The one word that a word is where no fields are split: in assignments and redirections. */
  expand(raw: RawWord): Word {
    if (raw.kind === 'word') return raw;
    const fields = new Fields(raw, false);
    this.#parts(raw.parts, fields, false);
    const out: Word[] = [];
    fields.close(out);
    return out[0] ?? Word.text('', raw);
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
          else fields.add(part, part.quoted);
          break;
        case 'brace':
          fields.add(
            { kind: 'text', text: part.text, start: part.start, end: part.end, quoted: false },
            false,
          );
          break;
        case 'parameter':
          this.#value(this.#depth < MAX_DEPTH ? parameterValue(this, part) : undefined, part, fields);
          break;
        case 'command':
        case 'process':
        case 'arithmetic':
          this.#value(this.#substitution(part), part, fields);
          break;
        default:
          fields.add(part, false);
      }
  }

  #value(value: Value | undefined, part: Expansion, fields: Fields): void {
    const { quoted, start, end } = part;
    switch (value?.kind) {
      case undefined:
        fields.add({ kind: 'text', text: part.written, start, end, quoted }, quoted);
        break;
      case 'open':
        fields.add(
          { kind: 'open', value: value.value, start, end, quoted: quoted && !value.many },
          quoted && !value.many,
        );
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
    if (quoted) fields.mark();
    const custom = !quoted && fields.splits && this.scope.get('IFS') !== undefined;
    if (custom && /[^\w./-]/.test(word.outline)) {
      const { written } = part;
      const message = `How IFS splits ${written} is not computed.`;
      const value = this.diagnostics.unknown(nameOf(written), [written], 'variable', message, part);
      fields.add({ kind: 'open', value, start, end, quoted: false }, false);
      return;
    }
    for (const segment of word.segments) {
      const placed = { ...segment, start, end };
      if (placed.kind === 'text' && !quoted) this.#countFields(fields.split(placed), start);
      else fields.add(placed, quoted);
    }
  }

  #countFields(count: number, at: number): void {
    if (count > 0) this.diagnostics.fillIn(count * WORD_COST, at);
  }

  #substitution(part: Expansion): Value {
    const { kind, written } = part;
    const output = kind === 'arithmetic' || this.#depth >= MAX_DEPTH ? undefined : this.#output(part);
    if (output !== undefined && kind === 'command') return { kind: 'word', word: substituted(output) };
    const value = this.diagnostics.known(written) ?? this.#openOutput(part, output);
    return { kind: 'open', value, many: false };
  }

  /** @param output of what a process substitution runs, whose name is open but not its content */
  #openOutput({ kind, written, start, end }: Expansion, output: Word | undefined): OpenValue {
    const name = nameOf(written);
    const message =
      kind === 'arithmetic' ? 'Arithmetic is not computed.' : 'The output of this command is not known.';
    const warning =
      output === undefined ? ({ code: 'command_substitution', message, start, end } as const) : undefined;
    const spellings = [written, `$${name}`, `\${${name}}`] as const;
    return this.diagnostics.open(name, spellings, { content: output, warning });
  }
}

/** Whether the name of a variable would go on: braces are expanded before all else, so that `{$A,b}c` is `$Ac bc`. */
function hasLongerName(parts: readonly Part[]): boolean {
  return parts.some((part, index) => {
    const next = parts[index + 1];
    const isName = part.kind === 'parameter' && part.written === `$${part.inside.text}`;
    return isName && next?.kind === 'text' && !next.quoted && /^\w/.test(next.text);
  });
}

/** The fields of a word that is being expanded. */
class Fields {
  readonly splits: boolean;
  readonly #place: Span;
  readonly #done: Word[] = [];
  #segments: Segment[] = [];
  /** There is a word, even if it has nothing in it. */
  #any = false;

  constructor(place: Span, splits: boolean) {
    this.#place = place;
    this.splits = splits;
  }

  mark(): void {
    this.#any = true;
  }

  /** @param quoted what has nothing in it is a word, too */
  add(segment: Segment, quoted: boolean): void {
    if (quoted) this.#any = true;
    this.#segments.push(segment);
  }

  /** Adds a text that is split at its blanks. @returns how many words it ended */
  split(segment: Extract<Segment, { kind: 'text' }>): number {
    if (!this.splits || !BLANKS.test(segment.text)) {
      this.add(segment, false);
      return 0;
    }
    const before = this.#done.length;
    for (const [index, text] of segment.text.split(BLANKS).entries()) {
      if (index > 0) this.#end();
      this.add({ ...segment, text }, false);
    }
    return this.#done.length - before;
  }

  /** The next word of several. */
  next(place: Span): void {
    if (this.splits) this.#end();
    else this.add({ kind: 'text', text: ' ', start: place.start, end: place.end, quoted: true }, true);
  }

  #end(): void {
    const word = Word.of(this.#segments, this.#place);
    if (this.#any || !word.isEmpty) this.#done.push(word);
    this.#segments = [];
    this.#any = false;
  }

  close(out: Word[]): void {
    this.#end();
    for (const word of this.#done) out.push(word);
  }
}
