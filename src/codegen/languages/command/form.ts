/** Writes parts of a form as values of `-F` and `--form-string`. */
import { binaryText } from '../../../request/bytes.ts';
import { fileType, usualFileType } from '../../../request/file-types.ts';
import type { NormalPart } from '../../../request/normalize.ts';
import type { PlanFile, PlanPart, Template } from '../../plan/plan.ts';
import { joined, plainText } from '../../text/templates.ts';
import { quoteBytes, word } from './shell.ts';

/** Returns what `-F` does differently for a part; undefined when it sends the same. */
export function objection({ name, content, filename, contentType, headers }: NormalPart): string | undefined {
  if (/[=\0]/.test(name)) return 'ends the name at "=" or NUL';
  if (content.kind === 'bytes' && (filename ?? contentType) !== undefined)
    return 'sends bytes without their filename and type';
  const text =
    content.kind === 'bytes' ? binaryText(content.bytes) : content.kind === 'text' ? content.text : '';
  if (text.includes('\0')) return 'cannot send a NUL';
  const isUntyped = contentType === undefined && !headers.some((line) => /^content-type:/i.test(line));
  const type = content.kind === 'file' ? usualFileType(content.path, filename) : fileType(filename ?? '');
  if (isUntyped && type !== undefined) return `adds the Content-Type ${type}`;
  if (!/^(?:[^/\s;,]+\/[^\s;,]+(?:; ?[\w-]+=[^\s;,"]+)*)?$/.test(contentType ?? ''))
    return 'cannot send this Content-Type';
  return undefined;
}

/** Returns the option for a part. */
export function formWord(part: PlanPart): string {
  const named = namelessPart(part);
  const { name, content, filename, contentType, headers } = named;
  const start = joined(name, '=');
  const isBare = filename === undefined && contentType === undefined && headers.length === 0;
  if (content.kind === 'bytes') return `--form-string ${word(start)}${quoteBytes(content.bytes)}`;
  if (content.kind === 'file') {
    const { file } = content;
    const sign = filename === undefined ? '<' : '@';
    return `-F ${word(joined(start, sign, formValue(pathOf(file)), formParameters(file, named)))}`;
  }
  const text = plainText(content.text);
  const isLiteral = /^(?![@<("\s])[^;]*$/.test(text) && !/\s$/.test(text);
  if (isBare && !isLiteral) return `--form-string ${word(joined(start, content.text))}`;
  const value = isLiteral ? content.text : joined('"', escaped(content.text), '"');
  return `-F ${word(joined(start, value, formParameters(undefined, named)))}`;
}

/** Gives a nameless part the options with which curl comes closest to its Content-Disposition. */
function namelessPart(part: PlanPart): PlanPart {
  const given = part.lines.find(([key]) => /^content-disposition$/i.test(plainText(key)))?.[1];
  if (part.name !== '' || (given !== undefined && typeof given !== 'string')) return part;
  const filename = part.filename ?? /; filename="([^"\\%]*)"$/.exec(given ?? '')?.[1];
  const type = part.headers.find(([key]) => /^content-type$/i.test(plainText(key)))?.[1];
  const headers = part.headers.filter(([key]) => !/^content-(?:type|disposition)$/i.test(plainText(key)));
  return { ...part, filename, contentType: part.contentType ?? type, headers };
}

/** Returns `;type=`, `;filename=` and `;headers=` where they differ from curl's defaults. */
function formParameters(file: PlanFile | undefined, part: PlanPart): Template {
  const { filename, contentType, headers } = part;
  const pieces: Template[] = [];
  const path = file === undefined ? undefined : pathOf(file);
  const usualName = typeof path === 'string' ? path.replace(/^.*\//s, '') : undefined;
  const usualType =
    typeof path === 'string' && typeof filename !== 'object' ? usualFileType(path, filename) : undefined;
  const isRenamed = filename !== undefined && filename !== usualName;
  if (contentType !== undefined && (isRenamed || contentType !== usualType))
    pieces.push(';type=', contentType);
  if (isRenamed) pieces.push(';filename=', formValue(filename));
  for (const [key, value] of headers) pieces.push(';headers="', escaped(joined(key, ': ', value)), '"');
  return joined(...pieces);
}

function pathOf(file: PlanFile): Template {
  return file.kind === 'stdin' ? '-' : file.path;
}

/** Quotes a value of `-F` if it needs quotes. */
function formValue(value: Template): Template {
  return /^[^\s",;\\]+$/.test(plainText(value)) ? value : joined('"', escaped(value), '"');
}

function escaped(value: Template): Template {
  const slashed = (text: string) => text.replace(/[\\"]/g, '\\$&');
  return typeof value === 'string'
    ? slashed(value)
    : value.map((piece) => (typeof piece === 'string' ? slashed(piece) : piece));
}
