/** `-H` lines and the headers that other options make (curl(1); lib/http.c is the model). */
import { headerSeparator, TOKEN } from '../request/normalize.ts';
import type { HeaderLine } from '../schemas/request-shape.ts';
import { type Context, hasOpenValue, hasRawByte, replaceRawBytes } from './context.ts';
import type { Use } from './operation.ts';
import { readSource, type StandardInput } from './standard-input.ts';

/** One `-H` line, read as curl reads it. */
export interface CustomHeader {
  name: HeaderName;
  /** Undefined: the line takes a default header away and sends nothing. */
  value: string | undefined;
  /** There is a control character in it. */
  control: boolean;
  use: Use;
}

/** A header's name and what is to be known of it. */
export interface HeaderName {
  /** As written. */
  text: string;
  /** In lower case. */
  key: string;
  /** It is a token (RFC 9110) or holds an open value: it can be sent. */
  valid: boolean;
  /** It concerns the connection itself. */
  connection: boolean;
  /** A valid name that neither curl nor JavaScript has a way of its own with. */
  ordinary: boolean;
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

/** Most commands use the same few names: what is known of so many of them is kept. */
const MAX_NAMES = 1000;
const MAX_KEPT_LENGTH = 64;
const names = new Map<string, HeaderName>();

function headerName(text: string): HeaderName {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = readName(text);
  if (names.size < MAX_NAMES && text.length <= MAX_KEPT_LENGTH) {
    // The name of a property is a string of its own, not a part that would keep the whole command in memory.
    const [own = text] = Object.keys({ [text]: true });
    names.set(own, readName(own));
  }
  return name;
}

function readName(text: string): HeaderName {
  const key = text.toLowerCase();
  const valid = TOKEN.test(text) || hasOpenValue(text);
  const connection = CONNECTION_HEADERS.has(key);
  const ordinary = valid && !connection && key !== 'host' && isOrdinaryProperty(text);
  return { text, key, valid, connection, ordinary };
}

/** As the name of a property it stands where it was added: no index, and not the prototype. */
function isOrdinaryProperty(text: string): boolean {
  return !/^\d+$/.test(text) && text !== '__proto__';
}

/** Control characters but for the tab (RFC 9110, 5.5). */
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;
/** These, and surrogates, which marks are. */
const ODD = /[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]/;

/** Whether a text goes out as it is: open values may be in it. */
function isReadable(text: string): boolean {
  return !ODD.test(text) || !(CONTROL.test(text) || hasRawByte(text));
}

/**
 * Adds a `-H` line that curl sends as it stands.
 * @param keys the names that are there already, in lower case
 * @returns false for any other line, or when the name is there already
 */
export function addOrdinaryHeader(headers: Record<string, string>, keys: string[], line: string): boolean {
  const colon = line.indexOf(':');
  if (colon <= 0 || line.charCodeAt(0) === 0x40 || !isReadable(line)) return false;
  const { text, key, ordinary } = headerName(line.slice(0, colon));
  const start = valueStart(line, colon);
  if (!ordinary || start === line.length || keys.includes(key)) return false;
  headers[text] = line.slice(start);
  keys.push(key);
  return true;
}

/**
 * Adds a header that an option makes, the first of its name.
 * @returns false when curl sends none, or not quite as it stands
 */
export function addMadeHeader(
  headers: Record<string, string>,
  keys: string[],
  name: string,
  { value: { text } }: Use,
): boolean {
  if (text === '' || !isReadable(text)) return false;
  headers[name] = text;
  keys.push(headerName(name).key);
  return true;
}

/** The index of the value: what is left after the colon, or semicolon, and blanks. */
function valueStart(line: string, separator: number): number {
  let start = separator + 1;
  while (line.charCodeAt(start) === 0x20 || line.charCodeAt(start) === 0x09) start += 1;
  return start;
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
  const control = CONTROL.test(line);
  if (control && hasLineEnd(line)) {
    readLines(context, line, use, headers);
    return;
  }
  const colon = line.indexOf(':');
  const split = colon >= 0 ? colon : line.indexOf(';');
  if (split <= 0) {
    if (line !== '')
      context.warn(
        'header_ignored',
        'curl sends no header for this: it has no name and colon.',
        use,
        use.name,
      );
    return;
  }
  const name = headerName(line.slice(0, split));
  const start = valueStart(line, split);
  let value = start < line.length ? line.slice(start) : undefined;
  // Only a Host without anything behind the colon, even a blank, is left out.
  if (value === undefined && name.key === 'host' && start > split + 1) value = '';
  if (colon < 0) {
    // `Name;` sends an empty header; with anything behind it, even a blank, nothing is sent.
    const empty = line.length === split + 1;
    if (!empty)
      context.warn(
        'header_ignored',
        'curl sends no header for this: it has a semicolon instead of a colon.',
        use,
        use.name,
      );
    value = empty ? '' : undefined;
  }
  headers.push({ name, value, control, use });
}

/** A line end inside the text goes out as it is: to the server these are several lines. */
function readLines(context: Context, text: string, use: Use, headers: CustomHeader[]): void {
  const lines = text.split('\r\n');
  if (lines.length === 1 || lines.some((part) => hasLineEnd(part) || !/^[\w-]+:/.test(part)))
    context.warn(
      'header_not_sent',
      'A line end inside the header cannot be sent; the header is left out.',
      use,
      use.name,
    );
  else for (const part of lines) readLine(context, part, use, headers);
}

const hasLineEnd = (text: string): boolean =>
  text.includes('\n') || text.includes('\r') || text.includes('\0');

/** A header that an option makes, if it can be sent; else a warning. */
export function sendable(context: Context, name: string, value: string, use: Use): HeaderLine | undefined {
  const control = CONTROL.test(value);
  if (!control || !hasLineEnd(value)) return readableLine(context, name, value, control, use);
  context.warn(
    'header_not_sent',
    'A line end inside the header cannot be sent; the header is left out.',
    use,
    use.name,
  );
  return undefined;
}

/**
 * A `-H` line, if it can be sent; else a warning.
 * @param spelling the name as it is sent
 */
export function sendableLine(
  context: Context,
  { name, control, use }: CustomHeader,
  spelling: string,
  value: string,
): HeaderLine | undefined {
  if (name.valid) return readableLine(context, spelling, value, control, use);
  context.warn(
    'header_not_sent',
    `"${name.text}" is no valid header name; curl sends it anyway, here it is left out.`,
    use,
    use.name,
  );
  return undefined;
}

/** With bytes that are not UTF-8 replaced. */
function readableLine(context: Context, name: string, value: string, control: boolean, use: Use): HeaderLine {
  if (control)
    context.warn(
      'control_character',
      'curl sends the control character in this header as it is; the service refuses to.',
      use,
      use.name,
    );
  if (!hasRawByte(value)) return { name, value };
  context.warn(
    'invalid_utf8',
    'Bytes that are not UTF-8 are replaced; curl sends them as they are.',
    use,
    use.name,
  );
  return { name, value: replaceRawBytes(value) };
}

/** Up to this many header lines, comparing each with all before is faster than a map. */
const FEW = 32;

/**
 * The `headers` object, and the exact lines when the object cannot say them.
 * @param keys the names of the lines in lower case
 */
export function writeHeaders(
  lines: readonly HeaderLine[],
  keys: readonly string[],
): { headers: Record<string, string>; list: HeaderLine[] | undefined } {
  const headers: Record<string, string> = {};
  let exact = true;
  const first = lines.length > FEW ? firstLines(keys) : undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    const key = keys[index];
    if (line === undefined || key === undefined) continue;
    const { name, value } = line;
    const known = first === undefined ? keys.indexOf(key) : (first.get(key) ?? index);
    const spelling = known < index ? lines[known]?.name : undefined;
    if (spelling !== undefined) {
      exact = false;
      headers[spelling] = `${headers[spelling]}${headerSeparator(name)}${value}`;
      continue;
    }
    // A name that looks like an index would move to the front of the object.
    if (name.charCodeAt(0) <= 0x39 && /^\d+$/.test(name)) exact = false;
    if (name === '__proto__')
      Object.defineProperty(headers, name, { value, enumerable: true, configurable: true, writable: true });
    else headers[name] = value;
  }
  return { headers, list: exact ? undefined : [...lines] };
}

/** For each key the index of its first line. */
function firstLines(keys: readonly string[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [index, key] of keys.entries()) if (!first.has(key)) first.set(key, index);
  return first;
}
