/** Helpers for string literals, shared by all languages. */

/** The escapes that have names in C and most languages derived from it. */
export const C_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/** Returns a function that writes a code point: as its named escape, unchanged if printable, else by its code. */
export function escaper(
  named: Readonly<Record<string, string>>,
  byCode: (char: string) => string,
): (char: string) => string {
  return (char) => named[char] ?? (isPrintableText(char) ? char : byCode(char));
}

export function hex(char: string, digits = 1): string {
  return (char.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
}

/** Returns `\u000a`, or two escapes for a surrogate pair. */
export function unitEscapes(char: string): string {
  return char.replace(/./gs, (unit) => `\\u${hex(unit, 4)}`);
}

/** Characters (code points) that some language may have to escape; the others are safe everywhere. */
export const DOUBTFUL = /[^\w ,.:;=/+*()&!~^|@%?<>[\]-]/gu;

/** Whether a text is printable ASCII without double quotes and backslashes, which most languages need not escape. */
export function isPlain(text: string): boolean {
  return /^[ !#-[\]-~]*$/.test(text);
}

/** Whether no character is invisible, unassigned, a bidirectional control or an unusual blank. */
export function isPrintableText(text: string): boolean {
  return /^[ -~]*$/.test(text) || !/(?! )[\p{C}\p{Z}]/u.test(text);
}

/** Works like {@link isPrintableText}, but allows line breaks and tabs. */
export function isPrintableLines(text: string): boolean {
  return /^[\n\t -~]*$/.test(text) || isPrintableText(text.replace(/[\n\t]/g, ''));
}

export function count(text: string, char: string): number {
  return text.split(char).length - 1;
}
