/** Shell pass: text for PowerShell → commands (about_Quoting_Rules, about_Parsing, about_Special_Characters). */
import { named } from '../diagnostics.ts';
import { append, indexOr, Word } from '../word.ts';
import type { Command } from './command.ts';
import { isCurlWord, WindowsReader } from './windows.ts';

/** What some letters behind a backtick stand for. */
const BACKTICK_ESCAPES = new Map(
  [...'0abefnrtv'].map((letter, index) => [letter, '\0\x07\b\x1b\f\n\r\t\v'.charAt(index)]),
);
/** PowerShell takes typographic quotes for plain ones. */
const SINGLE = /['\u2018-\u201b]/;
const DOUBLE = /["\u201c-\u201e]/;
const SINGLE_QUOTED =
  /['\u2018-\u201b]([^'\u2018-\u201b]*(?:['\u2018-\u201b]{2}[^'\u2018-\u201b]*)*)['\u2018-\u201b](?!['\u2018-\u201b])/y;
const DOUBLED = /(['\u2018-\u201b])['\u2018-\u201b]/g;
/** What ends a word, and the characters in it that stand for themselves; the same in a tolerant reading. */
const WORD_END = /[\s;|&)]/;
const PLAIN = /[^\s;|&)'"\u2018-\u201e`$]+/y;
const LOOSE_END = /[\s;|&()<>]/;
const LOOSE_PLAIN = /[^\s;|&()<>'"\u2018-\u201e`$]+/y;
/** Literal characters within double quotes, and in a here-string. */
const QUOTED = /[^"\u201c-\u201e`$]+/y;
const IN_HERE_STRING = /[^`$]+/y;
const HERE_START = /@(['"])[ \t\r]{0,20}\n/y;
const CONTINUATION = /`(?:([ \t]{1,100}\r?)?\r?\n|[ \t]{0,100}\r?$)/y;
const VARIABLE = /\$(?:\(\$(\w{1,100})\)|\{([^{}\n]{1,200})\}|((?:[A-Za-z]\w{0,30}:)?[A-Za-z_]\w{0,100}))/y;
/** An item or a property of it, outside quotes. */
const MEMBER = /(?:\.[A-Za-z_]\w{0,60}|\[[^\]\n]{0,60}\]){1,9}/y;
const ASSIGNMENT = /[ \t]*(?:\[\w+\][ \t]*)?\$((?:[A-Za-z]\w{0,30}:)?[A-Za-z_]\w{0,100})[ \t]*(\+?)=[ \t]*/y;
/** What begins a text, a number or a variable; not an expression. */
const SIMPLE_VALUE = /@?['"\u2018-\u201e]|\$(?!\()|-?\d{1,15}(?:\.\d{1,15})?(?=[\s;}]|$)/y;
const PARAMETERS = /param[ \t]*\(/iy;
/** The items of an array as arguments. */
const SPLATTED = /@[A-Za-z_]\w{0,100}(?=[\s;|)}]|$)/y;
const REDIRECTION = /[\d*]?>{1,2}(?:&\d|[ \t]*[^\s;|]+)?/y;
const STATEMENT_END = /[ \t\r]*(?:[\n;}#]|$)/y;
const STOP_PARSING = /--%(?:[ \t]+|$)/my;
const VERBATIM = /[^"%|&\r\n]+/y;
const ENVIRONMENT = /%([A-Za-z_]\w{0,100})%/y;

/** Reads text for PowerShell. */
export class PowerShellReader extends WindowsReader {
  protected override readonly environmentPrefix = 'env:';

  commands(): Command[] {
    while (this.at < this.text.length) if (this.isTolerant || !this.#assignment()) this.#command();
    return this.read;
  }

  /** `$name = 'text'`. Whatever else stands on the right is left to be read as a command. */
  #assignment(): boolean {
    const [head, name = '', appends = ''] = this.match(ASSIGNMENT) ?? [];
    if (head === undefined) return false;
    this.at += head.length;
    const start = this.at;
    const value = appends === '' && this.match(SIMPLE_VALUE) !== null ? this.#word() : undefined;
    const known = value !== undefined && this.match(STATEMENT_END) !== null ? value : undefined;
    if (known === undefined) this.at = this.text.startsWith('$(', start) ? start + 2 : start;
    this.set(name, known);
    return true;
  }

  #command(): void {
    const { text } = this;
    this.begin();
    const start = this.at;
    const words: Word[] = [];
    let operator = '';
    while (this.at < text.length && operator === '') {
      const isArgument = isCurlWord(words[0]);
      operator = this.#operator(words.length === 0, isArgument);
      if (operator !== '') break;
      if (isArgument && !this.isTolerant && text[this.at] === '(') words.push(this.#expression());
      else if (this.#skip(words.length === 0)) continue;
      else if (words.length > 0 && this.match(STOP_PARSING) !== null) append(words, this.#verbatim());
      else words.push(isArgument ? this.#argument() : this.#word());
    }
    const end = this.at;
    this.at += operator.length;
    // A string on the left of a pipe goes to the command on the right, with a Windows line end.
    const only = words[0];
    const isString = words.length === 1 && only !== undefined && /['"@$]/.test(text.charAt(only.start));
    const output = isString ? Word.concat(only, [only, '\r\n']) : undefined;
    this.add(words, operator, { start, end }, output);
  }

  /** What ends the command here, or ''. The commands of a block are read like others. */
  #operator(isFirst: boolean, isArgument: boolean): string {
    const char = this.text.charAt(this.at);
    if (char === '\n' || char === ';' || (/[{}]/.test(char) && !isArgument)) return char;
    if (char !== '|' && (char !== '&' || isFirst)) return '';
    return this.text[this.at + 1] === char ? char + char : char;
  }

  /** Skips blanks, comments, redirections and the parameters of a function. */
  #skip(isFirst: boolean): boolean {
    const char = this.text.charAt(this.at);
    if (char === '`') return this.continuation(CONTINUATION);
    const redirection = this.isTolerant ? undefined : this.match(REDIRECTION)?.[0];
    if (char === '#') this.#comment();
    else if (redirection !== undefined) {
      this.about.redirected = { start: this.at, end: this.at + redirection.length };
      this.at += redirection.length;
    } else if (isFirst && !this.isTolerant && this.match(PARAMETERS) !== null) this.#parentheses();
    else if (/[ \t\r(){}&]/.test(char) || (this.isTolerant && LOOSE_END.test(char))) this.at += 1;
    else return false;
    return true;
  }

  /** What follows `--%` up to the line end, or a pipe outside of quotes, is for the C runtime; only `%NAME%` has a value. */
  #verbatim(): Word[] {
    const { text } = this;
    this.at += 3;
    this.segments = [];
    for (let quoted = false; this.at < text.length; ) {
      const char = text.charAt(this.at);
      if (/[\r\n]/.test(char) || (!quoted && (char === '|' || text.startsWith('&&', this.at)))) break;
      const [written, name = ''] = this.match(ENVIRONMENT) ?? [];
      if (char === '"') quoted = !quoted;
      if (written === undefined) this.run(VERBATIM);
      else this.takeVariable(written, `env:${name}`, name);
    }
    return this.splitLine();
  }

  /** Up to a blank or an operator, quotes and variables considered. */
  #word(): Word {
    const { text, at: start } = this;
    const end = this.isTolerant ? LOOSE_END : WORD_END;
    this.segments = [];
    let isDone = this.#hereString();
    while (!isDone && this.at < text.length) {
      const char = text.charAt(this.at);
      if (SINGLE.test(char)) this.#single();
      else if (DOUBLE.test(char)) this.#double();
      else if (char === '$') this.#dollar();
      else if (end.test(char) || this.match(CONTINUATION) !== null) isDone = true;
      else if (char === '`') this.take(2, text.charAt(this.at + 1));
      else this.run(this.isTolerant ? LOOSE_PLAIN : PLAIN);
    }
    if (this.at === start) this.at += 1;
    return this.word(this.segments, { start, end: this.at });
  }

  #single(): void {
    const [, inside] = this.match(SINGLE_QUOTED) ?? [];
    if (inside === undefined) this.#unclosed(this.at);
    else {
      this.at += 1;
      this.quoted = true;
      this.take(inside.length, inside.replace(DOUBLED, '$1'));
      this.quoted = false;
      this.at += 1;
    }
  }

  #double(): void {
    const open = this.at;
    this.at += 1;
    this.quoted = true;
    while (this.at < this.text.length) {
      if (!DOUBLE.test(this.text.charAt(this.at))) this.#inQuotes(QUOTED);
      else if (DOUBLE.test(this.text.charAt(this.at + 1))) this.take(2, '"');
      // PowerShell does not know `\"`, which is for the C runtime.
      else if (this.isTolerant && this.text[this.at - 1] === '\\') this.take(1);
      else {
        this.at += 1;
        this.quoted = false;
        return;
      }
    }
    this.quoted = false;
    this.#unclosed(open);
  }

  /** In a tolerant reading a quote that is not closed ends with the text. */
  #unclosed(open: number): void {
    if (!this.isTolerant) throw this.diagnostics.error('unterminated_quote', open);
    this.take(this.text.length - this.at);
  }

  #comment(): void {
    const start = this.at;
    this.at = indexOr(this.text.indexOf('\n', start), this.text.length);
    this.written.comments.push({ start, end: this.at });
  }

  /** Reads one piece of text between double quotes. */
  #inQuotes(plain: RegExp, end?: number): void {
    const char = this.text.charAt(this.at);
    const next = this.text.charAt(this.at + 1);
    if (char === '$') this.#dollar();
    else if (char === '`') this.take(2, BACKTICK_ESCAPES.get(next) ?? next);
    else this.run(plain, end);
  }

  /** `@'` … `'@` with line ends around the text. */
  #hereString(): boolean {
    const [opening, quote] = this.match(HERE_START) ?? [];
    if (opening === undefined) return false;
    // An empty here-string closes on the line after its opening.
    const close = this.text.indexOf(`\n${quote}@`, this.at + opening.length - 1);
    if (close < 0) this.#unclosed(this.at);
    else {
      this.quoted = true;
      this.at = Math.min(this.at + opening.length, close);
      const end = this.text[close - 1] === '\r' ? close - 1 : close;
      if (quote === "'") this.take(end - this.at);
      while (this.at < end) this.#inQuotes(IN_HERE_STRING, end);
      this.quoted = false;
      this.at = close + 3;
    }
    return true;
  }

  #dollar(): void {
    const start = this.at;
    const [written, inner, braced, plain] = this.match(VARIABLE) ?? [];
    const name = inner ?? braced ?? plain;
    if (written === undefined || name === undefined) {
      if (this.isTolerant || this.text[start + 1] !== '(') this.take(1);
      else append(this.segments, this.#expression().segments);
      return;
    }
    // A member or an item of a variable is unresolved.
    this.at += written.length;
    const member = this.quoted ? '' : (this.match(MEMBER)?.[0] ?? '');
    this.at = start;
    const label =
      (name.replace(/^[A-Za-z]\w*:/, '') + member).replace(/\W+/g, '_').replace(/(?<=.)_$/, '') || 'VALUE';
    const known = member === '' ? name : '';
    // Outside quotes, the value may be an array of several arguments.
    this.takeVariable(written + member, known, label, this.quoted);
  }

  /** An expression in parentheses, `("http://host/" + $path)`, is one argument. */
  #expression(): Word {
    const start = this.at;
    this.#parentheses();
    const span = { start, end: this.at };
    const name = `EXPRESSION_${start}`;
    const message = 'The value of this expression is not known: give its value.';
    const warning = { code: 'command_substitution', message, ...span } as const;
    const value = this.diagnostics.unresolved.value(name, this.text.slice(start, this.at), { warning });
    return Word.unresolved(value, span);
  }

  /** Skips up to the end of the next parentheses. */
  #parentheses(): void {
    const open = this.text.indexOf('(', this.at);
    let depth = 1;
    for (this.at = open + 1; this.at < this.text.length && depth > 0; this.at += 1) {
      if (this.text[this.at] === '(') depth += 1;
      else if (this.text[this.at] === ')') depth -= 1;
    }
    if (depth > 0) throw this.diagnostics.error('unterminated_expansion', open);
  }

  #argument(): Word {
    const isSplatted = this.match(SPLATTED) !== null;
    const word = this.#word();
    const message = `The items of ${named(word.spelled)} are not read. Write the arguments in the command.`;
    if (isSplatted) this.about.fault ??= { message, place: word };
    return this.#native(word);
  }

  /**
   * An argument as a native program gets it: Windows PowerShell and 7 before 7.3 leave `\"` to the C runtime,
   * which makes it `"`; newer ones escape by themselves. Text written with `\"` means the former.
   */
  #native(word: Word): Word {
    if (!word.outline.includes('"')) return word;
    this.warn('powershell_quotes', word);
    return word.fill(/(?<!\\)(\\+)"/g, ({ 1: { length } = '', index }) =>
      Word.concat(word, [word.slice(index, index + (length >> 1)), length % 2 === 0 ? '' : '"']),
    );
  }
}
