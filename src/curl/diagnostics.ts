/** What every pass tells the reader: warnings and errors with their places, budgets, and the open values. */
import { InputError } from '../errors.ts';
import {
  PARSE_ERROR_CODES,
  type ParseErrorCode,
  WARNING_CODES,
  type WarningCode,
} from '../schemas/diagnostics.ts';
import type { RequestWarning } from '../schemas/request-shape.ts';
import type { OpenValue, Span, Word } from './shell/word.ts';

const MAX_WARNINGS = 500;
/** Linux takes no longer command line, variables filled in (ARG_MAX). */
const MAX_FILLED_IN = 2_097_152;
const MAX_OPEN_VALUES = 700;
const SEGMENT_COST = 64;

/** A stretch of the prepared text, or a use of an option that stands there. */
export interface Place extends Span {
  readonly name?: string;
}

/** One for each text. Places are given in the text as it is now; they leave as code points of the command as given. */
export class Diagnostics {
  #offset: (index: number) => number;
  readonly #warnings: RequestWarning[] = [];
  #dropped = 0;
  #filledIn = 0;
  /** Open values by their first spelling. Most texts have none. */
  #open: Map<string, OpenValue> | undefined;
  /** What shell variables are called. */
  #variables: Map<string, string> | undefined;
  /** How many things are called so. */
  #names: Map<string, number> | undefined;

  /** @param offset from an index of the text to a code point of the command as given */
  constructor(offset: (index: number) => number) {
    this.#offset = offset;
  }

  /** @param toOriginal from an index of the text that is worked with from now on to one of the text before */
  moveTo(toOriginal: (index: number) => number): void {
    const offset = this.#offset;
    this.#offset = (index) => offset(toOriginal(index));
  }

  /** @param place of a use of a curl option, `--cacert`, it has the name, too */
  warn(code: WarningCode, place: Place, message: string = WARNING_CODES[code]): void {
    if (this.#warnings.length >= MAX_WARNINGS) this.#dropped += 1;
    else {
      const { start, end } = this.#span(place);
      const text = message.toWellFormed();
      const { name: option } = place;
      this.#warnings.push(
        option === undefined
          ? { code, message: text, start, end }
          : { code, message: text, option, start, end },
      );
    }
  }

  #span({ start, end }: Span): Span {
    return { start: this.#offset(start), end: this.#offset(Math.max(start, end)) };
  }

  error(code: ParseErrorCode, place: Span | number, message: string = PARSE_ERROR_CODES[code]): InputError {
    const span = this.#span(typeof place === 'number' ? { start: place, end: place } : place);
    return new InputError({ field: '', code, message: message.toWellFormed(), offset: span.start, ...span });
  }

  /** Where the passes are with their warnings, to go back to. */
  mark(): number {
    return this.#warnings.length;
  }

  /** Takes back the warnings of an attempt that came to nothing. */
  backTo(mark: number): void {
    if (mark < this.#warnings.length) this.#warnings.length = mark;
  }

  /**
   * Counts text that does not stand in the command itself: values of variables, expanded braces. Doubling a
   * variable a few dozen times would otherwise fill the memory.
   * @throws InputError when there is more than a shell would pass on
   */
  fillIn(length: number, at: number): void {
    this.#filledIn += length;
    if (this.#filledIn > MAX_FILLED_IN) throw this.error('argument_list_too_long', at);
  }

  /** Counts a word that is filled in: each of its segments is an object, which takes more room than a character. */
  fillInWord({ outline, segments }: Word, at: number): void {
    this.fillIn(outline.length + Math.max(segments.length - 1, 0) * SEGMENT_COST, at);
  }

  /**
   * Something whose value is not known. The same first spelling gives the same object.
   * @param name what it should be called; another thing of that name gets a number
   */
  open(
    name: string,
    spellings: OpenValue['spellings'],
    more: Omit<OpenValue, 'name' | 'spellings'> = {},
  ): OpenValue {
    return this.#open?.get(spellings[0]) ?? this.#add({ name: this.#freeName(name), spellings, ...more });
  }

  /** A shell's variable. Written in another way, as `$T`, `${T}` or `${T:-default}`, it has the same name. */
  openVariable(name: string, text: string, more: Omit<OpenValue, 'name' | 'spellings'>): OpenValue {
    const known = this.#open?.get(text);
    if (known !== undefined) return known;
    this.#variables ??= new Map();
    const given = this.#variables.get(name) ?? this.#freeName(name);
    this.#variables.set(name, given);
    const others = [`\${${name}}`, `$${name}`, `{{${name}}}`].filter((spelling) => spelling !== text);
    return this.#add({ name: given, spellings: [text, ...others], ...more });
  }

  #add(value: OpenValue): OpenValue {
    this.#open ??= new Map();
    if (this.#open.size >= MAX_OPEN_VALUES) throw this.error('too_many_variables', 0);
    this.#open.set(value.spellings[0], value);
    return value;
  }

  /** The same name for two things gets a number: `DATE`, `DATE_2`. */
  #freeName(name: string): string {
    this.#names ??= new Map();
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : this.#freeName(`${name}_${count}`);
  }

  known(written: string): OpenValue | undefined {
    return this.#open?.get(written);
  }

  get hasOpenValues(): boolean {
    return this.#open !== undefined;
  }

  finish(): RequestWarning[] {
    const warnings = this.#warnings;
    if (!warnings.every((warning, at) => compare(warnings[at - 1] ?? warning, warning) <= 0))
      warnings.sort(compare);
    if (this.#dropped > 0)
      warnings.push({ code: 'too_many_warnings', message: `${this.#dropped} more are not listed.` });
    return warnings;
  }
}

const compare = (a: RequestWarning, b: RequestWarning): number =>
  (a.start ?? 0) - (b.start ?? 0) || (a.end ?? 0) - (b.end ?? 0);

/** A name for a variable that stands for a command: `$(date +%s)` → `DATE_S`. */
export function nameOf(command: string): string {
  const name = command
    .slice(0, 200)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 40)
    .toUpperCase();
  return name === '' || /^\d/.test(name) ? `VALUE_${name}`.replace(/_$/, '') : name;
}
