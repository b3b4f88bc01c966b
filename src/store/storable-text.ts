/** Checks of text that is to be stored. */
import { ApiError, type ErrorDetail } from '../errors.ts';

/**
 * PostgreSQL's text holds no NUL, and a lone surrogate would come back as something else.
 * @throws ApiError invalid_request naming the field
 */
export function assertStorable(value: string, field: string, place: ErrorDetail['in'] = 'body'): void {
  const refuse = (code: string, what: string) =>
    invalid({ in: place, field, code, message: `${field.replace(/^\//, '')} must not contain ${what}.` });
  if (value.includes('\0')) throw refuse('nul_character', 'the NUL character');
  if (!value.isWellFormed()) throw refuse('lone_surrogate', 'a lone surrogate');
}

/**
 * A text with the difference of upper and lower case taken out, so that a substring of it is found. Character by
 * character: lowering whole texts writes a sigma at the end of a word differently.
 */
export function foldCase(text: string): string {
  return Array.from(text, (character) => character.toUpperCase().toLowerCase()).join('');
}

/** A 400 for one field. */
export function invalid(detail: ErrorDetail): ApiError {
  return new ApiError('invalid_request', detail.message, { details: [detail] });
}
