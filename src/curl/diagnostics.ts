/** Warnings and errors with their places in the command as it was given, and the limits on what is filled in. */
import { InputError } from '../errors.ts';
import {
  PARSE_ERROR_CODES,
  type ParseErrorCode,
  WARNING_CODES,
  type WarningCode,
} from '../schemas/diagnostics.ts';
import type { RequestWarning } from '../schemas/request-shape.ts';
import { UnresolvedValues } from './unresolved-values.ts';
import type { Span, Word } from './word.ts';

const MAX_WARNINGS = 500;
/** Linux takes no longer command line, variables filled in (ARG_MAX). */
const MAX_FILLED_IN = 2_097_152;
const SEGMENT_COST = 64;

/** A warning that counts once it is certain that its place belongs to the request. */
export interface PendingWarning {
  readonly code: WarningCode;
  readonly place: Place;
  readonly message?: string | undefined;
}

/** A stretch of the prepared text, or a use of an option that stands there. */
export interface Place extends Span {
  readonly name?: string;
}

/** Collects the warnings of one text. Takes indices of that text, returns code points of the text as given. */
export class Diagnostics {
  readonly #offset: (index: number) => number;
  readonly #warnings: RequestWarning[] = [];
  #dropped = 0;
  #filledIn = 0;
  #unresolved: UnresolvedValues | undefined;

  /** @param offset from an index of the text to a code point of the command as given */
  constructor(offset: (index: number) => number) {
    this.#offset = offset;
  }

  get unresolved(): UnresolvedValues {
    this.#unresolved ??= new UnresolvedValues(() => this.error('too_many_variables', 0));
    return this.#unresolved;
  }

  /** @param place of a use of a curl option, `--cacert`, it has the name, too */
  warn(code: WarningCode, place: Place, message: string = WARNING_CODES[code]): void {
    if (this.#warnings.length >= MAX_WARNINGS) this.#dropped += 1;
    else {
      const option = place.name === undefined ? {} : { option: place.name };
      this.#warnings.push({ code, message: message.toWellFormed(), ...option, ...this.span(place) });
    }
  }

  /** A place of the text as code points of the command as given. */
  span({ start, end }: Span): Span {
    return { start: this.#offset(start), end: this.#offset(Math.max(start, end)) };
  }

  error(code: ParseErrorCode, place: Span | number, message: string = PARSE_ERROR_CODES[code]): InputError {
    const span = this.span(typeof place === 'number' ? { start: place, end: place } : place);
    return new InputError({ field: '', code, message: message.toWellFormed(), offset: span.start, ...span });
  }

  /** An error with the reason that a warning has for it: an unquoted & before the URL. */
  explained(error: InputError): InputError {
    if (error.issues[0].code !== 'no_url') return error;
    const isCut = ({ code, message }: RequestWarning) =>
      code === 'line_not_continued' || message.startsWith('The unquoted &');
    const reason = this.#warnings.find(isCut);
    if (reason === undefined) return error;
    const { start = 0, end = start } = reason;
    const message = `${PARSE_ERROR_CODES.no_url} ${reason.message}`;
    return new InputError({ field: '', code: 'no_url', message, offset: start, start, end });
  }

  warnAll(warnings: readonly PendingWarning[]): void {
    for (const { code, place, message } of warnings) this.warn(code, place, message);
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

  finish(): RequestWarning[] {
    const warnings = this.#warnings.sort(
      (a, b) => (a.start ?? 0) - (b.start ?? 0) || (a.end ?? 0) - (b.end ?? 0),
    );
    if (this.#dropped > 0)
      warnings.push({ code: 'too_many_warnings', message: `${this.#dropped} more warnings are not listed.` });
    return warnings;
  }
}

/** Why something that curl refuses is there. */
export const looksLikePlaceholder = (text: string): string =>
  `${named(text)} looks like a placeholder: put its value there.`;

/** A piece of the command as a message names it: on one line, in backticks, at most 60 characters. */
export function named(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const short = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  return short.includes('`') ? short : `\`${short}\``;
}
