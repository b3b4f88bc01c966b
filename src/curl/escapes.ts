/** Backslash escapes of `$'…'`, `echo -e` and `printf` (Bash manual, 3.1.2.4; POSIX.1-2024, echo and printf). */
import { rawByte } from './context.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
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

/** One escape of `$'…'` whose backslash stands before `at`. */
export function ansiEscape(src: string, at: number, end: number): { text: string; next: number } {
  const char = src[at] ?? '';
  const simple = SIMPLE_ESCAPES[char];
  if (simple !== undefined) return { text: simple, next: at + 1 };
  const digits = (from: number, most: number, set: RegExp): string => {
    let stop = from;
    while (stop < end && stop < from + most && set.test(src[stop] ?? '')) stop += 1;
    return src.slice(from, stop);
  };
  if (char === 'x' || char === 'u' || char === 'U') {
    const hex = digits(at + 1, char === 'x' ? 2 : char === 'u' ? 4 : 8, /[0-9a-fA-F]/);
    if (hex === '') return { text: `\\${char}`, next: at + 1 };
    const code = Number.parseInt(hex, 16);
    const next = at + 1 + hex.length;
    if (char === 'x') return { text: byteText(code), next };
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return { text: surrogateBytes(code), next };
    return { text: code === 0 ? '\0' : String.fromCodePoint(code), next };
  }
  const octal = digits(at, 3, /[0-7]/);
  if (octal !== '') return { text: byteText(Number.parseInt(octal, 8) & 0xff), next: at + octal.length };
  if (char === 'c' && at + 1 < end) return { text: byteText(src.charCodeAt(at + 1) & 0x1f), next: at + 2 };
  return { text: '\\', next: at };
}

function byteText(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : rawByte(byte);
}

/** bash writes code points that are no characters as the bytes that UTF-8 would have for them. */
function surrogateBytes(code: number): string {
  if (code > 0x10ffff) return '\ufffd';
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].map(rawByte).join('');
}

/** @param leadingZero whether the zero of `\0NNN` comes before three digits (echo, `%b`) or counts as one (a format) */
export function undoEscapes(text: string, leadingZero: boolean): string {
  if (!text.includes('\\')) return text;
  let result = '';
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '\\') {
      result += text[at] ?? '';
      at += 1;
      continue;
    }
    const skipsZero = leadingZero && text[at + 1] === '0' && /[0-7]/.test(text[at + 2] ?? '');
    const from = skipsZero ? at + 2 : at + 1;
    const piece = ansiEscape(text, from, text.length);
    result += piece.text;
    at = Math.max(piece.next, at + 1);
  }
  return result;
}
