/**
 * THE table of readings, in the order in which they are tried. What a shell can read is read as it stands, byte for byte.
 * Every other reading is a guess: it is tried only when that fails, and a warning names it.
 */
import { InputError } from '../../errors.ts';
import { PARSE_ERROR_CODES } from '../../schemas/diagnostics.ts';
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import type { PendingWarning } from '../diagnostics.ts';
import { otherFormat } from '../locate/other-formats.ts';
import { placesIn } from '../locate/others.ts';
import type { Dialect } from './dialect.ts';
import { FILES } from './files.ts';
import { FENCE_READING, INDENTATION, MARK_READINGS } from './marks.ts';
import { plainText, plainTexts, type ShellText } from './plain.ts';
import type { Reading } from './reading.ts';
import { SENTENCE } from './sentence.ts';
import { type Cut, cutsOf, Source } from './source.ts';
import { STRINGS } from './strings.ts';

const READINGS: readonly Reading[] = [
  FENCE_READING,
  ...MARK_READINGS,
  ...STRINGS,
  ...FILES,
  INDENTATION,
  SENTENCE,
];

/** How many texts are tried, and how many characters they have together. */
const MAX_ATTEMPTS = 24;
const MAX_LENGTH = 150_000;
const MAX_DEPTH = 3;

/** What is known of a text that was found in another. */
interface Found {
  readonly dialect: Dialect | undefined;
  readonly readAs: readonly PendingWarning[];
  readonly others: readonly number[];
}

/** Where curl commands begin in what is taken away. */
function leftOut({ text, offset }: Source, cuts: readonly Cut[]): number[] {
  return cuts.flatMap(({ start, end, put }) =>
    put === undefined && end - start > 8
      ? placesIn(text.slice(start, end)).map((place) => offset(start + place))
      : [],
  );
}

/** Tries the readings on one text. */
export class Readings<T extends { readonly request: ParsedRequest }> {
  readonly #given: Source;
  readonly #read: (text: ShellText) => T;
  /** The error that says most, see {@link weightOf}. */
  #best: { error: InputError; weight: number } | undefined;
  #attempts = 0;
  #length = 0;
  #open: T | undefined;
  /** A shell reads a text of the given one, and curl refuses its command. */
  #isRefused = false;

  /** @param read the passes behind the readings: throws InputError for what a shell or curl refuses */
  constructor(text: string, read: (text: ShellText) => T) {
    this.#given = new Source(text);
    this.#read = read;
  }

  /**
   * What the first reading makes of the text that has a curl command which curl accepts.
   * @throws InputError why the text as it stands is refused, or the first text in it that has a command
   */
  first(): T {
    const found = this.#in(this.#given, { dialect: undefined, readAs: [], others: [] }) ?? this.#open;
    if (found !== undefined) return found;
    const other = (this.#best?.weight ?? 0) === 0 ? otherFormat(this.#given.text) : undefined;
    if (this.#best !== undefined && other === undefined) throw this.#best.error;
    const { at = 0, message = PARSE_ERROR_CODES.no_curl } = other ?? {};
    const start = this.#given.offset(at);
    throw new InputError({ field: '', code: 'no_curl', message, offset: start, start, end: start });
  }

  #in(source: Source, found: Found): T | undefined {
    const { dialect, readAs, others } = found;
    this.#count(source);
    for (const text of plainTexts(source, dialect, others)) {
      const value = this.#attempt(text, readAs);
      if (value !== undefined) return value;
    }
    if (readAs.length >= MAX_DEPTH) return undefined;
    return this.#inOther(source.cut(cutsOf(source.text, /\r(?=\n)/g)), found);
  }

  #inOther(outer: Source, { dialect, readAs, others }: Found): T | undefined {
    for (const reading of READINGS)
      for (const excerpt of reading.read(outer.text)) {
        if (this.#isSpent() || (this.#isRefused && reading.isPart)) return undefined;
        const inner = outer.cut(excerpt.cuts);
        if (inner.text.trim() === outer.text.trim() && !reading.isOpen) continue;
        const message = `Read as ${reading.name}: ${excerpt.removed}.`;
        const place = { start: 0, end: inner.text.length };
        const found: Found = {
          dialect: excerpt.dialect ?? dialect,
          readAs: [...readAs, { code: 'read_as', place, message }],
          others: [...others, ...leftOut(outer, excerpt.cuts)],
        };
        const value = reading.isOpen
          ? this.#attempt(plainText(this.#count(inner), found.dialect, found.others, true), found.readAs)
          : this.#in(inner, found);
        if (value !== undefined) return value;
      }
    return undefined;
  }

  #isSpent(): boolean {
    return this.#attempts >= MAX_ATTEMPTS || this.#length > MAX_LENGTH;
  }

  /** Also a text that is not read as it stands is looked through. */
  #count(source: Source): Source {
    this.#attempts += 1;
    this.#length += source.text.length;
    return source;
  }

  #attempt(text: ShellText, readAs: readonly PendingWarning[]): T | undefined {
    text.diagnostics.warnAll(readAs);
    try {
      const value = this.#read(text);
      // Another reading may find the end of the here-document.
      if (!value.request.warnings?.some(({ code }) => code === 'here_document_open')) return value;
      this.#open ??= value;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (isLimit(error)) throw error;
      const weight = weightOf(error, text.text);
      const isFault = error.issues[0].code === 'shell_syntax' && text.dialect !== 'posix';
      this.#isRefused ||= (weight === 2 || isFault) && !text.isOpen;
      if (weight > (this.#best?.weight ?? -1)) this.#best = { error, weight };
    }
    return undefined;
  }
}

/** How much an error says about a curl command. */
function weightOf({ issues: [{ code }] }: InputError, text: string): number {
  if (code === 'no_curl') return 0;
  const isOfShell =
    code === 'shell_syntax' || code === 'unterminated_quote' || code === 'unterminated_expansion';
  return isOfShell ? Number(/^[ \t]*(?:sudo )?curl\s/m.test(text)) : 2;
}

/** Whether it is about how much a text makes, which would be no less if it was read in another way. */
function isLimit({ issues: [{ code }] }: InputError): boolean {
  return code === 'argument_list_too_long' || code === 'too_many_variables' || code === 'too_many_words';
}
