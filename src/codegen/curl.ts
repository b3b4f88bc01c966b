/**
 * cURL: a command for bash and the curl command line tool. It parses back to the request it came from.
 * What curl does with each option was checked against curl 8 and its manual page.
 */
import { binaryText } from '../request/bytes.ts';
import { multipartChunks, partDisposition } from '../request/multipart.ts';
import {
  hasHeader,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  omits,
} from '../request/normalize.ts';
import { hasVariable, splitVariables } from '../request/variables.ts';
import type { HeaderLine, RequestAuth, Variable } from '../schemas/request-shape.ts';
import {
  basicUserinfo,
  curlUrl,
  declareCurlTarget,
  type Generator,
  hasDotSegment,
  isPrintableAscii,
  isPrintableLines,
  isPrintableText,
  optionHeaders,
  partHeader,
  replaceEach,
  singleHeader,
  unreachable,
  urlPieces,
  type Warnings,
} from './generator.ts';
import { declareWrittenType, isUpload } from './redirects.ts';

export const curl = {
  language: 'curl',
  title: 'cURL',
  library: 'curl',
  requires: 'bash 3.2, curl 7.76',
  filename: 'request.sh',
  install: null,
  run: 'bash request.sh',
  write: (request, warnings) => new Command(request, warnings).toString(),
} as const satisfies Generator;

/** Boundary of a multipart body that has to be written out; no one else uses it. */
const BOUNDARY = '------------------------5f1b4d2c9e8a7036';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const HTTP_VERSIONS = {
  '1.0': '--http1.0',
  '1.1': '--http1.1',
  '2': '--http2',
  '2-prior-knowledge': '--http2-prior-knowledge',
  '3': '--http3',
} as const;

/** Linux takes no argument of 128 KiB or more. */
const MAX_ARGUMENT = 120_000;

/** The command as it grows: one entry of `#words` is one line of the output. */
class Command {
  readonly #request: NormalRequest;
  readonly #warnings: Warnings;
  readonly #shell: Shell;
  readonly #words: string[] = [];
  /** A command whose output is curl's standard input. */
  #producer: string | undefined;

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#shell = new Shell(request.variables);
    this.#writeStart();
    this.#writeOptions();
    this.#writeAuth(request.auth);
    this.#writeHeaders();
    this.#writeBody();
  }

  toString(): string {
    let command = this.#producer === undefined ? '' : `${this.#producer} | `;
    let before = '';
    for (const words of this.#words) {
      command += before + words;
      before = ' \\\n  ';
    }
    return `${command}\n`;
  }

  #add(option: string, value: string): void {
    this.#words.push(`${option} ${this.#shell.word(value)}`);
  }

  /** `curl`, method and URL. `-i` prints the status with the body; it changes nothing that is sent. */
  #writeStart(): void {
    let start = `curl -i${this.#methodFlag()}`;
    if (this.#request.hasPlainUrl && this.#request.options.request_target === undefined) {
      this.#words.push(`${start} '${this.#request.url}'`);
      return;
    }
    const pieces = urlPieces(this.#request.url);
    const { url, target } = curlUrl(this.#request);
    declareCurlTarget(this.#request, target, this.#warnings);
    // Braces and brackets would be taken for a pattern of several URLs.
    if (/[[\]{}]/.test(this.#shell.withoutExpansions(url))) start += ' -g';
    if (pieces !== undefined && hasDotSegment(pieces.target)) start += ' --path-as-is';
    this.#add(start, url);
    if (target !== undefined) this.#add('--request-target', target);
  }

  #methodFlag(): string {
    const { method, options, body } = this.#request;
    const isForced = options.custom_method === true;
    if (!isForced && method === this.#defaultMethod()) return '';
    const isWord = /^[A-Za-z]+$/.test(method) && !this.#shell.isOpen(method);
    const named = ` -X ${isWord ? method : this.#shell.word(method)}`;
    // With -X alone curl would wait for a body.
    if (method === 'HEAD' && body.kind === 'none') return isForced ? ` -I${named}` : ' -I';
    return named;
  }

  #defaultMethod(): string {
    const { kind } = this.#request.body;
    if (kind === 'none') return 'GET';
    return this.#isUpload() ? 'PUT' : 'POST';
  }

  /** Whether the body is sent with `-T`, which adds the file's name to a URL that ends in a slash. */
  #isUpload(): boolean {
    const { url, options } = this.#request;
    // Of standard input curl does not know the length: it asks first and sends chunks.
    if (this.#readsStdin() && !(options.chunked === true && options.expect_continue === true)) return false;
    return isUpload(this.#request) && !/^[^?]*\/$|^[^/]*\/\/[^/]*$/.test(url);
  }

  #writeOptions(): void {
    const { options } = this.#request;
    if (options.follow_redirects === true)
      this.#words.push(options.auth_on_redirect === true ? '--location-trusted' : '-L');
    if (options.max_redirects !== undefined) this.#words.push(`--max-redirs ${options.max_redirects}`);
    for (const status of options.keep_method_on ?? []) this.#words.push(`--post${status}`);
    if (options.timeout_ms !== undefined) this.#words.push(`-m ${seconds(options.timeout_ms)}`);
    if (options.connect_timeout_ms !== undefined)
      this.#words.push(`--connect-timeout ${seconds(options.connect_timeout_ms)}`);
    if (options.insecure === true) this.#words.push('-k');
    if (options.compressed === true) this.#words.push('--compressed');
    if (options.http_version !== undefined) this.#words.push(HTTP_VERSIONS[options.http_version]);
    if (options.ip_version !== undefined) this.#words.push(`-${options.ip_version}`);
    if (options.proxy !== undefined) this.#add('-x', options.proxy);
    if (options.form_escape === 'backslash') this.#words.push('--form-escape');
  }

  #writeAuth(auth: RequestAuth | undefined): void {
    if (auth === undefined) return;
    switch (auth.scheme) {
      case 'basic':
        break;
      case 'any':
        this.#words.push('--anyauth');
        break;
      case 'aws-sigv4':
        this.#add('--aws-sigv4', auth.provider ?? 'aws:amz');
        break;
      case 'digest':
      case 'ntlm':
      case 'negotiate':
        this.#words.push(`--${auth.scheme}`);
        break;
      default:
        unreachable(auth.scheme);
    }
    if (auth.username !== undefined || auth.password !== undefined)
      this.#add('-u', `${auth.username ?? ''}:${auth.password ?? ''}`);
  }

  #writeHeaders(): void {
    const { headers, options } = this.#request;
    for (const line of headers) if (!this.#isImplied(line)) this.#writeHeader(line);
    for (const line of optionHeaders(this.#request)) this.#writeHeader(line);
    if (options.chunked === true && !(this.#isUpload() && this.#readsStdin()))
      this.#add('-H', 'Transfer-Encoding: chunked');
    for (const name of options.omit_headers ?? []) this.#add('-H', `${name}:`);
    if (this.#addsFormType() && !hasHeader(headers, 'content-type') && !omits(options, 'content-type'))
      this.#add('-H', 'Content-Type:');
  }

  #writeHeader({ name, value, isPlain }: NormalHeader): void {
    const credentials = name === 'Authorization' ? this.#credentials(value) : undefined;
    if (credentials !== undefined) this.#add('-u', credentials);
    else if (isPlain && !name.includes("'")) this.#words.push(`-H '${name}: ${value}'`);
    else if (/^[ \t]*$/.test(value)) this.#add('-H', `${name};`);
    else this.#add('-H', `${name}: ${value}`);
  }

  /** What `-u` takes for the value of an Authorization header. */
  #credentials(value: string): string | undefined {
    const { auth, options } = this.#request;
    const text = basicUserinfo(value);
    if (text === undefined || auth !== undefined || options.header_list !== undefined) return undefined;
    return text !== ':' && isPrintableAscii(text) && this.#shell.withoutVariables(value) === value
      ? text
      : undefined;
  }

  /** Whether curl adds the line by itself, as it does behind all others. */
  #isImplied({ name, value }: HeaderLine): boolean {
    const { headers, options } = this.#request;
    return (
      name === 'Content-Type' &&
      value === FORM_TYPE &&
      this.#addsFormType() &&
      (options.header_list === undefined ||
        (headers.at(-1)?.lower === 'content-type' && singleHeader(headers, 'content-type') !== undefined))
    );
  }

  /** Whether the body goes out with `-d` or its sisters, which bring a Content-Type. */
  #addsFormType(): boolean {
    const { body } = this.#request;
    return body.kind === 'text' || body.kind === 'bytes' || (body.kind === 'file' && !this.#isUpload());
  }

  #readsStdin(): boolean {
    return this.#request.body.kind === 'file' && this.#request.body.path === '-';
  }

  #writeBody(): void {
    const { body } = this.#request;
    switch (body.kind) {
      case 'none':
        return;
      case 'text':
        this.#writeData(body.text);
        return;
      case 'bytes':
        this.#writeBytes(body.bytes);
        return;
      case 'file':
        if (this.#isUpload()) this.#add('-T', body.path);
        else this.#add(body.stripNewlines ? '-d' : '--data-binary', `@${body.path}`);
        return;
      case 'form':
        this.#writeForm(body.parts);
        return;
      default:
        unreachable(body);
    }
  }

  #writeData(text: string): void {
    // No character takes more than three bytes for each of its code units.
    if (text.includes('\0') || (3 * text.length > MAX_ARGUMENT && !this.#shell.isOpen(text)))
      this.#pipe(new TextEncoder().encode(text));
    else this.#add(text.startsWith('@') ? '--data-raw' : '-d', text);
  }

  #writeBytes(bytes: Uint8Array): void {
    if (bytes.includes(0) || bytes.length > MAX_ARGUMENT) this.#pipe(bytes);
    else this.#words.push(`--data-raw ${quoteBytes(bytes)}`);
  }

  /** No argument of a program can hold a NUL or very much: such bytes come in through standard input. */
  #pipe(bytes: Uint8Array): void {
    this.#producer = `printf '${printfFormat(bytes)}'`;
    this.#words.push('--data-binary @-');
  }

  #writeForm(parts: readonly NormalPart[]): void {
    const words = parts.map((part) => this.#formWord(part) ?? this.#typedFile(part));
    if (words.length > 0 && words.every((word) => word !== undefined)) this.#words.push(...words);
    else this.#writeRawForm(parts);
  }

  /** The `-F` of a file that is to have no Content-Type, although curl gives it one: nothing else reads the file. */
  #typedFile(part: NormalPart): string | undefined {
    if (part.content.kind !== 'file' || part.contentType !== undefined) return undefined;
    const contentType = usualFileType(part.content.path, part.filename);
    const word = this.#formWord({ ...part, contentType });
    if (word !== undefined)
      this.#warnings.add(
        'body_changed',
        `curl gives the file ${part.content.path} the Content-Type ${contentType}.`,
      );
    return word;
  }

  /** The `-F` of a part; undefined when curl has no way to say it. */
  #formWord(given: NormalPart): string | undefined {
    // The first "=" ends the name.
    if (/[=\0]/.test(given.name)) return undefined;
    // With backslashes curl escapes no line ends, and refuses them.
    if (this.#request.options.form_escape !== undefined && /[\r\n]/.test(given.name + (given.filename ?? '')))
      return undefined;
    const part = given.name === '' ? this.#namelessPart(given) : given;
    if (part === undefined) return undefined;
    const { content } = part;
    const isBare = part.filename === undefined && part.contentType === undefined && part.headers.length === 0;
    if (content.kind === 'bytes') {
      if (!isBare || content.bytes.includes(0)) return undefined;
      const prefix = new TextEncoder().encode(`${part.name}=`);
      return `--form-string ${quoteBytes(new Uint8Array([...prefix, ...content.bytes]))}`;
    }
    const parameters = formParameters(part);
    if (parameters === undefined) return undefined;
    if (content.kind === 'file') {
      const sign = part.filename === undefined ? '<' : '@';
      return `-F ${this.#shell.word(`${part.name}=${sign}${quoteFormValue(content.path)}${parameters}`)}`;
    }
    if (content.text.includes('\0')) return undefined;
    const isLiteral = /^(?![@<("\s])[^;]*$/.test(content.text) && !/\s$/.test(content.text);
    if (isBare && !isLiteral) return `--form-string ${this.#shell.word(`${part.name}=${content.text}`)}`;
    const value = isLiteral ? content.text : `"${escapeFormValue(content.text)}"`;
    return `-F ${this.#shell.word(`${part.name}=${value}${parameters}`)}`;
  }

  /** A part without a name parameter, as far as curl would write the Content-Disposition that it has. */
  #namelessPart(part: NormalPart): NormalPart | undefined {
    const [disposition = '', type = '', ...others] = part.headers;
    const own = singleHeader(this.#request.headers, 'content-type');
    const pattern =
      partDisposition(own) === 'form-data'
        ? /^Content-Disposition: form-data(?:; filename="([^"\\%]*)")?$/
        : /^Content-Disposition:(?: attachment; filename="([^"\\%]*)")?$/;
    const match = pattern.exec(disposition);
    if (match === null || part.filename !== undefined || part.contentType !== undefined) return undefined;
    const contentType = /^Content-Type: (.+)$/.exec(type)?.[1];
    const headers = contentType === undefined ? part.headers.slice(1) : others;
    return { ...part, filename: match[1], contentType, headers };
  }

  /** What `-F` cannot say goes out as a body written by hand, as long as all of it is known. */
  #writeRawForm(parts: readonly NormalPart[]): void {
    const pieces: Uint8Array[] = [];
    /** The same as pieces of a word, where variables stand in it. */
    let word = '';
    const encoder = new TextEncoder();
    const { headers, options } = this.#request;
    const own = singleHeader(headers, 'content-type');
    const chunks = multipartChunks(parts, BOUNDARY, options.form_escape, own);
    const isOpen = chunks.some((chunk) => chunk.kind === 'text' && this.#shell.isOpen(chunk.text));
    for (const chunk of chunks) {
      if (chunk.kind === 'file')
        this.#warnings.add('body_changed', `curl cannot send the file ${chunk.path} in a part like this.`);
      else {
        pieces.push(chunk.kind === 'text' ? encoder.encode(chunk.text) : chunk.bytes);
        if (isOpen) word += chunk.kind === 'text' ? this.#shell.word(chunk.text) : quoteBytes(chunk.bytes);
      }
    }
    const given = this.#words.findIndex((word) => /^-H '?content-type[:;]/i.test(word));
    const type = own?.trim() === '' ? '' : 'multipart/form-data';
    // Spelt as curl spells it with -F.
    const spelt = this.#words[given]?.replace(/content-type/i, 'Content-Type');
    if (given >= 0 && type !== '') this.#words[given] = `${spelt}'; boundary=${BOUNDARY}'`;
    else {
      if (given >= 0) this.#words.splice(given, 1);
      this.#add('-H', `Content-Type: ${type}; boundary=${BOUNDARY}`);
    }
    const bytes = new Uint8Array(pieces.flatMap((piece) => [...piece]));
    if (isOpen && !bytes.includes(0)) this.#words.push(`--data-raw ${word}`);
    else this.#writeBytes(bytes);
    if (isOpen && bytes.includes(0))
      this.#warnings.add('body_changed', 'Variables beside a NUL are not filled in.');
    declareWrittenType(this.#request, this.#warnings);
  }
}

/** Content types that curl gives to files by their names (lib/mime.c, Curl_mime_contenttype). */
const FILE_TYPES: readonly (readonly [extension: string, type: string])[] = [
  ['.gif', 'image/gif'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.pdf', 'application/pdf'],
  ['.xml', 'application/xml'],
];

function fileType(name: string): string | undefined {
  return FILE_TYPES.find(([extension]) => name.toLowerCase().endsWith(extension))?.[1];
}

/** The type that curl gives to a file, of which `<` sends the content alone and `@` the name as well. */
function usualFileType(path: string, filename: string | undefined): string | undefined {
  // Standard input is typed by the given name alone.
  const guess = path === '-' ? undefined : fileType(path);
  if (filename === undefined) return guess === 'text/plain' ? undefined : guess;
  return fileType(filename) ?? guess ?? (path === '-' ? undefined : 'application/octet-stream');
}

/** `;type=`, `;filename=` and `;headers=` where they differ from what curl does anyway; undefined when it cannot. */
function formParameters({ content, filename, contentType, headers }: NormalPart): string | undefined {
  let text = '';
  const path = content.kind === 'file' ? content.path : undefined;
  const usualName = path?.replace(/^.*\//s, '');
  const usualType = path === undefined ? undefined : usualFileType(path, filename);
  if (contentType === undefined && usualType !== undefined && content.kind === 'file') return undefined;
  // A value with a file name gets the type of that name, too.
  if (contentType === undefined && path === undefined && fileType(filename ?? '') !== undefined)
    return undefined;
  if (contentType !== undefined && (contentType !== usualType || content.kind !== 'file')) {
    if (contentType !== '' && !/^[^/\s;,]+\/[^\s;,]+(?:; ?[\w-]+=[^\s;,"]+)*$/.test(contentType))
      return undefined;
    text += `;type=${contentType}`;
  }
  if (filename !== undefined && filename !== usualName) {
    if (filename.includes('\0')) return undefined;
    text += `;filename=${quoteFormValue(filename)}`;
  }
  for (const line of headers) {
    if (partHeader(line) === undefined) return undefined;
    text += `;headers="${escapeFormValue(line)}"`;
  }
  return text;
}

/** A value of `-F` that needs no quotes stays bare. */
function quoteFormValue(value: string): string {
  return /^[^\s",;\\]+$/.test(value) ? value : `"${escapeFormValue(value)}"`;
}

function escapeFormValue(value: string): string {
  return value.replace(/[\\"]/g, '\\$&');
}

function seconds(milliseconds: number): string {
  return String(milliseconds / 1000);
}

/** How bash writes words: single quotes, double quotes around variables, `$'..'` for what cannot be seen. */
class Shell {
  readonly #variables: readonly Variable[];

  constructor(variables: readonly Variable[]) {
    this.#variables = variables;
  }

  withoutVariables(text: string): string {
    if (this.#variables.length === 0) return text;
    return splitVariables(text, this.#variables)
      .map((segment) => (segment.kind === 'text' ? segment.text : 'x'))
      .join('');
  }

  /** The text without what the shell replaces for certain. */
  withoutExpansions(text: string): string {
    if (this.#variables.length === 0) return text;
    return splitVariables(text, this.#variables)
      .map((segment) => (segment.kind === 'variable' && isExpansion(segment.written) ? 'x' : segment.text))
      .join('');
  }

  isOpen(text: string): boolean {
    return hasVariable(text, this.#variables);
  }

  /** Whether a text needs nothing but single quotes around it. */
  isBare(text: string): boolean {
    return this.#variables.length === 0 && BARE.test(text);
  }

  /** A text as one word. */
  word(text: string): string {
    if (this.#variables.length === 0) return quote(text);
    const segments = splitVariables(text, this.#variables);
    if (segments.every((segment) => segment.kind === 'text')) return quote(text);
    const pieces = segments.map((segment) => ({
      isText: segment.kind === 'text',
      text: segment.kind === 'text' ? segment.text : expansion(segment.name, segment.written),
    }));
    const joined = pieces.map((piece) => piece.text).join('');
    const isSimple = pieces.every(
      (piece, index) =>
        !piece.isText ||
        (!/["\\$`!]/.test(piece.text) &&
          isPrintableText(piece.text.replaceAll('\n', '')) &&
          // `$NAME` swallows letters that follow it.
          !(index > 0 && /^\w/.test(piece.text) && /^\$\w/.test(pieces[index - 1]?.text ?? ''))),
    );
    if (isSimple) return `"${joined}"`;
    return pieces.map((piece) => (piece.isText ? quote(piece.text) : `"${piece.text}"`)).join('');
  }
}

/** `$NAME`, `${NAME}`, and with a plain alternative: `${NAME:-text}`, `:=`, `:?` and `:+`. */
const EXPANSION = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*(?::?[-=?+][^"$'\\`{}]*)?\})$/;
/** A command substitution without anything that could end it early. */
const SUBSTITUTION = /^\$\((?!.*<<)[^()'"\\`#\n{}]*\)$/;

function isExpansion(text: string): boolean {
  return (EXPANSION.test(text) && isPrintableText(text)) || SUBSTITUTION.test(text);
}

/**
 * A variable inside double quotes. What the shell itself replaces stays as it is typed. A placeholder
 * (`{{token}}`) is looked up in the environment and stands for itself when it is not there, which is what curl
 * sends for it. Anything else (`%TOKEN%`) is looked up under the variable's name.
 */
function expansion(name: string, text: string): string {
  if (isExpansion(text)) return text;
  const isName = /^[A-Za-z_]\w*$/.test(name);
  if (isName && text === `{{${name}}}`) return `\${${name}-"${text}"}`;
  if (isName) return `\${${name}}`;
  // bash has no such name, the environment may: printenv takes any.
  return `$(printenv -- ${quote(name)})`;
}

/** Texts that stand between single quotes as they are. */
const BARE = /^[\n\t -&(-~]*$/;

/** A text in quotes for bash; what cannot be seen is written as its UTF-8 bytes in `$'..'`. */
function quote(text: string): string {
  if (BARE.test(text)) return `'${text}'`;
  if (!isPrintableLines(text)) return quoteBytes(new TextEncoder().encode(text));
  return `'${replaceEach(text, "'", "'\\''")}'`;
}

/** How a byte is written: three octal digits always end where they should, `\x` would not. */
const OCTAL = Array.from({ length: 256 }, (_, byte) => `\\${byte.toString(8).padStart(3, '0')}`);
const QUOTED_ESCAPES = { ...OCTAL, 9: '\\t', 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
const PRINTF_ESCAPES = { ...OCTAL, 37: '%%', 92: '\\\\' };

/** Bytes without NUL in `$'..'`. */
function quoteBytes(bytes: Uint8Array): string {
  return `$'${escapeBytes(bytes, /[^ -&(-[\]-~]/g, QUOTED_ESCAPES)}'`;
}

/** Bytes as a format of printf; a leading hyphen would be an option. */
function printfFormat(bytes: Uint8Array): string {
  const format = escapeBytes(bytes, /[^ -$&(-[\]-~]/g, PRINTF_ESCAPES);
  return format.startsWith('-') ? `\\055${format.slice(1)}` : format;
}

/** Bytes as text, those that cannot stand there as they are escaped. */
function escapeBytes(bytes: Uint8Array, special: RegExp, escapes: Readonly<Record<number, string>>): string {
  return binaryText(bytes).replace(special, (char) => escapes[char.charCodeAt(0)] ?? '');
}
