/** Writes literals of Python. */
import type { Template } from '../../plan/plan.ts';
import type { Identifiers } from '../../text/identifiers.ts';
import { C_ESCAPES, count, DOUBTFUL, escaper, hex, isPlain } from '../../text/literals.ts';
import { ownText } from '../../text/templates.ts';

/** Returns a text as a literal, an f-string if it contains variables. */
export function literal(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return string(text);
  const quote = quoteFor(ownText(text));
  const write = (piece: string) => escapeText(piece, quote, true);
  return names.only(text) ?? `f${quote}${names.interpolated(text, write, '{', '}')}${quote}`;
}

/** Returns a text as a Python literal, quoted as the formatter prefers. */
export function string(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const quote = quoteFor(text);
  return quote + escapeText(text, quote, false) + quote;
}

function quoteFor(text: string): '"' | "'" {
  return count(text, '"') > count(text, "'") ? "'" : '"';
}

const escapeChar = escaper(C_ESCAPES, (char) => {
  if (char <= '\xff') return `\\x${hex(char, 2)}`;
  return char.length === 1 ? `\\u${hex(char, 4)}` : `\\U${hex(char, 8)}`;
});

/** Escapes a text for use between quotes (Python reference, "String and Bytes literals"). */
export function escapeText(text: string, quote: '"' | "'" | '"""', isTemplate: boolean): string {
  const isMultiLine = quote.length === 3;
  const escaped = text.replace(DOUBTFUL, (char) => {
    if (char === quote) return `\\${char}`;
    if (isMultiLine && char === '\n') return char;
    if (isTemplate && (char === '{' || char === '}')) return char + char;
    return char === '"' ? char : escapeChar(char);
  });
  return isMultiLine ? escaped.replaceAll('"""', '\\"\\"\\"') : escaped;
}
