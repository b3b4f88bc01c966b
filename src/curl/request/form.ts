/** Request pass: `-F` and `--form-string`: multipart parts (curl(1), "--form"; lib/mime.c is the model). */
import { bytesBase64 } from '../../request/bytes.ts';
import { DEFAULT_FILE_TYPE, fileType } from '../../request/file-types.ts';
import { type FormPart, MAX_FORM_PARTS } from '../../schemas/request-shape.ts';
import { isPipe } from '../options/sources.ts';
import type { FormUse, WithWords } from '../options/transfer.ts';
import type { Word } from '../word.ts';
import { type Content, readContent } from './form-syntax.ts';
import type { Headers } from './headers.ts';
import type { Job } from './request-draft.ts';

type Part = WithWords<FormPart>;

const ENCODERS = new Set(['binary', '8bit', '7bit', 'base64', 'quoted-printable']);

/** Adds the form of `-F` to the request. */
export function addForm(job: Job, headers: Headers): void {
  const { transfer, draft, diagnostics } = job;
  const type = headers.custom('content-type');
  draft.form = [];
  for (const use of transfer.form ?? []) addUse(job, use);
  if (transfer.formEscape) {
    draft.options.form_escape = 'backslash';
    // Backslashes cannot escape a line end: curl fails (43).
    const breaks = ({ name, filename = '' }: Part) => /[\r\n]/.test(written(name) + written(filename));
    if (draft.form.some(breaks))
      throw diagnostics.error('form_line_end', transfer.form?.[0] ?? job.line.span);
  }
  if (type !== undefined && type.value === undefined) diagnostics.warn('form_content_type', type.use);
}

const written = (text: Word | string): string => (typeof text === 'string' ? text : text.outline);

function addUse(job: Job, use: FormUse): void {
  const { diagnostics } = job;
  const text = use.value.outline;
  const at = text.indexOf('=') + 1;
  const name = use.value.slice(0, at - 1);
  const sign = use.literal ? '' : text.charAt(at);
  if (sign === '(' || (sign === ')' && at === 1 && text.length === 2))
    throw diagnostics.error('form_nesting', use);
  const isFile = sign === '@' || sign === '<';
  const content = use.literal
    ? { data: use.value.slice(at), headers: [] }
    : readContent(use, isFile ? at + 1 : at, sign === '@', diagnostics);
  if (isFile) addFile(job, use, name, content, sign === '@');
  else addPart(job, use, name, content);
}

/** `@` sends a file with its name, `<` only its content. */
function addFile(job: Job, use: FormUse, name: Word, content: Content, isUpload: boolean): void {
  const { diagnostics, line } = job;
  const { data } = content;
  if (data.isEmpty) throw diagnostics.error('file_name_missing', use);
  if (!isUpload && data.outline.endsWith('>')) diagnostics.warn('angle_placeholder', use);
  const isInput = data.text === '-';
  const source = line.sources.read(data);
  const ownName = line.sources.nameOf(data);
  const filename = isUpload ? (content.filename ?? ownName) : undefined;
  // The length of a pipe other than standard input is unknown.
  if (isPipe(data, source)) {
    job.draft.options.chunked = true;
    job.draft.options.expect_continue = true;
  }
  const ofFile = typeOf(data);
  const ofUpload = typeOf(filename) ?? ofFile ?? (isInput ? undefined : DEFAULT_FILE_TYPE);
  // Without a file name, curl sends every type that it knows except text/plain.
  const guess = isUpload ? ofUpload : ofFile === 'text/plain' ? undefined : ofFile;
  const isTyped = content.type !== undefined || typeOf(ownName) !== undefined;
  if (source.kind === 'file' && ownName.hasUnresolved && ((isUpload && !content.filename) || !isTyped))
    diagnostics.warn('form_part', use, 'The name and type of this file are not known.');
  content.filename = filename;
  if (source.kind === 'content') addPart(job, use, name, { ...content, data: source.content }, guess);
  else finish(job, use, { name, file: source.path }, content, guess);
}

/** @param guess the type, where nothing says it */
function addPart(job: Job, use: FormUse, name: Word, content: Content, guess = typeOf(content.filename)) {
  const { data } = content;
  // A text with unresolved values cannot be base64.
  const value =
    data.hasBytes && !data.hasUnresolved ? { value_base64: bytesBase64(data.bytes) } : { value: data };
  finish(job, use, { name, ...value }, content, guess);
}

function finish({ draft, diagnostics }: Job, use: FormUse, part: Part, content: Content, guess?: string) {
  const encoder = content.encoder?.spelled.toLowerCase();
  if (encoder !== undefined && !ENCODERS.has(encoder)) throw diagnostics.error('form_encoder', use);
  if (encoder !== undefined)
    diagnostics.warn('form_part', use, `The content is sent as it is, not in ${encoder}.`);
  const isType = (header: Word) => /^content-type:/i.test(header.outline);
  const own = content.headers.filter((header) => !isType(header));
  if (own.some((header) => /^content-disposition:[ \t]*$/i.test(header.outline)))
    diagnostics.warn('form_part', use, 'curl sends this header without a value; it is left out.');
  const hasOwn = own.some((header) => /^content-disposition:/i.test(header.outline));
  if (written(part.name) === '' && !hasOwn)
    diagnostics.warn('form_part', use, 'curl sends no name with this part; here it is empty.');
  // `type=` has priority over the first header.
  const header = content.headers.find(isType);
  const prefix = /^content-type:[ \t]*/i.exec(header?.outline ?? '')?.[0].length;
  const type = content.type ?? header?.slice(prefix ?? 0) ?? guess;
  if (content.filename !== undefined) part.filename = content.filename;
  if (type !== undefined) part.content_type = type;
  if (own.length > 0) part.headers = own;
  draft.form?.push(part);
  if ((draft.form?.length ?? 0) > MAX_FORM_PARTS) throw diagnostics.error('too_many', use);
}

const typeOf = (name: Word | undefined): string | undefined => fileType(name?.outline ?? '');
