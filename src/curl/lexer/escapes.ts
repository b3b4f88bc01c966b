/** Lexer: backslash escapes of `$'…'`, `echo -e` and `printf` (Bash manual, 3.1.2.4; POSIX.1-2024, echo and printf). */
import type { Segment, Span } from '../word.ts';

const ESCAPES =
  /\\(?:([abeEfnrtv\\'"?])|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S]))/g;
/** Octal digits begin with a zero, quotes are not escaped, and `\c` ends the output. */
const ECHO_ESCAPES =
  /\\(?:([abeEfnrtv\\])|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(0[0-7]{0,3})|(c))/g;
const PATTERNS = { ansi: ESCAPES, format: ESCAPES, echo: ECHO_ESCAPES } as const;
const LETTERS = 'abeEfnrtv';
const MEANINGS = '\x07\b\x1b\x1b\f\n\r\t\v';

/**
 * What a text with escapes stands for. A NUL ends a `$'…'`, `\c` the output of `echo`.
 * @param span the place of the text: where it runs in parallel with it, each segment has its own place
 */
export function decodeEscapes(
  text: string,
  kind: keyof typeof PATTERNS,
  { start, end }: Span,
): { segments: Segment[]; ended: boolean } {
  const segments: Segment[] = [];
  const isParallel = end - start === text.length;
  const add = (more: string | readonly number[], at: number, to: number) => {
    const place = isParallel ? { start: start + at, end: start + to } : { start, end };
    if (typeof more === 'string') segments.push({ kind: 'text', text: more, ...place, quoted: true });
    else segments.push({ kind: 'bytes', bytes: Uint8Array.from(more), ...place });
  };
  let from = 0;
  let ended = false;
  const escapes = PATTERNS[kind];
  escapes.lastIndex = 0;
  for (let match = escapes.exec(text); match !== null; match = escapes.exec(text)) {
    const { 0: written, 1: simple, 2: hex, 3: short, 4: long, 5: octal, 6: control = '' } = match;
    const at = match.index;
    if (from < at) add(text.slice(from, at), from, at);
    from = at + written.length;
    const point = short ?? long;
    const code =
      octal === undefined ? Number.parseInt(hex ?? point ?? '', 16) : Number.parseInt(octal, 8) & 0xff;
    ended = (control === 'c' && escapes !== ESCAPES) || (kind === 'ansi' && code === 0);
    if (ended) break;
    if (simple !== undefined) add(MEANINGS[LETTERS.indexOf(simple)] ?? simple, at, from);
    else if (control !== '') add(String.fromCharCode(control.charCodeAt(0) & 0x1f), at, from);
    else add(point !== undefined || code < 0x80 ? character(code) : [code], at, from);
  }
  if (!ended && from < text.length) add(text.slice(from), from, text.length);
  return { segments, ended };
}

/** bash writes code points that are no characters as the bytes that UTF-8 would have for them. */
function character(code: number): string | readonly number[] {
  if (code > 0x10ffff) return '\ufffd';
  if (code < 0xd800 || code > 0xdfff) return String.fromCodePoint(code);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}
