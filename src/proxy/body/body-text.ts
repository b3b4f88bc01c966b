/** Converts the bytes of a body for JSON: to text by its charset, or to base64. */
import { decodeBody } from '../../request/body-charset.ts';

export interface BodyText {
  body: string;
  encoding: 'utf8' | 'base64';
  /** Bytes kept: an incomplete character at the end of a truncated body is not. */
  size: number;
}

/** Returns text as {@link decodeBody}, or base64. */
export function bodyText(bytes: Buffer, contentType: string, truncated: boolean): BodyText {
  const decoded = decodeBody(bytes, contentType, truncated);
  return decoded === undefined
    ? { body: bytes.toString('base64'), encoding: 'base64', size: bytes.length }
    : { body: decoded.text, encoding: 'utf8', size: decoded.size };
}
