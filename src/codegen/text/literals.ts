/** Helpers for string literals, shared by all languages. */

/** The escapes that C and most languages after it have names for. */
export const C_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * What writes a character (code point) of a literal: as its named escape, as it stands if it can be seen, else by its code.
 * @param byCode writes the escape of any other character
 */
export function escaper(
  named: Readonly<Record<string, string>>,
  byCode: (char: string) => string,
): (char: string) => string {
  return (char) => named[char] ?? (isPrintableText(char) ? char : byCode(char));
}

/** The code of a character in hexadecimal digits. */
export function hex(char: string, digits = 1): string {
  return (char.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
}

/** `\u000a`, twice for a character of two UTF-16 units. */
export function unitEscapes(char: string): string {
  return char.replace(/./gs, (unit) => `\\u${hex(unit, 4)}`);
}

/** Characters (code points) that some language may have to escape: all but those that mean nothing anywhere. */
export const DOUBTFUL = /[^\w ,.:;=/+*()&!~^|@%?<>[\]-]/gu;

/**
 * Whether all characters may stand in a program text as they are: none is invisible, unassigned, a bidirectional control or
 * an odd blank.
 */
export function isPrintableText(text: string): boolean {
  return /^[ -~]*$/.test(text) || !/(?! )[\p{C}\p{Z}]/u.test(text);
}

/** The same for a text that may have several lines and tabs. */
export function isPrintableLines(text: string): boolean {
  return /^[\n\t -~]*$/.test(text) || isPrintableText(text.replace(/[\n\t]/g, ''));
}

/** How often a character stands in a text. */
export function count(text: string, char: string): number {
  return text.split(char).length - 1;
}
