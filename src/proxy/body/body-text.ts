/** Converts the bytes of a body for JSON: to text by its charset, or to base64. */

export interface BodyText {
  body: string;
  encoding: 'utf8' | 'base64';
  /** Bytes kept: an incomplete character at the end of a truncated body is not. */
  size: number;
}

/** Media types whose declared charset is used; for all others only UTF-8 is tried. */
const TEXTUAL =
  /^(?:text\/|application\/(?:.*[+.-])?(?:json|xml|javascript|ecmascript|x-www-form-urlencoded|yaml|graphql|sql|ndjson|html)\b)/i;

/**
 * Returns text when the bytes are valid in the declared charset (or UTF-8, or by byte order mark) without NUL,
 * which PostgreSQL text cannot hold; base64 otherwise. A UTF-8 byte order mark stays, as received.
 * @param contentType the header as received, or ''
 */
export function bodyText(bytes: Buffer, contentType: string, truncated: boolean): BodyText {
  const text = decodeText(bytes, contentType, truncated);
  if (text !== undefined && !text.body.includes('\0') && text.body.isWellFormed())
    return { ...text, encoding: 'utf8' };
  return { body: bytes.toString('base64'), encoding: 'base64', size: bytes.length };
}

function decodeText(bytes: Buffer, contentType: string, truncated: boolean) {
  const declared = TEXTUAL.test(contentType.trim()) ? charsetOf(contentType) : undefined;
  const charset = byteOrderMark(bytes) ?? declared ?? 'utf-8';
  const decoder = createDecoder(charset);
  if (decoder === undefined) return undefined;
  try {
    // In streaming mode, an incomplete character at the end is not an error.
    const body = decoder.decode(bytes, { stream: truncated });
    return { body, size: truncated && UTF8.test(charset) ? Buffer.byteLength(body) : bytes.length };
  } catch {
    return undefined;
  }
}

const UTF8 = /^utf-?8$/i;

function charsetOf(contentType: string): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function createDecoder(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: UTF8.test(charset) });
  } catch {
    // For an unknown charset, try UTF-8, otherwise return bytes.
    return charset === 'utf-8' ? undefined : createDecoder('utf-8');
  }
}
