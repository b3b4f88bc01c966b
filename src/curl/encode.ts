/** Percent-encoding of texts that may hold marks. */
import { isOpenMark, toBytes } from './context.ts';

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** For each ASCII character its percent-encoding, `''` for those that stay. */
const ENCODED: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  /[\w.~-]/.test(String.fromCharCode(code)) ? '' : hex(code),
);

/** All but `A-Za-z0-9-._~` encoded (curl_easy_escape); open values stay as they are. */
export function percentEncode(text: string, space: '+' | '%20'): string {
  let encoded = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 128) return encoded + encodeBeyondAscii(text.slice(start), space);
    const sent = ENCODED[unit];
    if (sent === '' || sent === undefined) continue;
    encoded += text.slice(start, at) + (unit === 0x20 ? space : sent);
    start = at + 1;
  }
  return start === 0 ? text : encoded + text.slice(start);
}

function encodeBeyondAscii(text: string, space: '+' | '%20'): string {
  return keepingOpenValues(text, (piece) => {
    let encoded = '';
    for (const byte of toBytes(piece))
      encoded += byte === 0x20 ? space : ENCODED[byte] === '' ? String.fromCharCode(byte) : hex(byte);
    return encoded;
  });
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
