/**
 * Lexer: reads one word of POSIX shell text with its quotes and expansions (POSIX.1-2024, 2.2 and 2.6; the Bash
 * manual for `$'…'`). Knows no variable's value.
 */
import type { WarningCode } from '../../schemas/diagnostics.ts';
import { type Diagnostics, named, type PendingWarning } from '../diagnostics.ts';
import { type Segment, Word, withoutBackslashes } from '../word.ts';
import { decodeEscapes } from './escapes.ts';
import { afterSingleQuote, matchingBracket } from './matching.ts';
import type { Expansion, Part, RawWord } from './syntax.ts';

const BLANK = 1;
const SPECIAL = 2;
export const OPERATOR = 3;
/** What an unquoted ASCII character does; 0 stands for itself. */
export const CLASS = new Uint8Array(128);
for (const char of ' \t') CLASS[char.charCodeAt(0)] = BLANK;
for (const char of '\'"\\$`') CLASS[char.charCodeAt(0)] = SPECIAL;
for (const char of '|&;()<>\n') CLASS[char.charCodeAt(0)] = OPERATOR;

export const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09;

/** A variable, or one of the special parameters. */
const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;
/** A home directory at the start of a word, or of what it assigns: bash expands that in arguments too. */
const TILDE = /(?:[A-Za-z_]\w*\+?=)?~(?=[/:\s;&|<>)]|$)/y;
/** What means nothing in the operand of `${NAME:-…}`, whatever its quotes. */
const PLAIN = /[^'"\\$`]+/y;

/** Reads one word at a time. */
export class WordLexer {
  position = 0;
  readonly #warnings: PendingWarning[] = [];
  protected readonly source: Word;
  protected readonly src: string;
  protected readonly diagnostics: Diagnostics;
  /** Reads text that may be none of a shell: whatever is not closed ends with it, and words keep all of their parts. */
  protected readonly isTolerant: boolean;
  /** The quote that is not closed, in a tolerant reading. */
  openQuote = '';
  /** Of the word that is being read. */
  #parts: Part[] = [];
  /** Something expands in it, or its parts are to stay apart. */
  #isUnexpanded = false;
  readonly #hasTilde: boolean;
  /** Where the first bracket stands that is known to be unclosed. */
  #unmatched = Number.POSITIVE_INFINITY;

  constructor(source: Word, diagnostics: Diagnostics, isTolerant = false) {
    this.isTolerant = isTolerant;
    this.source = source;
    this.src = source.outline;
    this.diagnostics = diagnostics;
    this.#hasTilde = this.src.includes('~');
  }

  /**
   * The whole text as in double quotes, where `"` stands for itself: a here-document.
   * @param quoted nothing in it means anything
   */
  document(quoted: boolean): RawWord {
    if (!quoted) this.#doubleQuoted(true);
    else this.#literal(0, this.src.length, true);
    this.position = this.src.length;
    return this.#finish(0, this.position);
  }

  /** The whole text as one word, blanks included: what follows `${NAME:-`. Among double quotes `'` is a character. */
  operand(quoted: boolean): RawWord {
    // Quoted text stays separate: only unquoted text is split.
    this.#begin(true);
    for (let at = 0; at < this.src.length; at = this.position) {
      const char = this.src.charAt(at);
      PLAIN.lastIndex = at;
      this.position = PLAIN.test(this.src) ? PLAIN.lastIndex : at + 1;
      if (this.position > at + 1 || !'\'\\$`"'.includes(char)) this.#literal(at, this.position, quoted);
      else if (quoted && char === "'") this.#literal(at, at + 1, true);
      else if (!quoted || char !== '"') {
        this.position = at;
        if (quoted) this.#inQuotes(char.charCodeAt(0), false);
        else this.#special(char.charCodeAt(0));
      }
    }
    return this.#finish(0, this.position);
  }

  read(): RawWord {
    const src = this.src;
    const end = src.length;
    const from = this.position;
    this.#begin(this.isTolerant);
    if (this.#hasTilde) this.#tilde();
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
        if (chunk < at) this.#literal(chunk, at, false);
        const close = this.#matching(at + 1);
        if (close < 0) this.#literalSign(at, false);
        else this.#expands('process', at, this.source.slice(at + 2, close), close + 1, true);
      } else {
        if (chunk < at) this.#literal(chunk, at, false);
        this.#special(unit);
      }
      chunk = this.position;
    }
    if (chunk < this.position) this.#literal(chunk, this.position, false);
    this.#warnOfBraces(from);
    return this.#finish(from, this.position);
  }

  /** Warns of `{a,b}` and `{1..3}` outside of quotes. */
  #warnOfBraces(from: number): void {
    const written = this.src.slice(from, this.position);
    if (!written.includes('{')) return;
    const bare = this.#parts.map((part) => (part.kind === 'text' && !part.quoted ? part.text : '$')).join('');
    const inside = bare.slice(bare.indexOf('{') + 1, Math.max(bare.lastIndexOf('}'), 0));
    if (!bare.includes('{') || !/,|\.\./.test(inside)) return;
    const message = `bash expands ${named(written)} into several arguments; here it stands as written. Quote it.`;
    this.warn('brace_expansion', from, this.position, message);
  }

  /** A quote, a backslash, a dollar sign or a backtick outside of quotes. */
  #special(unit: number): void {
    const src = this.src;
    const at = this.position;
    if (unit === 0x27) {
      const found = src.indexOf("'", at + 1);
      const close = found < 0 ? this.unclosed(at, "'") : found;
      this.#literal(at + 1, close, true);
      this.position = close + 1;
    } else if (unit === 0x22) {
      this.position = at + 1;
      this.#doubleQuoted(false);
    } else if (unit === 0x5c) {
      if (this.continuation()) return;
      const width = (src.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
      this.#literal(at + 1, at + 1 + width, true);
      this.position = at + 1 + width;
    } else if (unit === 0x24) this.#dollar(false);
    else this.#backtick(false, false);
  }

  /** Reads on as in double quotes, until the closing one or to the end of a here-document. */
  #doubleQuoted(document: boolean): void {
    const src = this.src;
    const open = this.position - 1;
    let chunk = this.position;
    const size = this.#parts.length;
    for (;;) {
      let at = this.position;
      for (; at < src.length; at += 1) {
        const unit = src.charCodeAt(at);
        if (unit === 0x5c || unit === 0x24 || unit === 0x60 || (unit === 0x22 && !document)) break;
      }
      this.position = at;
      if (at >= src.length && !document) this.unclosed(open, '"');
      const unit = at < src.length ? src.charCodeAt(at) : 0x22;
      // Empty quotes are a word.
      const isNothing = unit === 0x22 && this.#parts.length === size;
      if (chunk < at || isNothing) this.#literal(chunk, at, true);
      if (unit === 0x22) {
        this.position = Math.min(at + 1, src.length);
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
    else if (unit === 0x60) this.#backtick(true, document);
    else {
      const next = this.src.charAt(at + 1);
      const escapes = next === '\\' || next === '$' || next === '`' || (next === '"' && !document);
      this.position = Math.min(at + 2, this.src.length);
      if (next !== '\n') this.#literal(escapes ? at + 1 : at, this.position, true);
    }
  }

  /** `~` at the start of a word, or of what it assigns, is the home directory. */
  #tilde(): void {
    TILDE.lastIndex = this.position;
    const [whole = ''] = TILDE.exec(this.src) ?? [];
    if (whole === '') return;
    const at = this.position + whole.length - 1;
    this.#literal(this.position, at, false);
    this.#expands('parameter', at, Word.text('HOME', this.source.span(at, at + 1)), at + 1, true);
  }

  #begin(isUnexpanded: boolean): void {
    this.#parts = [];
    this.#isUnexpanded = isUnexpanded;
  }

  /** Takes a stretch of the source as it stands. */
  #literal(from: number, to: number, quoted: boolean): void {
    for (const segment of this.source.cut(from, to))
      this.#parts.push(segment.kind === 'bytes' ? segment : { ...segment, quoted });
    if (from === to) this.#parts.push({ kind: 'text', text: '', ...this.source.span(from, to), quoted });
  }

  /** Takes what a value is put in for, from `at` to `next`. */
  #expands(kind: Expansion['kind'], at: number, inside: Word, next: number, quoted: boolean): void {
    this.position = next;
    const written = this.source.slice(at, next).spelled;
    this.#parts.push({ kind, written, inside, quoted, ...this.source.span(at, next) });
    this.#isUnexpanded = true;
  }

  #finish(from: number, to: number): RawWord {
    const span = this.source.span(from, to);
    const parts = this.#parts;
    // Without expansions, all parts are segments.
    return this.#isUnexpanded ? { kind: 'unexpanded', parts, ...span } : Word.of(parts as Segment[], span);
  }

  #dollar(quoted: boolean): void {
    const { src, source } = this;
    const at = this.position;
    const next = src.charAt(at + 1);
    const square = next === '[' ? src.indexOf(']', at) : -1;
    if (!quoted && next === "'") this.#ansiQuoted();
    else if (!quoted && next === '"') {
      // $"…" is a string for translation; without a translation, it is the string itself.
      this.position = at + 2;
      this.#doubleQuoted(false);
    } else if (next === '{' || next === '(') this.#bracketed(quoted);
    else if (square > 0) this.#expands('arithmetic', at, source.slice(at + 2, square), square + 1, quoted);
    else {
      NAME.lastIndex = at + 1;
      const end = NAME.test(src) ? NAME.lastIndex : at + 1;
      if (end > at + 1) this.#expands('parameter', at, source.slice(at + 1, end), end, quoted);
      else {
        this.position = end;
        this.#literal(at, end, quoted);
      }
    }
  }

  /** `${…}`, `$(…)`, `$((…))`. What a workflow's runner fills in before a shell sees it, `${{ secrets.TOKEN }}`, stays. */
  #bracketed(quoted: boolean): void {
    const { src, source } = this;
    const at = this.position;
    const workflow = src.startsWith('{{', at + 1) ? src.indexOf('}}', at) : -1;
    if (workflow >= 0) {
      this.position = workflow + 2;
      this.#literal(at, this.position, quoted);
      return;
    }
    const close = this.#matching(at + 1);
    const isArithmetic = src.startsWith('((', at + 1) && src[close - 1] === ')';
    const kind = src[at + 1] === '{' ? 'parameter' : isArithmetic ? 'arithmetic' : 'command';
    if (close < 0) this.#literalSign(at, quoted);
    else this.#expands(kind, at, source.slice(at + 2, close), close + 1, quoted);
  }

  /** Where the bracket closes that opens here; -1 in a tolerant reading when it does not. */
  #matching(open: number): number {
    const match = open < this.#unmatched ? matchingBracket(this.src, open) : undefined;
    if (match?.isClosed === true) return match.at;
    // Brackets after this one are not searched: each search could read the whole text.
    if (this.isTolerant) this.#unmatched = open;
    else if (match !== undefined) this.unclosed(match.at, "'");
    else throw this.diagnostics.error('unterminated_expansion', this.source.span(open - 1, open - 1).start);
    return -1;
  }

  /** A sign that begins nothing. */
  #literalSign(at: number, quoted: boolean): void {
    this.#literal(at, at + 1, quoted);
    this.position = at + 1;
  }

  /** `` `command` ``: some backslashes go before the command is read, among double quotes those before `"` too. */
  #backtick(quoted: boolean, document: boolean): void {
    const at = this.position;
    let close = at + 1;
    while (close < this.src.length && this.src[close] !== '`') close += this.src[close] === '\\' ? 2 : 1;
    if (close >= this.src.length) {
      this.unclosed(at, '');
      this.#literalSign(at, quoted);
      return;
    }
    const escaped = quoted && !document ? /\\[$`\\"]/g : /\\[$`\\]/g;
    const inside = withoutBackslashes(this.source.slice(at + 1, close), escaped);
    this.#expands('command', at, inside, close + 1, quoted);
  }

  /** `$'…'`: escapes give bytes, which are read as UTF-8 in the end. */
  #ansiQuoted(): void {
    const open = this.position + 1;
    const found = afterSingleQuote(this.src, open);
    const close = found < 0 ? this.unclosed(open, "$'") : found;
    this.position = close + 1;
    const inside = this.src.slice(open + 1, close);
    if (!inside.includes('\\')) {
      this.#literal(open + 1, close, true);
      return;
    }
    const segments = decodeEscapes(inside, this.source.span(open + 1, close));
    // Empty quotes are a word.
    if (segments.length === 0) this.#literal(close, close, true);
    for (const segment of segments) this.#parts.push(segment);
  }

  protected warn(code: WarningCode, start: number, end: number, message?: string): void {
    this.#warnings.push({ code, message, place: this.source.span(start, end) });
  }

  /** The warnings since the last time. */
  takeWarnings(): readonly PendingWarning[] {
    return this.#warnings.splice(0);
  }

  /** @returns where the text ends, when it is read tolerantly */
  protected unclosed(at: number, quote: string): number {
    if (!this.isTolerant) {
      const inner = /'[^']*?[A-Za-z]'[A-Za-z]/.test(this.src)
        ? /[A-Za-z]{1,40}'[A-Za-z]{1,40}/.exec(this.src)?.[0]
        : undefined;
      const message =
        inner &&
        `The apostrophe of ${named(inner)} ends the quote. Write ${named(inner.replace("'", "'\\''"))}.`;
      throw this.diagnostics.error('unterminated_quote', this.source.span(at, at).start, message);
    }
    this.openQuote = quote;
    return this.src.length;
  }

  /** A backslash before a line end, which both vanish. Blanks between them are forgiven with a warning. */
  continuation(): boolean {
    const { src, position: start } = this;
    let at = start + 1;
    while (at < src.length && (isBlank(src.charCodeAt(at)) || src[at] === '\r')) at += 1;
    if (at < src.length && src[at] !== '\n') return false;
    if (at >= src.length) this.warn('trailing_backslash', start, start + 1);
    else if (at > start + 1 && src[start + 1] !== '\r') this.warn('space_after_backslash', start, at);
    this.position = Math.min(at + 1, src.length);
    return true;
  }
}
