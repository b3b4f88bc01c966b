/**
 * Shell pass: text for cmd.exe → commands. First cmd.exe reads a line (carets, `%NAME%`, `&` and `|`), then the C
 * runtime splits it by the rules of curl.exe (backslashes before quotes, `""`).
 */
import type { Diagnostics } from '../diagnostics.ts';
import type { Command, Input } from './ast.ts';
import { isCurl, type Left, openVariable, pipedInput, WindowsEnvironment } from './windows.ts';
import { addSegment, cutter, type Range, type Segment, type Span, Word } from './word.ts';

/**
 * An argument in plain quotes in which everything but letters, digits and a few signs has a caret. Chrome
 * wrote it so for some years. To cmd.exe these carets are text, but nobody who copies such a command means
 * them.
 */
const CARETED = /"(?:[A-Za-z0-9 \t_:=+~'/.,?;()*`-]|\^[^\n])*"(?=[ \t\r\n]|$)/y;
/** `%NAME%`, and `%NAME:~0,5%` or `%NAME:a=b%`, which are not computed. */
const VARIABLE = /%([A-Za-z_]\w{0,100})(:[^%\n]{1,200})?%/y;
/** With delayed expansion. */
const DELAYED = /!([A-Za-z_]\w{0,100})!/y;
/** The variable of a loop: `for %%i in (…) do`. */
const LOOP = /(?:^|[\s(&])for\s(?:\/[a-z]\s)?[^\n]{0,200}?%{1,2}([A-Za-z])\sin\s*\(/gi;
const LOOP_VARIABLE = /%{1,2}([A-Za-z])(?!\w*%)/y;
const REDIRECTION = /[<>]{1,2}(?:&\d)?[ \t]*("[^"\n]*"|[^\s"&|<>]+)?/y;

export function cmdCommands(text: string, diagnostics: Diagnostics): Command[] {
  return new CmdReader(text, diagnostics).commands();
}

/** The arguments of a stretch in which cmd.exe has nothing to say: what follows `--%` in PowerShell. */
export function plainArguments(text: string, { start, end }: Span, diagnostics: Diagnostics): Word[] {
  return splitLine(new CmdReader(text, diagnostics).plain(start, end));
}

class CmdReader {
  readonly #text: string;
  readonly #diagnostics: Diagnostics;
  /** What `set NAME=value` has set; names in upper case. */
  readonly #variables = new Map<string, Word>();
  readonly #environment = new WindowsEnvironment();
  /** Carets within quotes escape too. */
  readonly #careted: boolean;
  /** `!NAME!` is a variable. */
  readonly #delayed: boolean;
  readonly #loops: ReadonlySet<string>;
  #at = 0;
  /** What cmd.exe hands to the program, in pieces as they stand in the source: the line that is being read. */
  #line: Segment[] = [];
  /** Where the last piece begins, which goes on; -1 for none. */
  #run = -1;
  #input: Input = { kind: 'none' };
  #redirected: Span | undefined;

  constructor(text: string, diagnostics: Diagnostics) {
    this.#text = text;
    this.#diagnostics = diagnostics;
    this.#careted = hasCaretedQuotes(text);
    this.#delayed = /enabledelayedexpansion/i.test(text);
    this.#loops = new Set(Array.from(text.matchAll(LOOP), ([, name = '']) => name));
  }

  commands(): Command[] {
    if (this.#careted)
      this.#diagnostics.warn(
        'dialect_guessed',
        { start: this.#text.indexOf('"'), end: this.#text.lastIndexOf('"') + 1 },
        'Carets within double quotes are read as escapes, as the browser meant them; cmd.exe would keep them.',
      );
    const commands: Command[] = [];
    let left: Left | undefined;
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const operator = this.#readLine();
      const span = { start, end: this.#at };
      this.#at += Math.max(1, operator.length);
      const words = command(splitLine(this.#line));
      const [program] = words;
      if (program === undefined || this.#set(span)) continue;
      const stdin = this.#input.kind === 'none' && left !== undefined ? pipedInput(left) : this.#input;
      const environment = this.#environment.snapshot();
      if (words.some(isCurl)) this.#warnOfQuotes(words, span, operator);
      commands.push({
        words,
        stdin,
        get environment() {
          return environment();
        },
        operator,
        redirected: this.#redirected,
        ...span,
      });
      left = operator === '|' ? { words, output: this.#echoed(span), ...span } : undefined;
    }
    return commands;
  }

  /** `set NAME=value`, `set "NAME=value"` */
  #set(span: Span): boolean {
    const line = Word.of(this.#line, span);
    const match = /^\s*@?set\s+("?)([^=\s"/]+)=/i.exec(line.outline);
    const [head, quote, name] = match ?? [];
    if (head === undefined || name === undefined) return false;
    const end = quote === '' ? -1 : line.outline.lastIndexOf('"');
    const value = line.slice(head.length, end < head.length ? undefined : end);
    this.#variables.set(name.toUpperCase(), value);
    this.#environment.set(name, value);
    return true;
  }

  /** `echo` prints what follows as it stands, quotes and blanks included. */
  #echoed(span: Span): Word | undefined {
    const line = Word.of(this.#line, span);
    const head = /^[\s(@]*echo[ .:]/i.exec(line.outline)?.[0];
    return head === undefined ? undefined : Word.concat(line, line.slice(head.length), '\r\n');
  }

  /** Reads up to a line end or an operator outside quotes, where it stays. @returns the operator */
  #readLine(): string {
    const text = this.#text;
    this.#line = [];
    this.#input = { kind: 'none' };
    this.#redirected = undefined;
    let quoted = false;
    let operator = '';
    while (this.#at < text.length && operator === '') {
      const char = text.charAt(this.#at);
      const isSpecial = /[%!"\n^&|<>]/.test(char);
      if (!isSpecial) this.#take();
      else if (this.#variable(char)) continue;
      else if (char === '"') {
        quoted = !quoted;
        this.#take();
      } else if (char === '\n' && quoted && text.includes('"', this.#at)) {
        this.#warn('cmd_line_end', 1);
        this.#take();
      } else if (char === '\n') operator = char;
      else if (char === '^' && (!quoted || this.#careted)) this.#caret(quoted);
      else if (quoted || char === '!' || char === '^') this.#take();
      else if (char === '&' || char === '|') operator = text[this.#at + 1] === char ? char + char : char;
      else this.#redirection(char);
    }
    // The line ends of Windows are no part of the line.
    this.#flush(operator === '\n' && text[this.#at - 1] === '\r' ? this.#at - 1 : this.#at);
    return operator;
  }

  #take(): void {
    if (this.#run < 0) this.#run = this.#at;
    this.#at += 1;
  }

  /** Ends the piece that goes on. */
  #flush(end = this.#at): void {
    const [start, text] = [this.#run, this.#text.slice(Math.max(this.#run, 0), end)];
    if (start >= 0 && text !== '') this.#line.push({ kind: 'text', text, start, end, quoted: true });
    this.#run = -1;
  }

  #warn(code: 'cmd_line_end' | 'space_after_backslash', length: number): void {
    this.#diagnostics.warn(code, { start: this.#at, end: this.#at + length });
  }

  /** A caret joins the next line; the first character of that line is taken as it is, even a line end. */
  #caret(quoted: boolean): void {
    const text = this.#text;
    const blanks = quoted
      ? ''
      : (/^[ \t\r]*(?=\n)/.exec(text.slice(this.#at + 1, this.#at + 200))?.[0] ?? '');
    if (/[ \t]/.test(blanks)) this.#warn('space_after_backslash', 1 + blanks.length);
    this.#flush();
    this.#at += 1 + blanks.length;
    if (!quoted && text[this.#at] === '\n') this.#at += 1;
    if (this.#at < text.length) this.#take();
  }

  #redirection(sign: string): void {
    REDIRECTION.lastIndex = this.#at;
    const [written = sign, target] = REDIRECTION.exec(this.#text.slice(0, this.#at + 600)) ?? [];
    const span = { start: this.#at, end: this.#at + written.length };
    // The descriptor of `2>` has been taken for text.
    this.#flush(/^[ \t]\d$/.test(this.#text.slice(this.#at - 2, this.#at)) ? this.#at - 1 : this.#at);
    this.#at = span.end;
    if (sign === '>' || target === undefined) this.#redirected = span;
    else {
      this.#input = { kind: 'file', path: Word.text(target.replace(/^"|"$/g, ''), span, true) };
    }
  }

  /** `%NAME%`, `%%`, `%%i` of a loop, `!NAME!`: what it stands for, when one begins here. */
  #variable(char: string): boolean {
    const text = this.#text;
    if (char !== '%' && !(char === '!' && this.#delayed)) return false;
    const [loop, item = ''] = char === '%' ? (matchAt(LOOP_VARIABLE, text, this.#at) ?? []) : [];
    if (loop !== undefined && this.#loops.has(item)) this.#put(undefined, item, loop);
    else {
      const [written, name = '', part] = matchAt(char === '%' ? VARIABLE : DELAYED, text, this.#at) ?? [];
      // Two hex digits between percent signs are percent-encoded bytes of a URL, not a name.
      if (written !== undefined && !/^[0-9A-Fa-f]{2}$/.test(name)) {
        if (part === undefined) this.#put(this.#variables.get(name.toUpperCase()), name, written);
        else this.#put(undefined, `${name}_PART`, written);
      } else if (char === '!') {
        // A single one vanishes.
        this.#flush();
        this.#at += 1;
      } else {
        this.#take();
        this.#flush();
        if (text[this.#at] === '%') this.#at += 1;
      }
    }
    return true;
  }

  #put(known: Word | undefined, name: string, written: string): void {
    this.#flush();
    const span = { start: this.#at, end: this.#at + written.length };
    this.#at = span.end;
    if (known === undefined) {
      const value = openVariable(name, written, span, this.#diagnostics);
      this.#line.push({ kind: 'open', value, quoted: true, ...span });
      return;
    }
    this.#diagnostics.fillIn(known.outline.length, span.start);
    for (const segment of known.segments) this.#line.push({ ...segment, ...span });
  }

  /** A stretch in which nothing but variables means something. */
  plain(start: number, end: number): readonly Segment[] {
    this.#line = [];
    for (this.#at = start; this.#at < end; ) if (!this.#variable(this.#text.charAt(this.#at))) this.#take();
    this.#flush();
    return this.#line;
  }

  #warnOfQuotes(words: readonly Word[], { start, end }: Span, operator: string): void {
    const single = words.find((word) => word.outline.startsWith("'"));
    if (single !== undefined)
      this.#diagnostics.warn(
        'cmd_quotes',
        single,
        'cmd.exe does not know single quotes: curl gets them as part of the argument.',
      );
    // For the C runtime, which knows \", the last argument of `"{\"a\": \"x & y\"}"` is still open.
    const quotes = this.#text.slice(start, end).replaceAll('\\"', '').split('"').length - 1;
    if (operator !== '' && operator !== '\n' && quotes % 2 === 1)
      this.#diagnostics.warn(
        'cmd_quotes',
        { start: end, end: end + operator.length },
        `cmd.exe ends the command at this ${operator}, since \\" ends its quotes; write ^${operator.charAt(0)} there.`,
      );
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether every argument in plain quotes is written like {@link CARETED}, and one has a caret. */
function hasCaretedQuotes(text: string): boolean {
  let carets = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    if (at > 0 && !/\s/.test(text.charAt(at - 1))) {
      // The end of an argument in `^"`, or a quote inside a word.
      at += 1;
      continue;
    }
    const argument = matchAt(CARETED, text, at)?.[0];
    if (argument === undefined) return false;
    if (argument.includes('^')) carets = true;
    at += argument.length;
  }
  return carets;
}

/** The command behind `if exist name`, `for … do` and parentheses. */
function command(words: readonly Word[]): Word[] {
  const [first] = words;
  const isBlock = first !== undefined && /^[@(]*(?:if|for)$|^[@(]/i.test(first.outline);
  const at = isBlock ? words.findLastIndex((word) => /^[@(]*curl(?:\.exe)?$/i.test(word.outline)) : -1;
  const [program, ...args] = words.slice(Math.max(at, 0));
  if (program === undefined || at < 0) return [...words];
  const last = args.at(-1);
  const length = last === undefined ? 0 : last.outline.length;
  // What closes a parenthesis stands at the very end.
  if (last?.outline.endsWith(')') && words.some((word) => word.outline.startsWith('(')))
    args.splice(-1, 1, ...(length === 1 ? [] : [last.slice(0, length - 1)]));
  return [program.slice(/^[@(]*/.exec(program.outline)?.[0].length ?? 0), ...args];
}

/** The C runtime: white space splits outside quotes; 2n backslashes and a quote are n backslashes. */
function splitLine(line: readonly Segment[]): Word[] {
  const text = new Word(line, { start: 0, end: 0 }).outline;
  const cut = cutter(line);
  const words: Word[] = [];
  for (let at = 0; ; ) {
    while (at < text.length && /[ \t\r]/.test(text.charAt(at))) at += 1;
    if (at >= text.length) return words;
    const from = at;
    const [first] = cut({ from, to: from + 1 });
    const segments: Segment[] = [];
    const keep = (range: Range) => {
      for (const segment of cut(range)) addSegment(segments, segment);
    };
    let kept = at;
    for (let quoted = false; at < text.length && (quoted || !/[ \t]/.test(text.charAt(at))); ) {
      const char = text.charAt(at);
      if (char === '\\') {
        let end = at;
        while (text[end] === '\\') end += 1;
        if (text[end] === '"') {
          keep({ from: kept, to: at + ((end - at) >> 1) });
          // An odd one makes the quote a character of the argument.
          kept = end;
          if ((end - at) % 2 === 1) end += 1;
        }
        at = end;
      } else if (char === '"') {
        keep({ from: kept, to: at });
        const isDoubled = quoted && text[at + 1] === '"';
        if (!isDoubled) quoted = !quoted;
        kept = at + 1;
        at += isDoubled ? 2 : 1;
      } else at += 1;
    }
    keep({ from: kept, to: at });
    const last = cut({ from: at - 1, to: at }).at(-1);
    words.push(new Word(segments, { start: first?.start ?? 0, end: last?.end ?? 0 }));
  }
}
