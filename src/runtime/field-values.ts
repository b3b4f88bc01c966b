/** Makes every header value of a response a legal one, in the one place where Node writes header lines. */
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** What may not stand in a field value (RFC 9110, section 5.5); bytes beyond ASCII are not used either. */
const ILLEGAL = /[^\t\x20-\x7e]/;

/**
 * Returns a text as a legal field value: what ASCII cannot say, and control characters, are percent-encoded as in a URL.
 * A text without any is returned as it is.
 */
export function fieldValue(text: string): string {
  if (!ILLEGAL.test(text)) return text;
  // One code point a match; a lone surrogate is encoded as U+FFFD.
  return text.replace(/[^\t\x20-\x7e]/gu, (char) =>
    Buffer.from(char).toString('hex').toUpperCase().replace(/../g, '%$&'),
  );
}

type Value = number | string | string[];

const legal = (value: Value): Value =>
  typeof value === 'string' ? fieldValue(value) : Array.isArray(value) ? value.map(fieldValue) : value;

/**
 * A response whose header values are all legal. Node throws for an illegal one, and does so beyond the reach of error
 * handlers: a value of a caller or of the database would end the process.
 */
export class SafeResponse<T extends IncomingMessage = IncomingMessage> extends ServerResponse<T> {
  override setHeader(name: string, value: Value | readonly string[]): this {
    return super.setHeader(name, legal(value as Value));
  }

  // Nothing here passes a reason phrase or a list of lines, which Node takes too.
  override writeHead(status: number, headers?: unknown): this {
    const safe: OutgoingHttpHeaders = {};
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, Value | undefined>))
      if (value !== undefined) safe[name] = legal(value);
    return super.writeHead(status, safe);
  }
}
