/**
 * Shell pass: PowerShell text → commands: backtick escapes and continuations, `''` and `""`, `$env:NAME`,
 * here-strings, and what becomes of double quotes on the way to a native program. Expressions are not computed: what
 * they make is open.
 */
import type { Diagnostics } from '../diagnostics.ts';
import type { Command } from './ast.ts';
import { plainArguments } from './cmd.ts';
import { isCurl, type Left, openVariable, pipedInput, WindowsEnvironment } from './windows.ts';
import { addSegment, type Range, type Segment, type Span, Word } from './word.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
/** PowerShell takes typographic quotes for plain ones. */
const SINGLE = /['\u2018\u2019\u201a\u201b]/g;
const DOUBLE_END = /["\u201c\u201d\u201e`$]/g;
const HERE_END = /[`$]/g;
const WORD_END = /[\s;|&)'"\u2018-\u201e`$]/g;
const VARIABLE = /\$(?:\{([^}\n]{1,200})\}|((?:[A-Za-z]\w{0,30}:)?[A-Za-z_]\w{0,100}))/y;
/** An item or a property of it, outside quotes. */
const MEMBER = /(?:\.[A-Za-z_]\w{0,60}|\[[^\]\n]{0,60}\]){1,9}/y;
const ASSIGNMENT = /[ \t]*(?:\[\w+\][ \t]*)?\$((?:[A-Za-z]\w{0,30}:)?[A-Za-z_]\w{0,100})[ \t]*(\+?)=[ \t]*/y;
const NUMBER = /-?\d{1,15}(?:\.\d{1,15})?(?=[\s;}]|$)/y;
const SPLATTED = /@([A-Za-z_]\w{0,100})(?=[\s;|]|$)/y;
const REDIRECTION = /[\d*]?>{1,2}(?:&\d|[ \t]*[^\s;|]+)?/y;
const STATEMENT_END = /[ \t\r]*(?:[\n;}#]|$)/y;
const STOP_PARSING = /--%(?:\s|$)/y;

export function powershellCommands(text: string, diagnostics: Diagnostics): Command[] {
  return new PowerShellReader(text, diagnostics).commands();
}

class PowerShellReader {
  readonly #text: string;
  readonly #diagnostics: Diagnostics;
  /** Names in lower case. */
  readonly #variables = new Map<string, Word>();
  readonly #environment = new WindowsEnvironment();
  /** Quotes of here-strings that are not closed any more. */
  readonly #unclosed = new Set<string>();
  #at = 0;
  /** The command before the pipe. */
  #left: Left | undefined;

  constructor(text: string, diagnostics: Diagnostics) {
    this.#text = text;
    this.#diagnostics = diagnostics;
  }

  commands(): Command[] {
    const commands: Command[] = [];
    while (this.#at < this.#text.length) {
      if (this.#assignment()) continue;
      const command = this.#command();
      if (command.words.length > 0) commands.push(command);
    }
    return commands;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  /** `$name = 'text'`. Whatever else stands on the right is left to be read as a command. */
  #assignment(): boolean {
    const [head, name = '', appends = ''] = this.#match(ASSIGNMENT) ?? [];
    if (head === undefined) return false;
    this.#at += head.length;
    const start = this.#at;
    const mark = this.#diagnostics.mark();
    const value = appends === '' ? this.#simpleValue() : undefined;
    const known = value !== undefined && this.#match(STATEMENT_END) !== null ? value : undefined;
    if (known === undefined) {
      this.#diagnostics.backTo(mark);
      this.#at = this.#text.startsWith('$(', start) ? start + 2 : start;
    }
    const key = name.toLowerCase();
    if (key.startsWith('env:')) this.#environment.set(key.slice('env:'.length), known);
    if (known === undefined) this.#variables.delete(key);
    else this.#variables.set(key, known);
    return true;
  }

  /** A string, a number or a variable. */
  #simpleValue(): Word | undefined {
    const char = this.#text.charAt(this.#at);
    const number = this.#match(NUMBER)?.[0];
    if (number === undefined && !/['"\u2018-\u201e$@]/.test(char)) return undefined;
    if (char === '$' && this.#text[this.#at + 1] === '(') return undefined;
    return this.#word();
  }

  #command(): Command {
    const text = this.#text;
    const start = this.#at;
    const words: Word[] = [];
    let operator = '';
    let redirected: Span | undefined;
    while (this.#at < text.length && operator === '') {
      const char = text.charAt(this.#at);
      const isArgument = isCurl(words[0]);
      if (char === ' ' || char === '\t' || char === '\r') this.#at += 1;
      else if (char === '`' && this.#continuation()) continue;
      else if (char === '\n' || char === ';') operator = char;
      else if (char === '|' || (char === '&' && words.length > 0))
        operator = text[this.#at + 1] === char ? char + char : char;
      else if (char === '#') this.#at = indexOr(text.indexOf('\n', this.#at), text.length);
      else if (this.#match(REDIRECTION) !== null) {
        const end = this.#at + (this.#match(REDIRECTION)?.[0].length ?? 1);
        redirected = { start: this.#at, end };
        this.#at = end;
      } else if (words.length === 0 && /^param[ \t]*\(/i.test(text.slice(this.#at, this.#at + 20)))
        // The parameters of a function, with no separator behind them.
        this.#at = this.#closing(text.indexOf('(', this.#at)) + 1;
      else if (char === '(' && isArgument) words.push(this.#expression(this.#at, this.#at));
      // A block: what stands in it are commands of their own.
      else if ((char === '{' || char === '}') && !isArgument) operator = char;
      else if (/[(){}&]/.test(char)) this.#at += 1;
      else if (words.length > 0 && this.#match(STOP_PARSING) !== null) words.push(...this.#unparsed());
      else {
        const word = this.#splatted() ?? this.#word();
        words.push(isArgument ? this.#native(word) : word);
      }
    }
    const span = { start, end: this.#at };
    this.#at += operator.length;
    const environment = this.#environment.snapshot();
    const left = this.#left;
    this.#left = operator === '|' ? { words, output: this.#printed(words), ...span } : undefined;
    return {
      words,
      stdin: left === undefined ? { kind: 'none' } : pipedInput(left),
      get environment() {
        return environment();
      },
      operator,
      redirected,
      ...span,
    };
  }

  /** A string on the left of a pipe goes to the command on the right, with a Windows line end. */
  #printed([only, ...others]: readonly Word[]): Word | undefined {
    const isString =
      only !== undefined && others.length === 0 && /['"@$]/.test(this.#text.charAt(only.start));
    return isString ? Word.concat(only, only, '\r\n') : undefined;
  }

  /** `--%`: the rest of the line, up to a pipe, goes to the program as it stands. */
  #unparsed(): Word[] {
    const start = this.#at + '--%'.length;
    const stop = this.#text.slice(start).search(/[\n|]/);
    this.#at = stop < 0 ? this.#text.length : start + stop;
    return plainArguments(this.#text, { start, end: this.#at }, this.#diagnostics);
  }

  #continuation(): boolean {
    let at = this.#at + 1;
    while (/[ \t\r]/.test(this.#text.charAt(at))) at += 1;
    if (at < this.#text.length && this.#text[at] !== '\n') return false;
    if (/[ \t]/.test(this.#text.slice(this.#at + 1, at)) && at < this.#text.length)
      this.#diagnostics.warn('space_after_backslash', { start: this.#at, end: at });
    this.#at = Math.min(at + 1, this.#text.length);
    return true;
  }

  /** `@name` as an argument: the items of an array. */
  #splatted(): Word | undefined {
    const [written, name = ''] = this.#match(SPLATTED) ?? [];
    if (written === undefined) return undefined;
    const span = { start: this.#at, end: this.#at + written.length };
    this.#at = span.end;
    const value = openVariable(name, `$${name}`, span, this.#diagnostics);
    return Word.open(value, span, false);
  }

  #word(): Word {
    const text = this.#text;
    const start = this.#at;
    const segments: Segment[] = [];
    if (this.#hereString(segments)) return new Word(segments, { start, end: this.#at });
    while (this.#at < text.length) {
      const char = text.charAt(this.#at);
      if (/[\s;|&)]/.test(char)) break;
      if (/['\u2018-\u201b]/.test(char)) this.#single(segments);
      else if (/["\u201c-\u201e]/.test(char)) this.#double(segments);
      else if (char === '`') {
        if (/^`[ \t\r]*(?:\n|$)/.test(text.slice(this.#at, this.#at + 100))) break;
        this.#add(segments, text.charAt(this.#at + 1), 2);
      } else if (char === '$') this.#dollar(segments, false);
      else this.#run(segments, WORD_END, this.#at + 1);
    }
    if (this.#at === start) this.#at += 1;
    return new Word(segments, { start, end: this.#at });
  }

  /** Adds what the next characters stand for. */
  #add(segments: Segment[], text: string, length: number): void {
    const span = { start: this.#at, end: this.#at + length };
    this.#at = span.end;
    if (text !== '') addSegment(segments, { kind: 'text', text, quoted: true, ...span });
  }

  /** Adds all up to the next of some characters, looked for from an index on. */
  #run(segments: Segment[], stop: RegExp, from: number, end = this.#text.length): void {
    stop.lastIndex = from;
    const to = Math.min(stop.exec(this.#text)?.index ?? end, end);
    this.#add(segments, this.#text.slice(this.#at, to), to - this.#at);
  }

  #single(segments: Segment[]): void {
    const open = this.#at;
    this.#at += 1;
    for (;;) {
      SINGLE.lastIndex = this.#at;
      const close = SINGLE.exec(this.#text)?.index;
      if (close === undefined) throw this.#unterminated(open);
      // A quote is written twice.
      const isDoubled = isSingle(this.#text[close + 1]);
      const end = isDoubled ? close + 1 : close;
      this.#add(segments, this.#text.slice(this.#at, end), end - this.#at);
      this.#at += 1;
      if (!isDoubled) return;
    }
  }

  #double(segments: Segment[]): void {
    const open = this.#at;
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      if (char === '`') this.#escape(segments);
      else if (char === '$') this.#dollar(segments, true);
      else if (!isDouble(char)) this.#run(segments, DOUBLE_END, this.#at);
      else if (isDouble(this.#text[this.#at + 1])) this.#add(segments, '"', 2);
      else {
        this.#at += 1;
        return;
      }
    }
    throw this.#unterminated(open);
  }

  #escape(segments: Segment[]): void {
    const char = this.#text.charAt(this.#at + 1);
    this.#add(segments, ESCAPES[char] ?? char, 2);
  }

  #unterminated(at: number) {
    return this.#diagnostics.error('unterminated_quote', at);
  }

  /** `@'` … `'@` with line ends around the text. */
  #hereString(segments: Segment[]): boolean {
    const quote = this.#text.charAt(this.#at + 1);
    const opening = /^@['"][ \t\r]*\n/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0];
    if (opening === undefined || this.#unclosed.has(quote)) return false;
    // An empty one closes on the line after the opening.
    const close = this.#text.indexOf(`\n${quote}@`, this.#at + opening.length - 1);
    if (close < 0) {
      this.#unclosed.add(quote);
      return false;
    }
    this.#at = Math.min(this.#at + opening.length, close);
    const end = this.#text[close - 1] === '\r' ? close - 1 : close;
    if (quote === "'") this.#add(segments, this.#text.slice(this.#at, end), end - this.#at);
    while (this.#at < end) {
      const char = this.#text.charAt(this.#at);
      if (char === '$') this.#dollar(segments, true);
      else if (char === '`') this.#escape(segments);
      else this.#run(segments, HERE_END, this.#at, end);
    }
    this.#at = close + 3;
    return true;
  }

  /** A variable or an expression. */
  #dollar(segments: Segment[], isQuoted: boolean): void {
    const start = this.#at;
    const inner = /^\$\(\$(\w{1,100})\)/.exec(this.#text.slice(start, start + 110));
    if (this.#text[start + 1] === '(' && inner === null) {
      for (const segment of this.#expression(start, start + 1).segments) addSegment(segments, segment);
      return;
    }
    const [written, braced, plain] = inner ?? this.#match(VARIABLE) ?? [];
    if (written === undefined) {
      this.#add(segments, '$', 1);
      return;
    }
    const name = braced ?? plain ?? '';
    this.#at += written.length;
    // What a member or an item of a variable is, is not known.
    const member = isQuoted ? undefined : this.#match(MEMBER)?.[0];
    const span = { start, end: this.#at + (member?.length ?? 0) };
    this.#at = span.end;
    const known = member === undefined ? this.#variables.get(name.toLowerCase()) : undefined;
    if (known !== undefined) {
      this.#diagnostics.fillIn(known.outline.length, start);
      for (const segment of known.segments) addSegment(segments, segment);
      return;
    }
    const label = `${name.replace(/^[A-Za-z]\w*:/, '')}${member === undefined ? '' : member.replace(/\W+/g, '_').replace(/_$/, '')}`;
    const value = openVariable(label, this.#text.slice(start, span.end), span, this.#diagnostics);
    // Outside quotes it may be an array, which is several arguments.
    addSegment(segments, { kind: 'open', value, quoted: isQuoted, ...span });
  }

  /** What stands in parentheses, `("http://host/" + $path)`, makes one argument. */
  #expression(start: number, open: number): Word {
    const end = this.#closing(open) + 1;
    const span = { start, end };
    const written = this.#text.slice(start, end);
    this.#at = end;
    const name = `EXPRESSION_${start}`;
    const value = this.#diagnostics.open(name, [written, `\${${name}}`], {
      warning: {
        code: 'command_substitution',
        message: 'The value of this expression is not known.',
        ...span,
      },
    });
    return Word.open(value, span);
  }

  #closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === '(') depth += 1;
      else if (char === ')') depth -= 1;
      if (char === ')' && depth === 0) return at;
    }
    throw this.#diagnostics.error('unterminated_expansion', open);
  }

  /**
   * How a native program gets the argument: Windows PowerShell and 7 before 7.3 leave `\"` to the C runtime,
   * which makes it `"`; newer ones escape by themselves. Text written with `\"` means the former.
   */
  #native(word: Word): Word {
    const text = word.outline;
    if (!text.includes('"')) return word;
    if (!text.includes('\\"')) {
      this.#diagnostics.warn('powershell_quotes', word);
      return word;
    }
    const kept: Range[] = [];
    let from = 0;
    for (const { 0: written, index } of text.matchAll(/\\+"?/g)) {
      if (!written.endsWith('"')) continue;
      const count = written.length - 1;
      kept.push({ from, to: index + (count >> 1) });
      from = index + written.length - (count % 2);
    }
    return word.pick([...kept, { from, to: text.length }]);
  }
}

const isSingle = (char: string | undefined): boolean => char !== undefined && /['\u2018-\u201b]/.test(char);
const isDouble = (char: string | undefined): boolean => char !== undefined && /["\u201c-\u201e]/.test(char);
const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);
