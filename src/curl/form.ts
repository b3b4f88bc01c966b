/** `-F` and `--form-string`: multipart parts (curl(1), "--form"; tool_formparse.c and lib/mime.c are the models). */
import { bytesBase64 } from '../request/bytes.ts';
import { escapeDisposition, partDisposition } from '../request/multipart.ts';
import type { FormPart, RequestOptions } from '../schemas/request-shape.ts';
import { type Context, hasOpenValue, hasRawByte, replaceRawBytes, toBytes } from './context.ts';
import type { FormUse } from './operation.ts';
import { isPipe, readSource, type StandardInput } from './standard-input.ts';
import type { WarningCode } from './warnings.ts';

/** Content types that curl knows by the end of a file name. */
const TYPES: readonly (readonly [ending: string, type: string])[] = [
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
const DEFAULT_FILE_TYPE = 'application/octet-stream';
const ENCODERS = ['binary', '8bit', '7bit', 'base64', 'quoted-printable'];

export interface Form {
  parts: FormPart[];
  /** A part is encoded on the way out, so curl does not know the length and sends chunks. */
  chunked: boolean;
}

/** What the request as a whole says about its parts. */
export interface FormRules {
  /** The request's own Content-Type, undefined when it has none. */
  contentType: string | undefined;
  escape: RequestOptions['form_escape'];
}

/** @throws InputError for what curl refuses */
export function buildForm(
  context: Context,
  uses: readonly FormUse[],
  stdin: StandardInput,
  rules: FormRules,
): Form {
  const form: Form = { parts: [], chunked: false };
  let depth = 0;
  for (const use of uses) depth = new FormReader(context, use, stdin, form, rules).read(depth);
  return form;
}

/** What follows a content: `;type=…;filename=…`. */
interface Details {
  data: string;
  type: string | undefined;
  filename: string | undefined;
  encoder: string | undefined;
  headers: string[];
  /** The character that ended it. */
  end: string;
}

class FormReader {
  readonly #context: Context;
  readonly #use: FormUse;
  readonly #stdin: StandardInput;
  readonly #form: Form;
  readonly #rules: FormRules;
  readonly #text: string;
  #at: number;

  constructor(context: Context, use: FormUse, stdin: StandardInput, form: Form, rules: FormRules) {
    this.#context = context;
    this.#use = use;
    this.#stdin = stdin;
    this.#form = form;
    this.#rules = rules;
    this.#text = use.value.text;
    this.#at = this.#text.indexOf('=') + 1;
  }

  /** @returns how many nested multiparts are open afterwards */
  read(depth: number): number {
    const name = this.#text.slice(0, this.#at - 1);
    const content = this.#text.slice(this.#at);
    if (!this.#use.literal && content.startsWith('(')) {
      this.#warn('form_nested', 'Nested multipart parts are listed one after the other; curl nests them.');
      return depth + 1;
    }
    if (!this.#use.literal && name === '' && content === ')') {
      if (depth === 0)
        throw this.#context.error(
          'form_nesting',
          `${this.#use.name}: no multipart to terminate`,
          this.#use.start,
        );
      return depth - 1;
    }
    if (this.#use.literal)
      this.#add(
        { name: this.#plain(name) },
        { data: content, type: undefined, filename: undefined, encoder: undefined, headers: [], end: '' },
      );
    else if (content.startsWith('@')) this.#files(name);
    else if (content.startsWith('<')) {
      this.#at += 1;
      this.#file(name, this.#details(''), false);
    } else this.#add({ name: this.#plain(name) }, this.#details(''));
    return depth;
  }

  #warn(code: WarningCode, message: string): void {
    this.#context.warn(code, message, this.#use, this.#use.name);
  }

  #files(name: string): void {
    const all: Details[] = [];
    do {
      this.#at += 1;
      all.push(this.#details(','));
    } while (all.at(-1)?.end === ',');
    if (all.length > 1)
      this.#warn(
        'form_nested',
        'curl puts these files into one nested multipart/mixed part; here each is a part of its own.',
      );
    for (const details of all) this.#file(name, details, true);
  }

  /** `@` sends a file with its name, `<` only its content. */
  #file(name: string, details: Details, upload: boolean): void {
    if (details.data === '')
      throw this.#context.error(
        'file_name_missing',
        `${this.#use.name}: a file name is missing after ${upload ? '@' : '<'}`,
        this.#use.start,
      );
    const part: FormPart = { name: this.#plain(name) };
    const stdin = details.data === '-';
    const source = readSource(details.data, this.#stdin);
    const filename = details.filename ?? (upload ? (stdin ? '-' : fileName(details.data)) : undefined);
    const named = upload ? filename : undefined;
    // The length of what comes through a pipe other than standard input is not known beforehand.
    const piped = isPipe(details.data, source);
    if (piped) this.#form.chunked = true;
    if ('text' in source && (stdin || (piped && hasOpenValue(details.data)))) {
      this.#add(part, { ...details, data: source.text, filename: named });
      return;
    }
    const guess = stdin ? undefined : typeOf(details.data);
    // Without a file name curl says every type that it knows but text/plain.
    const type =
      details.type ??
      (upload
        ? (typeOf(named ?? '') ?? guess ?? (stdin ? undefined : DEFAULT_FILE_TYPE))
        : guess === 'text/plain'
          ? undefined
          : guess);
    if ('text' in source) {
      this.#add(part, { ...details, data: source.text, filename: named }, type);
      return;
    }
    part.file = source.path;
    if (hasOpenValue(details.data)) this.#openFile(details, upload && details.filename === undefined, type);
    if (details.encoder !== undefined)
      this.#warn('form_part', `The content of the file is sent ${details.encoder}-encoded by curl.`);
    this.#finish(part, type, named, details);
  }

  /** A file whose name is not known: what curl makes of that name, for `@` and for `<`, is not known either. */
  #openFile({ data, type: given }: Details, isNamed: boolean, type: string | undefined): void {
    const name = fileName(data);
    if (!hasOpenValue(name)) return;
    if (isNamed)
      this.#warn(
        'form_part',
        'curl sends of a file name what is behind the last slash; here the whole variable. Say it with ;filename=.',
      );
    if (given === undefined && typeOf(name) === undefined)
      this.#warn(
        'form_part',
        `curl takes the type of this file from its name, which is not known; here it is ${type ?? 'left out'}. Say it with ;type=.`,
      );
  }

  /** @param guess the type, where nothing says it */
  #add(part: FormPart, details: Details, guess?: string): void {
    let { data } = details;
    if (details.encoder !== undefined) data = this.#encoded(data, details.encoder);
    if (hasRawByte(data)) part.value_base64 = bytesBase64(toBytes(data));
    else part.value = data;
    const type = guess ?? (details.filename === undefined ? undefined : typeOf(details.filename));
    this.#finish(part, type, details.filename, details);
  }

  #finish(part: FormPart, type: string | undefined, filename: string | undefined, details: Details): void {
    const own: string[] = [];
    let given = details.type;
    if (details.encoder !== undefined)
      own.push(`Content-Transfer-Encoding: ${details.encoder.toLowerCase()}`);
    for (const header of details.headers) {
      const headerType = /^content-type:[ \t]*(.*)$/is.exec(header)?.[1];
      // `type=` counts, else the first of them.
      if (headerType !== undefined) given ??= headerType;
      else {
        own.push(this.#plain(header));
        if (/^content-disposition:[ \t]*$/i.test(header))
          this.#warn('form_part', 'curl sends this header of the part without a value; it is left out.');
      }
    }
    let contentType = given ?? type;
    if (contentType !== undefined) contentType = this.#plain(contentType);
    const plainName = filename === undefined ? undefined : this.#plain(filename);
    const headers = part.name === '' ? this.#nameless(plainName, contentType, own) : own;
    if (headers === own) {
      if (plainName !== undefined) part.filename = plainName;
      if (contentType !== undefined) part.content_type = contentType;
    }
    if (headers.length > 0) part.headers = headers;
    this.#form.parts.push(part);
  }

  /** All header lines of a part without a name, which has no name parameter: its Content-Disposition is written out. */
  #nameless(filename: string | undefined, contentType: string | undefined, own: string[]): string[] {
    if (own.some((line) => /^content-disposition:/i.test(line))) return own;
    const disposition = partDisposition(this.#rules.contentType);
    let line = 'Content-Disposition:';
    if (disposition === 'form-data' || filename !== undefined) line += ` ${disposition}`;
    if (filename !== undefined) line += `; filename="${escapeDisposition(filename, this.#rules.escape)}"`;
    return [line, ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]), ...own];
  }

  #encoded(data: string, encoder: string): string {
    const name = encoder.toLowerCase();
    if (!ENCODERS.includes(name))
      throw this.#context.error(
        'form_encoder',
        `${this.#use.name}: unknown encoder ${encoder}`,
        this.#use.start,
      );
    // The length of quoted-printable text is not known beforehand.
    if (name === 'quoted-printable') this.#form.chunked = true;
    if (hasOpenValue(data)) {
      this.#warn('variable_encoded', 'curl encodes the value of this variable; give the encoded value.');
      return data;
    }
    const bytes = toBytes(data);
    if (name === '7bit' && bytes.some((byte) => byte > 127))
      throw this.#context.error(
        'form_encoder',
        `${this.#use.name}: 7bit content has bytes above 127`,
        this.#use.start,
      );
    if (name === 'base64') return bytesBase64(bytes).replace(/.{76}(?=.)/g, '$&\r\n');
    return name === 'quoted-printable' ? quotedPrintable(bytes) : data;
  }

  /** Names and headers are text: bytes that are not UTF-8 cannot be said there. */
  #plain(text: string): string {
    if (!hasRawByte(text)) return text;
    this.#warn('invalid_utf8', 'Bytes that are not UTF-8 are replaced.');
    return replaceRawBytes(text);
  }

  /** One content with its details, up to `stop` or the end. */
  #details(stop: string): Details {
    const details: Details = {
      data: '',
      type: undefined,
      filename: undefined,
      encoder: undefined,
      headers: [],
      end: '',
    };
    this.#blanks();
    const start = this.#at;
    details.data = this.#piece(stop);
    const cut =
      this.#text[this.#at] === ';' &&
      this.#text[start] !== '"' &&
      !/^;[ \t]*(?:type|filename|headers|encoder)=/i.test(this.#text.slice(this.#at, this.#at + 60));
    if (cut)
      this.#warn('form_trailing_text', 'An unquoted ; ends the value; quote the value to keep all of it.');
    while (this.#text[this.#at] === ';') {
      this.#at += 1;
      this.#blanks();
      this.#detail(details, stop);
    }
    details.end = this.#text[this.#at] ?? '';
    return details;
  }

  #detail(details: Details, stop: string): void {
    if (details.type === undefined && this.#prefix('type=')) details.type = this.#type(stop);
    else if (this.#prefix('filename=')) details.filename = this.#piece(stop);
    else if (this.#prefix('encoder=')) details.encoder = this.#piece(stop);
    else if (this.#prefix('headers=')) this.#headers(details, stop);
    else {
      const unknown = this.#piece(stop);
      if (unknown !== '') this.#warn('form_trailing_text', `curl does not use this: ${unknown.slice(0, 60)}`);
    }
  }

  #headers(details: Details, stop: string): void {
    const fromFile = this.#text[this.#at] === '@' || this.#text[this.#at] === '<';
    if (fromFile) this.#at += 1;
    this.#blanks();
    const header = this.#piece(stop);
    if (fromFile) this.#warn('header_file', `The headers in ${header} are not known.`);
    else if (header !== '') details.headers.push(header);
    else
      this.#warn(
        'form_part',
        'curl sends an empty line for an empty header, which ends the headers of the part.',
      );
  }

  #prefix(prefix: string): boolean {
    if (this.#text.slice(this.#at, this.#at + prefix.length).toLowerCase() !== prefix) return false;
    this.#at += prefix.length;
    if (prefix !== 'headers=') this.#blanks();
    return true;
  }

  /** A content type with its parameters: up to a `;` that begins another detail. */
  #type(stop: string): string {
    const text = this.#text;
    const start = this.#at;
    let end = start;
    while (end < text.length && !'()<>@,;:\\"[]?=\r\n '.includes(text[end] ?? '')) end += 1;
    this.#at = end;
    if (end < text.length && text[end] !== ';' && text[end] !== stop) {
      // A character that no type has ends it, and curl looks at nothing more of this part.
      this.#warn('form_trailing_text', 'curl ends the type of the part before this character.');
      this.#at = text.length;
      return text.slice(start, end);
    }
    while (text[this.#at] === ';') {
      let next = this.#at + 1;
      while (isBlank(text[next])) next += 1;
      if (/^(?:filename|headers|encoder)=/i.test(text.slice(next, next + 10))) break;
      for (; next < text.length && text[next] !== ';' && text[next] !== stop; next += 1)
        if (!isBlank(text[next])) end = next + 1;
      this.#at = next;
    }
    return text.slice(start, end);
  }

  #blanks(): void {
    while (isBlank(this.#text[this.#at])) this.#at += 1;
  }

  /** A quoted or plain piece, up to `;`, `stop` or the end. Blanks at the end of a plain one go. */
  #piece(stop: string): string {
    const text = this.#text;
    if (text[this.#at] === '"') {
      const quoted = this.#quotedPiece(stop);
      if (quoted !== undefined) return quoted;
    }
    const start = this.#at;
    while (this.#at < text.length && text[this.#at] !== ';' && (stop === '' || text[this.#at] !== stop))
      this.#at += 1;
    let end = this.#at;
    while (end > start && isBlank(text[end - 1])) end -= 1;
    return text.slice(start, end);
  }

  /** Undefined when the closing quote is missing: then the quote is a character like any other. */
  #quotedPiece(stop: string): string | undefined {
    const text = this.#text;
    let piece = '';
    for (let at = this.#at + 1; at < text.length; at += 1) {
      const char = text[at];
      if (char === '\\' && (text[at + 1] === '\\' || text[at + 1] === '"')) {
        piece += text[at + 1] ?? '';
        at += 1;
      } else if (char === '"') {
        let next = at + 1;
        let trailing = false;
        while (next < text.length && text[next] !== ';' && (stop === '' || text[next] !== stop)) {
          if (!/\s/.test(text[next] ?? '')) trailing = true;
          next += 1;
        }
        if (trailing) this.#warn('form_trailing_text', 'curl does not use what follows the closing quote.');
        this.#at = next;
        return piece;
      } else piece += char ?? '';
    }
    return undefined;
  }
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function typeOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  return TYPES.find(([ending]) => lower.endsWith(ending))?.[1];
}

/** RFC 2045, 6.7, with the line length that curl uses. */
function quotedPrintable(bytes: Uint8Array): string {
  let output = '';
  let column = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0d && bytes[at + 1] === 0x0a) {
      output += '\r\n';
      column = 0;
      at += 1;
      continue;
    }
    const blank = byte === 0x20 || byte === 0x09;
    const lineEnds = at + 1 === bytes.length || (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a);
    const literal = (byte >= 0x21 && byte <= 0x7e && byte !== 0x3d) || (blank && !lineEnds);
    const piece = literal
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (column + piece.length > (lineEnds ? 76 : 75)) {
      output += '=\r\n';
      column = 0;
    }
    output += piece;
    column += piece.length;
  }
  return output;
}
