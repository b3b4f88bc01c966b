/** Request pass: the header lines that are sent: those of -H, and those that other options make where -H does not. */
import { CONNECTION_HEADERS } from '../../request/connection-headers.ts';
import { HOST_VALUE, LINE_END, TOKEN } from '../../request/raw-text.ts';
import type { Use } from '../options/transfer.ts';
import { Word } from '../word.ts';
import { fileNameAt } from './body.ts';
import type { Job, RequestDraft, Text } from './request-draft.ts';

/** One `-H` line (curl(1); lib/http.c is the model). */
interface CustomHeader {
  readonly name: Word;
  readonly key: string;
  /** Undefined: the line takes a default header away and sends nothing. */
  readonly value: Word | undefined;
  /** It is of the connection itself, which the sender decides; some have options that say them. */
  readonly isConnection: boolean;
  readonly use: Use;
}

/** Control characters but for the tab (RFC 9110, 5.5). */
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;
const NO_NAME = 'The name of this header is not known; it is left out.';
const NO_COLON = 'curl sends no header for this: it has a semicolon instead of a colon. Write `Name: value`.';
const LENGTH_SENT = 'The header is sent: without it the server could not read the body.';

/** The texts of a `-H`: a file or standard input has several; a header file is a warning. */
function textsOf(job: Job, use: Use): Word[] {
  const { value } = use;
  if (value.outline[0] === '@') {
    const source = job.line.sources.read(fileNameAt(job, use, 1));
    if (source.kind === 'content')
      return source.content.split('\n').map((text) => text.slice(0, text.outline.replace(/\r$/, '').length));
    job.diagnostics.warn('header_file', use);
    return [];
  }
  if (!LINE_END.test(value.outline)) return [value];
  job.diagnostics.warn('header_not_sent', use);
  return [];
}

function headerOf({ diagnostics }: Job, text: Word, use: Use): CustomHeader | undefined {
  const written = text.outline;
  const isInFile = use.value.outline[0] === '@';
  if (written === '' || (isInFile && /^[ \t]*(?:#|$)/.test(written))) return undefined;
  const colon = written.indexOf(':');
  const separator = colon >= 0 ? colon : written.indexOf(';');
  if (separator <= 0) {
    if (text.hasUnresolved) diagnostics.warn('header_not_sent', use, NO_NAME);
    else diagnostics.warn('header_ignored', use);
    return undefined;
  }
  const name = text.slice(0, separator);
  const key = name.outline.toLowerCase();
  let start = separator + 1;
  while (written[start] === ' ' || written[start] === '\t') start += 1;
  // `Name;` sends an empty header. With text or a blank after the semicolon, curl sends nothing.
  const isNone = colon < 0 && written.length > separator + 1;
  if (isNone) diagnostics.warn('header_ignored', use, NO_COLON);
  // `Host:` leaves the header out; with a blank after the colon, curl sends it.
  const isSent = start < written.length || colon < 0 || (key === 'host' && start > separator + 1);
  const value = isSent && !isNone ? text.slice(start) : undefined;
  return { name, key, value, isConnection: CONNECTION_HEADERS.has(key), use };
}

/** Collects the header lines of a request. */
export class Headers {
  readonly #job: Job;
  readonly #draft: RequestDraft;
  readonly #custom: CustomHeader[];
  /** Defaults taken away, by lower-case name. */
  readonly #omitted = new Map<string, string>();

  constructor(job: Job) {
    this.#job = job;
    this.#draft = job.draft;
    this.#custom = [];
    for (const use of job.transfer.headers ?? [])
      for (const text of textsOf(job, use)) {
        const header = headerOf(job, text, use);
        if (header !== undefined) this.#custom.push(header);
      }
  }

  /** The first -H line of a name in lower case. */
  custom(key: string): CustomHeader | undefined {
    return this.#custom.find((header) => header.key === key);
  }

  /** The first value that -H gives a header of the connection. */
  #valueOf(key: string): Word | undefined {
    return this.#custom.find((header) => header.key === key && header.isConnection && header.value)?.value;
  }

  /** The names of the -H lines in lower case. */
  keys(): string[] {
    return this.#custom.map(({ key }) => key);
  }

  /** Sends a header that an option makes, unless a `-H` line names it. */
  send(name: string, value: Word | string, use: Use): void {
    const key = name.toLowerCase();
    if (this.custom(key) !== undefined) return;
    // Texts that the parser writes need no check.
    if (typeof value === 'string') this.#draft.lines.push({ name, key, value: Word.text(value, use) });
    else this.#add(name, key, value, use);
  }

  omit(name: string): void {
    const key = name.toLowerCase();
    if (this.custom(key) === undefined) this.#omitted.set(key, name);
  }

  /** Sends a line, unless it cannot be sent. @param key the name in lower case */
  #add(name: Text, key: string, value: Word, use: Use): void {
    const { diagnostics } = this.#job;
    const text = value.outline;
    // Names of implied headers need no check.
    const isName = typeof name === 'string' || TOKEN.test(name.text ?? 'x');
    if (!isName || LINE_END.test(text)) {
      diagnostics.warn('header_not_sent', use);
      return;
    }
    const at = text.search(CONTROL);
    if (at >= 0) diagnostics.warn('control_character', { ...value.slice(at, at + 1), name: use.name });
    this.#draft.lines.push({ name, key, value });
  }

  sendCustom(): void {
    /** Of these headers curl uses only the first line. */
    const written = new Set<string>();
    for (const header of this.#custom) {
      const { name, key, value, use, isConnection } = header;
      const isOfForm = key === 'content-type' && this.#draft.form !== undefined;
      if (value === undefined) this.#leaveOut(header);
      else if (!isConnection && key !== 'host' && !isOfForm) this.#add(name, key, value, use);
      else if (!written.has(key)) this.#sendSingle(header, value);
      else if (isConnection) this.#job.diagnostics.warn('hop_by_hop_header', use);
      if (value !== undefined) written.add(key);
    }
  }

  /** A header that curl writes itself: of the connection, Host, the Content-Type of a form. */
  #sendSingle(header: CustomHeader, value: Word): void {
    const { key, use, isConnection } = header;
    if (isConnection) this.#connection(header, value);
    else if (key !== 'host') this.#add('Content-Type', key, value, use);
    else if (!value.isEmpty || !this.#omitted.has(key)) {
      const host = value.slice(0, value.outline.trimEnd().length);
      if (!HOST_VALUE.test(host.text ?? 'h')) this.#job.diagnostics.warn('host_not_sendable', use);
      this.#add('Host', key, host, use);
    }
  }

  /** Sets `omit_headers`: the defaults that a line removes and no other line sends. */
  finish(): void {
    for (const { key } of this.#draft.lines) this.#omitted.delete(key);
    if (this.#omitted.size > 0) this.#draft.options.omit_headers = [...this.#omitted.values()];
  }

  #leaveOut({ key, use, name: { text } }: CustomHeader): void {
    if (this.#valueOf(key) !== undefined) return;
    if (key === 'expect') delete this.#draft.options.expect_continue;
    if ((key === 'content-length' || key === 'transfer-encoding') && this.hasBody)
      this.#job.diagnostics.warn('content_length', use, LENGTH_SENT);
    else if (text !== undefined && TOKEN.test(text) && !this.#omitted.has(key)) this.#omitted.set(key, text);
  }

  get hasBody(): boolean {
    const { body, body_file, form } = this.#draft;
    return body !== undefined || body_file !== undefined || form !== undefined;
  }

  /** What an option can say becomes that option; all else is left out with a warning. */
  #connection({ key, use }: CustomHeader, value: Word): void {
    const { transfer, diagnostics } = this.#job;
    const { options } = this.#draft;
    const written = value.text?.trim();
    const given = written?.toLowerCase();
    if (key === 'expect') delete options.expect_continue;
    if (key === 'content-length') {
      this.#contentLength(given, use);
      return;
    }
    if (key === 'connection' && (given === 'close' || given === 'keep-alive')) options.connection = given;
    else if (key === 'te' && given === 'trailers') options.te = given;
    else if (key === 'expect' && given === '100-continue') options.expect_continue = true;
    else if (key === 'transfer-encoding' && given === 'chunked' && transfer.httpVersion !== '1.0') {
      // Without a body curl sends an empty one, in chunks.
      if (!this.hasBody) this.#draft.body = '';
      options.chunked = true;
    } else {
      diagnostics.warn('hop_by_hop_header', use);
      return;
    }
    if (given !== written) diagnostics.warn('header_spelling', use);
  }

  #contentLength(given: string | undefined, use: Use): void {
    const coding = this.#valueOf('transfer-encoding')?.outline;
    const isChunked = this.#draft.options.chunked === true || coding?.trim().toLowerCase() === 'chunked';
    if (given === '0' && !this.hasBody) {
      this.#draft.body = '';
      if (!isChunked) return;
    }
    if (!isChunked && given === String(bodyLength(this.#draft))) return;
    this.#job.diagnostics.warn('content_length', use);
  }
}

/** In bytes; undefined where it is not known. */
function bodyLength({ body, options }: RequestDraft): number | undefined {
  if (body === undefined || options.chunked === true) return undefined;
  if (typeof body === 'string') return body.length;
  return body.hasUnresolved ? undefined : body.bytes.length;
}
