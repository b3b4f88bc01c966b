/** Request pass: `-F` and `--form-string`: multipart parts (curl(1), "--form"; lib/mime.c is the model). */
import { bytesBase64 } from '../../request/bytes.ts';
import type { ParseErrorCode, WarningCode } from '../../schemas/diagnostics.ts';
import type { FormPart } from '../../schemas/request-shape.ts';
import type { FormUse } from '../options/operation.ts';
import { isPipe } from '../options/sources.ts';
import { Word } from '../shell/word.ts';
import type { Draft, Drafted, Job } from './draft.ts';
import { type Content, ContentReader } from './form-syntax.ts';
import type { Headers } from './headers.ts';
import { withoutBytes } from './url.ts';

type Part = Drafted<FormPart>;

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
const ENCODERS = new Set(['binary', '8bit', '7bit', 'base64', 'quoted-printable']);
const DEFAULT_FILE_TYPE = 'application/octet-stream';

/** Makes the parts of the form. */
export function addForm(job: Job, draft: Draft, headers: Headers): void {
  const { operation, diagnostics } = job;
  const type = headers.custom('content-type');
  const form = new FormBuilder(job, draft);
  let depth = 0;
  for (const use of operation.form) depth = form.add(use, depth);
  draft.form = form.parts;
  if (operation.formEscape) {
    draft.options.form_escape = 'backslash';
    // Backslashes cannot escape a line end: curl fails (43).
    const broken = form.parts.some(({ name, filename = '' }) =>
      /[\r\n]/.test(written(name) + written(filename)),
    );
    if (broken)
      throw diagnostics.error(
        'form_line_end',
        'curl: (43) a line end in the name of a part cannot be escaped with backslashes',
        operation.form[0] ?? job.line.span,
      );
  }
  if (type !== undefined && type.value === undefined)
    diagnostics.warn(
      'form_content_type',
      'curl still sends a Content-Type, of nothing but the boundary, and labels the parts as attachments.',
      type.use,
      type.use.name,
    );
}

const written = (text: Word | string): string => (typeof text === 'string' ? text : text.outline);

class FormBuilder {
  readonly parts: Part[] = [];
  readonly #job: Job;
  readonly #draft: Draft;
  #use: FormUse | undefined;

  constructor(job: Job, draft: Draft) {
    this.#job = job;
    this.#draft = draft;
  }

  /** @returns how many nested multiparts are open afterwards */
  add(use: FormUse, depth: number): number {
    this.#use = use;
    const text = use.value.outline;
    const at = text.indexOf('=') + 1;
    const name = use.value.slice(0, at - 1);
    const sign = use.literal ? '' : text.charAt(at);
    if (sign === '(') {
      this.#warn(
        'form_nested',
        'The parts of this nested multipart are not nested as curl nests them: each is sent as a part of the form itself.',
      );
      return depth + 1;
    }
    if (sign === ')' && at === 1 && text.length === 2) {
      if (depth === 0)
        throw this.#job.diagnostics.error('form_nesting', `${use.name}: no multipart to terminate`, use);
      return depth - 1;
    }
    const reader = new ContentReader(use.value, sign === '@' || sign === '<' ? at + 1 : at, (code, message) =>
      this.#warn(code, message),
    );
    if (use.literal) this.#addPart({ name }, literal(use.value.slice(at)));
    else if (sign === '@') this.#addFiles(name, reader);
    else if (sign === '<') this.#addFile(name, reader.read(''), false);
    else this.#addPart({ name }, reader.read(''));
    return depth;
  }

  #warn(code: WarningCode, message: string): void {
    if (this.#use !== undefined) this.#job.diagnostics.warn(code, message, this.#use, this.#use.name);
  }

  #error(code: ParseErrorCode, message: string) {
    const { name, start, end } = this.#use ?? { name: '', ...this.#job.line.span };
    return this.#job.diagnostics.error(code, `${name}: ${message}`, { start, end });
  }

  #addFiles(name: Word, reader: ContentReader): void {
    const files = [reader.read(',')];
    while (files.at(-1)?.end === ',') files.push(reader.read(','));
    if (files.length > 1)
      this.#warn(
        'form_nested',
        'curl puts these files into one nested multipart/mixed part; here each is a part of its own.',
      );
    for (const file of files) this.#addFile(name, file, true);
  }

  /** `@` sends a file with its name, `<` only its content. */
  #addFile(name: Word, content: Content, isUpload: boolean): void {
    const { data } = content;
    if (data.isEmpty)
      throw this.#error('file_name_missing', `a file name is missing after ${isUpload ? '@' : '<'}`);
    if (!isUpload && data.outline.endsWith('>'))
      this.#warn(
        'angle_placeholder',
        `curl reads the file ${data.spelled} here; a placeholder may be meant.`,
      );
    const isInput = data.text === '-';
    const source = this.#job.line.sources.read(data);
    const ownName = isUpload ? (isInput ? Word.text('-', data) : baseName(data)) : undefined;
    const filename = isUpload ? (content.filename ?? ownName) : undefined;
    // The length of what comes through a pipe other than standard input is not known beforehand.
    const isPiped = isPipe(data, source);
    if (isPiped) this.#sendChunked();
    if (source.kind === 'content' && (isInput || (isPiped && data.hasOpen))) {
      this.#addPart({ name }, { ...content, data: source.content, filename });
      return;
    }
    const ofFile = isInput ? undefined : typeOf(data);
    // Without a file name curl says every type that it knows but text/plain.
    const guess = isUpload
      ? ((filename === undefined ? undefined : typeOf(filename)) ??
        ofFile ??
        (isInput ? undefined : DEFAULT_FILE_TYPE))
      : ofFile === 'text/plain'
        ? undefined
        : ofFile;
    if (source.kind === 'content') {
      this.#addPart({ name }, { ...content, data: source.content, filename }, guess);
      return;
    }
    this.#warnOfOpenName(content, isUpload);
    this.#finish({ name, file: source.path }, { ...content, filename }, guess);
  }

  /** A file whose name is not known: what curl makes of that name, for `@` and for `<`, is not known either. */
  #warnOfOpenName({ data, type, filename }: Content, isUpload: boolean): void {
    const name = baseName(data);
    if (
      name.hasOpen &&
      ((isUpload && filename === undefined) || (type === undefined && typeOf(name) === undefined))
    )
      this.#warn(
        'form_part',
        'curl makes the file name and the type of this part from a name that is not known; say them with ;filename= and ;type=.',
      );
  }

  /** @param guess the type, where nothing says it */
  #addPart(part: Part, content: Content, guess?: string): void {
    const { filename } = content;
    const { data } = content;
    // A text with open values cannot be base64.
    if (data.hasBytes && !data.hasOpen) part.value_base64 = bytesBase64(data.bytes);
    else part.value = this.#plain(data);
    this.#finish(part, content, guess ?? (filename === undefined ? undefined : typeOf(filename)));
  }

  #finish(part: Part, content: Content, guess: string | undefined): void {
    const own: (Word | string)[] = [];
    let type: Word | string | undefined = content.type;
    if (content.encoder !== undefined) this.#warnOfEncoder(content.encoder.spelled);
    for (const header of content.headers) {
      const text = header.outline;
      const prefix = /^content-type:[ \t]*/i.exec(text)?.[0];
      // `type=` counts, else the first of them.
      if (prefix !== undefined) type ??= header.slice(prefix.length);
      else {
        own.push(this.#plain(header));
        if (/^content-disposition:[ \t]*$/i.test(text))
          this.#warn('form_part', 'curl sends this header of the part without a value; it is left out.');
      }
    }
    type ??= guess;
    const contentType = type === undefined || typeof type === 'string' ? type : this.#plain(type);
    const filename = content.filename === undefined ? undefined : this.#plain(content.filename);
    const { name } = part;
    const hasOwn = own.some((line) => /^content-disposition:/i.test(written(line)));
    if (typeof name !== 'string' && name.isEmpty && !hasOwn)
      this.#warn(
        'form_part',
        'curl sends a part without a name as one that has none; here its name is empty.',
      );
    part.name = typeof name === 'string' ? name : this.#plain(name);
    if (filename !== undefined) part.filename = filename;
    if (contentType !== undefined) part.content_type = contentType;
    if (own.length > 0) part.headers = own;
    this.parts.push(part);
  }

  #warnOfEncoder(encoder: string): void {
    if (!ENCODERS.has(encoder.toLowerCase())) throw this.#error('form_encoder', `unknown encoder ${encoder}`);
    this.#warn(
      'form_part',
      `curl sends this content ${encoder}-encoded, and says so; here it is sent as it is.`,
    );
  }

  #sendChunked(): void {
    this.#draft.options.chunked = true;
    this.#draft.options.expect_continue = true;
  }

  /** Names and headers are text: bytes that are not UTF-8 cannot be said there. */
  #plain(word: Word): Word {
    return withoutBytes(word, 'part', this.#job.diagnostics);
  }
}

/** The content of --form-string. */
function literal(data: Word): Content {
  return { data, type: undefined, filename: undefined, encoder: undefined, headers: [], end: '' };
}

function baseName(path: Word): Word {
  return path.slice(path.outline.lastIndexOf('/') + 1);
}

function typeOf(name: Word): string | undefined {
  const lower = name.outline.toLowerCase();
  return TYPES.find(([ending]) => lower.endsWith(ending))?.[1];
}
