/** `-H` lines and the headers that other options make (curl(1); lib/http.c is the model). */
import { headerSeparator, TOKEN } from '../request/normalize.ts';
import type { HeaderLine } from '../schemas/http-request.ts';
import { type Context, hasOpenValue, hasRawByte, replaceRawBytes } from './context.ts';
import type { Use } from './operation.ts';
import { readSource, type StandardInput } from './standard-input.ts';

/** One `-H` line, read as curl reads it. */
export interface CustomHeader {
  name: string;
  /** The name in lower case. */
  key: string;
  /** Undefined: the line takes a default header away and sends nothing. */
  value: string | undefined;
  use: Use;
}

/** Headers of the connection itself, which the sender decides; some have options that say them. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** @param key the name in lower case */
export function isConnectionHeader(key: string): boolean {
  return CONNECTION_HEADERS.has(key);
}

/** All `-H` lines, those from standard input included; a header file is a warning. */
export function readHeaders(context: Context, uses: readonly Use[], stdin: StandardInput): CustomHeader[] {
  const headers: CustomHeader[] = [];
  for (const use of uses) {
    const { text } = use.value;
    if (!text.startsWith('@')) {
      readLine(context, text, use, headers);
      continue;
    }
    if (text === '@')
      throw context.error(
        'file_name_missing',
        `${use.name}: a file name is missing after @`,
        use.value.start,
      );
    const source = readSource(text.slice(1), stdin);
    if ('path' in source)
      context.warn('header_file', `The headers in ${source.path} are not known.`, use, use.name);
    else
      for (const line of source.text.split(/\r?\n/))
        if (!/^[ \t]*(?:#|$)/.test(line)) readLine(context, line, use, headers);
  }
  return headers;
}

function readLine(context: Context, line: string, use: Use, headers: CustomHeader[]): void {
  // A line end inside the text goes out as it is: to the server these are several lines.
  if (/[\r\n\0]/.test(line)) {
    const lines = line.split('\r\n');
    if (lines.length === 1 || lines.some((part) => /[\r\n\0]/.test(part) || !/^[\w-]+:/.test(part))) {
      context.warn(
        'header_not_sent',
        'A line end inside the header cannot be sent; the header is left out.',
        use,
        use.name,
      );
      return;
    }
    for (const part of lines) readLine(context, part, use, headers);
    return;
  }
  const colon = line.indexOf(':');
  const split = colon >= 0 ? colon : line.indexOf(';');
  const name = line.slice(0, split);
  const value = line.slice(split + 1).replace(/^[ \t]+/, '');
  if (split < 0 || name === '') {
    if (line !== '')
      context.warn(
        'header_ignored',
        'curl sends no header for this: it has no name and colon.',
        use,
        use.name,
      );
    return;
  }
  if (colon < 0) {
    // `Name;` sends an empty header; with anything behind it, even a blank, nothing is sent.
    if (line.length > split + 1)
      context.warn(
        'header_ignored',
        'curl sends no header for this: it has a semicolon instead of a colon.',
        use,
        use.name,
      );
    headers.push({ name, key: name.toLowerCase(), value: line.length === split + 1 ? '' : undefined, use });
  } else headers.push({ name, key: name.toLowerCase(), value: value === '' ? undefined : value, use });
}

/** The line, if it can be sent; else a warning. */
export function sendable(context: Context, name: string, value: string, use: Use): HeaderLine | undefined {
  if (!hasOpenValue(name) && !TOKEN.test(name)) {
    context.warn(
      'header_not_sent',
      `"${name}" is no valid header name; curl sends it anyway, here it is left out.`,
      use,
      use.name,
    );
    return undefined;
  }
  if (/[\r\n\0]/.test(value)) {
    context.warn(
      'header_not_sent',
      'A line end inside the header cannot be sent; the header is left out.',
      use,
      use.name,
    );
    return undefined;
  }
  if (!hasRawByte(value)) return { name, value };
  context.warn(
    'invalid_utf8',
    'Bytes that are not UTF-8 are replaced; curl sends them as they are.',
    use,
    use.name,
  );
  return { name, value: replaceRawBytes(value) };
}

/** The `headers` object, and the exact lines when the object cannot say them. */
export function writeHeaders(lines: readonly HeaderLine[]): {
  headers: Record<string, string>;
  list: HeaderLine[] | undefined;
} {
  const headers: Record<string, string> = {};
  let exact = true;
  const spellings = lines.length > 1 ? new Map<string, string>() : undefined;
  for (const { name, value } of lines) {
    const key = name.toLowerCase();
    const known = spellings?.get(key);
    if (known !== undefined) {
      exact = false;
      headers[known] = `${headers[known]}${headerSeparator(name)}${value}`;
      continue;
    }
    spellings?.set(key, name);
    // A name that looks like an index would move to the front of the object.
    if (/^\d+$/.test(name)) exact = false;
    if (name === '__proto__')
      Object.defineProperty(headers, name, { value, enumerable: true, configurable: true, writable: true });
    else headers[name] = value;
  }
  return { headers, list: exact ? undefined : [...lines] };
}
