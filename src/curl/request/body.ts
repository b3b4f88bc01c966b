/** Request pass: `-d` and its kin, `-T`: the body, or with `-G` the query (curl(1); tool_getparam.c, set_data). */

import { percentEncode } from '../options/percent.ts';
import { isPipe, type Source } from '../options/sources.ts';
import type { DataUse, Use } from '../options/transfer.ts';
import { fileWord } from '../options/variables.ts';
import { joinWords, Word } from '../word.ts';
import { expandPattern } from './glob.ts';
import { fileNameAt } from './header-lines.ts';
import type { Job } from './request-draft.ts';

export type Body = { kind: 'text'; text: Word } | { kind: 'file'; path: Word; stripNewlines: boolean };

/** One use of an option: `name=` of --data-urlencode, and the content behind it. */
interface Piece {
  readonly prefix?: Word | undefined;
  readonly source: Source;
}

const given = (content: Word, prefix?: Word): Piece => ({ prefix, source: { kind: 'content', content } });

/**
 * All data in order, joined with `&` (`--json` with nothing).
 * @param whole the body may be a file as a whole; else a file stands as a variable in the text
 */
export function readData(job: Job, data: readonly DataUse[], whole: boolean): Body {
  const text: (Word | string)[] = [];
  let isBlank = true;
  for (const use of data) {
    const piece = readPiece(job, use);
    const { source } = piece;
    if (whole && data.length === 1 && source.kind === 'file' && use.kind !== 'urlencode')
      return { kind: 'file', path: source.path, stripNewlines: use.kind === 'text' };
    const word = pieceText(job, use, piece);
    if (!isBlank && use.kind !== 'json') text.push('&');
    isBlank &&= word.isEmpty;
    text.push(word);
  }
  const first = text[0];
  if (text.length === 1 && first instanceof Word) return { kind: 'text', text: first };
  return { kind: 'text', text: Word.concat(data[0]?.value ?? job.line.span, text) };
}

/** `--url-query`: like --data-urlencode, or raw after a `+`. */
export function readQuery(job: Job): Word | undefined {
  const { queries } = job.transfer;
  if (queries?.[0] === undefined) return undefined;
  const words = queries.map((use) => {
    const encoded: DataUse = { ...use, kind: 'urlencode' };
    const isRaw = use.value.outline.startsWith('+');
    return isRaw ? use.value.slice(1) : pieceText(job, encoded, readPiece(job, encoded));
  });
  return joinWords(queries[0].value, words, '&');
}

function readPiece(job: Job, use: DataUse): Piece {
  const { value, kind } = use;
  if (kind === 'urlencode') return readEncoded(job, use);
  if (kind === 'raw' || value.outline[0] !== '@') return given(value);
  const source = job.line.sources.read(fileNameAt(job, use, 1));
  if (kind !== 'text' || source.kind === 'file') return { source };
  return given(source.content.map((text) => text.replace(/[\r\n\0]/g, '')));
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`: the content is encoded, the name is not. */
function readEncoded(job: Job, use: DataUse): Piece {
  const text = use.value.outline;
  const equals = text.indexOf('=');
  const at = equals < 0 ? text.indexOf('@') : equals;
  const prefix = at > 0 ? Word.concat(use.value, [use.value.slice(0, at), '=']) : undefined;
  if (at < 0 || equals >= 0) return given(use.value.slice(at + 1), prefix);
  const source = job.line.sources.read(fileNameAt(job, use, at + 1));
  // An empty file needs no variable.
  const isNone = source.kind === 'content' && source.content.isEmpty;
  return { prefix: isNone ? undefined : prefix, source };
}

function pieceText({ diagnostics }: Job, use: DataUse, { prefix, source }: Piece): Word {
  const isEncoded = use.kind === 'urlencode';
  const isFile = source.kind === 'file';
  if (isFile) diagnostics.warn('data_file', use);
  if (isEncoded && (isFile || source.content.hasUnresolved)) diagnostics.warn('variable_encoded', use);
  const content = isFile ? fileWord(source.path.spelled, use, diagnostics) : source.content;
  const text = isEncoded ? percentEncode(content, '+') : content;
  return prefix === undefined ? text : Word.concat(use.value, [prefix, text]);
}

/** The name of the file that `-T` sends; undefined for standard input. */
export function uploadName({ transfer, diagnostics }: Job, upload: Use): Word {
  return expandPattern(upload.value, transfer.globOff, upload.name, diagnostics).first;
}

export const isUploadOfInput = (name: Word): boolean => ['-', '.'].includes(name.text ?? '');

/** `-T`: the file is the body. */
export function addUpload(job: Job): void {
  const { transfer, draft, diagnostics, line } = job;
  const upload = transfer.uploads?.[0];
  if (job.kind !== 'put' || upload === undefined) return;
  const name = uploadName(job, upload);
  const isInput = isUploadOfInput(name);
  const source = line.sources.read(isInput ? Word.text('-', name) : name);
  if (source.kind === 'content') draft.body = source.content;
  else draft.body_file = source.path;
  // The length of a pipe, such as `<(command)`, is unknown.
  if (!isInput && !isPipe(name, source)) return;
  if (transfer.httpVersion === '1.0') throw diagnostics.error('chunked_http10', upload);
  draft.options.chunked = true;
  draft.options.expect_continue = true;
}
