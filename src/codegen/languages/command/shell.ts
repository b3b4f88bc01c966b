/** Writes words for bash: single quotes, double quotes around variables, `$'..'` for invisible characters. */
import { binaryText } from '../../../request/bytes.ts';
import type { PlanVariable, Template } from '../../plan/plan.ts';
import { isPrintableLines, isPrintableText } from '../../text/literals.ts';
import { joined } from '../../text/templates.ts';

/** `$NAME`, `${NAME}`, and with a plain alternative: `${NAME:-text}`, `:=`, `:?` and `:+`. */
const EXPANSION = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*(?::?[-=?+][^"$'\\`{}]*)?\})$/;
/** A command substitution without anything that could end it early. */
const SUBSTITUTION = /^\$\((?!.*<<)[^()'"\\`#\n{}]*\)$/;

/** Whether the shell replaces a text for certain. */
export function isExpansion(text: string): boolean {
  return (EXPANSION.test(text) && isPrintableText(text)) || SUBSTITUTION.test(text);
}

/**
 * A variable inside double quotes. What the shell itself replaces stays as it is typed. A placeholder
 * (`{{token}}`) is looked up in the environment and stands for itself when it is not there, which is what curl
 * sends for it. Anything else (`%TOKEN%`) is looked up under the variable's name.
 */
function expansion({ name, written }: PlanVariable): string {
  if (isExpansion(written)) return written;
  const isName = /^[A-Za-z_]\w*$/.test(name);
  if (isName && written === `{{${name}}}`) return `\${${name}-"${written}"}`;
  if (isName) return `\${${name}}`;
  // bash has no such name, the environment may: printenv takes any.
  return `$(printenv -- ${quote(name)})`;
}

/** The line that exits unless the shell's variables are set; empty where there are none. */
export function demands(variables: readonly PlanVariable[]): string {
  const names = new Set(
    variables.flatMap(({ name, fallback, written }) =>
      fallback === undefined && (written === `$${name}` || written === `\${${name}}`) ? [name] : [],
    ),
  );
  return names.size === 0 ? '' : `: ${[...names].map((name) => `"\${${name}:?}"`).join(' ')}\n`;
}

/** Texts in a row as one word. */
export function word(...texts: readonly Template[]): string {
  return quoted(joined(...texts));
}

function quoted(text: Template): string {
  if (typeof text === 'string') return quote(text);
  const pieces = text.map((piece) => (typeof piece === 'string' ? piece : expansion(piece)));
  const isSimple = text.every(
    (piece, at) =>
      typeof piece !== 'string' ||
      (!/["\\$`!]/.test(piece) &&
        isPrintableText(piece.replaceAll('\n', '')) &&
        // `$NAME` swallows letters that follow it.
        !(at > 0 && /^\w/.test(piece) && /^\$\w/.test(pieces[at - 1] ?? ''))),
  );
  if (isSimple) return `"${pieces.join('')}"`;
  return text.map((piece, at) => (typeof piece === 'string' ? quote(piece) : `"${pieces[at]}"`)).join('');
}

/** A text in quotes for bash; what cannot be seen is written as its UTF-8 bytes in `$'..'`. */
function quote(text: string): string {
  if (!isPrintableLines(text)) return quoteBytes(new TextEncoder().encode(text));
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** How a byte is written: three octal digits always end where they should, `\x` would not. */
const OCTAL = Array.from({ length: 256 }, (_, byte) => `\\${byte.toString(8).padStart(3, '0')}`);
const QUOTED_ESCAPES = { ...OCTAL, 9: '\\t', 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
const PRINTF_ESCAPES = { ...OCTAL, 37: '%%', 92: '\\\\' };

/** Bytes without NUL in `$'..'`. */
export function quoteBytes(bytes: Uint8Array): string {
  return `$'${escapeBytes(bytes, /[^ -&(-[\]-~]/g, QUOTED_ESCAPES)}'`;
}

/** Bytes as a format of printf; a leading hyphen would be an option. */
export function printfFormat(bytes: Uint8Array): string {
  const format = escapeBytes(bytes, /[^ -$&(-[\]-~]/g, PRINTF_ESCAPES);
  return format.startsWith('-') ? `\\055${format.slice(1)}` : format;
}

/** Bytes as text, those that cannot stand there as they are escaped. */
function escapeBytes(bytes: Uint8Array, special: RegExp, escapes: Readonly<Record<number, string>>): string {
  return binaryText(bytes).replace(special, (char) => escapes[char.charCodeAt(0)] ?? '');
}
