/** Checks and normalises text before it is stored. */
import { type ErrorDetail, invalid } from '../errors.ts';

/**
 * Rejects text that PostgreSQL cannot store exactly: NUL, and lone surrogates.
 * @throws ApiError invalid_request naming the field
 */
export function assertStorable(value: string, field: string, place: ErrorDetail['in'] = 'body'): void {
  const refuse = (code: string, what: string) =>
    invalid(field, code, `${field.replace(/^\//, '')} must not contain ${what}.`, place);
  if (value.includes('\0')) throw refuse('nul_character', 'the NUL character');
  if (!value.isWellFormed()) throw refuse('lone_surrogate', 'a lone surrogate');
}

/**
 * Folds case so that search is case-insensitive. Folds character by character,
 * because lowercasing a whole text changes a sigma at the end of a word.
 */
export function foldCase(text: string): string {
  return Array.from(text, (character) => character.toUpperCase().toLowerCase()).join('');
}
