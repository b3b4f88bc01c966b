/** Literals of PHP. */
import { C_ESCAPES, escaper, isPrintableLines, isPrintableText } from '../../text/literals.ts';

/**
 * A text as a PHP string: in single quotes (only `\` and `'` mean anything there) where all of it can be seen,
 * in double quotes with escapes otherwise.
 */
export function phpLiteral(text: string): string {
  if (/^[\n -~]*$/.test(text) || isPrintableText(text) || (!text.includes('\t') && isPrintableLines(text)))
    return `'${text.replace(/\\(?=['\\]|$)|'/g, '\\$&')}'`;
  return doubleQuoted(text);
}

export function doubleQuoted(text: string): string {
  return `"${[...text].map(escapeDouble).join('')}"`;
}

const escapeDouble = escaper({ ...C_ESCAPES, $: '\\$' }, (char) => {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
});
