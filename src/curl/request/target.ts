/** Request pass: which URL is requested, and how many requests the command makes. */
import type { Use } from '../options/operation.ts';
import { cutter, Word, withPlace } from '../shell/word.ts';
import { isUploadOfInput, readQuery, uploadName } from './body.ts';
import type { Job, Kind } from './draft.ts';
import { expandPattern, globCount } from './glob.ts';
import { listedLines } from './header-lines.ts';
import { addFileName, addQuery, type CurlUrl, checkUrlText, readUrl } from './url.ts';

/** Beyond this, patterns are no longer counted. */
const MANY_REQUESTS = 1000;

/** The URL of the first operation, its query and the name of an uploaded file included. */
export function readTarget(job: Job, kind: Kind, data: Word | undefined): CurlUrl {
  const { operation, diagnostics } = job;
  const url = readFirst(job, chooseUrl(job));
  const [upload] = operation.uploads;
  if (kind === 'put' && upload !== undefined) {
    const name = uploadName(job, upload);
    if (!isUploadOfInput(name)) addFileName(url, name);
  }
  const query = operation.get && data !== undefined ? data : readQuery(job);
  if (query !== undefined) {
    checkUrlText(query, diagnostics);
    addQuery(url, query);
  }
  return url;
}

/** Whether nothing but unquoted open values stands in it: it may be several arguments, or none. */
const mayBeMany = ({ segments }: Word): boolean =>
  segments.length > 0 && segments.every((segment) => segment.kind === 'open' && !segment.quoted);

function chooseUrl({ operation, diagnostics, line }: Job): Use {
  const { urls, configFile } = operation;
  const certain = urls.filter(({ value }) => !mayBeMany(value));
  // A lone variable next to a real URL is more likely a list of options than a second URL.
  if (certain.length > 0)
    for (const { value } of urls) if (mayBeMany(value)) diagnostics.warn('variable_arguments', value);
  const [first = urls[0]] = certain;
  if (first !== undefined) return first;
  // The config file may have it.
  throw diagnostics.error('no_url', configFile ?? line.span.end);
}

function readFirst(job: Job, use: Use): CurlUrl {
  const { operation, diagnostics } = job;
  const word = listedUrl(job, use);
  const isLiteral = operation.globOff || word !== use.value;
  const { first, count, names } = expandPattern(word, isLiteral, '--url', diagnostics);
  const url = readUrl(first, operation, diagnostics);
  const cut = cutter(word.segments);
  for (const range of names) diagnostics.warn('glob_braces', withPlace(cut(range), word));
  // Copied from the source of a page: curl sends the reference as it is, and servers make nothing of it.
  const at = word.outline.indexOf('&amp;');
  if (at >= 0) diagnostics.warn('html_escaped', word.slice(at, at + '&amp;'.length));
  countRequests(job, count, use);
  return url;
}

/** `@-` and `@file` are lists of URLs, which are taken as they are. */
function listedUrl({ line, diagnostics }: Job, { value }: Use): Word {
  if (!value.outline.startsWith('@')) return value;
  const source = line.sources.read(value.slice(1));
  if (source.kind === 'file') throw diagnostics.error('url_file', value);
  const [first] = listedLines(source.content);
  if (first === undefined) throw diagnostics.error('no_url', value);
  // A word of its own, even when it is all of the file.
  return Word.joined(first.segments, first);
}

function countRequests({ line, operation, diagnostics }: Job, first: number, read: Use): void {
  let total = first;
  for (const { urls, globOff } of line.operations)
    for (const use of urls) {
      if (mayBeMany(use.value) || use === read) continue;
      total += globOff || total > MANY_REQUESTS ? 1 : globCount(use.value);
    }
  // `-T '{a,b}'` sends each of the files.
  const [upload] = operation.uploads;
  if (upload !== undefined && !operation.globOff) total += globCount(upload.value) * first - first;
  if (total > 1)
    diagnostics.warn('many_requests', line.span, `The command makes ${total} requests; this is number 1.`);
}
