/** Percent-encoding, for the options pass and the request pass. */
import { escapeOf, percentEncode } from '../../request/percent.ts';
import { type Segment, Word } from '../word.ts';

const encoder = new TextEncoder();

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); unresolved values stay as they are. */
export function encodeWord(word: Word, space: '+' | '%20'): Word {
  return encoded(word, (text) => percentEncode(text, space));
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
  for (const byte of bytes) text += escapeOf(String.fromCharCode(byte));
  return text;
}
