/** Options → the request: method, URL, headers, body, credentials, as curl 8.23 would send them. */
import { InputError } from '../errors.ts';
import { bytesBase64, utf8Base64 } from '../request/bytes.ts';
import { HOST_VALUE, REFUSED_METHOD, TOKEN } from '../request/normalize.ts';
import {
  type FormPart,
  type HeaderLine,
  MAX_FORM_PARTS,
  MAX_HEADERS,
  type RequestAuth,
  type RequestOptions,
} from '../schemas/request-shape.ts';
import { type Body, buildData, buildQuery } from './body.ts';
import {
  type Context,
  hasOpenValue,
  hasRawByte,
  isUnmarked,
  joinRawBytes,
  rawByte,
  replaceRawBytes,
  toBytes,
  type Word,
} from './context.ts';
import { httpDate, readDate } from './date.ts';
import { type Draft, FORM_TYPE, JSON_TYPE, usualOptions } from './draft.ts';
import { buildForm } from './form.ts';
import { expandGlob, GlobError } from './glob.ts';
import { type CustomHeader, readHeaders, sendable, sendableLine, writeHeaders } from './headers.ts';
import { isUsual, type Operation, type RareOptions, type Use } from './operation.ts';
import { ordinaryDraft } from './ordinary.ts';
import { hasHttpProxy, proxyUrl } from './proxies.ts';
import { isPipe, readSource, type StandardInput } from './standard-input.ts';
import {
  addFileName,
  addQuery,
  type CurlUrl,
  checkUrlText,
  hostOf,
  readPlainUrl,
  readUrl,
  writeUrl,
} from './url.ts';

/**
 * The request of the first operation.
 * @param end index after the command, for the error that something is missing
 * @throws InputError for what curl refuses
 */
export function assemble(
  context: Context,
  operations: readonly [Operation, ...Operation[]],
  stdin: StandardInput,
  end: number,
): Draft {
  const ordinary = operations.length === 1 ? ordinaryDraft(context, operations[0], stdin) : undefined;
  return ordinary ?? assembleAny(context, operations, stdin, end);
}

/** The same, for any operation. */
export function assembleAny(
  context: Context,
  operations: readonly [Operation, ...Operation[]],
  stdin: StandardInput,
  end: number,
): Draft {
  return new Assembler(context, operations, stdin, end).build();
}

type Kind = 'get' | 'head' | 'form' | 'post' | 'put';

/** What is wrong with a URL that does not keep curl from the next. */
const SKIPPED_URLS: ReadonlySet<string> = new Set(['invalid_url', 'unsupported_scheme', 'protocol_disabled']);
/** URLs that are tried after the first; a command with more of them is no command. */
const MAX_SKIPPED = 20;
/** Beyond this, patterns are no longer counted. */
const MANY_REQUESTS = 1000;
const METHODS: Readonly<Record<Kind, string>> = {
  head: 'HEAD',
  get: 'GET',
  form: 'POST',
  post: 'POST',
  put: 'PUT',
};

/** After which redirects an upload keeps its body. */
const UPLOADS: readonly (301 | 302)[] = [301, 302];

class Assembler {
  readonly #context: Context;
  readonly #operations: readonly [Operation, ...Operation[]];
  readonly #operation: Operation;
  readonly #stdin: StandardInput;
  readonly #end: number;
  readonly #options: RequestOptions = {};
  readonly #lines: HeaderLine[] = [];
  /** The names of the lines in lower case. */
  readonly #keys: string[] = [];
  #custom: readonly CustomHeader[] = [];
  #firsts: Map<string, CustomHeader> | undefined;
  /** Defaults taken away, by lower-case name. */
  #omitted: Map<string, string> | undefined;
  #body: Body | undefined;
  #form: FormPart[] | undefined;

  constructor(
    context: Context,
    operations: readonly [Operation, ...Operation[]],
    stdin: StandardInput,
    end: number,
  ) {
    this.#context = context;
    this.#operations = operations;
    this.#operation = operations[0];
    this.#stdin = stdin;
    this.#end = end;
  }

  build(): Draft {
    const operation = this.#operation;
    const urlUse = this.#firstUrl();
    const upload = operation.uploads[0];
    const kind = this.#kind(upload);
    const method = operation.method?.value.text ?? METHODS[kind];
    if (operation.method !== undefined && !TOKEN.test(method) && !hasOpenValue(method))
      this.#context.warn(
        'method_not_sendable',
        'This is no HTTP method (RFC 9110); curl sends it anyway, the service refuses to.',
        operation.method,
        operation.method.name,
      );
    if (operation.method !== undefined && REFUSED_METHOD.test(method))
      this.#context.warn(
        'method_refused',
        `The service refuses to send ${method}; curl sends it.`,
        operation.method,
        operation.method.name,
      );
    const data = this.#data(kind);
    const url = this.#url(urlUse, upload, kind, data);
    if (kind === 'put' && upload !== undefined) this.#upload(upload);
    this.#custom = readHeaders(this.#context, operation.headers, this.#stdin);
    if (kind === 'form') this.#multipart();
    const auth = this.#credentials(url);
    this.#generatedHeaders(kind);
    this.#customHeaders();
    this.#bodyHeaders(kind);
    this.#otherOptions(kind, url);
    return this.#draft(method, url, auth?.scheme === 'aws-sigv4' ? this.#signing(auth) : auth);
  }

  /* ---- URL ---- */

  #firstUrl(): Use {
    const { urls } = this.#operation;
    if (urls.length === 1 && urls[0] !== undefined) return urls[0];
    const certain = urls.filter(({ value }) => value.open !== true);
    // A lone variable next to a real URL is more likely a list of options than a second URL.
    if (certain.length > 0)
      for (const { value } of urls)
        if (value.open === true)
          this.#context.warn(
            'variable_arguments',
            'This variable may hold further arguments, which are not known.',
            value,
          );
    const [first] = certain.length > 0 ? certain : urls;
    if (first === undefined) throw this.#context.error('no_url', 'curl: (2) no URL specified', this.#end);
    return first;
  }

  #url(use: Use, upload: Use | undefined, kind: Kind, data: Body | undefined): CurlUrl {
    const operation = this.#operation;
    const only = this.#operations.length === 1 && operation.urls.length === 1 && upload === undefined;
    const isOdd =
      operation.rare.protocols !== undefined ||
      (use.value.text.endsWith('?') && hasHttpProxy(this.#operation.rare));
    const plain = only && !isOdd ? readPlainUrl(use.value.text) : undefined;
    const url = plain ?? this.#anyUrl(use);
    if (kind === 'put' && upload !== undefined && !isStdin(this.#uploadName(upload)))
      addFileName(url, this.#uploadName(upload));
    const query =
      operation.get && data !== undefined && 'text' in data
        ? { text: data.text, use: operation.data[0] }
        : operation.rare.queries.length > 0
          ? {
              text: buildQuery(this.#context, operation.rare.queries, this.#stdin),
              use: operation.rare.queries[0],
            }
          : undefined;
    if (query !== undefined) {
      const place = query.use?.value.start ?? use.value.start;
      checkUrlText(query.text, (message) => this.#context.error('invalid_url', message, place));
      addQuery(url, hasRawByte(query.text) ? this.#replaced(query.text, query.use ?? use) : query.text);
    }
    return url;
  }

  /** The first URL that makes a request: curl reports one that it cannot read, and goes on with the next. */
  #anyUrl(chosen: Use): CurlUrl {
    const { urls, uploads } = this.#operation;
    const uses = uploads.length > 0 ? [chosen] : urls.slice(urls.indexOf(chosen));
    const skipped: Use[] = [];
    let problem: unknown;
    for (const use of uses) {
      if (use.value.open === true && use !== chosen) continue;
      try {
        const word = this.#urlWord(use);
        const { first, count } = this.#glob(word, use.value !== word);
        const { pathAsIs, defaultProtocol, protocols } = this.#operation.rare;
        const rules = { pathAsIs, defaultProtocol, protocols, proxied: hasHttpProxy(this.#operation.rare) };
        const url = readUrl(this.#context, word, first, rules);
        for (const { value } of skipped)
          this.#context.warn(
            'url_skipped',
            'curl cannot use this URL, and goes on with the next one.',
            value,
          );
        this.#countRequests(count, [...skipped, use]);
        return url;
      } catch (error) {
        problem ??= error;
        const isSkipped = error instanceof InputError && SKIPPED_URLS.has(error.issues[0].code);
        if (!isSkipped || skipped.length >= MAX_SKIPPED) break;
        skipped.push(use);
      }
    }
    throw problem;
  }

  /** `@-` and `@file` are lists of URLs. */
  #urlWord(use: Use): Word {
    const { text } = use.value;
    if (!text.startsWith('@')) return use.value;
    const source = readSource(text.slice(1), this.#stdin);
    if ('path' in source)
      throw this.#context.error('url_file', `The URLs in ${source.path} are not known.`, use.value.start);
    const line = source.text.split('\n').find((candidate) => !/^[ \t\r]*(?:#|$)/.test(candidate));
    if (line === undefined)
      throw this.#context.error('no_url', 'curl: (2) no URL specified', use.value.start);
    return { ...use.value, text: line.replace(/\r$/, ''), from: -1 };
  }

  #glob(word: Word, fromFile: boolean): { first: string; count: number } {
    const text = this.#placeholders(word);
    if (this.#operation.rare.globOff || fromFile || !/[{}[\]\\]/.test(text)) return { first: text, count: 1 };
    try {
      return expandGlob(text);
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      const at = word.from >= 0 && text === word.text ? word.from + error.at : word.start;
      throw this.#context.error(
        'bad_glob',
        `curl: (3) ${error.message} in the URL; -g turns globbing off`,
        at,
      );
    }
  }

  /**
   * `{{name}}` at the start or in the host of a URL cannot be meant for curl: then all of them are
   * placeholders. Elsewhere curl reads nested braces and refuses them, unless -g is given.
   */
  #placeholders(word: Word): string {
    const { text } = word;
    if (!text.includes('{{')) return text;
    const template = /^(?:https?:\/\/[^/?#{]*)?\{\{/i.test(text) || this.#operation.rare.globOff;
    return template ? markPlaceholders(this.#context, text, word) : text;
  }

  #countRequests(first: number, counted: readonly Use[]): void {
    let total = first;
    for (const operation of this.#operations)
      for (const use of operation.urls) {
        if (use.value.open === true || counted.includes(use)) continue;
        total += operation.rare.globOff || total > MANY_REQUESTS ? 1 : globCount(use.value.text);
      }
    // `-T '{a,b}'` sends each of the files.
    const upload = this.#operation.uploads[0];
    if (upload !== undefined && !this.#operation.rare.globOff)
      total += globCount(upload.value.text) * first - first;
    if (total > 1)
      this.#context.warn('many_requests', `The command makes ${total} requests; this is number 1.`, {
        start: 0,
        end: this.#end,
      });
  }

  /* ---- method and body ---- */

  /** Only one of -I, -F, -d and -T can decide the method. */
  #kind(upload: Use | undefined): Kind {
    const { kind, data, get, head } = this.#operation;
    const uploads = upload !== undefined && upload.value.text !== '';
    const first = data[0];
    let result: Kind = kind ?? 'get';
    if (first !== undefined) {
      const wanted: Kind = get ? (head ? 'head' : 'get') : 'post';
      if (kind !== undefined && kind !== wanted) throw this.#conflict(first);
      result = wanted;
    }
    if (uploads) {
      if (kind !== undefined || first !== undefined) throw this.#conflict(upload);
      result = 'put';
    }
    return result === 'head' && !head ? 'get' : result;
  }

  #conflict(use: Use): InputError {
    return this.#context.error(
      'conflicting_methods',
      `${use.name}: only one HTTP request method can be selected`,
      use.start,
    );
  }

  #data(kind: Kind): Body | undefined {
    const { data, get } = this.#operation;
    if (data.length === 0) return undefined;
    const body = buildData(this.#context, data, this.#stdin, !get && kind === 'post');
    if (!get && kind === 'post')
      this.#body = 'text' in body && !isUnmarked(body.text) ? { text: joinRawBytes(body.text) } : body;
    return body;
  }

  #uploadName(upload: Use): string {
    const { text } = upload.value;
    if (this.#operation.rare.globOff || !/[{}[\]\\]/.test(text)) return text;
    try {
      return expandGlob(text).first;
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      throw this.#context.error(
        'bad_glob',
        `curl: (3) ${error.message} in ${upload.name}`,
        upload.value.start,
      );
    }
  }

  #upload(upload: Use): void {
    const name = this.#uploadName(upload);
    const source = readSource(isStdin(name) ? '-' : name, this.#stdin);
    this.#body = 'text' in source ? { text: source.text } : { path: source.path, stripNewlines: false };
    // How much comes through a pipe, as `<(command)` is one, is not known beforehand.
    if (!(isStdin(name) || isPipe(name, source))) return;
    if (this.#operation.rare.httpVersion === '1.0')
      throw this.#context.error(
        'chunked_http10',
        'curl: (25) Chunky upload is not supported by HTTP 1.0',
        upload.start,
      );
    this.#options.chunked = true;
    this.#options.expect_continue = true;
  }

  #multipart(): void {
    const type = this.#custom.find(({ name }) => name.key === 'content-type');
    const { parts, chunked } = buildForm(this.#context, this.#operation.form, this.#stdin, {
      contentType: type === undefined ? undefined : (type.value ?? ''),
      escape: this.#operation.rare.formEscape ? 'backslash' : undefined,
    });
    this.#form = parts;
    if (chunked) {
      this.#options.chunked = true;
      this.#options.expect_continue = true;
    }
    if (this.#operation.rare.formEscape) {
      this.#options.form_escape = 'backslash';
      // Backslashes cannot escape a line end: curl fails (43).
      if (parts.some(({ name, filename = '' }) => /[\r\n]/.test(name + filename)))
        throw this.#context.error(
          'form_line_end',
          'curl: (43) a line end in the name of a part cannot be escaped with backslashes',
          this.#operation.form[0]?.start ?? 0,
        );
    }
    if (type !== undefined && type.value === undefined)
      this.#context.warn(
        'form_content_type',
        'curl still sends a Content-Type, of nothing but the boundary, and labels the parts as attachments.',
        type.use,
        type.use.name,
      );
  }

  /* ---- headers ---- */

  /** Whether a `-H` line names the header. @param key in lower case */
  #isCustom(key: string): boolean {
    for (const { name } of this.#custom) if (name.key === key) return true;
    return false;
  }

  /** Sends a header that an option makes, unless a `-H` line names it. */
  #send(name: string, value: string, use: Use): void {
    const key = name.toLowerCase();
    if (!this.#isCustom(key)) this.#add(key, sendable(this.#context, name, value, use));
  }

  #add(key: string, line: HeaderLine | undefined): void {
    if (line === undefined) return;
    this.#keys.push(key);
    this.#lines.push(line);
  }

  /** In the order in which curl writes them. */
  #generatedHeaders(kind: Kind): void {
    const { userAgent, referer } = this.#operation;
    this.#range(kind);
    if (userAgent !== undefined) {
      if (userAgent.value.text === '') {
        if (!this.#isCustom('user-agent')) this.#leaveOut('user-agent', 'User-Agent');
      } else this.#send('User-Agent', userAgent.value.text, userAgent);
    }
    const from = referer?.value.text.replace(/;auto$/, '') ?? '';
    if (referer !== undefined && from !== '') this.#send('Referer', from, referer);
    if (referer?.value.text.endsWith(';auto') === true && this.#operation.follow !== 'no')
      this.#context.warn('option_ignored', 'The Referer after a redirect is not set.', referer, referer.name);
    this.#cookies();
    this.#timeCondition();
  }

  #range(kind: Kind): void {
    const { range, resume } = this.#operation.rare;
    const reads = kind === 'get' || kind === 'head';
    if (range !== undefined) {
      const { text } = range.value;
      // A number without a dash behind it: curl makes that number and a dash the whole range.
      const number = /^0*(\d{1,18})(?![\d-])/.exec(text)?.[1];
      const value = number === undefined ? text : `${number}-`;
      if (!/^[\d,-]+$/.test(text) || value !== text)
        this.#context.warn(
          'range_changed',
          value === text
            ? 'Not a range of bytes: what the server makes of it is uncertain.'
            : `curl makes this range ${value}.`,
          range,
          range.name,
        );
      if (reads) this.#send('Range', `bytes=${value}`, range);
      else this.#contentRange(value, range);
    }
    if (resume === undefined) return;
    const { text } = resume.value;
    if (text === '-' && this.#operation.rare.namedByHeader !== undefined)
      throw this.#context.error(
        'conflicting_options',
        'curl: --continue-at and --remote-header-name cannot be combined',
        resume.start,
      );
    if (text === '-')
      this.#context.warn(
        'resume_unknown',
        'Where to resume depends on the size of a local file; no Range is sent.',
        resume,
        resume.name,
      );
    else if (Number(text) > 0) {
      if (!reads)
        throw this.#context.error(
          'conflicting_options',
          `${resume.name}: curl cannot resume this upload`,
          resume.start,
        );
      this.#send('Range', `bytes=${Number(text)}-`, resume);
    }
  }

  /** With a body curl sends the range as Content-Range, with the length of the body. */
  #contentRange(range: string, use: Use): void {
    const body = this.#body;
    if (body !== undefined && 'text' in body && !hasOpenValue(body.text) && this.#options.chunked !== true)
      this.#send('Content-Range', `bytes ${range}/${toBytes(body.text).length}`, use);
    else
      this.#context.warn(
        'option_ignored',
        'curl sends this range as Content-Range with the length of the body, which is not known.',
        use,
        use.name,
      );
  }

  #cookies(): void {
    const { cookies, follow, rare } = this.#operation;
    // With a jar curl keeps cookies, and sends them after a redirect.
    if (rare.cookieJar !== undefined && follow !== 'no')
      this.#context.warn(
        'option_ignored',
        'Cookies of answers are not kept.',
        rare.cookieJar,
        rare.cookieJar.name,
      );
    if (cookies.length === 0) return;
    const given: Use[] = [];
    for (const use of cookies) {
      const { text } = use.value;
      const isOpen = hasOpenValue(text);
      if (isOpen && !text.includes('='))
        this.#context.warn(
          'cookie_file',
          'What the variable holds is sent as cookies; without a "=" in it curl takes it for the name of a file.',
          use,
          use.name,
        );
      if (isOpen || text.includes('=')) given.push(use);
      else if (text === '')
        this.#context.warn('option_ignored', 'Cookies of answers are not kept.', use, use.name);
      else this.#context.warn('cookie_file', `The cookies in ${text} are not known.`, use, use.name);
    }
    const [first] = given;
    if (first !== undefined)
      this.#send(
        'Cookie',
        given
          .map(({ value }) => value.text)
          .reduce((all, next) => `${all};${next.startsWith(' ') ? '' : ' '}${next}`),
        first,
      );
  }

  #timeCondition(): void {
    const use = this.#operation.rare.timeCondition;
    if (use === undefined) return;
    const { text } = use.value;
    const sign = /^[-+=]/.exec(text)?.[0] ?? '';
    const date = readDate(text.slice(sign.length));
    if (date === undefined)
      this.#context.warn(
        'date_ignored',
        'Not a date that curl can read: it looks for a file of that name, else sends no condition.',
        use,
        use.name,
      );
    else if (sign === '=') this.#send('Last-Modified', httpDate(date), use);
    else this.#send(sign === '-' ? 'If-Unmodified-Since' : 'If-Modified-Since', httpDate(date), use);
  }

  #customHeaders(): void {
    let host = false;
    let type = false;
    for (const header of this.#custom) {
      const { name, value } = header;
      const { key } = name;
      let spelling = name.text;
      if (value === undefined) this.#omit(header);
      else if (name.connection) {
        if (this.#firstOf(key) === header) this.#connectionHeader(header, value);
        else this.#warnRepeated(header);
      } else {
        // Host, and the Content-Type of a form, curl writes itself, from the first line that says it.
        if (key === 'host') {
          if (host) continue;
          host = true;
          if (value !== '' || this.#omitted?.has(key) !== true) this.#host(header, value.trimEnd());
          continue;
        }
        if (this.#form !== undefined && key === 'content-type') {
          if (type) continue;
          type = true;
          spelling = 'Content-Type';
        }
        this.#add(key, sendableLine(this.#context, header, spelling, value));
      }
    }
    const omitted = this.#omitted;
    if (omitted === undefined) return;
    // What one line takes away another may still say.
    for (const key of this.#keys) omitted.delete(key);
    if (omitted.size > 0) this.#options.omit_headers = [...omitted.values()];
  }

  #host(header: CustomHeader, value: string): void {
    if (!HOST_VALUE.test(value) && !hasOpenValue(value) && !value.includes('{{'))
      this.#context.warn(
        'host_not_sendable',
        'This is no host name or address; curl sends it anyway, the service refuses to.',
        header.use,
        header.use.name,
      );
    this.#add('host', sendableLine(this.#context, header, 'Host', value));
  }

  /** The first line that gives a header of the connection a value. @param key in lower case */
  #firstOf(key: string): CustomHeader | undefined {
    if (this.#firsts === undefined) {
      this.#firsts = new Map();
      for (const header of this.#custom) {
        const { name, value } = header;
        if (name.connection && value !== undefined && !this.#firsts.has(name.key))
          this.#firsts.set(name.key, header);
      }
    }
    return this.#firsts.get(key);
  }

  #warnRepeated({ name: { text: name }, use }: CustomHeader): void {
    this.#context.warn(
      'hop_by_hop_header',
      `curl sends a second ${name}; it concerns the connection itself, and is left out.`,
      use,
      use.name,
    );
  }

  #leaveOut(key: string, name: string): void {
    this.#omitted ??= new Map();
    if (!this.#omitted.has(key)) this.#omitted.set(key, name);
  }

  #omit({ name: { text: name, key, connection }, use }: CustomHeader): void {
    if (connection && this.#firstOf(key) !== undefined) return;
    if (key === 'expect') delete this.#options.expect_continue;
    if ((key === 'content-length' || key === 'transfer-encoding') && this.#hasBody())
      this.#context.warn(
        'content_length',
        'Without this header the body could not be read; it is sent as needed.',
        use,
        use.name,
      );
    else if (TOKEN.test(name)) this.#leaveOut(key, name);
  }

  /** What an option can say becomes that option; all else is left out with a warning. */
  #connectionHeader({ name: { text: name, key }, use }: CustomHeader, value: string): void {
    const given = value.trim().toLowerCase();
    switch (key) {
      case 'connection':
        if (given === 'close' || given === 'keep-alive') {
          this.#options.connection = given;
          this.#spelling('Connection', given, name, value, use);
          return;
        }
        break;
      case 'te':
        if (given === 'trailers') {
          this.#options.te = 'trailers';
          this.#spelling('TE', given, name, value, use);
          return;
        }
        break;
      case 'expect':
        if (given === '100-continue') {
          this.#options.expect_continue = true;
          this.#spelling('Expect', given, name, value, use);
          return;
        }
        delete this.#options.expect_continue;
        break;
      case 'transfer-encoding':
        if (given === 'chunked' && this.#operation.rare.httpVersion !== '1.0') {
          // Without a body curl sends an empty one, in chunks.
          if (!this.#hasBody()) this.#body = { text: '' };
          this.#options.chunked = true;
          this.#spelling('Transfer-Encoding', given, name, value, use);
          return;
        }
        break;
      case 'content-length':
        this.#contentLength(given, use);
        return;
      default:
    }
    this.#context.warn(
      'hop_by_hop_header',
      `${name} concerns the connection itself, which the sender decides; it is left out.`,
      use,
      use.name,
    );
  }

  /** An option has one spelling of the header; curl sends the line as it was typed. */
  #spelling(sentName: string, sentValue: string, name: string, value: string, use: Use): void {
    if (name !== sentName || value.trimEnd() !== sentValue)
      this.#context.warn(
        'header_spelling',
        `This is sent as ${sentName}: ${sentValue}, which means the same; curl keeps upper and lower case.`,
        use,
        use.name,
      );
  }

  #contentLength(given: string, use: Use): void {
    const chunked =
      this.#options.chunked === true ||
      this.#firstOf('transfer-encoding')?.value?.trim().toLowerCase() === 'chunked';
    if (given === '0' && !this.#hasBody()) {
      this.#body = { text: '' };
      if (!chunked) return;
    }
    const body = this.#body;
    if (
      !chunked &&
      body !== undefined &&
      'text' in body &&
      !hasOpenValue(body.text) &&
      given === String(toBytes(body.text).length)
    )
      return;
    this.#context.warn(
      'content_length',
      'The Content-Length is computed from the body; this one is left out.',
      use,
      use.name,
    );
  }

  #hasBody(): boolean {
    return this.#body !== undefined || this.#form !== undefined;
  }

  /** The Content-Type and Accept that come with data. */
  #bodyHeaders(kind: Kind): void {
    const { json, data } = this.#operation;
    if (json !== undefined) {
      this.#send('Content-Type', JSON_TYPE, json);
      this.#send('Accept', JSON_TYPE, json);
      return;
    }
    const first = data[0];
    if (kind === 'post' && first !== undefined) this.#send('Content-Type', FORM_TYPE, first);
  }

  /* ---- credentials ---- */

  #credentials(url: CurlUrl): RequestAuth | undefined {
    const { user } = this.#operation;
    const { bearer, sigv4, schemes, disallowUser } = this.#operation.rare;
    if (url.user === undefined && user === undefined && bearer === undefined && schemes.length === 0)
      return undefined;
    if (url.user !== undefined && disallowUser)
      throw this.#context.error(
        'user_in_url',
        'curl: (67) URL rejected: Credentials was passed in the URL when prohibited',
        this.#firstUrl().value.start,
      );
    const scheme = this.#scheme();
    const [username, password] = this.#userAndPassword(url);
    const known = username !== '' || password !== '';
    this.#urlUserAfterRedirect(url);
    if (this.#isCustom('authorization')) {
      if (known && user !== undefined && scheme !== 'basic')
        this.#context.warn(
          'auth_not_sent',
          'An Authorization header of your own replaces the authentication.',
          user,
          user.name,
        );
      return undefined;
    }
    if (sigv4 !== undefined && !known) return undefined;
    if (sigv4 !== undefined) {
      this.#checkSignature(sigv4, hostOf(url));
      return { scheme: 'aws-sigv4', username, password, provider: sigv4.value.text || 'aws:amz' };
    }
    if (bearer !== undefined) {
      if (this.#operation.rare.schemes.length === 0)
        this.#send('Authorization', `Bearer ${bearer.value.text}`, bearer);
      else
        this.#context.warn(
          'auth_not_sent',
          'With several schemes curl sends no credentials at first; the token is left out.',
          bearer,
          bearer.name,
        );
      return undefined;
    }
    if (scheme !== 'basic')
      return known || (user !== undefined && scheme !== 'digest')
        ? { scheme, username, password }
        : undefined;
    if (!known) return undefined;
    if (hasOpenValue(username) || hasOpenValue(password)) {
      if (user !== undefined && !user.value.text.includes(':'))
        this.#context.warn(
          'credentials_in_variable',
          'The variable may hold user:password; it is taken as the user name alone.',
          user,
          user.name,
        );
      return { scheme: 'basic', username, password };
    }
    this.#add('authorization', {
      name: 'Authorization',
      value: `Basic ${base64Of(`${username}:${password}`)}`,
    });
    return undefined;
  }

  /** What `--aws-sigv4` does not name the host name must: its first label is the service, its second the region. */
  #checkSignature({ value: { text }, start }: Use, host: string): void {
    if (hasOpenValue(text) || hasOpenValue(host)) return;
    const [provider = '', , region, service] = signatureParts(text || 'aws:amz');
    const dots = host.split('.').length - 1;
    const missing = dots < 1 ? 'service' : region === undefined && dots < 2 ? 'region' : undefined;
    if (provider === '')
      throw this.#context.error(
        'invalid_value',
        'curl: (43) first aws-sigv4 provider cannot be empty',
        start,
      );
    if (service === undefined && missing !== undefined)
      throw this.#context.error(
        'invalid_value',
        `curl: (3) aws-sigv4: ${missing} missing in parameters and hostname`,
        start,
      );
  }

  /**
   * The user of a URL is for that URL and those that are relative to it; one of -u is for the whole host. So it is
   * in curl 8.23; 7.88 made no difference.
   */
  #urlUserAfterRedirect(url: CurlUrl): void {
    const { user, follow } = this.#operation;
    const isUsed = url.user !== undefined && (user === undefined || /^(?::|$)/.test(user.value.text));
    if (!isUsed || follow === 'no' || this.#isCustom('authorization')) return;
    const { value } = this.#firstUrl();
    this.#context.warn(
      'user_after_redirect',
      'After a redirect to a whole URL curl sends the user of this one no more; here the same host gets it again.',
      value,
    );
  }

  /** curl signs the lines of -H (and --json) only, not the headers that other options make. */
  #signing(auth: RequestAuth): RequestAuth {
    const names = this.#lines.map(({ name }) => name);
    if (this.#isCustom('content-length') && this.#hasBody()) names.push('Content-Length');
    const json = this.#operation.json === undefined ? [] : ['content-type', 'accept'];
    const own = new Set([...this.#custom.map(({ name }) => name.key), ...json]);
    const asked = names.filter((name) => own.has(name.toLowerCase()));
    return asked.length === names.length ? auth : { ...auth, signed_headers: [...new Set(asked)] };
  }

  #scheme(): RequestAuth['scheme'] {
    const { schemes } = this.#operation.rare;
    const [only] = schemes;
    if (only === undefined) return 'basic';
    return new Set(schemes).size > 1 ? 'any' : only;
  }

  #userAndPassword(url: CurlUrl): [username: string, password: string] {
    const { user } = this.#operation;
    const [urlUser, urlPassword] = [this.#decoded(url.user ?? ''), this.#decoded(url.password ?? '')];
    if (user === undefined) return [urlUser, urlPassword];
    const { text } = user.value;
    const colon = text.indexOf(':');
    const given = colon < 0 ? '' : text.slice(colon + 1);
    // No user name, no credentials: then those of the URL count.
    if (colon === 0 || text === '') return [urlUser, url.password === undefined ? given : urlPassword];
    if (colon > 0) return [text.slice(0, colon), given];
    if (!hasOpenValue(text))
      this.#context.warn(
        'password_prompt',
        'curl would ask for the password; an empty one is used.',
        user,
        user.name,
      );
    return [text, ''];
  }

  /** Userinfo is percent-decoded; a NUL is refused. */
  #decoded(text: string): string {
    if (!text.includes('%')) return text;
    const bytes = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => {
      const byte = Number.parseInt(hex, 16);
      if (byte === 0)
        throw this.#context.error(
          'invalid_url',
          'URL rejected: Malformed input to a URL function',
          this.#firstUrl().value.start,
        );
      return byte < 0x80 ? String.fromCharCode(byte) : rawByte(byte);
    });
    return joinRawBytes(bytes);
  }

  /* ---- the rest ---- */

  #otherOptions(kind: Kind, url: CurlUrl): void {
    const operation = this.#operation;
    const options = this.#options;
    Object.assign(options, usualOptions(operation));
    if (operation.follow !== 'no') {
      // An upload is no POST whatever -X calls it: curl drops its body after 303 only.
      const kept = kind === 'put' && operation.method !== undefined ? UPLOADS : operation.rare.keepMethodOn;
      if (kept.length > 0) options.keep_method_on = [...kept];
      if (operation.rare.trusted) options.auth_on_redirect = true;
      this.#methodAfterRedirect(kind);
    }
    if (!isUsual(operation)) this.#rareOptions(operation.rare, url);
  }

  /** `--follow` (curl 8.16) says a method of -X again only where RFC 9110, section 15.4, keeps it. */
  #methodAfterRedirect(kind: Kind): void {
    const { follow, method } = this.#operation;
    if (follow !== 'spec' || method === undefined) return;
    const { text } = method.value;
    if (text === 'GET' || text === 'HEAD' || (text === 'POST' && (kind === 'post' || kind === 'form')))
      return;
    this.#context.warn(
      'option_ignored',
      `Some redirects make a GET of this with --follow; here the method stays ${text}.`,
      method,
      '--follow',
    );
  }

  #rareOptions(rare: RareOptions, url: CurlUrl): void {
    const options = this.#options;
    if (rare.ipVersion !== undefined) options.ip_version = rare.ipVersion;
    const version = rare.httpVersion;
    if (version === '3-only' && url.scheme === 'http')
      throw this.#context.error(
        'unsupported_scheme',
        'curl: (3) HTTP/3 requested for non-HTTPS URL',
        this.#firstUrl().value.start,
      );
    if (version !== undefined) options.http_version = version === '3-only' ? '3' : version;
    if (rare.httpVersion === '2' && url.scheme === 'http')
      this.#context.warn(
        'protocol_upgrade',
        'Over plain http curl asks for an upgrade to HTTP/2 with extra headers.',
        { start: 0, end: this.#end },
        '--http2',
      );
    const target = rare.requestTarget;
    if (target !== undefined) {
      options.request_target = hasRawByte(target.value.text)
        ? this.#replaced(target.value.text, target)
        : target.value.text;
      if (/[^\x21-\x7e\p{Cs}]/u.test(target.value.text))
        this.#context.warn(
          'option_ignored',
          'curl sends the request target as it is; the service sends only one of visible ASCII characters.',
          target,
          target.name,
        );
    }
    const proxy = proxyUrl(url.scheme, hostOf(url).toLowerCase(), rare);
    if (proxy !== undefined) options.proxy = proxy;
  }

  #replaced(text: string, use: Use): string {
    this.#context.warn(
      'invalid_utf8',
      'Bytes that are not UTF-8 are replaced; curl sends them as they are.',
      use,
      use.name,
    );
    return replaceRawBytes(text);
  }

  /** What is returned is taken back: the request shape has room for so many headers and parts. */
  #checkSize(): void {
    const omitted = this.#omitted?.size ?? 0;
    if (Math.max(this.#lines.length, omitted) > MAX_HEADERS) throw tooMany('headers', MAX_HEADERS);
    if (this.#form !== undefined && this.#form.length > MAX_FORM_PARTS)
      throw tooMany('form parts', MAX_FORM_PARTS);
  }

  #draft(method: string, url: CurlUrl, auth: RequestAuth | undefined): Draft {
    const { headers, list } = writeHeaders(this.#lines, this.#keys);
    if (list !== undefined) this.#options.header_list = list;
    this.#checkSize();
    const draft: Draft = { method, url: writeUrl(url), headers };
    const body = this.#body;
    if (body === undefined) {
      if (this.#form !== undefined) draft.form = this.#form;
    } else if ('path' in body) {
      draft.body_file = body.path;
      if (body.stripNewlines) this.#options.strip_newlines = true;
    } else if (!hasRawByte(body.text)) draft.body = body.text;
    else if (!hasOpenValue(body.text)) draft.body_base64 = bytesBase64(toBytes(body.text));
    else draft.body = this.#replaced(body.text, this.#operation.data[0] ?? this.#firstUrl());
    if (auth !== undefined) draft.auth = auth;
    if (!isEmpty(this.#options)) draft.options = this.#options;
    return draft;
  }
}

function tooMany(what: string, most: number): InputError {
  return new InputError({
    field: '',
    code: 'too_many',
    message: `The command has more than ${most} ${what}.`,
    offset: 0,
  });
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

/** Base64 of a text that may hold marks of raw bytes. */
function base64Of(text: string): string {
  return isUnmarked(text) ? utf8Base64(text) : bytesBase64(toBytes(text));
}

/** `provider1[:provider2[:region[:service]]]`: an empty one ends the list (lib/http_aws_sigv4.c). */
function signatureParts(text: string): string[] {
  return text.replace(/::.*$|:$/s, '').split(':');
}

const isStdin = (name: string): boolean => name === '-' || name === '.';

function globCount(text: string): number {
  if (!/[{[]/.test(text)) return 1;
  try {
    return expandGlob(text).count;
  } catch {
    return 1;
  }
}

const PLACEHOLDER = /\$?\{\{[ \t]*[$.]?([A-Za-z_][\w.$-]{0,100})[ \t]*\}\}/g;

/** Makes `{{name}}` an open value. */
export function markPlaceholders(
  context: Context,
  text: string,
  place: { start: number; end: number },
): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const at = context.text.indexOf(placeholder);
    const span = at < 0 ? place : { start: at, end: at + placeholder.length };
    context.warn('placeholder', `${placeholder} is a placeholder; curl would send it as it is.`, span);
    return context.open(name, [placeholder, `\${${name}}`, `$${name}`]);
  });
}
