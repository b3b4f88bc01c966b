/** Request pass: the data options (`-d`, `--json`, …) and `-T`: the body, or with `-G` the query (curl(1); tool_getparam.c, set_data). */
import { encodeWord } from '../options/percent.ts';
import { fileWord, isPipe, type Source } from '../options/sources.ts';
import type { DataUse, Use } from '../options/transfer.ts';
import { joinWords, Word } from '../word.ts';
import { expandPattern, type Glob } from './glob.ts';
import type { Job } from './request-draft.ts';

/**
 * All data in order, joined with `&` (`--json` with nothing).
 * @returns a file where that is the whole body; elsewhere a file stands as a variable in the text
 */
export function readData(job: Job, data: readonly DataUse[]): Source {
  const text: (Word | string)[] = [];
  let isBlank = true;
  for (const use of data) {
    const source = readSource(job, use);
    if (source.kind === 'file' && job.kind === 'post' && data.length === 1) return source;
    const word = contentOf(job, use, source);
    if (!isBlank && use.kind !== 'json') text.push('&');
    isBlank &&= word.isEmpty;
    text.push(word);
  }
  const first = text[0];
  if (text.length === 1 && first instanceof Word) return { kind: 'content', content: first };
  return { kind: 'content', content: Word.concat(data[0]?.value ?? job.line.span, text) };
}

/** `--url-query`: like --data-urlencode, or raw after a `+`. */
export function readQuery(job: Job): Word | undefined {
  const { queries } = job.transfer;
  if (queries?.[0] === undefined) return undefined;
  const words = queries.map((use) =>
    use.value.outline.startsWith('+') ? use.value.slice(1) : readEncoded(job, use),
  );
  return joinWords(queries[0].value, words, '&');
}

function readSource(job: Job, use: DataUse): Source {
  const { value, kind } = use;
  if (kind === 'urlencode') return { kind: 'content', content: readEncoded(job, use) };
  if (kind === 'raw' || value.outline[0] !== '@') return { kind: 'content', content: value };
  const source = job.line.sources.read(fileNameAt(job, use, 1));
  if (kind !== 'text' || source.kind === 'file') return source;
  return { kind: 'content', content: source.content.map((text) => text.replace(/[\r\n\0]/g, '')) };
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`: the content is encoded, the name is not. */
function readEncoded(job: Job, use: Use): Word {
  const { value } = use;
  const equals = value.outline.indexOf('=');
  const at = equals < 0 ? value.outline.indexOf('@') : equals;
  const isFile = equals < 0 && at >= 0;
  const content = isFile
    ? contentOf(job, use, job.line.sources.read(fileNameAt(job, use, at + 1)))
    : value.slice(at + 1);
  if (content.hasUnresolved) job.diagnostics.warn('variable_encoded', use);
  const encoded = encodeWord(content, '+');
  // An empty file needs no variable.
  const isNameless = at <= 0 || (isFile && content.isEmpty);
  return isNameless ? encoded : Word.concat(value, [value.slice(0, at), '=', encoded]);
}

/** The name of a file that stands in a value from an index on. */
export function fileNameAt({ diagnostics }: Job, { value }: Use, at: number): Word {
  const name = value.slice(at);
  if (name.isEmpty) throw diagnostics.error('file_name_missing', value);
  return name;
}

function contentOf({ diagnostics }: Job, use: Use, source: Source): Word {
  if (source.kind === 'content') return source.content;
  diagnostics.warn('data_file', use);
  return fileWord(source.path.spelled, use, diagnostics);
}

/** The name of the file that `-T` sends, the first where it is a pattern of several. */
export const uploadPattern = ({ transfer, diagnostics }: Job, { value, name }: Use): Glob =>
  expandPattern(value, transfer.globOff, name, diagnostics);

export const isUploadOfInput = (name: Word): boolean => ['-', '.'].includes(name.text ?? '');

/** `-T`: the file is the body. */
export function addUpload(job: Job): void {
  const { transfer, draft, diagnostics, line } = job;
  const upload = transfer.uploads?.[0];
  if (job.kind !== 'put' || upload === undefined) return;
  const { first: name, isMany } = uploadPattern(job, upload);
  if (isMany) diagnostics.warn('many_requests', line.span);
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
