/** Percent-encoding of texts that may hold marks. */
import { isOpenMark, toBytes } from './context.ts';

const NOT_ENCODED_BY_JS = /[!'()*]/g;

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); open values stay as they are. */
export function percentEncode(text: string, space: '+' | '%20'): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  const encode = (piece: string): string => {
    if (!piece.isWellFormed())
      return [...toBytes(piece)]
        .map((byte) => (/[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte)))
        .join('');
    const encoded = encodeURIComponent(piece).replace(NOT_ENCODED_BY_JS, (char) => hex(char.charCodeAt(0)));
    return encoded;
  };
  const whole = keepingOpenValues(text, encode);
  return space === '+' ? whole.replaceAll('%20', '+') : whole;
}

/** Bytes that cannot stand in a URL's path (controls and everything beyond ASCII) encoded; the rest as it is. */
export function encodeNonAscii(text: string): string {
  return keepingOpenValues(text, (piece) =>
    piece.replace(/[^\x21-\x7e]+/g, (run) => [...toBytes(run)].map(hex).join('')),
  );
}

function keepingOpenValues(text: string, encode: (piece: string) => string): string {
  if (text.isWellFormed()) return encode(text);
  let result = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isOpenMark(text, at)) continue;
    result += encode(text.slice(start, at)) + (text[at] ?? '');
    start = at + 1;
  }
  return result + encode(text.slice(start));
}
