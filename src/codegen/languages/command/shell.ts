/** Quotes words for bash: single quotes, double quotes around variables, `$'..'` for invisible characters. */
import { binaryText } from '../../../request/bytes.ts';
import type { PlanVariable, Template } from '../../plan/plan.ts';
import { isPrintableLines, isPrintableText } from '../../text/literals.ts';

export interface Shell {
  readonly program: 'curl' | 'curl.exe';
  readonly next: string;
  /** The file that is empty, and that takes all that is written to it. */
  readonly nothing: string;
  word(text: Template): string;
  /** Quotes bytes without NUL; absent where a command cannot have them. */
  quoteBytes?(bytes: Uint8Array): string;
  /** Returns how a text gets to standard input, and the option of `@-`; undefined where it is an argument. */
  piped?(text: Template, isJson: boolean): { readonly producer: string; readonly option: string } | undefined;
}

export const BASH: Shell = {
  program: 'curl',
  next: ' \\\n  ',
  nothing: '/dev/null',
  word: quoted,
  quoteBytes,
};

/** `$NAME`, `${NAME}`, and with a plain alternative: `${NAME:-text}`, `:=`, `:?` and `:+`. */
const EXPANSION = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*(?::?[-=?+][^"$'\\`{}]*)?\})$/;
/** A command substitution without anything that could end it early. */
const SUBSTITUTION = /^\$\((?!.*<<)[^()'"\\`#\n{}]*\)$/;

export function isExpansion(text: string): boolean {
  return (EXPANSION.test(text) && isPrintableText(text)) || SUBSTITUTION.test(text);
}

/** Returns a variable for double quotes; one that bash does not expand is looked up in the environment by its name. */
function expansion({ name, written }: PlanVariable): string {
  if (isExpansion(written)) return written;
  const isName = /^[A-Za-z_]\w*$/.test(name);
  if (isName && written === `{{${name}}}`) return `\${${name}-"${written}"}`;
  if (isName) return `\${${name}}`;
  // Not a valid name in bash, but the environment may have it: printenv accepts any name.
  return `$(printenv -- ${quote(name)})`;
}

export function demands(variables: readonly PlanVariable[]): string {
  const names = new Set(
    variables.flatMap(({ name, fallback, written }) =>
      fallback === undefined && (written === `$${name}` || written === `\${${name}}`) ? [name] : [],
    ),
  );
  return names.size === 0 ? '' : `: ${[...names].map((name) => `"\${${name}:?}"`).join(' ')}\n`;
}

function quoted(text: Template): string {
  if (typeof text === 'string') return quote(text);
  const pieces = text.map((piece) => (typeof piece === 'string' ? piece : expansion(piece)));
  const isSimple = text.every(
    (piece, at) =>
      typeof piece !== 'string' ||
      (!/["\\$`!]/.test(piece) &&
        isPrintableText(piece.replaceAll('\n', '')) &&
        // Letters after `$NAME` would be read as part of the name.
        !(at > 0 && /^\w/.test(piece) && /^\$\w/.test(pieces[at - 1] ?? ''))),
  );
  if (isSimple) return `"${pieces.join('')}"`;
  return text.map((piece, at) => (typeof piece === 'string' ? quote(piece) : `"${pieces[at]}"`)).join('');
}

/** Quotes a text for bash; a text with invisible characters is written as its UTF-8 bytes in `$'..'`. */
function quote(text: string): string {
  if (!isPrintableLines(text)) return quoteBytes(new TextEncoder().encode(text));
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Octal escapes: three digits are a fixed length; `\x` is not. */
const OCTAL = Array.from({ length: 256 }, (_, byte) => `\\${byte.toString(8).padStart(3, '0')}`);
const QUOTED_ESCAPES = { ...OCTAL, 9: '\\t', 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
const PRINTF_ESCAPES = { ...OCTAL, 37: '%%', 92: '\\\\' };

export function quoteBytes(bytes: Uint8Array): string {
  return `$'${escapeBytes(bytes, /[^ -&(-[\]-~]/g, QUOTED_ESCAPES)}'`;
}

/** Writes bytes as a format of printf; a leading hyphen is escaped, because it would start an option. */
export function printfFormat(bytes: Uint8Array): string {
  const format = escapeBytes(bytes, /[^ -$&(-[\]-~]/g, PRINTF_ESCAPES);
  return format.startsWith('-') ? `\\055${format.slice(1)}` : format;
}

function escapeBytes(bytes: Uint8Array, special: RegExp, escapes: Readonly<Record<number, string>>): string {
  return binaryText(bytes).replace(special, (char) => escapes[char.charCodeAt(0)] ?? '');
}
