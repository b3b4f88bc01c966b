/**
 * Shell pass: text for cmd.exe → commands. First cmd.exe reads a line (carets, `%NAME%`, `&` and `|`), then the C
 * runtime splits it by the rules of curl.exe (backslashes before quotes, `""`).
 */
import { type Span, Word } from '../word.ts';
import type { Command } from './command.ts';
import { isCurlWord, WindowsReader } from './windows.ts';

/**
 * An argument in plain quotes in which every sign but a few has a caret, and nothing else has one. Chrome wrote it so for
 * some years, with a header in every command. To cmd.exe these carets are text, but nobody who copies such a command means
 * them.
 */
const CARETED =
  /"(?:[A-Za-z0-9 \t_:=+~'/.,?;()*`-]|\^%\^\w|\^[^\nA-Za-z0-9 \t_:=+~'/.,?;()*`-])*"(?=[ \t\r\n]|$)/y;
/** `%NAME%`, and `%NAME:~0,5%` or `%NAME:a=b%`, which are not computed; `!NAME!` is the same in a loop. */
const VARIABLE = /([%!])([A-Za-z_]\w{0,100})(:[^%\n]{1,200})?\1/y;
/** An argument of the batch file: `%1`, `%~dpn1`, `%*`; not `%20`. */
const ARGUMENT = /%(?:~[a-z]{0,9}\d|[\d*](?![\w%]))/y;
/** The variable of a loop: `for %%i in (…) do`. */
const LOOP_VARIABLE = /%%[A-Za-z]|%[A-Za-z](?!\w)/y;
/** A percent sign as some browsers wrote it within quotes. */
const CARETED_PERCENT = /\^%\^(?=[\da-fA-F]{2})/y;
const PLAIN = /[^%!"\r\n^&|<>]+/y;
const REDIRECTION = /[<>]{1,2}(?:&\d)?[ \t]*("[^"\n]{0,500}"|[^\s"&|<>]{1,500})?/y;
/** A caret at the line end; white space behind it is forgiven. */
const CONTINUATION = /\^([ \t]{0,100})\r?\n/y;

/** Reads text for cmd.exe. */
export class CmdReader extends WindowsReader {
  /** Carets within quotes escape too. */
  readonly #careted = this.text.includes(' -H "') && hasCaretedQuotes(this.text);
  readonly #hasLoop = /\bfor\s/i.test(this.text);
  readonly #delayed = /enabledelayedexpansion/i.test(this.text);
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
      const words = command(this.splitLine());
      const line = Word.of(this.segments, span);
      if (this.#assignment(line)) continue;
      const single = words.some(isCurlWord) && words.find((word) => word.outline.startsWith("'"));
      if (single) diagnostics.warn('cmd_quotes', single);
      // `echo` prints the rest of the line with its quotes and blanks.
      const echo = /^[\s(@]*echo[ .:]/i.exec(line.outline)?.[0];
      const output = echo === undefined ? undefined : Word.concat(line, [line.slice(echo.length), '\r\n']);
      this.add(words, operator, span, output);
    }
    return this.read;
  }

  /** `set NAME=value`, `set "NAME=value"` */
  #assignment(line: Word): boolean {
    const [head, quote, name] = /^\s*@?set\s+("?)([^=\s"/]+)=/i.exec(line.outline) ?? [];
    if (head === undefined || name === undefined) return false;
    const end = quote === '' ? -1 : line.outline.lastIndexOf('"');
    this.set(name, line.slice(head.length, end < head.length ? undefined : end));
    return true;
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
    else if (char === '%' || (char === '!' && this.#delayed)) this.#variable(char);
    else if (char === '"') {
      this.#inQuotes = !quoted;
      this.#quote();
    } else if (char === '^' && (!quoted || this.#careted)) this.#caret(quoted);
    // The CR of a Windows line end is not part of the line.
    else if (char === '\r') this.take(1, this.text[this.at + 1] === '\n' && !quoted ? '' : char);
    else if (!quoted && /[<>]/.test(char) && !this.isTolerant) this.#redirection(char);
    else {
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
    const isEscaped = last?.kind === 'text' && last.text.endsWith('\\');
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

  /** `%NAME%`, `%1`, `%%i` of a loop, `!NAME!`: what it stands for. */
  #variable(char: string): void {
    const loop = this.#hasLoop ? this.match(LOOP_VARIABLE)?.[0] : undefined;
    const argument = this.match(ARGUMENT)?.[0];
    const [written, , name = '', part] = this.match(VARIABLE) ?? [];
    if (argument !== undefined)
      this.takeVariable(argument, '', `ARGUMENT_${argument.at(-1)?.replace('*', 'S')}`);
    // Two hex digits between percent signs are percent-encoded bytes of a URL, not a name.
    else if (written !== undefined && !/^[0-9A-Fa-f]{2}$/.test(name))
      this.takeVariable(written, part === undefined ? name : '', part === undefined ? name : `${name}_PART`);
    else if (loop !== undefined) this.takeVariable(loop, '', loop.slice(-1));
    // `%%` becomes `%`; a single exclamation mark is removed.
    else if (char === '%') this.take(this.text[this.at + 1] === '%' ? 2 : 1, '%');
    else this.at += 1;
  }

  /** For cmd.exe the quotes of `"{\"a\": \"x & y\"}"` have ended at the operator, for the C runtime they have not. */
  #refuseInArgument(place: Span, operator: string): void {
    if (!this.quoted) return;
    const message = `cmd.exe ends the argument at this ${operator}, because \\" has ended its quotes. Put ^ before it.`;
    this.about.fault ??= { message, place };
  }
}

/** Whether every argument in plain quotes is written like {@link CARETED}, and one has a caret. */
function hasCaretedQuotes(text: string): boolean {
  let carets = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    CARETED.lastIndex = at;
    const isStart = at === 0 || /\s/.test(text.charAt(at - 1));
    const argument = isStart ? CARETED.exec(text)?.[0] : '"';
    if (argument === undefined) return false;
    carets ||= argument.includes('^');
    at += argument.length;
  }
  return carets;
}

/** The command behind `if exist name`, `for … do`, `for /f %%i in ('`, and parentheses, without what closes them. */
function command(words: readonly Word[]): Word[] {
  const isBlock = /^[@(]*(?:if|for)$|^[@(]/i.test(words[0]?.outline ?? '');
  const at = isBlock ? words.findLastIndex(({ outline }) => /^[@('`]*curl(?:\.exe)?$/i.test(outline)) : -1;
  const [program, ...args] = words.slice(Math.max(at, 0));
  if (program === undefined || at < 0) return [...words];
  const [opening = ''] = /^[@('`]*/.exec(program.outline) ?? [];
  const closer = /['`]$/.test(opening) ? /['`]\)$/ : /\)$/;
  const end = args.findLastIndex(({ outline }) => closer.test(outline));
  const isOpen = words.some(({ outline }) => outline.startsWith('('));
  const last = args[end];
  // A closing parenthesis is at the end of the line.
  if (isOpen && last !== undefined && (end === args.length - 1 || opening.length > 1)) {
    const rest = last.slice(0, last.outline.search(closer));
    args.splice(end, args.length, ...(rest.isEmpty ? [] : [rest]));
  }
  return [program.slice(opening.length), ...args];
}
