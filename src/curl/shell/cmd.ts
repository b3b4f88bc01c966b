/**
 * Shell pass: text for cmd.exe → commands. First cmd.exe reads a line (carets, `%NAME%`, `&` and `|`), then the C
 * runtime splits it by the rules of curl.exe (backslashes before quotes, `""`).
 */
import { type Span, Word } from '../word.ts';
import type { Command } from './command.ts';
import { isCurlWord, WindowsReader } from './windows.ts';

/**
 * Chrome wrote carets into arguments in plain quotes until 2024. To cmd.exe these carets are text, but nobody who copies
 * such a command means them.
 */
const CARETED = /[ \t]"[^"\n^]{0,1000}\^[&%{}[\]\\]/;
/** `%NAME%`, `%NAME:~0,5%`, `%1`, `%~dp0`, `%*`, `%%i` of a loop; not `%20` of a URL. */
const VARIABLE =
  /%(?:(?![\dA-Fa-f]{2}%)([A-Za-z_]\w{0,100})(:[^%\n]{1,200})?%|~[a-z]{0,9}\d|[\d*](?![\w%])|%[A-Za-z](?!\w))/y;
/** A percent sign as some browsers wrote it within quotes. */
const CARETED_PERCENT = /\^%\^(?=[\da-fA-F]{2})/y;
const PLAIN = /[^%"\r\n^&|<>]+/y;
const REDIRECTION = /[<>]{1,2}(?:&\d)?[ \t]*("[^"\n]{0,500}"|[^\s"&|<>]{1,500})?/y;
/** A caret at the line end; white space behind it is forgiven. */
const CONTINUATION = /\^([ \t]{0,100})\r?\n/y;
/** `set NAME=value`, `set "NAME=value"` */
const ASSIGNMENT = /^\s*@?set\s+("?)([^=\s"/]+)=/i;
/** What runs another command, or runs it several times. */
const BLOCK = /^@?(?:if|for|\(.*)$/i;
const BLOCK_REFUSED =
  'The `if`, `for` and parentheses of cmd.exe are not read. Paste the curl command alone.';
const DELAYED_REFUSED = 'Delayed expansion is not read. Write the value in the place of `!NAME!`.';

/** Reads text for cmd.exe. */
export class CmdReader extends WindowsReader {
  /** Carets within quotes escape too. */
  readonly #careted = CARETED.test(this.text) && !/[ \t]\^"/.test(this.text);
  readonly #isDelayed = /enabledelayedexpansion/i.test(this.text);
  readonly #lastQuote = this.text.lastIndexOf('"');
  /** Whether quotes are open for cmd.exe, which does not know `\"`. */
  #inQuotes = false;

  commands(): Command[] {
    const { text, diagnostics } = this;
    if (this.#careted)
      diagnostics.warn('dialect_guessed', { start: text.indexOf('"'), end: text.lastIndexOf('"') + 1 });
    while (this.at < text.length) {
      const start = this.at;
      const operator = this.#readLine();
      const span = { start, end: this.at };
      this.at += Math.max(1, operator.length);
      const words = this.splitLine();
      const line = Word.of(this.segments, span);
      const [head, quote, name = ''] = ASSIGNMENT.exec(line.outline) ?? [];
      if (head === undefined) this.add(this.#command(words), operator, span);
      else {
        const end = quote === '' ? -1 : line.outline.lastIndexOf('"');
        this.set(name, start, line.slice(head.length, end < head.length ? undefined : end));
      }
    }
    return this.read;
  }

  /** The words of a command without the `@` before it, and what else is known of it. */
  #command([program, ...args]: Word[]): readonly Word[] {
    if (program === undefined) return [];
    const words = [program.slice(/^@(?=\w)/.test(program.outline) ? 1 : 0), ...args];
    const isBlock = BLOCK.test(program.outline);
    const curl = words.findIndex(({ outline }) =>
      (isBlock ? /^\W*curl(?:\.exe)?$/i : /^curl$/).test(outline),
    );
    if (isBlock && curl >= 0) {
      this.fault(program, BLOCK_REFUSED);
      return [Word.text('curl', words[curl] ?? program), ...words.slice(curl + 1)];
    }
    const delayed = this.#isDelayed && words.find(({ outline }) => outline.includes('!'));
    if (delayed) this.fault(delayed, DELAYED_REFUSED);
    const single = words.some(isCurlWord) && words.find(({ outline }) => outline.startsWith("'"));
    if (single) this.diagnostics.warn('cmd_quotes', single);
    return words;
  }

  /** Reads up to a line end or an operator outside quotes, where it stays. @returns the operator */
  #readLine(): string {
    this.begin();
    this.#inQuotes = false;
    while (this.at < this.text.length) {
      const char = this.text.charAt(this.at);
      const plain = this.match(PLAIN)?.[0];
      if (plain !== undefined) this.take(plain.length);
      else if (char === '\n' && !(this.#inQuotes && this.at < this.#lastQuote)) return char;
      else if (!this.#inQuotes && (char === '&' || char === '|')) {
        const operator = this.text[this.at + 1] === char ? char + char : char;
        this.#refuseInArgument({ start: this.at, end: this.at + operator.length }, operator);
        return operator;
      } else this.#sign(char);
    }
    return '';
  }

  /** A character that may have a meaning, but ends no command. */
  #sign(char: string): void {
    const quoted = this.#inQuotes;
    const percent = quoted ? this.match(CARETED_PERCENT)?.[0] : undefined;
    if (percent !== undefined) this.take(percent.length, '%');
    else if (char === '%') this.#percent();
    else if (char === '"') {
      this.#inQuotes = !quoted;
      this.#quote();
    } else if (char === '^' && (!quoted || this.#careted)) this.#caret(quoted);
    // The CR of a Windows line end is not part of the line.
    else if (char === '\r') this.take(1, this.text[this.at + 1] === '\n' && !quoted ? '' : char);
    else if (!quoted && /[<>]/.test(char) && !this.isTolerant) {
      if (this.quoted || !this.takePlaceholder()) this.#redirection(char);
    } else {
      if (char === '\n') this.warn('cmd_line_end', { start: this.at, end: this.at + 1 });
      this.take(1);
    }
  }

  /** A caret joins the next line; the first character of that line is taken as it is, even a line end. */
  #caret(quoted: boolean): void {
    if (quoted || !this.continuation(CONTINUATION)) this.at += 1;
    if (this.text[this.at] === '"') this.#quote();
    else this.take(1);
  }

  /** A quote for the C runtime, which knows \". */
  #quote(): void {
    const last = this.segments.at(-1);
    const isEscaped = last?.end === this.at && this.text[this.at - 1] === '\\';
    const quoted = this.quoted === isEscaped;
    this.quoted = true;
    this.take(1);
    this.quoted = quoted;
  }

  #redirection(sign: string): void {
    const [written = sign, target] = this.match(REDIRECTION) ?? [];
    const span = { start: this.at, end: this.at + written.length };
    const last = this.segments.at(-1);
    // The descriptor of `2>` was read as text: remove it.
    if (last?.kind === 'text' && /[ \t]\d$/.test(this.text.slice(Math.max(this.at - 2, 0), this.at)))
      this.segments.splice(-1, 1, { ...last, text: last.text.slice(0, -1), end: last.end - 1 });
    this.#refuseInArgument(span, sign);
    this.at = span.end;
    if (sign === '>' || target === undefined) this.about.redirected = span;
    else this.about.input = { kind: 'file', path: Word.text(target.replace(/^"|"$/g, ''), span, true) };
  }

  /** A variable, or a percent sign: `%%` is one. */
  #percent(): void {
    const [written, name = '', part] = this.match(VARIABLE) ?? [];
    if (written !== undefined) this.takeVariable(written, part === undefined ? name : '');
    else this.take(this.text[this.at + 1] === '%' ? 2 : 1, '%');
  }

  /** For cmd.exe the quotes of `"{\"a\": \"x & y\"}"` have ended at the operator, for the C runtime they have not. */
  #refuseInArgument(place: Span, operator: string): void {
    const message = `cmd.exe ends the argument at this ${operator}, because \\" has ended its quotes. Put ^ before it.`;
    if (this.quoted) this.fault(place, message);
  }
}
