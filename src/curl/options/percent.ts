/** Options and request passes: percent-encoding. */
import { mapText, type Segment, type Word, wordOf } from '../shell/ast.ts';

const encoder = new TextEncoder();

const ESCAPES: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); open values stay as they are. */
export function percentEncode(word: Word, space: '+' | '%20'): Word {
  const encoded = mapBytes(word, /[^\w.~ -]+/g);
  return mapText(encoded, (text) => text.replaceAll(' ', space));
}

/** Bytes that cannot stand in a URL's path (controls and everything beyond ASCII) encoded; the rest as it is. */
export function encodeNonAscii(word: Word): Word {
  return mapBytes(word, /[^\x21-\x7e]+/g);
}

function mapBytes(word: Word, characters: RegExp): Word {
  let changed = false;
  const segments = word.segments.map((segment): Segment => {
    if (segment.kind === 'open' || (segment.kind === 'text' && segment.text.search(characters) < 0))
      return segment;
    changed = true;
    const { start, end } = segment;
    const text =
      segment.kind === 'bytes'
        ? escaped(segment.bytes)
        : segment.text.replace(characters, (run) => escaped(encoder.encode(run)));
    return { kind: 'text', text, start, end, quoted: true };
  });
  return changed ? wordOf(segments, word) : word;
}

function escaped(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ESCAPES[byte] ?? '';
  return text;
}
