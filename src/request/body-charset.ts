/** Decodes the bytes of a response body by its charset. Runs on the server and on pages, which show what is stored. Pure. */

/** Media types whose declared charset is used; for all others only UTF-8 is tried. */
const TEXTUAL =
  /^(?:text\/|application\/(?:.*[+.-])?(?:json|xml|javascript|ecmascript|x-www-form-urlencoded|yaml|graphql|sql|ndjson|html)\b)/i;
const UTF8 = /^utf-?8$/i;

export interface DecodedBody {
  text: string;
  /** Bytes kept: an incomplete character at the end of a truncated body is not. */
  size: number;
}

/**
 * Returns the text of bytes that are valid in the declared charset (or UTF-8, or by byte order mark), without NUL, which
 * PostgreSQL text cannot hold; undefined for others. A UTF-8 byte order mark stays, as received.
 * @param contentType the header as received, or ''
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string,
  truncated: boolean,
): DecodedBody | undefined {
  const charset = byteOrderMark(bytes) ?? declaredCharset(contentType) ?? 'utf-8';
  try {
    // In streaming mode, an incomplete character at the end is not an error.
    const text = charsetDecoder(charset).decode(bytes, { stream: truncated });
    if (text.includes('\0') || !text.isWellFormed()) return undefined;
    const size = truncated && UTF8.test(charset) ? new TextEncoder().encode(text).length : bytes.length;
    return { text, size };
  } catch {
    return undefined;
  }
}

/** Returns the charset that a textual media type declares. */
export function declaredCharset(contentType: string): string | undefined {
  if (!TEXTUAL.test(contentType.trim())) return undefined;
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Returns a decoder that throws for invalid bytes; one for UTF-8 if the charset is unknown. */
export function charsetDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: UTF8.test(charset) });
  } catch {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  }
}

/**
 * Returns where the chunks of a body end in its bytes. The chunks count the bytes that came; if the body is kept in UTF-8
 * and came in another charset, its chunks are as long in proportion.
 */
export function chunkEnds<Chunk extends { bytes: number }>(
  chunks: readonly Chunk[],
  length: number,
): (Chunk & { end: number })[] {
  const total = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  let received = 0;
  return chunks.map((chunk) => {
    received += chunk.bytes;
    return { ...chunk, end: total === 0 ? length : Math.round((length * received) / total) };
  });
}
