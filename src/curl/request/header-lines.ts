/** Request pass: `-H` lines as curl reads them (curl(1); lib/http.c is the model). */
import { TOKEN } from '../../request/normalize.ts';
import type { Use } from '../options/operation.ts';
import type { Word } from '../shell/word.ts';
import type { Job, Line } from './draft.ts';
import { withoutBytes } from './url.ts';

/** One `-H` line. */
export interface CustomHeader {
  readonly name: Word;
  /** The name in lower case, as an outline. */
  readonly key: string;
  /** Undefined: the line takes a default header away and sends nothing. */
  readonly value: Word | undefined;
  readonly use: Use;
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

export const concernsConnection = ({ key }: CustomHeader): boolean => CONNECTION_HEADERS.has(key);

/** Control characters but for the tab (RFC 9110, 5.5). */
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;
const LINE_END = /[\n\r\0]/;

/** All `-H` lines, those from standard input included; a header file is a warning. */
export function readHeaders({ operation, line, diagnostics }: Job): CustomHeader[] {
  const headers: CustomHeader[] = [];
  const warn = (use: Use, message: string) =>
    diagnostics.warn('header_ignored', `curl sends no header for this: ${message}`, use, use.name);
  const read = (text: Word, use: Use): void => {
    const written = text.outline;
    if (CONTROL.test(written) && LINE_END.test(written)) {
      for (const part of linesWithin(text, use)) read(part, use);
      return;
    }
    const colon = written.indexOf(':');
    const separator = colon >= 0 ? colon : written.indexOf(';');
    if (separator <= 0) {
      if (text.hasOpen)
        diagnostics.warn(
          'header_not_sent',
          'What header this is depends on a value that is not known; it is left out.',
          use,
          use.name,
        );
      else if (written !== '') warn(use, 'it has no name and colon.');
      return;
    }
    const name = text.slice(0, separator);
    const key = name.outline.toLowerCase();
    let start = separator + 1;
    while (written[start] === ' ' || written[start] === '\t') start += 1;
    let value = start < written.length ? text.slice(start) : undefined;
    // `Name;` sends an empty header; with anything behind it, even a blank, nothing is sent.
    const isNone = colon < 0 && written.length > separator + 1;
    if (isNone) warn(use, 'it has a semicolon instead of a colon.');
    // Only a Host without anything behind the colon, even a blank, is left out.
    const isBlankHost = value === undefined && key === 'host' && start > separator + 1;
    if (isNone) value = undefined;
    else if (colon < 0 || isBlankHost) value = text.slice(written.length);
    headers.push({ name, key, value, use });
  };
  /** A line end inside the text goes out as it is: to the server these are several lines. */
  const linesWithin = (text: Word, use: Use): Word[] => {
    const lines = text.split('\r\n');
    if (lines.length > 1 && lines.every((part) => /^[\w-]+:[^\n\r\0]*$/.test(part.outline))) return lines;
    diagnostics.warn(
      'header_not_sent',
      'A line end inside the header cannot be sent; the header is left out.',
      use,
      use.name,
    );
    return [];
  };
  for (const use of operation.headers) {
    if (!use.value.startsWith('@')) {
      read(use.value, use);
      continue;
    }
    const path = use.value.slice(1);
    if (path.isEmpty)
      throw diagnostics.error('file_name_missing', `${use.name}: a file name is missing after @`, use.value);
    const source = line.sources.read(path);
    if (source.kind === 'file')
      diagnostics.warn('header_file', `The headers in ${source.path.spelled} are not known.`, use, use.name);
    else
      for (const text of source.content.split('\n')) {
        const written = text.outline;
        const end = written.endsWith('\r') ? written.length - 1 : written.length;
        if (!/^[ \t]*(?:#|$)/.test(written.slice(0, end))) read(text.slice(0, end), use);
      }
  }
  return headers;
}

/**
 * A header that can be sent; else a warning. Bytes that are not UTF-8 are replaced.
 * @param name as it is sent
 */
export function sendable({ diagnostics }: Job, name: Word | string, value: Word, use: Use): Line | undefined {
  // The names of made headers are right.
  const key = typeof name === 'string' ? undefined : name.text;
  const text = value.outline;
  const control = text.search(CONTROL);
  const refused =
    key !== undefined && !TOKEN.test(key)
      ? `"${key}" is no valid header name; curl sends it anyway, here it is left out.`
      : control >= 0 && LINE_END.test(text)
        ? 'A line end inside the header cannot be sent; the header is left out.'
        : undefined;
  if (refused !== undefined) {
    diagnostics.warn('header_not_sent', refused, use, use.name);
    return undefined;
  }
  if (control >= 0)
    diagnostics.warn(
      'control_character',
      'curl sends the control character in this header as it is; the service refuses to.',
      value.placeOf(control),
      use.name,
    );
  return { name, value: withoutBytes(value, 'header', diagnostics) };
}
