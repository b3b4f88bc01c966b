/** Writes literals and calls of Rust, laid out as by rustfmt. */
import { C_ESCAPES, DOUBTFUL, escaper, isPlain, isPrintableLines } from '../../text/literals.ts';

/** Formats a call as rustfmt does: several long arguments, or one of several lines, are on their own lines. */
export function call(name: string, ...args: readonly string[]): string {
  const [only = ''] = args.length === 1 ? args : [];
  if (only.startsWith(FORMAT) && (only.length > MAX_PART || only.includes('\n')))
    return `.${name}(${FORMAT}\n            ${only.slice(FORMAT.length, -1)}\n        ))`;
  if (only !== '' && !only.includes('\n')) return `.${name}(${only})`;
  return chainCall(name, args.slice(0, -1), args.slice(-1), '        ');
}

const FORMAT = 'format!(';

/** A call that adds to a form: its own arguments, and the chain that builds its last argument. */
export type FormCall = readonly [name: string, args: readonly string[], chain: readonly string[]];

/** Formats a form as rustfmt does: a last call of several lines stays beside short ones. */
export function form(calls: readonly FormCall[]): string {
  const parts = (indent: string) =>
    calls.map(([name, ...how]) => `${chainCall(name, ...how, indent)}${name === 'file' ? '?' : ''}`);
  const beside = parts('    ');
  const flat = `Form::new()${beside.join('')}`;
  const most = calls.length === 1 ? MAX_LINE - '    let form ='.length : MAX_PART;
  const isShort = flat.split('\n', 1).join('').length < most;
  if (isShort && !beside.slice(0, -1).join('').includes('\n')) return flat;
  return ['Form::new()', ...parts('        ')].join('\n        ');
}

/** Formats a call whose last argument is a chain of calls, as rustfmt does. */
export function chainCall(
  name: string,
  args: readonly string[],
  calls: readonly string[],
  indent: string,
): string {
  const inner = `${indent}    `;
  const chained = calls.join('');
  const most = calls.length > 2 ? MAX_PART : MAX_LINE - inner.length - ','.length;
  const isFlat = !chained.includes('\n') && chained.length <= most;
  const flat = [...args, ...(chained === '' ? [] : [chained])].join(', ');
  const room = args.length === 0 ? MAX_LINE - `${indent}.${name}()`.length : MAX_PART;
  if (isFlat && flat.length <= room && !flat.includes('\n')) return `.${name}(${flat})`;
  const lines = [...args, isFlat ? chained : calls.join(`\n${inner}    `)];
  return `.${name}(${lines.map((line) => `\n${inner}${line},`).join('')}\n${indent})`;
}

/** Formats a chain of calls as rustfmt does: on one line if it is short, else one call per line. */
export function chain(start: string, calls: readonly string[]): string {
  const flat = start + calls.join('');
  if (flat.length < MAX_PART && !flat.includes('\n')) return flat;
  return [start, ...calls].join('\n        ');
}

/** Columns per line (rustfmt's max_width). */
export const MAX_LINE = 100;
/** Columns of a chain of calls, and of the arguments of a call, on one line (rustfmt's chain_width and fn_call_width). */
export const MAX_PART = 60;
/** Three quotes or backslashes: from here on escapes are harder to read than a raw string. */
const MANY_ESCAPES = /(?:["\\][^"\\]*){3}/;

/** Returns a text as a Rust string: raw if it has lines or many quotes and is printable, else escaped. */
export function rustLiteral(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  return prefersRaw(text) ? rawLiteral(text) : `"${escaped(text)}"`;
}

export function prefersRaw(text: string): boolean {
  return (text.includes('\n') ? !text.includes(' \n') : MANY_ESCAPES.test(text)) && isPrintableLines(text);
}

export function rawLiteral(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`;
  let hashes = '';
  while (text.includes(`"${hashes}`)) hashes += '#';
  return `r${hashes}"${text}"${hashes}`;
}

const ESCAPES = { ...C_ESCAPES, '\0': '\\0' };
const escapeChar = escaper(ESCAPES, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

export function escaped(text: string): string {
  return text.replace(DOUBTFUL, escapeChar);
}

export function byteLiteral(bytes: Uint8Array): string {
  const chars = Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte);
    const isNamed = isPlain(char) || char in ESCAPES;
    return isNamed ? escapeChar(char) : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `b"${chars.join('')}"`;
}
