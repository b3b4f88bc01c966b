/** Shell pass: backslash escapes of `$'…'`, `echo -e` and `printf` (Bash manual, 3.1.2.4; POSIX.1-2024, echo and printf). */
import type { Segment, Span } from './word.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** One escape: a text, or bytes that need not be UTF-8 on their own. */
interface Escape {
  value: string | readonly number[];
  next: number;
}

/** @param at just behind the backslash */
function escapeAt(text: string, at: number): Escape {
  const char = text.charAt(at);
  const simple = SIMPLE[char];
  if (simple !== undefined) return { value: simple, next: at + 1 };
  const digits = (from: number, most: number, set: RegExp): string => {
    let stop = from;
    while (stop < from + most && set.test(text.charAt(stop))) stop += 1;
    return text.slice(from, stop);
  };
  if (char === 'x' || char === 'u' || char === 'U') {
    const hex = digits(at + 1, char === 'x' ? 2 : char === 'u' ? 4 : 8, /[0-9a-fA-F]/);
    if (hex === '') return { value: `\\${char}`, next: at + 1 };
    const code = Number.parseInt(hex, 16);
    return { value: char === 'x' ? byte(code) : codePoint(code), next: at + 1 + hex.length };
  }
  const octal = digits(at, 3, /[0-7]/);
  if (octal !== '') return { value: byte(Number.parseInt(octal, 8) & 0xff), next: at + octal.length };
  if (char === 'c' && at + 1 < text.length)
    return { value: byte(text.charCodeAt(at + 1) & 0x1f), next: at + 2 };
  return { value: '\\', next: at };
}

function byte(code: number): string | readonly number[] {
  return code < 0x80 ? String.fromCharCode(code) : [code];
}

/** bash writes code points that are no characters as the bytes that UTF-8 would have for them. */
function codePoint(code: number): string | readonly number[] {
  if (code > 0x10ffff) return '\ufffd';
  if (code < 0xd800 || code > 0xdfff) return String.fromCodePoint(code);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}

/**
 * What a text with escapes stands for. A NUL ends a `$'…'`, `\c` the output of `echo`.
 * @param kind `echo`: the zero of `\0NNN` comes before three digits; in a `format` it counts as one of them
 * @param span the place of all of it
 */
export function unescaped(
  text: string,
  kind: 'ansi' | 'echo' | 'format',
  { start, end }: Span,
): { segments: Segment[]; ended: boolean } {
  const segments: Segment[] = [];
  let run = '';
  let bytes: number[] = [];
  const flush = () => {
    if (run !== '') segments.push({ kind: 'text', text: run, start, end, quoted: true });
    if (bytes.length > 0) segments.push({ kind: 'bytes', bytes: Uint8Array.from(bytes), start, end });
    run = '';
    bytes = [];
  };
  let ended = false;
  for (let at = 0; at < text.length && !ended; ) {
    const backslash = text.indexOf('\\', at);
    const plain = text.slice(at, backslash < 0 ? text.length : backslash);
    if (plain !== '' && bytes.length > 0) flush();
    run += plain;
    if (backslash < 0) break;
    if (kind === 'echo' && text[backslash + 1] === 'c') {
      ended = true;
      break;
    }
    const skipsZero = kind === 'echo' && /^0[0-7]/.test(text.slice(backslash + 1, backslash + 3));
    const { value, next } = escapeAt(text, backslash + (skipsZero ? 2 : 1));
    if (typeof value !== 'string') {
      if (run !== '') flush();
      bytes.push(...value);
    } else if (value === '\0' && kind === 'ansi') ended = true;
    else {
      if (bytes.length > 0) flush();
      run += value;
    }
    at = Math.max(next, backslash + 1);
  }
  flush();
  return { segments, ended };
}
