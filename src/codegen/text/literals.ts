/** Helpers for string literals, shared by all languages. */

/** Characters that a program shows as escapes: invisible, unassigned, bidirectional controls, odd blanks. */
export const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** Whether a character (one code point) may stand in a program text as it is; the blank may. */
function isPrintable(char: string): boolean {
  return /^[ -~]$/.test(char) || !UNPRINTABLE.test(char);
}

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
  return (char) => named[char] ?? (isPrintable(char) ? char : byCode(char));
}

/** `\u000a`, twice for a character of two UTF-16 units. */
export function unitEscapes(char: string): string {
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Characters (code points) that some language may have to escape: all but those that mean nothing anywhere. */
export const DOUBTFUL = /[^\w ,.:;=/+*()&!~^|@%?<>[\]-]/gu;

/** Whether all characters are printable ASCII. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Whether all characters may stand in a program text as they are. */
export function isPrintableText(text: string): boolean {
  return isPrintableAscii(text) || !UNPRINTABLE.test(text.replaceAll(' ', ''));
}

/** The same for a text that may have several lines and tabs. */
export function isPrintableLines(text: string): boolean {
  return /^[\n\t -~]*$/.test(text) || isPrintableText(text.replace(/[\n\t]/g, ''));
}

/** How often a character stands in a text. */
export function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found += 1;
  return found;
}
