/** Literals and values of JavaScript. */
import type { Template } from '../../plan/plan.ts';
import type { Identifiers } from '../../text/identifiers.ts';
import { WIDTH } from '../../text/layout.ts';
import { C_ESCAPES, count, DOUBTFUL, escaper, hex } from '../../text/literals.ts';
import { ownText } from '../../text/templates.ts';

/** By their quotes, texts that have nothing to escape, as most have. */
const PLAIN = {
  '"': /^[ !#-;=-[\]-~]*$/,
  "'": /^[ -&(-;=-[\]-~]*$/,
  '`': /^[ -#%-;=-[\]-_a-~]*$/,
};

/** A text as a string, in backticks where variables stand in it. */
export function literal(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return quoted(text);
  return names.only(text) ?? backticks(text, names, false);
}

/** A string literal in the quotes that need fewer escapes, as the formatter prefers. */
export function quoted(text: string): string {
  if (PLAIN['"'].test(text)) return `"${text}"`;
  const quote = count(text, '"') > count(text, "'") ? "'" : '"';
  // JSON escapes these in the same way.
  if (quote === '"' && /^[\t\n\r -;=-~]*$/.test(text)) return JSON.stringify(text);
  return `${quote}${escapeText(text, quote, false)}${quote}`;
}

/** The same as the lines that it has. */
export function multiLine(text: Template, names: Identifiers): string {
  return ownText(text).includes('\n') ? backticks(text, names, true) : literal(text, names);
}

function backticks(text: Template, names: Identifiers, isMultiLine: boolean): string {
  const write = (piece: string) => escapeText(piece, '`', isMultiLine);
  return `\`${names.interpolated(text, write, '${', '}')}\``;
}

const escapeChar = escaper(C_ESCAPES, (char) =>
  char.length === 1 ? `\\u${hex(char, 4)}` : `\\u{${hex(char)}}`,
);

/** What stands between the quotes (ECMA-262, section 12.9); harmless inside an HTML page too. */
function escapeText(text: string, quote: keyof typeof PLAIN, isMultiLine: boolean): string {
  if (PLAIN[quote].test(text)) return text;
  const escaped = text
    .replace(DOUBTFUL, (char) => {
      if (char === quote) return `\\${char}`;
      if (isMultiLine && char === '\n') return char;
      return char === '"' ? char : escapeChar(char);
    })
    .replace(/<(?=\/script|!--)/gi, '<\\');
  return quote === '`' ? escaped.replaceAll('${', '\\${') : escaped;
}

/** The key of a property of an object literal and what stands before its value; in quotes only where it needs them. */
export function propertyKey(name: Template, names: Identifiers): string {
  if (isIdentifier(name)) return `${name}: `;
  return typeof name === 'string' ? `${quoted(name)}: ` : `[${literal(name, names)}]: `;
}

/**
 * A property of an object literal as the formatter leaves it: a string that is too long for the line has one of its own,
 * unless its key is so short that it would hardly begin further left.
 * @param indent of the line
 */
export function property(key: string, value: string, indent: string): string {
  const isLong = indent.length + key.length + value.length >= WIDTH;
  if (!isLong || key.length <= 6 || (value[0] !== '"' && value[0] !== "'")) return key + value;
  return `${key.slice(0, -1)}\n${indent}  ${value}`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Whether a text is an identifier, so that a key needs no quotes. */
export function isIdentifier(text: Template): text is string {
  return typeof text === 'string' && IDENTIFIER.test(text);
}

const THOUSANDS = new Intl.NumberFormat('en');

/** `10_000` */
export function numeral(value: number): string {
  return value < 10_000 ? String(value) : THOUSANDS.format(value).replaceAll(',', '_');
}
