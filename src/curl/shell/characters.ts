/** Shell pass: what an unquoted ASCII character does in POSIX shell text. */

export const BLANK = 1;
const SPECIAL = 2;
export const OPERATOR = 3;
/** 0 stands for itself. */
export const CLASS = new Uint8Array(128);
for (const char of ' \t') CLASS[char.charCodeAt(0)] = BLANK;
for (const char of '\'"\\$`{,}') CLASS[char.charCodeAt(0)] = SPECIAL;
for (const char of '|&;()<>\n') CLASS[char.charCodeAt(0)] = OPERATOR;

export const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09;
