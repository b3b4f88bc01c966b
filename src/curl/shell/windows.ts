/** Shell pass: what the readers of cmd.exe and PowerShell share. A variable that a line sets, once, to a text has that value. */
import { nameOf, placeholderName } from '../../request/spellings.ts';
import type { WarningCode } from '../../schemas/diagnostics.ts';
import { type Diagnostics, named, type PendingWarning } from '../diagnostics.ts';
import { MAX_WORDS } from '../lexer/token-lexer.ts';
import { placeholderEnd } from '../lexer/word-lexer.ts';
import type { WrittenWord } from '../lexer/written-words.ts';
import { append, isParallel, NO_WORDS, type Segment, type Span, Word } from '../word.ts';
import type { Command, Input } from './command.ts';

/** Of a line before an assignment: a longer one is not looked through. */
const MAX_LINE = 300;

export const isCurlWord = (word: Word | undefined): boolean =>
  word !== undefined && /(?:^|[\\/])curl(?:\.exe)?$/i.test(word.outline);

/** The base of the readers for cmd.exe and PowerShell. */
export class WindowsReader {
  protected readonly text: string;
  protected readonly diagnostics: Diagnostics;
  /** Accepts any text, for its words: nothing in it is refused or skipped. */
  protected readonly isTolerant: boolean;
  protected at = 0;
  /** Whether quotes are open. */
  protected quoted = false;
  /** Of a text that is read tolerantly. */
  readonly written = { words: [] as WrittenWord[], comments: [] as Span[], open: '' };
  protected readonly read: Command[] = [];
  /** What has been taken of a word, or of a line of cmd.exe. */
  protected segments: Segment[] = [];
  /** Of the command that is being read. */
  protected about: { input?: Input; redirected?: Span; fault?: Command['fault'] } = {};
  /** What lines of the text set variables to, by lower-case names; undefined for what is not known. */
  readonly #values = new Map<string, Word | undefined>();
  /** What the next command reads. */
  #piped: Input = { kind: 'none' };
  #warnings: PendingWarning[] = [];
  #count = 0;

  constructor(text: string, diagnostics: Diagnostics, isTolerant = false) {
    this.text = text;
    this.diagnostics = diagnostics;
    this.isTolerant = isTolerant;
  }

  /** Begins to read a command. */
  protected begin(): void {
    this.segments = [];
    this.quoted = false;
    this.about = {};
  }

  protected word(parts: readonly Segment[], { start, end }: Span): Word {
    if (this.isTolerant) this.written.words.push({ parts, start, end });
    return Word.of(parts, { start, end });
  }

  protected warn(code: WarningCode, place: Span): void {
    this.#warnings.push({ code, place });
  }

  /** The command is refused if it is the one that is read. */
  protected fault(place: Span, message: string): void {
    this.about.fault ??= { message, place };
  }

  protected match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  /** Skips a line continuation; allows trailing blanks, which the pattern captures, with a warning. */
  protected continuation(pattern: RegExp): boolean {
    const [written, blanks = ''] = this.match(pattern) ?? [];
    if (written === undefined) return false;
    if (blanks !== '')
      this.warn('space_after_backslash', { start: this.at, end: this.at + 1 + blanks.length });
    this.at += written.length;
    return true;
  }

  /** Takes the next characters, for themselves or for another text. */
  protected take(length: number, text = this.text.slice(this.at, this.at + length)): void {
    const start = this.at;
    this.at = Math.min(start + length, this.text.length);
    const last = this.segments.at(-1);
    const segment = { kind: 'text', text, start, end: this.at, quoted: this.quoted } as const;
    // Adjacent pieces of the same kind are merged.
    const isNext = last?.kind === 'text' && last.end === start && last.quoted === this.quoted;
    if (!isNext || !isParallel(last) || !isParallel(segment)) this.segments.push(segment);
    else this.segments[this.segments.length - 1] = { ...segment, text: last.text + text, start: last.start };
  }

  /** Takes what a pattern finds here, or one character; nothing beyond an index. */
  protected run(pattern: RegExp, end = this.text.length): void {
    this.take(Math.min(this.match(pattern)?.[0].length ?? 1, end - this.at));
  }

  /** Notes a value. It is not known where a variable is set several times, or within a line or a block. @param at where that begins */
  protected set(key: string, at: number, value: Word | undefined): void {
    const name = key.toLowerCase();
    const [line = ''] = this.text
      .slice(Math.max(at - MAX_LINE, 0), at)
      .split('\n')
      .slice(-1);
    const isLine = line.length < MAX_LINE && !/^\s|[{}(]/.test(line);
    if (!this.isTolerant) this.#values.set(name, isLine && !this.#values.has(name) ? value : undefined);
  }

  /** Takes `<id>` of documentation, as the reader of POSIX shells does. */
  protected takePlaceholder(): boolean {
    const { text, at } = this;
    const end = this.isTolerant ? at : placeholderEnd(text, at, /\s/.test(text.charAt(at - 1)));
    const written = text.slice(at, end);
    if (end > at) this.takeVariable(written, placeholderName(written));
    return end > at;
  }

  /**
   * Takes a variable, or what the shell computes.
   * @param name empty for what has no name
   * @param quoted it is one argument, whatever it holds
   * @param spelled how it stands in the request
   * @param key what it is set by
   */
  protected takeVariable(written: string, name: string, quoted = true, spelled = written, key = name): void {
    const start = this.at;
    this.at += written.length;
    const end = this.at;
    const known = this.#values.get(key.toLowerCase());
    if (known !== undefined) {
      this.diagnostics.fillInWord(known, start);
      for (const segment of known.segments) this.segments.push({ ...segment, start, end });
      return;
    }
    const message = `The value of ${named(written)} is not known: give its value.`;
    const code = written.startsWith('<') ? 'placeholder' : 'variable';
    const warning = { code, message, start, end } as const;
    const { unresolved } = this.diagnostics;
    const value = this.isTolerant
      ? { name, written }
      : name === ''
        ? unresolved.value(nameOf(written), written, { warning })
        : unresolved.variable(name, spelled, { warning });
    this.segments.push({
      kind: 'unresolved',
      value,
      quoted: this.isTolerant ? this.quoted : quoted,
      start,
      end,
    });
  }

  /**
   * Notes the command that has been read, unless it is empty.
   * @param printed what it pipes into the next one, where the text says it
   */
  protected add(words: readonly Word[], operator: string, place: Span, printed?: Word): void {
    if (this.isTolerant || words.length === 0) return;
    const { input, redirected, fault } = this.about;
    this.#count += words.length + 1;
    if (this.#count > MAX_WORDS) throw this.diagnostics.error('too_many_words', place.start);
    const about = { stdin: input ?? this.#piped, operator, redirected, fault, ...place };
    this.read.push({
      words,
      environment: NO_WORDS,
      warnings: this.#warnings.splice(0),
      nested: [],
      ...about,
    });
    const output: Input = printed ? { kind: 'text', value: printed } : { kind: 'unseen', place };
    this.#piped = operator === '|' ? output : { kind: 'none' };
  }

  /** Splits the line that has been taken as the C runtime does for curl.exe: at white space outside quotes. */
  protected splitLine(): Word[] {
    const whole = new Word(this.segments, { start: 0, end: 0 });
    const words: Word[] = [];
    let segments: Segment[] = [];
    let from = 0;
    let start = -1;
    for (const { index, kept, next, isBlank } of marksOf(whole.outline)) {
      if (start < 0 && (!isBlank || index > from)) start = from;
      append(segments, whole.cut(from, index + kept));
      from = next;
      if (!isBlank || start < 0) continue;
      words.push(this.word(segments, whole.slice(start, index)));
      segments = [];
      start = -1;
    }
    return words;
  }
}

/** What the C runtime takes out of a line: blanks outside quotes, quotes, and half of the backslashes before a quote. */
function* marksOf(text: string): Iterable<{ index: number; kept: number; next: number; isBlank: boolean }> {
  let quoted = false;
  let doubled = -1;
  for (const { 0: mark, index } of text.matchAll(/\\+"?|"|[ \t\r]+|$/g)) {
    const isQuote = mark.endsWith('"');
    if (!isQuote && (mark.endsWith('\\') || (quoted && mark !== ''))) continue;
    const end = index + mark.length;
    const backslashes = isQuote ? mark.length - 1 : 0;
    // The second of two quotes within quotes is literal; so is a quote after an odd number of backslashes.
    const isLiteral = index === doubled || backslashes % 2 === 1;
    yield { index, kept: backslashes >> 1, next: isLiteral ? end - 1 : end, isBlank: !isQuote };
    if (!isQuote || isLiteral) continue;
    if (quoted && text[end] === '"') doubled = end;
    else quoted = !quoted;
  }
}
