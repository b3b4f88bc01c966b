/** Request pass: `-d` and its kin, `-T`: the body, or with `-G` the query (curl(1); tool_getparam.c, set_data). */
import type { DataUse, Use } from '../options/operation.ts';
import { percentEncode } from '../options/percent.ts';
import { isPipe, type Source } from '../options/sources.ts';
import { fileWord } from '../options/variables.ts';
import { Word } from '../shell/word.ts';
import type { Job } from './draft.ts';
import { expandPattern } from './glob.ts';
import { fileNameAt } from './header-lines.ts';

export type Body = { kind: 'text'; text: Word } | { kind: 'file'; path: Word; stripNewlines: boolean };

interface Piece {
  /** What stands before the content: `name=` of --data-urlencode. */
  prefix: Word | undefined;
  source: Source;
  use: DataUse;
}

/**
 * All data in order, joined with `&` (`--json` with nothing).
 * @param whole the body may be a file as a whole; else a file stands as a variable in the text
 */
export function readData(job: Job, whole: boolean): Body {
  const { data } = job.operation;
  const only = data[0];
  const text: (Word | string)[] = [];
  let isBlank = true;
  for (const use of data) {
    const piece = readPiece(job, use);
    const { source } = piece;
    if (whole && data.length === 1 && source.kind === 'file' && use.kind !== 'urlencode')
      return { kind: 'file', path: source.path, stripNewlines: use.kind === 'text' };
    const word = pieceText(job, piece);
    if (!isBlank && use.kind !== 'json') text.push('&');
    isBlank &&= word.isEmpty;
    text.push(word);
  }
  const first = text[0];
  const isOne = text.length === 1 && first !== undefined && typeof first !== 'string';
  return { kind: 'text', text: isOne ? first : Word.concat(only?.value ?? job.line.span, ...text) };
}

/** `--url-query`: like --data-urlencode, or raw after a `+`. */
export function readQuery(job: Job): Word | undefined {
  const { queries } = job.operation;
  const first = queries[0];
  if (first === undefined) return undefined;
  const pieces = queries.flatMap((use, index): (Word | string)[] => {
    const word = use.value.outline.startsWith('+')
      ? use.value.slice(1)
      : pieceText(job, readPiece(job, { ...use, kind: 'urlencode' }));
    return index === 0 ? [word] : ['&', word];
  });
  return Word.concat(first.value, ...pieces);
}

function readPiece(job: Job, use: DataUse): Piece {
  const { value } = use;
  if (use.kind === 'urlencode') return readEncoded(job, use);
  if (use.kind === 'raw' || value.outline[0] !== '@')
    return { prefix: undefined, source: { kind: 'content', content: value }, use };
  const source = job.line.sources.read(fileNameAt(job, use, 1));
  if (use.kind !== 'text' || source.kind === 'file') return { prefix: undefined, source, use };
  const content = source.content.map((text) => text.replace(/[\r\n\0]/g, ''));
  return { prefix: undefined, source: { kind: 'content', content }, use };
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`: the content is encoded, the name is not. */
function readEncoded(job: Job, use: DataUse): Piece {
  const text = use.value.outline;
  const equals = text.indexOf('=');
  const at = equals < 0 ? text.indexOf('@') : equals;
  const prefix = at > 0 ? Word.concat(use.value, use.value.slice(0, at), '=') : undefined;
  if (at < 0 || equals >= 0)
    return { prefix, source: { kind: 'content', content: use.value.slice(at + 1) }, use };
  const source = job.line.sources.read(fileNameAt(job, use, at + 1));
  // Nothing in the file, nothing to name.
  const isNone = source.kind === 'content' && source.content.isEmpty;
  return { prefix: isNone ? undefined : prefix, source, use };
}

function pieceText({ diagnostics }: Job, { prefix, source, use }: Piece): Word {
  const isEncoded = use.kind === 'urlencode';
  const isFile = source.kind === 'file';
  if (isFile) diagnostics.warn('data_file', use);
  if (isEncoded && (isFile || source.content.hasOpen)) diagnostics.warn('variable_encoded', use);
  const content = isFile ? fileWord(source.path.spelled, use, diagnostics) : source.content;
  const text = isEncoded ? percentEncode(content, '+') : content;
  return prefix === undefined ? text : Word.concat(use.value, prefix, text);
}

/** The name of the file that `-T` sends; undefined for standard input. */
export function uploadName({ operation, diagnostics }: Job, upload: Use): Word {
  return expandPattern(upload.value, operation.globOff, upload.name, diagnostics).first;
}

export const isUploadOfInput = (name: Word): boolean => ['-', '.'].includes(name.text ?? '');

/** `-T`: the file is the body. */
export function addUpload(job: Job): void {
  const { operation, draft, diagnostics, line } = job;
  const upload = operation.uploads[0];
  if (job.kind !== 'put' || upload === undefined) return;
  const name = uploadName(job, upload);
  const isInput = isUploadOfInput(name);
  const source = line.sources.read(isInput ? Word.text('-', name) : name);
  if (source.kind === 'content') draft.body = source.content;
  else draft.body_file = source.path;
  // How much comes through a pipe, as `<(command)` is one, is not known beforehand.
  if (!isInput && !isPipe(name, source)) return;
  if (operation.httpVersion === '1.0') throw diagnostics.error('chunked_http10', upload);
  draft.options.chunked = true;
  draft.options.expect_continue = true;
}
