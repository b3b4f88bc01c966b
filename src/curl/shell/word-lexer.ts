/**
 * Shell pass: reads one word of POSIX shell text with its quotes and expansions (POSIX.1-2024, 2.2 and 2.6; the Bash
 * manual for `$'…'` and braces). Knows no variable's value.
 */
import type { Diagnostics } from '../diagnostics.ts';
import { BLANK, CLASS, isBlank, OPERATOR } from './characters.ts';
import { unescaped } from './escapes.ts';
import { afterSingleQuote, matchingBracket } from './matching.ts';
import type { RawWord, ShellText } from './syntax.ts';
import { WordBuilder } from './word-builder.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** A home directory at the start of a word, or of what it assigns: bash expands that in arguments too. */
const TILDE = /(?:[A-Za-z_]\w*\+?=)?~(?=[/:\s;&|<>)]|$)/y;

export class WordLexer {
  /** Where in the source it is. */
  position: number;
  protected readonly source: ShellText;
  protected readonly src: string;
  protected readonly end: number;
  protected readonly diagnostics: Diagnostics;
  readonly #word: WordBuilder;
  #hasTilde: boolean | undefined;

  constructor(source: ShellText, diagnostics: Diagnostics, from: number, to: number) {
    this.source = source;
    this.src = source.text;
    this.position = from;
    this.end = to;
    this.diagnostics = diagnostics;
    this.#word = new WordBuilder(source);
  }

  /**
   * The whole text as in double quotes, where `"` stands for itself: a here-document.
   * @param quoted nothing in it means anything
   */
  document(quoted: boolean): RawWord {
    const start = this.position;
    this.#word.begin();
    if (!quoted) this.#doubleQuoted(true);
    else if (start < this.end) this.#word.literal(start, this.end, true);
    this.position = this.end;
    return this.#word.finish(start, this.position);
  }

  /** The whole text as one word, blanks included: what stands behind `${NAME:-`. Among double quotes `'` is a character. */
  operand(quoted: boolean): RawWord {
    const start = this.position;
    this.#word.begin(true);
    while (this.position < this.end) {
      const char = this.src.charAt(this.position);
      if (!quoted && '\'\\$`"'.includes(char)) this.#special(char.charCodeAt(0));
      else if (quoted && char === '"') this.position += 1;
      else if (quoted && '\\$`'.includes(char)) this.#inQuotes(char.charCodeAt(0), false);
      else {
        this.#word.literal(this.position, this.position + 1, quoted);
        this.position += 1;
      }
    }
    return this.#word.finish(start, this.position);
  }

  /** @param marked braces and commas are parts of their own */
  read(marked = false): RawWord {
    const src = this.src;
    const end = this.end;
    const start = this.position;
    this.#word.begin();
    if (!marked) this.#tilde();
    let braces = 0;
    let chunk = this.position;
    while (this.position < end) {
      let at = this.position;
      let unit = src.charCodeAt(at);
      while (unit >= 128 || CLASS[unit] === 0) {
        at += 1;
        if (at >= end) break;
        unit = src.charCodeAt(at);
      }
      this.position = at;
      if (at >= end || CLASS[unit] === BLANK) break;
      if (CLASS[unit] === OPERATOR) {
        if ((unit !== 0x3c && unit !== 0x3e) || src[at + 1] !== '(') break;
        if (chunk < at) this.#word.literal(chunk, at, false);
        this.#processSubstitution();
      } else if (unit === 0x7b || unit === 0x2c || unit === 0x7d) {
        braces |= unit === 0x7b ? 1 : unit === 0x2c ? 2 : 4;
        this.position = at + 1;
        if (!marked) continue;
        if (chunk < at) this.#word.literal(chunk, at, false);
        this.#word.push({ kind: 'brace', text: src.charAt(at), ...this.source.span(at, at + 1) });
      } else {
        if (chunk < at) this.#word.literal(chunk, at, false);
        this.#special(unit);
      }
      chunk = this.position;
    }
    if (chunk < this.position) this.#word.literal(chunk, this.position, false);
    const mayExpand = braces === 7 || ((braces & 5) === 5 && src.slice(start, this.position).includes('..'));
    if (mayExpand && !marked) {
      this.position = start;
      return this.read(true);
    }
    return this.#word.finish(start, this.position);
  }

  /** A quote, a backslash, a dollar sign or a backtick outside of quotes. */
  #special(unit: number): void {
    const src = this.src;
    const at = this.position;
    if (unit === 0x27) {
      const close = src.indexOf("'", at + 1);
      if (close < 0 || close >= this.end) throw this.unclosed(at);
      this.#word.literal(at + 1, close, true);
      this.position = close + 1;
    } else if (unit === 0x22) {
      this.position = at + 1;
      this.#doubleQuoted(false);
    } else if (unit === 0x5c) {
      if (this.continuation()) return;
      const width = (src.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
      this.#word.literal(at + 1, at + 1 + width, true);
      this.position = at + 1 + width;
    } else if (unit === 0x24) this.#dollar(false);
    else this.#backtick(false);
  }

  /** Reads on as in double quotes, until the closing one or to the end of a here-document. */
  #doubleQuoted(document: boolean): void {
    const src = this.src;
    const open = this.position - 1;
    let chunk = this.position;
    this.#word.add('', chunk, chunk, true);
    for (;;) {
      let at = this.position;
      let unit = at < this.end ? src.charCodeAt(at) : 0x22;
      while (unit !== 0x22 && unit !== 0x5c && unit !== 0x24 && unit !== 0x60) {
        at += 1;
        if (at >= this.end) break;
        unit = src.charCodeAt(at);
      }
      this.position = at;
      if (at >= this.end && !document) throw this.unclosed(open);
      if (unit === 0x22 && document && at < this.end) {
        this.position = at + 1;
        continue;
      }
      // A text of one stretch stands there just so, with its quotes around it.
      if (chunk < at) this.#word.literal(chunk, at, true);
      if (at >= this.end) return;
      if (unit === 0x22) {
        this.position = at + 1;
        return;
      }
      this.#inQuotes(unit, document);
      chunk = this.position;
    }
  }

  /** A backslash, a dollar sign or a backtick within double quotes. */
  #inQuotes(unit: number, document: boolean): void {
    const at = this.position;
    if (unit === 0x24) this.#dollar(true);
    else if (unit === 0x60) this.#backtick(true);
    else {
      const next = this.src.charAt(at + 1);
      const escapes = next === '\\' || next === '$' || next === '`' || (next === '"' && !document);
      this.position = Math.min(at + 2, this.end);
      if (next !== '\n') this.#word.literal(escapes ? at + 1 : at, this.position, true);
    }
  }

  /** `~` at the start of a word, or of what it assigns, is the home directory. */
  #tilde(): void {
    this.#hasTilde ??= this.src.includes('~');
    if (!this.#hasTilde) return;
    TILDE.lastIndex = this.position;
    const [whole = ''] = TILDE.exec(this.src) ?? [];
    if (whole === '' || this.position + whole.length > this.end) return;
    const at = this.position + whole.length - 1;
    this.#word.literal(this.position, at, false);
    this.position = at + 1;
    this.#parameter(at, '~', 'HOME', at, true);
  }

  #parameter(at: number, written: string, inside: string, from: number, quoted: boolean): void {
    const source = this.source;
    const { start, end } = this.source.span(at, this.position);
    this.#word.push({ kind: 'parameter', written, inside, source, from, quoted, start, end });
  }

  /** Anything that starts with `$`. */
  #dollar(quoted: boolean): void {
    const src = this.src;
    const at = this.position;
    const next = src.charAt(at + 1);
    if (!quoted && next === "'") this.#ansiQuoted();
    else if (!quoted && next === '"') {
      // $"…" is a translated string: in every locale without a translation, the string itself.
      this.position = at + 2;
      this.#doubleQuoted(false);
    } else if (next === '{') this.#braced(quoted);
    else if (next === '(') {
      const close = this.#matching(at + 1);
      this.position = close + 1;
      const arithmetic = src.startsWith('((', at + 1) && src[close - 1] === ')';
      this.#substitution(arithmetic ? 'arithmetic' : 'command', at, at + 2, close, quoted);
    } else if (next === '[' && src.indexOf(']', at) > 0 && src.indexOf(']', at) < this.end) {
      const close = src.indexOf(']', at);
      this.position = close + 1;
      this.#substitution('arithmetic', at, at + 2, close, quoted);
    } else {
      NAME.lastIndex = at + 1;
      const word = NAME.exec(src)?.[0] ?? (/[0-9@*#?$!-]/.test(next) ? next : '');
      const name = word.slice(0, Math.max(this.end - at - 1, 0));
      this.position = at + 1 + name.length;
      if (name === '') this.#word.literal(at, at + 1, quoted);
      else this.#parameter(at, `$${name}`, name, at + 1, quoted);
    }
  }

  /** `${…}`. What a workflow's runner fills in before a shell sees it, `${{ secrets.TOKEN }}`, stands as it is. */
  #braced(quoted: boolean): void {
    const src = this.src;
    const at = this.position;
    const workflow = src.startsWith('{{', at + 1) ? src.indexOf('}}', at) : -1;
    if (workflow >= 0 && workflow < this.end) {
      this.position = workflow + 2;
      this.#word.literal(at, this.position, quoted);
      return;
    }
    const close = this.#matching(at + 1);
    this.position = close + 1;
    const written = this.source.written(at, close + 1);
    this.#parameter(at, written, src.slice(at + 2, close), at + 2, quoted);
  }

  #matching(open: number): number {
    const match = matchingBracket(this.src, open, this.end);
    if (match === undefined) throw this.diagnostics.error('unterminated_expansion', this.source.at(open - 1));
    if (!match.isClosed) throw this.unclosed(match.at);
    return match.at;
  }

  #substitution(
    type: 'command' | 'process' | 'arithmetic',
    at: number,
    from: number,
    to: number,
    quoted: boolean,
  ): void {
    const source = this.source;
    const written = source.written(at, this.position);
    const { start, end } = this.source.span(at, this.position);
    this.#word.push({ kind: 'substitution', type, written, source, from, to, quoted, start, end });
  }

  /** `` `command` `` */
  #backtick(quoted: boolean): void {
    const at = this.position;
    let close = at + 1;
    while (close < this.end && this.src[close] !== '`') close += this.src[close] === '\\' ? 2 : 1;
    if (close >= this.end) throw this.unclosed(at);
    this.position = close + 1;
    this.#substitution('command', at, at + 1, close, quoted);
  }

  /** `<(command)` and `>(command)` */
  #processSubstitution(): void {
    const at = this.position;
    const close = this.#matching(at + 1);
    this.position = close + 1;
    this.#substitution('process', at, at + 2, close, true);
  }

  /** `$'…'`: escapes give bytes, which are read as UTF-8 in the end. */
  #ansiQuoted(): void {
    const open = this.position + 1;
    const close = afterSingleQuote(this.src, open, this.end);
    if (close < 0) throw this.unclosed(open);
    this.position = close + 1;
    const inside = this.src.slice(open + 1, close);
    if (!inside.includes('\\')) {
      this.#word.literal(open + 1, close, true);
      return;
    }
    this.#word.add('', open, open, true);
    for (const segment of unescaped(inside, 'ansi', this.source.span(open, close + 1)).segments)
      if (segment.kind === 'text') this.#word.add(segment.text, open, close + 1, true);
      else this.#word.push(segment);
  }

  unclosed(at: number) {
    return this.diagnostics.error('unterminated_quote', this.source.at(at));
  }

  /** A backslash before a line end, which both vanish. Blanks between them are forgiven with a warning. */
  continuation(): boolean {
    const src = this.src;
    const start = this.position;
    let at = start + 1;
    while (at < this.end && (isBlank(src.charCodeAt(at)) || src[at] === '\r')) at += 1;
    if (at < this.end && src[at] !== '\n') return false;
    if (at >= this.end) this.diagnostics.warn('trailing_backslash', this.source.span(start, start + 1));
    else if (at > start + 1 && src[start + 1] !== '\r')
      this.diagnostics.warn('space_after_backslash', this.source.span(start, at));
    this.position = Math.min(at + 1, this.end);
    return true;
  }
}
