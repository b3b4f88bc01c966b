/** Options and request passes: percent-encoding. */
import { type Segment, type Word, wordOf } from '../shell/ast.ts';

const encoder = new TextEncoder();

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); open values stay as they are. */
export function percentEncode(word: Word, space: '+' | '%20'): Word {
  return mapBytes(word, /[^\w.~-]+/g, (byte) => (byte === 0x20 ? space : hex(byte)));
}

/** Bytes that cannot stand in a URL's path (controls and everything beyond ASCII) encoded; the rest as it is. */
export function encodeNonAscii(word: Word): Word {
  return mapBytes(word, /[^\x21-\x7e]+/g, hex);
}

function mapBytes(word: Word, characters: RegExp, map: (byte: number) => string): Word {
  const encode = (bytes: Uint8Array) => Array.from(bytes, map).join('');
  let changed = false;
  const segments = word.segments.map((segment): Segment => {
    if (segment.kind === 'open') return segment;
    const { start, end } = segment;
    const text =
      segment.kind === 'bytes'
        ? encode(segment.bytes)
        : segment.text.replace(characters, (run) => encode(encoder.encode(run)));
    if (segment.kind === 'text' && text === segment.text) return segment;
    changed = true;
    return { kind: 'text', text, start, end, quoted: true };
  });
  return changed ? wordOf(segments, word) : word;
}
