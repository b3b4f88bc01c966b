/**
 * Lexer: text of a POSIX shell (bash as people paste it) → tokens. Rules: POSIX.1-2024, Shell Command Language, and
 * the Bash manual for `<<<`, `&>` and arrays.
 */
import { Diagnostics } from '../diagnostics.ts';
import { indexOr, type Span, Word } from '../word.ts';
import { lastLineEnd, readDelimiter, readDocument } from './here-documents.ts';
import {
  type ArrayAssignment,
  bareText,
  type HereDocument,
  isWord,
  type Operator,
  type RawWord,
  type Redirection,
  type Token,
} from './syntax.ts';
import { BLANKS, OPERATORS, WordLexer } from './word-lexer.ts';

/** A text of so many words is none that a person pastes. */
export const MAX_WORDS = 10_000;
/** Here-documents without an end that are looked for within one expansion. */
const MAX_MISSED = 20;

const ARRAY = /^([A-Za-z_]\w*)(\+?)=$/;
/** `\ -H` on one line: a page has lost the line end behind the backslash. */
const LOST_LINE_END = /\\[ \t]+(?=--?[A-Za-z]|["']?https?:\/\/)/y;
const LOST =
  'A line end is missing behind the backslash: a shell would take the blank for a part of the argument. The parser reads on.';
const REDIRECTION = /&>>?|<<[<-]?|<[&>]?|>[>&|]?/y;
const CONTROL = /&&|\|[|&]?|;;|[&;()\n]/y;

/** Reads the tokens of a shell text, one after the other. */
export class Lexer extends WordLexer {
  wordStart = 0;
  #count = 0;
  /** The lexer is inside the parentheses of an array. */
  #inArray = false;
  /** Comments of a text that is read tolerantly. */
  readonly comments: Span[] = [];
  /** Here-documents whose line has not ended yet. */
  #awaited: HereDocument[] = [];
  #missed = 0;

  /** Null before it is read. */
  #next: Token | undefined | null = null;

  /** The next token, which stays the next one; undefined at the end. */
  peek(): Token | undefined {
    if (this.#next === null) this.#next = this.next();
    return this.#next;
  }

  /** Consumes the next token. */
  take(): void {
    this.peek();
    this.#next = null;
  }

  /** Takes the next token if it is one of these operators. */
  accept(texts: string | readonly string[]): Operator | undefined {
    const token = this.peek();
    if (token?.kind !== 'operator' || !texts.includes(token.text)) return undefined;
    this.#next = null;
    return token;
  }

  /** The text of the next token if it is a word without quotes and expansions, as a reserved word is. */
  bare(): string | undefined {
    const token = this.peek();
    return isWord(token) ? bareText(token) : undefined;
  }

  /** Moves to another position and skips the text before it. */
  goTo(position: number): void {
    this.#next = null;
    this.position = position;
  }

  /** The delimiter of a here-document whose line has not ended. */
  get openDocument(): string | undefined {
    return this.#awaited[0]?.delimiter;
  }

  /**
   * The next token, or undefined at the end of the text.
   * @throws InputError for quotes that are not closed
   */
  next(): Token | undefined {
    const src = this.src;
    this.#count += 1;
    if (this.#count > MAX_WORDS && !this.isTolerant)
      throw this.diagnostics.error('too_many_words', this.#span(this.position).start);
    while (this.position < src.length) {
      const char = src.charAt(this.position);
      if (BLANKS.includes(char)) this.position += 1;
      else if (char === '#') this.#comment();
      else if (char === '\\' && (this.#lostLineEnd() || this.continuation())) continue;
      else if (OPERATORS.includes(char) && this.placeholderEnd(true) === this.position)
        return this.#operator(char);
      else return this.#word();
    }
    // A here-document on the last line is empty.
    if (!this.isTolerant) this.#readDocuments();
    return undefined;
  }

  #comment(): void {
    const end = indexOr(this.src.indexOf('\n', this.position), this.src.length);
    if (this.isTolerant) this.comments.push({ start: this.position, end });
    this.position = end;
  }

  #operator(char: string): Token {
    const src = this.src;
    const start = this.position;
    const redirects = char === '<' || char === '>';
    if (redirects && src[start + 1] === '(') return this.#word();
    if (redirects || src.startsWith('&>', start)) return this.#redirection('');
    this.position = this.endOf(CONTROL);
    const text = src.slice(start, this.position);
    if (text === '\n' && this.#awaited.length > 0) this.#readDocuments();
    return { kind: 'operator', text, ...this.source.span(start, start + text.length) };
  }

  #lostLineEnd(): boolean {
    const start = this.position;
    const end = this.isTolerant ? start : this.endOf(LOST_LINE_END);
    if (end > start) this.warn('space_after_backslash', start, end, LOST);
    this.position = end;
    return end > start;
  }

  #readDocuments(): void {
    for (const document of this.#awaited)
      if (this.depth > 0) this.#skipDocument(document);
      // A tolerant lexer reads the here-document as words.
      else if (!this.isTolerant) this.position = readDocument(document, this.source, this.position);
    this.#awaited = [];
  }

  #skipDocument({ delimiter }: HereDocument): void {
    const end = this.#missed < MAX_MISSED ? lastLineEnd(this.src, this.position, delimiter) : -1;
    if (end < 0) this.#missed += 1;
    else this.position = end;
  }

  protected scriptEnd(from: number): number {
    const script = new Lexer(this.source, this.diagnostics, this.isTolerant);
    script.position = from;
    script.depth = this.depth;
    script.isSkipping = true;
    for (let open = 1; ; ) {
      const token = script.next();
      if (token === undefined) return this.src.length;
      if (token.kind === 'operator') open += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
      if (open === 0) return script.position - 1;
    }
  }

  #span(start: number): Span {
    return this.source.span(start, this.position);
  }

  #refused(place: Span, message: string) {
    return this.diagnostics.error('shell_syntax', place, message);
  }

  /** `NAME=(a b c)`, behind its parenthesis */
  #array(start: number, name: string, append: boolean): ArrayAssignment {
    if (this.#inArray)
      throw this.#refused(this.#span(start), 'An array cannot contain another array. Quote the parentheses.');
    this.#inArray = true;
    this.position += 1;
    const items: RawWord[] = [];
    for (;;) {
      const token = this.next();
      if (token === undefined || (token.kind === 'operator' && token.text === ')')) break;
      if (isWord(token)) items.push(token);
      else if (token.kind !== 'operator' || token.text !== '\n')
        throw this.#refused(token, 'A shell refuses this operator in an array. Quote it.');
    }
    this.#inArray = false;
    return { kind: 'array', name, append, value: items, ...this.#span(start) };
  }

  /** @param descriptor the digits before it */
  #redirection(descriptor: string): Redirection {
    const start = this.position;
    const operator = this.src.slice(start, this.endOf(REDIRECTION));
    this.position += operator.length;
    const common = { kind: 'redirection', operator, descriptor } as const;
    if (operator !== '<<' && operator !== '<<-')
      return { ...common, target: this.#target(), ...this.#span(start) };
    this.#skipBlanks();
    const { delimiter, quoted, end } = readDelimiter(this.src, this.position);
    if (end < 0) this.unclosed(this.position, '');
    this.position = Math.max(end, this.position);
    const target = { delimiter, quoted, stripTabs: operator === '<<-', body: undefined, isClosed: false };
    this.#awaited.push(target);
    return { ...common, target, ...this.#span(start) };
  }

  #target(): RawWord {
    this.#skipBlanks();
    const char = this.src.charAt(this.position);
    const process = (char === '<' || char === '>') && this.src[this.position + 1] === '(';
    // At the end of the text the character is '', which any text includes.
    const isMissing = OPERATORS.includes(char) && !process;
    if (isMissing && !this.isTolerant)
      throw this.#refused(
        this.#span(this.position),
        'The file name of the redirection is missing. Write it, or quote the operator.',
      );
    return this.read();
  }

  #skipBlanks(): void {
    while (this.position < this.src.length) {
      if (BLANKS.includes(this.src.charAt(this.position))) this.position += 1;
      else if (this.src[this.position] !== '\\' || !this.continuation()) return;
    }
  }

  /** A word; or a redirection when the word is its file descriptor, `2>&1`, or an array that is assigned. */
  #word(): Token {
    const start = this.position;
    this.wordStart = start;
    const word = this.read();
    const next = this.src.charAt(this.position);
    if (next !== '(' && next !== '<' && next !== '>') return word;
    const written = this.src.slice(start, this.position);
    if (next !== '(') return /^\d+$/.test(written) ? this.#redirection(written) : word;
    const [, name, plus] = (!this.isTolerant && ARRAY.exec(written)) || [];
    return name === undefined ? word : this.#array(start, name, plus === '+');
  }
}

/** Where the bracket closes behind a dollar sign in double quotes; -1 when it does not. */
export function closingBracket(text: string, dollar: number): number {
  const source = Word.text(text, { start: 0, end: text.length });
  const lexer = new Lexer(source, new Diagnostics((index) => index), true);
  lexer.position = dollar;
  lexer.skipBracket(true);
  return lexer.position < text.length ? lexer.position : -1;
}
