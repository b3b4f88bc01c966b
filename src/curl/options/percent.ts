/** Percent-encoding, for the options pass and the request pass. */
import { escapeOf, percentEncode } from '../../request/percent.ts';
import { BYTES, bytesOf, type Word } from '../word.ts';

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); unresolved values stay as they are. */
export function encodeWord(word: Word, space: '+' | '%20'): Word {
  return encoded(word, (text) => percentEncode(text, space));
}

/** Bytes that cannot stand in a URL's path (controls and everything beyond ASCII) encoded; the rest as it is. */
export function encodeNonAscii(word: Word): Word {
  return encoded(word, (text) => text.replace(/[^\x21-\x7e]+/g, (run) => escaped(bytesOf(run))));
}

function encoded(word: Word, encode: (text: string) => string): Word {
  // Every second piece is bytes that are not UTF-8.
  const pieces = (text: string) =>
    text.split(BYTES).map((piece, at) => (at % 2 === 0 ? encode(piece) : escaped(bytesOf(piece))));
  return word.map((text) => pieces(text).join(''));
}

function escaped(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += escapeOf(String.fromCharCode(byte));
  return text;
}
