/** Request pass: the encoders of form parts (`;encoder=`; RFC 2045, section 6). */
import { bytesBase64 } from '../../request/bytes.ts';
import { textWord, toBytes, type Word } from '../shell/ast.ts';

/** @returns the encoded content, or why curl refuses it */
export function encodeContent(encoder: string, data: Word): Word | string {
  switch (encoder) {
    case 'binary':
    case '8bit':
      return data;
    case '7bit':
      return toBytes(data).some((byte) => byte > 127) ? '7bit content has bytes above 127' : data;
    case 'base64':
      return textWord(bytesBase64(toBytes(data)).replace(/.{76}(?=.)/g, '$&\r\n'), data);
    case 'quoted-printable':
      return textWord(quotedPrintable(toBytes(data)), data);
    default:
      return `unknown encoder ${encoder}`;
  }
}

/** RFC 2045, 6.7, with the line length that curl uses. */
function quotedPrintable(bytes: Uint8Array): string {
  let output = '';
  let column = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0d && bytes[at + 1] === 0x0a) {
      output += '\r\n';
      column = 0;
      at += 1;
      continue;
    }
    const blank = byte === 0x20 || byte === 0x09;
    const lineEnds = at + 1 === bytes.length || (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a);
    const literal = (byte >= 0x21 && byte <= 0x7e && byte !== 0x3d) || (blank && !lineEnds);
    const piece = literal
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (column + piece.length > (lineEnds ? 76 : 75)) {
      output += '=\r\n';
      column = 0;
    }
    output += piece;
    column += piece.length;
  }
  return output;
}
