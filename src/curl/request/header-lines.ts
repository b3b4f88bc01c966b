/** Request pass: `-H` lines as curl reads them (curl(1); lib/http.c is the model). */
import { CONNECTION_HEADERS } from '../../request/connection-headers.ts';
import { LINE_END } from '../../request/raw-text.ts';
import type { Use } from '../options/transfer.ts';
import type { Word } from '../word.ts';
import type { Job } from './request-draft.ts';

/** One `-H` line. */
export interface CustomHeader {
  readonly name: Word;
  readonly key: string;
  /** Undefined: the line takes a default header away and sends nothing. */
  readonly value: Word | undefined;
  /** It is of the connection itself, which the sender decides; some have options that say them. */
  readonly isConnection: boolean;
  readonly use: Use;
}

/** All `-H` lines, those from standard input included; a header file is a warning. */
export function readHeaders(job: Job): readonly CustomHeader[] {
  const { transfer, line, diagnostics } = job;
  const headers: CustomHeader[] = [];
  for (const use of transfer.headers ?? []) {
    if (use.value.outline[0] !== '@') {
      readLines(job, use.value, use, headers);
      continue;
    }
    const source = line.sources.read(fileNameAt(job, use, 1));
    if (source.kind === 'file') diagnostics.warn('header_file', use);
    else for (const text of listedLines(source.content)) readLines(job, text, use, headers);
  }
  return headers;
}

/** The name of a file that stands in a value from an index on. */
export function fileNameAt({ diagnostics }: Job, { value }: Use, at: number): Word {
  const name = value.slice(at);
  if (name.isEmpty) throw diagnostics.error('file_name_missing', value);
  return name;
}

/** The lines of a file that curl reads a list from, without empty ones and comments. */
export function listedLines(content: Word): Word[] {
  return content
    .split('\n')
    .map((text) => text.slice(0, text.outline.endsWith('\r') ? text.outline.length - 1 : undefined))
    .filter((text) => !/^[ \t]*(?:#|$)/.test(text.outline));
}

/** A line end inside the text goes out as it is: to the server these are several lines. */
function readLines(job: Job, text: Word, use: Use, headers: CustomHeader[]): void {
  const lines = LINE_END.test(text.outline) ? text.split('\r\n') : undefined;
  if (lines === undefined) readLine(job, text, use, headers);
  else if (lines.length > 1 && lines.every((part) => /^[\w-]+:[^\n\r\0]*$/.test(part.outline)))
    for (const part of lines) readLine(job, part, use, headers);
  else job.diagnostics.warn('header_not_sent', use);
}

function readLine({ diagnostics }: Job, text: Word, use: Use, to: CustomHeader[]): void {
  const written = text.outline;
  const colon = written.indexOf(':');
  const separator = colon >= 0 ? colon : written.indexOf(';');
  if (separator <= 0) {
    if (text.hasUnresolved)
      diagnostics.warn('header_not_sent', use, 'The name of this header is not known; it is left out.');
    else if (written !== '') diagnostics.warn('header_ignored', use);
    return;
  }
  const name = text.slice(0, separator);
  const key = name.outline.toLowerCase();
  let start = separator + 1;
  while (written[start] === ' ' || written[start] === '\t') start += 1;
  // `Name;` sends an empty header. With text or a blank after the semicolon, curl sends nothing.
  const isNone = colon < 0 && written.length > separator + 1;
  if (isNone)
    diagnostics.warn(
      'header_ignored',
      use,
      'curl sends no header for this: it has a semicolon instead of a colon. Write `Name: value`.',
    );
  // `Host:` leaves the header out; with a blank after the colon, curl sends it.
  const isSent = start < written.length || colon < 0 || (key === 'host' && start > separator + 1);
  const value = isSent && !isNone ? text.slice(start) : undefined;
  to.push({ name, key, value, isConnection: CONNECTION_HEADERS.has(key), use });
}
