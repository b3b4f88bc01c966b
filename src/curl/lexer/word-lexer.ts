/**
 * Lexer: reads one word of POSIX shell text with its quotes and expansions (POSIX.1-2024, 2.2 and 2.6; the Bash
 * manual for `$'…'`). Knows no variable's value.
 */

import { ANGLED, placeholderName } from '../../request/spellings.ts';
import type { WarningCode } from '../../schemas/diagnostics.ts';
import { type Diagnostics, named, type PendingWarning } from '../diagnostics.ts';
import { EMPTY_WORD, type Segment, Word, withoutBackslashes } from '../word.ts';
import { decodeEscapes } from './escapes.ts';
import type { Expansion, Part, RawWord } from './syntax.ts';

export const BLANKS = ' \t';
export const OPERATORS = '|&;()<>\n';
/** A stretch of text in which the same characters mean something. */
interface Context {
  readonly literal: RegExp;
  /** The character that ends it. */
  readonly end: string;
  readonly quoted: boolean;
  /** The characters in quotes before which a backslash goes. */
  readonly escaped: string;
}

const BARE = /[^ \t'"\\$`|&;()<>\n]+/y;
const IN_OPERAND = /(?:\{\{\w+\}\}(?=\})|[^'"\\$`}])+/y;
const DOUBLE_QUOTES: Context = { literal: /[^"\\$`]+/y, end: '"', quoted: true, escaped: '\\$`"' };
const DOCUMENT: Context = { literal: /[^\\$`]+/y, end: '', quoted: true, escaped: '\\$`' };
/** What follows the operator of `${NAME:-…}`, blanks included. */
const OPERAND: Context = { literal: IN_OPERAND, end: '}', quoted: false, escaped: '' };
const QUOTED_OPERAND: Context = { ...DOUBLE_QUOTES, literal: IN_OPERAND, end: '}' };
const OUTSIDE: Context = { literal: BARE, end: '', quoted: false, escaped: '' };
/** `NAME`, an item of an array or a special parameter, and the operator behind it. */
export const PARAMETER = /([A-Za-z_]\w*|\d{1,3}|[@*#?$!-])(?:\[([@*]|-?\d{1,6})\])?(:?[-=?+])?/y;
/** `http://host/<id>`, `-u <user>:<your key>`, as documentation writes what is to be filled in: no shell can mean it. */
const PLACEHOLDER = new RegExp(ANGLED, 'uy');
/** What makes `<in>out` and `<a.json> out` two redirections. */
const TARGET = /(?<=[./][^>]*>)[ \t]*[\w./]|\w/y;
/** In a text that no shell can read as it stands, the & of `?a=<a>&b=2` belongs to the address. */
const NEXT_PAIR = /&[\w.[\]-]{1,60}=/y;
/** A variable, or one of the special parameters. */
const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;
/** A home directory at the start of a word, or of what it assigns: bash expands that in arguments too. */
const TILDE = /(?:[A-Za-z_]\w*\+?=)?~(?=[/:\s;&|<>)]|$)/y;

/** A text with so many expansions is none that a person pastes. */
const MAX_EXPANSIONS = 5_000;
/** Expansions within each other. */
const MAX_NESTING = 50;

/**
 * Where a placeholder in angle brackets ends that begins at an index; the index itself where none does.
 * @param isFirst it begins a word: with a name behind it, both may be redirections
 */
export function placeholderEnd(text: string, at: number, isFirst: boolean): number {
  PLACEHOLDER.lastIndex = at;
  if (text[at] !== '<' || !PLACEHOLDER.test(text)) return at;
  const end = PLACEHOLDER.lastIndex;
  TARGET.lastIndex = end;
  return isFirst && TARGET.test(text) ? at : end;
}

/** Reads one word at a time. */
export abstract class WordLexer {
  position = 0;
  readonly #warnings: PendingWarning[] = [];
  protected readonly source: Word;
  protected readonly src: string;
  protected readonly diagnostics: Diagnostics;
  /** Accepts any text: an unclosed quote ends with the text, and words keep all of their parts. */
  protected readonly isTolerant: boolean;
  /** The quote that is not closed, in a tolerant reading. */
  openQuote = '';
  /** Of the word that is being read. */
  #parts: Part[] = [];
  /** Something expands in it, or its parts are to stay apart. */
  #isUnexpanded = false;
  /** How many expansions are open. */
  protected depth = 0;
  /** Only where the text ends is asked for: words have no parts. */
  protected isSkipping = false;
  /** Where the first bracket stands that is known to be unclosed. */
  #unmatched = Number.POSITIVE_INFINITY;
  #expansions = 0;
  readonly #isVerbatim: boolean;

  constructor(source: Word, diagnostics: Diagnostics, isTolerant = false) {
    this.isTolerant = isTolerant;
    this.source = source;
    this.src = source.outline;
    this.#isVerbatim = source.isVerbatim;
    this.diagnostics = diagnostics;
  }

  /**
   * The whole text as in double quotes, where `"` is literal: a here-document.
   * @param quoted nothing in it means anything
   */
  document(quoted: boolean): RawWord {
    if (!quoted) this.#within(DOCUMENT);
    else this.#literal(0, this.src.length, true);
    return this.#finish(0);
  }

  /** What stands before the brace of `${NAME:-…}`; undefined without a brace. */
  #operand(quoted: boolean): RawWord | undefined {
    const [parts, isUnexpanded, from] = [this.#parts, this.#isUnexpanded, this.position];
    // Quoted text stays separate: only unquoted text is split.
    this.#begin(true);
    this.#within(quoted ? QUOTED_OPERAND : OPERAND);
    const operand = this.position < this.src.length ? this.#finish(from) : undefined;
    this.#begin(isUnexpanded, parts);
    return operand;
  }

  read(): RawWord {
    const { src, position: from } = this;
    let isPlaceholder = false;
    this.#begin(this.isTolerant);
    this.#tilde();
    while (this.position < src.length) {
      if (this.#take(BARE, false)) continue;
      const char = src.charAt(this.position);
      if (BLANKS.includes(char)) break;
      if (!OPERATORS.includes(char)) this.#special(char, OUTSIDE);
      else if (this.placeholderEnd(this.position === from) > this.position) {
        this.#placeholder();
        isPlaceholder = true;
      } else if (isPlaceholder && this.endOf(NEXT_PAIR) > this.position)
        this.#literal(this.position, this.position + 1, false);
      else if ((char !== '<' && char !== '>') || src[this.position + 1] !== '(') break;
      else this.#bracketed(false);
    }
    this.#warnOfBraces(from);
    return this.#finish(from);
  }

  /** Where a placeholder in angle brackets ends that begins here, or here. */
  protected placeholderEnd(isFirst: boolean): number {
    return placeholderEnd(this.src, this.position, isFirst);
  }

  #placeholder(): void {
    const at = this.position;
    this.#countExpansion(at);
    this.position = placeholderEnd(this.src, at, false);
    if (this.isSkipping) return;
    const written = this.src.slice(at, this.position);
    const span = this.source.span(at, this.position);
    const message = `${named(written)} is a placeholder: give its value. A shell would read it as a redirection.`;
    const warning = { code: 'placeholder', message, ...span } as const;
    const value = this.diagnostics.unresolved.value(placeholderName(written), written, { warning });
    this.#parts.push({ kind: 'unresolved', value, quoted: true, ...span });
  }

  /** Warns of `{a,b}` and `{1..3}` outside of quotes. */
  #warnOfBraces(from: number): void {
    const textOf = (part: Part) => (part.kind === 'text' && !part.quoted ? part.text : '$');
    if (!this.#parts.some((part) => textOf(part).includes('{'))) return;
    const bare = this.#parts.map(textOf).join('');
    const inside = bare.slice(bare.indexOf('{') + 1, Math.max(bare.lastIndexOf('}'), 0));
    if (!/,|\.\./.test(inside)) return;
    const written = this.src.slice(from, this.position);
    const message = `bash expands ${named(written)} into several arguments; here it stands as written. Quote it.`;
    this.warn('brace_expansion', from, this.position, message);
  }

  /** Reads on to the character that ends a context, or to the end of the text. */
  #within(context: Context): void {
    const { src } = this;
    while (this.position < src.length && src[this.position] !== context.end)
      if (!this.#take(context.literal, context.quoted)) this.#special(src.charAt(this.position), context);
  }

  /** A character that is not always literal. */
  #special(char: string, context: Context): void {
    const at = this.position;
    const { quoted } = context;
    if (char === '$') this.#dollar(quoted);
    else if (char === '`') this.#backtick(context);
    else if (char === '\\') this.#backslash(context);
    else if (char === '"') this.#doubleQuoted(at + 1, quoted ? { ...context, end: '"' } : DOUBLE_QUOTES);
    else if (quoted) this.#literal(at, at + 1, true);
    else this.#singleQuoted(at, false);
  }

  #backslash({ quoted, escaped }: Context): void {
    const { position: at, src } = this;
    const next = src.charAt(at + 1);
    if (!quoted && this.continuation()) return;
    const width = (src.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
    if (!quoted) this.#literal(at + 1, at + 1 + width, true);
    else if (next === '\n') this.position = at + 2;
    else
      this.#literal(next !== '' && escaped.includes(next) ? at + 1 : at, Math.min(at + 2, src.length), true);
  }

  #doubleQuoted(from: number, context: Context): void {
    const size = this.#parts.length;
    this.position = from;
    this.#within(context);
    if (this.position >= this.src.length) this.unclosed(from - 1, '"');
    // Empty quotes are a word.
    if (this.#parts.length === size) this.#literal(this.position, this.position, true);
    this.position = Math.min(this.position + 1, this.src.length);
  }

  /** `~` at the start of a word, or of what it assigns, is the home directory. */
  #tilde(): void {
    const end = this.endOf(TILDE);
    if (end === this.position) return;
    const at = end - 1;
    this.#literal(this.position, at, false);
    const inside = Word.text('HOME', this.source.span(at, end));
    this.#expands({ kind: 'parameter', inside, quoted: true }, at, end);
  }

  #begin(isUnexpanded: boolean, parts: Part[] = []): void {
    this.#parts = parts;
    this.#isUnexpanded = isUnexpanded;
  }

  /** Where what a pattern finds at a place ends; the place itself when it finds nothing. */
  protected endOf(pattern: RegExp, at = this.position): number {
    pattern.lastIndex = at;
    return pattern.test(this.src) ? pattern.lastIndex : at;
  }

  /** Takes what a pattern finds here. */
  #take(pattern: RegExp, quoted: boolean): boolean {
    const at = this.position;
    const end = this.endOf(pattern);
    if (end > at) this.#literal(at, end, quoted);
    return end > at;
  }

  /** Consumes a range of the source as literal text. */
  #literal(from: number, to: number, quoted: boolean): void {
    this.position = to;
    if (this.isSkipping) return;
    if (this.#isVerbatim || from === to) {
      const { start, end } = this.source.span(from, to);
      this.#parts.push({ kind: 'text', text: this.src.slice(from, to), start, end, quoted });
    } else for (const segment of this.source.cut(from, to)) this.#parts.push({ ...segment, quoted });
  }

  /** Takes what a value is put in for, from `at` to `next`. */
  #expands(what: Pick<Expansion, 'kind' | 'inside' | 'quoted' | 'operand'>, at: number, next: number): void {
    this.position = next;
    if (this.isSkipping) return;
    this.#countExpansion(at);
    const written = this.source.slice(at, next).spelled;
    const { start, end } = this.source.span(at, next);
    const { kind, inside, quoted, operand } = what;
    this.#parts.push({ kind, written, inside, operand, quoted, start, end });
    this.#isUnexpanded = true;
  }

  #countExpansion(at: number): void {
    this.#expansions += 1;
    if (this.#expansions > MAX_EXPANSIONS && !this.isTolerant)
      throw this.diagnostics.error('too_many_words', this.source.span(at, at).start);
  }

  #finish(from: number): RawWord {
    if (this.isSkipping) return EMPTY_WORD;
    const span = this.source.span(from, this.position);
    const parts = this.#parts;
    // Without expansions, all parts are segments.
    return this.#isUnexpanded ? { kind: 'unexpanded', parts, ...span } : Word.of(parts as Segment[], span);
  }

  #dollar(quoted: boolean): void {
    const { src, source } = this;
    const at = this.position;
    const next = src.charAt(at + 1);
    const square = next === '[' ? src.indexOf(']', at) : -1;
    if (!quoted && next === "'") this.#singleQuoted(at + 1, true);
    // $"…" is a string for translation; without a translation, it is the string itself.
    else if (!quoted && next === '"') this.#doubleQuoted(at + 2, DOUBLE_QUOTES);
    else if (next === '{' || next === '(') this.#bracketed(quoted);
    else if (square > 0)
      this.#expands({ kind: 'arithmetic', inside: source.slice(at + 2, square), quoted }, at, square + 1);
    else {
      const end = this.endOf(NAME, at + 1);
      if (end > at + 1)
        this.#expands({ kind: 'parameter', inside: source.slice(at + 1, end), quoted }, at, end);
      else this.#literal(at, end, quoted);
    }
  }

  /** `${…}`, `$(…)`, `$((…))`, `<(…)`. What a workflow's runner fills in before a shell sees it, `${{ secrets.TOKEN }}`, stays. */
  #bracketed(quoted: boolean): void {
    const { src, source, position: at } = this;
    const workflow = src.startsWith('{{', at + 1) ? src.indexOf('}}', at) : -1;
    if (workflow >= 0 || at > this.#unmatched) {
      this.#literal(at, workflow < 0 ? at + 1 : workflow + 2, quoted);
      return;
    }
    const isBrace = src[at + 1] === '{';
    const operand = this.skipBracket(quoted);
    const close = this.position;
    if (close >= src.length) this.#unmatchedBracket(at, quoted);
    else {
      const isProcess = src[at] !== '$';
      const isArithmetic = src.startsWith('((', at + 1) && src[close - 1] === ')';
      const kind = isBrace ? 'parameter' : isArithmetic ? 'arithmetic' : isProcess ? 'process' : 'command';
      const inside = source.slice(at + 2, close);
      this.#expands({ kind, inside, quoted: quoted || isProcess, operand }, at, close + 1);
    }
  }

  /** Moves from a sign before a bracket to where that closes, or to the end of the text. @returns the operand in braces */
  skipBracket(quoted: boolean): RawWord | undefined {
    const { position: at, src } = this;
    const isBrace = src[at + 1] === '{';
    this.position = isBrace ? this.endOf(PARAMETER, at + 2) : at + 2;
    this.depth += 1;
    const isTooDeep = this.depth > MAX_NESTING;
    if (isTooDeep && !this.isTolerant) {
      const place = this.source.span(at, this.position);
      throw this.diagnostics.error('shell_syntax', place, 'The expansions are nested too deeply.');
    }
    let operand: RawWord | undefined;
    if (isTooDeep) this.position = src.length;
    else if (isBrace) operand = this.#operand(quoted);
    else this.position = this.scriptEnd(this.position);
    this.depth -= 1;
    return operand;
  }

  /** Where the parenthesis closes that a script stands in; the end of the text where it does not. */
  protected abstract scriptEnd(from: number): number;

  /** In a tolerant reading a bracket that is not closed is a character; those around it are not closed, either. */
  #unmatchedBracket(at: number, quoted: boolean): void {
    if (!this.isTolerant)
      throw this.diagnostics.error('unterminated_expansion', this.source.span(at, at).start);
    if (this.depth > 0) return;
    // Brackets after this one are not searched: each search could read the whole text.
    this.#unmatched = at;
    this.#literal(at, at + 1, quoted);
  }

  /** `` `command` ``: some backslashes go before the command is read, among double quotes those before `"` too. */
  #backtick({ quoted, escaped }: Context): void {
    const at = this.position;
    const close = unescapedIndex(this.src, '`', at + 1);
    if (close < 0) {
      this.unclosed(at, '');
      this.#literal(at, at + 1, quoted);
      return;
    }
    const pattern = escaped.includes('"') ? /\\[$`\\"]/g : /\\[$`\\]/g;
    const inside = withoutBackslashes(this.source.slice(at + 1, close), pattern);
    this.#expands({ kind: 'command', inside, quoted }, at, close + 1);
  }

  /** `'…'`, and `$'…'`, in which escapes give bytes, which are read as UTF-8 in the end. */
  #singleQuoted(open: number, isAnsi: boolean): void {
    const from = open + 1;
    const found = isAnsi ? unescapedIndex(this.src, "'", from) : this.src.indexOf("'", from);
    const close = found < 0 ? this.unclosed(open, isAnsi ? "$'" : "'") : found;
    const inside = isAnsi ? this.src.slice(from, close) : '';
    const hasEscapes = inside.includes('\\');
    const segments = hasEscapes ? decodeEscapes(inside, true, this.source.span(from, close)) : [];
    for (const segment of segments) this.#parts.push(segment);
    // Empty quotes are a word.
    if (segments.length === 0) this.#literal(hasEscapes ? close : from, close, true);
    this.position = close + 1;
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
      const isWord = /'[^']*?[A-Za-z]'[A-Za-z]/.test(this.src);
      const [inner] = isWord ? (/[A-Za-z]{1,20}'[A-Za-z]{1,20}/.exec(this.src) ?? []) : [];
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
    while (at < src.length && ' \t\r'.includes(src.charAt(at))) at += 1;
    if (at < src.length && src[at] !== '\n') return false;
    if (at >= src.length) this.warn('trailing_backslash', start, start + 1);
    else if (at > start + 1 && src[start + 1] !== '\r') this.warn('space_after_backslash', start, at);
    this.position = Math.min(at + 1, src.length);
    return true;
  }
}

/** The index of the next such character that no backslash escapes; -1 without one. */
function unescapedIndex(src: string, char: string, from: number): number {
  let at = from;
  while (at < src.length && src[at] !== char) at += src[at] === '\\' ? 2 : 1;
  return at < src.length ? at : -1;
}
