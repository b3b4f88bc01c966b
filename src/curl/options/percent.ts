/** Percent-encoding, for the options pass and the request pass. */
import { type Segment, Word } from '../word.ts';

const encoder = new TextEncoder();

const ESCAPES: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); unresolved values stay as they are. */
export function percentEncode(word: Word, space: '+' | '%20'): Word {
  return encoded(word, (text) => {
    const most = encodeURIComponent(text).replace(/[!'()*]/g, (char) => ESCAPES[char.charCodeAt(0)] ?? char);
    return space === '+' ? most.replaceAll('%20', '+') : most;
  });
}

/** Bytes that cannot stand in a URL's path (controls and everything beyond ASCII) encoded; the rest as it is. */
export function encodeNonAscii(word: Word): Word {
  return encoded(word, (text) => text.replace(/[^\x21-\x7e]+/g, (run) => escaped(encoder.encode(run))));
}

function encoded(word: Word, encode: (text: string) => string): Word {
  const segments = word.segments.map((segment): Segment => {
    if (segment.kind === 'unresolved') return segment;
    const { start, end } = segment;
    const text = segment.kind === 'bytes' ? escaped(segment.bytes) : encode(segment.text);
    return { kind: 'text', text, start, end, quoted: true };
  });
  return Word.of(segments, word);
}

function escaped(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ESCAPES[byte] ?? '';
  return text;
}
