/** The result of a converter: a request, and notes about what was left out. */
import { named } from '../curl/diagnostics.ts';
import { hasLine, joinHeaders } from '../request/normalize.ts';
import {
  type FormPart,
  type HeaderLine,
  MAX_HEADERS,
  type ParsedRequest,
  type RequestOptions,
} from '../schemas/request-shape.ts';

/** A text that a converter recognises and cannot turn into a command; the message says why. */
export class NotConvertible extends Error {}

/** Characters that a URL cannot hold; browsers and tools encode them before they send it. */
const UNSAFE = /[\0- "<>\\^`\x7f]/g;

/** Characters that variables may add to a request. */
const MAX_FILLED_IN = 65_536;

/** A request under construction, with notes on what is left out. */
export class ConversionDraft {
  method: string | undefined;
  url = '';
  readonly headers: HeaderLine[] = [];
  body: string | undefined;
  bodyFile: string | undefined;
  form: FormPart[] | undefined;
  auth: { username: string; password: string; scheme?: 'digest' | 'ntlm' } | undefined;
  /** Provider, region and service of a signature for Amazon. */
  awsSigV4: string | undefined;
  readonly options: RequestOptions = {};
  /** Sentences about what the command does not do, or what is to be filled in. */
  readonly notes = new Set<string>();

  /** Sets some of the fields. */
  set(fields: Partial<Pick<ConversionDraft, 'method' | 'body' | 'bodyFile' | 'auth'>>): void {
    Object.assign(this, fields);
  }

  has(name: string): boolean {
    return hasLine(this.headers, name);
  }

  /** Removes a header. @param lowerName its name in lower case @returns its value */
  take(lowerName: string): string | undefined {
    const at = this.headers.findIndex(({ name }) => name.toLowerCase() === lowerName);
    return at < 0 ? undefined : this.headers.splice(at, 1)[0]?.value;
  }

  /** Adds a header unless there is one of that name. */
  imply(name: string, value: string): void {
    if (!this.has(name)) this.headers.push({ name, value });
  }

  #spent = 0;

  /**
   * Counts the text of a variable that is put in.
   * @throws NotConvertible beyond what a command may have
   */
  spend(text: string): void {
    this.#spent += text.length;
    if (this.#spent > MAX_FILLED_IN)
      throw new NotConvertible('With its variables filled in, the request is too long.');
  }

  /** Adds a header of a line `Name: value`. */
  addHeaderLine(line: string): void {
    const [, name, value] = /^\s*([^:\s]+)[ \t]*:(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) this.leaveOut(line);
    else this.headers.push({ name, value: value.trim() });
  }

  note(sentence: string): void {
    this.notes.add(sentence);
  }

  /** Says that something of the text has no counterpart. */
  leaveOut(what: string): void {
    this.note(`\`${what}\` is left out.`);
  }

  toRequest(): ParsedRequest {
    const { headers, body, bodyFile, form, auth, options } = this;
    if (headers.length > MAX_HEADERS) throw new NotConvertible('The request has too many headers.');
    const hasBody = body !== undefined || bodyFile !== undefined || form !== undefined;
    const isRepeated = new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length;
    const all = { ...options, ...(isRepeated && { header_list: headers }) };
    const url = this.url.replace(/#.*$/s, '').replace(UNSAFE, encodeURIComponent);
    const request: ParsedRequest = {
      method: this.method ?? (hasBody ? 'POST' : 'GET'),
      url: url.replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}'),
      headers: joinHeaders(headers),
    };
    if (body !== undefined) request.body = body;
    else if (bodyFile !== undefined) request.body_file = bodyFile;
    else if (form !== undefined) request.form = form;
    if (auth !== undefined)
      request.auth =
        this.awsSigV4 === undefined
          ? { scheme: 'basic', ...auth }
          : { ...auth, scheme: 'aws-sigv4', provider: this.awsSigV4 };
    if (Object.keys(all).length > 0) request.options = all;
    const texts = new Set(JSON.stringify(request).match(/\{\{\w+\}\}|\$\{?[A-Za-z_]\w*\}?/g));
    const variables = [...texts].filter((text) => text.startsWith('{') || this.#shell.has(text));
    if (variables.length > 0)
      request.variables = variables.map((text) => ({ name: text.replace(/\W/g, ''), text }));
    return request;
  }

  readonly #shell = new Set<string>();

  /** A variable of the shell, which stays one. */
  shellVariable(text: string): string {
    this.spend(text);
    this.#shell.add(text);
    return text;
  }

  /** A value that the text does not contain: a placeholder to fill in, named after where it came from. */
  placeholder(source: string): string {
    const chain = source.match(/[\w$]+/g)?.at(-1) ?? '';
    const name = /^[A-Za-z_]\w*$/.test(chain) ? chain : (source.match(/[A-Za-z0-9]\w*/g) ?? []).join('_');
    const placeholder = `{{${name.slice(0, 40) || 'value'}}}`;
    this.note(`The value of ${named(source.trim())} is not in the text: fill in \`${placeholder}\`.`);
    return placeholder;
  }
}

/** Pairs as the text of a form or a query. */
export const formText = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${encodedPart(name)}=${encodedPart(value)}`).join('&');

/** Percent-encodes all but placeholders; a lone surrogate is U+FFFD. */
export const encodedPart = (text: string): string =>
  text
    .split(/(\{\{\w+\}\})/)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeURIComponent(piece.toWellFormed())))
    .join('');

/** A URL that has a scheme, unless it begins with a variable. */
export const absolute = (url: string, scheme = 'http'): string =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(url) || /^[{$]/.test(url) ? url : `${scheme}://${url}`;

/** A URL with more pairs in its query. */
export const withQuery = (url: string, query: string): string =>
  query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
