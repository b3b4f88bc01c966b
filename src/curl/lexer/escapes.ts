/** Lexer: the backslash escapes of `$'…'` (Bash manual, 3.1.2.4). */
import { byteText, type Segment, type Span } from '../word.ts';

const ESCAPES =
  /\\(?:([abeEfnrtv\\'"?])|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S]))/g;
const LETTERS = 'abeEfnrtv';
const MEANINGS = '\x07\b\x1b\x1b\f\n\r\t\v';

/**
 * Decodes escape sequences.
 * @param endsAtNul whether a NUL ends it, as in `$'…'`
 * @param span the place of the text in the source. If both have the same length, each segment has its own place
 */
export function decodeEscapes(text: string, endsAtNul: boolean, { start, end }: Span): Segment[] {
  const segments: Segment[] = [];
  const isParallel = end - start === text.length;
  const add = (more: string, at: number, to: number) => {
    const place = isParallel ? { start: start + at, end: start + to } : { start, end };
    if (more !== '') segments.push({ kind: 'text', text: more, ...place, quoted: true });
  };
  let from = 0;
  for (const match of text.matchAll(ESCAPES)) {
    const { 0: written, 1: simple, 2: hex, 3: short, 4: long, 5: octal, 6: control, index } = match;
    const point = short ?? long;
    const code =
      octal === undefined ? Number.parseInt(hex ?? point ?? '', 16) : Number.parseInt(octal, 8) & 0xff;
    add(text.slice(from, index), from, index);
    if (code === 0 && endsAtNul) return segments;
    from = index + written.length;
    if (simple !== undefined) add(MEANINGS[LETTERS.indexOf(simple)] ?? simple, index, from);
    else if (control !== undefined) add(String.fromCharCode(control.charCodeAt(0) & 0x1f), index, from);
    else add(point !== undefined || code < 0x80 ? character(code) : byteText(code), index, from);
  }
  add(text.slice(from), from, text.length);
  return segments;
}

/** bash writes code points that are no characters as the bytes that UTF-8 would have for them. */
function character(code: number): string {
  if (code > 0x10ffff) return '\ufffd';
  if (code < 0xd800 || code > 0xdfff) return String.fromCodePoint(code);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].map(byteText).join('');
}
