/** Converts bytes and text without Node's Buffer, so that pure modules also run in browsers. */

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes standard base64 with padding (RFC 4648, section 4); undefined when it is invalid. */
export function base64Bytes(base64: string): Uint8Array | undefined {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) return undefined;
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** Returns a string with one character per byte, U+0000 to U+00FF. */
export function binaryText(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return binary;
}

/** Encodes bytes as standard base64 with padding. */
export function bytesBase64(bytes: Uint8Array): string {
  return btoa(binaryText(bytes));
}

const NOT_ASCII = /[^\x00-\x7f]/;

/** Encodes a text's UTF-8 as standard base64. */
export function utf8Base64(text: string): string {
  // The UTF-8 of ASCII is what btoa() reads.
  return NOT_ASCII.test(text) ? bytesBase64(new TextEncoder().encode(text)) : btoa(text);
}
