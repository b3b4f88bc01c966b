/** Percent-encoding and dot segments (RFC 3986). */

/**
 * Encodes every byte but those of unreserved characters (RFC 3986, section 2.3), as curl_easy_escape does.
 * @param space what a space becomes
 */
export function percentEncode(text: string, space: '+' | '%20' = '%20'): string {
  const encoded = encodeURIComponent(text).replace(/[!'()*]/g, escapeOf);
  return space === '+' ? encoded.replaceAll('%20', '+') : encoded;
}

/** Returns undefined for escapes that are not UTF-8, and for a `%` that begins none. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The escape of an ASCII character. */
export const escapeOf = (char: string): string =>
  `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/**
 * Removes dot segments from the segments of a path, which is without its first slash (RFC 3986, section 5.2.4). As for
 * browsers and curl, `%2e` counts as a dot.
 * @param nameOf the text of a segment
 * @param empty a segment without text
 */
export function withoutDotSegments<T>(segments: readonly T[], nameOf: (segment: T) => string, empty: T): T[] {
  const kept: T[] = [];
  let isDots = false;
  for (const segment of segments) {
    const name = nameOf(segment).replace(/%2e/gi, '.');
    isDots = name === '.' || name === '..';
    if (name === '..') kept.pop();
    else if (!isDots) kept.push(segment);
  }
  if (isDots) kept.push(empty);
  return kept;
}
