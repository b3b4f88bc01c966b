/** Request pass: the header lines that are sent: those of -H, and those that other options make where -H does not. */
import { HOST_VALUE, TOKEN } from '../../request/normalize.ts';
import type { Use } from '../options/operation.ts';
import { Word } from '../shell/word.ts';
import type { Draft, Job, Text } from './draft.ts';
import { type CustomHeader, readHeaders, sendable } from './header-lines.ts';

export class Headers {
  readonly #job: Job;
  readonly #draft: Draft;
  readonly #custom: readonly CustomHeader[];
  /** The first -H line of each name, by the name in lower case. */
  #firsts: Map<string, CustomHeader> | undefined;
  /** The first value that -H gives a header of the connection. */
  #valued: Map<string, Word> | undefined;
  /** Defaults taken away, by lower-case name. Most requests have none. */
  #omitted: Map<string, string> | undefined;

  constructor(job: Job) {
    this.#job = job;
    this.#draft = job.draft;
    this.#custom = readHeaders(job);
    for (const header of this.#custom) {
      const { key, value } = header;
      this.#firsts ??= new Map();
      if (!this.#firsts.has(key)) this.#firsts.set(key, header);
      if (value === undefined || !header.isConnection) continue;
      this.#valued ??= new Map();
      if (!this.#valued.has(key)) this.#valued.set(key, value);
    }
  }

  custom(key: string): CustomHeader | undefined {
    return this.#firsts?.get(key);
  }

  /** Sends a header that an option makes, unless a `-H` line names it. */
  send(name: string, value: Word | string, use: Use): void {
    const key = name.toLowerCase();
    if (this.custom(key) !== undefined) return;
    this.#add(name, key, typeof value === 'string' ? Word.text(value, use) : value, use);
  }

  omit(name: string): void {
    const key = name.toLowerCase();
    if (this.custom(key) === undefined) this.#omit(key, name);
  }

  #omit(key: string, name: string): void {
    this.#omitted ??= new Map();
    this.#omitted.set(key, name);
  }

  #add(name: Text, key: string, value: Word, use: Use): void {
    const line = sendable(this.#job, name, key, value, use);
    if (line !== undefined) this.#draft.lines.push(line);
  }

  sendCustom(): void {
    // Those of which curl takes the first line only.
    let written: Set<string> | undefined;
    for (const header of this.#custom) {
      const { name, key, value, use, isConnection } = header;
      // Host, and the Content-Type of a form, curl writes itself.
      const isSingle =
        isConnection || key === 'host' || (key === 'content-type' && this.#draft.form !== undefined);
      if (value === undefined) this.#leaveOut(header);
      else if (!isSingle) this.#add(name, key, value, use);
      else if (written?.has(key) === true) {
        if (isConnection) this.#job.diagnostics.warn('hop_by_hop_header', use);
      } else {
        written ??= new Set();
        written.add(key);
        if (isConnection) this.#connection(header, value);
        else if (key !== 'host') this.#add('Content-Type', key, value, use);
        else if (!value.isEmpty || this.#omitted?.has(key) !== true) this.#host(value, use);
      }
    }
  }

  /** What is left out in the end: what one line takes away another may still say. */
  finish(): void {
    const omitted = this.#omitted;
    if (omitted === undefined) return;
    for (const { key } of this.#draft.lines) omitted.delete(key);
    if (omitted.size > 0) this.#draft.options.omit_headers = [...omitted.values()];
  }

  #host(given: Word, use: Use): void {
    const value = given.slice(0, given.outline.trimEnd().length);
    if (!HOST_VALUE.test(value.text ?? 'h')) this.#job.diagnostics.warn('host_not_sendable', use);
    this.#add('Host', 'host', value, use);
  }

  #leaveOut(header: CustomHeader): void {
    const { key, use } = header;
    if (this.#valued?.has(key) === true) return;
    if (key === 'expect') delete this.#draft.options.expect_continue;
    const name = header.name.text;
    if ((key === 'content-length' || key === 'transfer-encoding') && this.hasBody)
      this.#job.diagnostics.warn('content_length', use, 'Without it the body could not be read.');
    else if (name !== undefined && TOKEN.test(name) && this.#omitted?.has(key) !== true)
      this.#omit(key, name);
  }

  get hasBody(): boolean {
    const { body, body_file, form } = this.#draft;
    return body !== undefined || body_file !== undefined || form !== undefined;
  }

  /** What an option can say becomes that option; all else is left out with a warning. */
  #connection({ key, name, use }: CustomHeader, value: Word): void {
    const { operation, diagnostics } = this.#job;
    const { options } = this.#draft;
    const given = value.text?.trim().toLowerCase();
    let sent: string | undefined;
    if (key === 'expect') delete options.expect_continue;
    if (key === 'content-length') {
      this.#contentLength(given, use);
      return;
    }
    if (key === 'connection' && (given === 'close' || given === 'keep-alive')) {
      options.connection = given;
      sent = 'Connection';
    } else if (key === 'te' && given === 'trailers') {
      options.te = given;
      sent = 'TE';
    } else if (key === 'expect' && given === '100-continue') {
      options.expect_continue = true;
      sent = 'Expect';
    } else if (key === 'transfer-encoding' && given === 'chunked' && operation.httpVersion !== '1.0') {
      // Without a body curl sends an empty one, in chunks.
      if (!this.hasBody) this.#draft.body = '';
      options.chunked = true;
      sent = 'Transfer-Encoding';
    }
    if (sent === undefined) diagnostics.warn('hop_by_hop_header', use);
    // An option has one spelling of the header; curl sends the line as it was typed.
    else if (name.text !== sent || value.outline.trimEnd() !== given)
      diagnostics.warn('header_spelling', use);
  }

  #contentLength(given: string | undefined, use: Use): void {
    const coding = this.#valued?.get('transfer-encoding');
    const isChunked =
      this.#draft.options.chunked === true ||
      (coding !== undefined && coding.outline.trim().toLowerCase() === 'chunked');
    if (given === '0' && !this.hasBody) {
      this.#draft.body = '';
      if (!isChunked) return;
    }
    if (!isChunked && given === String(bodyLength(this.#draft))) return;
    this.#job.diagnostics.warn('content_length', use);
  }
}

/** In bytes; undefined where it is not known. */
export function bodyLength({ body, options }: Draft): number | undefined {
  if (body === undefined || options.chunked === true) return undefined;
  if (typeof body === 'string') return body.length;
  return body.hasOpen ? undefined : body.bytes.length;
}
