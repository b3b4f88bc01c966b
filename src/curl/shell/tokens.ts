/** Shell pass: the tokens of a text, with one token of lookahead. */
import type { Diagnostics } from '../diagnostics.ts';
import { bareText, isWord, type Operator, type ShellText, type Token } from '../lexer/syntax.ts';
import { Lexer } from '../lexer/token-lexer.ts';

export class Tokens {
  readonly lexer: Lexer;
  #next: Token | undefined;
  #isRead = false;

  constructor(source: ShellText, diagnostics: Diagnostics) {
    this.lexer = new Lexer(source, diagnostics);
  }

  /** The next token, which stays the next one; undefined at the end. */
  peek(): Token | undefined {
    if (!this.#isRead) {
      this.#next = this.lexer.next();
      this.#isRead = true;
    }
    return this.#next;
  }

  take(): Token | undefined {
    const token = this.peek();
    this.#isRead = false;
    return token;
  }

  /** Takes the next token if it is one of these operators. */
  accept(texts: string | readonly string[]): Operator | undefined {
    const token = this.peek();
    if (token?.kind !== 'operator' || !texts.includes(token.text)) return undefined;
    this.#isRead = false;
    return token;
  }

  /** The text of the next token if it is a word without quotes and expansions, as a reserved word is. */
  bare(): string | undefined {
    const token = this.peek();
    return isWord(token) ? bareText(token) : undefined;
  }

  /** Goes on at another place: what stood between is no shell's. */
  goTo(position: number): void {
    this.#isRead = false;
    this.lexer.position = position;
  }
}
