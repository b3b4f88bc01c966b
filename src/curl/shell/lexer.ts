/**
 * Shell pass: text of a POSIX shell (bash as people paste it) → tokens. Rules: POSIX.1-2024, Shell Command Language, and
 * the Bash manual for `<<<`, `&>` and arrays.
 */
import type { Diagnostics } from '../diagnostics.ts';
import { CLASS, isBlank, OPERATOR } from './characters.ts';
import { type HereDocuments, readDelimiter } from './here-documents.ts';
import type { ArrayAssignment, RawWord, Redirection, ShellText, Token } from './syntax.ts';
import { WordLexer } from './word-lexer.ts';

const ARRAY = /([A-Za-z_]\w*)(\+?)=\(/y;
/** `http://host/<id>`, as documentation writes what is to be filled in. */
const ANGLE_PLACEHOLDER = /<[A-Za-z][\w-]{0,39}>/y;
const REDIRECTIONS = ['<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'];
const OPERATORS = ['&&', '||', '|&', ';;', '|', '&', ';', '(', ')', '\n'];

export class Lexer {
  readonly #source: ShellText;
  readonly #src: string;
  readonly #end: number;
  readonly #diagnostics: Diagnostics;
  readonly #documents: HereDocuments;
  readonly #words: WordLexer;

  constructor(
    source: ShellText,
    diagnostics: Diagnostics,
    documents: HereDocuments,
    from = 0,
    to = source.text.length,
  ) {
    this.#source = source;
    this.#src = source.text;
    this.#end = to;
    this.#diagnostics = diagnostics;
    this.#documents = documents;
    this.#words = new WordLexer(source, diagnostics, from, to);
  }

  get position(): number {
    return this.#words.position;
  }

  /** Goes on from another place of the same source. */
  skipTo(position: number): void {
    this.#words.position = position;
  }

  /**
   * The next token, or undefined at the end of the text.
   * @throws InputError for quotes that are not closed
   */
  next(): Token | undefined {
    const src = this.#src;
    while (this.#words.position < this.#end) {
      const unit = src.charCodeAt(this.#words.position);
      if (isBlank(unit)) this.#words.position += 1;
      else if (unit === 0x23) {
        const newline = src.indexOf('\n', this.#words.position);
        this.#words.position = newline < 0 || newline > this.#end ? this.#end : newline;
      } else if (unit === 0x5c && this.#words.continuation()) continue;
      else if (unit < 128 && CLASS[unit] === OPERATOR) return this.#operator(unit);
      else return this.#array() ?? this.#wordOrRedirection();
    }
    return undefined;
  }

  #operator(unit: number): Token {
    const src = this.#src;
    const start = this.#words.position;
    const redirects = unit === 0x3c || unit === 0x3e;
    if (redirects) return src[start + 1] === '(' ? this.#wordOrRedirection() : this.#redirection('');
    if (unit === 0x26 && src[start + 1] === '>') {
      this.#words.position += src[start + 2] === '>' ? 3 : 2;
      return {
        kind: 'redirection',
        operator: '&>',
        descriptor: '',
        target: this.#target(),
        ...this.#span(start),
      };
    }
    const text = OPERATORS.find((operator) => src.startsWith(operator, start)) ?? '';
    this.#words.position += text.length;
    if (text === '\n')
      this.#words.position = this.#documents.read(this.#source, this.#words.position, this.#end);
    const end = this.#source.till(start + text.length);
    return { kind: 'operator', text, start: this.#source.at(start), end };
  }

  #span(start: number): { start: number; end: number } {
    return this.#source.span(start, this.#words.position);
  }

  /** `NAME=(a b c)` */
  #array(): ArrayAssignment | undefined {
    ARRAY.lastIndex = this.#words.position;
    const [whole = '', name = '', plus] = ARRAY.exec(this.#src) ?? [];
    if (whole === '') return undefined;
    const start = this.#words.position;
    this.#words.position += whole.length;
    const items: RawWord[] = [];
    for (;;) {
      const token = this.next();
      if (token === undefined || (token.kind === 'operator' && token.text === ')')) break;
      if (token.kind === 'word') items.push(token);
      else if (token.kind !== 'operator' || token.text !== '\n')
        throw this.#diagnostics.error('shell_syntax', token, 'A shell does not expect this here.');
    }
    return { kind: 'array', name, append: plus === '+', items, ...this.#span(start) };
  }

  /** @param descriptor the digits before it */
  #redirection(descriptor: string): Redirection {
    const src = this.#src;
    const start = this.#words.position;
    const operator = REDIRECTIONS.find((text) => src.startsWith(text, start)) ?? '<';
    ANGLE_PLACEHOLDER.lastIndex = start;
    if (operator === '<' && start > 0 && !isBlank(src.charCodeAt(start - 1)) && ANGLE_PLACEHOLDER.test(src))
      this.#diagnostics.warn(
        'angle_placeholder',
        this.#source.span(start, ANGLE_PLACEHOLDER.lastIndex),
        'A shell reads from and writes to files here; if this is a placeholder, put its value in.',
      );
    this.#words.position += operator.length;
    const common = { kind: 'redirection', operator, descriptor } as const;
    if (operator !== '<<' && operator !== '<<-')
      return { ...common, target: this.#target(), ...this.#span(start) };
    this.#skipBlanks();
    const { delimiter, quoted, end } = readDelimiter(this.#src, this.#words.position, this.#end);
    if (end < 0) throw this.#words.unclosed(this.#words.position);
    const document = { body: undefined };
    this.#documents.add({
      document,
      delimiter,
      quoted,
      stripTabs: operator === '<<-',
    });
    this.#words.position = end;
    return { ...common, target: document, ...this.#span(start) };
  }

  /** The word after a redirection operator. */
  #target(): RawWord {
    this.#skipBlanks();
    const unit = this.#src.charCodeAt(this.#words.position);
    const process = (unit === 0x3c || unit === 0x3e) && this.#src[this.#words.position + 1] === '(';
    if (this.#words.position >= this.#end || (unit < 128 && CLASS[unit] === OPERATOR && !process))
      throw this.#diagnostics.error(
        'shell_syntax',
        this.#source.at(Math.min(this.#words.position, this.#end)),
        'A redirection needs a file name.',
      );
    return this.#words.read();
  }

  #skipBlanks(): void {
    while (this.#words.position < this.#end) {
      if (isBlank(this.#src.charCodeAt(this.#words.position))) this.#words.position += 1;
      else if (this.#src[this.#words.position] !== '\\' || !this.#words.continuation()) return;
    }
  }

  /** A word, or a redirection when the word is its file descriptor: `2>&1`. */
  #wordOrRedirection(): Token {
    const start = this.#words.position;
    const word = this.#words.read();
    const unit = this.#src.charCodeAt(this.#words.position);
    const redirects = this.#words.position < this.#end && (unit === 0x3c || unit === 0x3e);
    const digits = redirects ? this.#src.slice(start, this.#words.position) : '';
    return /^\d+$/.test(digits) ? this.#redirection(digits) : word;
  }
}
