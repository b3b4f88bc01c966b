/** Shell pass: text for PowerShell → commands (about_Quoting_Rules, about_Parsing, about_Special_Characters). */
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
const PLAIN = /[^\s;|&)'"\u2018-\u201e`$<]+/y;
const LOOSE_END = /[\s;|&()<>]/;
const LOOSE_PLAIN = /[^\s;|&()<>'"\u2018-\u201e`$]+/y;
/** Literal characters within double quotes, and in a here-string. */
const QUOTED = /[^"\u201c-\u201e`$]+/y;
const IN_HERE_STRING = /[^`$]+/y;
const HERE_START = /@(['"])[ \t\r]{0,20}\n/y;
const CONTINUATION = /`(?:([ \t]{1,100}\r?)?\r?\n|[ \t]{0,100}\r?$)/y;
/** `$name`, `${name}`, `$env:NAME`, `$($name.id)`. */
const VARIABLE = /\$(?:\([^()\n]{0,500}\)|\{[^{}\n]{1,200}\}|(?:[A-Za-z]\w{0,30}:)?[A-Za-z_]\w{0,100})/y;
/** An item or a property of it, outside quotes. */
const MEMBER = /(?:\.[A-Za-z_]\w{0,60}|\[[^\]\n]{0,60}\]){1,9}/y;
const IN_PARENTHESES = /^\$\((\$(?:\w+:)?\w+)\)$/;
const NAME = /^\$(?:\(\$|\{)?((?:\w+:)?(\w+))[})]?$/;
const ASSIGNMENT = /[ \t]*(?:\[\w+\][ \t]*)?\$((?:[A-Za-z]\w{0,30}:)?[A-Za-z_]\w{0,100})[ \t]*(\+?)=[ \t]*/y;
/** What begins a text or a number, not an expression. */
const TEXT = /@?['"\u2018-\u201e]|-?\d{1,15}(?:\.\d{1,15})?(?=[\s;}]|$)/y;
const STATEMENT_END = /[ \t\r]*(?:[\n;}#]|$)/y;
/** An expression, or the items of an array as arguments. */
const COMPUTED = /\(|\$\(|@[\w({]/y;
const COMPUTED_REFUSED = 'An expression of PowerShell is not read. Write its value in the command.';
const REDIRECTION = /[\d*]?>{1,2}(?:&\d|[ \t]*[^\s;|]+)?/y;
const STOP_PARSING = /--%(?:[ \t]+|$)/my;
const VERBATIM = /[^"%|&\r\n]+/y;
const ENVIRONMENT = /%([A-Za-z_]\w{0,100})%/y;

/** Reads text for PowerShell. */
export class PowerShellReader extends WindowsReader {
  commands(): Command[] {
    while (this.at < this.text.length) if (this.isTolerant || !this.#assignment()) this.#command();
    return this.read;
  }

  /** `$name = 'text'`. What else is assigned is read as a command. @returns whether all of it has been read */
  #assignment(): boolean {
    const start = this.at;
    const [head, key = '', appends] = this.match(ASSIGNMENT) ?? [];
    if (head === undefined) return false;
    this.at += head.length;
    const value = this.match(TEXT) === null ? undefined : this.#word();
    const isText = value !== undefined && this.match(STATEMENT_END) !== null;
    this.set(key, start, isText && appends === '' ? value : undefined);
    if (!isText) this.at = start + head.length;
    if (this.text.startsWith('$(', this.at)) this.at += 2;
    return isText;
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
      if (isArgument && this.match(COMPUTED) !== null && this.match(VARIABLE) === null)
        this.fault({ start: this.at, end: this.at + 1 }, COMPUTED_REFUSED);
      if (this.#skip()) continue;
      if (words.length > 0 && this.match(STOP_PARSING) !== null) append(words, this.#verbatim());
      else words.push(isArgument ? this.#native(this.#word()) : this.#word());
    }
    const end = this.at;
    this.at += operator.length;
    // A text on the left of a pipe goes to the command on the right, with a Windows line end.
    const [only, ...others] = words;
    const isText = only !== undefined && others.length === 0 && /['"@$]/.test(text.charAt(only.start));
    this.add(words, operator, { start, end }, isText ? Word.concat(only, [only, '\r\n']) : undefined);
  }

  /** What ends the command here, or ''. The commands of a block are read like others. */
  #operator(isFirst: boolean, isArgument: boolean): string {
    const char = this.text.charAt(this.at);
    if (char === '\n' || char === ';' || (/[{}]/.test(char) && !isArgument)) return char;
    if (char !== '|' && (char !== '&' || isFirst)) return '';
    return this.text[this.at + 1] === char ? char + char : char;
  }

  /** Skips blanks, comments and redirections. */
  #skip(): boolean {
    const char = this.text.charAt(this.at);
    if (char === '`') return this.continuation(CONTINUATION);
    const redirection = this.isTolerant ? undefined : this.match(REDIRECTION)?.[0];
    if (char === '#') this.#comment();
    else if (redirection !== undefined) {
      this.about.redirected = { start: this.at, end: this.at + redirection.length };
      this.at += redirection.length;
    } else if (/[ \t\r(){}&]/.test(char) || (this.isTolerant && LOOSE_END.test(char))) this.at += 1;
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
      else this.takeVariable(written, name, true, written, `env:${name}`);
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
      else if (!this.takePlaceholder()) this.run(this.isTolerant ? LOOSE_PLAIN : PLAIN);
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
    const [written] = this.match(VARIABLE) ?? [];
    if (written === undefined) {
      if (this.text[start + 1] === '(') this.fault({ start, end: start + 2 }, COMPUTED_REFUSED);
      this.take(1);
      return;
    }
    this.at += written.length;
    const member = this.quoted ? '' : (this.match(MEMBER)?.[0] ?? '');
    this.at = start;
    const [, key = '', name = ''] = NAME.exec(written + member) ?? [];
    // Outside quotes, the value may be an array of several arguments.
    this.takeVariable(written + member, name, this.quoted, written.replace(IN_PARENTHESES, '$1'), key);
    if (!this.quoted && this.text[this.at] === '(') this.fault({ start, end: this.at }, COMPUTED_REFUSED);
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
