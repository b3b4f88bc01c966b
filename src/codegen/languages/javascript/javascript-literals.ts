/** Writes literals and values of JavaScript. */
import type { Template } from '../../plan/plan.ts';
import type { Identifiers } from '../../text/identifiers.ts';
import { WIDTH } from '../../text/layout.ts';
import { C_ESCAPES, count, DOUBTFUL, escaper, hex } from '../../text/literals.ts';
import { ownText } from '../../text/templates.ts';

/** Texts without characters to escape, by quote: a fast path. */
const PLAIN = { '"': /^[ !#-;=-[\]-~]*$/, "'": /^[ -&(-;=-[\]-~]*$/, '`': /^[ -#%-;=-[\]-_a-~]*$/ };

/** Returns a text as a string, as a template literal if it contains variables. */
export function literal(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return quoted(text);
  return names.only(text) ?? backticks(text, names, false);
}

/** Returns a string literal in the quotes that need fewer escapes, as the formatter prefers. */
export function quoted(text: string): string {
  if (PLAIN['"'].test(text)) return `"${text}"`;
  const quote = count(text, '"') > count(text, "'") ? "'" : '"';
  // JSON has the same escapes for these characters.
  if (quote === '"' && /^[\t\n\r -;=-~]*$/.test(text)) return JSON.stringify(text);
  return `${quote}${escapeText(text, quote, false)}${quote}`;
}

/** Works like {@link literal}, but returns a multi-line template literal for a text of several lines. */
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

/** Escapes a text for use between quotes (ECMA-262, section 12.9), also inside an HTML page. */
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

/** Returns the key of a property and the text before its value; quoted only if necessary. */
export function propertyKey(name: Template, names: Identifiers): string {
  if (typeof name !== 'string') return `[${literal(name, names)}]: `;
  return /^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(name) ? `${name}: ` : `${quoted(name)}: `;
}

/** Returns a property as the formatter lays it out: a long string gets its own line, unless the key is short. */
export function property(key: string, value: string, indent: string): string {
  if (key === `${value}: ` && /^(?!true|false|null)[a-z]\w*$/i.test(value)) return value;
  const isLong = indent.length + key.length + value.length >= WIDTH;
  if (!isLong || key.length <= 6 || (value[0] !== '"' && value[0] !== "'")) return key + value;
  return `${key.slice(0, -1)}\n${indent}  ${value}`;
}

const THOUSANDS = new Intl.NumberFormat('en');

/** Returns a number with separators: `10_000` */
export function numeral(value: number): string {
  return value < 10_000 ? String(value) : THOUSANDS.format(value).replaceAll(',', '_');
}

/** Returns a JSON number, which a double has without a loss, as prettier writes it: `1.50E+30` becomes `1.5e30`. */
export function shortNumber(token: string): string {
  return String(Number(token)).replace('e+', 'e');
}
